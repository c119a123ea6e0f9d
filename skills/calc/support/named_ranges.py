"""Ranges that get a name: the data of a column, or a whole table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from forge.preparers.calc import places
from forge.preparers.calc.trees import reference
from forge.skills.calc.support.extents import column_range
from forge.skills.calc.support.facts import column_fact, worked_out
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Fact
from forge.states.selectors import Selector

WHOLE = ("the whole table (with its headers)", "the table as a whole (headers included)")


@dataclass(frozen=True)
class Naming:
    """A name, and the column whose data it stands for; None for the whole table with its headers."""

    name: str
    column: TableColumn | None

    def keys(self) -> tuple[str, ...]:
        """The name as it may be typed: upper and lower case are one."""
        return tuple(dict.fromkeys((self.name, self.name.lower(), self.name.upper())))

    def area(self, table: Table, *, header: bool = False, short: int = 0) -> str:
        """What it stands for, or something that is easily taken for it."""
        if self.column is not None:
            return column_range(table, self.column, header=header, short=short)
        first, last = table.columns[0].letter, table.columns[-1].letter
        return f"{first}{table.first_row if header else table.header_row}:{last}{table.last_row - short}"

    def selectors(self, table: Table) -> Iterator[Selector]:
        """The name in the workbook or on the sheet, in each of its forms."""
        for key in self.keys():
            yield places.name(table.mount, key)
            yield table.sheet_selector().below("name", key)

    def facts(self, table: Table, suffix: str) -> tuple[Fact, ...]:
        """What is told of it, and where the cells stand."""
        area = worked_out(f"area{suffix}", reference(self.area(table), table.sheet), table.sheet_selector())
        named = Fact(name=f"name{suffix}", value=self.keys(), says=(f'"{self.name}"',))
        if self.column is None:
            return (Fact(name=f"target{suffix}", value=True, says=WHOLE), named, area)
        told = column_fact(f"target{suffix}", table, self.column)
        says = tuple(f"the data cells of {words} (without the header)" for words in told.says)
        return (told.model_copy(update={"says": says}), named, area)
