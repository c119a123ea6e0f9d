"""What formulas read, and how experiments change it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from typing import TypeAlias

from forge.errors import SkillError
from forge.skills.calc.support.tables import ColumnName, Table, TableColumn
from forge.skills.content.rows import Entry

Spot: TypeAlias = tuple[str, str]
"""A cell by its sheet and its place."""
Changes: TypeAlias = Mapping[Spot, Entry]
"""What an experiment writes where."""


@dataclass(frozen=True)
class Inputs:
    """What formulas read: the cells of tables as at the start, but for those that an experiment changes."""

    changes: Changes = field(default_factory=dict)

    def value(self, table: Table, column: ColumnName, row: int) -> Entry:
        """What stands in one cell."""
        spot = spot_of(table, column, row)
        return self.changes[spot] if spot in self.changes else table.value(column, row)

    def values(self, table: Table, column: ColumnName) -> list[Entry]:
        """What stands in a column, from the first row down."""
        return [self.value(table, column, row) for row in table.row_numbers]

    def number(self, table: Table, column: ColumnName, row: int) -> float | int:
        """The number in one cell.

        Raises:
            SkillError: something else stands there.
        """
        value = self.value(table, column, row)
        if isinstance(value, int | float):
            return value
        raise SkillError(f"{table.sheet}!{table.place(column, row)} holds {value!r}, not a number.")

    def numbers(self, table: Table, column: ColumnName) -> list[float | int]:
        """The numbers of a column, without what is empty or something else."""
        return [value for value in self.values(table, column) if isinstance(value, int | float)]


def spot_of(table: Table, column: ColumnName, row: int) -> Spot:
    """One cell of a table."""
    return table.sheet, table.place(column, row)


def another(table: Table, column: TableColumn, value: Entry, place: int = 0) -> Entry:
    """Another entry that a cell of a column could hold, different for each place.

    Raises:
        SkillError: nothing stands there.
    """
    match value:
        case bool():
            return not value
        case int() | float():
            return value * 2 + 3 + 4 * place
        case date():
            return value + timedelta(days=400 + 61 * place)
        case timedelta():
            return value + timedelta(minutes=75 + 20 * place)
        case time():
            return value.replace(minute=(value.minute + 25) % 60)
        case str():
            return next((text for text in table.classes(column) if text != value), f"{value} two")
    raise SkillError(f"An experiment cannot change {column.name!r}, which holds {value!r} in a probed row.")
