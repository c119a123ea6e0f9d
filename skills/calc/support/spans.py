"""Counting on from a date by days, months or working days: in words, as formulas write it, and what it gives."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from forge.skills.content.rows import Entry
from forge.skills.contract import Difficulty

WORKING_WEEK = 5
"""Days."""
SHORTEST_MONTH = 28
"""Days."""
_SEARCHED = 4 * 366
"""Days after a date: a leap year and every weekday at the end of a month are among them."""

Counting = Callable[[date, int], date]
"""The date that lies so many units after another, or before it where the number is negative."""


@dataclass(frozen=True)
class Span:
    """A unit in which is counted. In formulas `{0}` is the place of the date, and `{1}` the number with its sign.

    Attributes:
        unit: in words, for many.
        fewest: the smallest number that makes a task.
        most: the largest.
        formula: how it is written.
        other: another formula that gives the same.
        find: what it gives.
        wrong: a formula that a hurried person takes for it.
        mistake: what that gives.
        anchored: it is counted from the end of the month of the date.
        ends: the date is moved on to the last day of its month.
        working: only working days are counted.
        fixed: it is the same number of days whatever the date.
    """

    unit: str
    fewest: int
    most: int
    formula: str
    other: str
    find: Counting
    wrong: str
    mistake: Counting
    anchored: bool = False
    ends: bool = False
    working: bool = False
    fixed: bool = False

    @property
    def start(self) -> str:
        """How a formula writes from where it is counted."""
        return "EOMONTH({0},0)" if self.anchored else "{0}"

    def days(self, day: date, number: int) -> int:
        """How many days there are in a number of units, counted from a date or from the end of its month."""
        return (self.find(day, number) - self.begin(day)).days

    def begin(self, day: date) -> date:
        """From where it is counted."""
        return month_end(day) if self.anchored else day

    def as_fixed_days(
        self, days: Sequence[date], number: int
    ) -> tuple[Callable[[Sequence[str]], str], Callable[[date], date]]:
        """A formula that adds the days that it mostly is over some dates, and what that gives."""
        found = [self.days(day, number) for day in days]
        usual = max(found, key=found.count)
        formula = f"={self.start}{usual:+}"
        return lambda places: formula.format(places[0]), lambda day: by_days(self.begin(day), usual)

    def draw(self, random: Random) -> int:
        """A number that makes a task: of working days no whole weeks, which would be a fixed number of days."""
        numbers = range(self.fewest, self.most + 1)
        return random.choice(
            [number for number in numbers if not (self.working and number % WORKING_WEEK == 0)]
        )

    def telling(self, days: Sequence[date], number: int) -> list[date]:
        """Dates from given ones on over which a number of units is different numbers of days, where there are any.

        Whoever adds a fixed number of days is wrong for some of them. They are days that every month has.
        """
        counts, found = set[int](), list[date]()
        for first in days:
            later = [by_days(first, more) for more in range(_SEARCHED)]
            safe = [day for day in later if day.day <= SHORTEST_MONTH]
            found.append(next((day for day in safe if self.days(day, number) not in counts), safe[0]))
            counts.add(self.days(found[-1], number))
        return found


def by_days(day: date, number: int) -> date:
    """So many days later."""
    return day + timedelta(days=number)


def by_months(day: date, number: int) -> date:
    """The same day so many months later, or the last one of a shorter month."""
    year, month = divmod(12 * day.year + day.month - 1 + number, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def month_end(day: date, number: int = 0) -> date:
    """The last day of the month, or of that so many months later."""
    later = by_months(day, number)
    return later.replace(day=monthrange(later.year, later.month)[1])


def by_working_days(day: date, number: int) -> date:
    """So many days later, where Saturdays and Sundays do not count."""
    left, step = abs(number), 1 if number > 0 else -1
    while left:
        day += timedelta(days=step)
        left -= day.weekday() < 5
    return day


def in_every_month(entry: Entry) -> Entry:
    """A date, or where its month goes on longer than others the last one that every month has."""
    return entry.replace(day=min(entry.day, SHORTEST_MONTH)) if isinstance(entry, date) else entry


_MONTH_END = "DATE(YEAR({0}),MONTH({0})+1,0)"

DAYS = Span(
    "days", 5, 120, "={0}{1:+}", "=DATE(YEAR({0}),MONTH({0}),DAY({0}){1:+})", by_days,
    "={0}{1:+}+1", lambda day, number: by_days(day, number + 1), fixed=True,
)  # fmt: skip
WEEKS = Span(
    "weeks", 2, 12, "={0}+7*{1}", "=DATE(YEAR({0}),MONTH({0}),DAY({0})+7*{1})",
    lambda day, number: by_days(day, 7 * number), "={0}+5*{1}", lambda day, number: by_days(day, 5 * number),
    fixed=True,
)  # fmt: skip
MONTHS = Span(
    "months", 2, 18, "=EDATE({0},{1})", "=DATE(YEAR({0}),MONTH({0}){1:+},DAY({0}))", by_months,
    "={0}+28*{1}", lambda day, number: by_days(day, 28 * number),
)  # fmt: skip
MONTH_ENDS = Span(
    "months", 2, 12, "=EOMONTH({0},{1})", "=DATE(YEAR({0}),MONTH({0}){1:+}+1,0)", month_end,
    "=EDATE({0},{1})", by_months, ends=True,
)  # fmt: skip
WORKING_DAYS = Span(
    "working days", 5, 40, "=WORKDAY({0},{1})", "=WORKDAY(WORKDAY({0},{1}),0)", by_working_days,
    "={0}{1:+}", by_days, working=True,
)  # fmt: skip
WORKING_DAYS_OF_NEXT_MONTH = Span(
    "working days", 3, 15, "=WORKDAY(EOMONTH({0},0),{1})", f"=WORKDAY({_MONTH_END},{{1}})",
    lambda day, number: by_working_days(month_end(day), number), "=WORKDAY({0},{1})", by_working_days,
    anchored=True, working=True,
)  # fmt: skip

SPANS: dict[Difficulty, tuple[Span, ...]] = {
    "easy": (DAYS, WEEKS),
    "medium": (MONTHS, MONTH_ENDS),
    "hard": (WORKING_DAYS, WORKING_DAYS_OF_NEXT_MONTH),
}
