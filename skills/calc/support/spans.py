"""Counting on from a date by days, months or working days: in words, as formulas write it, and what it gives."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta

from forge.skills.contract import Difficulty

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


_MONTH_END = "DATE(YEAR({0}),MONTH({0})+1,0)"

DAYS = Span(
    "days", 5, 120, "={0}{1:+}", "=DATE(YEAR({0}),MONTH({0}),DAY({0}){1:+})", by_days,
    "={0}{1:+}+1", lambda day, number: by_days(day, number + 1),
)  # fmt: skip
WEEKS = Span(
    "weeks", 2, 12, "={0}+7*{1}", "=DATE(YEAR({0}),MONTH({0}),DAY({0})+7*{1})",
    lambda day, number: by_days(day, 7 * number), "={0}+5*{1}", lambda day, number: by_days(day, 5 * number),
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
