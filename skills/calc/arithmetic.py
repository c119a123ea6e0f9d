"""Skill: a column that is calculated from others, row by row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.base import CalcParameters, CalcScene, CalcSkill
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.formula_columns import FormulaColumn, probed_rows, unused
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import Role, at_least
from forge.skills.contract import Contract, Difficulty, Fact

Recipe = tuple[tuple[Role, ...], str, tuple[str, ...]]
"""Roles of the operands, the signs between them from left to right, and headers for the result."""

RECIPES: dict[Difficulty, tuple[Recipe, ...]] = {
    "easy": (
        (("quantity", "money"), "*", ("Line worth", "Overall price", "Extended price")),
        (("money", "money"), "+", ("Combined cost", "Both together", "Overall cost")),
    ),
    "medium": (
        (("money", "money"), "-", ("Difference", "Gap", "Remainder")),
        (("money", "quantity"), "/", ("Cost per piece", "Share per piece")),
    ),
    "hard": (
        (("money", "money", "quantity"), "-*", ("Overall gap", "Margin on all", "Net worth of all")),
        (("money", "money", "quantity"), "+*", ("Full cost", "Cost of all", "Gross worth")),
    ),
}
SIGNS = {"*": ("multiplied by", "times"), "+": ("plus",), "-": ("minus",), "/": ("divided by",)}
OTHER_SIGNS = str.maketrans("*+-/", "+-+*")


@dataclass(frozen=True)
class Scene(CalcScene):
    """The new column and the signs between its operands."""

    column: FormulaColumn
    signs: str


class Arithmetic(CalcSkill[CalcParameters, Scene]):
    """Derive a column from two or three others."""

    id = "calc.formulas.arithmetic"
    title = "Derive a column from others by arithmetic, differences or ratios"
    needs = at_least(money=2, quantity=1)
    keeps_values = True
    phrasings = (
        "use {{formulas}} to [[fill|work out]] {{place}}[[ of {{sheet}}|]] with {{first}} {{operation}} {{second}}"
        "[[, the result {{then}} {{third}}|]], for every row, under the header {{header}}",
        "add a column {{header}} in {{place}}[[ on {{sheet}}|]]: for each row, {{first}} {{operation}} {{second}}"
        "[[, and that {{then}} {{third}}|]], worked out by {{formulas}}",
        "put {{header}} into {{place}}[[ on {{sheet}}|]] as a new column and calculate it with {{formulas}} as "
        "{{first}} {{operation}} {{second}}[[, all of it {{then}} {{third}}|]], down to the last row",
        "terse: [[{{sheet}}, |]]{{place}}: new column {{header}}, being {{first}} {{operation}} {{second}}"
        "[[, the result {{then}} {{third}}|]]; {{formulas}}, every row.",
        "chatty: I need one more column[[ on {{sheet}}|]], called {{header}}, in {{place}}. It should give {{first}} "
        "{{operation}} {{second}}[[ and then the result {{then}} {{third}}|]] for every row. Please use {{formulas}}, "
        "the numbers may still change.",
        "precise: {{place}}[[ of {{sheet}}|]] is to hold a new column headed {{header}}. In every row, {{formulas}} "
        "give {{first}} {{operation}} {{second}}[[, the result of which is {{then}} {{third}}|]].",
    )

    def scene(self, parameters: CalcParameters, table: Table, desktop: Desktop, random: Random) -> Scene:
        """Different operands; where a row has none of something, nothing is divided by it."""
        recipes = [
            recipe
            for recipe in RECIPES[parameters.difficulty]
            if "/" not in recipe[1] or all(all(table.numbers(item)) for item in table.all("quantity"))
        ]
        roles, signs, headers = random.choice(recipes)
        operands: list[TableColumn] = []
        for role in roles:
            operands.append(random.choice([item for item in table.all(role) if item not in operands]))
        money = next(item for item in operands if item.role == "money")
        new = table.new_column(unused(table, headers, random), "money", money.number_format)
        shape, work = partial(written, signs), partial(calculated, signs)
        column = FormulaColumn(table, new, tuple(operands), shape, work, probed_rows(table, random))
        return Scene(parameters, table, column, signs)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """A formula in every row."""
        scene.column.write(desktop)

    def contract(self, scene: Scene) -> Contract:
        """Right results by formulas that follow their operands."""
        column, signs = scene.column, scene.signs
        operands = dict(zip(("first", "second", "third"), column.inputs, strict=False))
        between = dict(zip(("operation", "then"), signs, strict=False))
        other = signs.translate(OTHER_SIGNS)
        return self.task(
            scene,
            facts=(
                *column.facts(),
                *(column_fact(name, scene.table, item) for name, item in operands.items()),
                *(Fact(name=name, value=sign, says=SIGNS[sign]) for name, sign in between.items()),
            ),
            requirements=column.requirements(*operands, *between),
            reads=column.sources,
            writes=column.writes,
            free=column.free,
            probes=column.probes,
            variants=column.variants(
                in_sum=lambda places: f"=SUM({written(signs, places)[1:]})",
                fixed_columns=lambda places: written(signs, [f"${place}" for place in places]),
            ),
            near_misses=column.near_misses(other_sign=(partial(written, other), partial(calculated, other))),
        )


def written(signs: str, places: Sequence[str]) -> str:
    """The formula: operands with the signs between them, worked out from left to right."""
    text = places[0]
    for number, (sign, place) in enumerate(zip(signs, places[1:], strict=True)):
        text = f"({text}){sign}{place}" if number else f"{text}{sign}{place}"
    return f"={text}"


def calculated(signs: str, *operands: float) -> float:
    """What the formula gives."""
    found = operands[0]
    for sign, number in zip(signs, operands[1:], strict=True):
        match sign:
            case "*":
                found = found * number
            case "+":
                found = found + number
            case "-":
                found = found - number
            case _:
                found = found / number
    return found
