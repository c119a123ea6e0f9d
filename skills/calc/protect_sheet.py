"""Skill: protect a sheet, and leave some columns editable."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from random import Random
from typing import Any

from forge.preparers.calc import places
from forge.preparers.calc.spec import Protection
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Equals, Exists, Requirement

PROTECTED = ("protected", "locked against changes by sheet protection")
NO_PASSWORD = Fact(name="no_password", value=False, says=("without a password", "with no password"))


@dataclass(frozen=True)
class Scene(CalcScene):
    """The columns that stay editable, and one that is easily taken for one of them."""

    columns: tuple[TableColumn, ...]
    neighbour: TableColumn


class ProtectSheet(CalcSkill[CalcParameters, Scene]):
    """Protection of a whole sheet, or of all but one or two columns."""

    id = "calc.protection.protect_sheet"
    title = "Protect a sheet and leave chosen cells editable"
    hinders = 2
    keeps_values = True
    phrasings = (
        "see to it that [[{{sheet}}|the sheet]] is {{protected}}, {{no_password}}[[, but that the data cells of "
        "{{column}}[[ and {{second}}|]] can still be edited|]]",
        "set up [[{{sheet}}|the sheet]] so that it is {{protected}}, {{no_password}}[[. The data cells of {{column}}"
        "[[ and {{second}}|]] must stay editable|]]",
        "terse: [[{{sheet}}|The sheet]] is to be {{protected}}, {{no_password}}[[; the data of {{column}}[[ and "
        "{{second}}|]] stay editable|]].",
        "polite: Could you please arrange that [[{{sheet}}|the sheet]] is {{protected}}, {{no_password}}?[[ The data "
        "cells of {{column}}[[ and of {{second}}|]] should stay editable.|]]",
        "chatty: People keep overwriting things. Can you make sure that [[{{sheet}}|this sheet]] is {{protected}}, "
        "{{no_password}}?[[ They still have to fill in the data cells of {{column}}[[ and {{second}}|]], so leave "
        "those open.|]]",
        "precise: [[{{sheet}}|The sheet]] is to be {{protected}}, {{no_password}}[[; the data cells of {{column}}"
        "[[ and {{second}}|]] are to remain editable|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Nothing stays editable; one column; or two. A protected sheet loses the colour of its tab."""
        sheet = table.worksheet(desktop)
        sheet.tab_colour, sheet.protection = None, None
        number = ("easy", "medium", "hard").index(parameters.difficulty)
        columns = random.sample(table.columns[1:], number)
        others = [item for item in table.columns if item not in columns]
        return Scene(parameters, table, tuple(columns), random.choice(others))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Unlock the columns and protect the sheet."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """The sheet is protected, and the columns are not locked; which cells can be selected is open."""
        table = scene.table
        protection = places.protection(table.mount, table.sheet)
        facts = [Fact(name="protected", value="protection", says=PROTECTED), NO_PASSWORD]
        selecting = ("select_locked",) if scene.columns else ("select_locked", "select_unlocked")
        allowed = {item.name: item.default for item in fields(Protection) if item.name not in selecting}
        rules = [Equals(select=protection.of(name), expected=default) for name, default in allowed.items()]
        requirements = [
            Requirement(
                id="protected",
                says="The sheet is protected, and lets through what protected sheets usually do.",
                any_of=((Exists(select=protection), *rules),),
                facts=("protected", "no_password"),
            )
        ]
        free = [protection.of(name) for name in selecting]
        for name, column in zip(("column", "second"), scene.columns, strict=False):
            facts.append(column_fact(name, table, column))
            check = Equals(select=table.selector(column, "locked"), expected=False)
            says = f"{column.name} can be edited."
            requirements.append(Requirement(id=name, says=says, any_of=((check,),), facts=(name,)))
            free.append(table.around(column, "locked"))
        act = partial(self.attempt, scene)
        variants = [
            Attempt("less", partial(act, select_locked=False), why="What is locked need not be selected.")
        ]
        near_misses = [
            Attempt("one_more", partial(act, more=scene.neighbour), why="Another column can be edited."),
            Attempt("with_password", partial(act, password=True), why="Not everybody can lift it."),
            Attempt("rows_can_go", partial(act, delete_rows=True), why="Rows can be deleted."),
            Attempt(
                "only_unlocked", partial(act, more=scene.neighbour, protect=False), why="It is not protected."
            ),
        ]
        if not scene.columns:
            nothing = partial(act, select_locked=False, select_unlocked=False)
            variants.append(Attempt("nothing", nothing, why="What cannot be edited need not be selected."))
        else:
            variants.append(Attempt("whole_column", partial(act, header=True), why="The header is no data."))
            near_misses.append(Attempt("one_short", partial(act, short=1), why="The last row is locked."))
            near_misses.append(
                Attempt("all_locked", partial(act, unlock=False), why="Nothing can be edited.")
            )
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=(protection, *(table.selector(column, "locked") for column in scene.columns)),
            free=free,
            variants=variants,
            near_misses=near_misses,
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        more: TableColumn | None = None,
        short: int = 0,
        *,
        header: bool = False,
        unlock: bool = True,
        protect: bool = True,
        **allowed: Any,
    ) -> None:
        """Unlock and protect in a way of its own."""
        table = scene.table
        for column in (*scene.columns, *([more] if more is not None else [])):
            cells = table.cells(desktop, column)
            if header:
                cells.append(table.cell(desktop, column, table.header_row))
            for cell in cells[: len(cells) - short] if unlock else ():
                cell.restyle(locked=False)
        if protect:
            table.worksheet(desktop).protection = Protection(**allowed)
