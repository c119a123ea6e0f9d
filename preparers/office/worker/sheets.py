"""What only spreadsheets have: recalculation, and experiments with their cells."""

from __future__ import annotations

import datetime as dt
import re
from typing import Any

_SERVICE = "com.sun.star.sheet.SpreadsheetDocument"
_FORMATS = (  # com.sun.star.util.NumberFormat, the first whose bits are all set names the class
    ("datetime", 6),
    ("date", 2),
    ("time", 4),
    ("currency", 8),
    ("scientific", 32),
    ("fraction", 64),
    ("percent", 128),
    ("boolean", 1024),
    ("text", 256),
    ("number", 16),
)
_TIME = 4
_ELAPSED = re.compile(r"\[[HMS]+\]")
_PLAIN_VIEW = {"HorizontalSplitMode": 0, "VerticalSplitMode": 0, "ZoomValue": 100, "ShowGrid": True}
_EMPTY, _VALUE, _TEXT, _FORMULA = "EMPTY", "VALUE", "TEXT", "FORMULA"  # com.sun.star.table.CellContentType
_CONTENTS = 1 | 2 | 4 | 16  # com.sun.star.sheet.CellFlags: value, date, text, formula
_TEXT_RESULT = 2  # com.sun.star.sheet.FormulaResult.STRING


def calculate(document: Any) -> None:
    """Work out every formula of a spreadsheet anew; nothing for other documents."""
    if document.supportsService(_SERVICE):
        document.calculateAll()


def keep_view(document: Any, toolkit: Any) -> None:
    """Let frozen panes, zoom and hidden grids survive storing; nothing for other documents.

    What the Excel filter stores of the view is that of the active window, and a hidden one is never active: it
    would store plain sheets. So a window is shown (on no screen), for those documents alone that have a view
    to lose, because it costs more than everything else.
    """
    if not document.supportsService(_SERVICE):
        return
    views = document.ViewData
    if views is None or not views.Count or not _has_view(views.getByIndex(0)):
        return
    controller = document.CurrentController
    controller.restoreViewData(views.getByIndex(0))
    window = controller.Frame.ContainerWindow
    window.setVisible(True)
    window.setFocus()
    toolkit.processEventsToIdle()  # it becomes the active one when it is told of the focus


def _has_view(data: Any) -> bool:
    for item in data:
        if item.Name == "Tables":
            tables = item.Value
            for name in tables.ElementNames:
                table = {entry.Name: entry.Value for entry in tables.getByName(name)}
                if any(table.get(key, plain) != plain for key, plain in _PLAIN_VIEW.items()):
                    return True
    return False


def experiment(document: Any, probe: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What stands at a probe's places once its inputs are set; afterwards the inputs are what they were.

    Returns:
        Each reading by its key; one whose sheet is missing is left out. There are none at all where an input cannot
        be set: its sheet is missing, or it is part of an array formula, or it should be emptied and is protected.
    """
    cells = [_cell(document, sheet, place) for sheet, place, _ in probe["inputs"]]
    if any(cell is None or cell.ArrayFormula for cell in cells):
        return {}
    before = [(cell, cell.NumberFormat, _content(cell)) for cell in cells]
    try:
        for cell, (_, _, value) in zip(cells, probe["inputs"]):  # noqa: B905 - `strict` is newer than 3.8
            _set(cell, _converted(document, value))
            if value is None and _content(cell) is not None:
                return {}
        document.calculate()
        places = [(key, _cell(document, sheet, place)) for key, sheet, place in probe["readings"]]
        return {key: _reading(document, cell) for key, cell in places if cell is not None}
    finally:
        for cell, shown, content in reversed(before):
            _set(cell, content)
            cell.NumberFormat = shown  # setting a text or a truth value changes it
        document.calculate()


def restored(document: Any, probe: dict[str, Any]) -> bool:
    """Whether an experiment could put everything back; not the formats on a protected sheet."""
    sheets = document.Sheets
    names = {sheet for sheet, _, _ in probe["inputs"]}
    return not any(sheets.hasByName(name) and sheets.getByName(name).isProtected() for name in names)


class _Formula(str):
    """What a cell works out, told from a text that looks like it."""


def _cell(document: Any, sheet: str, place: str) -> Any:
    sheets = document.Sheets
    return sheets.getByName(sheet).getCellRangeByName(place) if sheets.hasByName(sheet) else None


def _content(cell: Any) -> Any:
    """What a cell holds, as `_set` takes it."""
    kind = cell.Type.value
    if kind == _VALUE:
        return cell.Value
    if kind == _TEXT:
        return cell.String
    return _Formula(cell.Formula) if kind == _FORMULA else None


def _converted(document: Any, value: Any) -> Any:
    """A value of a request, as `_set` takes it."""
    if isinstance(value, bool):
        return _Formula("=TRUE()" if value else "=FALSE()")
    return _serial(document, value) if isinstance(value, dict) else value


def _set(cell: Any, content: Any) -> None:
    if content is None:
        cell.clearContents(_CONTENTS)
    elif isinstance(content, _Formula):
        cell.Formula = str(content)
    elif isinstance(content, str):
        cell.String = content
    else:
        cell.Value = content


def _serial(document: Any, value: dict[str, Any]) -> float:
    """A moment as days since the document's day zero, a time of day or a duration as days."""
    if "seconds" in value:
        return float(value["seconds"]) / 86400
    zero = document.NullDate
    moment = dt.datetime.fromisoformat(value["moment"])
    return (moment - dt.datetime(zero.Year, zero.Month, zero.Day)) / dt.timedelta(days=1)  # noqa: DTZ001 - cells hold local time


def _reading(document: Any, cell: Any) -> dict[str, Any]:
    kind = cell.Type.value
    shown = _format(document, cell.NumberFormat)
    if kind == _EMPTY:
        return {"kind": "empty", "value": None, "format": shown}
    if cell.getError():
        return {"kind": "error", "value": cell.String, "format": shown}
    if kind == _TEXT or (kind == _FORMULA and cell.FormulaResultType2 == _TEXT_RESULT):
        return {"kind": "text", "value": cell.String, "format": shown}
    if shown == "boolean":
        return {"kind": "boolean", "value": cell.Value != 0, "format": shown}
    zero = document.NullDate
    return {
        "kind": "number",
        "value": cell.Value,
        "format": shown,
        "zero": [zero.Year, zero.Month, zero.Day],
    }


def _format(document: Any, key: int) -> str:
    shown = document.NumberFormats.getByKey(key)
    if shown.Type & _TIME and _ELAPSED.search(shown.FormatString):
        return "duration"
    return next((name for name, mask in _FORMATS if shown.Type & mask == mask), "general")
