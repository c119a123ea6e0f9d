"""Tables on a desktop that is already there: found by their look, their columns told by what stands in them.

So a skill works on what an earlier skill or a person has left, and not only on what it made itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, time, timedelta
from itertools import count, takewhile

from forge.preparers.calc.places import letters
from forge.preparers.calc.spec import Cell, CellValue, Sheet, Workbook
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import Needs, Role, TableKit
from forge.skills.content.rows import Entry
from forge.skills.content.stock import STOCK

FEWEST_COLUMNS = 3
FEWEST_ROWS = 12
"""A table with fewer rows gives no task that is worth doing."""

_HEADER_WITHIN = 8
_UNIT = re.compile(r" \([^()]*\)$")
"""What some headers say of the unit behind the name of the column."""
_FEW_CLASSES = 9
_CURRENCY = re.compile(r"[$€£]|zł|Kč|kr|R\$")
_PHONE = re.compile(r"[+(]?\d[\d ()/.-]{5,}")
_NAME = re.compile(r"[^\W\d_][\w.'’-]*,?( [\w.'’&-]+){1,4}", re.UNICODE)


def suitable_tables(
    desktop: Desktop,
    needs: Needs,
    *,
    rows: int = FEWEST_ROWS,
    lookup: bool = False,
    kit: TableKit | None = None,
) -> list[Table]:
    """The tables of a desktop with which a task can be made.

    Args:
        desktop: the desktop.
        needs: how many columns of which roles there must be.
        rows: the fewest rows.
        lookup: whether another sheet must hold an attribute for each value of one of the columns.
        kit: what the desktop is about, where it is known: what columns hold is then as it says.
    """
    found = tables_on(desktop)
    return [
        table
        for table in (found if kit is None else [as_told(table, kit) for table in found])
        if len(table) >= rows
        and all(len(table.all(role)) >= number for role, number in needs.items())
        and (table.lookup is not None or not lookup)
    ]


def as_told(table: Table, kit: TableKit) -> Table:
    """A table with the roles, nouns, field and language that a kit gives it."""
    columns = (*kit.columns, *(column for stock in STOCK.values() for column in stock))
    told = {column.name: column for column in reversed(columns)}

    def described(column: TableColumn) -> TableColumn:
        known = told.get(column.name) or told.get(_UNIT.sub("", column.name))
        if known is None or column.derived:
            return column
        return replace(column, role=known.role, unit=column.unit or known.unit)

    return replace(
        table,
        columns=tuple(described(column) for column in table.columns),
        noun=kit.row,
        nouns=kit.rows,
        domain=kit.domain,
        locale=kit.locale,
        lookup=as_told(table.lookup, kit) if table.lookup is not None else None,
    )


def tables_on(desktop: Desktop) -> list[Table]:
    """Every table on the visible sheets of a desktop's workbooks, with the one that explains its values."""
    mounts = [mount for mount, document in desktop.documents.items() if document.preparer == "calc"]
    found: list[Table] = []
    for mount in mounts:
        workbook: Workbook = desktop.spec(mount)
        sheets = [sheet for sheet in workbook.sheets if not sheet.hidden]
        tables = [table for sheet in sheets if (table := table_on(mount, sheet)) is not None]
        alone = len(workbook.sheets) == 1
        found += [
            replace(
                table,
                lookup=next((other for other in tables if _explains(other, table)), None),
                only_sheet=alone,
                only_file=len(mounts) == 1,
            )
            for table in tables
        ]
    return found


def table_on(mount: str, sheet: Sheet) -> Table | None:
    """The table on a sheet, or None where none can be made out."""
    last_row, last_column = sheet.size()
    for header_row in range(1, min(_HEADER_WITHIN, last_row) + 1):
        columns = _headers(sheet, header_row, last_column)
        if len(columns) < FEWEST_COLUMNS and not (len(columns) == 2 and header_row == 1):
            continue
        end = _end(sheet, header_row, columns, last_row)
        if end <= header_row:
            continue
        entries: dict[str, tuple[Entry, ...]] = {}
        described: list[TableColumn] = []
        for number in columns:
            cells = [sheet.cells.get((row, number)) for row in range(header_row + 1, end + 1)]
            name = str(sheet.cells[header_row, number].value)
            described.append(_describe(name, letters(number), cells))
            entries[name] = tuple(_entry(cell) for cell in cells)
        return Table(mount, sheet.name, header_row, tuple(described), entries)
    return None


def _headers(sheet: Sheet, row: int, last_column: int) -> Sequence[int]:
    """The adjacent columns with different texts in a row, from its first entry on, or none."""
    texts = {
        number: cell.value
        for number in range(1, last_column + 1)
        if (cell := sheet.cells.get((row, number))) is not None and cell.value is not None
    }
    first = min(texts, default=0)
    numbers = list(takewhile(texts.__contains__, count(first)))
    all_text = all(isinstance(texts[number], str) for number in numbers)
    different = len({str(texts[number]).casefold() for number in numbers}) == len(numbers)
    return numbers if all_text and different else ()


def _end(sheet: Sheet, header_row: int, columns: Sequence[int], last_row: int) -> int:
    """The last row of data: before the first that is empty or holds totals."""
    for row in range(header_row + 1, last_row + 1):
        cells = [cell for number in columns if (cell := sheet.cells.get((row, number))) is not None]
        filled = [cell for cell in cells if cell.value is not None]
        first = sheet.cells.get((row, columns[0]))
        totals = any(cell.formula is not None for cell in filled) and (
            first is None or first.value in ("Total", None)
        )
        if not filled or totals:
            return row - 1
    return last_row


def _entry(cell: Cell | None) -> Entry:
    value = cell.value if cell is not None else None
    return value if isinstance(value, int | float | str | date | time | timedelta) else None


def _describe(name: str, letter: str, cells: Sequence[Cell | None]) -> TableColumn:
    there = [cell for cell in cells if cell is not None and cell.value is not None]
    code = there[0].style.number_format if there else "General"
    role = role_of([cell.value for cell in there], len(cells), code)
    derived = any(cell.formula is not None for cell in there)
    sign = _CURRENCY.search(code)
    return TableColumn(name, role, letter, code, sign[0] if sign else "", derived)


def role_of(values: Sequence[CellValue], rows: int, number_format: str) -> Role:
    """The role of a column, judged by its entries.

    Args:
        values: what stands in it, without empty cells.
        rows: how many rows the table has.
        number_format: the number format of its cells.
    """
    by_type: tuple[tuple[type, Role], ...] = ((date, "date"), (time, "time"), (timedelta, "duration"))
    for kind, role in by_type:
        if values and all(isinstance(value, kind) for value in values):
            return role
    if values and all(isinstance(value, int | float) for value in values):
        return _number_role(values, number_format)
    return _text_role([str(value) for value in values], rows)


def _number_role(values: Sequence[CellValue], number_format: str) -> Role:
    if "%" in number_format:
        return "percentage"
    if _CURRENCY.search(number_format) or number_format in ("#,##0.00", "0.00"):
        return "money"
    return "quantity" if all(isinstance(value, int) for value in values) else "measurement"


def _text_role(texts: Sequence[str], rows: int) -> Role:
    def share(matches: Iterator[bool]) -> float:
        return sum(matches) / max(1, len(texts))

    different = len({text.casefold() for text in texts})
    if share("@" in text for text in texts) > 0.9:
        return "email"
    if share(_PHONE.fullmatch(text) is not None for text in texts) > 0.9:
        return "phone" if share(" " in text for text in texts) > 0.5 else "identifier"
    if different == rows and share(any(sign.isdigit() for sign in text) for text in texts) > 0.9:
        return "identifier"
    if len(texts) < 0.6 * rows:
        return "note"
    if different <= min(_FEW_CLASSES, rows // 2):
        return "category"
    return "person" if share(_NAME.fullmatch(text) is not None for text in texts) > 0.9 else "label"


def _explains(other: Table, table: Table) -> bool:
    """Whether a table holds one row for each value of a column of the same name in another table."""
    name = other.columns[0].name
    if other is table or not other.tells_apart(name) or name not in table.entries:
        return False
    return set(table.classes(name)) <= set(other.classes(name))
