"""Skill: a list of choices for the cells of a column."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.choices import listed, looked_up, lookup_of, source, typed
from forge.skills.calc.support.extents import area_fact
from forge.skills.calc.support.facts import column_fact, sheet_fact
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.calc.support.validations import Restriction
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact

LIST = ("a drop-down list", "a list of choices", "a selection list")
MESSAGES = (
    ("Not in the list", "Please choose one of the entries of the list."),
    ("Unknown entry", "Only entries from the list can be used here."),
    ("Please choose", "This entry is not known. Take one from the list."),
)


@dataclass(frozen=True)
class Scene(CalcScene):
    """What is restricted, the choices that are typed, and a column that is easily taken for the right one."""

    restriction: Restriction
    choices: tuple[str, ...]
    neighbour: TableColumn


class Dropdown(CalcSkill[CalcParameters, Scene]):
    """A validation by a list: of words, or of what stands in a column of another sheet."""

    id = "calc.validation.dropdown"
    title = "Restrict cells to a list of choices"
    needs = at_least(status=1)
    needs_lookup = True
    keeps_values = True
    phrasings = (
        "give the cells of {{column}} on {{sheet}} {{list}}[[ with {{choices}}|]][[ that offers the entries of "
        "{{source}} on {{source_sheet}}|]], so that {{refused}}[[. A wrong entry should bring up a message with the "
        "title {{message_title}} and the text {{message}}|]]",
        "restrict {{column}} on {{sheet}} by {{list}}[[ of the choices {{choices}}|]][[ of the entries of {{source}} "
        "on {{source_sheet}}|]]. See to it that {{refused}}[[, with the message {{message}} under the title "
        "{{message_title}}|]]",
        "terse: {{sheet}}, {{column}}: {{list}}[[ with {{choices}}|]][[ from {{source}} on {{source_sheet}}|]], "
        "{{refused}}[[; error title {{message_title}}, error text {{message}}|]].",
        "polite: Could you please give the cells of {{column}} on {{sheet}} {{list}}[[ with {{choices}}|]][[ with the "
        "entries of {{source}} on {{source_sheet}}|]]? {{refused}}[[, please, and a wrong entry should lead to the "
        "message {{message}} under the title {{message_title}}|]].",
        "chatty: People type all sorts of things into {{column}} on {{sheet}}. Can you set up {{list}} there"
        "[[ with {{choices}}|]][[ with the entries of {{source}} on {{source_sheet}}|]], so that {{refused}}?"
        "[[ If somebody tries anyway, show them {{message}} under the title {{message_title}}.|]]",
        "precise: On {{sheet}}, every data cell of {{column}} is to have {{list}}[[ with the choices {{choices}}|]]"
        "[[ whose choices are the entries of {{source}} on {{source_sheet}}|]]; {{refused}}[[, and the error message "
        "has the title {{message_title}} and the text {{message}}|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Words that stand in the column already, or a column of the other sheet; with a message when it is hard."""
        if parameters.difficulty == "easy":
            restriction, choices = typed(table, random)
        else:
            restriction, choices = looked_up(table), ()
        if parameters.difficulty == "hard":
            restriction = replace(restriction, message=random.choice(MESSAGES))
        others = [item for item in table.columns if item is not restriction.column]
        return Scene(parameters, table, restriction, choices, random.choice(others))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The validation on the data cells."""
        scene.restriction.add(desktop)

    def contract(self, scene: Scene) -> Contract:
        """One new validation that offers these choices and refuses everything else."""
        table, restriction, choices = scene.table, scene.restriction, scene.choices
        facts = [
            column_fact("column", table, restriction.column),
            Fact(name="list", value="list", says=LIST),
            area_fact("area", table, restriction.column),
        ]
        if choices:
            facts.append(Fact(name="choices", value=choices, says=(listed(choices),)))
            wrong: list[dict[str, Any]] = [{"options": choices[:-1]}, {"options": (*choices, "Other")}]
        else:
            home = lookup_of(table)
            facts += (column_fact("source", home, home.columns[0]), sheet_fact(home, "source_sheet"))
            wrong = [{"formulas": (source(home, short=1),)}, {"formulas": (source(home, header=True),)}]
        says = "The column takes nothing but the choices."
        writes, free, required = restriction.checked(says, [fact.name for fact in facts])
        add = restriction.add
        return self.task(
            scene,
            facts=(*facts, *restriction.facts()),
            requirements=(required,),
            writes=writes,
            free=free,
            variants=restriction.other_ways(),
            near_misses=(
                *restriction.mistakes(scene.neighbour),
                Attempt("one_fewer", partial(add, **wrong[0]), why="A choice is missing."),
                Attempt("one_more", partial(add, **wrong[1]), why="A choice is too many."),
                Attempt("no_button", partial(add, dropdown=False), why="There is no list to choose from."),
            ),
        )
