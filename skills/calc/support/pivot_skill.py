"""What the skills over pivot tables share: what their table must have, and how a new pivot table is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypeVar

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import text_fact
from forge.skills.calc.support.pivoting import Summary, mistakes, other_ways
from forge.skills.calc.support.tables import TableColumn
from forge.skills.content.dirt import Dirt
from forge.skills.content.kit import at_least
from forge.skills.contract import Contract, Difficulty

S = TypeVar("S", bound=CalcScene)


class PivotSkill(CalcSkill[CalcParameters, S]):
    """A skill over pivot tables of a table with several columns to class its rows by, and amounts."""

    needs = at_least(category=2, status=1, money=1, quantity=1)
    keeps_values = True

    def dirt(self, random: Random, difficulty: Difficulty) -> tuple[Dirt, ...]:
        """No gaps: they would be entries of their own."""
        return ()


@dataclass(frozen=True)
class NewPivot(CalcScene):
    """The pivot table that is asked for.

    Attributes:
        summary: the pivot table.
        other: a column that is easily taken for the one that it works out.
        other_function: what is easily worked out instead.
    """

    summary: Summary
    other: TableColumn
    other_function: str


class NewPivotSkill(PivotSkill[NewPivot]):
    """A pivot table on a new sheet."""

    def solve(self, scene: NewPivot, desktop: Desktop) -> None:
        """Make the pivot table on a sheet at the end."""
        scene.summary.add(desktop)

    def contract(self, scene: NewPivot) -> Contract:
        """One pivot table of the whole table, alone on its sheet."""
        summary = scene.summary
        return self.task(
            scene,
            facts=[*summary.facts(), text_fact("name", summary.sheet)],
            requirements=summary.requirements(),
            reads=summary.reads,
            writes=(summary.place,),
            free=summary.free,
            variants=other_ways(summary),
            near_misses=mistakes(summary, scene.other, scene.other_function),
        )
