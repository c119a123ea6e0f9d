"""Skill: hide columns of a table, and show one that is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.calc.support.viewing import zoomed, zooms
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Equals, Requirement

COLUMNS = "[[{{column}}|{{column}} and {{second}}]]"


@dataclass(frozen=True)
class Scene(CalcScene):
    """The columns to hide, the hidden one to show if there is one, and a neighbour that stays in sight."""

    columns: tuple[TableColumn, ...]
    back: TableColumn | None
    neighbour: TableColumn


class HideColumns(CalcSkill[CalcParameters, Scene]):
    """One column hidden, or two; when it is hard, a hidden one is to be shown as well."""

    id = "calc.columns.hide"
    title = "Hide or show columns"
    hinders = 1
    keeps_values = True
    phrasings = (
        "hide " + COLUMNS + "[[ on {{sheet}}|]][[, and show {{back}} again|]]",
        "take "
        + COLUMNS
        + "[[ on {{sheet}}|]] out of sight without deleting anything[[, and show {{back}}|]]",
        "terse: [[{{sheet}}: hide|Hide]] " + COLUMNS + "[[; show {{back}} again|]].",
        "polite: Could you please hide "
        + COLUMNS
        + "[[ on {{sheet}}|]][[ and make {{back}} visible again|]]?",
        "chatty: Not everybody needs to see all of it. Can you hide "
        + COLUMNS
        + "[[ on {{sheet}}|]], but not "
        "delete anything?[[ And please show {{back}} again.|]]",
        "precise: [[On {{sheet}}, hide|Hide]] " + COLUMNS + "[[, and unhide {{back}}|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """The column to show is hidden at the start."""
        first, second, neighbour = random.sample(table.columns, 3)
        if parameters.difficulty == "hard":
            table.worksheet(desktop).column(second.letter).hidden = True
            return Scene(parameters, table, (first,), second, neighbour)
        columns = (first,) if parameters.difficulty == "easy" else (first, second)
        return Scene(parameters, table, columns, None, neighbour)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Hide and show."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Every column that is named is hidden, or shown."""
        table, facts, requirements = scene.table, list[Fact](), list[Requirement]()
        asked = list(zip(("column", "second"), scene.columns, strict=False))
        asked += [("back", scene.back)] if scene.back is not None else []
        for name, column in asked:
            hidden = name != "back"
            check = Equals(select=table.column_selector(column, "hidden"), expected=hidden)
            says = f"{column.name} is {'hidden' if hidden else 'shown'}."
            facts.append(column_fact(name, table, column))
            requirements.append(Requirement(id=name, says=says, any_of=((check,),), facts=(name,)))
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            free=(zooms(table),),
            variants=zoomed(table, act),
            near_misses=(
                Attempt("neighbour", partial(act, instead=scene.neighbour), why="Another column is hidden."),
                Attempt("emptied", partial(self.emptied, scene), why="The column was cleared as well."),
                Attempt("narrow", partial(self.narrow, scene), why="The column is narrow, but not hidden."),
            ),
        )

    def attempt(self, scene: Scene, desktop: Desktop, instead: TableColumn | None = None) -> None:
        """Hide and show, perhaps with another column instead of the first."""
        sheet, (first, *others) = scene.table.worksheet(desktop), scene.columns
        for column in (instead or first, *others):
            sheet.column(column.letter).hidden = True
        if scene.back is not None:
            sheet.column(scene.back.letter).hidden = False

    def emptied(self, scene: Scene, desktop: Desktop) -> None:
        """Do it, and clear the first column."""
        self.attempt(scene, desktop)
        for cell in scene.table.cells(desktop, scene.columns[0]):
            cell.put(None)

    def narrow(self, scene: Scene, desktop: Desktop) -> None:
        """Make the columns as narrow as can be."""
        for column in scene.columns:
            scene.table.worksheet(desktop).column(column.letter).width = 0.5
