"""Skill: mark what stands in a column more than once, with a conditional format."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.calc.spec import Highlight
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.extents import area_fact
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.repeats import counted, later_ones, repeats, with_repeats
from forge.skills.calc.support.rules import (
    BOLD,
    FILLS,
    Marking,
    add_all,
    any_order,
    draw_fills,
    fill_fact,
    mistakes,
    rule_fact,
)
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact

REPEATED = Fact(
    name="repeated",
    value=("duplicates", 2),
    says=(
        "that occurs more than once",
        "that is entered more than once",
        "that is a duplicate of another one",
    ),
)


@dataclass(frozen=True)
class Scene(CalcScene):
    """What is marked, the names of the colours, and a column that is easily taken for the right one."""

    markings: tuple[Marking, ...]
    colours: tuple[str, ...]
    neighbour: TableColumn


class Duplicates(CalcSkill[CalcParameters, Scene]):
    """A rule for repeated values on one or two columns."""

    id = "calc.conditional_formatting.duplicates"
    title = "Highlight repeated values by rule"
    needs = at_least(identifier=1, email=1)
    phrasings = (
        "use {{rule}} to give every entry of {{column}}[[ on {{sheet}}|]] {{repeated}} a {{colour}} background"
        "[[ and {{weight}}|]][[, and likewise every such entry of {{second}} a {{colour_2}} one|]]",
        "[[highlight|mark]] each entry of {{column}}[[ on {{sheet}}|]] {{repeated}}, in {{colour}}[[ and with "
        "{{weight}}|]], by means of {{rule}}[[. Do the same for {{second}}, there in {{colour_2}}|]]",
        "terse: [[{{sheet}}, |]]{{column}}: {{rule}}, {{colour}} background[[ and {{weight}}|]] for every entry "
        "{{repeated}}[[; {{second}} likewise in {{colour_2}}|]].",
        "polite: Could you please apply {{rule}} to {{column}}[[ on {{sheet}}|]], so that every entry {{repeated}} is "
        "shown with a {{colour}} background[[ and {{weight}}|]]?[[ {{second}} needs the same, but in {{colour_2}}.|]]",
        "chatty: I think some things were entered twice in {{column}}[[ on {{sheet}}|]]. Can you use {{rule}} to make "
        "every entry {{repeated}} {{colour}}[[, with {{weight}}|]]?[[ And the same for {{second}} in {{colour_2}}, "
        "please.|]]",
        "precise: [[On {{sheet}}, apply|Apply]] {{rule}} to all data cells of {{column}}: every entry {{repeated}} has "
        "a {{colour}} background[[ and {{weight}}|]][[. For {{second}} the same applies, with a {{colour_2}} "
        "background|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Some keys are entered twice; with bold text; or so are addresses, which get another colour."""
        hard = parameters.difficulty == "hard"
        columns = [table.pick(random, "identifier"), *([table.pick(random, "email")] if hard else [])]
        for column in columns:
            table = with_repeats(table, column, desktop, random)
        colours = draw_fills(random, len(columns))
        bold = True if parameters.difficulty == "medium" else None
        markings = tuple(
            repeats(table, column, Highlight(fill=FILLS[colour], bold=bold))
            for column, colour in zip(columns, colours, strict=True)
        )
        others = [item for item in table.columns if item not in columns]
        return Scene(parameters, table, markings, tuple(colours), random.choice(others))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """A rule for each column."""
        add_all(scene.markings, desktop)

    def contract(self, scene: Scene) -> Contract:
        """New rules on the columns: the built-in one, or a formula that counts."""
        table, bold = scene.table, scene.markings[0].look.bold
        facts = [rule_fact("duplicates", "formula"), REPEATED, *([BOLD] if bold else [])]
        common = [fact.name for fact in facts]
        requirements, writes = [], []
        for number, (marking, colour) in enumerate(zip(scene.markings, scene.colours, strict=True)):
            name, shade = ("second", "colour_2") if number else ("column", "colour")
            own = (
                column_fact(name, table, marking.column),
                fill_fact(shade, colour),
                area_fact(f"{name}_area", table, marking.column),
            )
            told = (*common, *(fact.name for fact in own))
            places, required = marking.checked(
                name, f"Repeated entries of {marking.column.name} are {colour}.", told
            )
            requirements.append(required)
            writes += places
            facts += own
        act = partial(add_all, scene.markings)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=writes,
            free=(any_order(table),),
            variants=(
                Attempt("counted", partial(act, change=counted), why="It marks the same cells."),
                Attempt("header_too", partial(act, header=True), why="The header occurs once."),
            ),
            near_misses=(
                *mistakes(scene.markings, scene.neighbour),
                Attempt("unique", partial(act, type="unique"), why="It marks the other entries."),
                Attempt(
                    "later_ones",
                    partial(act, change=later_ones),
                    why="The first of the entries is not marked.",
                ),
            ),
        )
