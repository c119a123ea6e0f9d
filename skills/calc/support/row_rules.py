"""Conditional formats that mark whole rows by what stands in some of their columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import permutations, product
from typing import Any

from forge.preparers.calc.formulas import canonical
from forge.preparers.calc.places import quoted
from forge.preparers.calc.serials import to_serial
from forge.preparers.calc.spec import ConditionalFormat, Highlight
from forge.preparers.calc.trees import reference
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.criteria import Criterion
from forge.skills.calc.support.experiments import Inputs
from forge.skills.calc.support.extents import column_pattern
from forge.skills.calc.support.facts import worked_out
from forge.skills.calc.support.rules import Condition, new_rule
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Fact
from forge.states.rubric import Requirement
from forge.states.selectors import Selector

TURNED = {"=": "=", "<>": "<>", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""For each operator the one that says the same with the sides exchanged."""


@dataclass(frozen=True)
class RowRule:
    """A rule for the rows of a table that meet all of some criteria.

    Attributes:
        table: the table.
        criteria: the criteria, on different columns.
        look: what it changes.
        target: the column whose cells it changes; None for all cells of the row.
    """

    table: Table
    criteria: tuple[Criterion, ...]
    look: Highlight
    target: TableColumn | None = None

    @property
    def columns(self) -> tuple[TableColumn, ...]:
        """The columns whose cells it changes."""
        return self.table.columns if self.target is None else (self.target,)

    def area(self, top: int, short: int = 0) -> str:
        """The columns of the table, from a row on, perhaps some rows short."""
        first, last = self.columns[0].letter, self.columns[-1].letter
        return f"{first}{top}:{last}{self.table.last_row - short}"

    def tops(self) -> list[int]:
        """The rows in which the rule may begin: those above the data must not meet the criteria.

        A text is more than any number, and the cells of a title's row may be empty.
        """
        worded = any(item.operator == "=" and isinstance(item.operand, str) for item in self.criteria)
        below = any(item.operator in ("<", "<=") for item in self.criteria)
        found = [self.table.first_row]
        if worded or below:
            found.append(self.table.header_row)
        if worded and self.table.header_row > 1:
            found.append(1)
        return found

    def reaches_below(self) -> bool:
        """Whether the rule may reach into the empty rows below the data, which must not meet the criteria."""
        return self.table.total_row is None and any(
            item.operator == "=" if isinstance(item.operand, str) else item.operator in (">", ">=")
            for item in self.criteria
        )

    def conditions(self) -> Iterator[Condition]:
        """The ways of making it that mark the same cells of the table."""
        first, right, last = self.columns[0].letter, self.columns[-1].letter, self.table.last_row
        for top in self.tops():
            spans = [f"{first}{top}:{right}{last}", *([f"{top}:{last}"] if self.target is None else [])]
            if self.reaches_below():
                spans.append(rf"{first}{top}:{right}\d{{{max(4, len(str(last + 1)) + 1)},7}}")
                spans += [f"{first}:{right}"] if top == 1 else []
            where = re.escape(f"{quoted(self.table.sheet)}!") + f"(?:{'|'.join(spans)})"
            yield Condition.by_formula(where, self._formulas(top))

    def _formulas(self, row: int) -> Iterator[str]:
        """Formulas for a row that say that it meets all criteria."""
        forms = [list(_forms(item, row)) for item in self.criteria]
        if len(forms) > 2:
            forms = [found[:1] for found in forms]
        for tests in product(*forms):
            for order in permutations(tests):
                together = f"AND({','.join(order)})"
                for joined in (together, *(order if len(order) == 1 else ())):
                    yield f"={joined}"
                    yield f"=IF({joined},TRUE,FALSE)"
                    yield f"=IF({joined},1,0)"
                if len(order) > 1:
                    yield "=" + "*".join(f"({test})" for test in order)

    def private_facts(self) -> list[Fact]:
        """Where the rows stand and, for criteria on dates, what its formulas may spell out."""
        areas = tuple(reference(self.area(top), self.table.sheet) for top in self.tops())
        found = [worked_out("area", areas, self.table.sheet_selector())]
        days = [item.operand for item in self.criteria if isinstance(item.operand, date)]
        if days:
            parts = tuple((to_serial(day), day.year, day.month, day.day, day.isoformat()) for day in days)
            found.append(worked_out("days", parts, self.table.sheet_selector()))
        return found

    def checked(self, facts: Sequence[str]) -> tuple[list[Selector], Requirement]:
        """The places of the new rule, for the footprint's `writes`, and the requirement that it is there."""
        selectors, ways = new_rule(self.table, self.conditions(), self.look)
        says = "The rows that meet the criteria are marked."
        return selectors, Requirement(id="rule", says=says, any_of=ways, facts=tuple(facts))

    def add(
        self,
        desktop: Desktop,
        *,
        criteria: Sequence[Criterion] | None = None,
        dollar: str = "$",
        form: str = "AND({})",
        join: str = ",",
        top: int = 0,
        short: int = 0,
        area: str = "",
    ) -> None:
        """Add the rule, or one that differs from it."""
        row = top or self.table.first_row
        tests = [item.test_row(row, dollar) for item in (self.criteria if criteria is None else criteria)]
        formula = tests[0] if len(tests) == 1 and form == "AND({})" else form.format(join.join(tests))
        made = ConditionalFormat(
            area or self.area(row, short), type="formula", formulas=(formula,), highlight=self.look
        )
        self.table.worksheet(desktop).conditional_formats.append(made)

    def rows(self) -> list[int]:
        """The rows that meet the criteria at the start."""
        return [
            row for row in self.table.row_numbers if all(item.fits(Inputs(), row) for item in self.criteria)
        ]

    def by_hand(self, desktop: Desktop, **look: Any) -> None:
        """Colour the cells of the rows that meet the criteria today, or change them otherwise."""
        sheet = self.table.worksheet(desktop)
        for row in self.rows():
            for column in self.columns:
                sheet[self.table.place(column, row)].restyle(**(look or {"fill": self.look.fill}))


def one_cell(rule: RowRule) -> Condition:
    """The ways of making the rule of one criterion as a comparison of the cells themselves.

    Such a rule passes over texts where it compares with a number, and takes empty cells for nought.
    """
    (item,) = rule.criteria
    where = column_pattern(
        rule.table,
        item.column,
        below=rule.reaches_below(),
        above=rule.reaches_below(),
        top=rule.table.first_row if item.operator == "<>" else None,
    )
    formulas = tuple(canonical(f"={literal}") for literal in _literals(item))
    return Condition(where, {"type": "cell", "operator": item.operator}, formulas)


def _literals(item: Criterion) -> Iterator[str]:
    """The ways of writing what a criterion compares with, the usual one first."""
    yield item.test("").removeprefix(item.operator)
    if isinstance(item.operand, date):
        yield str(to_serial(item.operand))
        yield f'DATEVALUE("{item.operand.isoformat()}")'


def _forms(item: Criterion, row: int) -> Iterator[str]:
    """The ways of asking a criterion of a row, the usual one first."""
    place = f"${item.table.place(item.column, row)}"
    literals = list(_literals(item))
    for literal in literals:
        yield f"{place}{item.operator}{literal}"
        yield f"{literal}{TURNED[item.operator]}{place}"
    if isinstance(item.operand, str):
        exact = f"EXACT({place},{literals[0]})"
        yield exact if item.operator == "=" else f"NOT({exact})"
    else:
        other = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}[item.operator]
        yield f"NOT({place}{other}{literals[0]})"
