"""How a sheet is printed: its page, and the print areas that leave nothing out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from forge.preparers.calc import places
from forge.preparers.calc.places import letters, place
from forge.preparers.calc.spec import Page
from forge.preparers.calc.trees import reference
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.extents import LAST_ROW
from forge.skills.calc.support.facts import worked_out
from forge.skills.calc.support.tables import Table
from forge.skills.contract import Attempt, Fact
from forge.states.rubric import Absent, AnyCheck, OneOf
from forge.states.selectors import Selector


@dataclass(frozen=True)
class Printing:
    """The page of a table's sheet.

    Attributes:
        table: the table.
        areas: the print areas that leave out nothing of what stands on the sheet.
    """

    table: Table
    areas: tuple[str, ...]

    @classmethod
    def of(cls, table: Table, desktop: Desktop) -> Printing:
        """The page of a sheet as it is at the start."""
        sheet = table.worksheet(desktop)
        filled = [where for where, cell in sheet.cells.items() if not cell.is_empty()]
        top, left = min(row for row, _ in filled), min(column for _, column in filled)
        last_row, last_column = max(row for row, _ in filled), max(column for _, column in filled)
        starts = dict.fromkeys((place(top, left), "A1"))
        ends = (f"{letters(last_column)}{last_row}", f"{letters(last_column)}{LAST_ROW}")
        return cls(table, tuple(f"{start}:{end}" for end in ends for start in starts))

    def selector(self, name: str | None = None) -> Selector:
        """The page, or a property of it."""
        return places.page(self.table.mount, self.table.sheet, name)

    def page(self, desktop: Desktop) -> Page:
        """The page on a desktop, to be edited."""
        return self.table.worksheet(desktop).page

    def prints_all(self) -> tuple[AnyCheck, AnyCheck]:
        """Either nobody chose what is printed, or all was chosen; one of both goes into each way of a requirement."""
        options = tuple((reference(area, self.table.sheet),) for area in self.areas)
        chosen = self.selector("print_area")
        return Absent(select=chosen), OneOf(select=chosen, options=options)

    def areas_fact(self) -> Fact:
        """The private fact what stands on the sheet."""
        options = tuple(reference(area, self.table.sheet) for area in self.areas)
        return worked_out("areas", options, self.table.sheet_selector())

    def change(self, desktop: Desktop, settings: Mapping[str, Any]) -> None:
        """Set fields of the page."""
        sheet = self.table.worksheet(desktop)
        sheet.page = replace(sheet.page, **settings)

    def other_ways(self, settings: Mapping[str, Any]) -> list[Attempt]:
        """The page as it should be, with all that stands on the sheet as its print area."""

        def attempt(name: str, area: str) -> Attempt:
            chosen = {**settings, "print_area": (area,)}
            return Attempt(
                name, lambda desktop: self.change(desktop, chosen), why="All of the sheet is printed."
            )

        return [attempt("all_chosen", self.areas[0]), attempt("whole_columns", self.areas[-1])]
