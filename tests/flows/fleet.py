"""A fleet on one machine: PostgreSQL, an S3 server, a Prefect server on PostgreSQL, and workers that can be killed."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psutil
import psycopg
import pytest

from forge.flows.server import SETTINGS
from forge.storage.workspace import Workspace

from ..servers import free_port, moto_server, postgres_server, running
from .prefect_server import post_to

SILENT_SECONDS = 38
"""After how long without a sign of life flow runs have crashed; one comes every 30 seconds."""


class Fleet:
    """What the machines of a fleet share, and the worker processes that stand for these machines.

    Attributes:
        environment: the settings of every machine.
    """

    def __init__(self, folder: Path, database: str, endpoint: str, port: int) -> None:
        self._folder = folder
        self._api = f"http://127.0.0.1:{port}/api"
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")},
            **SETTINGS,
            "PREFECT_API_URL": self._api,
            "PREFECT_HOME": str(folder / "prefect"),
            "PREFECT_WORKER_QUERY_SECONDS": "1",
            "FORGE_DATABASE_URL": f"{database}/forge",
            "FORGE_S3_ENDPOINT": endpoint,
            "FORGE_S3_BUCKET": "forge",
            "FORGE_S3_ACCESS_KEY": "user",
            "FORGE_S3_SECRET_KEY": "secret",
        }

    def forge(self, *arguments: str) -> dict[str, Any]:
        """What a command prints as JSON."""
        made = subprocess.run(
            [sys.executable, "-m", "forge.cli.main", "--workspace", str(self._folder / "desk"), *arguments],
            capture_output=True,
            text=True,
            env=self.environment,
            timeout=300,
            check=False,
        )
        assert made.returncode == 0, made.stderr
        return dict(json.loads(made.stdout))

    @contextlib.contextmanager
    def worker(self, name: str) -> Iterator[subprocess.Popen[bytes]]:
        """A worker with a folder of its own, as on a machine of its own; it takes one flow run at a time."""
        command = [sys.executable, "-m", "prefect", "worker", "start", "--pool", "forge", "--type", "process"]
        with (self._folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                [*command, "--limit", "1", "--name", name],
                env={**self.environment, "FORGE_HOME": str(self._folder / name)},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        try:
            yield process
        finally:
            lose(process)

    def ask(self, path: str, **content: Any) -> Any:
        """What the Prefect server's API answers."""
        return post_to(self._api, path, **content)

    def start(self, deployment: str, **form: Any) -> str:
        """Start a flow run as the UI does; gives its id."""
        (found,) = self.ask(
            "deployments/filter", deployments={"flow_or_deployment_name": {"like_": deployment}}
        )
        begun = self.ask(
            f"deployments/{found['id']}/create_flow_run",
            parameters={"parameters": form},
            state={"type": "SCHEDULED"},
        )
        return str(begun["id"])

    def flow_run(self, identity: str) -> dict[str, Any]:
        """A flow run."""
        (found,) = self.ask("flow_runs/filter", flow_runs={"id": {"any_": [identity]}})
        return dict(found)

    def task_runs(self, flow_run: str) -> list[dict[str, Any]]:
        """The Prefect tasks of a flow run."""
        return list(self.ask("task_runs/filter", flow_runs={"id": {"any_": [flow_run]}}))

    def states(self, identity: str) -> list[tuple[str, str]]:
        """The names of the states that a flow run went through, with what is said of them."""
        with urllib.request.urlopen(  # noqa: S310 - http on this machine
            f"{self._api}/flow_run_states/?flow_run_id={identity}", timeout=30
        ) as response:
            found = sorted(json.load(response), key=lambda state: state["timestamp"])
        return [(state["name"], state["message"]) for state in found]

    def artifacts(self, flow_run: str) -> dict[str, Any]:
        """The artifacts of a flow run by their keys."""
        found = self.ask("artifacts/filter", artifacts={"flow_run_id": {"any_": [flow_run]}})
        return {item["key"]: item["data"] for item in sorted(found, key=lambda item: item["created"])}

    def home(self) -> Workspace:
        """The workspace as any of the machines sees it."""
        return Workspace(self._folder / "desk", self.environment)


def lose(process: subprocess.Popen[bytes]) -> None:
    """End a worker and all that it started at once, as when its machine is lost."""
    with contextlib.suppress(psutil.NoSuchProcess):
        worker = psutil.Process(process.pid)
        worker.suspend()  # it starts nothing more
        for other in (*worker.children(recursive=True), worker):
            with contextlib.suppress(psutil.NoSuchProcess):
                other.kill()
    process.wait(30)


def wait_until(true: Callable[[], bool], seconds: float, what: str) -> None:
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            pytest.fail(f"It took more than {seconds} s until {what}.")
        time.sleep(0.3)


@contextlib.contextmanager
def fleet(folder: Path) -> Iterator[Fleet]:
    """The servers of a fleet; all of them end with it."""
    with ExitStack() as stack:
        database = stack.enter_context(postgres_server())
        with psycopg.connect(f"{database}/postgres", autocommit=True) as connection:
            for name in ("forge", "prefect"):
                connection.execute(f"CREATE DATABASE {name}")  # type: ignore[arg-type]  # one of two words
        endpoint = stack.enter_context(moto_server())
        port = free_port()
        shared = Fleet(folder, database, endpoint, port)
        server = {
            **shared.environment,
            "PREFECT_API_DATABASE_CONNECTION_URL": f"{database}/prefect".replace("://", "+asyncpg://"),
            "PREFECT_SERVER_EVENTS_PROACTIVE_GRANULARITY": "PT1S",
        }
        command = [
            sys.executable,
            "-m",
            "prefect",
            "server",
            "start",
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
        ]
        log = stack.enter_context((folder / "server.log").open("wb"))
        stack.enter_context(running(command, port, env=server, stdout=log, stderr=log))
        yield shared
