"""Skill: decimals, separators and percent signs for a column of numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.facts import column_fact
from forge.skills.calc.tables import Table, TableColumn
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import OneOf, Requirement

NUMBERS = {
    "no decimals": ("0", "#,##0"),
    "one decimal": ("0.0", "#,##0.0"),
    "two decimals": ("0.00", "#,##0.00"),
    "three decimals": ("0.000", "#,##0.000"),
    "a thousands separator and no decimals": ("#,##0",),
    "a thousands separator and two decimals": ("#,##0.00",),
}
PERCENTAGES = {
    "a percent sign and no decimals": ("0%",),
    "a percent sign and one decimal": ("0.0%",),
    "a percent sign and two decimals": ("0.00%",),
}
_PLAIN = re.compile(r"[#,0.%]+|General")


@dataclass(frozen=True)
class Target:
    """A column and how it is to be shown: in words, as codes that do so, and a code that does not."""

    column: TableColumn
    words: str
    codes: tuple[str, ...]
    wrong: str


@dataclass(frozen=True)
class Scene(CalcScene):
    """Which columns get which format, and a column that is easily taken for the first of them."""

    targets: tuple[Target, ...]
    neighbour: TableColumn


class NumberFormat(CalcSkill[CalcParameters, Scene]):
    """Set how the numbers of one or two columns are shown."""

    id = "calc.formatting.number_format"
    title = "Set decimals, percent or another number format"
    needs = at_least(money=1, percentage=1)
    keeps_values = True
    phrasings = (
        "show [[the numbers|the figures|all numbers]] in {{column}}[[ of {{sheet}}|]] with {{format}}"
        "[[, and those in {{second}} with {{second_format}}|]]",
        "format {{column}}[[ on {{sheet}}|]] with {{format}}[[, and {{second}} with {{second_format}}|]]",
        "have {{column}}[[ on {{sheet}}|]][[ in {{file}}|]] displayed with {{format}}, without changing the numbers"
        "[[ themselves|]][[. Do the same for {{second}}, there with {{second_format}}|]]",
        "terse: {{column}}[[ ({{sheet}})|]]: {{format}}[[; {{second}}: {{second_format}}|]].",
        "chatty: {{column}}[[ on {{sheet}}|]] is hard to read the way it is. Can you make it show {{format}}"
        "[[, and {{second}} {{second_format}}|]]?",
        "precise: [[In {{file}}, the|The]] numbers in {{column}}[[ of {{sheet}}|]] are to be displayed with {{format}}"
        "[[, those in {{second}} with {{second_format}}|]]; only the number format changes.",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Two different columns when it is hard, else one."""
        count = 2 if parameters.difficulty == "hard" else 1
        targets = []
        for column in random.sample(table.numeric, count):
            if not _PLAIN.fullmatch(column.number_format):
                for cell in table.cells(desktop, column):
                    cell.restyle(number_format="General")
            choices = PERCENTAGES if column.role == "percentage" else NUMBERS
            fresh = [words for words, codes in choices.items() if column.number_format not in codes]
            words = random.choice(fresh)
            wrong = next(code for codes in choices.values() for code in codes if code not in choices[words])
            targets.append(Target(column, words, choices[words], wrong))
        others = [column for column in table.columns if column not in [target.column for target in targets]]
        return Scene(parameters, table, tuple(targets), random.choice(others))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Give every data cell the simplest format."""
        for target in scene.targets:
            for cell in scene.table.cells(desktop, target.column):
                cell.restyle(number_format=target.codes[0])

    def contract(self, scene: Scene) -> Contract:
        """One requirement for each column; whoever formats the column as a whole is right as well."""
        table, targets = scene.table, scene.targets
        facts: list[Fact] = []
        requirements: list[Requirement] = []
        for prefix, target in zip(("", "second_"), targets, strict=False):
            options = (*target.codes, *(f"{code};-{code}" for code in target.codes))
            facts += [
                column_fact("second" if prefix else "column", table, target.column),
                Fact(name=f"{prefix}format", value=options, says=(target.words,)),
            ]
            check = OneOf(select=table.selector(target.column, "number_format"), options=options)
            requirements.append(
                Requirement(
                    id=f"{prefix}format",
                    says=f"{target.column.name} is shown with {target.words}.",
                    any_of=((check,),),
                    facts=tuple(fact.name for fact in facts[-2:]),
                )
            )
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[table.selector(target.column, "number_format") for target in targets],
            free=[table.around(target.column, "number_format") for target in targets],
            variants=(
                Attempt(
                    "negative", partial(act, code="{0};-{0}"), why="The format spells out negative numbers."
                ),
                Attempt(
                    "whole_column", partial(act, header=True), why="The header's cell is formatted as well."
                ),
            ),
            near_misses=(
                Attempt(
                    "neighbour", partial(act, column=scene.neighbour), why="Another column is formatted."
                ),
                Attempt("one_short", partial(act, short=1), why="The last row keeps its format."),
                Attempt("as_text", partial(act, text=True), why="Numbers were turned into texts."),
                Attempt("other_format", partial(act, code="{1}"), why="It is another format."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        code: str = "{0}",
        column: TableColumn | None = None,
        short: int = 0,
        *,
        header: bool = False,
        text: bool = False,
    ) -> None:
        """Solve the task in a way of its own."""
        table = scene.table
        for number, target in enumerate(scene.targets):
            chosen = column if column is not None and number == 0 else target.column
            cells = table.cells(desktop, chosen)
            for cell in cells[: len(cells) - short]:
                cell.restyle(number_format=code.format(target.codes[0], target.wrong))
                if text:
                    cell.value = str(cell.value)
            if header:
                table.cell(desktop, chosen, table.header_row).restyle(number_format=target.codes[0])
