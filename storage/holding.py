"""Being the only one who works on something: a lock that ends with whoever holds it, however they end.

On PostgreSQL it is an advisory lock of one session: the database lets go when the connection dies, so that machines
that share a catalog keep out of each other's way and none has to ask a clock whether another one is alive. A catalog
in a file is used from one machine, and there a lock on a file does the same.
"""

from __future__ import annotations

import fcntl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TextIO

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import SQLAlchemyError

from forge.storage.database import translated
from forge.storage.workspace import Workspace

PATIENCE_SECONDS = 1.0
"""How long it is tried: whoever only looks whether something is held holds it for a moment."""

_SEEN_DEAD = (
    "SET tcp_keepalives_idle = 10",
    "SET tcp_keepalives_interval = 5",
    "SET tcp_keepalives_count = 3",
)
"""The database notices within 25 seconds that a machine is gone without a word; by itself it takes two hours."""


class Hold:
    """What is held; `still` tells whether it is."""

    def __init__(self, still: Callable[[], bool]) -> None:
        self.still = still


@contextmanager
def held(workspace: Workspace, name: str, patience: float = PATIENCE_SECONDS) -> Iterator[Hold | None]:
    """Be the only one, on every machine that shares the catalog, who works on something.

    Gives None where somebody else does.

    Args:
        workspace: whose catalog says which machines share the work.
        name: what is worked on.
        patience: for how many seconds it is tried.

    Raises:
        StorageError: the catalog or the workspace cannot be used.
    """
    with ExitStack() as stack:
        deadline = time.monotonic() + patience
        take = _in_database if workspace.catalog.engine.dialect.name == "postgresql" else _in_folder
        while (hold := take(workspace, name, stack)) is None and time.monotonic() < deadline:
            time.sleep(0.05)
        yield hold


def is_held(workspace: Workspace, name: str) -> bool:
    """Whether somebody works on it at this moment.

    Raises:
        StorageError: the catalog or the workspace cannot be used.
    """
    with held(workspace, name, patience=0.0) as hold:
        return hold is None


def _in_folder(workspace: Workspace, name: str, stack: ExitStack) -> Hold | None:
    lock: TextIO = stack.enter_context(_file(workspace, name).open("w"))
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        stack.close()
        return None
    return Hold(lambda: True)


def _file(workspace: Workspace, name: str) -> Path:
    return workspace.folder("runs") / f"{name}.lock"


def _in_database(workspace: Workspace, name: str, stack: ExitStack) -> Hold | None:
    connection = _taken(workspace.catalog.engine, name)
    if connection is None:
        return None
    stack.callback(_let_go, connection)
    return Hold(lambda: _answers(connection))


def _taken(engine: Engine, name: str) -> Connection | None:
    """A session that holds the lock of a name; None where another one does."""
    number = int.from_bytes(sha256(f"forge:{name}".encode()).digest()[:8], signed=True)
    with translated(engine):
        connection = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        connection.detach()  # it stays apart from the connections that are lent again and again
        for setting in _SEEN_DEAD:
            connection.exec_driver_sql(setting)
        if connection.scalar(text("SELECT pg_try_advisory_lock(:number)"), {"number": number}):
            return connection
        connection.close()
        return None


def _answers(connection: Connection) -> bool:
    try:
        return bool(connection.scalar(text("SELECT 1")) == 1)
    except SQLAlchemyError:
        return False


def _let_go(connection: Connection) -> None:
    """Close the session; where it died already, the database has let go by itself."""
    try:
        connection.close()
    except SQLAlchemyError:
        connection.invalidate()
