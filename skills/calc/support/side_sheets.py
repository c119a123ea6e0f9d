"""Small tables on further sheets that a task needs: groups to be summed up, bands, periods, a cash book."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from forge.preparers.calc.places import letters, place_of
from forge.preparers.calc.spec import Cell, Column, Workbook
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.looks import width_for
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.rows import Entry

_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\]")


def add_side_sheet(
    table: Table, desktop: Desktop, name: str, columns: Mapping[TableColumn, Sequence[Entry]]
) -> tuple[Table, Table]:
    """Lay a small table out on a new sheet, in the manner of a table that is there.

    Args:
        table: the table whose looks it takes.
        desktop: the desktop.
        name: what the sheet is called, as far as a sheet can be called so and no other is.
        columns: the columns from left to right, whose letters do not matter, with their entries; cells that are
            empty have their looks nevertheless.

    Returns:
        The table that was there, now no longer on the only sheet, and the new one.
    """
    workbook, main = table.workbook(desktop), table.worksheet(desktop)
    plain = main[table.place(table.columns[0], table.first_row)].style.but(horizontal="general")
    sheet = workbook.add_sheet(_free_name(workbook, name))
    placed = [replace(column, letter=letters(number)) for number, column in enumerate(columns, 1)]
    for number, (column, values) in enumerate(zip(placed, columns.values(), strict=True), 1):
        header = table.header_style(desktop, column.role)
        sheet.cells[1, number] = Cell(column.name, None, header)
        body = plain.but(number_format=column.number_format)
        for row, value in enumerate(values, 2):
            sheet.cells[row, number] = Cell(value, None, body)
        sheet.columns[number] = Column(width_for(column.name, values, column.number_format, header))
    side = Table(
        mount=table.mount,
        sheet=sheet.name,
        header_row=1,
        columns=tuple(placed),
        entries={column.name: tuple(values) for column, values in columns.items()},
        domain=table.domain,
        locale=table.locale,
        only_sheet=False,
        only_file=table.only_file,
    )
    return replace(table, only_sheet=False), side


def _free_name(workbook: Workbook, wanted: str) -> str:
    wanted = " ".join(_NOT_IN_NAMES.sub(" ", wanted).strip(" '").split())[:28]
    taken = {sheet.name.casefold() for sheet in workbook.sheets}
    name, number = wanted, 2
    while name.casefold() in taken:
        name, number = f"{wanted} {number}", number + 1
    return name


def rearranged(table: Table, desktop: Desktop, columns: Sequence[TableColumn], rows: Sequence[int]) -> Table:
    """Bring the columns of a small table into another order and drop some rows, at the start.

    Args:
        table: the table.
        desktop: the desktop.
        columns: all its columns in their new order.
        rows: the numbers of the rows that stay.
    """
    sheet = table.worksheet(desktop)
    cells = {
        (row, item.letter): sheet.cells.pop(place_of(table.place(item, row)))
        for row in (table.header_row, *table.row_numbers)
        for item in table.columns
    }
    widths = {item.letter: sheet.column(item.letter).width for item in columns}
    placed: list[TableColumn] = []
    for old, new in zip(table.columns, columns, strict=True):
        placed.append(replace(new, letter=old.letter))
        sheet.column(old.letter).width = widths[new.letter]
        for number, row in enumerate((table.header_row, *rows), table.header_row):
            sheet.cells[place_of(f"{old.letter}{number}")] = cells[row, new.letter]
    entries = {item.name: tuple(table.value(item, row) for row in rows) for item in columns}
    return replace(table, columns=tuple(placed), entries=entries)
