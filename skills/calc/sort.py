"""Skill: put the records of a table in order, by one to three columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from random import Random

from forge.errors import SkillError
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.moving import (
    GROUPING,
    Key,
    key_facts,
    put_in_order,
    sort_keys,
    sorted_rows,
    sorts_alike,
    ties,
    with_ties,
)
from forge.skills.calc.support.tables import Table
from forge.skills.content.kit import Role, at_least
from forge.skills.contract import Attempt, Contract
from forge.states.rubric import Ordered, Requirement, Unchanged

FINE: tuple[Role, ...] = ("money", "quantity", "date", "measurement", "percentage", "duration", "time")
FEWEST_TIES = 3


@dataclass(frozen=True)
class Scene(CalcScene):
    """What is sorted by, the most important first."""

    keys: tuple[Key, ...]

    def order(self, keys: Sequence[Key] | None = None, *, backwards: bool = False) -> list[int]:
        """The rows in order; `backwards` puts those that tie into the other order."""
        rows = self.table.row_numbers
        return sorted_rows(self.table, keys or self.keys, reversed(rows) if backwards else rows)


class Sort(CalcSkill[CalcParameters, Scene]):
    """Sort the rows of a table by one to three columns."""

    id = "calc.rows.sort"
    title = "Sort records by one or more columns"
    needs = at_least(category=1, status=1, money=1, quantity=1)
    phrasings = (
        "sort the rows[[ on {{sheet}}| of the table|]] by {{first}}, {{first_order}}"
        "[[, then by {{second}}, {{second_order}}|]][[, and then by {{third}}, {{third_order}}|]]",
        "put the [[rows|records|entries]][[ on {{sheet}}|]][[ in {{file}}|]] in order: by {{first}}, {{first_order}}"
        "[[; where that is equal, by {{second}}, {{second_order}}|]]"
        "[[; where that is equal as well, by {{third}}, {{third_order}}|]]",
        "sort [[the list|the table|all rows]][[ on {{sheet}}|]] by {{first}} ({{first_order}})"
        "[[, within that by {{second}} ({{second_order}})|]][[, and last by {{third}} ({{third_order}})|]]",
        "terse: [[{{sheet}}: |]]sort by {{first}} ({{first_order}})[[, {{second}} ({{second_order}})|]]"
        "[[, {{third}} ({{third_order}})|]].",
        "chatty: The [[rows|records]][[ on {{sheet}}|]] are all over the place. Can you sort them by {{first}}, "
        "{{first_order}}[[, and then by {{second}}, {{second_order}}|]]"
        "[[, with {{third}} as the last one, {{third_order}}|]]?",
        "precise: The rows[[ on {{sheet}}|]][[ of {{file}}|]] are to be sorted by {{first}}, {{first_order}}"
        "[[. Rows that are equal there follow {{second}}, {{second_order}}|]]"
        "[[. Rows that are still equal follow {{third}}, {{third_order}}|]]. Each row stays in one piece.",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Keys each of which matters; some rows tie in the end, so that their order is nobody's business."""
        number = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        groups = [column for column in table.all(*GROUPING) if sorts_alike(table, column)]
        for _ in range(200):
            last = random.choice((*table.all(*FINE), *groups))
            columns = [*random.sample(groups, min(number - 1, len(groups))), last]
            keys = tuple((column, random.random() < 0.5) for column in columns)
            scene = Scene(parameters, table, keys)
            orders = [list(table.row_numbers), *(scene.order(keys[:count]) for count in range(1, number + 1))]
            if len(set(columns)) < number or any(one == other for one, other in combinations(orders, 2)):
                continue
            if ties(table, keys) < FEWEST_TIES:
                scene = Scene(parameters, with_ties(table, desktop, keys, random, 2 * FEWEST_TIES), keys)
            return scene
        raise SkillError(f"{table.sheet} gives no {number} columns by which sorting makes a difference.")

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Sort; what ties stays in the order that it has."""
        put_in_order(scene.table, desktop, scene.order())

    def contract(self, scene: Scene) -> Contract:
        """Rows in order, the header and what is above where they are; no row changes in itself."""
        table, keys = scene.table, scene.keys
        facts = key_facts(table, keys)
        above = table.sheet_selector().run("row", 1, table.header_row).of("@position")
        checks = (Ordered(select=table.rows_selector(), by=sort_keys(keys)), Unchanged(select=above))
        backwards = partial(put_in_order, table, order=scene.order(backwards=True))
        others = partial(
            put_in_order, table, order=scene.order([*keys, *((item, True) for item in table.columns)])
        )
        return self.task(
            scene,
            facts=facts,
            requirements=[
                Requirement(
                    id="order",
                    says="The rows are in the order that was asked for, below their header.",
                    any_of=(checks,),
                    facts=tuple(fact.name for fact in facts),
                )
            ],
            writes=[table.sheet_selector("order:row")],
            reads=[table.selector(column, "value") for column, _ in keys],
            variants=(
                Attempt("ties backwards", backwards, why="Rows that tie stand in another order."),
                Attempt("ties by other columns", others, why="Rows that tie stand in another order."),
            ),
            near_misses=_near_misses(scene),
        )


def _near_misses(scene: Scene) -> list[Attempt]:
    table, keys, rows = scene.table, scene.keys, scene.table.row_numbers
    (column, descending), first = keys[-1], keys[0]
    orders = {
        "other way round": scene.order([*keys[:-1], (column, not descending)]),
        "last row left out": [*sorted_rows(table, keys, rows[:-1]), table.last_row],
        "header sorted in": [*scene.order(), table.header_row],
    }
    if len(keys) > 1:
        orders["first column alone"] = scene.order([first])
        orders["last column first"] = scene.order([(column, descending), *keys[:-1]])
    torn = partial(put_in_order, table, order=scene.order([first]), columns=[first[0]])
    return [
        Attempt("torn apart", torn, why="One column was sorted by itself."),
        *(
            Attempt(name, partial(put_in_order, table, order=order), why="The rows are in another order.")
            for name, order in orders.items()
            if table.header_row in order or sorted_rows(table, keys, order) != order
        ),
    ]
