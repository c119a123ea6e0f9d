"""Limits of numbers and dates as validations hold them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from itertools import product
from typing import TypeAlias

from forge.preparers.calc.serials import to_serial
from forge.skills.calc.support.facts import date_fact, number_fact
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Fact
from forge.states.values import Formula, Value

Limit: TypeAlias = int | date


def numbers_around(table: Table, column: TableColumn) -> tuple[Limit, Limit]:
    """Round numbers below and above all numbers of a column."""
    numbers = table.numbers(column)
    step = 10 ** max(1, len(str(int(max(numbers)))) - 1)
    return (1 if min(numbers) >= 1 else 0), (int(max(numbers)) // step + 1) * step


def dates_around(table: Table, column: TableColumn) -> tuple[Limit, Limit]:
    """The first day of the first month, and the last day of the year, of the dates of a column."""
    days = [value for value in table.values(column) if isinstance(value, date)]
    return min(days).replace(day=1), date(max(days).year, 12, 31)


def written(limit: Limit) -> tuple[str, ...]:
    """The ways of writing a limit into a formula; dates are stored as numbers."""
    if isinstance(limit, date):
        day = f"{limit.year},{limit.month},{limit.day}"
        return str(to_serial(limit)), f"DATE({day})", f'DATEVALUE("{limit.isoformat()}")'
    return (str(limit),)


def ways_of(kind: str, limits: Sequence[Limit]) -> Iterator[Mapping[str, Value]]:
    """The properties of every validation that keeps to the limits."""
    for texts in product(*(written(limit) for limit in limits)):
        ends = dict(zip(("first", "second"), (Formula(f"={text}") for text in texts), strict=False))
        yield {"type": kind, "operator": "between" if len(limits) > 1 else ">=", **ends}
    if len(limits) == 1 and kind == "whole" and isinstance(limits[0], int):
        yield {"type": kind, "operator": ">", "first": Formula(f"={limits[0] - 1}")}


def limit_fact(name: str, limit: Limit) -> Fact:
    """A limit, with everything that its ways of being written spell out."""
    if isinstance(limit, date):
        parts = (limit, to_serial(limit), limit.year, limit.month, limit.day, limit.isoformat())
        return date_fact(name, limit).model_copy(update={"value": parts})
    return number_fact(name, limit)
