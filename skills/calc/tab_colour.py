"""Skill: colour the tabs of sheets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import sheet_fact
from forge.skills.calc.support.summaries import by_class
from forge.skills.calc.support.tables import Table
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import OneOf, Requirement
from forge.states.values import Colour

SHADES = {
    "red": ("#FF0000", "#C9211E", "#FF3838", "#F10D0C", "#C00000", "#FF6D6D"),
    "orange": ("#FF8000", "#EA7500", "#FF972F", "#FF860D", "#FFA500", "#FFC000", "#ED7D31"),
    "yellow": ("#FFFF00", "#E6E905", "#FFFF38", "#FFFF6D"),
    "green": (
        "#00A933",
        "#127622",
        "#77BC65",
        "#069A2E",
        "#3FAF46",
        "#00B050",
        "#008000",
        "#00FF00",
        "#70AD47",
    ),
    "blue": (
        "#2A6099",
        "#355269",
        "#729FCF",
        "#3465A4",
        "#5983B0",
        "#0070C0",
        "#0000FF",
        "#4472C4",
        "#5B9BD5",
    ),
    "purple": ("#800080", "#650953", "#A1467E", "#780373", "#8D1D75", "#7030A0"),
}
"""What the palettes of LibreOffice and Excel have of each colour: any of them is what was asked for."""
FAMILIES = {name: tuple(map(Colour, codes)) for name, codes in SHADES.items()}


@dataclass(frozen=True)
class Scene(CalcScene):
    """The tables of the sheets with the names of their colours, and one on another sheet."""

    tabs: tuple[tuple[Table, str], ...]
    other: Table


class TabColour(CalcSkill[CalcParameters, Scene]):
    """The colours of one, two or three tabs."""

    id = "calc.sheets.tab_colour"
    title = "Colour the tab of a sheet"
    needs = at_least(category=1, money=2)
    needs_lookup = True
    keeps_values = True
    phrasings = (
        "make the tab of {{sheet}} {{colour}}[[ and that of {{sheet_2}} {{colour_2}}|]][[, and that of {{sheet_3}} "
        "{{colour_3}}|]]",
        "colour the tab of {{sheet}} {{colour}}[[ and the one of {{sheet_2}} {{colour_2}}|]][[, and the one of "
        "{{sheet_3}} {{colour_3}}|]]",
        "terse: Tab of {{sheet}} {{colour}}[[, of {{sheet_2}} {{colour_2}}|]][[, of {{sheet_3}} {{colour_3}}|]].",
        "polite: Could you please give the tab of {{sheet}} a {{colour}} colour[[, and that of {{sheet_2}} a "
        "{{colour_2}} one|]][[, and that of {{sheet_3}} a {{colour_3}} one|]]?",
        "chatty: I always click on the wrong sheet. Can you make the tab of {{sheet}} {{colour}}[[ and the one of "
        "{{sheet_2}} {{colour_2}}|]][[, and the one of {{sheet_3}} {{colour_3}}|]]?",
        "precise: The tab of {{sheet}} is to be {{colour}}[[; the tab of {{sheet_2}} is to be {{colour_2}}|]]"
        "[[; the tab of {{sheet_3}} is to be {{colour_3}}|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """One sheet of three or more; two; or three."""
        table, side = by_class(table, desktop, random)
        number = ("easy", "medium", "hard").index(parameters.difficulty) + 1
        tables = [table, side, *([table.lookup] if table.lookup is not None else [])]
        chosen = random.sample(tables, number)
        colours = random.sample(sorted(FAMILIES), number)
        for home, colour in zip(chosen, colours, strict=True):
            sheet = home.worksheet(desktop)
            if sheet.tab_colour in FAMILIES[colour]:
                sheet.tab_colour = None
        rest = [item for item in tables if item not in chosen] or [chosen[-1]]
        return Scene(parameters, table, tuple(zip(chosen, colours, strict=True)), rest[0])

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The colours on the tabs."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each tab has a shade of its colour."""
        facts: list[Fact] = []
        requirements: list[Requirement] = []
        for suffix, (table, colour) in zip(("", "_2", "_3"), scene.tabs, strict=False):
            own = (
                sheet_fact(table, f"sheet{suffix}").model_copy(update={"optional": False}),
                Fact(name=f"colour{suffix}", value=FAMILIES[colour], says=(colour,)),
            )
            check = OneOf(select=table.sheet_selector("tab_colour"), options=FAMILIES[colour])
            says = f"The tab of {table.sheet} is {colour}."
            told = tuple(fact.name for fact in own)
            requirements.append(Requirement(id=f"tab{suffix}", says=says, any_of=((check,),), facts=told))
            facts += own
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            variants=(
                Attempt("darker", partial(act, shade=1), why="It is a shade of that colour."),
                Attempt("lighter", partial(act, shade=2), why="It is a shade of that colour."),
            ),
            near_misses=(
                Attempt("another_colour", partial(act, turn=1), why="It is another colour."),
                Attempt("other_sheet", partial(act, other=True), why="The tab of another sheet is coloured."),
                Attempt("cells", partial(self.cells, scene), why="Cells are coloured and not the tab."),
            ),
        )

    def attempt(
        self, scene: Scene, desktop: Desktop, shade: int = 0, turn: int = 0, *, other: bool = False
    ) -> None:
        """Colour the tabs in a way of its own."""
        names = sorted(FAMILIES)
        for number, (table, colour) in enumerate(scene.tabs):
            home = scene.other if other and not number else table
            chosen = names[(names.index(colour) + turn) % len(names)]
            home.worksheet(desktop).tab_colour = FAMILIES[chosen][shade]

    def cells(self, scene: Scene, desktop: Desktop) -> None:
        """Colour the headers of the sheets."""
        for table, colour in scene.tabs:
            for cell in table.worksheet(desktop).range(table.headers):
                cell.restyle(fill=FAMILIES[colour][0])
