"""Formulas that are copied on from the one that is there: down a column, or across a row below the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from forge.preparers.calc.formulas import pinned
from forge.preparers.calc.places import letters, place_of
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.continuation import Continuation, end_fact
from forge.skills.calc.support.experiments import Changes, Inputs, another, spot_of
from forge.skills.calc.support.facts import cell_fact, column_fact
from forge.skills.calc.support.figures import AVERAGE, HIGHEST, beyond, put_box, put_labels
from forge.skills.calc.support.formula_cells import FormulaCells, formula_column, put_waiting
from forge.skills.calc.support.formula_columns import probed_rows, unused
from forge.skills.calc.support.ranges import data_range
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Attempt, Fact

FORMULA = Fact(name="formulas", value=True, says=("the formula",))
"""Asked for is the one that is there."""
RATED = ("Surcharge", "Levy", "Handling share")
RUNNING = ("Running total", "Total so far", "Cumulative sum")


def with_rate(table: Table, desktop: Desktop, random: Random) -> Continuation:
    """A share of an amount in every row; its rate stands in one cell beside the table."""
    amount, probed = table.pick(random, "money"), probed_rows(table, random)
    rate = random.choice((0.05, 0.08, 0.12, 0.19))
    column = table.new_column(unused(table, RATED, random), "money", "0.00")
    box = put_box(table, desktop, f"{column.name} rate", "0%")
    table.worksheet(desktop)[box].value = rate
    top, left = place_of(box)
    fixed = pinned(box, fixed=True)

    def result(inputs: Inputs, row: int) -> float:
        own: Any = inputs.changes.get((table.sheet, box), rate)
        return float(inputs.number(table, amount, row) * own)

    cells = formula_column(
        table,
        column,
        lambda row: f"={table.place(amount, row)}*{fixed}",
        result,
        experiments=({**_others(table, amount, probed), (table.sheet, box): rate + 0.03},),
        probed=probed,
        sources=(table.selector(amount, "value"), table.at(box, "value")),
        waiting=True,
        rows=table.row_numbers[1:],
    )
    variants = cells.variants(
        turned=lambda row: f"={fixed}*{table.place(amount, row)}",
        rate_in_its_row=lambda row: f"={table.place(amount, row)}*{letters(left)}${top}",
    )
    wrong = cells.near_misses(
        slipping=(
            lambda row: f"={table.place(amount, row)}*{letters(left)}{top + row - table.first_row}",
            lambda *_: 0,
        ),
    )
    return _downwards(table, desktop, column, cells, variants, wrong)


def running_total(table: Table, desktop: Desktop, random: Random) -> Continuation:
    """The sum of a column up to each row."""
    amount, probed = table.pick(random, "money", "quantity"), probed_rows(table, random)
    column = table.new_column(unused(table, RUNNING, random), "money", _explicit(amount))
    letter, first = amount.letter, table.first_row
    changed = (first, probed[0])
    cells = formula_column(
        table,
        column,
        lambda row: f"=SUM({letter}${first}:{letter}{row})",
        lambda inputs, row: sum(inputs.number(table, amount, at) for at in range(first, row + 1)),
        experiments=(_others(table, amount, changed),),
        probed=probed,
        sources=(table.selector(amount, "value"),),
        waiting=True,
        rows=table.row_numbers[1:],
    )
    variants = cells.variants(
        from_above=lambda row: f"={column.letter}{row - 1}+{letter}{row}",
        fixed_columns=lambda row: f"=SUM(${letter}${first}:${letter}{row})",
    )
    wrong = cells.near_misses(
        slipping=(
            lambda row: f"=SUM({letter}{row}:{letter}{row})",
            lambda inputs, row: inputs.number(table, amount, row),
        ),
        all_of_it=(
            lambda _: f"=SUM({data_range(table, table, amount, fixed=True)})",
            lambda inputs, _: sum(inputs.numbers(table, amount)),
        ),
    )
    return _downwards(table, desktop, column, cells, variants, wrong)


def across(table: Table, desktop: Desktop, random: Random, columns: Sequence[TableColumn]) -> Continuation:
    """An average below the first of some columns that stand side by side."""
    row, figure = table.last_row + 2, random.choice((AVERAGE, HIGHEST))
    put_labels(table, desktop, [row], [figure.label], columns)
    origin, *rest = columns
    cells = FormulaCells(
        table=table,
        rows=(row,),
        letters=tuple(item.letter for item in rest),
        keys=tuple(rest),
        formula=lambda item: f"={figure.function}({data_range(table, table, item)})",
        result=lambda inputs, item: figure.of(inputs.numbers(table, item)),
        experiments=tuple(
            {spot_of(table, item, at): beyond(table.numbers(item), below=False) for item in rest}
            for at in (table.first_row, table.last_row)
        ),
        probed=tuple(rest),
        sources=tuple(table.selector(item, "value") for item in rest),
    )
    start = Inputs()
    table.worksheet(desktop)[table.place(origin, row)].put(cells.result(start, origin), cells.formula(origin))
    return Continuation(
        cells,
        (
            FORMULA,
            cell_fact("origin", table.place(origin, row)),
            cell_fact("goal", table.place(rest[-1], row)),
        ),
        cells.variants(
            fixed_rows=lambda item: (
                f"={figure.function}({item.letter}${table.first_row}:{item.letter}${table.last_row})"
            ),
            subtotal=lambda item: f"=SUBTOTAL({figure.subtotal},{data_range(table, table, item)})",
        ),
        cells.near_misses(
            not_moved=(
                lambda _: cells.formula(origin),
                lambda inputs, _: cells.result(inputs, origin),
            ),
            one_row_short=(
                lambda item: f"={figure.function}({data_range(table, table, item, short=1)})",
                lambda inputs, item: figure.of(inputs.numbers(table, item)[:-1]),
            ),
        ),
        cells.probes,
    )


def side_by_side(table: Table) -> list[tuple[TableColumn, ...]]:
    """The longest runs of columns of numbers that stand side by side, at least three of them, right of the first."""
    runs: list[list[TableColumn]] = [[]]
    for item in table.columns[1:]:
        if item in table.numeric:
            runs[-1].append(item)
        else:
            runs.append([])
    return [tuple(run) for run in runs if len(run) > 2]


def _others(table: Table, column: TableColumn, rows: Iterable[int]) -> Changes:
    return {spot_of(table, column, row): another(table, column, table.value(column, row)) for row in rows}


def _explicit(column: TableColumn) -> str:
    """The number format of a column; one that formulas do not take over from their inputs."""
    return column.number_format if column.number_format != "General" else "0.00"


def _downwards(
    table: Table,
    desktop: Desktop,
    column: TableColumn,
    cells: FormulaCells[int],
    variants: tuple[Attempt, ...],
    near_misses: tuple[Attempt, ...],
) -> Continuation:
    """The formula put into the first row, to be copied down."""
    put_waiting(table, column, desktop)
    first = table.first_row
    table.cell(desktop, column, first).put(cells.result(Inputs(), first), cells.formula(first))
    told = (FORMULA, column_fact("pattern", table, column), end_fact(table))
    return Continuation(cells, told, variants, near_misses, cells.probes)
