"""What the tests of the office engine share: workbooks to feed it, and a look at what it leaves behind."""

from __future__ import annotations

import contextlib
import io
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl

from forge.preparers.office.engine import Office
from forge.preparers.office.worker import folder as folders

GONE_SECONDS = 90


def workbook(**cells: object) -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Data"
    for place, value in cells.items():
        sheet[place] = value
    return saved(book)


def saved(book: openpyxl.Workbook) -> bytes:
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def edited(content: bytes, part: str, old: str, new: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as source, zipfile.ZipFile(stream, "w") as target:
        for name in source.namelist():
            data = source.read(name)
            if name == part:
                assert old in data.decode()
                data = data.decode().replace(old, new).encode()
            target.writestr(name, data)
    return stream.getvalue()


def value(content: bytes, place: str) -> object:
    return openpyxl.load_workbook(io.BytesIO(content), data_only=True)["Data"][place].value


def soffice(of: Office) -> int:
    """The process id of the soffice that serves an office."""
    assert of._process is not None
    return of._process._pids[1]


def there(pid: int) -> bool:
    """Whether a process runs; one that waits to be reaped does not."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + GONE_SECONDS
    while not true() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert true()


def left_behind(folder: Path) -> list[Path]:
    """What there is of an office outside its processes: its folder and its sockets."""
    return [path for path in (folder, *folders.sockets(folder)) if path.exists()]


def commands_with(name: str) -> list[str]:
    """The command lines of running processes that name something."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):  # it ended meanwhile
            command = entry.read_bytes().replace(b"\0", b" ").decode(errors="replace")
            if name in command:
                found.append(command)
    return found
