"""Comments on cells that are told by their row, or by being the highest or lowest of their column."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from operator import eq
from random import Random

from forge.errors import SkillError
from forge.skills.calc.support.facts import column_fact, row_fact, text_fact, worked_out
from forge.skills.calc.support.tables import RowReferent, Table, TableColumn
from forge.skills.contract import Fact

EXTREMES = {
    "max": ("the highest number", "the largest number"),
    "min": ("the lowest number", "the smallest number"),
}


@dataclass(frozen=True)
class Remark:
    """A comment and its cell, which is told by a row, or as the highest or lowest number of its column."""

    text: str
    column: TableColumn
    row: int
    referent: RowReferent | None = None
    extreme: str = ""

    def facts(self, table: Table, suffix: str) -> Iterator[Fact]:
        """What is told of it."""
        yield column_fact(f"column{suffix}", table, self.column)
        yield text_fact(f"text{suffix}", self.text)
        if self.referent is not None:
            yield row_fact(f"row{suffix}", table, self.referent)
        else:
            yield Fact(name=f"extreme{suffix}", value=self.extreme, says=EXTREMES[self.extreme])
            place = table.place(self.column, self.row)
            yield worked_out(f"where{suffix}", place, table.selector(self.column, "value"))


def by_row(table: Table, text: str, random: Random, *, but: int = 0) -> Remark:
    """A comment on a cell that is told by its row, whichever but one."""
    found = [referent for _ in range(9) if (referent := table.referent(random)).row != but]
    if not found:
        raise SkillError(f"{table.sheet} has too few rows that can be told.")
    column = random.choice([item for item in table.columns if item != found[0].column])
    return Remark(text, column, found[0].row, found[0])


def by_size(table: Table, text: str, random: Random, *, but: int = 0) -> Remark:
    """A comment on the highest or the lowest number of a column, in whatever row but one.

    Where every such number stands in several rows, the cell is told by its row.
    """
    found = []
    for column in table.numeric:
        for name, end in (("max", max), ("min", min)):
            rows = table.rows_where(column, partial(eq, end(table.numbers(column))))
            found += [(column, name, rows[0])] if len(rows) == 1 and rows != [but] else []
    if not found:
        return by_row(table, text, random, but=but)
    column, name, row = random.choice(found)
    return Remark(text, column, row, extreme=name)
