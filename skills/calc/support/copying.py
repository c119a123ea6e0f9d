"""A part of a table that is copied to another place, in right ways and in wrong ones."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, partial

from forge.preparers.calc import places
from forge.preparers.calc.places import letters, place_of, quoted
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.calc.support.value_block import Lines, ValueBlock, around_columns
from forge.skills.contract import Attempt
from forge.states.selectors import Selector


@dataclass(frozen=True)
class Copying:
    """Cells of a table that stand side by side, and where their copy is to begin.

    Attributes:
        table: the table.
        columns: the columns, from left to right.
        rows: the rows; the header may be among them.
        sheet: the sheet of the copy.
        corner: its first cell.
    """

    table: Table
    columns: tuple[TableColumn, ...]
    rows: range
    sheet: str
    corner: str

    @property
    def area(self) -> str:
        """The range that is copied."""
        return f"{self.columns[0].letter}{self.rows[0]}:{self.columns[-1].letter}{self.rows[-1]}"

    def _lines(self) -> Lines:
        """What stands in the range."""
        table = self.table
        return [
            [item.name if row == table.header_row else table.value(item, row) for item in self.columns]
            for row in self.rows
        ]

    @cached_property
    def block(self) -> ValueBlock:
        """The copy."""
        table, last = self.table, place_of(self.corner)[1] + len(self.columns) - 1
        roam: tuple[Selector, ...] = (places.column(table.mount, self.sheet, "A", letters(last), "width"),)
        if self.sheet == table.sheet:
            roam = around_columns(table, [table.new_column(item.name) for item in self.columns])
        return ValueBlock(
            table.mount,
            self.sheet,
            self.corner,
            self._lines(),
            tuple(
                table.at(f"{item.letter}{self.rows[0]}:{item.letter}{self.rows[-1]}", "value")
                for item in self.columns
            ),
            headed=table.header_row in self.rows,
            dress=self.dress,
            roam=roam,
            alone=self.sheet != table.sheet,
        )

    def dress(self, desktop: Desktop) -> None:
        """Give the copy the looks and widths of what was copied."""
        home, sheet = self.table.worksheet(desktop), self.block.worksheet(desktop)
        top, left = place_of(self.corner)
        for across, item in enumerate(self.columns):
            sheet.column(letters(left + across)).width = home.column(item.letter).width
            for down, row in enumerate(self.rows):
                sheet.cell(top + down, left + across).style = home[self.table.place(item, row)].style

    def variants(self) -> tuple[Attempt, ...]:
        """The values alone, and cells that refer to those that were copied."""
        prefix = f"{quoted(self.table.sheet)}!" if self.sheet != self.table.sheet else ""
        formulas = [[f"={prefix}{item.letter}{row}" for item in self.columns] for row in self.rows]
        return (
            Attempt("values alone", partial(self.block.fill, dressed=False), why="It only looks plainer."),
            Attempt("referring", partial(self.block.fill, formulas=formulas), why="It shows the same."),
        )

    def near_misses(self) -> tuple[Attempt, ...]:
        """Cut, at the wrong place, one row short, and the neighbours of what was asked for."""
        top, left = place_of(self.corner)
        all_columns = self.table.columns
        next_ones = [(all_columns.index(item) + 1) % len(all_columns) for item in self.columns]
        right = replace(self, corner=f"{letters(left + 1)}{top}")
        below = replace(self, corner=f"{letters(left)}{top + 1}")
        others = replace(self, columns=tuple(all_columns[at] for at in next_ones))
        return (
            Attempt("cut", self.cut, why="What was to be copied is gone."),
            Attempt("one column right", right.block.fill, why="The copy stands elsewhere."),
            Attempt("one row below", below.block.fill, why="The copy stands elsewhere."),
            Attempt("one row short", partial(self.block.fill, left_out=1), why="The last row is missing."),
            Attempt("next column", others.block.fill, why="Other columns were copied."),
        )

    def cut(self, desktop: Desktop) -> None:
        """Move the cells instead of copying them."""
        self.block.fill(desktop)
        for cell in self.table.worksheet(desktop).range(self.area):
            cell.value = None


def full_runs(table: Table, number: int) -> list[tuple[TableColumn, ...]]:
    """The runs of so many columns side by side, right of the first, in which no cell is empty."""
    columns = table.columns[1:]
    runs = [columns[at : at + number] for at in range(len(columns) - number + 1)]
    return [run for run in runs if not any(None in table.values(item) for item in run)]
