"""Cells that are to hold formulas: how they are written, asked for, probed, and done wrong.

A skill says how the formula of each cell is written and what it gives, from what stands in the cells that it reads:

    FormulaCells(
        table,
        rows=(90,),
        letters=("D", "F"),
        keys=columns,
        formula=lambda column: f"=SUM({table.range(column)})",
        result=lambda inputs, column: sum(inputs.numbers(table, column)),
        ...
    )

Values of the reference solution, what probes read, variants and near misses all follow from these two. Columns
whose results follow from the same row alone are easier with `formula_columns.FormulaColumn`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache, cached_property, partial
from typing import Generic, TypeVar

from forge.preparers.calc import places
from forge.preparers.calc.spec import CellValue, Style
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.experiments import Changes, Inputs
from forge.skills.calc.support.facts import column_fact, text_fact, worked_out
from forge.skills.calc.support.looks import width_for
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Attempt, Fact
from forge.states.rubric import Close, Equals, Exists, ProbeSpec, Requirement
from forge.states.selectors import Selector

STYLE_FIELDS = tuple(item.name for item in fields(Style))

NEW_COLUMN = "[[{{target}}|the new column {{header}} in {{place}}]]"
"""How phrasings speak of the column of `column_facts`: of one that waits to be filled, or of one to be added."""
TARGET = NEW_COLUMN + "[[ on {{sheet}}|]]"
"""The same with its sheet."""

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class FormulaCells(Generic[Key]):
    """Cells that are to hold formulas, on the sheet of a table.

    Attributes:
        table: a table on their sheet.
        rows: the rows in which they stand, from the top down.
        letters: the columns in which they stand, from left to right.
        keys: what the skill knows each cell by, row by row.
        formula: how the formula of a cell is written, from its key.
        result: what it gives, from what it reads and the key.
        experiments: what each probe writes where.
        probed: the keys of the cells that probes read.
        sources: the places from which the results follow.
        labels: texts that are to be written as well, by place.
        dress: gives the cells their looks on a desktop; None where they have them from the start.
        roam: what is up to whoever does it, besides how these cells look.
        asked_looks: the fields of `Style` that the task asks for, which are not up to whoever does it.
        alike: what a result is read as under another number format that shows the same, if there is one.
    """

    table: Table
    rows: tuple[int, ...]
    letters: tuple[str, ...]
    keys: tuple[Key, ...]
    formula: Callable[[Key], str]
    result: Callable[[Inputs, Key], CellValue]
    experiments: tuple[Changes, ...]
    probed: tuple[Key, ...]
    sources: tuple[Selector, ...]
    labels: Mapping[str, str] = field(default_factory=dict)
    dress: Callable[[Desktop], None] | None = None
    roam: tuple[Selector, ...] = ()
    asked_looks: tuple[str, ...] = ()
    alike: Callable[[CellValue], CellValue] | None = None

    @cached_property
    def standing(self) -> Mapping[Key, str]:
        """Where each cell stands."""
        spots = [f"{letter}{row}" for row in self.rows for letter in self.letters]
        return dict(zip(self.keys, spots, strict=True))

    def cells(self, prop: str) -> Selector:
        """A property of all these cells."""
        rows = self.table.sheet_selector().below("row", *self.rows)
        return rows.below("cell", *self.letters).of(prop)

    @cached_property
    def results(self) -> Mapping[Key, CellValue]:
        """What each cell holds in the end."""
        start = Inputs()
        return {key: self.result(start, key) for key in self.standing}

    @cached_property
    def probes(self) -> tuple[ProbeSpec, ...]:
        """The experiments: change some cells and look at some results."""
        mount = self.table.mount
        return tuple(
            ProbeSpec(
                id="inputs" if number == 1 else f"inputs_{number}",
                mount=mount,
                inputs=tuple(
                    (places.cell(mount, sheet, where, "value"), value)
                    for (sheet, where), value in changes.items()
                ),
                readings=tuple(self.table.at(self.standing[key], "value") for key in self.probed),
            )
            for number, changes in enumerate(self.experiments, 1)
        )

    def fill(
        self,
        desktop: Desktop,
        *,
        formula: Callable[[Key], str] | None = None,
        result: Callable[[Inputs, Key], CellValue] | None = None,
        live: bool = True,
        left_out: Iterable[Key] = (),
        dressed: bool = True,
    ) -> None:
        """Fill the cells on a desktop; what the probes would read follows.

        Args:
            desktop: the desktop.
            formula: how the formulas are written; by default as they should be.
            result: what they give; by default what they should.
            live: formulas, or else values that are typed in.
            left_out: the keys of cells that stay as they are.
            dressed: the cells get their looks.
        """
        formula, result, out = formula or self.formula, result or self.result, set(left_out)
        sheet, start = self.table.worksheet(desktop), Inputs()
        for where, text in self.labels.items():
            sheet[where].put(text)
        for key, where in self.standing.items():
            if key not in out:
                sheet[where].put(result(start, key), formula(key) if live else None)
        if dressed and self.dress is not None:
            self.dress(desktop)
        for probe, changes in zip(self.probes, self.experiments, strict=True):
            inputs = Inputs(changes) if live else start
            desktop.readings[probe.id] = {
                str(select): result(inputs, key)
                for key, select in zip(self.probed, probe.readings, strict=True)
                if key not in out
            }

    def facts(self) -> tuple[Fact, ...]:
        """The fact `formulas`, and what must be worked out."""
        outcomes = [self.result(Inputs(changes), key) for changes in self.experiments for key in self.probed]
        results = tuple(read(value) for read in self._readings for value in self.results.values())
        outcomes = [read(value) for read in self._readings for value in outcomes]
        return (
            Fact(name="formulas", value=True, says=("formulas", "cell formulas")),
            worked_out("results", results, *self.sources),
            worked_out("outcomes", tuple(outcomes), *self.sources),
        )

    @property
    def _readings(self) -> tuple[Callable[[CellValue], CellValue], ...]:
        """What results are read as: themselves, or what they are alike."""
        return (lambda value: value, *((self.alike,) if self.alike is not None else ()))

    def _followed(self, read: Callable[[CellValue], CellValue]) -> tuple[Close | Equals, ...]:
        """The checks that probes read the right results."""
        return tuple(
            _hold(probe.reading(select), (read(self.result(Inputs(changes), key)),))
            for probe, changes in zip(self.probes, self.experiments, strict=True)
            for key, select in zip(self.probed, probe.readings, strict=True)
        )

    def requirements(self, *facts: str) -> tuple[Requirement, ...]:
        """The labels, the right values, and formulas that follow when an input changes.

        Args:
            facts: the names of the facts that say where the cells stand and how their results follow.
        """
        table = self.table
        found: list[Requirement] = []
        if self.labels:
            labels = tuple(
                Equals(select=table.at(where, "value"), expected=text, text="trimmed")
                for where, text in self.labels.items()
            )
            says = "What is new is labelled as it should be."
            found.append(Requirement(id="labels", says=says, any_of=(labels,), facts=facts))
        cells, there = self.cells("value"), Exists(select=self.cells("formula"))
        results = [tuple(map(read, self.results.values())) for read in self._readings]
        return (
            *found,
            Requirement(
                id="values",
                says="Every cell holds the right result.",
                any_of=tuple((_hold(cells, values),) for values in results),
                weight=2,
                facts=(*facts, "results"),
            ),
            Requirement(
                id="formulas",
                says="Every result is a formula that follows its inputs.",
                any_of=tuple((there, *self._followed(read)) for read in self._readings),
                weight=2,
                facts=(*facts, "formulas", "outcomes"),
            ),
        )

    @property
    def writes(self) -> tuple[Selector, ...]:
        """What is written, for the footprint."""
        cells = (self.cells(name) for name in ("value", "formula", *self.asked_looks))
        return (*cells, *(self.table.at(where, "value") for where in self.labels))

    @property
    def free(self) -> tuple[Selector, ...]:
        """How the cells look, and how wide their columns are, is up to whoever fills them."""
        looks = [self.cells(name) for name in STYLE_FIELDS if name not in self.asked_looks]
        looks += [self.table.at(where, name) for where in self.labels for name in STYLE_FIELDS]
        mount, sheet = self.table.mount, self.table.sheet
        widths = (places.column(mount, sheet, letter, prop="width") for letter in self.letters)
        return (*looks, *widths, *self.roam)

    def variants(self, **formulas: Callable[[Key], str]) -> tuple[Attempt, ...]:
        """The cells undressed where looks are not asked for, and other formulas that give the same, by name."""
        undressed = Attempt("undressed", partial(self.fill, dressed=False), why="Nothing is formatted.")
        return (
            *((undressed,) if self.dress is not None and not self.asked_looks else ()),
            *(
                Attempt(name, partial(self.fill, formula=formula), why="Another formula for the same result.")
                for name, formula in formulas.items()
            ),
        )

    def near_misses(
        self, **wrong: tuple[Callable[[Key], str], Callable[[Inputs, Key], CellValue]]
    ) -> tuple[Attempt, ...]:
        """Results typed in, cells left out, and formulas that give something else, by name."""
        keys = self.keys
        left_out: dict[str, tuple[tuple[Key, ...], str]] = {}
        if len(keys) > 1:
            left_out["last_left_out"] = (keys[-1:], "The last cell is left out.")
        if len(keys) > 2:
            left_out["first_only"] = (keys[1:], "Nothing is copied on.")
        return (
            Attempt("typed_in", partial(self.fill, live=False), why="The results are typed in."),
            *(
                Attempt(name, partial(self.fill, left_out=out), why=why)
                for name, (out, why) in left_out.items()
            ),
            *(
                Attempt(
                    name, partial(self.fill, formula=formula, result=result), why="It gives something else."
                )
                for name, (formula, result) in wrong.items()
            ),
        )


def formula_column(
    table: Table,
    new: TableColumn,
    formula: Callable[[int], str],
    result: Callable[[Inputs, int], CellValue],
    *,
    experiments: Iterable[Changes],
    probed: Iterable[int],
    sources: Iterable[Selector],
    waiting: bool = False,
    rows: range | None = None,
    asked_looks: tuple[str, ...] = (),
    alike: Callable[[CellValue], CellValue] | None = None,
) -> FormulaCells[int]:
    """A column of formulas beside the data of a table, a cell for each row; the keys are the rows.

    Args:
        table: the table.
        new: the column: a new one (`table.new_column`), or one that is there and empty.
        formula: how the formula of a row is written.
        result: what it gives.
        experiments: what each probe writes where.
        probed: the rows that probes read.
        sources: the places from which the results follow.
        waiting: the column has its header and looks from the start (`put_waiting`).
        rows: the rows that are filled; all of the data by default.
        asked_looks: the fields of `Style` that the task asks for.
        alike: what a result is read as under another number format that shows the same.
    """
    rows = rows or table.row_numbers
    around = tuple(table.around(new, name) for name in STYLE_FIELDS)
    return FormulaCells(
        table=table,
        rows=tuple(rows),
        letters=(new.letter,),
        keys=tuple(rows),
        formula=formula,
        result=result,
        experiments=tuple(experiments),
        probed=tuple(probed),
        sources=tuple(sources),
        labels={} if waiting else {table.header_place(new): new.name},
        dress=None if waiting else partial(dress_column, table, new),
        roam=() if waiting else (table.column_selector(new, "width"), *around),
        asked_looks=asked_looks,
        alike=alike,
    )


def dress_column(table: Table, new: TableColumn, desktop: Desktop) -> None:
    """Give a column beside a table the looks of the last column, and a number format of its own."""
    sheet, beside = table.worksheet(desktop), table.columns[-1]
    header = sheet[table.header_place(new)]
    header.style = table.header_style(desktop, new.role)
    dressed = cache(partial(Style.but, number_format=new.number_format, horizontal="general"))
    for row in table.row_numbers:
        sheet[table.place(new, row)].style = dressed(table.cell(desktop, beside, row).style)
    sheet.column(new.letter).width = width_for(new.name, (), "General", header.style) + 3


def put_waiting(table: Table, new: TableColumn, desktop: Desktop) -> None:
    """Put the header of a column that waits to be filled beside a table, at the start."""
    table.worksheet(desktop)[table.header_place(new)].put(new.name)
    dress_column(table, new, desktop)


def column_facts(table: Table, new: TableColumn, *, waiting: bool) -> tuple[Fact, ...]:
    """The facts on a column to be filled: `target` where it waits, else `header` and `place`."""
    if waiting:
        return (column_fact("target", table, new),)
    letter = new.letter
    return (
        text_fact("header", new.name),
        Fact(name="place", value=letter, says=(f"column {letter}", f"the empty column {letter}")),
    )


def _hold(select: Selector, values: tuple[CellValue, ...]) -> Close | Equals:
    """The check that places hold values: numbers within what the order of a calculation can make of them."""
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return Close(select=select, each=values, relative=1e-9, absolute=1e-7)
    return Equals(select=select, each=values)
