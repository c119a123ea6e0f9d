"""LibreOffice as the preparers of office documents use it: bytes in, bytes and readings out."""

from __future__ import annotations

import atexit
import os
import re
import shutil
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, Literal
from weakref import WeakSet

from forge.errors import EngineError, UnreadableError, UsageError
from forge.preparers.office.installation import installation
from forge.preparers.office.process import DiedError, GrewError, Process
from forge.preparers.office.worker.formats import SPREADSHEETS, readable, storable
from forge.states.values import Error

FILE_SECONDS = 60.0
FILES_PER_PROCESS = 500
RECYCLE_MEMORY = 700 << 20
"""Resident bytes of an idle soffice and worker above which the next file gets new ones."""

_ATTEMPTS = 2
_ROOM = 32 << 20
_PLACE = re.compile(r"([A-Z]{1,3})([1-9][0-9]{0,6})")
_LAST_COLUMN, _LAST_ROW = "XFD", 1_048_576

FormatClass = Literal[
    "general",
    "number",
    "percent",
    "currency",
    "scientific",
    "fraction",
    "date",
    "time",
    "datetime",
    "duration",
    "boolean",
    "text",
]
Input = int | float | str | bool | date | datetime | time | timedelta | None


@dataclass(frozen=True)
class Probe:
    """An experiment on a spreadsheet: set inputs, recalculate, read.

    Attributes:
        id: its name among the probes of a call.
        inputs: sheet, cell in A1 notation, and the value to set; None empties the cell.
        readings: a key, then sheet and cell in A1 notation.
    """

    id: str
    inputs: Sequence[tuple[str, str, Input]]
    readings: Sequence[tuple[str, str, str]]


@dataclass(frozen=True)
class Reading:
    """What stood in a cell.

    Attributes:
        value: a number (dates, times: days since `zero`), a text, a truth value, an error; None if empty.
        format: the class of the cell's number format, which tells whether a number is a date, a time, …
        zero: the document's day zero.
    """

    value: float | str | bool | Error | None
    format: FormatClass
    zero: date = date(1899, 12, 30)


@dataclass(frozen=True)
class View:
    """How a sheet lies before whoever opens it.

    Attributes:
        rows: how many stay when the rest scrolls.
        columns: likewise.
        zoom: in per cent.
        grid: whether lines between the cells are shown.
    """

    rows: int
    columns: int
    zoom: int
    grid: bool


@dataclass(frozen=True)
class Recalculated:
    """A document with every derived value worked out anew.

    Attributes:
        content: the document as the application stored it.
        readings: what each probe read, by probe id and key. A probe whose inputs have no sheet reads nothing.
        views: by sheet, how it lies before whoever opens it, where the document had no window: these a window
            alone can store, and `content` has none of them.
    """

    content: bytes
    readings: dict[str, dict[str, Reading]] = field(default_factory=dict)
    views: dict[str, View] = field(default_factory=dict)


_offices: WeakSet[Office] = WeakSet()


class Office:
    """A LibreOffice, started when it is first needed and replaced when it fails. Safe under threads."""

    def __init__(self, file_seconds: float = FILE_SECONDS) -> None:
        """Nothing is started yet.

        Args:
            file_seconds: how long one file may take.
        """
        self._seconds = file_seconds
        self._process: Process | None = None
        self._lock = threading.RLock()
        _offices.add(self)

    def version(self) -> str | None:
        """Name and version, as in `LibreOffice 7.4.7.2`, or None where it is not installed."""
        found = installation()
        return found.version if found else None

    def recalculate(
        self,
        content: bytes,
        suffix: str,
        out_suffix: str | None = None,
        probes: Sequence[Probe] = (),
        *,
        window: bool = True,
    ) -> Recalculated:
        """Work out every derived value, store, and run probes, each on the document as it was.

        Args:
            content: the document's bytes.
            suffix: its kind, as in `.xlsx`.
            out_suffix: the kind to store; the same as read unless said.
            probes: experiments, run after storing.
            window: whether the document is shown where its view would be lost otherwise; that takes as long as
                all the rest.

        Raises:
            UnreadableError: the application refuses the document.
            EngineError: the application is not there, did not start, hung or died twice.
            UsageError: a format that it does not read or store, or a probe of what is no cell.
        """
        return self._ask(
            content, suffix, out_suffix or suffix, recalculate=True, probes=probes, window=window
        )

    def convert(self, content: bytes, suffix: str, to: str) -> bytes:
        """The document as the application stores it in another format.

        Raises:
            UnreadableError: the application refuses the document.
            EngineError: the application is not there, did not start, hung or died twice.
        """
        return self._ask(content, suffix, to, recalculate=False).content

    def start(self) -> None:
        """Start the application, unless it runs; one that does not start is tried again, and told of, at a file."""
        with self._lock, suppress(DiedError, EngineError, OSError):
            self._ready()

    def close(self) -> None:
        """Stop the application; the next call starts it again."""
        with self._lock:
            if self._process is not None:
                self._process.stop()
                self._process = None

    def _abandon(self) -> None:
        self._lock = threading.RLock()
        if self._process is not None:
            self._process.abandon()
            self._process = None

    def _ask(
        self,
        content: bytes,
        suffix: str,
        to: str,
        *,
        recalculate: bool,
        probes: Sequence[Probe] = (),
        window: bool = True,
    ) -> Recalculated:
        suffix, to = suffix.lower(), to.lower()
        if suffix not in readable():
            raise UsageError(f"LibreOffice is asked to read {suffix}; it reads {_listed(readable())}.")
        if to not in storable(suffix):
            known = _listed(storable(suffix))
            raise UsageError(f"LibreOffice is asked to store {suffix} as {to}; it stores {known}.")
        if probes and suffix not in SPREADSHEETS:
            raise UsageError(f"Probes are for spreadsheets; {suffix} is none.")
        request = {
            "suffix": suffix,
            "to": to,
            "recalculate": recalculate,
            "window": window,
            "probes": [_probe_request(probe) for probe in probes],
        }
        with self._lock:
            for attempt in range(1, _ATTEMPTS + 1):
                try:
                    return self._once(content, request)
                except DiedError as error:
                    self._process = None
                    if attempt == _ATTEMPTS:
                        raise EngineError(
                            f"{error} It was tried {_ATTEMPTS} times, each with a new one."
                        ) from error
                except GrewError as error:
                    self._process = None
                    raise UnreadableError(f"The {suffix} file needs more memory than is allowed.") from error
                except OSError as error:
                    raise EngineError(f"Files could not be exchanged with LibreOffice: {error}") from error
        raise AssertionError("unreachable: every attempt returns or raises")

    def _once(self, content: bytes, request: dict[str, Any]) -> Recalculated:
        process = self._ready()
        source = process.folder / f"source{request['suffix']}"
        target = process.folder / f"target{request['to']}"
        source.write_bytes(content)
        try:
            answer = process.ask({**request, "source": str(source), "target": str(target)}, self._seconds)
            if "failed" in answer:
                process.stop()
                raise DiedError(f"LibreOffice failed: {answer['failed']}.")
            if "refused" in answer:
                if shutil.disk_usage(process.folder).free < _ROOM:
                    raise EngineError(f"There is no room left in {process.folder.parent} to open files in.")
                raise UnreadableError(
                    f"LibreOffice refuses the {request['suffix']} file: {answer['refused']}."
                )
            views = {name: View(**view) for name, view in answer["views"].items()}
            return Recalculated(target.read_bytes(), _readings(answer["readings"]), views)
        finally:
            source.unlink(missing_ok=True)
            target.unlink(missing_ok=True)

    def _ready(self) -> Process:
        process = self._process
        if process is not None and (process.served >= FILES_PER_PROCESS or process.memory() > RECYCLE_MEMORY):
            process.stop()
            process = None
        if process is None:
            found = installation()
            if found is None:
                raise EngineError(
                    "LibreOffice is not installed.",
                    hint="apt-get install libreoffice-calc libreoffice-writer libreoffice-impress",
                )
            process = Process(found)
        self._process = process
        return process


_office: Office | None = None
_office_lock = threading.Lock()


def office() -> Office:
    """The office of this process, closed when the process ends."""
    global _office  # noqa: PLW0603 - one per process
    with _office_lock:
        if _office is None:
            _office = Office()
            atexit.register(_office.close)
        return _office


def _forget() -> None:
    """In a forked child: the offices are the parent's."""
    global _office_lock  # noqa: PLW0603 - one per process
    _office_lock = threading.Lock()
    for inherited in _offices:
        inherited._abandon()  # noqa: SLF001 - the same module


os.register_at_fork(after_in_child=_forget)


def _listed(suffixes: set[str]) -> str:
    return ", ".join(sorted(suffixes))


def _probe_request(probe: Probe) -> dict[str, Any]:
    for place in [place for _, place, _ in probe.inputs] + [place for _, _, place in probe.readings]:
        if not _is_cell(place):
            raise UsageError(f"Probe {probe.id!r} names {place!r}; a cell is named as in 'B12'.")
    return {
        "id": probe.id,
        "inputs": [(sheet, place, _input(probe, value)) for sheet, place, value in probe.inputs],
        "readings": list(probe.readings),
    }


def _is_cell(place: str) -> bool:
    named = _PLACE.fullmatch(place)
    if named is None:
        return False
    column, row = named.groups()
    return (len(column), column) <= (len(_LAST_COLUMN), _LAST_COLUMN) and int(row) <= _LAST_ROW


def _input(probe: Probe, value: Input) -> object:
    if isinstance(value, datetime):
        return {"moment": value.isoformat()}
    if isinstance(value, date):
        return {"moment": datetime.combine(value, time.min).isoformat()}
    if isinstance(value, time):
        return {"seconds": (datetime.combine(date.min, value) - datetime.min).total_seconds()}  # noqa: DTZ901 - cells hold local time
    if isinstance(value, timedelta):
        return {"seconds": value.total_seconds()}
    if value is None or isinstance(value, int | float | str):
        return value
    raise UsageError(
        f"Probe {probe.id!r} sets {value!r}; it can set numbers, texts, truth values, dates and times."
    )


def _readings(answer: dict[str, dict[str, dict[str, Any]]]) -> dict[str, dict[str, Reading]]:
    return {
        probe: {key: _reading(found) for key, found in readings.items()} for probe, readings in answer.items()
    }


def _reading(found: dict[str, Any]) -> Reading:
    value = Error(found["value"]) if found["kind"] == "error" else found["value"]
    if "zero" in found:
        return Reading(value, found["format"], date(*found["zero"]))
    return Reading(value, found["format"])
