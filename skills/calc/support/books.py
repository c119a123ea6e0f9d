"""A cash book: entries that come in and go out, and what is left after each."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.experiments import Changes, Inputs, spot_of
from forge.skills.calc.support.side_sheets import add_side_sheet
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.rows import Entry
from forge.states.selectors import Selector

SHEETS = ("Petty cash", "Cash book", "Kitty")
COLUMNS = (
    ("Paid in", "Paid out", "Balance"),
    ("Received", "Spent", "Cash in hand"),
    ("Deposits", "Payouts", "Balance"),
)
KINDS = (("Kind", "Income", "Expense"), ("Direction", "Incoming", "Outgoing"))
GOES_OUT = (
    *(
        "Stamps",
        "Taxi",
        "Coffee beans",
        "Printer ink",
        "Window cleaner",
        "Parking meter",
        "Flowers",
        "Bicycle repair",
    ),
    *(
        "Train ticket",
        "Courier",
        "Batteries",
        "Birthday cake",
        "Light bulbs",
        "Bin bags",
        "Newspapers",
        "Locksmith",
    ),
)
COMES_IN = (
    "Topped up at the bank",
    "Deposit refunded",
    "Sale of old chairs",
    "Jar in the kitchen",
    "Bottle returns",
)
_OFTEN_OUT = 0.82


@dataclass(frozen=True)
class Book:
    """A cash book whose last column says what is left.

    Attributes:
        table: the book; its first row brings forward what there was.
        amounts: the columns of what comes in and of what goes out; or one, with the kind of each entry.
        kind: the column of the kind of each entry, or None.
        inward: the kind of what comes in.
        first: the first row in which it is not said yet what is left.
    """

    table: Table
    amounts: tuple[TableColumn, ...]
    kind: TableColumn | None
    inward: str
    first: int

    @property
    def left(self) -> TableColumn:
        """The column of what is left."""
        return self.table.columns[-1]

    @property
    def sources(self) -> tuple[Selector, ...]:
        """What the results follow from."""
        columns = (*self.amounts, *([self.kind] if self.kind is not None else []))
        opening = self.table.cell_selector(self.left, self.table.first_row, "value")
        return (*(self.table.selector(column, "value") for column in columns), opening)

    def change(self, inputs: Inputs, row: int, sign: int = -1) -> float:
        """By how much an entry changes what is left; `sign` is that of what goes out."""
        numbers = [inputs.value(self.table, column, row) or 0 for column in self.amounts]
        come, *gone = (number for number in numbers if isinstance(number, int | float))
        if self.kind is None:
            return come + sign * gone[0]
        return come if inputs.value(self.table, self.kind, row) == self.inward else sign * come

    def value(self, inputs: Inputs, row: int) -> float:
        """What is left after an entry."""
        return inputs.number(self.table, self.left, self.table.first_row) + self.moved(inputs, row)

    def moved(self, inputs: Inputs, row: int) -> float:
        """What is left where nothing was brought forward."""
        return sum(self.change(inputs, at) for at in range(self.table.first_row + 1, row + 1))

    def added(self, inputs: Inputs, row: int) -> float:
        """What is left where new entries that go out are added."""
        new = range(self.first, row + 1)
        return self.value(inputs, self.first - 1) + sum(self.change(inputs, at, 1) for at in new)

    def tailored(self, inputs: Inputs, row: int) -> float:
        """What is left where each new entry is taken for what it was at the start, whatever becomes of it."""
        new = range(self.first, row + 1)
        return self.value(inputs, self.first - 1) + sum(
            sign * inputs.number(self.table, column, at)
            for at in new
            for sign, column in (self._as_it_was(at),)
        )

    def tailored_formula(self, row: int) -> str:
        """What was left before, and the entry as it was at the start."""
        sign, column = self._as_it_was(row)
        return f"={self.table.place(self.left, row - 1)}{'+' if sign > 0 else '-'}{self.table.place(column, row)}"

    def _as_it_was(self, row: int) -> tuple[int, TableColumn]:
        """The sign of an entry at the start, and the column of its amount."""
        if self.kind is None:
            return (
                (1, self.amounts[0])
                if self.table.value(self.amounts[0], row) is not None
                else (-1, self.amounts[1])
            )
        return (1 if self.table.value(self.kind, row) == self.inward else -1), self.amounts[0]

    def alone(self, inputs: Inputs, row: int) -> float:
        """What is left where each new entry is held against the last that was there."""
        return self.value(inputs, self.first - 1) + self.change(inputs, row)

    def step(self, row: int, sign: str = "-") -> str:
        """By how much an entry changes what is left, as formulas write it, with its sign in front."""
        places = [self.table.place(column, row) for column in self.amounts]
        if self.kind is None:
            return f"+{places[0]}{sign}{places[1]}"
        going = f"-{places[0]}" if sign == "-" else places[0]
        return f'+IF({self.table.place(self.kind, row)}="{self.inward}",{places[0]},{going})'

    def formula(self, row: int, sign: str = "-") -> str:
        """What was left before, and the entry."""
        return f"={self.table.place(self.left, row - 1)}{self.step(row, sign)}"

    def turned(self, row: int) -> str:
        """The entry, and what was left before."""
        return f"={self.step(row)[1:]}+{self.table.place(self.left, row - 1)}"

    def held_fast(self, row: int) -> str:
        """The entry against the last one that was there."""
        return f"=${self.left.letter}${self.first - 1}{self.step(row)}"

    def summed(self, row: int, *, opening: bool = True) -> str:
        """All entries so far at once."""
        first = self.table.first_row
        areas = [f"{column.letter}${first + 1}:{column.letter}{row}" for column in self.amounts]
        if self.kind is None:
            text = f"SUM({areas[0]})-SUM({areas[1]})"
        else:
            kinds = f"{self.kind.letter}${first + 1}:{self.kind.letter}{row}"
            text = f'2*SUMIF({kinds},"{self.inward}",{areas[0]})-SUM({areas[0]})'
        return f"={self.left.letter}${first}+{text}" if opening else f"={text}"

    def experiment(self, early: int, new: int) -> Changes:
        """Bring forward something else, and change an early entry and a new one."""
        table, amount = self.table, self.amounts[-1]
        opening = table.number(self.left, table.first_row)
        return {
            spot_of(table, self.left, table.first_row): opening + 35,
            spot_of(table, amount, early): 12.75,
            spot_of(table, amount, new): 41.5,
        }

    def turn(self, rows: Iterable[int]) -> Changes:
        """Let entries that came in go out and the reverse or, where there are two columns, do both."""
        table = self.table
        if self.kind is None:
            return {
                spot_of(table, column, row): 7.25 + 11 * place
                for row in rows
                for place, column in enumerate(self.amounts)
            }
        turned = dict(zip(kinds := sorted(table.classes(self.kind)), reversed(kinds), strict=True))
        return {spot_of(table, self.kind, row): turned[str(table.value(self.kind, row))] for row in rows}


def put_book(
    table: Table, desktop: Desktop, random: Random, entries: int, *, unfinished: int, kinds: bool
) -> Book:
    """Put a cash book on a sheet of its own, at the start.

    Args:
        table: a table whose looks it takes.
        desktop: the desktop.
        random: a stream of its own.
        entries: how many entries it has below what was brought forward.
        unfinished: for how many of them, at the end, it is not said yet what is left.
        kinds: one column tells what comes in from what goes out, instead of two columns of amounts.
    """
    day = date(random.randint(2023, 2025), random.randint(1, 6), random.randint(1, 28))
    opening = round(random.uniform(80, 400), 2)
    columns: list[list[Entry]] = [[day], ["Brought forward"], [None], [None], [opening]]
    names = random.choice(KINDS)
    for _ in range(entries):
        day += timedelta(days=random.choice((0, 1, 1, 2, 3)))
        out = random.random() < _OFTEN_OUT
        text = random.choice(GOES_OUT if out else COMES_IN)
        amount = round(random.uniform(2, 45) if out else random.uniform(30, 260), 2)
        parts: tuple[Entry, Entry] = (names[2] if out else names[1], amount) if kinds else (None, amount)
        if not kinds and not out:
            parts = (amount, None)
        for column, value in zip(columns, (day, text, *parts, None), strict=True):
            column.append(value)
    come, gone, left = random.choice(COLUMNS)
    come, gone = (names[0], "Amount") if kinds else (come, gone)
    dates = next((item.number_format for item in table.all("date")), "yyyy-mm-dd")
    roles = (
        TableColumn("Day", "date", "", dates),
        TableColumn("Purpose", "label", ""),
        TableColumn(come, "status", "") if kinds else TableColumn(come, "money", "", "#,##0.00"),
        TableColumn(gone, "money", "", "#,##0.00"),
        TableColumn(left, "money", "", "#,##0.00", derived=True),
    )
    _, placed = add_side_sheet(table, desktop, random.choice(SHEETS), dict(zip(roles, columns, strict=True)))
    third, fourth = placed.columns[2:4]
    first = placed.last_row - unfinished + 1
    book = Book(placed, (fourth,) if kinds else (third, fourth), third if kinds else None, names[1], first)
    sheet = placed.worksheet(desktop)
    for row in range(placed.first_row + 1, first):
        sheet[placed.place(book.left, row)].put(book.value(Inputs(), row), book.formula(row))
    return book
