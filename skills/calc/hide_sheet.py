"""Skill: hide sheets, and show hidden ones."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import sheet_fact
from forge.skills.calc.support.summaries import by_class
from forge.skills.calc.support.tables import Table
from forge.skills.calc.support.viewing import zoomed, zooms
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Equals, Requirement

HIDE = ("hidden", "hidden from view")
SHOW = ("visible again", "shown again")


@dataclass(frozen=True)
class Scene(CalcScene):
    """The tables of the sheets, each with whether it is to be hidden."""

    sheets: tuple[tuple[Table, bool], ...]


class HideSheet(CalcSkill[CalcParameters, Scene]):
    """One sheet hidden or shown, or one of each."""

    id = "calc.sheets.hide"
    title = "Hide or show a sheet"
    hinders = 1
    needs = at_least(category=1, money=2)
    needs_lookup = True
    keeps_values = True
    phrasings = (
        "see to it that {{sheet}} is {{state}}[[ and that {{sheet_2}} is {{state_2}}|]]",
        "change the workbook so that {{sheet}} is {{state}}[[, and {{sheet_2}} {{state_2}}|]], without deleting any",
        "terse: {{sheet}} is to be {{state}}[[, {{sheet_2}} {{state_2}}|]].",
        "polite: Could you please make sure that {{sheet}} is {{state}}[[, and that {{sheet_2}} is {{state_2}}|]]?",
        "chatty: I'd like to tidy up the tabs a bit. Can you arrange that {{sheet}} is {{state}}[[ and {{sheet_2}} is "
        "{{state_2}}|]]? Please don't delete anything.",
        "precise: {{sheet}} is to be {{state}}[[; {{sheet_2}} is to be {{state_2}}|]]. The sheets as such remain.",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A sheet to hide; a hidden one to show; or one of each."""
        table, side = by_class(table, desktop, random)
        others = [side, *([table.lookup] if table.lookup is not None else [])]
        random.shuffle(others)
        first, last = others[0], others[-1]
        kinds = {"easy": [(first, True)], "medium": [(first, False)], "hard": [(first, True), (last, False)]}
        sheets = kinds[parameters.difficulty]
        random.shuffle(sheets)
        for home, hidden in sheets:
            home.worksheet(desktop).hidden = not hidden
        return Scene(parameters, table, tuple(sheets))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The sheets hidden and shown."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each sheet is there, and hidden or not."""
        facts: list[Fact] = []
        requirements: list[Requirement] = []
        for suffix, (table, hidden) in zip(("", "_2"), scene.sheets, strict=False):
            own = (
                sheet_fact(table, f"sheet{suffix}"),
                Fact(name=f"state{suffix}", value=hidden, says=HIDE if hidden else SHOW),
            )
            check = Equals(select=table.sheet_selector("hidden"), expected=hidden)
            says = f"{table.sheet} is {'hidden' if hidden else 'shown'}."
            told = tuple(fact.name for fact in own)
            requirements.append(Requirement(id=f"sheet{suffix}", says=says, any_of=((check,),), facts=told))
            facts += own
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            free=(zooms(scene.table),),
            variants=zoomed(scene.table, act),
            near_misses=(
                Attempt("deleted", partial(self.deleted, scene), why="A sheet is gone, not hidden or shown."),
                Attempt(
                    "others_too", partial(self.others_too, scene), why="Another sheet is hidden as well."
                ),
                Attempt("emptied", partial(self.emptied, scene), why="What stood on a sheet is gone."),
            ),
        )

    def attempt(self, scene: Scene, desktop: Desktop) -> None:
        """Hide and show the sheets."""
        for table, hidden in scene.sheets:
            table.worksheet(desktop).hidden = hidden

    def deleted(self, scene: Scene, desktop: Desktop) -> None:
        """Do it, and delete the first of the sheets."""
        self.attempt(scene, desktop)
        scene.table.workbook(desktop).remove_sheet(scene.sheets[0][0].sheet)

    def others_too(self, scene: Scene, desktop: Desktop) -> None:
        """Do it, and hide the main sheet."""
        self.attempt(scene, desktop)
        scene.table.worksheet(desktop).hidden = True

    def emptied(self, scene: Scene, desktop: Desktop) -> None:
        """Do it, and clear the first of the sheets."""
        self.attempt(scene, desktop)
        scene.sheets[0][0].worksheet(desktop).cells.clear()
