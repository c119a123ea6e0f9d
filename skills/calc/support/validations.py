"""Validations as tasks ask for them: every way in which one can be made, and what people get wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from forge.preparers.calc.schema import SCHEMA
from forge.preparers.calc.spec import Validation
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.extents import column_pattern, column_range, whole_column
from forge.skills.calc.support.facts import text_fact
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.checks import new_thing, no_others
from forge.skills.contract import Attempt, Fact
from forge.states.rubric import AnyCheck, Matches, Requirement
from forge.states.selectors import Selector
from forge.states.values import Formula, Value

REFUSED = Fact(
    name="refused",
    value=("stop", True),
    says=("anything else is refused", "nothing else is accepted", "no other entry is possible"),
)
"""The fact that a wrong entry is not merely warned of."""

_OPEN = ("range", "allow_blank", "prompt_title", "prompt")


@dataclass(frozen=True)
class Restriction:
    """What may be entered into a column, as a task asks for it.

    Attributes:
        table: the table.
        column: the column whose data cells are restricted.
        rule: the fields of `Validation` of the reference solution, but for the range.
        ways: the properties of each way of making it that accepts the same entries.
        message: the title and the text of the message for a wrong entry; empty where nobody asked for one.
        open: more properties that are left to whoever does it; `also` looks at them.
        also: checks of a new validation beside its properties.
    """

    table: Table
    column: TableColumn
    rule: Mapping[str, Any]
    ways: tuple[Mapping[str, Value], ...]
    message: tuple[str, str] | None = None
    open: tuple[str, ...] = ()
    also: Callable[[Selector], Iterable[AnyCheck]] = field(default=lambda _: ())

    def facts(self) -> tuple[Fact, ...]:
        """That a wrong entry is refused and, where it was asked for, with which message."""
        if self.message is None:
            return (REFUSED,)
        title, text = self.message
        return (REFUSED, text_fact("message_title", title), text_fact("message", text))

    def checked(self, says: str, facts: Iterable[str]) -> tuple[list[Selector], list[Selector], Requirement]:
        """The places of the new validation, those of them that are left open, and the requirement.

        Args:
            says: what it asks for, for a person.
            facts: the facts beside those of `facts` on which it rests.
        """
        asked: dict[str, Value] = {"severity": "stop"}
        left = [*_OPEN, *self.open]
        if self.message is None:
            left += ["error_title", "error"]
        else:
            asked["error_title"], asked["error"] = self.message
        selectors, ways = [], []
        pattern = column_pattern(self.table, self.column)
        for way in self.ways:
            selector, checks = new_thing(
                SCHEMA, self.table.sheet_selector(), "validation", {**asked, **way}, left
            )
            where = Matches(select=selector.of("range"), pattern=pattern)
            ways.append((*checks, where, *self.also(selector)))
            selectors.append(selector)
        free = [
            selector.of(name) for selector in selectors for name in left if name not in ("range", *self.open)
        ]
        told = (*facts, *(fact.name for fact in self.facts()))
        return (
            selectors,
            free,
            Requirement(id="validation", says=says, any_of=no_others(selectors, ways), facts=told),
        )

    def add(
        self,
        desktop: Desktop,
        *,
        column: TableColumn | None = None,
        whole: bool = False,
        short: int = 0,
        **changes: Any,
    ) -> None:
        """Add the validation of the reference solution, or one that differs from it."""
        chosen = column or self.column
        area = whole_column(self.table, chosen) if whole else column_range(self.table, chosen, short=short)
        fields = dict(self.rule)
        if self.message is not None:
            fields["error_title"], fields["error"] = self.message
        self.table.worksheet(desktop).validations.append(Validation(area, **{**fields, **changes}))

    def other_ways(self) -> Iterable[Attempt]:
        """Validations that accept the same, whatever they accept."""
        help_text: dict[str, Any] = {
            "prompt_title": self.column.name[:32],
            "prompt": "See the list of rules.",
        }
        yield Attempt(
            "whole_column", partial(self.add, whole=True), why="The cells below the data are empty."
        )
        yield Attempt("with_help", partial(self.add, **help_text), why="A help text refuses nothing.")
        yield Attempt("no_blanks", partial(self.add, allow_blank=False), why="Nobody spoke of empty cells.")

    def mistakes(self, neighbour: TableColumn) -> Iterable[Attempt]:
        """What people get wrong, whatever may be entered."""
        yield Attempt("one_short", partial(self.add, short=1), why="The last row takes anything.")
        yield Attempt("neighbour", partial(self.add, column=neighbour), why="Another column is restricted.")
        yield Attempt("warned_only", partial(self.add, severity="warning"), why="A wrong entry can be kept.")
        if len(self.ways) > 1:
            both = partial(self._tried_before, neighbour=neighbour)
            yield Attempt("tried_before", both, why="Another column is restricted as well.")
        if self.message is not None:
            wrong: dict[str, Any] = {"error_title": None, "error": f"{self.message[1]} Please"}
            yield Attempt("other_message", partial(self.add, **wrong), why="The message is another.")

    def _tried_before(self, desktop: Desktop, neighbour: TableColumn) -> None:
        """Add the validation, and the last of its ways to another column."""
        way = self.ways[-1]
        ends = [way[name] for name in ("first", "second") if name in way]
        formulas = tuple(end.text.removeprefix("=") for end in ends if isinstance(end, Formula))
        changes: dict[str, Any] = {
            "formulas": formulas,
            "operator": way.get("operator", self.rule.get("operator")),
        }
        self.add(desktop, column=neighbour, **changes)
        self.add(desktop)
