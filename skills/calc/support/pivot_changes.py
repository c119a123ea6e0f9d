"""Pivot tables that are there already: their data fields made to work out something else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from forge.preparers.calc import places
from forge.preparers.calc.spec import DataField, Pivot
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.pivoting import FUNCTIONS
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Attempt, Fact
from forge.states.rubric import Equals, Requirement
from forge.states.selectors import Selector


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
    """

    table: Table
    sheet: str
    wanted: tuple[Change, ...]

    def make(self, desktop: Desktop, instead: str | None = None) -> None:
        """Change the functions on a desktop, perhaps the first one to another."""
        functions = {change.column.name: change.new for change in self.wanted}
        if instead is not None:
            functions[self.wanted[0].column.name] = instead
        self._set(desktop, functions)

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

    def requirements(self) -> Iterator[Requirement]:
        """One for each data field."""
        for change in self.wanted:
            told = tuple(f"{name}{change.tail}" for name in ("figure", "from", "to"))
            check = Equals(select=self._place(change), expected=change.new)
            says = f"It works out {FUNCTIONS[change.new][0]} {change.column.name}."
            yield Requirement(
                id=f"function{change.tail}", says=says, any_of=((check,),), facts=("place", *told)
            )

    def _place(self, change: Change, prop: str = "function") -> Selector:
        return places.data_fields(self.table.mount, self.sheet, 1, change.number, prop)

    def near_misses(self) -> Iterator[Attempt]:
        """What people get wrong with functions."""
        first = self.wanted[0]
        other = next(name for name in FUNCTIONS if name not in (first.old, first.new))
        yield Attempt("counted", partial(self.make, instead="count"), why="It counts entries.")
        yield Attempt("other_function", partial(self.make, instead=other), why="It works out something else.")
        yield Attempt("one_more", self._add, why="The old figure stays beside the new one.")
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

    def _turn(self, desktop: Desktop) -> None:
        self.make(desktop)
        pivot = self.pivot(desktop)
        pivot.rows, pivot.columns = pivot.columns, pivot.rows
