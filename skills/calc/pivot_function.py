"""Skill: let a pivot table that is there work out something else."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from forge.preparers.calc import places
from forge.preparers.calc.spec import DataField, Pivot
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene
from forge.skills.calc.support.pivot_changes import Change, Changes
from forge.skills.calc.support.pivot_skill import PivotSkill
from forge.skills.calc.support.pivoting import FUNCTIONS, classing, figures, new_name, pick
from forge.skills.calc.support.tables import Table
from forge.skills.calc.support.viewing import zooms
from forge.skills.contract import Contract

BEFORE = (("sum", "average"), ("sum", "max"), ("max", "min"), ("average", "sum"))
"""What two data fields work out at the start."""


@dataclass(frozen=True)
class Scene(CalcScene):
    """What changes."""

    changes: Changes


class ChangeFunction(PivotSkill[Scene]):
    """One data field, one of two, or both; averages and extremes instead of sums, or the other way round."""

    id = "calc.pivot.change_function"
    title = "Let a pivot table work out something else"
    tells_sheet = False
    phrasings = (
        "[[change|set]] the pivot table on {{place}} so that it shows {{to}} {{figure}} instead of {{from}}"
        "[[, and {{to_2}} {{figure_2}} instead of {{from_2}}|]]",
        "make the pivot table on {{place}} work out {{to}} {{figure}}, where it now gives {{from}}[[. It should also "
        "give {{to_2}} {{figure_2}}, not {{from_2}}|]]",
        "let the pivot table on {{place}} give {{to}} {{figure}} rather than {{from}}[[ and {{to_2}} {{figure_2}} "
        "rather than {{from_2}}|]]",
        "terse: Pivot table on {{place}}: {{to}} {{figure}}, not {{from}}[[; {{to_2}} {{figure_2}}, not {{from_2}}|]].",
        "polite: Could you please switch the pivot table on {{place}} to {{to}} {{figure}}? At the moment it shows "
        "{{from}}.[[ It should also show {{to_2}} {{figure_2}}, not {{from_2}}.|]]",
        "chatty: The pivot table on {{place}} is not quite what I want. Can you make it show {{to}} {{figure}} instead "
        "of {{from}}?[[ And {{to_2}} {{figure_2}} instead of {{from_2}}.|]]",
        "precise: The pivot table on {{place}} is to show {{to}} {{figure}} instead of {{from}}[[, and {{to_2}} "
        "{{figure_2}} instead of {{from_2}}|]]. Its fields stay where they are.",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """A pivot table on a sheet of its own: of one column, of two of which one changes, or both."""
        easy, hard = parameters.difficulty == "easy", parameters.difficulty == "hard"
        fields = pick(classing(table), 2 if hard else 1, random)
        columns = pick(figures(table), 1 if easy else 2, random)
        before = random.choice(BEFORE)
        workbook = table.workbook(desktop)
        wanted = random.choice(("Summary", "Overview", f"By {fields[0].inside}"))
        sheet = workbook.add_sheet(new_name(workbook, wanted))
        data = tuple(
            DataField(column.name, function) for column, function in zip(columns, before, strict=False)
        )
        source = places.fixed(table.sheet, table.area)
        for letter in ("A", "B", "C", "D"):
            sheet.column(letter).width = 21.0
        sheet.pivots.append(Pivot(source, rows=tuple(field.name for field in fields), data=data))
        asked = columns if hard else columns[:1]
        changes = tuple(
            Change(column, number, old, random.choice([name for name in FUNCTIONS if name != old]))
            for number, (column, old) in enumerate(zip(asked, before, strict=False), 1)
        )
        table = replace(table, only_sheet=False)
        return Scene(parameters, table, Changes(table, sheet.name, changes, (*fields, *columns)))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Change the functions."""
        scene.changes.make(desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each data field works out what was asked for; all else of the pivot table stays."""
        changes, table = scene.changes, scene.table
        requirements = list(changes.requirements())
        return self.task(
            scene,
            facts=list(changes.facts()),
            requirements=requirements,
            reads=[places.pivots(table.mount, changes.sheet)],
            writes=[check.select for item in requirements for check in item.checks()],
            free=(zooms(table), *changes.free),
            variants=changes.variants(),
            near_misses=changes.near_misses(),
        )
