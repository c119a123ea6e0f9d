"""Skill: add one or two sheets with given names, at a given place, perhaps with headers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, Literal

from forge.preparers.desktop import Desktop
from forge.skills.calc.support import new_sheets
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import sheet_fact, text_fact
from forge.skills.calc.support.new_sheets import END, NewSheet, add_all
from forge.skills.calc.support.tables import Table
from forge.skills.calc.support.viewing import zooms
from forge.skills.contract import Attempt, Contract, Difficulty, Fact

NAMES = (
    "Open points", "Corrections", "To be checked", "Questions", "Changes {year}", "Follow-up", "Contact log",
    "Plan {year}", "Ideas", "Rejected", "Comparison {year}", "Sign-off", "Week plan", "Archive {year}", "Risks",
)  # fmt: skip
HEADERS = (
    ("Point", "Raised by", "Due on", "Done"),
    ("Question", "Asked on", "Reply"),
    ("Task", "Owner", "Deadline", "State"),
    ("Item", "Old entry", "New entry", "Approved by"),
    ("Person", "Phone", "Last call"),
)
Where = Literal["first", "last", "after"]
PLACES = {
    "first": ("as the first sheet", "in front of all other sheets"),
    "last": ("at the end", "behind the sheets that are already there"),
}


class Parameters(CalcParameters):
    """Where the sheet is to stand, and whether it is to have headers."""

    where: Where
    headed: bool


@dataclass(frozen=True)
class Scene(CalcScene):
    """The new sheets, one right behind the other."""

    parameters: Parameters
    sheets: tuple[NewSheet, ...]


class AddSheet(CalcSkill[Parameters, Scene]):
    """Add sheets to a workbook."""

    id = "calc.sheets.add"
    title = "Add a named sheet"
    parameters = Parameters
    keeps_values = True
    tells_sheet = False
    phrasings = (
        "add a [[new |]]sheet [[named|called]] {{name}}[[ to {{file}}|]][[ {{place}}|]][[ {{behind}} {{sheet}}|]]"
        "[[, and another one, {{second}}[[, {{next}}|]]|]][[. {{name}} gets the headers {{headers}} in {{row}}|]]",
        "insert a sheet {{name}}[[ {{place}}|]][[ {{behind}} {{sheet}}|]][[ and a second one named {{second}}"
        "[[ {{next}}|]]|]][[, and on {{name}} type the headers {{headers}} into {{row}}|]]",
        "create a sheet with the name {{name}}[[ {{place}}|]][[ {{behind}} {{sheet}}|]][[ in {{file}}|]]"
        "[[, with {{headers}} as headers in {{row}}|]][[. Add one called {{second}} as well[[, {{next}}|]]|]]",
        "terse: New sheet {{name}}[[, {{place}}|]][[, {{behind}} {{sheet}}|]][[; another one {{second}}"
        "[[ {{next}}|]]|]][[; headers on {{name}}, {{row}}: {{headers}}|]].",
        "chatty: I need one more sheet[[ in {{file}}|]], called {{name}}[[, {{place}}|]][[, {{behind}} {{sheet}}|]]"
        "[[, plus one named {{second}}[[ {{next}}|]]|]].[[ On {{name}}, type {{headers}} as headers into {{row}}.|]]",
        "precise: A sheet named {{name}} is to be added[[ {{place}}|]][[ {{behind}} {{sheet}}|]]"
        "[[, and a sheet named {{second}}[[ {{next}}|]]|]].[[ In {{row}}, {{name}} holds the headers {{headers}}.|]]"
        "[[ Nothing else stands on it.|]]",
    )

    def draw(self, random: Random, difficulty: Difficulty) -> dict[str, Any]:
        """Where it goes and whether it has headers."""
        where = random.choice(("first", "last", "after"))
        headed = difficulty == "hard" or (difficulty == "medium" and random.random() < 0.6)
        return {**super().draw(random, difficulty), "where": where, "headed": headed}

    def scene(self, parameters: Parameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Names that no sheet has."""
        there = [sheet.name for sheet in table.workbook(desktop).sheets]
        taken = {name.casefold() for name in there}
        names = [name.format(year=random.randint(2021, 2026)) for name in random.sample(NAMES, len(NAMES))]
        first, second, *_ = (name for name in names if name.casefold() not in taken)
        index = {"first": 0, "last": len(there), "after": there.index(table.sheet) + 1}[parameters.where]
        sheets = [NewSheet(table.mount, first, index, random.choice(HEADERS) if parameters.headed else ())]
        if parameters.difficulty == "hard":
            sheets.append(NewSheet(table.mount, second, index + 1))
        return Scene(parameters, table, tuple(sheets))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Add the sheets, one behind the other."""
        add_all(scene.sheets, desktop)

    def contract(self, scene: Scene) -> Contract:
        """New sheets at their places, blank but for the headers."""
        first, *others = scene.sheets
        where, index = scene.parameters.where, first.index
        facts = [text_fact("name", first.name)]
        if where == "after":
            says = ("right after", "directly behind")
            facts += [Fact(name="behind", value=index + 1, says=says), sheet_fact(scene.table)]
        else:
            facts.append(Fact(name="place", value=index + 1, says=PLACES[where]))
        requirements = [*first.requirements("sheet", [fact.name for fact in facts])]
        facts += first.header_facts() if first.headers else ()
        for second in others:
            facts += [text_fact("second", second.name)]
            facts += [Fact(name="next", value=index + 2, says=("right after it", "directly behind it"))]
            requirements += second.requirements("second_sheet", ("second", "next"))
        moved = [replace(new, index=number if index else END) for number, new in enumerate(scene.sheets)]
        elsewhere = Attempt("somewhere else", partial(add_all, moved), why="It stands at another place.")
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[new.sheet for new in scene.sheets],
            free=[zooms(scene.table), *(selector for new in scene.sheets for selector in new.free)],
            variants=new_sheets.variants(scene.sheets),
            near_misses=(*new_sheets.near_misses(scene.sheets, scene.table.sheet), elsewhere),
        )
