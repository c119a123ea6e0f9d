"""Figures of one month after the other, on a sheet of their own, and how they change."""

from __future__ import annotations

from calendar import month_name
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.calc.spec import CellValue
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.experiments import Inputs
from forge.skills.calc.support.side_sheets import add_side_sheet
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.rows import Entry
from forge.states.rubric import Absent, Equals, Exists, Requirement
from forge.states.selectors import Selector
from forge.states.values import Error

SUMS = ("Income", "Spending", "Turnover")
SHEETS = ("Monthly figures", "Month by month", "Monthly review")

Work = Callable[[float, float], float]
"""What follows from a figure and the earlier one."""


def put_months(
    table: Table, desktop: Desktop, random: Random, count: int, empty: Sequence[int] = ()
) -> tuple[Table, Table]:
    """Put a sheet with two figures of each month at the start: sums of money, and numbers of pieces.

    Args:
        table: the table whose looks it takes, and the size of whose numbers.
        desktop: the desktop.
        random: a stream of its own.
        count: how many months.
        empty: the months, from 0, in which nothing happened.

    Returns:
        The table, no longer alone, and the months.
    """
    year, letters = random.randint(2019, 2023), random.choice((3, 9))
    months = [f"{month_name[month % 12 + 1][:letters]} {year + month // 12}" for month in range(count)]
    block: dict[TableColumn, Sequence[Entry]] = {TableColumn("Month", "label", ""): months}
    money, pieces = table.pick(random, "money"), table.pick(random, "quantity")
    cents = any(number % 1 for number in table.numbers(money))
    for column, name, places in (
        (money, random.choice(SUMS), 2 if cents else 0),
        (pieces, f"Number of {table.nouns}", 0),
    ):
        numbers = _walk(random, sum(table.numbers(column)) / 12 + 20, count)
        figures = [0 if month in empty else _rounded(number, places) for month, number in enumerate(numbers)]
        number_format = "#,##0.00" if places else "#,##0"
        block[TableColumn(name, column.role, "", number_format, column.unit)] = figures
    return add_side_sheet(table, desktop, random.choice(SHEETS), block)


def _walk(random: Random, number: float, count: int) -> list[float]:
    """Numbers that rise and fall a little from one to the next, and never come near nothing."""
    found, lowest = [], number / 2
    for _ in range(count):
        number = max(lowest, number * random.uniform(0.8, 1.28))
        found.append(number)
    return found


def _rounded(number: float, places: int) -> float | int:
    return round(number, places) if places else round(number)


@dataclass(frozen=True)
class Growth:
    """The change of a figure against an earlier row, as a share of what it was."""

    table: Table
    amount: TableColumn
    lag: int
    fallback: str

    def formula(self, row: int, shape: str = "({0}-{1})/{1}", guard: str = "IFERROR({0},{1})") -> str:
        """The formula of a row, with what is given where the earlier figure is nothing."""
        now, before = (self.table.place(self.amount, at) for at in (row, row - self.lag))
        text = shape.format(now, before)
        return "=" + (guard.format(text, f'"{self.fallback}"', before) if self.fallback else text)

    def value(
        self, inputs: Inputs, row: int, work: Work = lambda now, before: (now - before) / before
    ) -> CellValue:
        """The change in a row."""
        try:
            return work(*(inputs.number(self.table, self.amount, at) for at in (row, row - self.lag)))
        except ZeroDivisionError:
            return self.fallback or Error("#DIV/0!")

    def otherwise(
        self, shape: str, work: Work
    ) -> tuple[Callable[[int], str], Callable[[Inputs, int], CellValue]]:
        """The formula and the value of another calculation from the same figures."""
        return partial(self.formula, shape=shape), partial(self.value, work=work)


def with_blanks(
    requirements: Iterable[Requirement], value: Selector, formula: Selector
) -> tuple[Requirement, ...]:
    """The requirements of formula cells beside which others stay blank: empty, or formulas that show nothing.

    Args:
        requirements: those of `FormulaCells.requirements`.
        value: the values of the cells that stay blank.
        formula: their formulas.
    """
    empty = (Absent(select=value), Absent(select=formula))
    showing_nothing = (Equals(select=value, expected=""), Exists(select=formula))
    return tuple(
        item.model_copy(
            update={
                "any_of": tuple((*way, *rest) for way in item.any_of for rest in (empty, showing_nothing))
            }
        )
        if item.id == "values"
        else item
        for item in requirements
    )
