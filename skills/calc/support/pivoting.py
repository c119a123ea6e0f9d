"""Pivot tables as tasks ask for them: which fields stand where, what is worked out, and all that is left open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from forge.errors import SkillError
from forge.preparers.calc import places
from forge.preparers.calc.pivots import shown
from forge.preparers.calc.schema import SCHEMA
from forge.preparers.calc.spec import DataField, Pivot, Sheet, Workbook
from forge.preparers.calc.trees import reference
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.facts import column_fact, worked_out
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Attempt, Fact
from forge.states.places import POSITION
from forge.states.rubric import Absent, AnyCheck, Count, Equals, OneOf, Requirement
from forge.states.selectors import Selector
from forge.states.values import Reference

FUNCTIONS: Mapping[str, tuple[str, ...]] = {
    "sum": ("the sum of", "the total of"),
    "average": ("the average of", "the mean of"),
    "max": ("the highest value of", "the maximum of"),
    "min": ("the lowest value of", "the minimum of"),
}
"""How it is said what a pivot table works out."""

_AXES = ("rows", "columns", "filters")
_MOST_ITEMS = 12
_OTHER_THINGS = tuple(
    kind.name
    for kind in SCHEMA.kinds.values()
    if "sheet" in kind.within and kind.name not in ("row", "pivot")
)
_LOOKS = ("tab_colour", "zoom", "gridlines", "frozen_rows", "frozen_columns")


def classing(table: Table) -> list[TableColumn]:
    """The columns by whose entries a pivot table can class rows: a few words each, none missing.

    Raises:
        SkillError: there is none.
    """
    found = [
        column
        for column in table.all("category", "status", "label", "city")
        if 1 < len(table.classes(column)) <= _MOST_ITEMS and _are_words(table, column)
    ]
    if not found:
        raise SkillError(
            f"The table on {table.sheet} has no column of a few words by which to class its rows."
        )
    return found


def _are_words(table: Table, column: TableColumn) -> bool:
    values = table.values(column)
    texts = [
        value for value in values if isinstance(value, str) and value.strip() == value and value[:1].isalpha()
    ]
    return len(texts) == len(values) and len({text.casefold() for text in texts}) == len(set(texts))


def figures(table: Table) -> list[TableColumn]:
    """The columns of amounts that a pivot table can work out: numbers, none missing.

    Raises:
        SkillError: there is none.
    """
    found = [column for column in table.all("money", "quantity") if len(table.numbers(column)) == len(table)]
    if not found:
        raise SkillError(f"The table on {table.sheet} has no column of amounts without gaps.")
    return found


def pick(columns: list[TableColumn], number: int, random: Random) -> tuple[TableColumn, ...]:
    """So many of some columns.

    Raises:
        SkillError: there are fewer.
    """
    if len(columns) < number:
        raise SkillError(
            f"A pivot table needs {number} columns to class rows by, and there are {len(columns)}."
        )
    return tuple(random.sample(columns, number))


@dataclass(frozen=True)
class Summary:
    """A pivot table that a task asks for on a new sheet. Its place there is left open.

    Attributes:
        table: the table that it sums up.
        sheet: the name of the new sheet.
        figure: the column that it works out.
        function: how, as in `DataField`.
        rows: the columns whose entries stand down the side.
        columns: those whose entries stand across the top.
        filters: those by which it can be filtered.
    """

    table: Table
    sheet: str
    figure: TableColumn
    function: str = "sum"
    rows: tuple[TableColumn, ...] = ()
    columns: tuple[TableColumn, ...] = ()
    filters: tuple[TableColumn, ...] = ()

    def pivot(self) -> Pivot:
        """The pivot table at the first cell of its sheet."""
        names: dict[str, Any] = {axis: tuple(column.name for column in getattr(self, axis)) for axis in _AXES}
        source = places.fixed(self.table.sheet, self.table.area)
        return Pivot(source, data=(DataField(self.figure.name, self.function),), **names)

    def add(self, desktop: Desktop, index: int | None = None, on: str | None = None, **changes: Any) -> None:
        """Make it on a desktop.

        Args:
            desktop: the desktop.
            index: where the new sheet stands, from 0; None for the end.
            on: the sheet on which it is made, instead of a new one.
            changes: what is otherwise than asked for, by the fields of `Pivot`.
        """
        workbook = self.table.workbook(desktop)
        sheet = workbook.sheet(on) if on is not None else workbook.add_sheet(self.sheet, index)
        sheet.pivots.append(replace(self.pivot(), **changes))

    def type_out(self, desktop: Desktop) -> None:
        """Type in what it would show, with no pivot table behind it."""
        workbook = self.table.workbook(desktop)
        cells = shown(self.pivot(), workbook).cells
        sheet: Sheet = workbook.add_sheet(self.sheet)
        for (row, column), value in cells.items():
            sheet.cell(row, column).put(value)

    @property
    def place(self) -> Selector:
        """The new sheet with all that is on it, for the footprint's `writes`."""
        return places.sheet(self.table.mount, self.sheet)

    @property
    def free(self) -> tuple[Selector, ...]:
        """What is up to whoever makes it, for the footprint's `free`."""
        sheet = self.place
        pivot = sheet.below("pivot")
        return (
            sheet.of(POSITION),
            sheet.below("page"),
            sheet.below("column"),
            *(sheet.of(name) for name in _LOOKS),
            *(pivot.of(name) for name in ("anchor", "source", "subtotals")),
        )

    @property
    def reads(self) -> tuple[Selector, ...]:
        """The headers and entries on which it rests, for the footprint's `reads`."""
        table = self.table
        used = self.used()
        return (
            *(table.header_selector(column) for column in used),
            *(table.selector(item, "value") for item in used),
        )

    def used(self) -> tuple[TableColumn, ...]:
        """The columns that it uses."""
        return (*self.rows, *self.columns, *self.filters, self.figure)

    def facts(self) -> list[Fact]:
        """What is told of its fields, and how these are held: the columns by the names of their axes."""
        table = self.table
        told = [
            ("row", self.rows),
            ("column", self.columns),
            ("filter", self.filters),
            ("figure", (self.figure,)),
        ]
        facts = [
            column_fact(name if not number else f"{name}_{number + 1}", table, column)
            for name, columns in told
            for number, column in enumerate(columns)
        ]
        layout = tuple(tuple(column.name for column in getattr(self, axis)) for axis in _AXES)
        headers = [table.header_selector(column) for column in self.used()]
        return [
            *facts,
            Fact(name="function", value=self.function, says=FUNCTIONS[self.function]),
            worked_out("layout", layout, *headers),
            worked_out("sources", tuple(sources(table, self.used())), table.sheet_selector()),
            Fact(name="kind", value=1, says=("a pivot table",)),
        ]

    def requirements(self) -> list[Requirement]:
        """One for the sheet, one for the source, one for the fields and one for what is worked out."""
        sheet, pivot = self.place, self.place.below("pivot")
        blank: list[AnyCheck] = [
            Count(select=pivot, expected=1),
            Equals(select=sheet.of("hidden"), expected=False),
            *(Absent(select=sheet.below(kind)) for kind in _OTHER_THINGS),
            Absent(select=sheet.below("row")),
        ]
        fields: list[AnyCheck] = [Equals(select=pivot.of("across"), expected=False)]
        for axis in _AXES:
            names = tuple(column.name for column in getattr(self, axis))
            select = pivot.of(axis)
            fields.append(Equals(select=select, expected=names) if names else Absent(select=select))
        data = pivot.below("data_field")
        told = [
            fact.name for fact in self.facts() if fact.name not in ("figure", "function", "kind", "sources")
        ]
        return [
            _required("sheet", "The pivot table is alone on a new sheet.", blank, "name", "kind"),
            _required(
                "source",
                "It takes in every row.",
                [
                    OneOf(select=pivot.of("source"), options=tuple(sources(self.table, self.used()))),
                    Absent(select=pivot.of("hidden")),
                ],
                "name",
                "sheet",
                "sources",
            ),
            _required("fields", "The fields stand where they should.", fields, "name", *told),
            _required(
                "data",
                "It works out this and nothing else.",
                [
                    Count(select=data, expected=1),
                    Equals(select=data.of("field"), expected=self.figure.name),
                    Equals(select=data.of("function"), expected=self.function),
                ],
                "name",
                "figure",
                "function",
                "kind",
            ),
        ]


def sources(table: Table, used: Sequence[TableColumn]) -> list[Reference]:
    """The sources that give the same: all rows with the headers, and at least the columns that are used."""
    numbers = [table.columns.index(column) for column in used]
    ends = [
        (left.letter, right.letter)
        for left in table.columns[: min(numbers) + 1]
        for right in table.columns[max(numbers) :]
    ]
    rows = (table.header_row, table.last_row)
    return [reference(f"{left}{rows[0]}:{right}{rows[1]}", table.sheet) for left, right in ends]


def narrow_source(table: Table, used: Sequence[TableColumn], short: int = 0) -> str:
    """The narrowest of them as a pivot table names it, perhaps with so many rows at the end left out."""
    numbers = [table.columns.index(column) for column in used]
    left, right = (table.columns[number].letter for number in (min(numbers), max(numbers)))
    return places.fixed(table.sheet, f"{left}{table.header_row}:{right}{table.last_row - short}")


def _required(id_: str, says: str, checks: list[AnyCheck], *facts: str) -> Requirement:
    return Requirement(id=id_, says=says, any_of=(tuple(checks),), facts=facts)


def other_ways(summary: Summary) -> Iterator[Attempt]:
    """The same pivot table made in another way."""
    table, act = summary.table, summary.add
    narrow = narrow_source(table, summary.used())
    yield Attempt("further_down", partial(act, anchor="B4"), why="Where on its sheet it stands is open.")
    yield Attempt("in_front", partial(act, index=0), why="Where the new sheet stands is open.")
    yield Attempt(
        "fewer_columns",
        partial(act, source=narrow, anchor="A3"),
        why="Columns that it does not use may be left out.",
    )


def mistakes(summary: Summary, other: TableColumn, other_function: str) -> Iterator[Attempt]:
    """What people get wrong whatever the pivot table is.

    Args:
        summary: the pivot table.
        other: a column of amounts that was not asked for.
        other_function: something else to work out.
    """
    table, act, pivot = summary.table, summary.add, summary.pivot()
    first, last = table.columns[0].letter, table.columns[-1].letter
    short = places.fixed(table.sheet, f"{first}{table.header_row}:{last}{table.last_row - 1}")
    name = summary.figure.name
    turned: dict[str, Any] = {"rows": pivot.columns, "columns": pivot.rows}
    item = table.classes(summary.rows[0])[0]
    beside = f"{places.letters(places.column_number(last) + 3)}{table.header_row}"
    yield Attempt("one_row_short", partial(act, source=short), why="The last row is left out.")
    yield Attempt("turned", partial(act, **turned), why="What should stand down stands across.")
    yield Attempt(
        "other_function",
        partial(act, data=(DataField(name, other_function),)),
        why="It works out something else.",
    )
    yield Attempt(
        "counted",
        partial(act, data=(DataField(name, "count"),)),
        why="It counts entries, and that is not asked for.",
    )
    yield Attempt(
        "other_figure",
        partial(act, data=(DataField(other.name, summary.function),)),
        why="It works out another column.",
    )
    yield Attempt(
        "filtered", partial(act, hidden=((summary.rows[0].name, item),)), why="An item is left out."
    )
    yield Attempt("typed", summary.type_out, why="The figures are typed in, without a pivot table.")
    yield Attempt(
        "same_sheet",
        partial(act, on=table.sheet, anchor=beside),
        why="It stands beside the table, not on a new sheet.",
    )


def new_name(workbook: Workbook, wanted: str) -> str:
    """A name for a new sheet: the one wanted, as far as a sheet can be called so and no other is."""
    taken = {sheet.name.casefold() for sheet in workbook.sheets}
    safe = " ".join("".join(" " if sign in "[]:*?/\\'" else sign for sign in wanted).split())[:28].strip()
    return safe if safe.casefold() not in taken else f"{safe} 2"
