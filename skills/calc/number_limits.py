"""Skill: limits for what can be entered into a column of numbers or dates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.extents import area_fact
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.limits import Limit, dates_around, limit_fact, numbers_around, ways_of, written
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.calc.support.validations import Restriction
from forge.skills.content.kit import Role, at_least
from forge.skills.contract import Attempt, Contract, Fact

KINDS = {
    "whole": ("whole numbers", "integers"),
    "decimal": ("numbers", "decimal numbers"),
    "date": ("dates",),
}
ROLES: dict[str, Role] = {"whole": "quantity", "decimal": "money", "date": "date"}
OTHER = {"whole": "decimal", "decimal": "whole", "date": "time"}
KEPT = "{{kind}} [[{{at_least}} {{low}}|from {{low}} {{up_to}} {{high}}]]"
MESSAGES = (
    ("Out of range", "This value lies outside of the limits."),
    ("Please check", "The entry is too small or too large."),
    ("Not allowed", "Ask the office before you enter such a value."),
)


@dataclass(frozen=True)
class Scene(CalcScene):
    """What is restricted, between which limits, and a column that is easily taken for the right one."""

    restriction: Restriction
    limits: tuple[Limit, ...]
    neighbour: TableColumn


class NumberLimits(CalcSkill[CalcParameters, Scene]):
    """A validation of whole numbers, of decimal numbers or of dates."""

    id = "calc.validation.number_limits"
    title = "Restrict cells to numbers or dates within limits"
    needs = at_least(quantity=1, money=1, date=1)
    keeps_values = True
    phrasings = (
        "[[set up|add]] {{validation}} so that only "
        + KEPT
        + " can be entered into {{column}}[[ on {{sheet}}|]] and "
        "{{refused}}[[. A wrong entry should bring up a message with the title {{message_title}} and the text "
        "{{message}}|]]",
        "restrict {{column}}[[ on {{sheet}}|]] to " + KEPT + " by {{validation}}. See to it that {{refused}}"
        "[[, with the message {{message}} under the title {{message_title}}|]]",
        "terse: [[{{sheet}}, |]]{{column}}: {{validation}}, only " + KEPT + ", {{refused}}[[; error title "
        "{{message_title}}, error text {{message}}|]].",
        "polite: Could you please make sure, by {{validation}}, that {{column}}[[ on {{sheet}}|]] takes only "
        + KEPT
        + " and that {{refused}}?[[ A wrong entry should lead to the message {{message}} under the title "
        "{{message_title}}.|]]",
        "chatty: Somebody keeps mistyping things in {{column}}[[ on {{sheet}}|]]. Can you add {{validation}} there "
        "that takes only "
        + KEPT
        + ", so that {{refused}}?[[ If somebody tries anyway, show them {{message}} under "
        "the title {{message_title}}.|]]",
        "precise: [[On {{sheet}}, all|All]] data cells of {{column}} are to have {{validation}}: only "
        + KEPT
        + " can "
        "be entered; {{refused}}[[, and the error message has the title {{message_title}} and the text {{message}}|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A lower limit for whole numbers; two limits; or two for dates with a message."""
        kinds = {"easy": ("whole",), "medium": ("whole", "decimal"), "hard": ("date",)}
        kind = random.choice(kinds[parameters.difficulty])
        column = table.pick(random, ROLES[kind])
        limits: tuple[Limit, ...] = (dates_around if kind == "date" else numbers_around)(table, column)
        message = random.choice(MESSAGES) if kind == "date" else None
        if parameters.difficulty == "easy":
            limits = limits[:1]
        operator = "between" if len(limits) > 1 else ">="
        rule = {"type": kind, "operator": operator, "formulas": tuple(written(limit)[0] for limit in limits)}
        ways = tuple(ways_of(kind, limits))
        restriction = Restriction(table, column, rule, ways, message)
        others = [item for item in table.columns if item is not column]
        return Scene(parameters, table, restriction, limits, random.choice(others))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The validation on the data cells."""
        scene.restriction.add(desktop)

    def contract(self, scene: Scene) -> Contract:
        """One new validation with these limits that refuses everything else."""
        table, restriction, limits = scene.table, scene.restriction, scene.limits
        kind = restriction.rule["type"]
        told = [limit_fact(name, limit) for name, limit in zip(("low", "high"), limits, strict=False)]
        if len(limits) > 1:
            told.append(Fact(name="up_to", value="between", says=("to", "up to")))
        else:
            told.append(Fact(name="at_least", value=(">=", ">"), says=("of at least", "not below")))
        facts = [
            column_fact("column", table, restriction.column),
            Fact(
                name="validation",
                value=kind,
                says=("a validity rule", "a validation rule", "data validation"),
            ),
            Fact(name="kind", value=kind, says=KINDS[kind]),
            area_fact("area", table, restriction.column),
            *told,
        ]
        says = "The column takes nothing beyond the limits."
        writes, free, required = restriction.checked(says, [fact.name for fact in facts])
        add = restriction.add
        formulas = restriction.rule["formulas"]
        off = (*formulas[:-1], f"{formulas[-1]}1")
        turned = "not between" if len(limits) > 1 else "<="
        return self.task(
            scene,
            facts=(*facts, *restriction.facts()),
            requirements=(required,),
            writes=writes,
            free=free,
            variants=restriction.other_ways(),
            near_misses=(
                *restriction.mistakes(scene.neighbour),
                Attempt("other_limit", partial(add, formulas=off), why="A limit is another."),
                Attempt("turned", partial(add, operator=turned), why="It takes what lies beyond the limits."),
                Attempt("other_kind", partial(add, type=OTHER[kind]), why="It takes other kinds of entries."),
            ),
        )
