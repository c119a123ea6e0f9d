"""Skill: hide the rows of a table that meet conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Literal

from forge.preparers.calc import places
from forge.preparers.calc.spec import AutoFilter
from forge.preparers.calc.spec import Criterion as FilterCriterion
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.criteria import (
    CRITERION,
    SECOND,
    THIRD,
    Criterion,
    criteria_facts,
    draw_criteria,
)
from forge.skills.calc.support.hiding import delete, fitting, hidden_check, hide, misread
from forge.skills.calc.support.tables import Table
from forge.skills.content.dirt import Dirt
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Difficulty, Fact
from forge.states.rubric import Requirement

WHERE = f"{CRITERION}[[ {{{{joined}}}} {SECOND}|]][[ {{{{joined}}}} {THIRD}|]]"


@dataclass(frozen=True)
class Scene(CalcScene):
    """The conditions, and whether one of them is enough."""

    criteria: tuple[Criterion, ...]
    joined: Literal["and", "or"]

    @property
    def decide(self) -> Callable[[Iterable[bool]], bool]:
        """Whether a row is hidden, from which conditions it meets."""
        return all if self.joined == "and" else any

    @property
    def rows(self) -> list[int]:
        """The rows that are to be hidden."""
        return fitting(self.table, self.criteria, self.decide)


class HideRows(CalcSkill[CalcParameters, Scene]):
    """Hide rows by one to three conditions."""

    id = "calc.rows.hide_matching"
    title = "Hide the rows that meet a criterion"
    hinders = 1
    needs = at_least(identifier=1, category=1, status=1, money=1, quantity=1)
    keeps_values = True
    phrasings = (
        "hide [[the|all]] rows[[ on {{sheet}}|]] where " + WHERE,
        "hide every [[row|record]][[ of the table on {{sheet}}| of the table|]] where "
        + WHERE
        + ", and no others",
        "make the rows disappear from view[[ on {{sheet}}|]] where " + WHERE + ", without deleting them",
        "terse: [[{{sheet}}: hide|Hide]] rows where " + WHERE + ".",
        "chatty: I don't want to see the rows[[ on {{sheet}}|]] where "
        + WHERE
        + ". Can you hide them? Don't delete "
        "anything.",
        "precise: [[On {{sheet}}, all|All]] rows are to be hidden where "
        + WHERE
        + "; all other rows stay visible.",
    )

    def dirt(self, random: Random, difficulty: Difficulty) -> tuple[Dirt, ...]:
        """No gaps: whether nothing meets a condition is not to be asked here."""
        return ()

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """One condition, two, or two to three."""
        number = {"easy": 1, "medium": 2, "hard": random.choice((2, 3))}[parameters.difficulty]
        joined: Literal["and", "or"] = random.choice(("and", "or"))
        criteria = draw_criteria(table, random, number, decide=all if joined == "and" else any)
        return Scene(parameters, table, criteria, joined)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Hide the rows themselves."""
        hide(scene.table, desktop, scene.rows)

    def contract(self, scene: Scene) -> Contract:
        """The right rows are hidden; whether a filter does it is up to anybody."""
        table, criteria = scene.table, scene.criteria
        facts = [*criteria_facts(criteria)]
        if len(criteria) > 1:
            facts.append(Fact(name="joined", value=scene.joined, says=(scene.joined,)))
        requirement = Requirement(
            id="rows",
            says="The rows that meet the conditions are hidden, and no others.",
            any_of=((hidden_check(table, scene.rows),),),
            facts=tuple(fact.name for fact in facts),
        )
        near_misses = {
            name: partial(hide, table, rows=rows)
            for name, rows in misread(table, criteria, scene.decide).items()
        }
        near_misses["deleted"] = partial(delete, table, rows=scene.rows)
        return self.task(
            scene,
            facts=facts,
            requirements=[requirement],
            reads=[table.selector(item.column, "value") for item in criteria],
            writes=[table.rows_selector("hidden")],
            free=[places.autofilter(table.mount, table.sheet)],
            variants=(
                Attempt("by a filter", partial(_filter, scene), why="It hides the same rows."),
                Attempt("by a filter of all columns", partial(_filter, scene, wide=True), why="Likewise."),
            ),
            near_misses=[
                Attempt(name, act, why="Other rows are hidden.") for name, act in near_misses.items()
            ],
        )


def _filter(scene: Scene, desktop: Desktop, *, wide: bool = False) -> None:
    """Filter the column that tells rows apart, so that those to be hidden are not among those chosen."""
    table, hidden = scene.table, set(scene.rows)
    key = table.key or table.column("identifier")
    chosen = [str(table.value(key, row)) for row in table.row_numbers if row not in hidden]
    area = table.area if wide else f"{key.letter}{table.header_row}:{key.letter}{table.last_row}"
    criterion = FilterCriterion(key.letter, values=tuple(chosen))
    table.worksheet(desktop).autofilter = AutoFilter(area, [criterion])
    hide(table, desktop, hidden)
