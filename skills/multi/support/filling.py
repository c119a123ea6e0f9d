"""Cells of a workbook that are filled with what stands in another application."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from forge.preparers.desktop import Desktop
from forge.skills.calc.support import typed
from forge.skills.calc.support.side_sheets import add_side_sheet
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.calc.support.typed import Typed
from forge.skills.content.kit import Role
from forge.skills.content.rows import Entry
from forge.skills.contract import Attempt, Fact
from forge.skills.facts import worked_out
from forge.states.rubric import Requirement
from forge.states.selectors import Selector

Column = tuple[str, Role]
"""The header of a column and what it holds."""


@dataclass(frozen=True)
class Filling:
    """Entries that are to be typed into cells, each known only from elsewhere.

    Attributes:
        table: the table in which, or on whose sheet, the cells stand.
        entries: the entries with their cells.
    """

    table: Table
    entries: tuple[Typed, ...]

    @classmethod
    def column(cls, table: Table, column: TableColumn, entries: Sequence[Entry]) -> Filling:
        """Entries for a column from its first row down; where there is None, nothing is typed."""
        found = zip(table.row_numbers, entries, strict=True)
        return cls(
            table, tuple(Typed(table.place(column, row), entry) for row, entry in found if entry is not None)
        )

    def act(self, desktop: Desktop) -> None:
        """Type them in."""
        typed.type_in(self.table, desktop, self.entries)

    def instead(self, entries: Sequence[Entry]) -> Callable[[Desktop], None]:
        """Type other entries into the same cells."""
        others = [Typed(item.where, entry) for item, entry in zip(self.entries, entries, strict=True)]
        return partial(typed.type_in, self.table, entries=[item for item in others if item.entry is not None])

    def fact(self, *places: Selector) -> Fact:
        """The private fact of what is typed and where."""
        values = [value for item in self.entries for value in (*item.readings, item.where)]
        return worked_out("entries", tuple(values), *places)

    def requirement(self, says: str, *facts: str) -> Requirement:
        """Every cell holds its entry."""
        checks = tuple(item.check(self.table) for item in self.entries)
        return Requirement(id="entries", says=says, any_of=(checks,), facts=(*facts, "entries"))

    @property
    def writes(self) -> tuple[Selector, ...]:
        """The values of the cells."""
        return typed.writes(self.table, self.entries)

    @property
    def free(self) -> tuple[Selector, ...]:
        """Formulas that give them, and how they look."""
        return typed.free(self.table, self.entries, typed.STYLE_FIELDS)

    def variants(self) -> tuple[Attempt, ...]:
        """Other ways of typing the same."""
        return typed.variants(self.table, self.entries)

    def near_misses(self) -> tuple[Attempt, ...]:
        """What people get wrong when they type."""
        return typed.near_misses(self.table, self.entries)


def listing(
    table: Table, desktop: Desktop, name: str, columns: Mapping[Column, Sequence[Entry]]
) -> tuple[Table, Table]:
    """A further sheet with a small table that the task needs; gives the table that was there, and the new one."""
    made = {TableColumn(header, role, "A"): entries for (header, role), entries in columns.items()}
    return add_side_sheet(table, desktop, name, made)
