"""A new column of formulas, row by row: how it is written, asked for, probed, and done wrong.

What skills that add such a column share. They say how the formula of a row is written from the places of its
inputs, and how its result follows from their values:

    FormulaColumn(table, new, inputs, lambda places: f"={places[0]}*{places[1]}", lambda a, b: a * b, probed)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from datetime import date, timedelta
from functools import cached_property, partial
from random import Random
from typing import Any

from forge.errors import SkillError
from forge.preparers.calc.spec import Style
from forge.preparers.desktop import Desktop
from forge.skills.calc.facts import text_fact, worked_out
from forge.skills.calc.tables import Table, TableColumn
from forge.skills.content.rows import Entry
from forge.skills.contract import Attempt, Fact
from forge.states.rubric import Equals, Exists, ProbeSpec, Requirement
from forge.states.selectors import Selector

PROBE = "inputs"
STYLE_FIELDS = tuple(item.name for item in fields(Style))

Shape = Callable[[Sequence[str]], str]
"""The formula of a row from the places of its inputs."""
Work = Callable[..., Entry]
"""The result of a row from the values of its inputs."""


def probed_rows(table: Table, random: Random) -> tuple[int, ...]:
    """Rows whose inputs an experiment changes: two somewhere, and the last."""
    return (*sorted(random.sample(table.row_numbers[:-1], 2)), table.last_row)


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
    """

    table: Table
    new: TableColumn
    inputs: tuple[TableColumn, ...]
    shape: Shape
    work: Work
    probed: tuple[int, ...]
    reads: tuple[Selector, ...] = ()

    def values(self, row: int) -> list[Entry]:
        """The inputs of a row."""
        return [self.table.value(item, row) for item in self.inputs]

    @cached_property
    def results(self) -> tuple[Entry, ...]:
        """What the column holds in the end, from the first row down."""
        return tuple(self.work(*self.values(row)) for row in self.table.row_numbers)

    def other_inputs(self, row: int) -> list[Entry]:
        """The inputs that the experiment gives to a row."""
        return [
            _another(self.table, item, value, place)
            for place, (item, value) in enumerate(zip(self.inputs, self.values(row), strict=True))
        ]

    @cached_property
    def probe(self) -> ProbeSpec:
        """The experiment: change the inputs of some rows and look at the results."""
        table = self.table
        return ProbeSpec(
            id=PROBE,
            mount=table.mount,
            inputs=tuple(
                (table.cell_selector(item, row, "value"), value)
                for row in self.probed
                for item, value in zip(self.inputs, self.other_inputs(row), strict=True)
            ),
            readings=tuple(table.cell_selector(self.new, row, "value") for row in self.probed),
        )

    def write(
        self,
        desktop: Desktop,
        *,
        shape: Shape | None = None,
        work: Work | None = None,
        short: int = 0,
        live: bool = True,
        dressed: bool = True,
    ) -> None:
        """Fill the column on a desktop; what the experiment would read follows.

        Args:
            desktop: the desktop.
            shape: how the formulas are written; by default the column's own way.
            work: what they give; by default the right results.
            short: so many rows at the end are left out.
            live: formulas, or else numbers that are typed in.
            dressed: it looks like the column beside it.
        """
        table, shape, work = self.table, shape or self.shape, work or self.work
        sheet, beside = table.worksheet(desktop), table.columns[-1]
        sheet[table.header_place(self.new)].put(self.new.name)
        for row in table.row_numbers[: len(table) - short]:
            formula = shape([table.place(item, row) for item in self.inputs]) if live else None
            cell = sheet[table.place(self.new, row)]
            cell.put(work(*self.values(row)), formula)
            if dressed:
                style = table.cell(desktop, beside, row).style
                cell.style = style.but(number_format=self.new.number_format, horizontal="general")
        if dressed:
            sheet[table.header_place(self.new)].style = sheet[table.header_place(beside)].style
            sheet.column(self.new.letter).width = 14.0
        desktop.readings[PROBE] = {
            str(select): work(*(self.other_inputs(row) if live else self.values(row)))
            for row, select in zip(self.probed, self.probe.readings, strict=True)
            if row <= table.last_row - short
        }

    def facts(self) -> tuple[Fact, ...]:
        """The facts `header`, `place` and `formulas`, and what must be worked out."""
        letter = self.new.letter
        sources = (*(self.table.selector(item, "value") for item in self.inputs), *self.reads)
        experiment = tuple(value for _, value in self.probe.inputs)
        outcome = tuple(self.work(*self.other_inputs(row)) for row in self.probed)
        return (
            text_fact("header", self.new.name),
            Fact(name="place", value=letter, says=(f"column {letter}", f"the empty column {letter}")),
            Fact(name="formulas", value=True, says=("formulas", "cell formulas")),
            worked_out("results", self.results, *sources),
            worked_out("experiment", (*experiment, *outcome), *sources),
        )

    def requirements(self, *facts: str) -> tuple[Requirement, ...]:
        """The header, the right values, and formulas that follow when an input changes.

        Args:
            facts: the names of the facts that say how the results follow.
        """
        table, new = self.table, self.new
        header = Equals(select=table.header_selector(new), expected=new.name, text="trimmed")
        values = Equals(select=table.selector(new, "value"), each=self.results)
        follows = tuple(
            Equals(select=self.probe.reading(select), expected=self.work(*self.other_inputs(row)))
            for row, select in zip(self.probed, self.probe.readings, strict=True)
        )
        formulas = (Exists(select=table.selector(new, "formula")), *follows)
        return (
            Requirement(
                id="header", says="The column has its header.", any_of=((header,),), facts=("header", "place")
            ),
            Requirement(
                id="values",
                says="Every row holds the right result.",
                any_of=((values,),),
                weight=2,
                facts=("place", "results", *facts),
            ),
            Requirement(
                id="formulas",
                says="Every result is a formula that follows its inputs.",
                any_of=(formulas,),
                weight=2,
                facts=("place", "formulas", "results", "experiment", *facts),
            ),
        )

    @property
    def sources(self) -> tuple[Selector, ...]:
        """What the results follow from, for the footprint."""
        return (*(self.table.selector(item, "value") for item in self.inputs), *self.reads)

    @property
    def writes(self) -> tuple[Selector, ...]:
        """What is written, for the footprint."""
        table, new = self.table, self.new
        return (
            table.header_selector(new),
            table.selector(new, "value"),
            table.selector(new, "formula"),
        )

    @property
    def free(self) -> tuple[Selector, ...]:
        """How the column looks is up to whoever adds it."""
        table, new = self.table, self.new
        cells = (table.selector(new, name) for name in STYLE_FIELDS)
        header = (table.header_selector(new, name) for name in STYLE_FIELDS)
        return (table.column_selector(new), *cells, *header)

    def variants(self, **shapes: Shape) -> tuple[Attempt, ...]:
        """The column undressed, and written with other formulas that give the same, by name."""
        return (
            Attempt("undressed", partial(self.write, dressed=False), why="Nothing is formatted."),
            *(
                Attempt(name, partial(self.write, shape=shape), why="Another formula for the same result.")
                for name, shape in shapes.items()
            ),
        )

    def near_misses(self, **wrong: tuple[Shape, Work]) -> tuple[Attempt, ...]:
        """What people get wrong with any such column, and formulas that give something else, by name."""
        everything_but_one = len(self.table) - 1
        return (
            Attempt("typed_in", partial(self.write, live=False), why="The results are typed in."),
            Attempt("one_short", partial(self.write, short=1), why="The last row is left out."),
            Attempt(
                "first_only", partial(self.write, short=everything_but_one), why="Nothing is copied down."
            ),
            *(
                Attempt(name, partial(self.write, shape=shape, work=work), why="It gives something else.")
                for name, (shape, work) in wrong.items()
            ),
        )


def _another(table: Table, column: TableColumn, value: Entry, place: int) -> Entry:
    """Another entry that a cell of the column could hold."""
    match value:
        case bool():
            return not value
        case int() | float():
            return value * 2 + 3 + 4 * place
        case date() | timedelta():
            later: Any = value + timedelta(days=40 + 7 * place)
            return later  # type: ignore[no-any-return]
        case str():
            return next((text for text in table.classes(column) if text != value), f"{value} two")
    raise SkillError(f"An experiment cannot change {column.name!r}, which holds {value!r} in a probed row.")
