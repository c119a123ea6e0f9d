"""A table on a sheet, as a skill sees it: where it stands, what is in it, and how to speak of it.

A `Table` is a picture of the start: it does not change when a desktop is edited. Columns are named by their
header or by the `TableColumn` itself; rows by their number on the sheet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import TypeAlias

from forge.errors import SkillError
from forge.preparers.calc import places
from forge.preparers.calc.places import column_number, letters
from forge.preparers.calc.spec import Cell, Sheet, Style, Workbook
from forge.preparers.desktop import Desktop
from forge.skills.content.kit import NUMERIC_ROLES, STANDS_RIGHT, Locale, Role
from forge.skills.content.rows import Entry
from forge.states.changes import Change
from forge.states.selectors import Keys, Positions, Selector, SelectorStep


@dataclass(frozen=True)
class TableColumn:
    """One column of a table.

    Attributes:
        name: its header, as it stands on the sheet.
        role: what it holds.
        letter: its letter on the sheet.
        number_format: the number format of its cells.
        unit: the unit or the sign of the currency; empty for none.
        derived: its cells are formulas, so it is neither picked nor changed.
    """

    name: str
    role: Role
    letter: str
    number_format: str = "General"
    unit: str = ""
    derived: bool = False

    @property
    def inside(self) -> str:
        """Its name as it is written inside a longer one: `Course fee` in *Total course fee*, but `VAT` as it is."""
        first = self.name.partition(" ")[0]
        return self.name[:1].lower() + self.name[1:] if first[1:].islower() else self.name


ColumnName: TypeAlias = str | TableColumn


@dataclass(frozen=True)
class RowReferent:
    """A row that can be spoken of: no other row of the table has its value in that column."""

    row: int
    column: TableColumn
    value: Entry


@dataclass(frozen=True)
class Table:
    """A table on a sheet of a workbook.

    Attributes:
        mount: the workbook.
        sheet: the name of the sheet.
        header_row: the row of the headers.
        columns: its columns from left to right, without gaps.
        entries: what stands in each column by its name, from the first row down.
        noun: what one row is, as in `order`.
        nouns: the same for many.
        domain: the field of work.
        locale: the language of the names.
        total_row: the row of totals right below, or None.
        lookup: the table on another sheet with an attribute for each value of one of these columns, or None;
            its first column has the same header.
        only_sheet: the workbook has no other sheet, so nobody needs to name it.
        only_file: there is no other workbook.
    """

    mount: str
    sheet: str
    header_row: int
    columns: tuple[TableColumn, ...]
    entries: Mapping[str, tuple[Entry, ...]] = field(repr=False)
    noun: str = "row"
    nouns: str = "rows"
    domain: str = ""
    locale: Locale = "en"
    total_row: int | None = None
    lookup: Table | None = None
    only_sheet: bool = True
    only_file: bool = True

    # where it stands

    @property
    def first_row(self) -> int:
        """The first row below the headers."""
        return self.header_row + 1

    @property
    def last_row(self) -> int:
        """The last row of the data, above totals."""
        return self.header_row + len(self)

    def __len__(self) -> int:
        return len(self.entries[self.columns[0].name])

    @property
    def row_numbers(self) -> range:
        """The numbers of its rows on the sheet."""
        return range(self.first_row, self.last_row + 1)

    @property
    def area(self) -> str:
        """The range of headers and data, as in `A1:H87`."""
        return f"{self.columns[0].letter}{self.header_row}:{self.columns[-1].letter}{self.last_row}"

    @property
    def body(self) -> str:
        """The range of the data, as in `A2:H87`."""
        return f"{self.columns[0].letter}{self.first_row}:{self.columns[-1].letter}{self.last_row}"

    @property
    def headers(self) -> str:
        """The range of the headers, as in `A1:H1`."""
        return f"{self.columns[0].letter}{self.header_row}:{self.columns[-1].letter}{self.header_row}"

    @property
    def free_column(self) -> str:
        """The letter of the empty column right of the table."""
        return letters(column_number(self.columns[-1].letter) + 1)

    def range(self, column: ColumnName) -> str:
        """The range of a column's data, as in `D2:D87`."""
        letter = self.letter(column)
        return f"{letter}{self.first_row}:{letter}{self.last_row}"

    def reference(self, column: ColumnName) -> str:
        """The same for a formula on any sheet, not moving when copied: `Orders!$D$2:$D$87`."""
        return places.fixed(self.sheet, self.range(column))

    def place(self, column: ColumnName, row: int) -> str:
        """One cell, as in `D7`."""
        return f"{self.letter(column)}{row}"

    def header_place(self, column: ColumnName) -> str:
        """The cell of a header, as in `D1`."""
        return self.place(column, self.header_row)

    def letter(self, column: ColumnName) -> str:
        """The letter of a column."""
        return self.named(column).letter

    def new_column(self, name: str, role: Role = "money", number_format: str = "General") -> TableColumn:
        """A column as it could be added right of the table; ranges, places and selectors take it as well."""
        return TableColumn(name, role, self.free_column, number_format)

    # its columns

    def named(self, column: ColumnName) -> TableColumn:
        """The column of a header.

        Raises:
            SkillError: there is none.
        """
        if isinstance(column, TableColumn):
            return column
        for item in self.columns:
            if item.name == column:
                return item
        raise SkillError(f"The table on {self.sheet} has no column {column!r}; it has {self._names()}.")

    def all(self, *roles: Role) -> tuple[TableColumn, ...]:
        """The columns of some roles, from left to right, without those of formulas."""
        return tuple(item for item in self.columns if item.role in roles and not item.derived)

    def column(self, *roles: Role) -> TableColumn:
        """The first column of one of these roles, the roles in order of preference.

        Raises:
            SkillError: there is none; name the role in the skill's `needs`.
        """
        for role in roles:
            if found := self.all(role):
                return found[0]
        wanted = " or ".join(roles)
        raise SkillError(f"The table on {self.sheet} has no {wanted} column; it has {self._names()}.")

    def pick(self, random: Random, *roles: Role) -> TableColumn:
        """One of the columns of these roles.

        Raises:
            SkillError: there is none.
        """
        found = self.all(*roles)
        return random.choice(found) if found else self.column(*roles)

    @cached_property
    def numeric(self) -> tuple[TableColumn, ...]:
        """The columns of numbers that can be calculated with."""
        return self.all(*NUMERIC_ROLES)

    @cached_property
    def key(self) -> TableColumn | None:
        """The column that tells rows apart: an identifier, or the first text that occurs in one row each."""
        alike = [item for item in self.columns if self.tells_apart(item)]
        return next((item for item in alike if item.role == "identifier"), next(iter(alike), None))

    def tells_apart(self, column: ColumnName) -> bool:
        """Whether every row has another text in a column, also in other letter case and spacing."""
        values = self.values(column)
        folded = {" ".join(value.casefold().split()) for value in values if isinstance(value, str)}
        return len(folded) == len(values)

    def _names(self) -> str:
        return ", ".join(f"{item.name!r} ({item.role})" for item in self.columns)

    # what is in it

    def values(self, column: ColumnName) -> tuple[Entry, ...]:
        """What stands in a column, from the first row down; None where it is empty."""
        return self.entries[self.named(column).name]

    def numbers(self, column: ColumnName) -> list[float]:
        """The numbers of a column, without what is empty or something else."""
        return [
            float(v) for v in self.values(column) if isinstance(v, int | float) and not isinstance(v, bool)
        ]

    def value(self, column: ColumnName, row: int) -> Entry:
        """What stands in one cell."""
        return self.values(column)[row - self.first_row]

    def number(self, column: ColumnName, row: int) -> float | int:
        """The number in one cell.

        Raises:
            SkillError: something else stands there.
        """
        value = self.value(column, row)
        if isinstance(value, int | float):
            return value
        raise SkillError(f"{self.sheet}!{self.place(column, row)} holds {value!r}, not a number.")

    def classes(self, column: ColumnName) -> tuple[str, ...]:
        """The different texts of a column, in order of first appearance."""
        return tuple(dict.fromkeys(value for value in self.values(column) if isinstance(value, str)))

    def rows_where(self, column: ColumnName, test: Callable[[Entry], bool]) -> list[int]:
        """The numbers of the rows whose entry in a column passes a test."""
        return [row for row, value in zip(self.row_numbers, self.values(column), strict=True) if test(value)]

    def referent(self, random: Random, column: ColumnName | None = None) -> RowReferent:
        """A row that can be spoken of by its entry in a column, by default the key; hardly ever the first.

        Raises:
            SkillError: no entry of the column occurs once.
        """
        chosen = self.named(column) if column is not None else self.key
        if chosen is None:
            raise SkillError(f"No column of {self.sheet} tells rows apart; put `identifier` into `needs`.")
        counted = Counter(_folded(value) for value in self.values(chosen))
        single = self.rows_where(chosen, lambda value: value is not None and counted[_folded(value)] == 1)
        single = [row for row in single if row > self.first_row] or single
        if not single:
            raise SkillError(f"No entry of {chosen.name!r} occurs once on {self.sheet}.")
        row = random.choice(single)
        return RowReferent(row, chosen, self.value(chosen, row))

    # selectors

    def selector(self, column: ColumnName, prop: str | None = None) -> Selector:
        """The data cells of a column, or one property of them."""
        return self.at(self.range(column), prop)

    def around(self, column: ColumnName, prop: str | None = None) -> Selector:
        """The cells of a column above the data, its header among them, and the next ones below.

        Who formats a column by its letter formats these as well.
        """
        rows = Positions(((1, self.header_row), (self.last_row + 1, self.last_row + 3)))
        steps = (SelectorStep("row", rows), SelectorStep("cell", Keys((self.letter(column),))))
        return Selector(self.mount, (*self.sheet_selector().steps, *steps), prop)

    def cell_selector(self, column: ColumnName, row: int, prop: str | None = None) -> Selector:
        """One cell."""
        return self.at(self.place(column, row), prop)

    def header_selector(self, column: ColumnName, prop: str | None = "value") -> Selector:
        """The header of a column."""
        return self.at(self.header_place(column), prop)

    def row_selector(self, row: int, prop: str | None = None) -> Selector:
        """One row of the sheet with its cells, or a property of the row itself."""
        return places.row(self.mount, self.sheet, row, prop=prop)

    def rows_selector(self, prop: str | None = None) -> Selector:
        """All rows of the data with their cells, or a property of these rows."""
        return places.row(self.mount, self.sheet, self.first_row, self.last_row, prop)

    def continued_by(self, change: Change) -> bool:
        """Whether a change puts an entry right below the last row, into one of the columns: another record."""
        match change.path:
            case (("sheet", self.sheet), ("row", row), *cell) if row == self.last_row + 1:
                letters_within = {("cell", column.letter) for column in self.columns}
                entered = change.name in ("value", "formula") or change.type == "added"
                return change.mount == self.mount and entered and letters_within.issuperset(cell)
        return False

    def column_selector(self, column: ColumnName, prop: str | None = None) -> Selector:
        """A column's own width and visibility, without its cells."""
        return places.column(self.mount, self.sheet, self.letter(column), prop=prop)

    def sheet_selector(self, prop: str | None = None) -> Selector:
        """The sheet."""
        return places.sheet(self.mount, self.sheet, prop)

    def at(self, where: str, prop: str | None = None) -> Selector:
        """The cells of any range of the sheet, or one property of them."""
        return places.cells(self.mount, self.sheet, where, prop)

    # on a desktop

    def workbook(self, desktop: Desktop) -> Workbook:
        """The workbook on a desktop, to be edited."""
        workbook: Workbook = desktop.spec(self.mount)
        return workbook

    def worksheet(self, desktop: Desktop) -> Sheet:
        """The sheet on a desktop, to be edited."""
        return self.workbook(desktop).sheet(self.sheet)

    def header_style(self, desktop: Desktop, role: Role) -> Style:
        """The style that a header over entries of a role has in this table, or would have."""
        sheet = self.worksheet(desktop)
        styles = {item: sheet[self.header_place(item)].style for item in self.columns}
        same = [style for item, style in styles.items() if item.role == role]
        alike = [
            style for item, style in styles.items() if (item.role in STANDS_RIGHT) == (role in STANDS_RIGHT)
        ]
        if same or alike:
            return (*same, *alike)[0]
        other = styles[self.columns[0]]
        return other.but(horizontal="general") if other.horizontal == "right" else other

    def cells(self, desktop: Desktop, column: ColumnName) -> list[Cell]:
        """The data cells of a column on a desktop, to be edited, from the first row down."""
        return list(self.worksheet(desktop).range(self.range(column)))

    def cell(self, desktop: Desktop, column: ColumnName, row: int) -> Cell:
        """One cell on a desktop, to be edited."""
        return self.worksheet(desktop)[self.place(column, row)]


def _folded(value: Entry) -> Entry:
    return " ".join(value.casefold().split()) if isinstance(value, str) else value
