"""Skill: lines around and between the cells of a table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import sheet_fact
from forge.skills.calc.support.framing import LINES, STORINGS, Frame
from forge.skills.calc.support.summaries import by_class
from forge.skills.calc.support.tables import Table
from forge.skills.calc.support.viewing import zoomed, zooms
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Requirement

AROUND = ("around the whole table (with its headers)", "around the table as a whole (headers included)")
BETWEEN = ("between all of its cells", "between all cells of the table")
GRID = (
    "around every cell of the table (headers included)",
    "on all sides of each cell of the table (headers included)",
)


@dataclass(frozen=True)
class Scene(CalcScene):
    """The lines."""

    frame: Frame


class Borders(CalcSkill[CalcParameters, Scene]):
    """A frame, a grid, or a frame with other lines inside."""

    id = "calc.formatting.borders"
    title = "Draw borders around and inside a range"
    needs = at_least(category=1, money=2)
    keeps_values = True
    phrasings = (
        "draw {{outer}} {{around}}[[ and {{inner}} {{between}}|]] on {{sheet}}",
        "add {{outer}} {{around}} on {{sheet}}[[, and {{inner}} {{between}}|]]",
        "terse: {{sheet}}: {{outer}} {{around}}[[, {{inner}} {{between}}|]].",
        "polite: Could you please draw {{outer}} {{around}} on {{sheet}}?[[ There should also be {{inner}} "
        "{{between}}.|]]",
        "chatty: The numbers on {{sheet}} run into each other when I print them. Can you put {{outer}} {{around}}"
        "[[, and {{inner}} {{between}}|]]?",
        "precise: On {{sheet}}, {{outer}} are to be drawn {{around}}[[, and {{inner}} {{between}}|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A frame; a grid; or a thick frame with thin lines inside. Lines that were there are taken away."""
        table, side = by_class(table, desktop, random)
        for cell in side.worksheet(desktop).range(side.area):
            cell.style = cell.style.bordered(None)
        width = random.choice(("thin", "thick"))
        lines = {"easy": (width, None), "medium": (width, width), "hard": ("thick", "thin")}
        return Scene(parameters, table, Frame.around(side, *lines[parameters.difficulty]))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The lines on the cells."""
        scene.frame.draw(desktop)

    def contract(self, scene: Scene) -> Contract:
        """The lines are there, whichever of two cells that share one has it."""
        frame = scene.frame
        grid = frame.inner == frame.outer
        facts = [
            sheet_fact(frame.table),
            line_fact("outer", frame.outer or "thin"),
            Fact(name="around", value=True, says=GRID if grid else AROUND),
        ]
        if frame.inner is not None and not grid:
            facts += [line_fact("inner", frame.inner), Fact(name="between", value=True, says=BETWEEN)]
        lines = Requirement(
            id="lines",
            says="There are such lines around and between the cells, and no others.",
            any_of=frame.ways(),
            facts=tuple(fact.name for fact in facts),
        )
        act, last = frame.draw, frame.bottom
        other = {"thin": "thick", "thick": "thin"}
        turned = replace(frame, outer=other[frame.outer or "thin"], inner=other.get(frame.inner or ""))
        inside = replace(frame, inner=None if frame.inner else frame.outer)
        variants = [Attempt("other_kind", partial(act, kind=1), why="Such lines come in two kinds.")]
        if frame.inner is not None:
            for name, storing in zip(("right_and_below", "left_and_above"), STORINGS[1:], strict=True):
                variants.append(Attempt(name, partial(act, storing=storing), why="The lines are the same."))
        else:
            variants += zoomed(scene.table, act)
        return self.task(
            scene,
            facts=facts,
            requirements=(lines,),
            writes=tuple(frame.selectors()),
            free=(zooms(scene.table),),
            variants=variants,
            near_misses=(
                Attempt("one_short", replace(frame, bottom=last - 1).draw, why="The last row is left out."),
                Attempt(
                    "no_headers", replace(frame, top=frame.top + 1).draw, why="The headers are left out."
                ),
                Attempt("inside", inside.draw, why="The lines between the cells are wrong."),
                Attempt("other_width", turned.draw, why="The lines are too thick or too thin."),
                Attempt("double", partial(act, line="double"), why="The lines are double."),
            ),
        )


def line_fact(name: str, width: str) -> Fact:
    """How thick lines are, and that they are black."""
    return Fact(name=name, value=LINES[width], says=(f"{width} black lines", f"{width} lines in black"))
