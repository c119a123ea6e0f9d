"""What LibreOffice makes of a workbook: recalculated, stored again, and probed."""

from __future__ import annotations

from collections.abc import Sequence

from forge.preparers.base import Observation
from forge.preparers.calc.places import place
from forge.preparers.calc.reading import read_workbook
from forge.preparers.calc.serials import EPOCH, from_serial
from forge.preparers.calc.trees import tree_of
from forge.preparers.office.engine import Probe, Reading, office
from forge.preparers.office.file_types import WORKBOOK
from forge.preparers.office.opendocument import check
from forge.states.rubric import ProbeSpec
from forge.states.selectors import Selector
from forge.states.values import Value

_SHOWN_AS = {
    "date": "yyyy-mm-dd",
    "datetime": "yyyy-mm-dd hh:mm:ss",
    "time": "hh:mm:ss",
    "duration": "[h]:mm:ss",
}
"""A number format for each class of formats under which a number is no plain number."""


def observe(content: bytes, probes: Sequence[ProbeSpec] = (), *, window: bool = False) -> Observation:
    """A workbook as LibreOffice opens, recalculates, probes and stores it.

    Args:
        content: the workbook's bytes.
        probes: experiments with it.
        window: whether it is shown, on no screen, so that the stored file has its frozen panes, zoom and hidden
            grids; that doubles the time. Without, LibreOffice tells them, and the state holds what it told.

    Raises:
        UnreadableError: the file is protected, damaged or too large, or LibreOffice refuses it.
        EngineError: LibreOffice is not there, did not start, hung or died.
    """
    engine = office()
    asked = [asking for probe in probes if (asking := _probe(probe)) is not None]
    check(content, WORKBOOK)
    if WORKBOOK.is_opendocument(content):
        stored = engine.recalculate(content, ".ods", probes=asked, window=window)
        workbook = engine.convert(stored.content, ".ods", ".xlsx")
    else:
        stored = engine.recalculate(content, ".xlsx", probes=asked, window=window)
        workbook = stored.content
    readings = {
        probe: {address: _value(reading) for address, reading in found.items()}
        for probe, found in stored.readings.items()
    }
    book = read_workbook(workbook, "the workbook as LibreOffice stored it")
    for sheet in book.sheets:
        if (view := stored.views.get(sheet.name)) is not None:
            frozen = view.rows or view.columns
            sheet.freeze = place(view.rows + 1, view.columns + 1) if frozen else None
            sheet.zoom, sheet.gridlines = view.zoom, view.grid
    return Observation({"": stored.content}, tree_of(book), readings, engine.version() or "")


def _probe(spec: ProbeSpec) -> Probe | None:
    """A probe in the engine's terms; None where a place is no single cell, so that nothing can be read there."""
    inputs = [(_cell(selector), value) for selector, value in spec.inputs]
    readings = [(str(selector), _cell(selector)) for selector in spec.readings]
    if any(cell is None for cell, _ in inputs):
        return None
    return Probe(
        spec.id,
        [(*cell, value) for cell, value in inputs if cell is not None],
        [(key, *cell) for key, cell in readings if cell is not None],
    )


def _cell(selector: Selector) -> tuple[str, str] | None:
    """The sheet and the place of the one cell that a selector spells out."""
    match selector.path():
        case (("sheet", str(sheet)), ("row", int(row)), ("cell", str(column))):
            return sheet, f"{column}{row}"
    return None


def _value(reading: Reading) -> Value:
    """What was read as a typed value: dates, times and durations are told from numbers by the format."""
    value = reading.value
    if not isinstance(value, int | float) or isinstance(value, bool):
        return value
    number: float = int(value) if float(value).is_integer() else value
    shown_as = _SHOWN_AS.get(reading.format)
    if shown_as is None:
        return number
    return from_serial(number + (reading.zero - EPOCH).days, shown_as)
