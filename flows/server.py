"""The managed local Prefect server: started when none is configured, reused by later runs, stopped on request.

Prefect's own temporary server loses the records of what ran when it exits, so a laptop gets one that stays. Its
database, log and state lie in the workspace.
"""

from __future__ import annotations

import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass
from pathlib import Path

from forge.errors import UnavailableError
from forge.flows.server_database import copy_template, keep_template

PORT = 4200
"""Prefect's usual port, taken when it is free."""

START_SECONDS = 120
"""How long a server may take to answer for the first time; 13 s of CPU were measured, more on a busy machine."""

SETTINGS = {
    "DO_NOT_TRACK": "1",
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "PREFECT_SERVER_UI_SHOW_PROMOTIONAL_CONTENT": "false",
    "PREFECT_SERVER_EPHEMERAL_ENABLED": "false",
    # Batched writes: a task run costs the server 8 to 15 ms instead of 50 to 64.
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_BATCH_SIZE": "200",
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_READ_BATCH_SIZE": "100",
    "PREFECT_SERVER_SERVICES_TASK_RUN_RECORDER_FLUSH_INTERVAL": "1",
    "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_BATCH_SIZE": "200",
    "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_READ_BATCH_SIZE": "100",
    "PREFECT_SERVER_SERVICES_EVENT_PERSISTER_FLUSH_INTERVAL": "1",
    "PREFECT_SERVER_SERVICES_TRIGGERS_READ_BATCH_SIZE": "100",
}

REGISTERED = {"PREFECT_SERVER_REGISTER_BLOCKS_ON_START": "false"}
"""For a start with a database that holds Prefect's block types already: to look for them takes 2 s of CPU."""


@dataclass(frozen=True)
class Server:
    """A running managed server.

    Attributes:
        pid: its process.
        port: its port on 127.0.0.1.
        log: where it writes.
    """

    pid: int
    port: int
    log: str

    @property
    def api(self) -> str:
        """The address for `PREFECT_API_URL`."""
        return f"http://127.0.0.1:{self.port}/api"

    @property
    def ui(self) -> str:
        """The address for a browser."""
        return f"http://127.0.0.1:{self.port}"


def recorded(home: Path) -> Server | None:
    """The managed server of a workspace folder whose process lives, whether or not it answers yet."""
    try:
        server = Server(**json.loads((home / "server.json").read_text()))
    except (OSError, ValueError, TypeError):
        return None
    return server if _alive(server.pid) else None


def running(home: Path) -> Server | None:
    """The managed server of a workspace folder, when it answers."""
    server = recorded(home)
    return server if server is not None and answers(server.api) else None


def launch(home: Path) -> Server:
    """The managed server of a workspace folder, started when it is not running; it need not answer yet."""
    home.mkdir(parents=True, exist_ok=True)
    with _locked(home):
        if (server := recorded(home)) is not None:
            return server
        known = REGISTERED if copy_template(home) else {}
        port = PORT if _free(PORT) else _any_port()
        log = home / "server.log"
        address = ["--host", "127.0.0.1", "--port", str(port)]
        with log.open("ab") as output:
            process = subprocess.Popen(  # noqa: S603 - our own interpreter and a fixed command
                [sys.executable, "-m", "forge.flows.prefect_server", "server", "start", *address],
                env={**os.environ, **environment(home, port), **known},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        server = Server(process.pid, port, str(log))
        (home / "server.json").write_text(json.dumps(asdict(server)))
        return server


def wait_for(server: Server) -> None:
    """Wait until a managed server answers; what it made of an empty database is kept for other workspaces.

    Raises:
        UnavailableError: it did not answer in time, or ended.
    """
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and _alive(server.pid):
        if answers(server.api):
            keep_template(Path(server.log).parent)
            return
        time.sleep(0.1)
    raise UnavailableError(
        f"The Prefect server did not start on port {server.port}; its log is {server.log}.",
        hint="Run `forge up` to try again, or set PREFECT_API_URL to a server of your own.",
    )


def wait_until_reachable(home: Path) -> None:
    """Wait for the managed server, or see at once whether the one of `PREFECT_API_URL` answers.

    Raises:
        UnavailableError: it does not answer.
    """
    api = os.environ.get("PREFECT_API_URL", "")
    managed = recorded(home)
    if managed is not None and managed.api == api:
        wait_for(managed)
    elif not answers(api):
        raise UnavailableError(
            f"No Prefect server answers at {api} (PREFECT_API_URL).",
            hint="Start it, or unset PREFECT_API_URL to use a local server that Forge manages.",
        )


def stop(home: Path) -> Server | None:
    """Stop the managed server; returns what was running, or None.

    Raises:
        UnavailableError: it did not end within ten seconds.
    """
    with _locked(home) if home.is_dir() else nullcontext():
        server = recorded(home)
        if server is None:
            return None
        os.kill(server.pid, signal.SIGTERM)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            if not _alive(server.pid):
                (home / "server.json").unlink(missing_ok=True)
                return server
            time.sleep(0.1)
    raise UnavailableError(
        f"The Prefect server (process {server.pid}) did not end.", hint=f"kill -9 {server.pid}"
    )


def environment(home: Path, port: int) -> dict[str, str]:
    """The settings of a managed server, as environment variables; the port is named thrice for the UI's sake."""
    return {
        **SETTINGS,
        "PREFECT_HOME": str(home),
        "PREFECT_SERVER_API_PORT": str(port),
        "PREFECT_SERVER_UI_API_URL": f"http://127.0.0.1:{port}/api",
    }


def client_environment(home: Path, api: str) -> dict[str, str]:
    """The settings of a process that talks to a server."""
    return {**SETTINGS, "PREFECT_HOME": str(home), "PREFECT_API_URL": api}


def answers(api: str) -> bool:
    """Whether a Prefect server answers at an address."""
    try:
        with urllib.request.urlopen(f"{api}/health", timeout=2) as response:  # noqa: S310 - http by construction
            return bool(response.status == 200)
    except (OSError, urllib.error.URLError, ValueError):
        return False


def _alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    try:
        status = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return True  # no /proc on this system: the signal above has to do
    return status.rpartition(")")[2].split()[0] != "Z"


def _free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True


def _any_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def _locked(home: Path) -> Iterator[None]:
    """One process at a time starts or stops the server of a workspace."""
    with (home / "server.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
