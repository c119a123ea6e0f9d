"""Conditional formats as tasks ask for them: their colours, every way in which one can be made, usual mistakes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from random import Random
from typing import Any, TypeVar

from forge.preparers.calc.formulas import canonical
from forge.preparers.calc.schema import SCHEMA
from forge.preparers.calc.spec import BLACK, CellValue, ConditionalFormat, Highlight
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.extents import column_range
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.checks import new_thing, no_others
from forge.skills.contract import Attempt, Fact
from forge.states.rubric import Matches, OneOf, Requirement, Way
from forge.states.selectors import Selector
from forge.states.values import Colour, Formula, Value

FILLS: Mapping[str, Colour] = {
    "yellow": Colour("#FFFF00"),
    "gold": Colour("#FFBF00"),
    "light orange": Colour("#FFB66C"),
    "light red": Colour("#FFA6A6"),
    "light green": Colour("#AFD095"),
    "light blue": Colour("#B4C7DC"),
    "light purple": Colour("#E0C2CD"),
    "lime": Colour("#81D41A"),
}
"""Backgrounds on which black text can be read, from LibreOffice's standard palette."""


@dataclass(frozen=True)
class Condition:
    """A way of making a rule.

    Attributes:
        where: a pattern for its range.
        properties: its properties but for the range and the look.
        formulas: for a rule of type `formula`, the formulas that say the same.
    """

    where: str
    properties: Mapping[str, Value]
    formulas: tuple[str, ...] = ()

    @classmethod
    def by_formula(cls, where: str, formulas: Iterable[str]) -> Condition:
        """A rule that asks one of some formulas, each relative to the first cell of the range."""
        return cls(where, {"type": "formula"}, tuple(canonical(formula) for formula in formulas))


BOLD = Fact(name="weight", value=True, says=("bold text", "bold letters"))
"""The fact that what is marked is bold as well."""


def draw_fills(random: Random, count: int) -> list[str]:
    """The names of some different fills."""
    return random.sample(sorted(FILLS), count)


def fill_fact(name: str, colour: str) -> Fact:
    """A fill; its code leaves no doubt which of many light greens is meant."""
    code = FILLS[colour]
    return Fact(name=name, value=code, says=(f"{colour} ({code.code})",))


def rule_fact(*spelled: str) -> Fact:
    """The fact that a conditional format is wanted, and what its checks spell out besides: types, black text."""
    return Fact(name="rule", value=(*spelled, BLACK), says=("conditional formatting", "a conditional format"))


def new_rule(
    table: Table, conditions: Iterable[Condition], look: Highlight
) -> tuple[list[Selector], tuple[Way, ...]]:
    """The places of a new rule, for the footprint's `writes`, and the ways that are right.

    A style that was made in LibreOffice says that its text is black where nobody chose a colour. A way leaves out
    the rules of all others: what was tried before and left behind may mark something else.

    Args:
        table: the table of the sheet on which it is to be.
        conditions: the ways of making it, all of which mark the same cells.
        look: what it changes.
    """
    shown: dict[str, Value] = {item.name: getattr(look, item.name) for item in fields(Highlight)}
    looks = [shown, {**shown, "colour": BLACK}] if look.colour is None else [shown]
    selectors: list[Selector] = []
    ways: list[Way] = []
    for condition in conditions:
        for item in looks:
            given, free = {**item, **condition.properties}, ["range"]
            if condition.formulas:
                free.append("first")
            selector, checks = new_thing(SCHEMA, table.sheet_selector(), "conditional_format", given, free)
            checks += (Matches(select=selector.of("range"), pattern=condition.where),)
            if condition.formulas:
                options = tuple(Formula(formula) for formula in condition.formulas)
                checks += (OneOf(select=selector.of("first"), options=options),)
            selectors.append(selector)
            ways.append(checks)
    return selectors, no_others(selectors, ways)


@dataclass(frozen=True)
class Marking:
    """A conditional format that a task asks for.

    Attributes:
        table: the table.
        column: the column to whose data it applies.
        look: what it changes.
        rule: the fields of the rule of the reference solution, but for range and look.
        conditions: the ways of making it, all of which mark the same cells.
        marks: whether it marks an entry.
    """

    table: Table
    column: TableColumn
    look: Highlight
    rule: Mapping[str, Any]
    conditions: tuple[Condition, ...]
    marks: Callable[[CellValue], bool]

    def checked(self, name: str, says: str, facts: Iterable[str]) -> tuple[list[Selector], Requirement]:
        """The places of the new rule, for the footprint's `writes`, and the requirement that it is there."""
        selectors, ways = new_rule(self.table, self.conditions, self.look)
        return selectors, Requirement(id=name, says=says, any_of=ways, facts=tuple(facts))

    def add(
        self,
        desktop: Desktop,
        *,
        column: TableColumn | None = None,
        header: bool = False,
        short: int = 0,
        **changes: Any,
    ) -> None:
        """Add the rule of the reference solution, or one that differs from it."""
        area = column_range(self.table, column or self.column, header=header, short=short)
        made = ConditionalFormat(area, **{**self.rule, "highlight": self.look, **changes})
        self.table.worksheet(desktop).conditional_formats.append(made)

    def by_hand(self, desktop: Desktop) -> None:
        """Colour the cells that it marks today."""
        for cell in self.table.cells(desktop, self.column):
            if self.marks(cell.value):
                cell.restyle(fill=self.look.fill)


M = TypeVar("M", bound=Marking)


def add_all(
    markings: Sequence[M],
    desktop: Desktop,
    change: Callable[[M], Mapping[str, Any]] | None = None,
    **extent: Any,
) -> None:
    """Add the rules of all markings.

    Args:
        markings: the markings.
        desktop: where they are added.
        change: fields of `ConditionalFormat` in which each rule differs.
        extent: how far each reaches, as `Marking.add` takes it.
    """
    for marking in markings:
        marking.add(desktop, **{**extent, **(change(marking) if change else {})})


def any_order(table: Table) -> Selector:
    """The order of a sheet's conditional formats, which is free where no cell can be marked by two of them."""
    return table.sheet_selector("order:conditional_format")


def mistakes(markings: Sequence[Marking], neighbour: TableColumn) -> tuple[Attempt, ...]:
    """What people get wrong whatever the rule is."""

    def by_hand(desktop: Desktop) -> None:
        for marking in markings:
            marking.by_hand(desktop)

    def tried_before(desktop: Desktop) -> None:
        first = markings[0]
        tried = f'{first.table.place(neighbour, first.table.first_row)}<>""'
        first.add(desktop, column=neighbour, type="formula", operator=None, formulas=(tried,))
        add_all(markings, desktop)

    act = partial(add_all, markings)
    return (
        Attempt("one_short", partial(act, short=1), why="The last row is never marked."),
        Attempt("neighbour", partial(act, column=neighbour), why="Another column has the rule."),
        Attempt("tried_before", tried_before, why="A wrong rule was left behind beside the right one."),
        Attempt("by_hand", by_hand, why="New values are not marked."),
    )
