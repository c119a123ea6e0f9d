"""Skill: mark the numbers of a column that lie below or above thresholds, with conditional formats."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.comparisons import Band, draw_threshold
from forge.skills.calc.support.extents import area_fact, complete
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.rules import add_all, any_order, draw_fills, mistakes, rule_fact
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract


@dataclass(frozen=True)
class Scene(CalcScene):
    """What is marked, and a column that is easily taken for the right one."""

    bands: tuple[Band, ...]
    neighbour: TableColumn


class HighlightBelow(CalcSkill[CalcParameters, Scene]):
    """Conditional formats that compare the cells of one column with a number."""

    id = "calc.conditional_formatting.highlight_below"
    title = "Highlight values on one side of a threshold by rule"
    needs = at_least(money=1)
    keeps_values = True
    phrasings = (
        "[[set up|add|use]] {{rule}} to give the cells of {{column}}[[ on {{sheet}}|]] a {{colour}} [[background|fill]]"
        " [[when|if]] the value is {{compared}} {{threshold}}[[, and a {{colour_2}} one if it is {{compared_2}} "
        "{{threshold_2}}|]]",
        "[[shade|highlight]] every value in {{column}}[[ of {{sheet}}|]] that is {{compared}} {{threshold}} in "
        "{{colour}}[[, and every one that is {{compared_2}} {{threshold_2}} in {{colour_2}}|]], by means of {{rule}}",
        "terse: [[{{sheet}}, |]]{{column}}: {{rule}}, {{colour}} background if {{compared}} {{threshold}}"
        "[[, {{colour_2}} if {{compared_2}} {{threshold_2}}|]].",
        "chatty: I keep losing track of the odd ones in {{column}}[[ on {{sheet}}|]]. Can you use {{rule}} so that "
        "anything {{compared}} {{threshold}} gets a {{colour}} background[[, and anything {{compared_2}} "
        "{{threshold_2}} a {{colour_2}} one|]]?",
        "polite: Could you please apply {{rule}} to {{column}}[[ on {{sheet}}|]], so that values {{compared}} "
        "{{threshold}} are shown with a {{colour}} background[[ and those {{compared_2}} {{threshold_2}} with a "
        "{{colour_2}} one|]]?",
        "precise: [[On {{sheet}}, apply|Apply]] {{rule}} to all data cells of {{column}}: where the value is "
        "{{compared}} {{threshold}}, the background is {{colour}}[[; where it is {{compared_2}} {{threshold_2}}, it "
        "is {{colour_2}}|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A threshold with some values beyond it, or one on each side when it is hard."""
        column = random.choice(complete(table, "money"))
        signs = random.sample("<>", 2 if parameters.difficulty == "hard" else 1)
        bands = tuple(
            Band.of(table, column, sign, draw_threshold(table, column, sign, random), colour)
            for sign, colour in zip(signs, draw_fills(random, len(signs)), strict=True)
        )
        others = [item for item in table.columns if item is not column]
        return Scene(parameters, table, bands, random.choice(others))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """A rule for each side."""
        add_all(scene.bands, desktop)

    def contract(self, scene: Scene) -> Contract:
        """New rules on the column: each compares the cell, or is a formula that says the same."""
        table, column = scene.table, scene.bands[0].column
        facts = [
            column_fact("column", table, column),
            rule_fact("cell", "formula"),
            area_fact("area", table, column),
        ]
        common = [fact.name for fact in facts]
        requirements, writes = [], []
        for suffix, band in zip(("", "_2"), scene.bands, strict=False):
            own = band.facts(suffix)
            told = (*common, *(fact.name for fact in own))
            places, required = band.checked(f"rule{suffix}", band.says(), told)
            requirements.append(required)
            writes += places
            facts += own
        act = partial(add_all, scene.bands)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=writes,
            free=(any_order(table),),
            reads=(table.selector(column, "value"),),
            variants=(
                Attempt("formula", partial(act, change=Band.as_formula), why="It marks the same cells."),
                Attempt("header_too", partial(act, header=True), why="A text lies on neither side."),
            ),
            near_misses=(
                *mistakes(scene.bands, scene.neighbour),
                Attempt("other_side", partial(act, change=Band.turned), why="It marks the other values."),
                Attempt("limit_too", partial(act, change=Band.with_limit), why="The limit is marked."),
            ),
        )
