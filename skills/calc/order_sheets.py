"""Skill: bring the sheets of a workbook into another order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from forge.errors import SkillError
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import sheet_fact, worked_out
from forge.skills.calc.support.sheet_orders import Order, arrange, beside, near_misses, order_checks
from forge.skills.calc.support.tables import Table
from forge.skills.calc.support.viewing import zoomed, zooms
from forge.skills.contract import Attempt, Contract, Difficulty, Fact
from forge.states.rubric import Requirement
from forge.states.selectors import Selector

ENDS = {
    "front": ("to the front", "in front of all other sheets"),
    "end": ("to the end", "behind all other sheets"),
}
SIDES = {
    "before": ("directly in front of", "right before"),
    "behind": ("directly behind", "right after"),
}
NUMBERED = ("first", "second", "third", "fourth", "fifth")


@dataclass(frozen=True)
class Scene(CalcScene):
    """The orders that are right, the first one of them the plainest, and the facts that ask for them."""

    orders: tuple[Order, ...]
    facts: tuple[Fact, ...]
    moved: str


class OrderSheets(CalcSkill[CalcParameters, Scene]):
    """Move sheets to other places."""

    id = "calc.sheets.order"
    title = "Bring sheets into a given order"
    keeps_values = True
    tells_sheet = False
    phrasings = (
        "move {{sheet}} {{end}}[[ in {{file}}|]]",
        "move {{sheet}} {{end}} so that the others follow in the order that they have",
        "arrange the sheets[[ of {{file}}|]] so that {{sheet}} stands {{side}} {{other}}",
        "bring the sheets[[ of {{file}}|]] into this order: {{first}}, {{second}}, {{third}}[[, {{fourth}}|]]"
        "[[, {{fifth}}|]]",
        "rearrange the sheets[[ in {{file}}|]] so that they stand like this, from left to right: {{first}}, "
        "{{second}}, {{third}}[[, {{fourth}}|]][[, {{fifth}}|]]",
        "terse: Move {{sheet}} {{end}}.",
        "terse: Sheet order: {{sheet}} {{side}} {{other}}.",
        "terse: Sheet order: {{first}}, {{second}}, {{third}}[[, {{fourth}}|]][[, {{fifth}}|]].",
        "chatty: I always look for {{sheet}}. Can you move it {{end}}?",
        "chatty: {{sheet}} should really stand {{side}} {{other}}. Can you move the sheets so that it does?",
        "precise: {{sheet}}[[ of {{file}}|]] is to be moved {{end}}; the other sheets keep their order.",
        "precise: {{sheet}}[[ of {{file}}|]] is to stand {{side}} {{other}}; the order stays the same otherwise.",
        "precise: The sheets[[ of {{file}}|]] are to stand in this order, from left to right: {{first}}, {{second}}, "
        "{{third}}[[, {{fourth}}|]][[, {{fifth}}|]].",
    )

    def draw(self, random: Random, difficulty: Difficulty) -> dict[str, Any]:
        """At least three sheets."""
        drawn = super().draw(random, difficulty)
        return {**drawn, "archive": True, "read_me": True, "lookup": drawn["lookup"] or difficulty == "hard"}

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A sheet to an end, a sheet beside another, or all of them in a new order."""
        there = tuple(sheet.name for sheet in table.workbook(desktop).sheets)
        if len(there) < 3:
            raise SkillError(f"{table.mount} has {len(there)} sheets; three are needed to have an order.")
        while True:
            if parameters.difficulty == "hard" and len(there) <= len(NUMBERED):
                order = tuple(random.sample(there, len(there)))
                orders: tuple[Order, ...] = (order,)
                facts = [_named(table, name, fact) for fact, name in zip(NUMBERED, order, strict=False)]
                moved = order[0]
            elif parameters.difficulty == "easy":
                moved, end = random.choice(there), random.choice(sorted(ENDS))
                rest = tuple(name for name in there if name != moved)
                orders = ((moved, *rest) if end == "front" else (*rest, moved),)
                facts = [_named(table, moved, "sheet"), Fact(name="end", value=end, says=ENDS[end])]
            else:
                moved, other = random.sample(there, 2)
                side = random.choice(sorted(SIDES))
                orders = beside(there, moved, other, side)
                facts = [_named(table, moved, "sheet"), Fact(name="side", value=side, says=SIDES[side])]
                facts.append(_named(table, other, "other"))
            if there not in orders:
                return Scene(parameters, table, orders, tuple(facts), moved)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Move the sheets."""
        arrange(scene.table, scene.orders[0], desktop)

    def contract(self, scene: Scene) -> Contract:
        """The sheets stand in an order that was asked for."""
        table, orders = scene.table, scene.orders
        sheets = Selector(table.mount).below("sheet")
        ways = tuple(order_checks(table.mount, order) for order in orders)
        positions = worked_out("positions", tuple(range(1, len(orders[0]) + 1)), sheets)
        told = tuple(fact.name for fact in scene.facts)
        others = [
            Attempt(f"another way {number}", partial(arrange, table, order), why="It is asked for as well.")
            for number, order in enumerate(orders[1:], 1)
        ]
        return self.task(
            scene,
            facts=[*scene.facts, positions],
            requirements=[
                Requirement(
                    id="order", says="The sheets stand in order.", any_of=ways, facts=(*told, "positions")
                )
            ],
            reads=[sheets],
            writes=[Selector(table.mount).of("order:sheet")],
            free=[zooms(table)],
            variants=[*others, *zoomed(table, partial(arrange, table, orders[0]))],
            near_misses=near_misses(table, orders, scene.moved),
        )


def _named(table: Table, sheet: str, fact: str) -> Fact:
    return sheet_fact(replace(table, sheet=sheet, only_sheet=False), fact)
