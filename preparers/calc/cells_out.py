"""The cells of a sheet on their way into a file: values, formulas with their stored values."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, time, timedelta
from xml.sax.saxutils import escape

from forge.preparers.calc.formulas import stored
from forge.preparers.calc.places import letters, range_of
from forge.preparers.calc.serials import to_serial
from forge.preparers.calc.spec import PLAIN, Cell, Sheet, Style
from forge.states.values import Error


def _text(text: str) -> str:
    safe = escape(text)
    return f'<t xml:space="preserve">{safe}</t>' if text != text.strip() or "\n" in text else f"<t>{safe}</t>"


def columns_element(sheet: Sheet) -> str:
    """The `cols` element of a sheet; nothing where no column has settings of its own."""
    parts = []
    for number, column in sorted(sheet.columns.items()):
        width = f' width="{column.width:g}" customWidth="1"' if column.width is not None else ""
        hidden = ' hidden="1"' if column.hidden else ""
        if width or hidden:
            parts.append(f'<col min="{number}" max="{number}"{width}{hidden}/>')
    return f"<cols>{''.join(parts)}</cols>" if parts else ""


def sheet_data(sheet: Sheet, style_number: Callable[[Style], int]) -> str:
    """The `sheetData` element of a sheet."""
    rows: dict[int, list[tuple[int, Cell]]] = {number: [] for number in sheet.rows}
    for (row, column), cell in {**sheet.cells, **_covered(sheet)}.items():
        rows.setdefault(row, []).append((column, cell))
    parts = ["<sheetData>"]
    for row in sorted(rows):
        parts.append(f'<row r="{row}"{_row_settings(sheet, row)}>')
        for column, cell in sorted(rows[row], key=lambda pair: pair[0]):
            parts.append(_cell(f"{letters(column)}{row}", cell, style_number(cell.style)))
        parts.append("</row>")
    parts.append("</sheetData>")
    return "".join(parts)


def _covered(sheet: Sheet) -> dict[tuple[int, int], Cell]:
    """The cells that merges cover, empty and in the style of the first cell: they hold its outer borders."""
    covered = {}
    for merge in sheet.merges:
        top, left, bottom, right = range_of(merge)
        first = sheet.cells.get((top, left))
        cell = Cell(style=first.style if first is not None else PLAIN)
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                if (row, column) != (top, left):
                    covered[row, column] = cell
    return covered


def _row_settings(sheet: Sheet, number: int) -> str:
    row = sheet.rows.get(number)
    if row is None:
        return ""
    height = f' ht="{row.height:g}" customHeight="1"' if row.height is not None else ""
    return height + (' hidden="1"' if row.hidden else "")


def _cell(where: str, cell: Cell, style: int) -> str:
    start = f'<c r="{where}" s="{style}"' if style else f'<c r="{where}"'
    if cell.formula is not None:
        kind, value = _result(cell)
        return f"{start}{kind}><f>{escape(stored(cell.formula))}</f><v>{value}</v></c>"
    if cell.value is None:
        return f"{start}/>"
    if isinstance(cell.value, str):
        return f'{start} t="inlineStr"><is>{_text(cell.value)}</is></c>'
    kind, value = _result(cell)
    return f"{start}{kind}><v>{value}</v></c>"


def _result(cell: Cell) -> tuple[str, str]:
    """The type attribute and the content of a value that stands in its cell."""
    match cell.value:
        case None:
            return "", ""
        case bool():
            return ' t="b"', str(int(cell.value))
        case int() | float():
            return "", repr(cell.value)
        case str():
            return ' t="str"', escape(cell.value)
        case Error(code):
            return ' t="e"', code
        case date() | time() | timedelta():
            return "", repr(to_serial(cell.value))
