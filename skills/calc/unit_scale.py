"""Skill: numbers shown in thousands or millions, rounded and with a letter behind them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.entries import with_entries
from forge.skills.calc.support.facts import column_fact, text_fact
from forge.skills.calc.support.shown_numbers import ShownNumbers, Target, neighbour_of, shown_plainly
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import at_least
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.rubric import Requirement

DECIMALS = ("no decimals", "one decimal", "two decimals")
LARGE = 20_000
"""Numbers below it are too small to be shown in thousands."""
AS = "in {{unit}} with {{decimals}} and the letter {{suffix}} right behind them ({{example}})"
ALSO = AS.replace("}}", "_2}}")
COLUMN = "{{column}}[[ on {{sheet}}|]]"


@dataclass(frozen=True)
class Scale:
    """A unit in which numbers are shown.

    Attributes:
        words: the unit, for many.
        letter: what stands behind the numbers.
        size: how many make one.
        decimals: how many digits behind the point.
    """

    words: str
    letter: str
    size: int
    decimals: int

    def code(self, whole: str = "0", commas: int = 0) -> str:
        """The number format, perhaps with separators, or with so many commas too many or too few."""
        commas += len(f"{self.size:,}") - len(str(self.size))
        point = "." if self.decimals else ""
        return f'{whole}{point}{"0" * self.decimals}{"," * commas}"{self.letter}"'

    def example(self) -> str:
        """How a number is to be shown, for example."""
        number = 47_368 * self.size // 1000
        return f"{number:,.0f} is shown as {number / self.size:.{self.decimals}f}{self.letter}"


@dataclass(frozen=True)
class Scene(CalcScene):
    """Which columns are shown in which unit."""

    shown: ShownNumbers
    scales: tuple[Scale, ...]


class UnitScale(CalcSkill[CalcParameters, Scene]):
    """Show large numbers in short."""

    id = "calc.formatting.unit_scale"
    title = "Show numbers in larger units with a suffix and rounding"
    needs = at_least(money=2)
    phrasings = (
        "show the numbers in " + COLUMN + " " + AS + "[[, and those in {{second}} " + ALSO + "|]], by their "
        "number format",
        "use a number format to show " + COLUMN + " " + AS + "[[; do the same for {{second}}, there " + ALSO + "|]]",
        "have " + COLUMN + " displayed " + AS + "[[ and {{second}} " + ALSO + "|]], without changing the numbers "
        "themselves",
        "terse: {{column}}[[ ({{sheet}})|]]: number format, " + AS + "[[; {{second}}: " + ALSO + "|]].",
        "chatty: The numbers are too long to read. Can you have " + COLUMN + " displayed " + AS
        + "[[, and {{second}} " + ALSO + "|]]? Only by the number format, please.",
        "precise: The number format of " + COLUMN + " is to show the numbers " + AS
        + "[[, that of {{second}} " + ALSO + "|]]. The numbers themselves do not change.",
    )  # fmt: skip

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Thousands, or millions, or a column of each; small numbers are made large."""
        thousands = Scale("thousands", random.choice("Kk"), 1000, random.randint(0, 2))
        millions = Scale("millions", random.choice("Mm"), 1_000_000, random.randint(1, 2))
        scales = {"easy": (thousands,), "medium": (millions,), "hard": (thousands, millions)}[
            parameters.difficulty
        ]
        columns = random.sample(table.all("money"), len(scales))
        for column, scale in zip(columns, scales, strict=True):
            table = enlarged(table, desktop, column, scale)
        shown_plainly(table, columns, desktop)
        targets = [
            Target(column, (scale.code(), scale.code("#,##0")), scale.code(commas=-1))
            for column, scale in zip(columns, scales, strict=True)
        ]
        neighbour = neighbour_of(table, columns, random)
        return Scene(parameters, table, ShownNumbers(table, tuple(targets), neighbour), scales)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Give every data cell the simplest format."""
        scene.shown.format(desktop)

    def contract(self, scene: Scene) -> Contract:
        """One requirement for each column; the numbers themselves stay."""
        shown, facts, requirements = scene.shown, list[Fact](), list[Requirement]()
        for tail, target, scale in zip(("", "_2"), shown.targets, scene.scales, strict=False):
            own = [
                column_fact("second" if tail else "column", scene.table, target.column),
                Fact(name=f"unit{tail}", value=target.options, says=(scale.words,)),
                Fact(name=f"decimals{tail}", value=scale.decimals, says=(DECIMALS[scale.decimals],)),
                text_fact(f"suffix{tail}", scale.letter),
                Fact(name=f"example{tail}", value=scale.letter, says=(scale.example(),)),
            ]
            facts += own
            words = f"{scale.words} with {DECIMALS[scale.decimals]}"
            requirements.append(
                shown.requirement(target, f"scale{tail}", words, *(fact.name for fact in own))
            )
        rounded = partial(shown.format, divided=scene.scales[0].size)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=shown.writes,
            free=shown.free,
            variants=shown.variants(),
            near_misses=(
                *shown.near_misses(),
                Attempt("divided", rounded, why="The numbers themselves were changed."),
            ),
        )


def enlarged(table: Table, desktop: Desktop, column: TableColumn, scale: Scale) -> Table:
    """The table with the numbers of a column so large that they can be shown in a unit."""
    times = 1
    while max(table.numbers(column)) * times < LARGE * scale.size / 1000:
        times *= 10
    entries = [
        round(value * times) if isinstance(value, int | float) else value for value in table.values(column)
    ]
    return with_entries(table, desktop, column, entries)
