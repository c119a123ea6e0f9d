"""A column of formulas whose results follow from other columns of the same row.

Skills that add such a column say how the formula of a row is written from the places of its inputs, and how its
result follows from their values:

    FormulaColumn(table, new, inputs, lambda places: f"={places[0]}*{places[1]}", lambda a, b: a * b, probed)

Where results follow from other rows or sheets as well, see `formula_cells.formula_column`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from functools import cached_property
from random import Random
from typing import Any

from forge.preparers.calc.serials import to_serial
from forge.preparers.calc.spec import CellValue
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.experiments import Changes, Inputs, another, spot_of
from forge.skills.calc.support.formula_cells import FormulaCells, column_facts, formula_column, put_waiting
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.rows import Entry
from forge.skills.contract import Attempt, Fact
from forge.states.rubric import ProbeSpec, Requirement
from forge.states.selectors import Selector

Shape = Callable[[Sequence[str]], str]
"""The formula of a row from the places of its inputs."""
Work = Callable[..., Entry]
"""The result of a row from the values of its inputs."""


def probed_rows(table: Table, random: Random) -> tuple[int, ...]:
    """Rows whose inputs an experiment changes: two somewhere, and the last."""
    return (*sorted(random.sample(table.row_numbers[:-1], 2)), table.last_row)


def unused(table: Table, headers: Iterable[str], random: Random) -> str:
    """One of several headers that no column of a table has."""
    taken = {item.name.casefold() for item in table.columns}
    return random.choice([header for header in headers if header.casefold() not in taken])


@dataclass(frozen=True)
class FormulaColumn:
    """A column of formulas that stands right of a table.

    Attributes:
        table: the table.
        new: the column (`table.new_column`).
        inputs: the columns of the same row from which the result follows.
        shape: how the formula of a row is written.
        work: how the result of a row follows.
        probed: the rows whose inputs the experiment changes.
        reads: what the results follow from besides, such as another sheet.
        waiting: the column has its header from the start, once `put` was called; else it is to be added.
        alike: what a result is read as under another number format that shows the same.
    """

    table: Table
    new: TableColumn
    inputs: tuple[TableColumn, ...]
    shape: Shape
    work: Work
    probed: tuple[int, ...]
    reads: tuple[Selector, ...] = ()
    waiting: bool = False
    alike: Callable[[CellValue], CellValue] | None = None
    changes: Changes = field(default_factory=dict)

    @cached_property
    def cells(self) -> FormulaCells[int]:
        """The cells of the column."""
        table = self.table
        changes = {
            spot_of(table, item, row): another(table, item, table.value(item, row), place)
            for row in self.probed
            for place, item in enumerate(self.inputs)
        }
        return formula_column(
            table,
            self.new,
            self._formula(self.shape),
            self._result(self.work),
            experiments=({**changes, **self.changes},),
            probed=self.probed,
            sources=self.sources,
            waiting=self.waiting,
            alike=self.alike,
        )

    def _formula(self, shape: Shape) -> Callable[[int], str]:
        return lambda row: shape([self.table.place(item, row) for item in self.inputs])

    def _result(self, work: Work) -> Callable[[Inputs, int], Entry]:
        return lambda inputs, row: work(*(inputs.value(self.table, item, row) for item in self.inputs))

    def put(self, desktop: Desktop) -> None:
        """Put the header at the start, where the column waits to be filled."""
        if self.waiting:
            put_waiting(self.table, self.new, desktop)

    def write(self, desktop: Desktop) -> None:
        """Fill the column on a desktop; what the experiment would read follows."""
        self.cells.fill(desktop)

    @property
    def probes(self) -> tuple[ProbeSpec, ...]:
        """The experiment: change the inputs of some rows and look at the results."""
        return self.cells.probes

    def facts(self) -> tuple[Fact, ...]:
        """The facts on the column (`column_facts`), `formulas`, and what must be worked out."""
        return (*column_facts(self.table, self.new, waiting=self.waiting), *self.cells.facts())

    def requirements(self, *facts: str) -> tuple[Requirement, ...]:
        """The header, the right values, and formulas that follow when an input changes.

        Args:
            facts: the names of the facts that say how the results follow.
        """
        own = (fact.name for fact in column_facts(self.table, self.new, waiting=self.waiting))
        return self.cells.requirements(*own, *facts)

    @property
    def sources(self) -> tuple[Selector, ...]:
        """What the results follow from, for the footprint."""
        return (*(self.table.selector(item, "value") for item in self.inputs), *self.reads)

    @property
    def writes(self) -> tuple[Selector, ...]:
        """What is written, for the footprint."""
        return self.cells.writes

    @property
    def free(self) -> tuple[Selector, ...]:
        """How the column looks is up to whoever adds it."""
        return self.cells.free

    def variants(self, **shapes: Shape) -> tuple[Attempt, ...]:
        """The column undressed, and written with other formulas that give the same, by name."""
        return self.cells.variants(**{name: self._formula(shape) for name, shape in shapes.items()})

    def near_misses(self, **wrong: tuple[Shape, Work]) -> tuple[Attempt, ...]:
        """What people get wrong with any such column, and formulas that give something else, by name."""
        return self.cells.near_misses(
            **{name: (self._formula(shape), self._result(work)) for name, (shape, work) in wrong.items()}
        )


def as_numbers(column: FormulaColumn, desktop: Desktop) -> None:
    """Fill a column of dates or times rightly, but have the bare numbers shown that stand for them."""
    read_as(column, desktop, _bare, "0.00")


def read_as(column: FormulaColumn, desktop: Desktop, read: Callable[[Any], Any], number_format: str) -> None:
    """Fill a column rightly under another number format.

    Args:
        column: the column.
        desktop: the desktop.
        read: what each result is read as under that.
        number_format: the number format.
    """
    column.write(desktop)
    for row in column.table.row_numbers:
        cell = column.table.cell(desktop, column.new, row)
        cell.value = read(cell.value)
        cell.restyle(number_format=number_format)
    for probe in column.probes:
        found = desktop.readings[probe.id]
        desktop.readings[probe.id] = {place: read(value) for place, value in found.items()}


def _bare(value: Any) -> Any:
    return to_serial(value) if isinstance(value, date | time | timedelta) else value
