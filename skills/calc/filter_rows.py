"""Skill: filter a table so that only the rows that meet conditions are shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.calc.spec import AutoFilter
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.criteria import criteria_facts, draw_criteria
from forge.skills.calc.support.facts import worked_out
from forge.skills.calc.support.hiding import (
    CONDITIONS,
    Filtering,
    delete,
    fitting,
    hidden_check,
    hide,
    misread,
)
from forge.skills.calc.support.tables import Table
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Exists, Matches, Requirement


@dataclass(frozen=True)
class Scene(CalcScene):
    """The filter."""

    filtering: Filtering


class FilterRows(CalcSkill[CalcParameters, Scene]):
    """Set a filter with one to three conditions."""

    id = "calc.rows.filter"
    title = "Filter records so that only matching ones show"
    hinders = 1
    needs = at_least(category=1, status=1, money=1, quantity=1)
    keeps_values = True
    phrasings = (
        "set {{filter}}[[ on {{sheet}}|]][[ in {{file}}|]] so that only the rows are shown where "
        + CONDITIONS,
        "put {{filter}} on the table[[ on {{sheet}}|]]: show only the rows where " + CONDITIONS,
        "use {{filter}} to show only the [[rows|records]][[ on {{sheet}}|]] where " + CONDITIONS,
        "terse: [[{{sheet}}, with {{filter}}|With {{filter}}]]: show only rows where " + CONDITIONS + ".",
        "chatty: I only want to see the rows[[ on {{sheet}}|]] where "
        + CONDITIONS
        + ". Can you do that with "
        "{{filter}}, without deleting anything?",
        "precise: By means of {{filter}}, the table[[ on {{sheet}}|]] is to show only the rows where "
        + CONDITIONS
        + ".",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Conditions on texts and numbers."""
        number = {"easy": 1, "medium": 2, "hard": random.choice((2, 3))}[parameters.difficulty]
        able = table.all("category", "status", "money", "quantity", "measurement")
        return Scene(parameters, table, Filtering(table, draw_criteria(table, random, number, able)))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Set the filter over the table."""
        scene.filtering.filter(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The right rows are hidden, by a filter with a criterion in each column concerned."""
        table, filtering = scene.table, scene.filtering
        shown = fitting(table, filtering.criteria)
        facts = [
            *criteria_facts(filtering.criteria),
            Fact(name="filter", value="autofilter", says=("a filter", "an autofilter")),
            worked_out("area", filtering.area, table.at(table.headers, "value")),
        ]
        told = tuple(fact.name for fact in facts)
        chosen = [filtering.selector.below("criterion", item.column.letter) for item in filtering.criteria]
        return self.task(
            scene,
            facts=facts,
            requirements=[
                Requirement(
                    id="rows",
                    says="Only the rows that meet the conditions are shown.",
                    any_of=((hidden_check(table, set(table.row_numbers) - set(shown)),),),
                    facts=told[:-2],
                    weight=2,
                ),
                Requirement(
                    id="filter",
                    says="A filter of the table decides it.",
                    any_of=(
                        (
                            Matches(select=filtering.selector.of("range"), pattern=filtering.pattern),
                            *(Exists(select=select) for select in chosen),
                        ),
                    ),
                    facts=told,
                ),
            ],
            reads=[table.selector(item.column, "value") for item in filtering.criteria],
            writes=[table.rows_selector("hidden"), filtering.selector],
            free=[filtering.selector.below("criterion")],
            variants=filtering.variants(),
            near_misses=_near_misses(scene),
        )


def _near_misses(scene: Scene) -> list[Attempt]:
    table, filtering = scene.table, scene.filtering
    shown = fitting(table, filtering.criteria)
    others = [row for row in table.row_numbers if row not in shown]

    def shows(desktop: Desktop, rows: list[int]) -> None:
        filtering.filter(desktop)
        hide(table, desktop, [row for row in table.row_numbers if row not in rows])

    def buttons(desktop: Desktop) -> None:
        table.worksheet(desktop).autofilter = AutoFilter(table.area)

    return [
        Attempt("buttons only", buttons, why="Nothing was chosen in the filter."),
        Attempt("by hand", partial(hide, table, rows=others), why="Rows are hidden, but there is no filter."),
        Attempt("deleted", partial(delete, table, rows=others), why="The other rows are gone."),
        *(
            Attempt(name, partial(shows, rows=rows), why="Other rows are shown.")
            for name, rows in misread(table, filtering.criteria).items()
        ),
    ]
