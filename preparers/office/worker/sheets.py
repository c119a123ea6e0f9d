"""What only spreadsheets have: recalculation, views that are lost, and experiments with their cells."""

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
_FROZEN = 2
_SCREEN = (1920, 1080)  # pixels of the desktops that tasks are done on
_POSITION_AND_SIZE = 15  # com.sun.star.awt.PosSize.POSSIZE
_EMPTY, _VALUE, _TEXT, _FORMULA = "EMPTY", "VALUE", "TEXT", "FORMULA"  # com.sun.star.table.CellContentType
_CONTENTS = 1 | 2 | 4 | 16  # com.sun.star.sheet.CellFlags: value, date, text, formula
_TEXT_RESULT = 2  # com.sun.star.sheet.FormulaResult.STRING


def is_spreadsheet(document: Any) -> bool:
    """Whether a document is one."""
    found: bool = document.supportsService(_SERVICE)
    return found


def keep_view(document: Any, toolkit: Any) -> None:
    """Let frozen panes, zoom and hidden grids of a spreadsheet survive storing.

    What the Excel filter stores of the view is that of the active window, and a hidden one is never active: it
    would store plain sheets. So a window is shown (on no screen), for those documents alone that have a view
    to lose, because it costs half as much as all the rest.
    """
    views = document.getViewData()
    if views is None or not views.getCount() or not _has_view(views.getByIndex(0)):
        return
    controller = document.getCurrentController()
    controller.restoreViewData(views.getByIndex(0))
    window = controller.getFrame().getContainerWindow()
    window.setPosSize(0, 0, *_SCREEN, _POSITION_AND_SIZE)  # panes that have no room are thawed
    window.setVisible(True)
    window.setFocus()
    toolkit.processEventsToIdle()  # it becomes the active one when it is told of the focus


def views(document: Any) -> dict[str, dict[str, Any]]:
    """What a spreadsheet that has no window would show of each sheet: frozen panes, zoom, grid lines."""
    told = document.getViewData()
    if told is None or not told.getCount():
        return {}
    shown = {item.Name: item.Value for item in told.getByIndex(0)}
    if "Tables" not in shown:
        return {}
    return {name: _view(shown["Tables"].getByName(name)) for name in shown["Tables"].getElementNames()}


def _view(data: Any) -> dict[str, Any]:
    table = {entry.Name: entry.Value for entry in data}
    return {
        "columns": _frozen(table, "Horizontal"),
        "rows": _frozen(table, "Vertical"),
        "zoom": table.get("ZoomValue", _PLAIN_VIEW["ZoomValue"]),
        "grid": table.get("ShowGrid", _PLAIN_VIEW["ShowGrid"]),
    }


def _frozen(table: dict[str, Any], direction: str) -> int:
    """How many rows or columns stay; where there was no window yet, the number stands among the twips."""
    if table.get(direction + "SplitMode") != _FROZEN:
        return 0
    position = direction + "SplitPosition"
    return int(table.get(position, table.get(position + "Twips", 0)))


def _has_view(data: Any) -> bool:
    for item in data:
        if item.Name == "Tables":
            tables = item.Value
            for name in tables.getElementNames():
                table = {entry.Name: entry.Value for entry in tables.getByName(name)}
                if any(table.get(key, plain) != plain for key, plain in _PLAIN_VIEW.items()):
                    return True
    return False


class Laboratory:
    """A spreadsheet on which experiments are made.

    What was fetched from the application is kept: each object costs milliseconds the first time it is touched.
    """

    def __init__(self, document: Any) -> None:
        """Work on a loaded spreadsheet."""
        self._document = document
        self._sheets = document.getSheets()
        self._formats = document.getNumberFormats()
        zero = document.NullDate
        self._zero = dt.datetime(zero.Year, zero.Month, zero.Day)  # noqa: DTZ001 - cells hold local time
        self._cells: dict[tuple[str, str], Any] = {}
        self._known: dict[str, Any] = {}
        self._classes: dict[int, str] = {}

    def experiment(self, probe: dict[str, Any]) -> dict[str, dict[str, Any]]:
        """What stands at a probe's places once its inputs are set; afterwards the inputs are what they were.

        Returns:
            Each reading by its key; one whose sheet is missing is left out. There are none at all where an input
            cannot be set: its sheet is missing, or it is part of an array formula, or it should be emptied and is
            protected.
        """
        cells = [self._cell(sheet, place) for sheet, place, _ in probe["inputs"]]
        if any(cell is None or cell.getArrayFormula() for cell in cells):
            return {}
        before = [(cell, cell.NumberFormat, _content(cell)) for cell in cells]
        try:
            for cell, (_, _, value) in zip(cells, probe["inputs"]):  # noqa: B905 - `strict` is newer than 3.8
                _set(cell, self._converted(value))
                if value is None and _content(cell) is not None:
                    return {}
            self._document.calculate()
            places = [(key, self._cell(sheet, place)) for key, sheet, place in probe["readings"]]
            return {key: self._reading(cell) for key, cell in places if cell is not None}
        finally:
            for cell, shown, content in reversed(before):
                _set(cell, content)
                cell.NumberFormat = shown  # setting a text or a truth value changes it
            self._document.calculate()

    def restored(self, probe: dict[str, Any]) -> bool:
        """Whether an experiment could put everything back; not the formats on a protected sheet."""
        sheets = [self._sheet(sheet) for sheet, _, _ in probe["inputs"]]
        return not any(sheet is not None and sheet.isProtected() for sheet in sheets)

    def _sheet(self, name: str) -> Any:
        if name not in self._known:
            self._known[name] = self._sheets.getByName(name) if self._sheets.hasByName(name) else None
        return self._known[name]

    def _cell(self, name: str, place: str) -> Any:
        sheet = self._sheet(name)
        if sheet is not None and (name, place) not in self._cells:
            self._cells[name, place] = sheet.getCellRangeByName(place)
        return self._cells.get((name, place))

    def _converted(self, value: Any) -> Any:
        """A value of a request, as `_set` takes it: moments as days since day zero, durations as days."""
        if isinstance(value, bool):
            return _Formula("=TRUE()" if value else "=FALSE()")
        if not isinstance(value, dict):
            return value
        if "seconds" in value:
            return value["seconds"] / 86400
        return (dt.datetime.fromisoformat(value["moment"]) - self._zero) / dt.timedelta(days=1)

    def _reading(self, cell: Any) -> dict[str, Any]:
        kind, shown = cell.getType().value, self._format(cell.NumberFormat)
        if kind == _EMPTY:
            return {"kind": "empty", "value": None, "format": shown}
        if cell.getError():
            return {"kind": "error", "value": cell.getString(), "format": shown}
        if kind == _TEXT or (kind == _FORMULA and cell.FormulaResultType2 == _TEXT_RESULT):
            return {"kind": "text", "value": cell.getString(), "format": shown}
        if shown == "boolean":
            return {"kind": "boolean", "value": cell.getValue() != 0, "format": shown}
        zero = [self._zero.year, self._zero.month, self._zero.day]
        return {"kind": "number", "value": cell.getValue(), "format": shown, "zero": zero}

    def _format(self, key: int) -> str:
        if key not in self._classes:
            shown = self._formats.getByKey(key)
            bits = shown.Type
            named = next((name for name, mask in _FORMATS if bits & mask == mask), "general")
            elapsed = bits & _TIME and _ELAPSED.search(shown.FormatString)
            self._classes[key] = "duration" if elapsed else named
        return self._classes[key]


class _Formula(str):
    """What a cell works out, told from a text that looks like it."""


def _content(cell: Any) -> Any:
    """What a cell holds, as `_set` takes it."""
    kind = cell.getType().value
    if kind == _VALUE:
        return cell.getValue()
    if kind == _TEXT:
        return cell.getString()
    return _Formula(cell.getFormula()) if kind == _FORMULA else None


def _set(cell: Any, content: Any) -> None:
    if content is None:
        cell.clearContents(_CONTENTS)
    elif isinstance(content, _Formula):
        cell.setFormula(str(content))
    elif isinstance(content, str):
        cell.setString(content)
    else:
        cell.setValue(content)
