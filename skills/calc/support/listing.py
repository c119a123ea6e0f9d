"""Lists of what occurs in columns of a table, each entry once, in order of first appearance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from forge.preparers.calc.places import block, column_number
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.moving import entries
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.rows import Entry
from forge.skills.contract import Attempt


@dataclass(frozen=True)
class Listing:
    """The different entries of some columns, in a list beside their table.

    Attributes:
        table: the table.
        columns: the columns.
        headed: their headers stand above.
    """

    table: Table
    columns: tuple[TableColumn, ...]
    headed: bool

    @property
    def rows(self) -> list[int]:
        """The rows in which an entry appears for the first time."""
        found: dict[tuple[Entry, ...], int] = {}
        for row in self.table.row_numbers:
            found.setdefault(entries(self.table, row, self.columns), row)
        return list(found.values())

    @property
    def start(self) -> tuple[int, int]:
        """The row and column of the first cell of the list."""
        return self.table.header_row, column_number(self.table.free_column) + 1

    @property
    def area(self) -> str:
        """Where the list stands."""
        row, column = self.start
        last = row + len(self.rows) - 1 + self.headed
        return block(row, column, last, column + len(self.columns) - 1)

    @property
    def values(self) -> tuple[Entry, ...]:
        """What stands in the list, row by row."""
        top = tuple(column.name for column in self.columns) if self.headed else ()
        return (*top, *(entry for row in self.rows for entry in entries(self.table, row, self.columns)))

    def write(
        self,
        desktop: Desktop,
        rows: Sequence[int] | None = None,
        *,
        headed: bool | None = None,
        down: int = 0,
        linked: bool = False,
        dressed: bool = False,
    ) -> None:
        """Write the list.

        Args:
            desktop: the desktop.
            rows: other rows whose entries are listed.
            headed: the headers stand above.
            down: so many rows further down.
            linked: as formulas that refer to the entries.
            dressed: with the looks of the columns.
        """
        sheet, (top, left) = self.table.worksheet(desktop), self.start
        headers = [self.table.header_row] if (self.headed if headed is None else headed) else []
        for row, source in enumerate([*headers, *(self.rows if rows is None else rows)], top + down):
            for number, column in enumerate(self.columns, left):
                where, cell = self.table.place(column, source), sheet.cell(row, number)
                cell.put(sheet[where].value, f"={where}" if linked else None)
                if dressed:
                    cell.style = sheet[where].style

    def variants(self) -> list[Attempt]:
        """Other ways of writing the same list."""
        return [
            Attempt("as formulas", partial(self.write, linked=True), why="The cells hold the same."),
            Attempt("with looks", partial(self.write, dressed=True), why="Nobody asked for looks."),
        ]

    def near_misses(self) -> list[Attempt]:
        """What people get wrong when they list entries."""
        table, rows = self.table, self.rows
        counted = Counter(entries(table, row, self.columns) for row in table.row_numbers)
        orders = {
            "alphabetical": sorted(rows, key=lambda row: str(entries(table, row, self.columns))),
            "by frequency": sorted(rows, key=lambda row: -counted[entries(table, row, self.columns)]),
            "last one missing": rows[:-1],
            "everything": list(table.row_numbers),
            "one twice": [*rows, rows[0]],
        }
        found = [
            Attempt(name, partial(self.write, rows=order), why="It is another list.")
            for name, order in orders.items()
            if order != rows
        ]
        other = partial(self.write, headed=not self.headed)
        found.append(Attempt("header otherwise", other, why="The header stands there, or does not."))
        found.append(Attempt("one row down", partial(self.write, down=1), why="It begins elsewhere."))
        return found
