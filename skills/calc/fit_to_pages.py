"""Skill: print a sheet on a given number of pages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.printing import Printing
from forge.skills.calc.support.tables import Table
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Equals, OneOf, Requirement

ANY = (0, 50, 99, 100)
"""No limit, or one that no table here reaches."""
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}
LANDSCAPE = ("in landscape format", "in landscape orientation")


@dataclass(frozen=True)
class Scene(CalcScene):
    """The page, how many pages side by side and below one another (0: any number), and whether it is turned."""

    printing: Printing
    across: int
    down: int
    turned: bool

    def settings(self, **changes: Any) -> dict[str, Any]:
        """The fields of the page, or some that differ."""
        found: dict[str, Any] = {"fit_width": self.across, "fit_height": self.down}
        return {**found, **({"orientation": "landscape"} if self.turned else {}), **changes}


class FitToPages(CalcSkill[CalcParameters, Scene]):
    """Scaling to a number of pages, and the orientation as well when it is hard."""

    id = "calc.page.fit_to_pages"
    title = "Scale a sheet to a number of pages"
    keeps_values = True
    phrasings = (
        "scale [[{{sheet}}|the sheet]] for printing so that it takes up {{pages}}[[, {{turned}}|]]",
        "set up [[{{sheet}}|the sheet]] to be printed on {{pages}}[[ {{turned}}|]], by scaling it down",
        "terse: Print [[{{sheet}}|the sheet]] scaled to {{pages}}[[, {{turned}}|]].",
        "polite: Could you please see to it that [[{{sheet}}|the sheet]] is scaled to {{pages}}[[ and {{turned}}|]] "
        "when it is printed?",
        "chatty: The printout of [[{{sheet}}|this sheet]] is a mess of loose pages. Can you scale it so that it comes "
        "out on {{pages}}[[, {{turned}}|]]?",
        "precise: When [[{{sheet}}|the sheet]] is printed, it is to be scaled to {{pages}}[[, {{turned}}|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A single page; one page across; or a number of pages both ways, turned."""
        printing = Printing.of(table, desktop)
        across, down = {
            "easy": (1, 1),
            "medium": (1, 0),
            "hard": (random.choice((1, 2)), random.randint(2, 6)),
        }[parameters.difficulty]
        hard = parameters.difficulty == "hard"
        if hard:
            printing.change(desktop, {"orientation": "portrait"})
        return Scene(parameters, table, printing, across, down, hard)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The scaling of the page."""
        scene.printing.change(desktop, scene.settings())

    def contract(self, scene: Scene) -> Contract:
        """So many pages; whoever chooses all of the sheet for printing prints the same."""
        page, across, down = scene.printing, scene.across, scene.down
        heights = (down,) if down else ANY
        facts = [
            Fact(name="pages", value=(across, *heights), says=tuple(said(across, down))),
            page.areas_fact(),
        ]
        width = Equals(select=page.selector("fit_width"), expected=across)
        height = OneOf(select=page.selector("fit_height"), options=heights)
        ways = tuple((width, height, guard) for guard in page.prints_all())
        requirements = [
            Requirement(id="pages", says="It takes up so many pages.", any_of=ways, facts=("pages", "areas"))
        ]
        if scene.turned:
            facts.append(Fact(name="turned", value="landscape", says=LANDSCAPE))
            turned = Equals(select=page.selector("orientation"), expected="landscape")
            requirements.append(
                Requirement(id="turned", says="Turned.", any_of=((turned,),), facts=("turned",))
            )
        table = scene.table
        first = f"{table.columns[0].letter}{table.header_row}:{table.columns[1].letter}{table.last_row}"
        act = page.change
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[page.selector(name) for name in (*scene.settings(), "print_area")],
            variants=page.other_ways(scene.settings()),
            near_misses=(
                Attempt(
                    "one_more",
                    partial(act, settings=scene.settings(fit_width=across + 1)),
                    why="A page more.",
                ),
                Attempt(
                    "any_width",
                    partial(act, settings=scene.settings(fit_width=0, fit_height=2)),
                    why="As wide as it is.",
                ),
                Attempt(
                    "scaled",
                    partial(act, settings={"scale": 50}),
                    why="Half the size may take any number of pages.",
                ),
                Attempt(
                    "cut",
                    partial(act, settings=scene.settings(print_area=(first,))),
                    why="Most is not printed.",
                ),
            ),
        )


def said(across: int, down: int) -> Iterator[str]:
    """How many pages, in words."""
    pages = "page" if across == 1 else "pages"
    if (across, down) == (1, 1):
        yield from ("a single page", "one page in all")
    elif not down:
        yield f"{NUMBERS[across]} {pages} in width (and any number in height)"
        yield f"{NUMBERS[across]} {pages} across, however many that makes downwards"
    else:
        yield f"at most {NUMBERS[across]} {pages} in width and {NUMBERS[down]} in height"
        yield f"{NUMBERS[across]} {pages} across and {NUMBERS[down]} down"
