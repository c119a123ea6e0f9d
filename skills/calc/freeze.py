"""Skill: keep headers and first columns in sight."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.calc.places import column_number, place
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import column_fact, worked_out
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.calc.support.viewing import zoomed, zooms
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Equals, Requirement

HEADER = ("the column headers", "the headers of the columns")
DOWN_TO = ("all rows down to the column headers", "the column headers and all rows above them")


@dataclass(frozen=True)
class Scene(CalcScene):
    """The last column that is to stay in sight, or None where only the header is."""

    column: TableColumn | None

    @property
    def columns(self) -> int:
        """How many columns of the sheet stay in sight."""
        return column_number(self.column.letter) if self.column is not None else 0


class Freeze(CalcSkill[CalcParameters, Scene]):
    """Freeze the rows down to the header, and columns when it is harder."""

    id = "calc.view.freeze"
    title = "Freeze rows or columns"
    keeps_values = True
    phrasings = (
        "freeze {{header}}[[ and {{column}}|]][[ on {{sheet}}|]], so that scrolling does not move them out of sight",
        "keep {{header}}[[ and {{column}}|]][[ of {{sheet}}|]] in view at all times while the rest scrolls",
        "make {{header}}[[ and {{column}}|]][[ of {{sheet}}|]] stay in place when somebody scrolls, and nothing else",
        "terse: [[{{sheet}}: freeze|Freeze]] {{header}}[[ and {{column}}|]].",
        "chatty: Whenever I scroll[[ on {{sheet}}|]], I lose sight of what is what. Can you freeze {{header}}"
        "[[ and {{column}}|]], and no more than that?",
        "precise: [[On {{sheet}}, freeze|Freeze]] {{header}}[[ and {{column}}|]]; all other rows and columns scroll.",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """The header alone; with the first column; with more columns, where something else is frozen so far."""
        sheet = table.worksheet(desktop)
        sheet.freeze = None
        if parameters.difficulty == "easy":
            return Scene(parameters, table, None)
        if parameters.difficulty == "medium":
            return Scene(parameters, table, table.columns[0])
        sheet.freeze = place(table.header_row + random.choice((0, 2, 3)) + 1, 1)
        return Scene(parameters, table, random.choice(table.columns[1:3]))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Freeze them."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """So many rows and columns are frozen."""
        table, sheet = scene.table, scene.table.sheet_selector
        above = table.header_row > 1
        facts = [
            Fact(name="header", value=True, says=DOWN_TO if above else HEADER),
            worked_out("frozen_rows", table.header_row, sheet()),
        ]
        checks = [Equals(select=sheet("frozen_rows"), expected=table.header_row)]
        if scene.column is not None:
            told = column_fact("column", table, scene.column)
            if scene.columns > 1:
                told = told.model_copy(
                    update={"says": tuple(f"everything up to and including {s}" for s in told.says)}
                )
            facts += [told, worked_out("frozen_columns", scene.columns, sheet())]
            checks.append(Equals(select=sheet("frozen_columns"), expected=scene.columns))
        frozen = Requirement(
            id="frozen",
            says="The headers and the columns are frozen, and nothing more.",
            any_of=(tuple(checks),),
            facts=tuple(fact.name for fact in facts),
        )
        act = partial(self.attempt, scene)
        other = (
            ("no_columns", {"columns": 0}) if scene.column is not None else ("first_column", {"columns": 1})
        )
        return self.task(
            scene,
            facts=facts,
            requirements=(frozen,),
            writes=[check.select for check in checks],
            free=(zooms(table),),
            variants=zoomed(table, act),
            near_misses=(
                Attempt("row_too_many", partial(act, rows=1), why="A row of data is frozen as well."),
                Attempt(
                    "columns_only", partial(act, rows=-table.header_row, columns=1), why="The headers scroll."
                ),
                Attempt(other[0], partial(act, **other[1]), why="Other columns are frozen."),
                Attempt("column_too_many", partial(act, more=1), why="A column too many is frozen."),
                *(
                    [Attempt("row_too_few", partial(act, rows=-1), why="The headers scroll.")]
                    if above
                    else []
                ),
            ),
        )

    def attempt(
        self, scene: Scene, desktop: Desktop, rows: int = 0, columns: int | None = None, more: int = 0
    ) -> None:
        """Freeze rows and columns, perhaps some more or fewer than asked for."""
        across = (scene.columns if columns is None else columns) + more
        scene.table.worksheet(desktop).freeze = place(scene.table.header_row + rows + 1, across + 1)
