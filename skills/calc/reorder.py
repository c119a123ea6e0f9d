"""Skill: columns brought into another order."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.calc import places
from forge.preparers.calc.places import column_number
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.column_orders import Order, arrange, copied, lined_up, moved, swapped, torn
from forge.skills.calc.support.facts import worked_out
from forge.skills.calc.support.tables import Table
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Equals, Requirement

SHEET = "[[ on {{sheet}}|]]"
MOVE = (
    "[[move {{moved}}" + SHEET + " so that it stands {{side}} {{anchor}}|swap {{one}} and {{other}}" + SHEET
    + "|put {{first}}, {{second}}, {{third}} and {{fourth}}" + SHEET + " in this order {{behind}} {{start}}, {{rest}}]]"
)  # fmt: skip


@dataclass(frozen=True)
class Scene(CalcScene):
    """The order that is wanted, how it is told, and wrong orders by name."""

    order: Order
    told: tuple[Fact, ...]
    wrong: dict[str, Order]


class Reorder(CalcSkill[CalcParameters, Scene]):
    """Move columns with all that stands in them."""

    id = "calc.columns.reorder"
    title = "Bring columns into a given order"
    phrasings = (
        MOVE,
        "rearrange the columns: " + MOVE,
        "terse: " + MOVE,
        "chatty: The columns are in an awkward order. Can you " + MOVE + "?",
        "polite: Would you be so kind as to " + MOVE + "?",
        "precise: Whole columns are to change places: " + MOVE + ". Every entry stays below its header.",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """One column moves, two change places, or four are put in a row; the first column stays."""
        chosen = {"easy": moved, "medium": swapped, "hard": lined_up}[parameters.difficulty]
        order, told, wrong = chosen(table, random)
        wrong["nearly"] = (*order[:-2], order[-1], order[-2])
        return Scene(parameters, table, order, told, wrong)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Move whole columns, with their widths."""
        arrange(scene.table, scene.order, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Every column stands where it should, with all that stood in it."""
        table, order = scene.table, scene.order
        first = column_number(table.columns[0].letter)
        positions = tuple(first + order.index(item) for item in table.columns)
        letters = (table.columns[0].letter, table.columns[-1].letter)
        place = places.column(table.mount, table.sheet, *letters, prop="@position")
        names = tuple(fact.name for fact in scene.told)
        return self.task(
            scene,
            facts=(*scene.told, worked_out("positions", positions, table.at(table.headers, "value"))),
            requirements=[
                Requirement(
                    id="order",
                    says="The columns stand in the order that was asked for.",
                    any_of=((Equals(select=place, each=positions),),),
                    facts=(*names, "positions"),
                )
            ],
            reads=[table.at(table.headers, "value")],
            writes=[table.sheet_selector("order:column")],
            free=[table.column_selector(item, "width") for item in table.columns],
            variants=(
                Attempt(
                    "widths stay", partial(arrange, table, order, widths="stay"), why="Cells were moved."
                ),
                Attempt("one width", partial(arrange, table, order, widths="one"), why="Widths are free."),
            ),
            near_misses=(
                *(
                    Attempt(name, partial(arrange, table, other), why="It is another order.")
                    for name, other in scene.wrong.items()
                    if other != order
                ),
                Attempt("headers alone", partial(torn, table, order, header=True), why="The data stayed."),
                Attempt("data alone", partial(torn, table, order, header=False), why="The headers stayed."),
                Attempt("copied", partial(copied, table, order), why="A column stands there twice."),
            ),
        )
