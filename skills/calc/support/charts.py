"""Charts as tasks ask for them: of which columns and rows, with what titles, and all that is left open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from forge.preparers.calc.places import column_number, fixed, letters
from forge.preparers.calc.spec import Chart, Series
from forge.preparers.calc.trees import reference
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.facts import text_fact, worked_out
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Attempt, Fact
from forge.states.rubric import AnyCheck, Count, Equals, Exists, Requirement
from forge.states.selectors import Selector
from forge.states.values import Value

TITLES = {
    "title": "title",
    "x_title": "title of the axis of categories",
    "y_title": "title of the axis of values",
}


@dataclass(frozen=True)
class Drawing:
    """A chart that a task asks for. Its place, its legend and the titles that nobody asked for are left open.

    Attributes:
        table: the table of whose columns it is made.
        type: its type, as in `Chart`.
        labels: the column of its categories.
        series: the columns of its series.
        rows: the first and the last row that it shows.
        grouping: how its series go together.
        titles: the titles that are asked for, by their names in `Chart`.
    """

    table: Table
    type: str
    labels: TableColumn
    series: tuple[TableColumn, ...]
    rows: tuple[int, int]
    grouping: Any = "clustered"
    titles: tuple[tuple[str, str], ...] = ()

    def place(self, column: TableColumn) -> str:
        """Where the rows of a column stand that it shows, with the sheet."""
        return fixed(self.table.sheet, f"{column.letter}{self.rows[0]}:{column.letter}{self.rows[1]}")

    def name(self, column: TableColumn) -> str:
        """Where the name of a series stands, with the sheet."""
        return fixed(self.table.sheet, self.table.header_place(column))

    def chart(self, **changes: Any) -> Chart:
        """The chart, right of the table; or one that differs from it."""
        labels = self.place(self.labels)
        series = [Series(self.place(item), labels, self.name(item)) for item in self.series]
        anchor = f"{letters(column_number(self.table.free_column) + 1)}2"
        wanted = {"grouping": self.grouping, "anchor": anchor, **dict(self.titles)}
        return replace(Chart(self.type, series, **wanted), **changes)

    def add(self, desktop: Desktop, sheet: str = "", **changes: Any) -> None:
        """Add the chart, or one that differs from it, to its sheet or another."""
        self.table.workbook(desktop).sheet(sheet or self.table.sheet).charts.append(self.chart(**changes))

    @property
    def selector(self) -> Selector:
        """Whatever chart is new on the sheet, for the footprint's `writes`."""
        return self.table.sheet_selector().new("chart")

    def free(self) -> Iterator[Selector]:
        """What is up to whoever makes the chart, for the footprint's `free`."""
        asked = dict(self.titles)
        for name in ("anchor", "legend", *(name for name in TITLES if name not in asked), "order:series"):
            yield self.selector.of(name)

    def facts(self, words: Sequence[str]) -> list[Fact]:
        """What is told of it but for its columns and rows, and where these stand.

        Args:
            words: how its type and grouping are said, with an article.
        """
        places: list[Value] = [
            reference(text, self.table.sheet)
            for column in self.series
            for text in (self.place(column), self.name(column))
        ]
        labels = reference(self.place(self.labels), self.table.sheet)
        return [
            Fact(name="kind", value=(self.type, self.grouping, 1), says=tuple(words)),
            *(text_fact(name, text) for name, text in self.titles),
            worked_out("sources", (labels, *places), self.table.sheet_selector()),
            worked_out("count", len(self.series), self.table.sheet_selector()),
        ]

    def requirements(self, *told: str) -> list[Requirement]:
        """One for the type, one for what is shown, and one for each title.

        Args:
            told: the facts that tell of columns and rows.
        """
        chart, found = self.selector, []
        kind: tuple[AnyCheck, ...] = (
            Count(select=chart, expected=1),
            Equals(select=chart.of("type"), expected=self.type),
            Equals(select=chart.of("grouping"), expected=self.grouping),
        )
        found.append(Requirement(id="kind", says="There is one such chart.", any_of=(kind,), facts=("kind",)))
        shown = [
            Count(select=chart.below("series"), expected=len(self.series)),
            *map(self._series, self.series),
        ]
        says = "It shows these columns and rows."
        ways = [tuple(shown), (shown[0], *(self._series(item, typed=True) for item in self.series))]
        if len(self.series) == 1:
            ways.append((shown[0], self._series(self.series[0], named=False)))
        facts = ("sources", "count", *told)
        found.append(Requirement(id="data", says=says, any_of=tuple(ways), facts=facts))
        for name, text in self.titles:
            check = Equals(select=chart.of(name), expected=text, text="trimmed")
            says = f"The {TITLES[name]} is as told."
            found.append(Requirement(id=name, says=says, any_of=((check,),), facts=(name,)))
        return found

    def _series(self, column: TableColumn, *, named: bool = True, typed: bool = False) -> AnyCheck:
        sheet = self.table.sheet
        where: dict[str, Value] = {
            "values": reference(self.place(column), sheet),
            "categories": reference(self.place(self.labels), sheet),
            "name": reference(self.name(column), sheet) if named else None,
        }
        if typed:
            where["name"] = column.name
        return Exists(select=self.selector.below("series", **where))


def other_ways(drawing: Drawing) -> Iterator[Attempt]:
    """Charts that show the same."""
    act = drawing.add
    yield Attempt("elsewhere", partial(act, anchor="B30", legend="bottom"), why="Place and legend are open.")
    more: dict[str, Any] = {name: "Figures" for name in TITLES if name not in dict(drawing.titles)}
    if more:
        yield Attempt("more_titles", partial(act, **more), why="Nobody asked for no further titles.")
    series = drawing.chart().series
    typed = [
        replace(shown, name=None, typed_name=column.name)
        for shown, column in zip(series, drawing.series, strict=True)
    ]
    yield Attempt("typed_names", partial(act, series=typed), why="The names of the series are typed.")
    if len(series) > 1:
        yield Attempt("other_order", partial(act, series=series[::-1]), why="No order was asked for.")
    else:
        unnamed = [replace(series[0], name=None)]
        yield Attempt("unnamed", partial(act, series=unnamed), why="A single series needs no name.")


def mistakes(drawing: Drawing, other_type: str, extra: TableColumn) -> Iterator[Attempt]:
    """What people get wrong whatever the chart is.

    Args:
        drawing: the chart.
        other_type: a type that is easily taken for the right one.
        extra: a column of the same table that was not asked for.
    """
    first, last = drawing.rows

    def but(**changes: Any) -> Callable[[Desktop], None]:
        return replace(drawing, **changes).add

    unlabelled = [replace(item, categories=None) for item in drawing.chart().series]
    named = drawing.chart().series
    named[0] = replace(named[0], name=None, typed_name=f"{drawing.series[0].name} ({extra.name})")
    yield Attempt("misnamed", partial(drawing.add, series=named), why="A series bears another name.")
    yield Attempt("other_type", partial(drawing.add, type=other_type), why="It is another type of chart.")
    yield Attempt("one_more", but(series=(*drawing.series, extra)), why="It shows a column too many.")
    yield Attempt("another", but(series=(extra, *drawing.series[1:])), why="It shows another column.")
    yield Attempt("one_short", but(rows=(first, last - 1)), why="The last row is left out.")
    yield Attempt("below_too", but(rows=(first, last + 1)), why="The row below is shown as well.")
    yield Attempt("unlabelled", partial(drawing.add, series=unlabelled), why="It has no labels.")
    if drawing.titles:
        without: dict[str, Any] = {name: None for name, _ in drawing.titles}
        yield Attempt("untitled", partial(drawing.add, **without), why="The titles are missing.")
