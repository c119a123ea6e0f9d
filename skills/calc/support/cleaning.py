"""Columns of formulas that free others of surplus spaces and bring them into one letter case."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

from forge.skills.calc.support.experiments import Inputs, spot_of
from forge.skills.calc.support.formula_cells import FormulaCells
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.calc.support.value_block import around_columns, dress_columns
from forge.skills.content.rows import Entry


def trimmed(text: str) -> str:
    """A text without surplus spaces."""
    return " ".join(text.split())


def cased(case: str, text: str) -> str:
    """A text in the letter case that a function gives it."""
    return {"UPPER": text.upper(), "LOWER": text.lower(), "PROPER": text.title()}.get(case, text)


def has_case(entry: Entry) -> bool:
    """Whether an entry is a text that can be written in capitals and back, in whatever program."""
    text = str(entry or "")
    small, large = text.lower(), text.upper()
    return small != large and small.upper() == large and large.lower() == small


def messy(text: str) -> str:
    """Two words and more, typed carelessly."""
    return f" {text.strip().swapcase()}   {text.strip()} "


@dataclass(frozen=True)
class Cleaning:
    """One column that is cleaned: the column, the new one, and the function for letter case, if any."""

    source: TableColumn
    new: TableColumn
    case: str

    def formula(self, place: str, case: str | None = None, tidy: str = "TRIM({})") -> str:
        """How it is written, perhaps with another function for letter case or for spaces."""
        case, text = self.case if case is None else case, tidy.format(place)
        return f"={case}({text})" if case else f"={text}"


Key = tuple[Cleaning, int]
"""A cell by its column and its row."""


@dataclass(frozen=True)
class CleanColumns:
    """Columns of formulas that clean others.

    Attributes:
        table: the table.
        cleanings: what is cleaned, from left to right.
        probed: the rows whose texts the experiment changes.
    """

    table: Table
    cleanings: tuple[Cleaning, ...]
    probed: tuple[int, ...]

    def formula(self, case: str | None = None, tidy: str = "TRIM({})") -> Callable[[Key], str]:
        """How each cell is written, perhaps with other functions."""
        return lambda key: key[0].formula(self.table.place(key[0].source, key[1]), case, tidy)

    def result(
        self, tidy: Callable[[str], str] = trimmed, case: str | None = None
    ) -> Callable[[Inputs, Key], str]:
        """What that gives."""

        def given(inputs: Inputs, key: Key) -> str:
            cleaning, row = key
            text = tidy(str(inputs.value(self.table, cleaning.source, row)))
            return cased(cleaning.case if case is None else case, text)

        return given

    @cached_property
    def cells(self) -> FormulaCells[Key]:
        """The cells of the new columns."""
        table, new = self.table, [item.new for item in self.cleanings]
        changes = {
            spot_of(table, item.source, row): messy(str(table.value(item.source, row)))
            for item in self.cleanings
            for row in self.probed
        }
        return FormulaCells(
            table=table,
            rows=tuple(table.row_numbers),
            letters=tuple(item.letter for item in new),
            keys=tuple((item, row) for row in table.row_numbers for item in self.cleanings),
            formula=self.formula(),
            result=self.result(),
            experiments=(changes,),
            probed=tuple((item, row) for item in self.cleanings for row in self.probed),
            sources=tuple(table.selector(item.source, "value") for item in self.cleanings),
            labels={table.header_place(item): item.name for item in new},
            dress=partial(dress_columns, table, new),
            roam=around_columns(table, new),
        )
