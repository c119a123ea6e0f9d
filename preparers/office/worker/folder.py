"""The private folder of one office: locked while anyone lives who needs it, and removed without a trace."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import tempfile
import time
from pathlib import Path
from typing import IO

PREFIX = "forge-office-"
_END_SECONDS = 5.0
_PIPES = (Path("/tmp"), Path("/var/tmp"))  # noqa: S108 - where LibreOffice puts its sockets, not configurable


def create() -> tuple[Path, IO[bytes]]:
    """A new folder and its lock; who inherits the open lock file keeps the folder from being swept.

    The folder gets the name that `sweep` looks for only once it is locked.
    """
    made = Path(tempfile.mkdtemp(prefix="." + PREFIX)).resolve()  # as soffice names its sockets by it
    lock = (made / "lock").open("wb")
    fcntl.flock(lock, fcntl.LOCK_EX)
    folder = made.with_name(made.name[1:])
    made.rename(folder)
    return folder, lock


def profile_url(folder: Path) -> str:
    """Where soffice keeps its profile, as it wants to be told."""
    return (folder / "profile").as_uri()


def pipe_name(folder: Path) -> str:
    """The name of the pipe on which soffice listens."""
    return folder.name


def sockets(folder: Path) -> list[Path]:
    """Where soffice puts its sockets, outside the folder: the pipe on which it listens, and one more.

    By that other one a second start would find it. It is named by the MD5 of the profile's URL in UTF-16, each
    byte in hexadecimal without leading zero (`desktop/source/app/officeipcthread.cxx`).
    """
    digest = hashlib.md5(profile_url(folder).encode("utf-16-le")).digest()  # noqa: S324 - LibreOffice names so
    names = (pipe_name(folder), "SingleOfficeIPC_" + "".join(f"{byte:x}" for byte in digest))
    return [place / f"OSL_PIPE_{os.getuid()}_{name}" for place in _PIPES for name in names]


def remove_sockets(folder: Path) -> None:
    """Remove the sockets that a killed soffice leaves."""
    for socket in sockets(folder):
        socket.unlink(missing_ok=True)


def remove(folder: Path) -> None:
    """Remove the folder, and the sockets that a killed soffice leaves."""
    remove_sockets(folder)
    shutil.rmtree(folder, ignore_errors=True)


def runs(group: int) -> bool:
    """Whether a process of a group still runs; one that only waits to be reaped does not."""
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        except OSError:  # it ended meanwhile
            continue
        if int(fields[2]) == group and fields[0] not in "ZX":
            return True
    return False


def wait_for_end(group: int) -> None:
    """Return once no process of a group runs any more, or after some seconds at most."""
    deadline = time.monotonic() + _END_SECONDS
    while runs(group) and time.monotonic() < deadline:
        time.sleep(0.01)


def sweep() -> None:
    """Remove the folders of offices of which nobody lives any more."""
    for folder in Path(tempfile.gettempdir()).glob(PREFIX + "*"):
        try:
            if folder.stat().st_uid != os.getuid():
                continue
            with (folder / "lock").open("rb") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                remove(folder)
        except OSError:  # somebody holds it, or was faster in removing it
            continue
