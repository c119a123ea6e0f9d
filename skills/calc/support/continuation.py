"""What goes on from its beginning: series of numbers, dates or texts down a column."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from functools import partial
from random import Random

from forge.preparers.calc.places import place_of
from forge.preparers.calc.spec import CellValue
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.formula_cells import FormulaCells, put_waiting
from forge.skills.calc.support.formula_columns import unused
from forge.skills.calc.support.spans import by_days
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.calc.support.value_block import ValueBlock
from forge.skills.contract import Attempt, Fact
from forge.states.rubric import ProbeSpec

COUNTERS = ("Running no.", "Sequence no.", "List position")
DAYS = ("Planned for", "Slot on", "Check-up on")
TAGS = ("Lot", "Box", "Shelf", "Batch")
GIVEN = 2
"""So many entries of a series stand there from the start."""


@dataclass(frozen=True)
class Continuation:
    """Cells that go on from what stands beside them.

    Attributes:
        filled: the cells.
        told: the facts that say what goes on, and how far.
        variants: right ways of their own.
        near_misses: wrong ways.
        probes: the experiments, where formulas go on.
    """

    filled: ValueBlock | FormulaCells[int] | FormulaCells[TableColumn]
    told: tuple[Fact, ...]
    variants: tuple[Attempt, ...]
    near_misses: tuple[Attempt, ...]
    probes: tuple[ProbeSpec, ...] = ()


def end_fact(table: Table) -> Fact:
    """How far down it goes on."""
    return Fact(name="end", value=table.last_row, says=("the last row of the table", "the end of the table"))


def series(table: Table, desktop: Desktop, random: Random, kind: str) -> Continuation:
    """A series down a new column, of which the first two entries are there.

    Args:
        table: the table.
        desktop: where the beginning is put.
        random: a stream of its own.
        kind: `numbers`, `dates` or `texts`.
    """
    start, step = random.randint(1, 400), random.choice((2, 3, 5, 10, 25))
    entry: Callable[[int], CellValue] = lambda number: number  # noqa: E731 - one of three
    headers: tuple[str, ...] = COUNTERS
    code, formula = "General", f"={{0}}+{step}"
    if kind == "dates":
        first = date(random.randint(2025, 2026), random.randint(1, 12), random.randint(1, 28))
        start, step = 0, random.choice((2, 3, 7, 14))
        entry = partial(by_days, first)
        headers, code, formula = DAYS, "yyyy-mm-dd", f"={{0}}+{step}"
    elif kind == "texts":
        tag = random.choice(TAGS)
        entry = f"{tag} {{}}".format
        headers, formula = (
            (f"{tag} mark", f"{tag} tag"),
            f'="{tag} "&VALUE(MID({{0}},{len(tag) + 2},9))+{step}',
        )
    column = table.new_column(unused(table, headers, random), "identifier", code)
    put_waiting(table, column, desktop)
    counts = range(len(table))
    entries = [entry(start + step * count) for count in counts]
    for row, value in zip(table.row_numbers[:GIVEN], entries, strict=False):
        table.cell(desktop, column, row).value = value
    first_row = table.first_row + GIVEN
    given = table.at(f"{column.letter}{table.first_row}:{column.letter}{first_row - 1}", "value")
    block = ValueBlock(
        table.mount,
        table.sheet,
        table.place(column, first_row),
        [[value] for value in entries[GIVEN:]],
        (given,),
        roam=(table.column_selector(column, "width"),),
    )
    formulas = [[formula.format(table.place(column, row - 1))] for row in table.row_numbers[GIVEN:]]
    by_ones = [[entry(start + step + count)] for count in counts[1:-1]]
    too_far = partial(one_more, block, entry(start + step * len(table)))
    return Continuation(
        block,
        (column_fact("target", table, column), end_fact(table)),
        (
            Attempt("by formulas", partial(block.fill, formulas=formulas), why="Each adds the step."),
            Attempt("centred", partial(restyled, block), why="How the cells look is not asked."),
        ),
        (
            block.attempt("by ones", by_ones, "The step of the first two is not kept."),
            block.attempt(
                "repeated", [[entries[count % GIVEN]] for count in counts[GIVEN:]], "They are copies."
            ),
            Attempt("last left out", partial(block.fill, left_out=1), why="The last row is left out."),
            Attempt("too far", too_far, why="It goes on below the table."),
        ),
    )


def one_more(block: ValueBlock, value: CellValue, desktop: Desktop) -> None:
    """Fill one cell too many."""
    block.fill(desktop)
    top, left = place_of(block.corner)
    block.worksheet(desktop).cell(top + len(block.lines), left).put(value)


def restyled(block: ValueBlock, desktop: Desktop) -> None:
    """Fill the cells and have them stand in the middle."""
    block.fill(desktop)
    top, left = place_of(block.corner)
    for row in range(top, top + len(block.lines)):
        block.worksheet(desktop).cell(row, left).restyle(horizontal="center")
