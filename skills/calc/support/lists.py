"""Looking something up in a list on another sheet: as formulas write it, and what they find."""

from __future__ import annotations

from dataclasses import dataclass

from forge.preparers.calc import places
from forge.preparers.calc.formulas import pinned, shifted
from forge.preparers.calc.spec import CellValue
from forge.skills.calc.support.experiments import Changes, Inputs, another, spot_of
from forge.skills.calc.support.ranges import data_range
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.rows import Entry
from forge.states.selectors import Selector
from forge.states.values import Error


@dataclass(frozen=True)
class Search:
    """A search in a list for what stands in the rows of a table.

    Attributes:
        table: the table in whose rows the formulas stand.
        sought: the column of the table whose entries are looked for.
        listed: the list.
        key: the column of the list in which is searched.
        attribute: the column of the list that is wanted.
        fallback: what is given where nothing is found; empty for the error.
    """

    table: Table
    sought: TableColumn
    listed: Table
    key: TableColumn
    attribute: TableColumn
    fallback: str = ""

    @property
    def sources(self) -> tuple[Selector, ...]:
        """What the results follow from."""
        listed = (self.listed.selector(item, "value") for item in self.listed.columns)
        return (self.table.selector(self.sought, "value"), *listed)

    def place(self, row: int) -> str:
        """Where what is looked for stands."""
        return self.table.place(self.sought, row)

    def guarded(self, text: str) -> str:
        """A formula with the fallback."""
        return f'=IFERROR({text},"{self.fallback}")' if self.fallback else f"={text}"

    @property
    def areas(self) -> tuple[str, str]:
        """Where formulas search, and from where they take what is wanted."""
        keys, wanted = (
            data_range(self.table, self.listed, item, fixed=True) for item in (self.key, self.attribute)
        )
        return keys, wanted

    def matched(self, row: int) -> str:
        """The search in one column, and the entry of another."""
        keys, wanted = self.areas
        return f"INDEX({wanted},MATCH({self.place(row)},{keys},0))"

    def by_column(self, row: int, *, exact: bool = True) -> str:
        """The function that searches in the first column of an area."""
        area = places.fixed(self.listed.sheet, self.listed.body)
        letters = [item.letter for item in self.listed.columns]
        number = letters.index(self.attribute.letter) - letters.index(self.key.letter) + 1
        return f"VLOOKUP({self.place(row)},{area},{number},{'FALSE' if exact else 'TRUE'})"

    def whole_columns(self, row: int) -> str:
        """The search in whole columns."""
        sheet = places.quoted(self.listed.sheet)
        keys, wanted = (f"{sheet}!${item.letter}:${item.letter}" for item in (self.key, self.attribute))
        return f"INDEX({wanted},MATCH({self.place(row)},{keys},0))"

    def counted(self, row: int) -> str:
        """The formula that asks first whether the list has the entry."""
        return f'=IF(COUNTIF({self.areas[0]},{self.place(row)})=0,"{self.fallback}",{self.matched(row)})'

    def slipping(self, row: int) -> str:
        """The search as it is when it was copied down without marks that keep the list."""
        down = row - self.table.first_row
        return self.guarded(shifted(pinned(self.matched(self.table.first_row), fixed=False), down, 0))

    def found(self, inputs: Inputs, row: int, missed: int = 0) -> CellValue:
        """What is found for a row, where so many entries at the top of the list are not looked at."""
        wanted = inputs.value(self.table, self.sought, row)
        for at in self.listed.row_numbers[missed:]:
            if inputs.value(self.listed, self.key, at) == wanted:
                return inputs.value(self.listed, self.attribute, at)
        return self.fallback or Error("#N/A")

    def slipped(self, inputs: Inputs, row: int) -> CellValue:
        """What is found by a formula that slipped."""
        return self.found(inputs, row, row - self.table.first_row)

    def nearest(self, inputs: Inputs, row: int) -> CellValue:
        """What is found where the list is taken for sorted: the last entry before which nothing greater stands."""
        wanted, found = str(inputs.value(self.table, self.sought, row)).casefold(), None
        for at in self.listed.row_numbers:
            if str(inputs.value(self.listed, self.key, at)).casefold() > wanted:
                break
            found = inputs.value(self.listed, self.attribute, at)
        return found if found is not None else self.fallback or Error("#N/A")

    def other_key(self, row: int) -> str:
        """Another entry of the list than that of a row of the table."""
        own = self.table.value(self.sought, row)
        return next(key for key in self.listed.classes(self.key) if key != own)

    def other_entry(self, at: int) -> Entry:
        """What a row of the list could say instead, and no other row says."""
        told = self.listed.value(self.attribute, at)
        return f"{told} II" if isinstance(told, str) else another(self.listed, self.attribute, told)

    def experiment(self, followed: int, moved: int, last: int, unlisted: Entry = None) -> Changes:
        """Change what the list says of one row, and what two rows look for: one of them what is not listed."""
        key = self.table.value(self.sought, followed)
        entry = self.listed.rows_where(self.key, lambda value: value == key)[0]
        return {
            spot_of(self.listed, self.attribute, entry): self.other_entry(entry),
            spot_of(self.table, self.sought, moved): unlisted or self.other_key(moved),
            spot_of(self.table, self.sought, last): self.other_key(last),
        }

    def unsorted(self, row: int) -> Changes:
        """Exchange the first key of the list with the last one, which a row looks for."""
        first, *_, last = self.listed.row_numbers
        keys = {at: self.listed.value(self.key, at) for at in (first, last)}
        return {
            spot_of(self.listed, self.key, first): keys[last],
            spot_of(self.listed, self.key, last): keys[first],
            spot_of(self.table, self.sought, row): keys[last],
        }
