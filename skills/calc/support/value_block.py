"""Cells that are to hold values, no matter whether these are typed, copied or calculated.

Where formulas are asked for, see `formula_cells`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from forge.preparers.calc import places
from forge.preparers.calc.places import block, column_number, letters, place_of
from forge.preparers.calc.spec import CellValue, Sheet, Workbook
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.facts import text_fact, worked_out
from forge.skills.calc.support.formula_cells import STYLE_FIELDS, dress_column
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import Role
from forge.skills.contract import Attempt, Fact
from forge.states.rubric import Absent, AnyCheck, Count, Equals, Requirement
from forge.states.selectors import Selector

Lines = Sequence[Sequence[CellValue]]
"""What stands in a block, row by row."""


@dataclass(frozen=True)
class ValueBlock:
    """A rectangle of cells that is to be filled.

    Attributes:
        mount: the workbook.
        sheet: the sheet.
        corner: the first cell, as in `H2`.
        lines: what it holds in the end, row by row.
        sources: the places from which that follows.
        headed: its first row are headers, whose outer spaces do not matter.
        dress: gives the cells their looks on a desktop; None where they have them from the start.
        roam: what is up to whoever does it, besides how these cells look.
        alone: the sheet is empty at the start, so its first rows come with the block.
    """

    mount: str
    sheet: str
    corner: str
    lines: Lines
    sources: tuple[Selector, ...]
    headed: bool = False
    dress: Callable[[Desktop], None] | None = None
    roam: tuple[Selector, ...] = ()
    alone: bool = False

    @property
    def rows(self) -> Selector:
        """The rows of the sheet down to the last one of the block."""
        return places.row(self.mount, self.sheet, 1, place_of(self.corner)[0] + len(self.lines) - 1)

    @property
    def body(self) -> tuple[CellValue, ...]:
        """The values below the headers, row by row."""
        return tuple(value for line in self.lines[self.headed :] for value in line)

    def cells(self, prop: str, first: int = 0, last: int | None = None) -> Selector:
        """A property of the cells, from one of its rows to another, counted from 0; by default of all."""
        row, column = place_of(self.corner)
        end = len(self.lines) - 1 if last is None else last
        area = block(row + first, column, row + end, column + len(self.lines[0]) - 1)
        return places.cells(self.mount, self.sheet, area, prop)

    def worksheet(self, desktop: Desktop) -> Sheet:
        """The sheet on a desktop, to be edited."""
        workbook: Workbook = desktop.spec(self.mount)
        return workbook.sheet(self.sheet)

    def fill(
        self,
        desktop: Desktop,
        lines: Lines | None = None,
        formulas: Sequence[Sequence[str | None]] | None = None,
        *,
        left_out: int = 0,
        dressed: bool = True,
    ) -> None:
        """Fill the block on a desktop.

        Args:
            desktop: the desktop.
            lines: what is filled in; by default what should be.
            formulas: the formulas that give it; by default it is typed.
            left_out: so many rows at the end stay as they are.
            dressed: the cells get their looks.
        """
        lines, sheet = lines or self.lines, self.worksheet(desktop)
        top, left = place_of(self.corner)
        for down, line in enumerate(lines[: len(lines) - left_out]):
            for across, value in enumerate(line):
                written = formulas[down][across] if formulas is not None else None
                sheet.cell(top + down, left + across).put(value, written)
        if dressed and self.dress is not None:
            self.dress(desktop)

    def facts(self) -> tuple[Fact, ...]:
        """What must be worked out."""
        size = len(self.lines) * len(self.lines[0])
        found = (worked_out("results", self.body, *self.sources),)
        return (*found, worked_out("size", size, *self.sources)) if self.alone else found

    def requirements(self, *facts: str) -> tuple[Requirement, ...]:
        """Headers where there are any, the right values, and nothing else on a sheet that was empty.

        Args:
            facts: the names of the facts that say what stands where.
        """
        found: list[Requirement] = []
        if self.headed:
            headers = Equals(select=self.cells("value", 0, 0), each=tuple(self.lines[0]), text="trimmed")
            says = "The columns have their headers."
            found.append(Requirement(id="headers", says=says, any_of=((headers,),), facts=facts))
        checks: list[AnyCheck] = [Equals(select=self.cells("value", int(self.headed)), each=self.body)]
        if self.alone:
            facts, everywhere = (*facts, "size"), self.rows.below("cell")
            size = len(self.lines) * len(self.lines[0])
            checks.append(Count(select=everywhere.of("value"), expected=size))
            checks += [Absent(select=everywhere.of(name)) for name in ("comment", "link")]
            checks.append(Equals(select=self.rows.of("hidden"), expected=False))
        says, facts = "Every cell holds the right value.", (*facts, "results")
        found.append(Requirement(id="values", says=says, any_of=(tuple(checks),), weight=2, facts=facts))
        return tuple(found)

    @property
    def writes(self) -> tuple[Selector, ...]:
        """What is written, for the footprint."""
        return (self.rows,) if self.alone else (self.cells("value"),)

    @property
    def free(self) -> tuple[Selector, ...]:
        """How the cells look, and whether they are calculated, is up to whoever fills them."""
        if self.alone:
            everywhere = self.rows.below("cell")
            looks = (*(everywhere.of(name) for name in STYLE_FIELDS), self.rows.of("height"))
        else:
            looks = tuple(self.cells(name) for name in STYLE_FIELDS)
        return (self.cells("formula"), *looks, *self.roam)

    def attempt(self, name: str, lines: Lines, why: str) -> Attempt:
        """The block filled with something else."""
        return Attempt(name, partial(self.fill, lines=lines), why=why)


def new_columns(table: Table, names: Iterable[str], role: Role = "label") -> tuple[TableColumn, ...]:
    """Columns as they could be added right of a table, side by side."""
    first = column_number(table.free_column)
    return tuple(TableColumn(name, role, letters(number)) for number, name in enumerate(names, first))


def dress_columns(table: Table, new: Iterable[TableColumn], desktop: Desktop) -> None:
    """Give new columns beside a table its looks."""
    for item in new:
        dress_column(table, item, desktop)


def around_columns(table: Table, new: Iterable[TableColumn]) -> tuple[Selector, ...]:
    """What is up to whoever adds columns: their width, and how the cells above and below look."""
    return tuple(
        selector
        for item in new
        for selector in (
            table.column_selector(item, "width"),
            *(table.around(item, name) for name in STYLE_FIELDS),
        )
    )


def value_columns(
    table: Table, new: Sequence[TableColumn], lines: Iterable[Sequence[CellValue]], *sources: Selector
) -> ValueBlock:
    """New columns beside a table, with their headers.

    Args:
        table: the table.
        new: the columns (`new_columns`).
        lines: what stands in each row of the data.
        sources: the places from which that follows.
    """
    return ValueBlock(
        table.mount,
        table.sheet,
        table.header_place(new[0]),
        ([item.name for item in new], *lines),
        sources,
        headed=True,
        dress=partial(dress_columns, table, new),
        roam=around_columns(table, new),
    )


def places_told(name: str, column: TableColumn) -> tuple[Fact, Fact]:
    """The facts on a new column: its header, and its letter under the name with `_place`."""
    says = (f"column {column.letter}", f"the empty column {column.letter}")
    return text_fact(name, column.name), Fact(name=f"{name}_place", value=column.letter, says=says)
