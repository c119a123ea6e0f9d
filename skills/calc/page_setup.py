"""Skill: how a sheet is printed: orientation, paper, margins, repeated rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from forge.preparers.calc.trees import reference
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import worked_out
from forge.skills.calc.support.printing import Printing
from forge.skills.calc.support.tables import Table
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Equals, OneOf, Requirement, Way

ORIENTATIONS = {
    "landscape": ("landscape format", "landscape orientation"),
    "portrait": ("portrait format", "portrait orientation"),
}
PAPERS = {
    **{size: (f"{size} paper",) for size in ("A3", "A4", "A5")},
    "letter": ("US Letter paper", "Letter size paper"),
    "legal": ("US Legal paper", "Legal size paper"),
}
MARGINS = (1.0, 1.2, 1.5, 2.2, 2.5, 3.0)
HEADERS = ("the column headers", "the row with the column headers")


@dataclass(frozen=True)
class Scene(CalcScene):
    """The page, and what is asked for as fields of `Page`."""

    printing: Printing
    settings: Mapping[str, Any]


class PageSetup(CalcSkill[CalcParameters, Scene]):
    """Two to five settings of the page of one sheet."""

    id = "calc.page.setup"
    title = "Set orientation, paper, margins and repeated rows"
    keeps_values = True
    phrasings = (
        "set up [[{{sheet}}|the sheet]] to be printed in {{orientation}}[[ on {{paper}}|]][[, with {{margins}}|]]"
        "[[, and {{repeated}} at the top of every page|]]",
        "change how [[{{sheet}}|the sheet]] is printed: {{orientation}}[[, {{paper}}|]][[, {{margins}}|]]"
        "[[, {{repeated}} at the top of each page|]]",
        "terse: [[{{sheet}}|Page setup]]: {{orientation}}[[, {{paper}}|]][[, {{margins}}|]][[, {{repeated}} on every "
        "page|]].",
        "polite: Could you please prepare [[{{sheet}}|the sheet]] for printing in {{orientation}}[[, on {{paper}}|]]"
        "[[, with {{margins}}|]]?[[ At the top of every page, there should be {{repeated}}.|]]",
        "chatty: I need to print [[{{sheet}}|this sheet]]. Can you set it to {{orientation}}[[ on {{paper}}|]]"
        "[[, with {{margins}}|]]?[[ And please let every page begin with {{repeated}}.|]]",
        "precise: [[The page setup of {{sheet}} is to be|The page setup is to be]]: {{orientation}}[[; {{paper}}|]]"
        "[[; {{margins}}|]][[; {{repeated}} repeated at the top of every page|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Orientation and paper; orientation and repeated headers; or all there is."""
        printing = Printing.of(table, desktop)
        page = printing.page(desktop)
        settings: dict[str, Any] = {
            "orientation": next(item for item in ORIENTATIONS if item != page.orientation)
        }
        if parameters.difficulty != "medium":
            settings["paper"] = random.choice([item for item in PAPERS if item != page.paper])
        if parameters.difficulty != "easy":
            settings["repeat_rows"] = f"{table.header_row}:{table.header_row}"
        if parameters.difficulty == "hard":
            margin = random.choice([item for item in MARGINS if item not in (page.left, page.right)])
            settings |= {"left": margin, "right": margin}
        return Scene(parameters, table, printing, settings)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The settings on the page of the sheet."""
        scene.printing.change(desktop, scene.settings)

    def contract(self, scene: Scene) -> Contract:
        """Each setting is as told; whoever chooses all of the sheet for printing prints the same."""
        table, page, settings = scene.table, scene.printing, scene.settings
        facts = [*told(settings), page.areas_fact()]
        turned = Equals(select=page.selector("orientation"), expected=settings["orientation"])
        wanted: list[tuple[str, tuple[Way, ...], tuple[str, ...]]] = [
            ("orientation", tuple((turned, guard) for guard in page.prints_all()), ("areas",))
        ]
        if "paper" in settings:
            size = Equals(select=page.selector("paper"), expected=settings["paper"])
            wanted.append(("paper", ((size,),), ()))
        if "left" in settings:
            width = settings["left"]
            both = tuple(Equals(select=page.selector(side), expected=width) for side in ("left", "right"))
            wanted.append(("margins", (both,), ()))
        if "repeat_rows" in settings:
            tops = sorted({1, table.header_row})
            rows = tuple(reference(f"{top}:{table.header_row}", table.sheet) for top in tops)
            facts.append(worked_out("rows", rows, table.sheet_selector()))
            again = OneOf(select=page.selector("repeat_rows"), options=rows)
            wanted.append(("repeated", ((again,),), ("rows",)))
        requirements = [
            Requirement(id=name, says=f"The {name} as told.", any_of=ways, facts=(name, *more))
            for name, ways, more in wanted
        ]
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[page.selector(name) for name in (*settings, "print_area")],
            variants=page.other_ways(settings),
            near_misses=[
                Attempt(name, partial(page.change, settings={**settings, **wrong}), why=why)
                for name, wrong, why in mistakes(scene)
            ],
        )


def told(settings: Mapping[str, Any]) -> Iterator[Fact]:
    """The facts of the settings."""
    yield Fact(name="orientation", value=settings["orientation"], says=ORIENTATIONS[settings["orientation"]])
    if "paper" in settings:
        yield Fact(name="paper", value=settings["paper"], says=PAPERS[settings["paper"]])
    if "left" in settings:
        width = f"{settings['left']:g} cm"
        says = (f"left and right margins of {width}", f"margins of {width} on the left and on the right")
        yield Fact(name="margins", value=settings["left"], says=says)
    if "repeat_rows" in settings:
        yield Fact(name="repeated", value=True, says=HEADERS)


def mistakes(scene: Scene) -> Iterator[tuple[str, dict[str, Any], str]]:
    """What people get wrong: a name, the fields of the page that differ, and why it is wrong."""
    table, settings = scene.table, scene.settings
    old = next(item for item in ORIENTATIONS if item != settings["orientation"])
    first = f"{table.columns[0].letter}{table.header_row}:{table.columns[1].letter}{table.last_row}"
    yield "not_turned", {"orientation": old}, "The pages are not turned."
    yield "area_too_small", {"print_area": (first,)}, "Most columns are not printed."
    yield "scaled", {"scale": 80}, "Nobody asked for another size."
    if "left" in settings:
        yield "one_side", {"right": 1.8}, "The right margin is as it was."
        wide = 2 * settings["left"]
        yield "too_wide", {"left": wide, "right": wide}, "The margins are too wide."
    if "repeat_rows" in settings:
        below = table.header_row + 1
        yield "row_below", {"repeat_rows": f"{below}:{below}"}, "A row of data is repeated."
