"""Conditions on the rows of a table: how they are told, written in formulas, and tried out at their edges.

criteria = draw_criteria(table, random, 2)
fits = [row for row in table.row_numbers if all(item.fits(Inputs(), row) for item in criteria)]
"""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import cached_property
from itertools import product
from random import Random
from typing import Any

from forge.errors import SkillError
from forge.skills.calc.support.experiments import Changes, Inputs, spot_of
from forge.skills.calc.support.facts import column_fact, date_fact, number_fact, text_fact
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.rows import Entry
from forge.skills.contract import Fact

COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
NUMBER_WORDS: Mapping[str, tuple[str, ...]] = {
    "<": ("is below", "is less than"),
    "<=": ("is at most", "is no more than"),
    ">": ("is above", "is more than"),
    ">=": ("is at least", "is no less than"),
}
DATE_WORDS: Mapping[str, tuple[str, ...]] = {
    "<": ("is before", "is earlier than"),
    "<=": ("is on or before", "is no later than"),
    ">": ("is after", "is later than"),
    ">=": ("is on or after", "is no earlier than"),
}
TEXT_WORDS: Mapping[str, tuple[str, ...]] = {"=": ("is", "says"), "<>": ("is not", "is anything but")}
LOOSER = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "=": "<>", "<>": "="}
"""For each operator the one that is taken for it."""

ORDINALS = ("first", "second", "third")
CRITERION = "{{first}} {{first_is}} {{first_than}}"
SECOND = "{{second}} {{second_is}} {{second_than}}"
THIRD = "{{third}} {{third_is}} {{third_than}}"
"""How phrasings tell a condition, from the facts of `criteria_facts`."""

_FEWEST = 4
"""So many rows at least meet a condition, and so many do not."""


@dataclass(frozen=True)
class Criterion:
    """A condition on the entry of one column.

    Attributes:
        table: the table.
        column: the column.
        operator: as in formulas.
        operand: what the entry is compared with.
        written: how formulas write the operand where it stands in a cell; else it is written out.
    """

    table: Table
    column: TableColumn
    operator: str
    operand: str | float | date
    written: str = ""

    def holds(self, value: Entry) -> bool:
        """Whether an entry meets it; letter case does not matter, and nothing is not equal to anything."""
        if value is None:
            return self.operator == "<>"
        if isinstance(value, str) and isinstance(self.operand, str):
            return COMPARE[self.operator](value.casefold(), self.operand.casefold())
        return COMPARE[self.operator](value, self.operand)

    def fits(self, inputs: Inputs, row: int) -> bool:
        """Whether a row meets it."""
        return self.holds(inputs.value(self.table, self.column, row))

    def loose(self) -> Criterion:
        """The condition for which a hurried person takes it: the limit counts, or does not."""
        return replace(self, operator=LOOSER[self.operator])

    @cached_property
    def _literal(self) -> str:
        if self.written:
            return self.written
        match self.operand:
            case str():
                return '"' + self.operand.replace('"', '""') + '"'
            case date():
                return f"DATE({self.operand.year},{self.operand.month},{self.operand.day})"
        return f"{self.operand:.10g}"

    def test(self, where: str) -> str:
        """It as a comparison within a formula, of what stands somewhere."""
        return f"{where}{self.operator}{self._literal}"

    def test_row(self, row: int, dollar: str = "") -> str:
        """It as a comparison within a formula, for one row."""
        return self.test(f"{dollar}{self.table.place(self.column, row)}")

    @property
    def match(self) -> str:
        """It as the functions with criteria want it."""
        if isinstance(self.operand, date):
            return f'"{self.operator}"&{self._literal}'
        if self.operator == "=":
            return self._literal
        text = self.operand.replace('"', '""') if isinstance(self.operand, str) else self._literal
        return f'"{self.operator}{text}"'

    def edge(self, *, met: bool) -> Entry:
        """An entry that just meets it, or just does not."""
        if isinstance(self.operand, str):
            other = next(text for text in self.table.classes(self.column) if text != self.operand)
            return self.operand if met == (self.operator == "=") else other
        at_limit = self.operator in ("<=", ">=") if met else self.operator in ("<", ">")
        if at_limit:
            return self.operand
        upward = met == (self.operator in (">", ">="))
        if isinstance(self.operand, date):
            return self.operand + timedelta(days=1 if upward else -1)
        return self.operand + (1 if upward else -1)

    def facts(self, name: str) -> tuple[Fact, ...]:
        """The column, the comparison with its verb, and what is compared with: `name`, `name_is`, `name_than`."""
        than = f"{name}_than"
        match self.operand:
            case str():
                words, operand = TEXT_WORDS, text_fact(than, self.operand)
            case date():
                words, operand = DATE_WORDS, date_fact(than, self.operand)
            case _:
                words, operand = NUMBER_WORDS, number_fact(than, self.operand, unit=self.column.unit)
        said = Fact(name=f"{name}_is", value=self.operator, says=words[self.operator])
        return (column_fact(name, self.table, self.column), said, operand)


def criteria_facts(criteria: Sequence[Criterion]) -> tuple[Fact, ...]:
    """The facts of up to three conditions."""
    return tuple(fact for name, item in zip(ORDINALS, criteria, strict=False) for fact in item.facts(name))


def draw_criteria(
    table: Table,
    random: Random,
    number: int,
    columns: Sequence[TableColumn] | None = None,
    decide: Callable[[Sequence[bool]], Hashable] = all,
    outcomes: int = 2,
) -> tuple[Criterion, ...]:
    """Conditions on different columns that tell the rows of a table apart.

    Args:
        table: the table.
        random: a stream of its own.
        number: how many.
        columns: on which columns; by default on all that can have one.
        decide: what follows for a row from which of them it meets; by default whether it meets all.
        outcomes: so many outcomes there must be, each for some rows.

    Raises:
        SkillError: the table has not enough columns, or no such conditions were found.
    """
    able = columns or table.all("category", "status", "money", "quantity", "measurement", "date")
    start = Inputs()
    for _ in range(300):
        chosen = random.sample(able, min(number, len(able)))
        drawn = tuple(item for column in chosen if (item := _draw(table, column, random)) is not None)
        rows = Counter(decide([item.fits(start, row) for item in drawn]) for row in table.row_numbers)
        if len(drawn) == number and len(rows) == outcomes and min(rows.values()) >= _FEWEST:
            return drawn
    raise SkillError(f"{table.sheet} gives no {number} conditions that tell its rows apart.")


def _draw(table: Table, column: TableColumn, random: Random) -> Criterion | None:
    """A condition on a column; None where there is none worth asking for."""
    values = [value for value in table.values(column) if value is not None]
    if column.role in ("category", "status", "label", "city"):
        classes = [text for text in table.classes(column) if _plain(text)]
        single = "=" if len(values) < len(table) or random.random() < 0.8 else "<>"
        return Criterion(table, column, single, random.choice(classes)) if len(classes) > 1 else None
    if len(values) < len(table) or len(set(values)) < _FEWEST:
        return None
    ordered: list[Any] = sorted(values)
    limit = ordered[int(len(ordered) * random.uniform(0.25, 0.75))]
    operand = limit if isinstance(limit, date) else round_limit(limit)
    return Criterion(table, column, random.choice(("<", "<=", ">", ">=")), operand)


def round_limit(number: float) -> int:
    """A whole number as people choose limits: with two digits that are not zero."""
    step = 10 ** max(0, len(str(int(abs(number)))) - 2)
    return round(number / step) * step or 1


def _plain(text: str) -> bool:
    """Whether a text as a criterion means nothing but itself: no wildcards, no number, no comparison."""
    return text[:1].isalpha() and text[-1:] != " " and not set("*?~") & set(text)


def edge_cases(criteria: Sequence[Criterion], rows: Sequence[int]) -> Changes:
    """An experiment that meets or just misses each condition, in every combination, one in each row.

    Args:
        criteria: the conditions, on one table.
        rows: at least as many rows as there are combinations; the last one meets all.
    """
    changes: dict[tuple[str, str], Entry] = {}
    patterns = list(product((True, False), repeat=len(criteria)))
    for pattern, row in zip(patterns, reversed(rows), strict=False):
        for item, met in zip(criteria, pattern, strict=True):
            changes[spot_of(item.table, item.column, row)] = item.edge(met=met)
    return changes
