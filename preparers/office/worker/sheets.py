"""What only spreadsheets have: recalculation, and experiments with their cells."""

from __future__ import annotations

import datetime as dt
from typing import Any

_SERVICE = "com.sun.star.sheet.SpreadsheetDocument"
_FORMATS = (  # com.sun.star.util.NumberFormat, the first whose bits are all set names the class
    ("duration", 8196),
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
_EMPTY, _VALUE, _TEXT, _FORMULA = "EMPTY", "VALUE", "TEXT", "FORMULA"
_TEXT_RESULT = 2  # com.sun.star.sheet.FormulaResult.STRING


def calculate(document: Any) -> None:
    """Work out every formula of a spreadsheet anew; nothing for other documents."""
    if document.supportsService(_SERVICE):
        document.calculateAll()


def experiment(document: Any, probe: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """What stands at a probe's places once its inputs are set; afterwards the inputs are what they were.

    Returns:
        Each reading by its key. Where an input's sheet is missing there are none; where a reading's sheet is
        missing, that one is left out.
    """
    cells = [(_cell(document, sheet, place), value) for sheet, place, value in probe["inputs"]]
    if any(cell is None for cell, _ in cells):
        return {}
    before = [(cell, *_content(cell)) for cell, _ in cells]
    try:
        for cell, value in cells:
            _set(document, cell, value)
        document.calculate()
        places = [(key, _cell(document, sheet, place)) for key, sheet, place in probe["readings"]]
        return {key: _reading(document, cell) for key, cell in places if cell is not None}
    finally:
        for cell, attribute, content in reversed(before):
            setattr(cell, attribute, content)
        document.calculate()


def _cell(document: Any, sheet: str, place: str) -> Any:
    sheets = document.Sheets
    return sheets.getByName(sheet).getCellRangeByName(place) if sheets.hasByName(sheet) else None


def _set(document: Any, cell: Any, value: Any) -> None:
    if value is None:
        cell.Formula = ""
    elif isinstance(value, bool):
        cell.Formula = "=TRUE()" if value else "=FALSE()"
    elif isinstance(value, (int, float)):
        cell.Value = value
    elif isinstance(value, str):
        cell.String = value
    else:
        cell.Value = _serial(document, value)


def _content(cell: Any) -> tuple[str, Any]:
    """What a cell holds, with the attribute by which it is given back."""
    attribute = {_VALUE: "Value", _TEXT: "String"}.get(cell.Type.value, "Formula")
    return attribute, getattr(cell, attribute)


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
    bits = document.NumberFormats.getByKey(key).Type
    return next((name for name, mask in _FORMATS if bits & mask == mask), "general")
