"""Skill: class a table by two columns at once in a pivot table, one down the side and one across the top."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import text_fact
from forge.skills.calc.support.pivoting import (
    FUNCTIONS,
    Summary,
    classing,
    figures,
    mistakes,
    new_name,
    other_ways,
    pick,
)
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.dirt import Dirt
from forge.skills.content.kit import at_least
from forge.skills.contract import Contract, Difficulty


@dataclass(frozen=True)
class Scene(CalcScene):
    """The pivot table, and what is easily taken for what it works out."""

    summary: Summary
    other: TableColumn
    other_function: str


class CrossTable(CalcSkill[CalcParameters, Scene]):
    """An average, a sum or an extreme for each pair of entries, perhaps with a filter."""

    id = "calc.pivot.two_fields"
    title = "Pivot table with a field down the side and one across the top"
    needs = at_least(category=2, status=1, money=1, quantity=1)
    keeps_values = True
    phrasings = (
        "[[make|create|set up]] {{kind}} of {{sheet}} on a new sheet called {{name}}, with {{row}} down the side, "
        "{{column}} across the top and {{function}} {{figure}} in the cells[[, and with {{filter}} as filter|]]",
        "cross {{row}} with {{column}} on {{sheet}}: {{kind}} on a new sheet {{name}}, the first in the rows, the "
        "second in the columns, showing {{function}} {{figure}}[[ and filtered by {{filter}} if need be|]]",
        "use {{kind}} to show {{function}} {{figure}} on {{sheet}}, one row for each entry of {{row}} and one column "
        "for each entry of {{column}}[[, with {{filter}} as filter|]]. It goes on a new sheet named {{name}}",
        "terse: {{kind}} of {{sheet}} on a new sheet {{name}}: rows {{row}}; columns {{column}}; values {{function}} "
        "{{figure}}[[; filter {{filter}}|]].",
        "polite: Could you please put {{kind}} of {{sheet}} on a new sheet called {{name}}? I need {{function}} "
        "{{figure}}, with {{row}} as row field and {{column}} as column field.[[ Please add {{filter}} as a filter.|]]",
        "chatty: I'm trying to compare things on {{sheet}}. Can you make {{kind}} on a new sheet {{name}}, {{row}} "
        "going down, {{column}} going across, {{function}} {{figure}} in between?[[ I'd like to filter it by "
        "{{filter}} as well.|]]",
        "precise: On a new sheet named {{name}}, {{kind}} of all rows of {{sheet}} is to be made. Row field: {{row}}. "
        "Column field: {{column}}. Value: {{function}} {{figure}}.[[ Filter field: {{filter}}.|]]",
    )

    def dirt(self, random: Random, difficulty: Difficulty) -> tuple[Dirt, ...]:
        """No gaps: they would be entries of their own."""
        return ()

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A sum; anything else; or that with a filter."""
        hard = parameters.difficulty == "hard"
        row, column, *more = pick(classing(table), 3 if hard else 2, random)
        figure, other = pick(figures(table), 2, random)
        function, other_function = random.sample(sorted(set(FUNCTIONS) - {"sum"}), 2)
        if parameters.difficulty == "easy":
            function = "sum"
        name = new_name(
            table.workbook(desktop), random.choice(("Overview", "Cross table", f"{row.name} overview"))
        )
        summary = Summary(table, name, figure, function, (row,), (column,), tuple(more))
        return Scene(parameters, table, summary, other, other_function)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Make the pivot table on a sheet at the end."""
        scene.summary.add(desktop)

    def contract(self, scene: Scene) -> Contract:
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
