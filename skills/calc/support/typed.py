"""Entries that are typed into cells: how they are told, checked, and typed in other and in wrong ways."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date, time
from functools import partial

from forge.preparers.calc.places import letters, place_of
from forge.preparers.calc.places import place as placed
from forge.preparers.calc.spec import Style
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.facts import entry_fact
from forge.skills.calc.support.tables import Table
from forge.skills.content.rows import Entry
from forge.skills.contract import Attempt, Fact
from forge.states.rubric import Close, Equals, OneOf
from forge.states.selectors import Selector

STYLE_FIELDS = tuple(item.name for item in fields(Style))


@dataclass(frozen=True)
class Typed:
    """An entry and the cell into which it is typed.

    Attributes:
        where: the cell.
        entry: a text, number, date or time of day.
        unit: of a number.
        percentage: a number is told as a percentage.
    """

    where: str
    entry: Entry
    unit: str = ""
    percentage: bool = False

    def fact(self, name: str) -> Fact:
        """What is typed, as a fact; with no unit but the one that can be typed as well."""
        unit = self.unit if self.unit == "$" else ""
        return entry_fact(name, self.entry, unit=unit, percentage=self.percentage)

    def check(self, table: Table) -> Equals | Close | OneOf:
        """The cell holds it; nobody minds spaces too many, or whether a code of digits is a number or a text."""
        select = table.at(self.where, "value")
        if isinstance(self.entry, int | float):
            return Close(select=select, expected=self.entry, relative=1e-9)
        if len(self.readings) > 1:
            return OneOf(select=select, options=self.readings)
        return Equals(select=select, expected=self.entry, text="trimmed")

    @property
    def readings(self) -> tuple[Entry, ...]:
        """What the cell may hold when it is typed: digits are taken for a number."""
        return (
            (self.entry, int(self.entry))
            if isinstance(self.entry, str) and self.entry.isdigit()
            else (self.entry,)
        )

    @property
    def formula(self) -> str:
        """A formula that gives it."""
        match self.entry:
            case str():
                return '="' + self.entry.replace('"', '""') + '"'
            case time():
                return f"=TIME({self.entry.hour},{self.entry.minute},0)"
            case date():
                return f"=DATE({self.entry.year},{self.entry.month},{self.entry.day})"
        return f"={self.entry!r}"

    @property
    def other_format(self) -> str:
        """A number format in which it is still what it is."""
        match self.entry:
            case str():
                return "@"
            case time():
                return "hh:mm:ss"
            case date():
                return "d mmm yyyy"
        return "0.00%" if self.percentage else "0.000"

    def moved(self, down: int, right: int) -> Typed:
        """The same entry in another cell."""
        row, column = place_of(self.where)
        return replace(self, where=placed(row + down, column + right))


def type_in(
    table: Table, desktop: Desktop, entries: Iterable[Typed], *, formulas: bool = False, formats: bool = False
) -> None:
    """Type entries into the sheet of a table.

    Args:
        table: the table.
        desktop: the desktop.
        entries: the entries.
        formulas: as formulas that give them.
        formats: with number formats of their own.
    """
    sheet = table.worksheet(desktop)
    for item in entries:
        cell = sheet[item.where]
        cell.put(item.entry, item.formula if formulas else None)
        if formats:
            cell.restyle(number_format=item.other_format)


def writes(table: Table, entries: Iterable[Typed]) -> tuple[Selector, ...]:
    """What is written, for the footprint."""
    return tuple(table.at(item.where, "value") for item in entries)


def free(
    table: Table, entries: Iterable[Typed], looks: Sequence[str] = ("number_format",)
) -> tuple[Selector, ...]:
    """What is up to whoever types: formulas, number formats, how wide the columns are, and other looks.

    Args:
        table: the table.
        entries: the entries.
        looks: the fields of `Style` that are free.
    """
    cells = [table.at(item.where, name) for item in entries for name in ("formula", *looks)]
    columns = dict.fromkeys(letters(place_of(item.where)[1]) for item in entries)
    widths = [
        table.sheet_selector().below("column", place_of(f"{letter}1")[1]).of("width") for letter in columns
    ]
    return (*cells, *widths)


def variants(table: Table, entries: Sequence[Typed]) -> tuple[Attempt, ...]:
    """Other ways of typing the same."""

    def widened(desktop: Desktop) -> None:
        type_in(table, desktop, entries)
        for item in entries:
            column = table.worksheet(desktop).column(letters(place_of(item.where)[1]))
            column.width = (column.width or 9.0) + 8

    typed = partial(type_in, table, entries=entries)
    return (
        Attempt("as formulas", partial(typed, formulas=True), why="The cells hold the same."),
        Attempt("other formats", partial(typed, formats=True), why="The cells hold the same."),
        Attempt("wider columns", widened, why="The new entries can be read."),
    )


def near_misses(table: Table, entries: Sequence[Typed]) -> tuple[Attempt, ...]:
    """What people get wrong when they type."""
    wrong = {
        "one row down": [item.moved(1, 0) for item in entries],
        "one column on": [item.moved(0, 1) for item in entries],
        "last one left out": entries[:-1],
        "exchanged": [
            replace(item, entry=other.entry) for item, other in zip(entries, (*entries[1:], entries[0]), strict=True)
        ],
    }  # fmt: skip
    return tuple(
        Attempt(name, partial(type_in, table, entries=found), why="An entry is not where it should be.")
        for name, found in wrong.items()
        if any(item.entry != other.entry for item, other in zip(entries, found, strict=False))
        or name != "exchanged"
    )


def listed(entries: Sequence[Typed]) -> Fact:
    """All entries with their cells, as one fact."""
    plain = [(item.fact("entry").says[0], item.where) for item in entries]
    into = [f"{entry} into {where}" for entry, where in plain]
    short = [f"{where}: {entry}" for entry, where in plain]
    values = tuple(value for item in entries for value in (item.entry, item.where))
    says = (f"{', '.join(into[:-1])} and {into[-1]}", "; ".join(short))
    return Fact(name="entries", value=values, says=says)
