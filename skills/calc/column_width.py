"""Skill: how wide columns are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import column_fact, worked_out
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Close, Requirement

TOLERANCE = 0.12
"""In characters: who copies a width from a dialog is half a hundredth of an inch off, and files keep tenths."""
NARROWEST = 14.0
"""A hundredth of the width that is copied is more than the tolerance."""
APART = 2.0
"""Widths differ by so many characters at the start."""
SAME = Fact(name="same", value=True, says=("the same width as", "exactly the width of"))
WIDEST = ("the widest column of the table", "the widest column of them all")
COLUMNS = "[[{{column}}|{{column}} and {{second}}|{{column}}, {{second}} and {{third}}]]"


@dataclass(frozen=True)
class Scene(CalcScene):
    """The columns that change, the one whose width they get, its width in characters, and whether it is named."""

    columns: tuple[TableColumn, ...]
    model: TableColumn
    width: float
    named: bool


class ColumnWidth(CalcSkill[CalcParameters, Scene]):
    """One to three columns as wide as another one. Lengths are not told: in centimetres they depend on fonts."""

    id = "calc.columns.width"
    title = "Set the width of columns"
    keeps_values = True
    phrasings = (
        "give " + COLUMNS + "[[ on {{sheet}}|]] {{same}} {{model}}",
        "change the layout[[ of {{sheet}}|]] so as to give " + COLUMNS + " {{same}} {{model}}",
        "terse: [[{{sheet}}: {{same}}|{{same}}]] {{model}} for " + COLUMNS + ".",
        "polite: Could you please give " + COLUMNS + "[[ on {{sheet}}|]] {{same}} {{model}}?",
        "chatty: The columns[[ on {{sheet}}|]] look uneven to me. Can you give "
        + COLUMNS
        + " {{same}} {{model}}?",
        "precise: [[On {{sheet}}, give|Give]] " + COLUMNS + " {{same}} {{model}}, which stays as it is.",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """One column; two; or three that become as wide as the widest, which has to be found."""
        level = ("easy", "medium", "hard").index(parameters.difficulty)
        sheet = table.worksheet(desktop)
        model, *columns = random.sample(table.columns, level + 2)
        widths = {item: sheet.column(item.letter).width or 9.0 for item in table.columns}
        widths[model] = max(widths[model], NARROWEST + random.randint(0, 30) / 10)
        if level == 2:
            widths[model] = round(max(widths.values()) + random.choice((2.5, 4.0, 6.0)), 1)
        for item in columns:
            if abs(widths[item] - widths[model]) < APART:
                widths[item] = round(widths[model] + APART + 1.5, 1)
        for item, width in widths.items():
            sheet.column(item.letter).width = width
        return Scene(parameters, table, tuple(columns), model, widths[model], level < 2)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """The widths of the columns."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each column is as wide, within what dialogs round."""
        table, model = scene.table, scene.model
        places = [table.column_selector(column, "width") for column in table.columns]
        facts = [SAME, worked_out("width", scene.width, *places)]
        if scene.named:
            facts.append(column_fact("model", table, model))
        else:
            facts.append(Fact(name="model", value=True, says=WIDEST))
        requirements = []
        for name, column in zip(("column", "second", "third"), scene.columns, strict=False):
            facts.append(column_fact(name, table, column))
            place = table.column_selector(column, "width")
            check = Close(select=place, expected=scene.width, absolute=TOLERANCE)
            says = f"{column.name} is as wide as {model.name}."
            told = (name, "same", "model", "width")
            requirements.append(Requirement(id=name, says=says, any_of=((check,),), facts=told))
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            reads=places,
            variants=(
                Attempt("rounded_up", partial(act, more=0.1), why="Dialogs round lengths."),
                Attempt("rounded_down", partial(act, more=-0.1), why="Dialogs round lengths."),
            ),
            near_misses=(
                Attempt("too_wide", partial(act, more=0.5), why="They differ by more than dialogs round."),
                Attempt("too_narrow", partial(act, more=-0.5), why="They differ by more than dialogs round."),
                Attempt(
                    "model_changed", partial(self.model_changed, scene), why="The other column was changed."
                ),
                Attempt(
                    "all_columns", partial(act, everywhere=True), why="Other columns were changed as well."
                ),
            ),
        )

    def attempt(self, scene: Scene, desktop: Desktop, more: float = 0.0, *, everywhere: bool = False) -> None:
        """Set the widths, perhaps a little off, perhaps those of all columns."""
        sheet = scene.table.worksheet(desktop)
        for column in scene.table.columns if everywhere else scene.columns:
            sheet.column(column.letter).width = round(scene.width + more, 1)

    def model_changed(self, scene: Scene, desktop: Desktop) -> None:
        """Make the model as wide as the first of the columns."""
        sheet = scene.table.worksheet(desktop)
        sheet.column(scene.model.letter).width = sheet.column(scene.columns[0].letter).width
