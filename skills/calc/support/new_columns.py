"""Columns that a task adds to a table: where they go, what they hold, and how that is done otherwise or wrongly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from forge.preparers.calc import edits
from forge.preparers.calc.places import column_number, letters
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.facts import column_fact, entry_fact, text_fact
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.calc.support.typed import STYLE_FIELDS
from forge.skills.content.rows import Entry
from forge.skills.contract import Attempt, Fact
from forge.states.rubric import Absent, AnyCheck, Equals, Requirement
from forge.states.selectors import Selector


@dataclass(frozen=True)
class NewColumns:
    """One or two columns with headers, side by side.

    Attributes:
        table: the table.
        headers: their headers.
        fill: what stands in every row of the first of them, or None.
        beside: the column beside which they are inserted; None where they go to the end of the table.
        left: they stand left of it.
    """

    table: Table
    headers: tuple[str, ...]
    fill: Entry
    beside: TableColumn | None
    left: bool

    @property
    def position(self) -> int:
        """The number of the first new column."""
        if self.beside is None:
            return column_number(self.table.free_column)
        return column_number(self.beside.letter) + (not self.left)

    @property
    def numbers(self) -> range:
        """The numbers of all new columns."""
        return range(self.position, self.position + len(self.headers))

    def add(
        self, desktop: Desktop, *, shift: int = 0, down: int = 0, short: int = 0, insert: bool = True
    ) -> None:
        """Add the columns.

        Args:
            desktop: the desktop.
            shift: so many columns further right.
            down: with the headers so many rows further down.
            short: with so many rows at the end left out.
            insert: what is there moves on; else it is written over.
        """
        table, first = self.table, self.position + shift
        if insert and first < column_number(table.free_column):
            edits.insert_columns(table.workbook(desktop), table.sheet, letters(first), len(self.headers))
        sheet = table.worksheet(desktop)
        for number, header in enumerate(self.headers, first):
            sheet.cell(table.header_row + down, number).put(header)
        for row in table.row_numbers[: len(table) - short] if self.fill is not None else ():
            sheet.cell(row, first).put(self.fill)

    def dress(self, desktop: Desktop, *, rows: bool) -> None:
        """Give the new headers, and perhaps the rows, the looks of the column before; texts do not stand right."""
        table, sheet = self.table, self.table.worksheet(desktop)
        for number in self.numbers:
            for row in range(table.header_row, table.last_row + 1) if rows else (table.header_row,):
                style = sheet.cell(row, self.position - 1).style
                if style.horizontal == "right" and not isinstance(self.fill, int | float):
                    style = style.but(horizontal="general")
                sheet.cell(row, number).style = style
                if row > table.header_row:
                    sheet.cell(row, number).restyle(number_format="General")

    def solve(self, desktop: Desktop) -> None:
        """Add them with the looks of the column before; what stays empty needs none."""
        self.add(desktop)
        self.dress(desktop, rows=self.fill is not None)

    def facts(self) -> list[Fact]:
        """The facts `header` and `second`, `end` or else `side` and `column`, and `fill` and `every`."""
        names = zip(("header", "second"), self.headers, strict=False)
        facts = [text_fact(name, text) for name, text in names]
        where = tuple(self.numbers)
        if self.beside is None:
            says = ("at the right end of the table", "behind the last column of the table")
            facts.append(Fact(name="end", value=where, says=says))
        else:
            side = "left" if self.left else "right"
            says = (f"directly {side} of", f"immediately to the {side} of")
            facts.append(Fact(name="side", value=where, says=says))
            facts.append(column_fact("column", self.table, self.beside))
        if self.fill is not None:
            facts.append(entry_fact("fill", self.fill))
            facts.append(Fact(name="every", value=True, says=("every row", "each row")))
        return facts

    def requirements(self) -> list[Requirement]:
        """The columns stand at their place and hold what they should."""
        table, new, body = self.table, self._sheet.new("column"), self._body.of("value")
        told = tuple(fact.name for fact in self.facts())
        checks: list[AnyCheck] = [
            Equals(select=self._header, each=self.headers, text="trimmed"),
            Equals(select=new.of("@position"), each=tuple(self.numbers)),
            Equals(select=new.of("hidden"), expected=False),
        ]
        if self.fill is None:
            checks.append(Absent(select=body))
        says = "The new columns are there, with their headers."
        found = [Requirement(id="columns", says=says, any_of=(tuple(checks),), facts=told)]
        if self.fill is not None:
            each = (self.fill, None)[: len(self.headers)] * len(table)
            filled = Equals(select=body, each=each)
            found.append(
                Requirement(
                    id="fill", says="Every row holds what it should.", any_of=((filled,),), facts=told
                )
            )
        return found

    @property
    def _sheet(self) -> Selector:
        return self.table.sheet_selector()

    @property
    def _header(self) -> Selector:
        return self._sheet.below("row", self.table.header_row).new("cell").of("value")

    @property
    def _body(self) -> Selector:
        return self._sheet.run("row", self.table.first_row, self.table.last_row).new("cell")

    @property
    def writes(self) -> tuple[Selector, ...]:
        """What is written, for the footprint."""
        filled = () if self.fill is None else (self._body.of("value"),)
        return (self._sheet.new("column"), self._header, *filled)

    @property
    def free(self) -> tuple[Selector, ...]:
        """How the columns look, and whether formulas fill them, is up to anybody."""
        cells = self._sheet.below("row").new("cell")
        formulas = () if self.fill is None else (self._body.of("formula"),)
        width = self._sheet.new("column").of("width")
        return (width, *formulas, *(cells.of(name) for name in STYLE_FIELDS))

    def variants(self) -> list[Attempt]:
        """New columns with other looks."""

        def dressed(desktop: Desktop) -> None:
            self.solve(desktop)
            self.dress(desktop, rows=True)
            for number in self.numbers:
                self.table.worksheet(desktop).column(letters(number)).width = 22.0

        return [
            Attempt("plain", self.add, why="Nobody asked for looks."),
            Attempt("dressed and wide", dressed, why="Nobody asked for looks."),
        ]

    def near_misses(self) -> list[Attempt]:
        """What people get wrong with new columns."""
        other = replace(self, headers=(self.headers[0].lower(), *self.headers[1:]))
        found = [
            Attempt("one column on", partial(self.add, shift=1), why="It stands elsewhere."),
            Attempt("header one row down", partial(self.add, down=1), why="It is not beside the others."),
            Attempt("other header", other.add, why="The header is not spelt so."),
        ]
        if self.beside is not None:
            over, end = partial(self.add, insert=False), replace(self, beside=None).add
            found.append(Attempt("written over a column", over, why="What stood there is gone."))
            found.append(Attempt("at the end", end, why="It stands elsewhere."))
        if self.fill is not None:
            empty = replace(self, fill=None).add
            found.append(Attempt("not filled", empty, why="Nothing stands in the rows."))
        if len(self.headers) > 1:
            one = replace(self, headers=self.headers[:1]).add
            found.append(Attempt("first one only", one, why="A column is missing."))
        return found
