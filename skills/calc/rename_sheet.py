"""Skill: give one to three sheets other names."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from forge.preparers.calc import edits, places
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import sheet_fact, text_fact
from forge.skills.calc.support.tables import Table
from forge.skills.calc.support.viewing import zooms
from forge.skills.contract import Attempt, Contract, Difficulty
from forge.states.rubric import Equals, Requirement

FACTS = (("sheet", "new"), ("second", "second_new"), ("third", "third_new"))
NAMES = (
    "All {nouns}", "{Nouns} {year}", "{Nouns} (current)", "Checked {nouns}", "Master list", "Reference data",
    "Former {nouns}", "Background notes", "Main table", "Old entries", "Read this first", "Key data {year}",
    "{Nouns} - final", "Team copy", "Fixed list", "List {year}",
)  # fmt: skip

Renaming = tuple[str, str]
"""The name that a sheet has, and the one that it is to get."""


@dataclass(frozen=True)
class Scene(CalcScene):
    """Which sheets get which names."""

    renamings: tuple[Renaming, ...]


class RenameSheet(CalcSkill[CalcParameters, Scene]):
    """Rename sheets; formulas that speak of them follow."""

    id = "calc.sheets.rename"
    title = "Rename sheets"
    keeps_values = True
    tells_sheet = False
    phrasings = (
        "rename {{sheet}} to {{new}}[[, {{second}} to {{second_new}} and {{third}} to {{third_new}}"
        "| and {{second}} to {{second_new}}|]]",
        "change the name of {{sheet}}[[ in {{file}}|]] to {{new}}[[, that of {{second}} to {{second_new}} and that "
        "of {{third}} to {{third_new}}| and that of {{second}} to {{second_new}}|]]",
        "terse: Rename {{sheet}} to {{new}}[[, {{second}} to {{second_new}}|]][[, {{third}} to {{third_new}}|]].",
        "chatty: The [[tab|sheet]] names[[ in {{file}}|]] don't say much. Please call {{sheet}} {{new}} from now on"
        "[[, {{second}} {{second_new}} and {{third}} {{third_new}}| and {{second}} {{second_new}}|]].",
        "polite: I would be grateful if {{sheet}} could be renamed to {{new}}[[, {{second}} to {{second_new}} and "
        "{{third}} to {{third_new}}| and {{second}} to {{second_new}}|]].",
        "precise: In [[{{file}}|the workbook]], {{sheet}} is to be renamed to {{new}}[[, {{second}} to "
        "{{second_new}}|]][[, {{third}} to {{third_new}}|]]. The sheets keep their content and their order.",
    )

    def draw(self, random: Random, difficulty: Difficulty) -> dict[str, Any]:
        """Enough sheets beside the table for what is to be renamed."""
        drawn = super().draw(random, difficulty)
        if difficulty != "easy":
            drawn |= {"archive": True, "read_me": drawn["read_me"] or not drawn["lookup"]}
        return drawn

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """New names that no sheet has, the old ones included."""
        there = [sheet.name for sheet in table.workbook(desktop).sheets]
        number = min(len(there), {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty])
        words = {"nouns": table.nouns, "Nouns": table.nouns.capitalize(), "year": random.randint(2021, 2026)}
        fresh = {name.format(**words) for name in NAMES}
        taken = {name.casefold() for name in there}
        able = sorted(name for name in fresh if name.casefold() not in taken and len(name) <= 30)
        renamings = zip(random.sample(there, number), random.sample(able, number), strict=True)
        return Scene(parameters, table, tuple(renamings))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Rename."""
        _rename(scene, scene.renamings, desktop)

    def contract(self, scene: Scene) -> Contract:
        """The sheets that were there have their new names; spaces too many are nobody's business."""
        mount, renamings = scene.table.mount, scene.renamings
        facts, requirements, writes = [], [], []
        for (old_fact, new_fact), (old, new) in zip(FACTS, renamings, strict=False):
            named = replace(scene.table, sheet=old, only_sheet=False)
            facts += [sheet_fact(named, old_fact), text_fact(new_fact, new)]
            key = places.sheet(mount, old, "@key")
            check = Equals(select=key, expected=new, text="trimmed")
            says = f"The sheet {old!r} is called {new!r}."
            told = (old_fact, new_fact)
            requirements.append(Requirement(id=new_fact, says=says, any_of=((check,),), facts=told))
            writes.append(key)
        act = partial(partial, _rename, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=writes,
            free=[zooms(scene.table)],
            variants=(
                Attempt("space behind", act(_changed(renamings, "{} ")), why="Nobody sees the space."),
                Attempt("zoomed", partial(_zoomed, scene), why="How large a sheet is shown changes nothing."),
            ),
            near_misses=_near_misses(scene),
        )


def _rename(scene: Scene, renamings: Iterable[Renaming], desktop: Desktop) -> None:
    for old, new in renamings:
        edits.rename_sheet(scene.table.workbook(desktop), old, new)


def _zoomed(scene: Scene, desktop: Desktop) -> None:
    _rename(scene, scene.renamings, desktop)
    for sheet in scene.table.workbook(desktop).sheets:
        sheet.zoom = 70


def _changed(renamings: Iterable[Renaming], form: str) -> list[Renaming]:
    return [(old, form.format(new)) for old, new in renamings]


def _near_misses(scene: Scene) -> list[Attempt]:
    (old, new), *others = scene.renamings

    def copied(desktop: Desktop) -> None:
        _rename(scene, others, desktop)
        workbook = scene.table.workbook(desktop)
        copy = deepcopy(workbook.sheet(old))
        copy.name = new
        workbook.sheets.append(copy)

    wrong = {
        "in capitals": [(old, new.upper()), *others],
        "name added": [(old, f"{old[: 30 - len(new)]} {new}"), *others],
        "last letter missing": [(old, new[:-1]), *others],
    }
    if others:
        (second, second_new), *rest = others
        wrong["first one only"] = [(old, new)]
        wrong["names exchanged"] = [(old, second_new), (second, new), *rest]
    return [
        Attempt("copied instead", copied, why="The sheet that was there has its old name."),
        *(
            Attempt(name, partial(_rename, scene, renamings), why="A sheet has another name.")
            for name, renamings in wrong.items()
        ),
    ]
