"""Skill: how large a sheet is shown."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.calc import places
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import sheet_fact, worked_out
from forge.skills.calc.support.summaries import by_class
from forge.skills.calc.support.tables import Table
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Equals, Requirement

FACTORS = (60, 70, 75, 80, 85, 90, 110, 120, 125, 130, 140, 150, 175, 200)


@dataclass(frozen=True)
class Scene(CalcScene):
    """The sheet, its zoom in per cent, another one, whether the zoom is told as that one's, and all others."""

    target: Table
    zoom: int
    other: Table
    as_other: bool
    others: tuple[str, ...]


class Zoom(CalcSkill[CalcParameters, Scene]):
    """The zoom of one sheet; that of others is open, for LibreOffice may set them all together."""

    id = "calc.view.zoom"
    title = "Change the zoom of the sheet view"
    needs = at_least(category=1, money=2)
    keeps_values = True
    phrasings = (
        "set the zoom of {{sheet}} to [[{{zoom}}|what {{other}} is shown at]]",
        "show {{sheet}} at [[{{zoom}}|the zoom at which {{other}} is shown now]]",
        "terse: Zoom of {{sheet}}: [[{{zoom}}|the same as that of {{other}} now]].",
        "polite: Could you please change the zoom of {{sheet}} to [[{{zoom}}|the one that {{other}} has now]]?",
        "chatty: I can't read {{sheet}} well the way it is shown. Can you set its zoom to [[{{zoom}}|what {{other}} "
        "has now]]?",
        "precise: The zoom of {{sheet}} is to be [[{{zoom}}|the same as that of {{other}}, as it is now]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """The main sheet; the other one; or one that is to be shown like the other."""
        table, side = by_class(table, desktop, random)
        target, other = (
            (table, side) if parameters.difficulty == "easy" or random.random() < 0.3 else (side, table)
        )
        before, zoom = random.sample(FACTORS, 2)
        target.worksheet(desktop).zoom = random.choice((100, before))
        as_other = parameters.difficulty == "hard"
        if as_other:
            other.worksheet(desktop).zoom = zoom
        others = tuple(sheet.name for sheet in table.workbook(desktop).sheets if sheet.name != target.sheet)
        return Scene(parameters, table, target, zoom, other, as_other, others)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The zoom of the sheet."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """The sheet has the zoom."""
        place = scene.other.sheet_selector("zoom")
        if scene.as_other:
            facts = [sheet_fact(scene.other, "other"), worked_out("zoom_of_other", scene.zoom, place)]
        else:
            says = (f"{scene.zoom} %", f"{scene.zoom} per cent", f"{scene.zoom}%")
            facts = [Fact(name="zoom", value=scene.zoom, says=says)]
        facts.append(sheet_fact(scene.target))
        required = Requirement(
            id="zoom",
            says=f"It is shown at {scene.zoom} per cent.",
            any_of=((Equals(select=scene.target.sheet_selector("zoom"), expected=scene.zoom),),),
            facts=tuple(fact.name for fact in facts),
        )
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(scene.target.sheet_selector("zoom"),),
            reads=(place,) if scene.as_other else (),
            free=[places.sheet(scene.table.mount, name, "zoom") for name in scene.others],
            variants=(
                Attempt(
                    "all_alike",
                    partial(act, others=scene.zoom),
                    why="LibreOffice may set all sheets together.",
                ),
                Attempt("others_back", partial(act, others=95), why="How large others are shown is open."),
            ),
            near_misses=(
                Attempt("a_bit_off", partial(act, off=5), why="It is shown larger."),
                Attempt("other_sheet", partial(self.other_sheet, scene), why="Another sheet has the zoom."),
                Attempt(
                    "larger_letters",
                    partial(self.letters, scene),
                    why="The letters are larger, not the view.",
                ),
            ),
        )

    def attempt(self, scene: Scene, desktop: Desktop, off: int = 0, others: int = 0) -> None:
        """Set the zoom, perhaps not quite right, perhaps that of other sheets as well."""
        for sheet in scene.table.workbook(desktop).sheets:
            sheet.zoom = others or sheet.zoom
        scene.target.worksheet(desktop).zoom = scene.zoom + off

    def other_sheet(self, scene: Scene, desktop: Desktop) -> None:
        """Set the zoom of another sheet."""
        scene.other.worksheet(desktop).zoom = scene.zoom

    def letters(self, scene: Scene, desktop: Desktop) -> None:
        """Choose a larger font for the data."""
        for cell in scene.target.worksheet(desktop).range(scene.target.body):
            cell.restyle(size=16)
