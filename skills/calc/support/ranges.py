"""Ranges as formulas write them."""

from __future__ import annotations

from forge.preparers.calc import places
from forge.preparers.calc.formulas import pinned
from forge.skills.calc.support.tables import ColumnName, Table


def data_range(
    home: Table, table: Table, column: ColumnName, *, fixed: bool = False, late: int = 0, short: int = 0
) -> str:
    """The range of a column's data as a formula beside another table writes it.

    Args:
        home: a table on the formula's sheet.
        table: the table of the data.
        column: the column.
        fixed: it does not move when the formula is copied.
        late: so many rows at the beginning are missed.
        short: so many rows at the end are missed.
    """
    letter = table.letter(column)
    text = f"{letter}{table.first_row + late}:{letter}{table.last_row - short}"
    if home.sheet != table.sheet:
        text = f"{places.quoted(table.sheet)}!{text}"
    return pinned(text, fixed=fixed)
