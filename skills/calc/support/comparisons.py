"""Conditional formats that compare the cells of a column with a number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from forge.preparers.calc.spec import CellValue, Highlight
from forge.skills.calc.support.extents import column_pattern
from forge.skills.calc.support.facts import number_fact, plain
from forge.skills.calc.support.rules import FILLS, Condition, Marking, fill_fact
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Fact
from forge.states.values import Formula, Value

COMPARED: Mapping[str, tuple[str, ...]] = {
    "<": ("below", "less than", "smaller than"),
    ">": ("above", "greater than", "higher than"),
}
TURNED = {"<": ">", ">": "<"}


@dataclass(frozen=True)
class Band(Marking):
    """The values on one side of a threshold, and the name of the colour that they get."""

    sign: str
    threshold: float
    colour: str

    @classmethod
    def of(cls, table: Table, column: TableColumn, sign: str, threshold: float, colour: str) -> Band:
        """The values of a column on one side of a threshold."""
        return cls(
            table=table,
            column=column,
            look=Highlight(fill=FILLS[colour]),
            rule={"operator": sign, "formulas": (plain(threshold),)},
            conditions=tuple(conditions(table, column, sign, threshold)),
            marks=partial(lies, sign, threshold),
            sign=sign,
            threshold=threshold,
            colour=colour,
        )

    def facts(self, suffix: str = "") -> tuple[Fact, ...]:
        """What is told of it."""
        return (
            Fact(name=f"compared{suffix}", value=self.sign, says=COMPARED[self.sign]),
            number_fact(f"threshold{suffix}", self.threshold),
            fill_fact(f"colour{suffix}", self.colour),
        )

    def says(self) -> str:
        """What is asked for, for a person."""
        return f"What is {COMPARED[self.sign][0]} {plain(self.threshold)} is {self.colour}."

    def as_formula(self) -> Mapping[str, Any]:
        """The rule as a formula."""
        first = f"{self.table.place(self.column, self.table.first_row)}{self.sign}{plain(self.threshold)}"
        return {"type": "formula", "operator": None, "formulas": (first,)}

    def turned(self) -> Mapping[str, Any]:
        """The rule for the other side."""
        return {"operator": TURNED[self.sign]}

    def with_limit(self) -> Mapping[str, Any]:
        """The rule for this side and the threshold itself."""
        return {"operator": f"{self.sign}="}


def draw_threshold(table: Table, column: TableColumn, sign: str, random: Random) -> float:
    """A number as plain as can be with some of a column's values beyond it, but not all of them."""
    numbers = sorted(table.numbers(column))
    share = random.uniform(0.15, 0.4) if sign == "<" else random.uniform(0.6, 0.85)
    near = numbers[int(len(numbers) * share)]
    for threshold in (round(near), round(near, 1), near):
        if 0 < sum(lies(sign, threshold, number) for number in numbers) < len(numbers) and threshold not in (
            0,
            1,
        ):
            return threshold
    return near


def lies(sign: str, threshold: float, value: CellValue) -> bool:
    """Whether an entry is a number on one side of a threshold."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return value < threshold if sign == "<" else value > threshold


def conditions(table: Table, column: TableColumn, sign: str, threshold: float) -> Iterator[Condition]:
    """The ways of making the rule that mark the same cells.

    An empty cell counts as nought, so what lies below a threshold must not reach into the cells below the data or
    beside a title. A cell rule passes over texts; to a formula a text is more than any number.
    """
    above, limit = sign == ">", plain(threshold)
    compared: dict[str, Value] = {"type": "cell", "operator": sign, "first": Formula(f"={limit}")}
    yield Condition(column_pattern(table, column, below=above, above=above), compared)
    for top in (table.first_row,) if above else (table.first_row, table.header_row):
        where = column_pattern(table, column, below=above, top=top)
        places = [f"{dollar}{table.place(column, top)}" for dollar in ("", "$")]
        forms = [(f"={place}{sign}{limit}", f"={limit}{TURNED[sign]}{place}") for place in places]
        yield Condition.by_formula(where, [form for pair in forms for form in pair])
