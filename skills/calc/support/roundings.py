"""Ways of rounding: in words, as formulas write them, and what comes out."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Literal

from forge.errors import SkillError
from forge.skills.calc.support.experiments import Changes, Inputs, spot_of
from forge.skills.calc.support.tables import Table, TableColumn

Mode = Literal["nearest", "up", "down"]
Choice = tuple[str, Mode, str]
"""The sign between two columns, or nothing for one column; which way is rounded, and to multiples of what."""

_NEAR = Fraction(1, 10**6)
"""A number so near to where rounding turns, but not there, comes out as the arithmetic of the application has it."""
_STEPS: Mapping[str, tuple[str, ...]] = {"1": ("whole number",), "0.1": ("tenth", "tenth (one decimal)")}
_FUNCTIONS = {"up": "ROUNDUP", "down": "ROUNDDOWN", "nearest": "ROUND"}
_MULTIPLES = {"up": "CEILING", "down": "FLOOR", "nearest": "MROUND"}


@dataclass(frozen=True)
class Rounding:
    """A way of rounding numbers that are not negative.

    Attributes:
        mode: to the nearest one, up, or down.
        step: to multiples of what.
    """

    mode: Mode
    step: str

    @property
    def says(self) -> tuple[str, ...]:
        """Natural words for it."""
        steps = _STEPS.get(self.step, (f"multiple of {self.step}", f"full multiple of {self.step}"))
        way = {"nearest": "rounded to the nearest", "up": "rounded up to a", "down": "rounded down to a"}[
            self.mode
        ]
        return tuple(f"{way} {step}" for step in steps)

    @property
    def digits(self) -> int | None:
        """The digits behind the point that are left, below 0 those before it; None where it takes no such number."""
        digits = -round(math.log10(float(self.step)))
        return digits if Fraction(self.step) == Fraction(10) ** -digits else None

    def formula(self, text: str) -> str:
        """The formula with the function that people would look for."""
        if self.digits is not None:
            return f"={_FUNCTIONS[self.mode]}({text},{self.digits})"
        return f"={_MULTIPLES[self.mode]}({text},{self.step})"

    def scaled(self, text: str) -> str:
        """The formula that rounds how many steps it is."""
        return f"={_FUNCTIONS[self.mode]}(({text})/{self.step},0)*{self.step}"

    def cut(self, text: str) -> str:
        """The formula with the whole part."""
        steps = f"({text})/{self.step}"
        whole = {"down": f"INT({steps})", "up": f"-INT(-{steps})", "nearest": f"INT({steps}+0.5)"}[self.mode]
        return f"={whole}*{self.step}"

    def value(self, number: float) -> float | int:
        """What comes out: halves go up."""
        steps = Fraction(number) / Fraction(self.step)
        whole = {
            "down": math.floor(steps),
            "up": math.ceil(steps),
            "nearest": math.floor(steps + Fraction(1, 2)),
        }[self.mode]
        return _plain(whole * Fraction(self.step))

    def is_sure(self, number: float) -> bool:
        """Whether every way of calculating it comes to the same."""
        steps = Fraction(number) / Fraction(self.step) + (Fraction(1, 2) if self.mode == "nearest" else 0)
        off = abs(steps - round(steps))
        return off > _NEAR or (off == 0 and Fraction(self.step).denominator == 1)

    def edges(self) -> tuple[float | int, ...]:
        """Numbers that tell it from other ways: a multiple, a little more than one, a little less."""
        step = Fraction(self.step)
        return tuple(_plain(steps * step) for steps in (Fraction(4), Fraction(21, 5), Fraction(34, 5)))


@dataclass(frozen=True)
class Rounded:
    """A number of each row, rounded: that of a column, or what follows from two.

    Attributes:
        table: the table.
        operands: the column, or the two.
        sign: `*` or `/` between two; empty for one.
        rounding: how it is rounded.
    """

    table: Table
    operands: tuple[TableColumn, ...]
    sign: str
    rounding: Rounding

    def text(self, row: int) -> str:
        """What is rounded, as formulas write it."""
        return self.sign.join(self.table.place(item, row) for item in self.operands)

    def number(self, inputs: Inputs, row: int) -> float:
        """What is rounded."""
        first, *others = (inputs.number(self.table, item, row) for item in self.operands)
        if not others:
            return first
        return first * others[0] if self.sign == "*" else first / others[0]

    def formula(self, row: int) -> str:
        """The formula that people would look for."""
        return self.rounding.formula(self.text(row))

    def value(self, inputs: Inputs, row: int) -> float | int:
        """What comes out."""
        return self.rounding.value(self.number(inputs, row))

    def is_worthwhile(self) -> bool:
        """Whether rounding changes many of the numbers, none below 0, leaves them apart, and is sure for all."""
        start = Inputs()
        if self.sign == "/" and not all(self.table.numbers(self.operands[1])):
            return False
        numbers = [self.number(start, row) for row in self.table.row_numbers]
        rounded = [self.rounding.value(number) for number in numbers]
        if min(numbers) < 0:
            return False
        changed = sum(number != outcome for number, outcome in zip(numbers, rounded, strict=True))
        return (
            changed * 4 > len(numbers) and len(set(rounded)) > 3 and all(map(self.rounding.is_sure, numbers))
        )

    def edge_cases(self, rows: tuple[int, ...]) -> Changes:
        """An experiment with the edges of rounding, one in each of three rows."""
        changes: dict[tuple[str, str], float | int] = {}
        first, *others = self.operands
        for row, number in zip(rows, self.rounding.edges(), strict=True):
            changes |= {spot_of(self.table, item, row): 2 for item in others}
            scale = {"": 1.0, "*": 0.5, "/": 2.0}[self.sign]
            changes[spot_of(self.table, first, row)] = number * scale
        return changes


def draw_rounded(table: Table, choices: Sequence[Choice], random: Random) -> Rounded:
    """Numbers of a table that are worth being rounded in one of several ways.

    Raises:
        SkillError: there are none.
    """
    numeric = table.all("money", "measurement", "quantity")
    options = [
        Rounded(table, (first, *others), sign, Rounding(mode, step))
        for sign, mode, step in choices
        for first in (table.all("money") if sign else numeric)
        for others in ([(second,) for second in table.all("quantity")] if sign else [()])
    ]
    random.shuffle(options)
    for option in options:
        if option.is_worthwhile():
            return option
    raise SkillError(f"{table.sheet} has no numbers that are worth being rounded.")


def _plain(number: Fraction) -> float | int:
    return int(number) if number.denominator == 1 else float(number)
