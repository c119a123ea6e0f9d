"""New records for a table: drawn from those that are there, and told field by field."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from random import Random

from forge.errors import SkillError
from forge.preparers.calc.spec import PLAIN, Style
from forge.preparers.desktop import Desktop
from forge.skills.calc.support import typed
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.calc.support.typed import Typed
from forge.skills.content.rows import Entry
from forge.skills.contract import Attempt, Contract, Fact
from forge.states.selectors import Positions, Selector

Record = dict[TableColumn, Entry]
"""What stands in the columns of a record; those that stay empty are left out."""

_OTHER_SCRIPTS = re.compile("[\u0590-\u1fff\u2e80-\uffff]")
"""Signs for which an application takes a font of its own."""
_NUMBERED = re.compile(r"(.*?)(\d+)")


def rests_on_all(table: Table, contract: Contract) -> bool:
    """Whether a result follows from all records of a table: from its sheet, or from rows among which the last ones are.

    A look that columns get does not: a new record takes on the look of those above it.
    """
    told = (place for fact in contract.facts for place in fact.worked_out_from)
    return any(_reaches_the_end(table, place) for place in (*contract.footprint.reads, *told))


def _reaches_the_end(table: Table, place: Selector) -> bool:
    if place.mount != table.mount or not place.steps or place.steps[0] != table.sheet_selector().steps[0]:
        return False
    if len(place.steps) == 1:
        return place.property is None
    rows = place.steps[1].filter
    last = (table.last_row - 1, table.last_row)
    return place.steps[1].kind == "row" and isinstance(rows, Positions) and all(row in rows for row in last)


def draw_records(table: Table, random: Random, number: int) -> tuple[Record, ...]:
    """Records that could come next, all with the same fields."""
    drawn = [_draw(table, random, later) for later in range(number)]
    filled = [column for column in drawn[0] if all(column in record for record in drawn)]
    return tuple({column: record[column] for column in filled} for record in drawn)


def _draw(table: Table, random: Random, later: int) -> Record:
    """A record like another one, with a code of its own, at the latest date, in other quantities."""
    row = random.choice(table.row_numbers)
    found: Record = {}
    moved: timedelta | None = None
    for column in table.columns:
        entry = table.value(column, row)
        if column.derived or column.role in ("note", "duration") or entry is None:
            continue
        if column.role == "identifier":
            entry = _next(table, column, later)
        elif column.role in ("quantity", "percentage", "measurement"):
            entry = random.choice([value for value in table.values(column) if value is not None])
        elif isinstance(entry, date):
            days = [value for value in table.values(column) if isinstance(value, date)]
            moved = max(days) - entry + timedelta(days=random.randint(0, 3)) if moved is None else moved
            entry += moved
        if not (isinstance(entry, str) and _OTHER_SCRIPTS.search(entry)):
            found[column] = entry
    return found


def _next(table: Table, column: TableColumn, later: int) -> str:
    """The code that comes after all others.

    Raises:
        SkillError: there is none yet.
    """
    codes = [match for text in table.classes(column) if (match := _NUMBERED.fullmatch(text))]
    last = max(codes, key=lambda match: int(match[2]), default=None)
    if not table.classes(column):
        raise SkillError(f"{column.name} on {table.sheet} holds no code after which another one could come.")
    if last is None:
        return f"{table.classes(column)[-1]}-{later + 2}"
    return f"{last[1]}{str(int(last[2]) + 1 + later).zfill(len(last[2]))}"


def typed_records(table: Table, records: Sequence[Record], first_row: int) -> list[Typed]:
    """Records as entries that are typed in, the first one into a row."""
    return [
        Typed(table.place(column, row), entry, column.unit, column.role == "percentage")
        for row, record in enumerate(records, first_row)
        for column, entry in record.items()
    ]


def record_fact(name: str, table: Table, record: Record) -> Fact:
    """A record as one fact: each field with its header."""
    entries = typed_records(table, [record], table.last_row + 1)
    fields = [(column.name, item.fact("entry").says[0]) for column, item in zip(record, entries, strict=True)]
    says = ("; ".join(f"{header}: {entry}" for header, entry in fields),)
    headers = tuple(column.name for column in record)
    return Fact(
        name=name, value=(*headers, *(value for item in entries for value in item.readings)), says=says
    )


@dataclass(frozen=True)
class Appending:
    """Records that are to be added below a table.

    Attributes:
        table: the table.
        records: the records, with the same fields.
        styles: the style of each column.
    """

    table: Table
    records: tuple[Record, ...]
    styles: Mapping[TableColumn, Style]

    @property
    def first(self) -> int:
        """The row of the first new record."""
        return self.table.last_row + 1

    def cells(self, column: TableColumn) -> Selector:
        """The new cells of a column."""
        last = self.table.last_row + len(self.records)
        return self.table.at(f"{column.letter}{self.first}:{column.letter}{last}")

    def add(
        self,
        desktop: Desktop,
        records: Sequence[Record] | None = None,
        row: int | None = None,
        *,
        plain: bool = False,
        formulas: bool = False,
    ) -> None:
        """Add records from a row on, perhaps without looks or as formulas."""
        records, row = records or self.records, row or self.first
        for number in range(len(records)):
            for column, style in self.styles.items() if not plain else ():
                self.table.cell(desktop, column, row + number).style = style
        typed.type_in(self.table, desktop, typed_records(self.table, records, row), formulas=formulas)

    def variants(self) -> list[Attempt]:
        """Other ways of adding the same."""

        def widened(desktop: Desktop) -> None:
            self.add(desktop)
            for column in self.records[0]:
                self.table.worksheet(desktop).column(column.letter).width = 30.0

        formulas = partial(self.add, formulas=True)
        found = [
            Attempt("as formulas", formulas, why="The cells hold the same."),
            Attempt("wider columns", widened, why="The new entries can be read."),
        ]
        if len(self.records) > 1:
            turned = partial(self.add, records=self.records[::-1])
            found.append(Attempt("the other one first", turned, why="Nobody said which one comes first."))
        return found

    def near_misses(self) -> list[Attempt]:
        """What people get wrong when they add records."""
        below = partial(self.add, row=self.first + 1)
        above = partial(self.add, row=self.first - 1)
        *_, last = self.records[0]
        short = [
            {column: entry for column, entry in record.items() if column != last} for record in self.records
        ]
        found = [
            Attempt("a row left empty", below, why="The record is not right below the last one."),
            Attempt("last row overwritten", above, why="The last record is gone."),
            Attempt("last field left out", partial(self.add, records=short), why="A field is missing."),
        ]
        if any(style.but(number_format="General") != PLAIN for style in self.styles.values()):
            plain = partial(self.add, plain=True)
            found.append(Attempt("not formatted", plain, why="It does not look like the others."))
        if len(self.records) > 1:
            one = partial(self.add, records=self.records[:1])
            found.append(Attempt("first one only", one, why="A record is missing."))
        return found
