"""Skill: copy a sheet to a given place, once or twice."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, Literal

from forge.errors import SkillError
from forge.preparers.calc.trees import tree_of
from forge.preparers.desktop import Desktop
from forge.skills.calc.support import copied_sheets
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.copied_sheets import SheetCopy, copy_all, is_plain
from forge.skills.calc.support.facts import sheet_fact, text_fact
from forge.skills.calc.support.tables import Table
from forge.skills.calc.support.viewing import zoomed, zooms
from forge.skills.contract import Contract, Difficulty, Fact
from forge.states.rubric import Requirement

NAMES = (
    "Copy {year}",
    "Draft",
    "Working copy",
    "Backup {year}",
    "As of {year}",
    "Version B",
    "For review",
    "Trial",
)
Where = Literal["first", "last", "before", "after"]
PLACES: dict[Where, tuple[str, ...]] = {
    "first": ("as the first sheet", "in front of all other sheets"),
    "last": ("at the end", "behind all sheets that are there"),
    "before": ("directly in front of the original", "right before the original"),
    "after": ("directly behind the original", "right after the original"),
}
ROWS: dict[Difficulty, int] = {"easy": 30, "medium": 60, "hard": 90}


class Parameters(CalcParameters):
    """Where the copy is to stand."""

    where: Where


@dataclass(frozen=True)
class Scene(CalcScene):
    """The copies, one right behind the other."""

    parameters: Parameters
    copies: tuple[SheetCopy, ...]


class CopySheet(CalcSkill[Parameters, Scene]):
    """Copy a sheet with all that is on it."""

    id = "calc.sheets.duplicate"
    title = "Copy a sheet to a given position"
    parameters = Parameters
    keeps_values = True
    tells_sheet = False
    phrasings = (
        "copy {{sheet}}[[ in {{file}}|]] and place the copy {{place}}, under the name {{name}}"
        "[[. Make another copy, {{second}}, and place it {{next}}|]]",
        "make a copy of {{sheet}} named {{name}} {{place}}[[, and another one named {{second}} {{next}}|]]",
        "duplicate {{sheet}}[[ in {{file}}|]]: put a copy with the name {{name}} {{place}}"
        "[[ and one with the name {{second}} {{next}}|]]",
        "terse: Copy {{sheet}}, {{place}}, name {{name}}[[; another copy {{next}}, name {{second}}|]].",
        "chatty: I want to try something out. Can you make a copy of {{sheet}}, {{place}}, and call it {{name}}?"
        "[[ And another one {{next}}, called {{second}}.|]]",
        "precise: {{sheet}}[[ of {{file}}|]] is to be copied with everything on it. The copy is named {{name}} and "
        "stands {{place}}.[[ A second copy, named {{second}}, stands {{next}}.|]]",
    )

    def draw(self, random: Random, difficulty: Difficulty) -> dict[str, Any]:
        """Where it goes; not too many rows, for each of their cells is compared."""
        drawn = super().draw(random, difficulty)
        where = random.choice(("first", "last") if difficulty == "easy" else tuple(PLACES))
        rows = min(drawn["rows"], ROWS[difficulty] - random.randint(0, 15))
        return {**drawn, "rows": rows, "columns": min(drawn["columns"], 7), "where": where}

    def scene(self, parameters: Parameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A sheet with nothing but cells on it."""
        workbook = table.workbook(desktop)
        there = [sheet.name for sheet in workbook.sheets]
        plain = [sheet.name for sheet in workbook.sheets if is_plain(sheet)]
        if not plain:
            raise SkillError(f"{table.mount} has no sheet with nothing but cells on it.")
        source = table.sheet if table.sheet in plain and random.random() < 0.7 else random.choice(plain)
        taken = {name.casefold() for name in there}
        names = [name.format(year=random.randint(2023, 2026)) for name in random.sample(NAMES, len(NAMES))]
        at = there.index(source)
        index = {"first": 0, "last": len(there), "before": at, "after": at + 1}[parameters.where]
        entity = tree_of(workbook).root.child("sheet", source)
        if entity is None:
            raise SkillError(f"{source} is not among the sheets of {table.mount}.")
        copies = [
            SheetCopy(table.mount, entity, name, index + number)
            for number, name in enumerate([name for name in names if name.casefold() not in taken][:2])
        ]
        return Scene(parameters, table, tuple(copies[: 2 if parameters.difficulty == "hard" else 1]))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Copy the sheet."""
        copy_all(scene.copies, desktop)

    def contract(self, scene: Scene) -> Contract:
        """The copies are at their places and differ in nothing but their names."""
        first, *others = scene.copies
        named = replace(scene.table, sheet=first.source.key or "", only_sheet=False)
        facts = [
            sheet_fact(named),
            text_fact("name", first.name),
            Fact(name="place", value=first.index + 1, says=PLACES[scene.parameters.where]),
        ]
        for second in others:
            facts.append(text_fact("second", second.name))
            says = ("right after that copy", "directly behind that copy")
            facts.append(Fact(name="next", value=second.index + 1, says=says))
        return self.task(
            scene,
            facts=facts,
            requirements=[
                Requirement(
                    id=f"copy_{number}",
                    says=f"{item.name} is a copy, at its place.",
                    any_of=(item.checks(),),
                    facts=tuple(fact.name for fact in facts),
                    reason="A copy holds what its original holds, cell by cell; nobody could tell that in words.",
                )
                for number, item in enumerate(scene.copies, 1)
            ],
            reads=[named.sheet_selector()],
            writes=[item.sheet for item in scene.copies],
            free=[zooms(scene.table)],
            variants=zoomed(named, partial(copy_all, scene.copies)),
            near_misses=copied_sheets.near_misses(scene.copies),
        )
