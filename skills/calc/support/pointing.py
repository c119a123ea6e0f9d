"""People told by where they stand in a table instead of by name."""

from __future__ import annotations

from collections import Counter

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.found import tables_on
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Pointer


def person_in_table(desktop: Desktop, name: str) -> Pointer | None:
    """Words for a person by the row in which the name stands; None where no row can be told from the others."""
    for table in tables_on(desktop):
        for column in table.columns:
            row = next((row for row in table.row_numbers if table.value(column, row) == name), None)
            if row is not None and (pointer := _pointer(table, column, row)) is not None:
                return pointer
    return None


def _pointer(table: Table, column: TableColumn, row: int) -> Pointer | None:
    file = table.mount.rpartition("/")[2]
    for key in table.all("identifier"):
        entries = Counter(str(entry).casefold() for entry in table.values(key))
        entry = table.value(key, row)
        if key is not column and entry is not None and entries[str(entry).casefold()] == 1:
            where = f'the row whose "{key.name}" is "{entry}"'
            return Pointer(
                says=(
                    f'the person in the "{column.name}" column of {where} (see "{file}")',
                    f'whoever stands in the "{column.name}" column of "{file}" (in {where})',
                ),
                place=table.cell_selector(column, row, "value"),
                through=(table.cell_selector(key, row, "value"),),
            )
    return None
