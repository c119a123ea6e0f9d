"""Mark the numbers of a column that lie below or above a threshold, with a conditional format."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, Literal

from forge.preparers.calc.schema import SCHEMA
from forge.preparers.calc.spec import ConditionalFormat, Highlight
from forge.preparers.calc.trees import reference
from forge.preparers.desktop import Desktop
from forge.skills.calc.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.facts import column_fact, number_fact, worked_out
from forge.skills.calc.tables import Table, TableColumn
from forge.skills.checks import new_thing
from forge.skills.contract import Attempt, Contract, Difficulty, Fact
from forge.states.rubric import Requirement
from forge.states.values import Colour, Formula

COLOURS = {"yellow": "#FFFF00", "light green": "#92D050", "orange": "#FFC000", "light blue": "#9DC3E6"}
COMPARED = {"<": ("below", "less than", "smaller than"), ">": ("above", "greater than", "higher than")}


class Parameters(CalcParameters):
    """What is drawn: the comparison and the colour."""

    operator: Literal["<", ">"]
    colour: str


@dataclass(frozen=True)
class Scene(CalcScene):
    """The column and the threshold."""

    column: TableColumn
    threshold: int

    def rule(self, **changes: Any) -> ConditionalFormat:
        """The rule, or one that differs from it."""
        drawn: Any = self.parameters
        fields = {"operator": drawn.operator, "formulas": (str(self.threshold),), **changes}
        fill = Highlight(fill=Colour(COLOURS[drawn.colour]))
        return ConditionalFormat(
            range=fields.pop("range", self.table.range(self.column)), highlight=fill, **fields
        )

    def condition(self, dollar: str = "") -> str:
        """The rule as a formula for the first cell of the column."""
        drawn: Any = self.parameters
        return (
            f"{dollar}{self.table.place(self.column, self.table.first_row)}{drawn.operator}{self.threshold}"
        )


class HighlightBelow(CalcSkill[Parameters, Scene]):
    """A conditional format over one column of numbers."""

    id = "calc.conditional_formatting.highlight_below"
    title = "Highlight the numbers of a column that lie below or above a threshold by conditional formatting"
    parameters = Parameters
    needs = {"money": 1}
    keeps_values = True
    phrasings = (
        "[[set up|add|use|create]] {{rule}} to give the cells of {{column}} on {{sheet}} a {{colour}} [[background|fill]] [[when|if]] the value is {{compared}} {{threshold}}",
        "[[shade|colour|highlight]] every value in {{column}} of {{sheet}} that is {{compared}} {{threshold}} in {{colour}}, by means of {{rule}}",
        "terse: {{sheet}}, {{column}}: {{rule}}, {{colour}} background if {{compared}} {{threshold}}.",
        "chatty: I keep losing track of the odd ones in {{column}} on {{sheet}}. Can you use {{rule}} so that anything {{compared}} {{threshold}} gets a {{colour}} background?",
        "polite: Could you please apply {{rule}} to {{column}} on {{sheet}}, so that values {{compared}} {{threshold}} are shown with a {{colour}} background?",
        "precise: On {{sheet}}, apply {{rule}} to all data cells of {{column}}: where the value is {{compared}} {{threshold}}, the background is {{colour}}.",
    )  # fmt: skip

    def draw(self, random: Random, difficulty: Difficulty) -> dict[str, object]:
        """The comparison and the colour beside what every Calc task draws."""
        own = {"operator": random.choice("<>"), "colour": random.choice(sorted(COLOURS))}
        return {**super().draw(random, difficulty), **own}

    def scene(self, parameters: Parameters, table: Table, desktop: Desktop, random: Random) -> Scene:  # noqa: ARG002 - one signature
        """A threshold with some values beyond it."""
        column = table.pick(random, "money")
        numbers = sorted(table.numbers(column))
        share = random.uniform(0.15, 0.4) if parameters.operator == "<" else random.uniform(0.6, 0.85)
        return Scene(parameters, table, column, max(2, round(numbers[int(len(numbers) * share)])))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Add the rule."""
        self._add(scene, desktop)

    def _add(self, scene: Scene, desktop: Desktop, **changes: Any) -> None:
        scene.table.worksheet(desktop).conditional_formats.append(scene.rule(**changes))

    def _by_hand(self, scene: Scene, desktop: Desktop) -> None:
        for cell in scene.table.cells(desktop, scene.column):
            if isinstance(cell.value, int | float) and cell.value < scene.threshold:
                cell.restyle(fill=Colour(COLOURS[scene.parameters.colour]))

    def contract(self, scene: Scene) -> Contract:
        """One new rule on the column: a comparison of the cell, or the formula that says the same."""
        table, column, drawn = scene.table, scene.column, scene.parameters
        area, fill = reference(table.range(column), table.sheet), Colour(COLOURS[drawn.colour])
        ways = [
            {"type": "cell", "operator": drawn.operator, "first": Formula(f"={scene.threshold}")},
            *({"type": "formula", "first": Formula(f"={scene.condition(dollar)}")} for dollar in ("", "$")),
        ]
        rules = [
            new_thing(
                SCHEMA, table.sheet_selector(), "conditional_format", {"range": area, "fill": fill, **way}
            )
            for way in ways
        ]
        add, told = (
            partial(self._add, scene),
            ("sheet", "column", "rule", "compared", "threshold", "colour", "area"),
        )
        asked = partial(add, type="formula", operator=None)
        short = table.range(column).removesuffix(str(table.last_row)) + str(table.last_row - 1)
        return self.task(
            scene,
            facts=(
                column_fact("column", table, column),
                Fact(
                    name="rule",
                    value=("cell", "formula"),
                    says=("conditional formatting", "a conditional format"),
                ),
                Fact(name="compared", value=drawn.operator, says=COMPARED[drawn.operator]),
                number_fact("threshold", scene.threshold),
                Fact(name="colour", value=fill, says=(drawn.colour,)),
                worked_out("area", area, table.selector(column, "value")),
            ),
            requirements=(
                Requirement(
                    id="rule",
                    says="The column has the rule.",
                    any_of=tuple(checks for _, checks in rules),
                    facts=told,
                ),
            ),
            writes=[selector for selector, _ in rules],
            reads=(table.selector(column, "value"),),
            variants=(
                Attempt(
                    "as a formula",
                    partial(asked, formulas=(scene.condition(),)),
                    why="It colours the same cells.",
                ),
                Attempt(
                    "as a formula with a fixed column",
                    partial(asked, formulas=(scene.condition("$"),)),
                    why="It colours the same cells.",
                ),
            ),
            near_misses=(
                Attempt(
                    "the other way round",
                    partial(add, operator="<" if drawn.operator == ">" else ">"),
                    why="It colours the other cells.",
                ),
                Attempt("one row short", partial(add, range=short), why="The last row is never coloured."),
                Attempt(
                    "the limit counts as well",
                    partial(add, operator=f"{drawn.operator}="),
                    why="The limit itself is coloured.",
                ),
                Attempt(
                    "coloured by hand", partial(self._by_hand, scene), why="New values are not coloured."
                ),
            ),
        )
