"""Blocks of cells copied with rows and columns swapped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, time, timedelta
from functools import partial

from forge.preparers.calc.places import block, column_number, letters, quoted
from forge.preparers.calc.places import place as placed
from forge.preparers.calc.serials import to_serial
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.facts import worked_out
from forge.skills.calc.support.looks import width_for
from forge.skills.calc.support.tables import Table
from forge.skills.content.rows import Entry
from forge.skills.contract import Attempt, Fact
from forge.states.rubric import AnyCheck, Equals, OneOf

Spot = tuple[int, int]
"""A row and a column."""


@dataclass(frozen=True)
class Turned:
    """A block that is copied with rows and columns swapped.

    Attributes:
        source: the table whose upper left part is copied, its headers included.
        rows: how many rows, with the headers.
        columns: how many columns.
        target: the table beside which the copy stands.
    """

    source: Table
    rows: int
    columns: int
    target: Table

    @property
    def first(self) -> Spot:
        """The first cell that is copied."""
        return self.source.header_row, column_number(self.source.columns[0].letter)

    @property
    def start(self) -> Spot:
        """The first cell of the copy."""
        return self.target.header_row, column_number(self.target.free_column) + 1

    @property
    def area(self) -> str:
        """What is copied."""
        row, column = self.first
        return block(row, column, row + self.rows - 1, column + self.columns - 1)

    @property
    def copied(self) -> str:
        """Where the copy stands."""
        row, column = self.start
        return block(row, column, row + self.columns - 1, column + self.rows - 1)

    def values(self) -> tuple[Entry, ...]:
        """What stands in the copy, row by row."""
        columns = self.source.columns[: self.columns]
        return tuple(
            value for item in columns for value in (item.name, *self.source.values(item)[: self.rows - 1])
        )

    def copy(
        self,
        desktop: Desktop,
        *,
        shift: int = 0,
        dressed: bool = True,
        turned: bool = True,
        skip: int = 0,
        formula: Callable[[Spot], str] | None = None,
    ) -> None:
        """Copy the block.

        Args:
            desktop: the desktop.
            shift: so many rows further down.
            dressed: with its looks.
            turned: rows and columns are swapped.
            skip: so many rows at the top are left out.
            formula: how the copy refers to each cell of the block; by default it holds values.
        """
        source, target = self.source.worksheet(desktop), self.target.worksheet(desktop)
        top, left = self.first
        row, column = self.start
        for down in range(skip, self.rows):
            for right in range(self.columns):
                cell = source.cell(top + down, left + right)
                place = (right, down - skip) if turned else (down - skip, right)
                copy = target.cell(row + shift + place[0], column + place[1])
                copy.style = cell.style if dressed else copy.style
                copy.put(cell.value, formula((top + down, left + right)) if formula else None)
        if dressed:
            self._widen(desktop)

    def _widen(self, desktop: Desktop) -> None:
        """Make the columns of the copy so wide that everything in them can be read."""
        target = self.target.worksheet(desktop)
        row, column = self.start
        for number in range(column, column + self.rows):
            cells = [target.cell(down, number) for down in range(row, row + self.columns)]
            target.column(letters(number)).width = max(
                width_for(
                    str(cell.value) if isinstance(cell.value, str) else "",
                    (cell.value,),
                    cell.style.number_format,
                    cell.style,
                )
                for cell in cells
            )

    def facts(self) -> tuple[Fact, ...]:
        """The facts `block`, which holds its texts, `turned` and `start`, and privately its other `values`."""
        row, column = self.start
        first, last = placed(row, column), column + self.rows
        values = self.values()
        texts = tuple(dict.fromkeys(value for value in values if isinstance(value, str)))
        others = tuple(value for entry in values if not isinstance(entry, str) for value in _readings(entry))
        said = (f"the range {self.area}", f"the block {self.area}")
        return (
            Fact(name="block", value=(self.area, *texts), says=said),
            Fact(name="turned", value=True, says=("transposed", "with rows and columns swapped")),
            Fact(
                name="start", value=(first, *map(letters, range(column, last))), says=(f"cell {first}", first)
            ),
            worked_out("values", others, self.source.at(self.area, "value")),
        )

    def checks(self) -> tuple[AnyCheck, ...]:
        """The copy holds what it should; a formula may give a date as its number."""
        row, column = self.start
        found: list[AnyCheck] = []
        for down, item in enumerate(self.source.columns[: self.columns]):
            values = (item.name, *self.source.values(item)[: self.rows - 1])
            places = [placed(row + down, column + right) for right in range(self.rows)]
            if item.role not in ("date", "time", "duration"):
                area = f"{places[0]}:{places[-1]}"
                found.append(Equals(select=self.target.at(area, "value"), each=values))
                continue
            found += [
                OneOf(select=self.target.at(place, "value"), options=_readings(value))
                for place, value in zip(places, values, strict=True)
            ]
        return tuple(found)

    def variants(self) -> list[Attempt]:
        """Other ways of copying it."""
        sheet = f"{quoted(self.source.sheet)}!"
        links = partial(self.copy, formula=lambda spot: f"={sheet}{placed(*spot)}")
        turned = partial(self.copy, formula=lambda _: f"{{=TRANSPOSE({sheet}{self.area})}}", dressed=False)
        return [
            Attempt("values only", partial(self.copy, dressed=False), why="Nobody asked for looks."),
            Attempt("links", links, why="The cells hold the same."),
            Attempt("by the function", turned, why="The cells hold the same."),
        ]

    def near_misses(self) -> list[Attempt]:
        """What people get wrong when they copy."""

        def moved(desktop: Desktop) -> None:
            self.copy(desktop)
            for cell in self.source.worksheet(desktop).range(self.area):
                cell.put(None)

        wrong: dict[str, Callable[[Desktop], None]] = {
            "not turned": partial(self.copy, turned=False),
            "one row down": partial(self.copy, shift=1),
            "without headers": partial(self.copy, skip=1),
            "moved": moved,
        }
        return [
            Attempt(name, act, why="The copy or the original is not as it should be.")
            for name, act in wrong.items()
        ]


def _readings(entry: Entry) -> tuple[Entry, ...]:
    """What a cell may hold that shows an entry."""
    match entry:
        case date() | time() | timedelta():
            return entry, to_serial(entry)
    return (entry,)
