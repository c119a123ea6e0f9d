"""Skill: shade columns of numbers by a colour scale."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.rules import any_order, draw_fills
from forge.skills.calc.support.scales import IN_PERCENT, Scales
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract

SHADES = (
    "from {{low_colour}} for {{lowest}}[[ over {{middle_colour}} for {{middle}}|]] to {{high_colour}} for "
    "{{highest}}"
)


@dataclass(frozen=True)
class Scene(CalcScene):
    """The scales, and a column that is easily taken for the right one."""

    scales: Scales
    neighbour: TableColumn


class ColourScale(CalcSkill[CalcParameters, Scene]):
    """Scales of two or three colours on one or two columns."""

    id = "calc.conditional_formatting.colour_scale"
    title = "Shade values by a colour scale"
    needs = at_least(money=2)
    keeps_values = True
    phrasings = (
        "apply {{rule}} to {{column}}[[ and another one to {{second}}|]][[ on {{sheet}}|]] that runs "
        + SHADES,
        "shade the numbers in {{column}}[[ of {{sheet}}|]] by {{rule}}, "
        + SHADES
        + "[[. Do the same for {{second}}, with a scale of its own|]]",
        "terse: [[{{sheet}}, |]]{{column}}[[ and, separately, {{second}}|]]: {{rule}}, " + SHADES + ".",
        "polite: Could you please set up {{rule}} for {{column}}[[ on {{sheet}}|]], "
        + SHADES
        + "?[[ {{second}} needs the same, with a scale of its own.|]]",
        "chatty: I'd like to see at a glance where {{column}}[[ on {{sheet}}|]] is high and where it is low. Can you "
        "add {{rule}}, " + SHADES + "?[[ And a separate one of the same kind for {{second}}, please.|]]",
        "precise: [[On {{sheet}}, the|The]] data cells of {{column}} are to have {{rule}}, "
        + SHADES
        + "[[; those of {{second}} are to have a second, separate scale of the same kind|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Two colours; three; or three on two columns."""
        level = ("easy", "medium", "hard").index(parameters.difficulty)
        columns = tuple(random.sample(table.all("money"), 2 if level == 2 else 1))
        scales = Scales(table, columns, tuple(draw_fills(random, 3 if level else 2)))
        others = [item for item in table.columns if item not in columns]
        return Scene(parameters, table, scales, random.choice(others))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """A scale on the data cells of each column."""
        scene.scales.add(desktop)

    def contract(self, scene: Scene) -> Contract:
        """A new scale on each column, all through the same points."""
        act = scene.scales.add
        near_misses = [
            Attempt("reversed", partial(act, order=-1), why="The colours are the other way round."),
            Attempt("one_short", partial(act, short=1), why="The last row is not shaded."),
            Attempt("neighbour", partial(act, column=scene.neighbour), why="Another column is shaded."),
        ]
        if len(scene.scales.colours) > 2:
            near_misses.append(
                Attempt("half_way", partial(act, middle="percent"), why="That is not the median.")
            )
        if len(scene.scales.columns) > 1:
            near_misses.append(Attempt("together", partial(act, together=True), why="They share one scale."))
        return self.task(
            scene,
            facts=scene.scales.facts(),
            requirements=tuple(scene.scales.requirements()),
            writes=(scene.scales.selector(),),
            free=(any_order(scene.table),),
            variants=(
                Attempt("header_too", partial(act, header=True), why="A scale passes over texts."),
                Attempt("whole_column", partial(act, whole=True), why="A scale passes over empty cells."),
                Attempt(
                    "in_percent", partial(act, ends=IN_PERCENT), why="Nought per cent is the lowest value."
                ),
            ),
            near_misses=near_misses,
        )
