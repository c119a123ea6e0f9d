"""Figures of the rows that meet conditions, as formulas write them and as they come out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.criteria import Criterion, edge_cases
from forge.skills.calc.support.experiments import Inputs, another, spot_of
from forge.skills.calc.support.figures import COUNT, SUM, Figure, own_format
from forge.skills.calc.support.formula_cells import FormulaCells
from forge.skills.calc.support.ranges import data_range
from forge.skills.calc.support.side_sheets import add_side_sheet
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.rows import Entry
from forge.states.values import Error


@dataclass(frozen=True)
class Conditional:
    """A figure of the rows that meet all of some conditions.

    Attributes:
        home: a table on the sheet of the formula.
        table: the table of the rows.
        figure: the sum, the average or the number.
        amounts: the column that it is of, or which tells what is counted.
        conditions: the conditions; none for all rows.
        fixed: the ranges do not move when the formula is copied.
        late: so many rows at the beginning are missed.
        short: so many rows at the end are missed.
    """

    home: Table
    table: Table
    figure: Figure
    amounts: TableColumn
    conditions: tuple[Criterion, ...]
    fixed: bool = False
    late: int = 0
    short: int = 0

    def value(self, inputs: Inputs) -> float | Error:
        """What it is."""
        rows = self.table.row_numbers[self.late : len(self.table) - self.short]
        fitting = [row for row in rows if all(item.fits(inputs, row) for item in self.conditions)]
        return self.figure.of([inputs.number(self.table, self.amounts, row) for row in fitting])

    def formula(self) -> str:
        """The formula with the functions that take criteria."""
        area = self._area()
        if not self.conditions:
            return f"={self.figure.function}({area(self.amounts)})"
        criteria = ",".join(f"{area(item.column)},{item.match}" for item in self.conditions)
        if self.figure == COUNT:
            return f"=COUNTIFS({criteria})"
        return f"={self.figure.function}IFS({area(self.amounts)},{criteria})"

    def product(self) -> str:
        """The formula that multiplies comparisons with one another."""
        area = self._area()
        tests = "*".join(f"({item.test(area(item.column))})" for item in self.conditions)
        number, total = f"SUMPRODUCT({tests}*1)", f"SUMPRODUCT({tests}*{area(self.amounts)})"
        return "=" + {"COUNT": number, "SUM": total}.get(self.figure.function, f"{total}/{number}")

    def _area(self) -> Callable[[TableColumn], str]:
        return partial(data_range, self.home, self.table, fixed=self.fixed, late=self.late, short=self.short)

    def unlimited(self) -> Conditional:
        """It without its last condition."""
        return replace(self, conditions=self.conditions[:-1])

    def loose(self) -> Conditional:
        """It with the last condition as a hurried person takes it."""
        return replace(self, conditions=(*self.conditions[:-1], self.conditions[-1].loose()))


def changed(
    items: Sequence[Conditional], change: Callable[[Conditional], Conditional]
) -> tuple[Callable[[int], str], Callable[[Inputs, int], float | Error]]:
    """How other figures than these are written and come out, each by its number."""
    return (
        lambda number: change(items[number]).formula(),
        lambda inputs, number: change(items[number]).value(inputs),
    )


def put_groups(
    table: Table, desktop: Desktop, groups: TableColumn, amounts: TableColumn, name: str
) -> tuple[Table, Table]:
    """Put a sheet at the start that lists the groups of a table, with a column each for their number and their sum.

    Returns:
        The table, no longer alone, and the list of groups.
    """
    names = sorted(table.classes(groups))
    empty: list[Entry] = [None] * len(names)
    block: dict[TableColumn, Sequence[Entry]] = {
        groups: names,
        TableColumn(f"Number of {table.nouns}", "quantity", "", own_format(COUNT, amounts)): empty,
        TableColumn(f"{amounts.name} in all", "money", "", own_format(SUM, amounts)): empty,
    }
    return add_side_sheet(table, desktop, name, block)


def conditional_cells(
    items: Sequence[Conditional], rows: Sequence[int], letters: Sequence[str], tried: Sequence[int]
) -> FormulaCells[int]:
    """Cells that give such figures, each known by its number.

    Args:
        items: what each is to give, row by row.
        rows: the rows in which the cells stand.
        letters: the columns in which they stand.
        tried: the rows of the table in which the experiment changes the amount, and meets or just misses the
            conditions of the first figure, so many as these have combinations.
    """
    first, last, table = items[0], items[-1], items[0].table
    columns = [first.amounts, *(item.column for item in first.conditions)]
    changes = {
        spot_of(table, first.amounts, row): another(
            table, first.amounts, table.value(first.amounts, row), place
        )
        for place, row in enumerate(tried)
    }
    # A range that was not fixed slips furthest for the last figure, which begins too late then.
    top = {
        spot_of(table, last.amounts, table.first_row): another(
            table, last.amounts, table.value(last.amounts, table.first_row)
        )
    }
    keys = tuple(range(len(items)))
    return FormulaCells(
        table=first.home,
        rows=tuple(rows),
        letters=tuple(letters),
        keys=keys,
        formula=lambda number: items[number].formula(),
        result=lambda inputs, number: items[number].value(inputs),
        experiments=(
            {**changes, **edge_cases(first.conditions, tried)},
            {**top, **edge_cases(last.conditions, [table.first_row])},
        ),
        probed=keys,
        sources=tuple(table.selector(column, "value") for column in dict.fromkeys(columns)),
    )
