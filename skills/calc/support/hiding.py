"""Rows that are shown or hidden by conditions: with a filter, or by hand."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from forge.preparers.calc import edits, places
from forge.preparers.calc.places import LAST_ROW, quoted
from forge.preparers.calc.spec import AutoFilter
from forge.preparers.calc.spec import Criterion as FilterCriterion
from forge.preparers.calc.trees import reference
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.criteria import CRITERION, SECOND, THIRD, Criterion
from forge.skills.calc.support.experiments import Inputs
from forge.skills.calc.support.tables import Table
from forge.skills.contract import Attempt
from forge.states.rubric import Equals
from forge.states.selectors import Selector

CONDITIONS = f"{CRITERION}[[ and {SECOND}|]][[ and {THIRD}|]]"
"""How phrasings tell the conditions."""


def fitting(
    table: Table, criteria: Iterable[Criterion], decide: Callable[[Iterable[bool]], bool] = all
) -> list[int]:
    """The rows that meet all conditions, or any of them."""
    start = Inputs()
    return [row for row in table.row_numbers if decide(item.fits(start, row) for item in criteria)]


def misread(
    table: Table, criteria: Sequence[Criterion], decide: Callable[[Iterable[bool]], bool] = all
) -> dict[str, list[int]]:
    """Rows that a hurried person takes for those that meet conditions, by what went wrong."""
    right = fitting(table, criteria, decide)
    found = {
        "the others": [row for row in table.row_numbers if row not in right],
        "other limit": fitting(table, (criteria[0].loose(), *criteria[1:]), decide),
        "first condition only": fitting(table, criteria[:1]),
        "last condition only": fitting(table, criteria[-1:]),
        "joined otherwise": fitting(table, criteria, any if decide is all else all),
        "one row short": right[:-1],
    }
    return {name: rows for name, rows in found.items() if rows != right}


def hide(table: Table, desktop: Desktop, rows: Collection[int]) -> None:
    """Hide rows, and no others."""
    sheet = table.worksheet(desktop)
    for row in table.row_numbers:
        if row in rows or row in sheet.rows:
            sheet.row(row).hidden = row in rows


def delete(table: Table, desktop: Desktop, rows: Collection[int]) -> None:
    """Delete rows, which is more than hiding them."""
    edits.delete_rows(table.workbook(desktop), table.sheet, rows)


def hidden_check(table: Table, rows: Collection[int]) -> Equals:
    """The check that some rows of a table are hidden, and no others."""
    return Equals(select=table.rows_selector("hidden"), each=tuple(row in rows for row in table.row_numbers))


@dataclass(frozen=True)
class Filtering:
    """A filter of a table that shows the rows which meet conditions.

    Attributes:
        table: the table.
        criteria: the conditions.
    """

    table: Table
    criteria: tuple[Criterion, ...]

    def filter(
        self, desktop: Desktop, area: str | None = None, criteria: Sequence[Criterion] | None = None
    ) -> None:
        """Set the filter, perhaps over another range or with other conditions; the rows follow."""
        table, criteria = self.table, self.criteria if criteria is None else criteria
        made = [_criterion(item) for item in criteria]
        table.worksheet(desktop).autofilter = AutoFilter(area or table.area, made)
        shown = fitting(table, criteria)
        hide(table, desktop, [row for row in table.row_numbers if row not in shown])

    @property
    def to_the_end(self) -> str:
        """The columns of the table from the header to the end of the sheet."""
        first, last = self.table.columns[0].letter, self.table.columns[-1].letter
        return f"{first}{self.table.header_row}:{last}{LAST_ROW}"

    @property
    def in_one_column(self) -> str:
        """From the first to the last column that has a condition."""
        letters = sorted((item.column.letter for item in self.criteria), key=places.column_number)
        return f"{letters[0]}{self.table.header_row}:{letters[-1]}{self.table.last_row}"

    @property
    def area(self) -> str:
        """The range of the table as the state has it."""
        return reference(self.table.area, self.table.sheet).text

    @property
    def pattern(self) -> str:
        """A regular expression for ranges with the header on top, as wide as people select them."""
        top, last = self.table.header_row, self.table.last_row
        part = f"[A-Z]+{top}:[A-Z]+(?:{last}|{LAST_ROW})"
        whole = "|[A-Z]+:[A-Z]+" if top == 1 else ""
        return f"{re.escape(quoted(self.table.sheet))}!(?:{part}{whole})"

    @property
    def selector(self) -> Selector:
        """The filter."""
        return places.autofilter(self.table.mount, self.table.sheet)

    def variants(self) -> list[Attempt]:
        """The filter over other ranges."""
        why = "The same rows are shown."
        return [
            Attempt("filter to the end of the sheet", partial(self.filter, area=self.to_the_end), why=why),
            Attempt("filter over fewer columns", partial(self.filter, area=self.in_one_column), why=why),
        ]


def _criterion(item: Criterion) -> FilterCriterion:
    """A condition as a filter holds it: a list of texts, or a comparison of numbers."""
    if not isinstance(item.operand, str):
        return FilterCriterion(item.column.letter, conditions=((item.operator, f"{item.operand:.10g}"),))
    texts = [text for text in item.table.classes(item.column) if item.holds(text)]
    return FilterCriterion(item.column.letter, values=tuple(texts))
