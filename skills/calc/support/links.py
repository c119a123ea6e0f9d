"""Links of cells: to a page, to the address in a row, to another sheet; and every way of making one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from forge.preparers.calc.places import quoted
from forge.preparers.calc.spec import Cell
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.facts import column_fact, row_fact, sheet_fact, text_fact, worked_out
from forge.skills.calc.support.tables import RowReferent, Table, TableColumn
from forge.skills.contract import Fact
from forge.states.rubric import Absent, AnyCheck, Equals, Matches, OneOf, Way
from forge.states.selectors import Selector
from forge.states.values import Colour, Formula

BLUE = Colour("#0000FF")


@dataclass(frozen=True)
class Link:
    """A cell with a text that is to lead somewhere.

    Attributes:
        table: the table.
        column: the column of the cell.
        referent: its row.
        page: the web address to which it leads, or
        source: the column of the same row with the mail address to which it leads, or
        home: the table on the sheet to which it leads.
    """

    table: Table
    column: TableColumn
    referent: RowReferent
    page: str = ""
    source: TableColumn | None = None
    home: Table | None = None

    @property
    def text(self) -> str:
        """What stands in the cell."""
        return str(self.table.value(self.column, self.referent.row))

    @property
    def target(self) -> str:
        """Where it leads, as a file has it."""
        if self.home is not None:
            return f"#{quoted(self.home.sheet)}!A1"
        if self.source is not None:
            return f"mailto:{self.table.value(self.source, self.referent.row)}"
        return self.page

    def make(
        self,
        desktop: Desktop,
        *,
        down: int = 0,
        elsewhere: bool = False,
        formula: bool = False,
        blue: bool = False,
        typed: bool = False,
        linked: bool = True,
    ) -> None:
        """Make the link in one of many ways, right or wrong."""
        cell = self.cell(desktop, down)
        if formula:
            cell.formula = self.formulas()[0].text
        elif linked:
            wrong = f"#{quoted(self.table.sheet)}!A1" if self.home is not None else f"{self.target}x"
            cell.link = wrong if elsewhere else self.target
        if blue:
            cell.restyle(colour=BLUE, underline="single")
        if typed:
            cell.value = self.target

    def cell(self, desktop: Desktop, down: int = 0) -> Cell:
        """The cell on a desktop, or one below it."""
        return self.table.cell(desktop, self.column, self.referent.row + down)

    def selector(self, name: str) -> Selector:
        """A property of the cell."""
        return self.table.cell_selector(self.column, self.referent.row, name)

    def targets(self) -> tuple[str, ...]:
        """Where formulas lead; the application writes places with a point, the file with an exclamation mark."""
        if self.home is None:
            return (self.target,)
        name, safe = self.home.sheet, quoted(self.home.sheet)
        names = dict.fromkeys((name, f"${name}", safe, f"${safe}"))
        return tuple(f"#{name}{place}" for name in names for place in (".A1", "!A1", ""))

    def formulas(self) -> tuple[Formula, ...]:
        """The link as formulas."""
        shown = self.text.replace('"', '""')
        return tuple(Formula(f'=HYPERLINK("{target}","{shown}")') for target in self.targets())

    def ways(self) -> tuple[Way, ...]:
        """A link on the cell, or a formula."""
        link, formula = self.selector("link"), self.selector("formula")
        leads: AnyCheck = Equals(select=link, expected=self.target)
        if self.home is not None:
            leads = Matches(
                select=link, pattern=rf"#\$?'?{re.escape(self.home.sheet)}'?(?:!\$?[A-Z]\$?\d{{1,2}})?"
            )
        return (leads, Absent(select=formula)), (
            OneOf(select=formula, options=self.formulas()),
            Absent(select=link),
        )

    def facts(self, suffix: str) -> Iterator[Fact]:
        """What is told of it, and what follows."""
        table = self.table
        yield column_fact(f"column{suffix}", table, self.column)
        yield row_fact(f"row{suffix}", table, self.referent)
        place = table.cell_selector(self.column, self.referent.row, "value")
        yield worked_out(f"text{suffix}", self.text, place)
        if self.home is not None:
            yield sheet_fact(self.home, f"home{suffix}")
            spelled = tuple(target for target in self.targets() if target.endswith("A1"))
            yield worked_out(f"targets{suffix}", spelled, self.home.sheet_selector())
        elif self.source is not None:
            yield column_fact(f"source{suffix}", table, self.source)
            address = table.cell_selector(self.source, self.referent.row, "value")
            yield worked_out(f"address{suffix}", self.target, address)
        else:
            yield text_fact(f"page{suffix}", self.page).model_copy(update={"says": (self.page,)})
