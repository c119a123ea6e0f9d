"""Skill: a series or a formula that is continued down or across."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.continuation import Continuation, series
from forge.skills.calc.support.formula_copies import across, running_total, side_by_side, with_rate
from forge.skills.calc.support.tables import Table
from forge.skills.content.kit import at_least
from forge.skills.contract import Contract

WAYS = ("with_rate", "running_total", "across")
SHEET = "[[ on {{sheet}}|]]"
WHAT = (
    "[[the series in {{target}}|{{formulas}} at the top of {{pattern}}|{{formulas}} in {{origin}}]]"
    + SHEET
    + "[[ down to {{end}}| to the right, up to and including {{goal}}]]"
)


@dataclass(frozen=True)
class Scene(CalcScene):
    """What goes on."""

    going_on: Continuation


class FillSeries(CalcSkill[CalcParameters, Scene]):
    """Go on with what has begun."""

    id = "calc.cells.fill_series"
    title = "Continue a numbered series or a formula down or across"
    needs = at_least(money=2, quantity=1)
    phrasings = (
        "continue " + WHAT,
        "carry " + WHAT.replace("[[ down", "[[ on down").replace("| to the right", "| on to the right"),
        "fill in what is missing: continue " + WHAT,
        "terse: continue " + WHAT,
        "chatty: I only wrote the beginning. Can you continue " + WHAT + "?",
        "polite: Could you please continue " + WHAT + "?",
        "precise: What was begun is to go on: continue " + WHAT + ".",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Numbers when it is easy, then dates or texts, then formulas."""
        if parameters.difficulty == "easy":
            going_on = series(table, desktop, random, "numbers")
        elif parameters.difficulty == "medium":
            going_on = series(table, desktop, random, random.choice(("dates", "texts")))
        else:
            runs = side_by_side(table)
            way = random.choice(WAYS if runs else WAYS[:2])
            if way == "across":
                going_on = across(table, desktop, random, random.choice(runs))
            else:
                going_on = (with_rate if way == "with_rate" else running_total)(table, desktop, random)
        return Scene(parameters, table, going_on)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Fill the cells up to the end."""
        scene.going_on.filled.fill(desktop)

    def contract(self, scene: Scene) -> Contract:
        """What is there is kept, and what follows from it is added."""
        going_on, filled = scene.going_on, scene.going_on.filled
        told = {fact.name: fact for fact in going_on.told}
        return self.task(
            scene,
            facts=(*told.values(), *(fact for fact in filled.facts() if fact.name not in told)),
            requirements=filled.requirements(*told),
            reads=filled.sources,
            writes=filled.writes,
            free=filled.free,
            probes=going_on.probes,
            variants=going_on.variants,
            near_misses=going_on.near_misses,
        )
