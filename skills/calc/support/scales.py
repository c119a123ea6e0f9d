"""Colour scales as tasks ask for them, and every way in which one can be made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from forge.preparers.calc.schema import SCHEMA
from forge.preparers.calc.spec import ConditionalFormat, ScalePoint
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.extents import area_fact, column_range, extents, whole_column
from forge.skills.calc.support.facts import column_fact, worked_out
from forge.skills.calc.support.rules import FILLS, fill_fact
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.checks import new_thing
from forge.skills.contract import Fact
from forge.states.rubric import Absent, AnyCheck, Count, Equals, Exists, Requirement
from forge.states.selectors import Selector
from forge.states.values import Value

RULE = Fact(name="rule", value="scale", says=("a colour scale", "a conditional format with a colour scale"))
LOWEST = Fact(
    name="lowest",
    value=("min", "percent", "percentile", "0"),
    says=("the lowest value", "the smallest value"),
)
HIGHEST = Fact(
    name="highest",
    value=("max", "percent", "percentile", "100"),
    says=("the highest value", "the largest value"),
)
MIDDLE = Fact(
    name="middle", value=("percentile", "50"), says=("the 50th percentile", "the median (50th percentile)")
)
End: TypeAlias = tuple[Any, str | None]
ENDS: tuple[tuple[End, End], ...] = (
    (("min", None), ("max", None)),
    (("percent", "0"), ("percent", "100")),
    (("percentile", "0"), ("percentile", "100")),
)
"""The ways of saying where the lowest and where the highest value is."""
IN_PERCENT = ENDS[1]


@dataclass(frozen=True)
class Scales:
    """Scales of the same colours, one for each of some columns.

    Attributes:
        table: the table.
        columns: the columns, one or two.
        colours: the names of the colours from the lowest value up; the middle one of three stands at the median.
    """

    table: Table
    columns: tuple[TableColumn, ...]
    colours: tuple[str, ...]

    def selector(self, **where: Value) -> Selector:
        """The colour scales of the sheet, for the footprint's `writes`."""
        return self.table.sheet_selector().below("conditional_format", type="scale", **where)

    def points(
        self, ends: tuple[End, End] = ENDS[0], middle: Any = "percentile", order: int = 1
    ) -> tuple[ScalePoint, ...]:
        """The points of a scale, or of one that differs."""
        fills = [FILLS[name] for name in self.colours][::order]
        between = [ScalePoint(middle, "50", fill) for fill in fills[1:-1]]
        return (ScalePoint(*ends[0], fills[0]), *between, ScalePoint(*ends[1], fills[-1]))

    def facts(self) -> list[Fact]:
        """What is told of them, and what follows."""
        names = [name for name, _ in zip(("column", "second"), self.columns, strict=False)]
        facts = [column_fact(name, self.table, item) for name, item in zip(names, self.columns, strict=True)]
        facts += [
            area_fact(f"{name}_area", self.table, item)
            for name, item in zip(names, self.columns, strict=True)
        ]
        many = len(self.columns)
        counts = (many, many * len(self.colours))
        return [*facts, RULE, *self._shades(), worked_out("count", counts, self.table.sheet_selector())]

    def _shades(self) -> list[Fact]:
        names = ["low_colour", *["middle_colour"][: len(self.colours) - 2], "high_colour"]
        told = [fill_fact(name, colour) for name, colour in zip(names, self.colours, strict=True)]
        return [*told, LOWEST, HIGHEST, *([MIDDLE] if len(names) > 2 else [])]

    def requirements(self) -> Iterator[Requirement]:
        """One for each column, and one for the points of all."""
        for name, column in zip(("column", "second"), self.columns, strict=False):
            ways = tuple(
                (Exists(select=self.selector(range=place)),) for place in extents(self.table, column)
            )
            says = f"{column.name} has a colour scale."
            yield Requirement(id=name, says=says, any_of=ways, facts=(name, f"{name}_area", "rule"))
        told = ("rule", "count", *(fact.name for fact in self._shades()))
        through = tuple(tuple(self._through(ends)) for ends in ENDS)
        yield Requirement(id="points", says="The colours are as told.", any_of=through, facts=told)

    def _through(self, ends: tuple[End, End]) -> Iterator[AnyCheck]:
        """That there are so many scales, with such points and nothing else."""
        rule, many = self.selector(), len(self.columns)
        parent = self.table.sheet_selector()
        yield from new_thing(SCHEMA, parent, "conditional_format", {"type": "scale"}, ("range",))[1]
        yield Count(select=rule, expected=many)
        yield Count(select=rule.below("point"), expected=many * len(self.colours))
        for number, point in enumerate(self.points(ends), 1):
            place = rule.below("point", number)
            yield Equals(select=place.of("type"), expected=point.type)
            yield Equals(select=place.of("colour"), expected=point.colour)
            if point.value is None:
                yield Absent(select=place.of("value"))
            else:
                yield Equals(select=place.of("value"), expected=point.value)

    def add(
        self,
        desktop: Desktop,
        column: TableColumn | None = None,
        *,
        together: bool = False,
        whole: bool = False,
        header: bool = False,
        short: int = 0,
        **points: Any,
    ) -> None:
        """Add the scales, or some that differ from them."""
        table = self.table
        chosen = self.columns if column is None else (column, *self.columns[1:])
        places = [
            whole_column(table, item) if whole else column_range(table, item, header=header, short=short)
            for item in chosen
        ]
        for place in [" ".join(places)] if together else places:
            made = ConditionalFormat(place, type="scale", points=self.points(**points))
            table.worksheet(desktop).conditional_formats.append(made)
