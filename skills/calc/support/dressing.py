"""Looks that cells are to get: which cells, which properties, and how far people select when they format."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from forge.preparers.calc.places import column_number, letters
from forge.preparers.calc.spec import Cell
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.calc.support.viewing import zoomed, zooms
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Equals, Requirement
from forge.states.selectors import Selector

HEADER = ("the header row", "the row with the column headers")


@dataclass(frozen=True)
class Dressing:
    """The look that the data cells of a column, or the headers, are to get.

    Attributes:
        table: the table.
        column: the column; None for the header row.
        look: properties of cells with their values.
        words: the look in words that stand behind *give it*, each equally true.
    """

    table: Table
    column: TableColumn | None
    look: Mapping[str, Any]
    words: Sequence[str]

    def selector(self, name: str) -> Selector:
        """A property of the cells."""
        if self.column is None:
            return self.table.at(self.table.headers, name)
        return self.table.selector(self.column, name)

    def around(self, name: str) -> list[Selector]:
        """The same property of the cells around, which a whole column or row takes in."""
        if self.column is not None:
            return [self.table.around(self.column, name)]
        first, row = column_number(self.table.columns[0].letter), self.table.header_row
        return [self.table.at(f"A{row}:{letters(first - 1)}{row}", name)] if first > 1 else []

    def facts(self, suffix: str) -> tuple[Fact, Fact]:
        """The cells and their look: `target` and `look`."""
        if self.column is None:
            target = Fact(name=f"target{suffix}", value=True, says=HEADER)
        else:
            target = column_fact(f"target{suffix}", self.table, self.column)
        look = Fact(name=f"look{suffix}", value=tuple(self.look.values()), says=tuple(self.words))
        return target, look

    def requirements(self, suffix: str) -> list[Requirement]:
        """One for each property."""
        told = (f"target{suffix}", f"look{suffix}")
        name = self.column.name if self.column is not None else "The header row"
        return [
            Requirement(
                id=f"{prop}{suffix}",
                says=f"{name} has the {prop.replace('_', ' ')} that was asked for.",
                any_of=((Equals(select=self.selector(prop), expected=value),),),
                facts=told,
            )
            for prop, value in self.look.items()
        ]

    def cells(self, desktop: Desktop, column: TableColumn | None = None) -> list[Cell]:
        """The cells on a desktop, or those of another column."""
        chosen = column or self.column
        if chosen is None:
            return list(self.table.worksheet(desktop).range(self.table.headers))
        return self.table.cells(desktop, chosen)

    def apply(
        self,
        desktop: Desktop,
        *,
        column: TableColumn | None = None,
        header: bool = False,
        short: int = 0,
        **changes: Any,
    ) -> None:
        """Format the cells as they should be, or otherwise."""
        cells = self.cells(desktop, column)
        cells = cells[: len(cells) - short]
        if header and self.column is not None:
            cells.append(self.table.cell(desktop, self.column, self.table.header_row))
        for cell in cells:
            cell.restyle(**{**self.look, **changes})


@dataclass(frozen=True)
class DressingScene(CalcScene):
    """What is formatted how, and a column that is easily taken for the right one."""

    dressings: tuple[Dressing, ...]
    neighbour: TableColumn


class DressingSkill(CalcSkill[CalcParameters, DressingScene]):
    """One or two properties of the cells of a column, and of the headers as well when it is hard."""

    keeps_values = True

    @abstractmethod
    def dressing(
        self, table: Table, column: TableColumn | None, desktop: Desktop, number: int, random: Random
    ) -> Dressing:
        """A number of properties that the cells of a column, or the headers, do not have yet."""

    @abstractmethod
    def near_misses(self, scene: DressingScene) -> tuple[Attempt, ...]:
        """What else goes wrong, besides the wrong column and a cell left out."""

    def scene(
        self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random
    ) -> DressingScene:
        """One property of a column; two; or those of a column and of the headers."""
        level = ("easy", "medium", "hard").index(parameters.difficulty)
        column = random.choice(table.columns)
        chosen: list[TableColumn | None] = [column, None] if level == 2 else [column]
        dressings = [self.dressing(table, item, desktop, 2 if level else 1, random) for item in chosen]
        others = [item for item in table.columns if item is not column]
        return DressingScene(parameters, table, tuple(dressings), random.choice(others))

    def solve(self, scene: DressingScene, desktop: Desktop) -> None:
        """The looks on the cells."""
        self.attempt(scene, desktop)

    def contract(self, scene: DressingScene) -> Contract:
        """Each property is as told; whoever formats the whole column or row is right as well."""
        facts: list[Fact] = []
        requirements: list[Requirement] = []
        writes, free = [], []
        for suffix, dressing in zip(("", "_2"), scene.dressings, strict=False):
            facts += dressing.facts(suffix)
            requirements += dressing.requirements(suffix)
            writes += [dressing.selector(name) for name in dressing.look]
            free += [place for name in dressing.look for place in dressing.around(name)]
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=writes,
            free=(zooms(scene.table), *free),
            variants=(
                Attempt("whole_column", partial(act, header=True), why="The header has the same look."),
                *zoomed(scene.table, act),
            ),
            near_misses=(
                Attempt("neighbour", partial(act, column=scene.neighbour), why="It is another column."),
                Attempt("one_short", partial(act, short=1), why="The last cell is as it was."),
                *self.near_misses(scene),
            ),
        )

    def attempt(
        self, scene: DressingScene, desktop: Desktop, column: TableColumn | None = None, **way: Any
    ) -> None:
        """Format the cells in a way of its own, as `Dressing.apply` takes it."""
        for number, dressing in enumerate(scene.dressings):
            dressing.apply(desktop, column=None if number else column, **way)
