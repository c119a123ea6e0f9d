"""What lies between two dates: days, whole months and whole years, as formulas count them in every row of a table."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import permutations
from random import Random
from typing import Any

from forge.preparers.calc.formulas import pinned
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.entries import with_entries
from forge.skills.calc.support.experiments import Changes, Inputs, another, spot_of
from forge.skills.calc.support.formula_cells import FormulaCells, formula_column
from forge.skills.calc.support.spans import by_days
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.rows import Entry
from forge.skills.contract import Difficulty

AVERAGE_MONTH = 30.4375
"""Days."""
LONG = 3000
"""Days over which dates are spread where years are counted."""

Count = Callable[[date, date], int]
"""How much lies between two dates."""


@dataclass(frozen=True)
class Elapsed:
    """What is counted between two dates. In formulas `{0}` is the place of the first and `{1}` the second.

    Attributes:
        words: how people speak of it.
        formula: how it is written.
        others: other formulas that give the same.
        count: what they give.
        wrong: formulas that a hurried person takes for it, by name, each with what it gives.
    """

    words: tuple[str, ...]
    formula: str
    others: tuple[str, ...]
    count: Count
    wrong: Mapping[str, tuple[str, Count]]


def whole_months(first: date, second: date) -> int:
    """The months that are complete between two dates."""
    return calendar_months(first, second) - (second.day < first.day)


def calendar_months(first: date, second: date) -> int:
    """How much later a month is than another, whatever the days."""
    return 12 * (second.year - first.year) + second.month - first.month


def whole_years(first: date, second: date) -> int:
    """The years that are complete between two dates."""
    return whole_months(first, second) // 12


def days_between(first: date, second: date) -> int:
    """The days from one date to another."""
    return (second - first).days


def in_parts(first: date, second: date, days: int) -> int:
    """The time between two dates in parts of so many days, rounded."""
    return int(days_between(first, second) / days + 0.5)


def in_average(first: date, second: date, days: float) -> int:
    """The complete parts between two dates, taken for so many days each."""
    return int(days_between(first, second) / days)


def before(day: date, months: int) -> date:
    """The same day so many months earlier, or the last one of a month that has no such day."""
    year, month = divmod(12 * day.year + day.month - 1 - months, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


_MONTHS = "12*(YEAR({1})-YEAR({0}))+MONTH({1})-MONTH({0})"

ELAPSED: dict[Difficulty, Elapsed] = {
    "easy": Elapsed(
        words=("the number of days", "the days elapsed"),
        formula="={1}-{0}",
        others=("=DAYS({1},{0})", '=DATEDIF({0},{1},"d")'),
        count=days_between,
        wrong={
            "turned_round": ("={0}-{1}", lambda first, second: days_between(second, first)),
            "one_too_many": ("={1}-{0}+1", lambda first, second: days_between(first, second) + 1),
        },
    ),
    "medium": Elapsed(
        words=("the number of whole months", "the completed months"),
        formula='=DATEDIF({0},{1},"m")',
        others=(f"={_MONTHS}-IF(DAY({{1}})<DAY({{0}}),1,0)", '=INT(DATEDIF({0},{1},"m"))'),
        count=whole_months,
        wrong={
            "days_ignored": (f"={_MONTHS}", calendar_months),
            "of_thirty_days": ("=ROUND(({1}-{0})/30,0)", partial(in_parts, days=30)),
            "of_average_months": ("=INT(({1}-{0})/30.4375)", partial(in_average, days=AVERAGE_MONTH)),
        },
    ),
    "hard": Elapsed(
        words=("the number of whole years", "the completed years"),
        formula='=DATEDIF({0},{1},"y")',
        others=(
            "=YEAR({1})-YEAR({0})-IF(DATE(YEAR({1}),MONTH({0}),DAY({0}))>{1},1,0)",
            '=INT(DATEDIF({0},{1},"m")/12)',
        ),
        count=whole_years,
        wrong={
            "days_ignored": ("=YEAR({1})-YEAR({0})", lambda first, second: second.year - first.year),
            "rounded": ("=ROUND(({1}-{0})/365,0)", partial(in_parts, days=365)),
            "of_average_years": ("=INT(({1}-{0})/365.25)", partial(in_average, days=365.25)),
            "of_365_days": ("=INT(({1}-{0})/365)", partial(in_average, days=365)),
        },
    ),
}
"""What is counted between two dates, the smallest unit first."""


@dataclass(frozen=True)
class Between:
    """Cells that count from one date to another in every row.

    Attributes:
        table: the table.
        elapsed: what is counted.
        first: the column of the first date.
        second: the column of the second one, or None where that is the same for all.
        until: the second date where it is the same for all.
        box: the cell in which that stands; empty where it is only told.
        new: the column of the cells.
        waiting: it has its header from the start.
        probed: the rows whose dates the experiment changes.
    """

    table: Table
    elapsed: Elapsed
    first: TableColumn
    second: TableColumn | None
    until: date
    box: str
    new: TableColumn
    waiting: bool
    probed: tuple[int, ...]

    def formula(self, template: str, row: int) -> str:
        """A formula between the two dates of a row."""
        second = f"DATE({self.until.year},{self.until.month},{self.until.day})"
        second = pinned(self.box, fixed=True) if self.box else second
        second = self.table.place(self.second, row) if self.second is not None else second
        return template.format(self.table.place(self.first, row), second)

    def result(self, count: Callable[[date, date], int], inputs: Inputs, row: int) -> int:
        """What it gives."""
        until = inputs.changes.get((self.table.sheet, self.box), self.until)
        second: Any = inputs.value(self.table, self.second, row) if self.second is not None else until
        first: Any = inputs.value(self.table, self.first, row)
        return count(first, second)

    @cached_property
    def cells(self) -> FormulaCells[int]:
        """The cells that are to be filled."""
        table, columns = self.table, (self.first, *([self.second] if self.second is not None else ()))
        changes = {
            spot_of(table, item, row): another(table, item, table.value(item, row), place)
            for row in self.probed
            for place, item in enumerate(columns)
        }
        if self.box:
            changes[table.sheet, self.box] = self.until.replace(year=self.until.year + 4)
        box = (table.at(self.box, "value"),) if self.box else ()
        edges = self._anniversaries()
        return formula_column(
            table,
            self.new,
            partial(self.formula, self.elapsed.formula),
            partial(self.result, self.elapsed.count),
            experiments=(changes, edges) if edges else (changes,),
            probed=self.probed,
            sources=(*(table.selector(item, "value") for item in columns), *box),
            waiting=self.waiting,
        )

    def _anniversaries(self) -> Changes:
        """Begin a row where some short months or years are just complete, another a day later than some long ones.

        Whoever divides days is wrong there.
        """
        if self.elapsed.count not in (whole_months, whole_years):
            return {}
        unit, least, most = (
            (1, AVERAGE_MONTH, AVERAGE_MONTH) if self.elapsed.count == whole_months else (12, 365, 365.25)
        )
        changes: dict[tuple[str, str], Entry] = {}
        until = self.until
        if self.box:  # a year before a leap year
            until = changes[self.table.sheet, self.box] = until.replace(year=until.year + 3 - until.year % 4)
        for row, late in zip((self.probed[0], self.probed[-1]), (0, 1), strict=True):
            end: Any = self.table.value(self.second, row) if self.second is not None else until
            for number in range(1, 25):
                first = by_days(before(end, number * unit), late)
                lasted = days_between(first, end)
                if (lasted >= number * least) if late else (lasted < number * most):
                    changes[spot_of(self.table, self.first, row)] = first
                    break
        return changes


def in_turn(table: Table, desktop: Desktop, random: Random) -> tuple[Table, TableColumn, TableColumn]:
    """Two columns of dates of which the first is never later; where there are none, the second is moved."""
    for first, second in permutations(table.all("date"), 2):
        if all(one <= other for one, other in zip(days(table, first), days(table, second), strict=True)):
            return table, first, second
    first, second = table.all("date")[:2]
    later = [by_days(day, random.randint(1, 60)) for day in days(table, first)]
    return with_entries(table, desktop, second, later), first, second


def over_years(table: Table, desktop: Desktop, column: TableColumn) -> Table:
    """The table with the dates of a column spread over some years, in the order that they have."""
    found = days(table, column)
    last, length = max(found), max((max(found) - min(found)).days, 1)
    if length >= LONG:
        return table
    spread = [by_days(last, (day - last).days * LONG // length) for day in found]
    return with_entries(table, desktop, column, spread)


def days(table: Table, column: TableColumn) -> list[date]:
    """The dates of a column."""
    return [day for day in table.values(column) if isinstance(day, date)]


def past(found: Sequence[date], *, years: bool) -> date:
    """A date far behind others, at which the last year or month is complete for some of them only."""
    middle = sorted(found, key=lambda day: (day.month * years, day.day))[len(found) // 2]
    return date(max(found).year + 2, middle.month, min(middle.day, 28))
