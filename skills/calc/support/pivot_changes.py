"""Pivot tables that are there already: their data fields made to work out something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from forge.preparers.calc import places
from forge.preparers.calc.spec import DataField, Pivot
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.facts import column_fact, worked_out
from forge.skills.calc.support.pivoting import FUNCTIONS, narrow_source, sources
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Attempt, Fact
from forge.states.rubric import Equals, OneOf, Requirement
from forge.states.selectors import Selector
from forge.states.values import Reference


@dataclass(frozen=True)
class Change:
    """A data field that is to work out something else.

    Attributes:
        column: its column.
        number: its place among the data fields, from 1.
        old: what it works out at the start.
        new: what it is to work out.
    """

    column: TableColumn
    number: int
    old: str
    new: str

    @property
    def tail(self) -> str:
        """What the names of its facts end with."""
        return f"_{self.number}" if self.number > 1 else ""


@dataclass(frozen=True)
class Changes:
    """What is to change about the only pivot table of a sheet.

    Attributes:
        table: the table that it sums up.
        sheet: the sheet on which it stands.
        wanted: the data fields that change.
        used: the columns that it uses, those of its data fields among them.
    """

    table: Table
    sheet: str
    wanted: tuple[Change, ...]
    used: tuple[TableColumn, ...]

    def make(self, desktop: Desktop, instead: str | None = None, **way: str) -> None:
        """Change the functions on a desktop.

        Args:
            desktop: the desktop.
            instead: another function for the first data field.
            way: what is otherwise about the pivot table, as it is when it is made anew: fields of `Pivot`.
        """
        functions = {change.column.name: change.new for change in self.wanted}
        if instead is not None:
            functions[self.wanted[0].column.name] = instead
        self._set(desktop, functions)
        for name, value in way.items():
            setattr(self.pivot(desktop), name, value)

    def pivot(self, desktop: Desktop) -> Pivot:
        """The pivot table on a desktop, to be edited."""
        (pivot,) = self.table.workbook(desktop).sheet(self.sheet).pivots
        return pivot

    def facts(self) -> Iterator[Fact]:
        """The sheet as `place`, and for each data field `figure`, `from` and `to`."""
        sheet = self.sheet
        says = (f'the sheet "{sheet}"', f'the "{sheet}" sheet')
        yield Fact(name="place", value=sheet, says=says, refers=places.sheet(self.table.mount, sheet))
        for change in self.wanted:
            bare = tuple(words.removesuffix(" of") for words in FUNCTIONS[change.old])
            told = column_fact(f"figure{change.tail}", self.table, change.column)
            yield told.model_copy(update={"refers": self._place(change, "field")})
            yield Fact(name=f"from{change.tail}", value=change.old, says=bare, refers=self._place(change))
            yield Fact(name=f"to{change.tail}", value=change.new, says=FUNCTIONS[change.new])
        yield worked_out("sources", self._sources, self.table.sheet_selector())

    def requirements(self) -> Iterator[Requirement]:
        """One for each data field; the pivot table must still take in every row."""
        source = OneOf(select=self._pivot("source"), options=self._sources)
        for change in self.wanted:
            told = tuple(f"{name}{change.tail}" for name in ("figure", "from", "to"))
            told = ("place", *told, "sources")
            check = Equals(select=self._place(change), expected=change.new)
            says = f"It works out {FUNCTIONS[change.new][0]} {change.column.name}."
            ways = ((check, source),)
            yield Requirement(id=f"function{change.tail}", says=says, any_of=ways, facts=told)

    def _place(self, change: Change, prop: str = "function") -> Selector:
        return places.data_fields(self.table.mount, self.sheet, 1, change.number, prop)

    def _pivot(self, prop: str) -> Selector:
        return places.pivots(self.table.mount, self.sheet, 1, prop)

    @property
    def _sources(self) -> tuple[Reference, ...]:
        return tuple(sources(self.table, self.used))

    @property
    def free(self) -> tuple[Selector, ...]:
        """Where on its sheet the pivot table stands, and how wide the columns there are."""
        sheet = places.sheet(self.table.mount, self.sheet)
        return self._pivot("anchor"), sheet.below("column").of("width")

    def variants(self) -> Iterator[Attempt]:
        """The pivot table made anew instead of changed, and made easier to read."""
        source = narrow_source(self.table, self.used)
        why = "Whoever deletes it and makes it anew may put it elsewhere on its sheet."
        yield Attempt("made_anew", partial(self.make, anchor="B4"), why=why)
        why = "Columns that it does not use may be left out."
        yield Attempt("from_fewer_columns", partial(self.make, anchor="A3", source=source), why=why)
        yield Attempt("widened", self._widen, why="How wide the columns are changes nothing in it.")

    def near_misses(self) -> Iterator[Attempt]:
        """What people get wrong with functions."""
        first = self.wanted[0]
        other = next(name for name in FUNCTIONS if name not in (first.old, first.new))
        yield Attempt("counted", partial(self.make, instead="count"), why="It counts entries.")
        yield Attempt("other_function", partial(self.make, instead=other), why="It works out something else.")
        yield Attempt("one_more", self._add, why="The old figure stays beside the new one.")
        short = narrow_source(self.table, self.used, short=1)
        yield Attempt("one_row_short", partial(self.make, source=short), why="The last row is left out.")
        yield Attempt("turned", self._turn, why="The fields have moved as well.")
        yield Attempt(
            "all_counted", self._count_all, why="Every data field was changed, and to something else."
        )

    def _set(self, desktop: Desktop, functions: Mapping[str, str]) -> None:
        pivot = self.pivot(desktop)
        pivot.data = tuple(
            replace(item, function=functions.get(item.field, item.function)) for item in pivot.data
        )

    def _count_all(self, desktop: Desktop) -> None:
        self._set(desktop, {item.field: "count" for item in self.pivot(desktop).data})

    def _add(self, desktop: Desktop) -> None:
        pivot, first = self.pivot(desktop), self.wanted[0]
        pivot.data = (*pivot.data, DataField(first.column.name, first.new))

    def _widen(self, desktop: Desktop) -> None:
        self.make(desktop)
        for letter in "ABC":
            self.table.workbook(desktop).sheet(self.sheet).column(letter).width = 28.0

    def _turn(self, desktop: Desktop) -> None:
        self.make(desktop)
        pivot = self.pivot(desktop)
        pivot.rows, pivot.columns = pivot.columns, pivot.rows
