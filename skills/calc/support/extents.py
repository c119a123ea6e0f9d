"""How far people select: the data of a column, its header as well, the column as a whole.

Rules and validations that reach over a header or into empty cells often do the same work. Where they do, their
reference is held against a pattern: LibreOffice cuts some whole columns off somewhere below what is used.
"""

from __future__ import annotations

import re

from forge.preparers.calc.places import quoted
from forge.preparers.calc.trees import reference
from forge.skills.calc.support.facts import worked_out
from forge.skills.calc.support.tables import ColumnName, Table, TableColumn
from forge.skills.content.kit import Role
from forge.skills.contract import Fact
from forge.states.values import Reference

LAST_ROW = 1_048_576
"""The last row of a sheet."""


def column_range(table: Table, column: ColumnName, *, header: bool = False, short: int = 0) -> str:
    """The range of a column's data, also with its header, or some rows short."""
    letter = table.letter(column)
    first = table.header_row if header else table.first_row
    return f"{letter}{first}:{letter}{table.last_row - short}"


def whole_column(table: Table, column: ColumnName) -> str:
    """The range of a column from the first to the last row of the sheet."""
    return f"{table.letter(column)}1:{table.letter(column)}{LAST_ROW}"


def column_pattern(
    table: Table,
    column: ColumnName,
    *,
    below: bool = True,
    above: bool = True,
    top: int | None = None,
) -> str:
    """A regular expression for references to a column's data, as wide as people select it.

    Args:
        table: the table.
        column: one of its columns.
        below: the reference may reach into the empty cells below the data.
        above: it may begin above the header, or be the column as a whole where it may also reach below.
        top: the row in which it must begin; None for the first row of the data, the header or, above, the sheet.
    """
    letter, last = table.letter(column), str(table.last_row)
    tops = {table.header_row, table.first_row, *([1] if above else [])} if top is None else {top}
    bottoms, spans = last, []
    if below and table.total_row is None:
        bottoms = rf"{last}|\d{{{max(4, len(str(table.last_row + 1)) + 1)},7}}"
        spans = [f"{letter}:{letter}"] if 1 in tops else []
    spans.append(rf"{letter}(?:{'|'.join(map(str, sorted(tops)))}):{letter}(?:{bottoms})")
    return re.escape(f"{quoted(table.sheet)}!") + f"(?:{'|'.join(spans)})"


def extents(table: Table, column: ColumnName) -> tuple[Reference, ...]:
    """References to a column's data, also with what is above, also down to the end of the sheet."""
    letter = table.letter(column)
    tops = dict.fromkeys((table.first_row, table.header_row, 1))
    bottoms = (table.last_row, LAST_ROW) if table.total_row is None else (table.last_row,)
    places = [f"{letter}{top}:{letter}{bottom}" for bottom in bottoms for top in tops]
    return tuple(reference(place, table.sheet) for place in places)


def area_fact(name: str, table: Table, column: ColumnName) -> Fact:
    """The private fact where the data of a column stand, as far as people select, which follows from the sheet."""
    return worked_out(name, extents(table, column), table.selector(column, "value"))


def complete(table: Table, *roles: Role) -> tuple[TableColumn, ...]:
    """The columns of some roles without empty cells; all of these roles where each has some."""
    found = table.all(*roles)
    return tuple(item for item in found if None not in table.values(item)) or found
