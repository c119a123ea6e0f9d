"""Skill: decimals, separators and percent signs for a column of numbers."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.shown_numbers import ShownNumbers, Target, neighbour_of, shown_plainly
from forge.skills.calc.support.tables import Table
from forge.skills.content.kit import at_least
from forge.skills.contract import Contract, Fact
from forge.states.rubric import Requirement

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


@dataclass(frozen=True)
class Scene(CalcScene):
    """Which columns get which format, and that in words."""

    shown: ShownNumbers
    words: tuple[str, ...]


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
        columns = random.sample(table.numeric, 2 if parameters.difficulty == "hard" else 1)
        shown_plainly(table, columns, desktop)
        targets, said = [], []
        for column in columns:
            choices = PERCENTAGES if column.role == "percentage" else NUMBERS
            words = random.choice(
                [text for text, codes in choices.items() if column.number_format not in codes]
            )
            wrong = next(code for codes in choices.values() for code in codes if code not in choices[words])
            targets.append(Target(column, choices[words], wrong))
            said.append(words)
        neighbour = neighbour_of(table, columns, random)
        return Scene(parameters, table, ShownNumbers(table, tuple(targets), neighbour), tuple(said))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Give every data cell the simplest format."""
        scene.shown.format(desktop)

    def contract(self, scene: Scene) -> Contract:
        """One requirement for each column; whoever formats the column as a whole is right as well."""
        shown = scene.shown
        facts: list[Fact] = []
        requirements: list[Requirement] = []
        for prefix, target, words in zip(("", "second_"), shown.targets, scene.words, strict=False):
            name = "second" if prefix else "column"
            facts.append(column_fact(name, scene.table, target.column))
            facts.append(Fact(name=f"{prefix}format", value=target.options, says=(words,)))
            requirements.append(shown.requirement(target, f"{prefix}format", words, name, f"{prefix}format"))
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=shown.writes,
            free=shown.free,
            variants=shown.variants(),
            near_misses=shown.near_misses(),
        )
