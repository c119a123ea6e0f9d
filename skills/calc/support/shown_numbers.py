"""Columns of numbers that are to be shown in another way: right number formats, and what people get wrong with them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Attempt
from forge.states.rubric import OneOf, Requirement
from forge.states.selectors import Selector

_PLAIN = re.compile(r"[#,0.%]+|General")


@dataclass(frozen=True)
class Target:
    """A column and how it is to be shown.

    Attributes:
        column: the column.
        codes: the number formats that do so, the simplest first.
        wrong: one that is easily taken for them.
    """

    column: TableColumn
    codes: tuple[str, ...]
    wrong: str

    @property
    def options(self) -> tuple[str, ...]:
        """The right formats, also with negative numbers spelled out."""
        return (*self.codes, *(f"{code};-{code}" for code in self.codes))


@dataclass(frozen=True)
class ShownNumbers:
    """Columns of a table that get number formats.

    Attributes:
        table: the table.
        targets: the columns.
        neighbour: a column that is easily taken for the first of them.
    """

    table: Table
    targets: tuple[Target, ...]
    neighbour: TableColumn

    def requirement(self, target: Target, name: str, words: str, *facts: str) -> Requirement:
        """That a column is shown as it should be.

        Args:
            target: the column.
            name: the id of the requirement.
            words: how it is to be shown.
            facts: the names of the facts that say so.
        """
        check = OneOf(select=self.table.selector(target.column, "number_format"), options=target.options)
        says = f"{target.column.name} is shown with {words}."
        return Requirement(id=name, says=says, any_of=((check,),), facts=facts)

    @property
    def writes(self) -> list[Selector]:
        """The formats of the data cells."""
        return [self.table.selector(target.column, "number_format") for target in self.targets]

    @property
    def free(self) -> list[Selector]:
        """Whoever formats a column by its letter formats the cells around the data as well."""
        return [self.table.around(target.column, "number_format") for target in self.targets]

    def format(
        self,
        desktop: Desktop,
        code: str = "{0}",
        column: TableColumn | None = None,
        short: int = 0,
        divided: float = 1,
        *,
        header: bool = False,
        text: bool = False,
    ) -> None:
        """Format the columns on a desktop.

        Args:
            desktop: the desktop.
            code: made of the simplest right format (`{0}`) and the wrong one (`{1}`).
            column: formatted instead of the first column.
            short: so many rows at the end keep their format.
            divided: the numbers themselves are divided by it.
            header: the cells of the headers are formatted as well.
            text: the numbers become texts.
        """
        for number, target in enumerate(self.targets):
            chosen = column if column is not None and number == 0 else target.column
            cells = self.table.cells(desktop, chosen)
            for cell in cells[: len(cells) - short]:
                cell.restyle(number_format=code.format(target.codes[0], target.wrong))
                if divided != 1 and isinstance(cell.value, int | float):
                    cell.value = cell.value / divided
                if text:
                    cell.value = str(cell.value)
            if header:
                self.table.cell(desktop, chosen, self.table.header_row).restyle(number_format=target.codes[0])

    def variants(self) -> tuple[Attempt, ...]:
        """The format with negative numbers spelled out, and the whole column formatted."""
        return (
            Attempt(
                "negative", partial(self.format, code="{0};-{0}"), why="Negative numbers are spelled out."
            ),
            Attempt(
                "whole_column",
                partial(self.format, header=True),
                why="The header's cell is formatted as well.",
            ),
        )

    def near_misses(self) -> tuple[Attempt, ...]:
        """Another column, one row short, texts, and another format."""
        return (
            Attempt(
                "neighbour", partial(self.format, column=self.neighbour), why="Another column is formatted."
            ),
            Attempt("one_short", partial(self.format, short=1), why="The last row keeps its format."),
            Attempt("as_text", partial(self.format, text=True), why="Numbers were turned into texts."),
            Attempt("other_format", partial(self.format, code="{1}"), why="It is another format."),
        )


def neighbour_of(table: Table, columns: Collection[TableColumn], random: Random) -> TableColumn:
    """A column that is easily taken for others; no dates or times, which would be no longer any."""
    others = [item for item in table.columns if item not in columns]
    return random.choice([item for item in others if item.role not in ("date", "time", "duration")])


def shown_plainly(table: Table, columns: Iterable[TableColumn], desktop: Desktop) -> None:
    """Take currencies and units out of the number formats of columns, at the start."""
    for column in columns:
        if not _PLAIN.fullmatch(column.number_format):
            for cell in table.cells(desktop, column):
                cell.restyle(number_format="General")
