"""Calculating with times of day, durations and plain numbers: as formulas write it, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import time, timedelta
from typing import Any

from forge.preparers.calc.serials import to_serial
from forge.skills.content.kit import Role
from forge.skills.contract import Difficulty

HOURS, MINUTES = 24, 1440
"""So many of them make the day in which a workbook counts time."""

LONGEST = timedelta(hours=3)
"""By so much an end moves at most: what is added, and what an experiment changes."""

Work = Callable[..., Any]
"""The result from the values of a row and, last, a number of minutes."""


@dataclass(frozen=True)
class Recipe:
    """A calculation. In formulas `{0}` and `{1}` are the places of the inputs, `{2}` is a number of minutes.

    Attributes:
        roles: what the inputs are.
        formula: how it is written.
        others: other formulas that give the same.
        work: what they give.
        wrong: formulas that a hurried person takes for it, by name, each with what it gives.
        unit: as how many units of a day the duration counts; 0 where it stays one.
        minutes: some minutes are added or taken off.
        headers: names for the result.
    """

    roles: tuple[Role, ...]
    formula: str
    others: tuple[str, ...]
    work: Work
    wrong: Mapping[str, tuple[str, Work]]
    unit: int = 0
    minutes: bool = False
    headers: tuple[str, ...] = ("End", "Finished at", "Done by")

    @property
    def clock(self) -> bool:
        """Whether it gives a time of day."""
        return not self.unit


def later(start: time, span: timedelta, minutes: int = 0) -> time:
    """A time of day so much later, on the same day."""
    hours, minutes = divmod(60 * start.hour + start.minute + span // timedelta(minutes=1) + minutes, 60)
    return time(hours, minutes)


def as_duration(value: Any) -> Any:
    """A time of day as the time that has passed since midnight, which shows the same."""
    return timedelta(hours=value.hour, minutes=value.minute) if isinstance(value, time) else value


def in_days(value: Any) -> Any:
    """A number as the duration of so many days, which is what it reads as under a format for durations."""
    return timedelta(seconds=round(value * 86400)) if isinstance(value, int | float) else value


def lengthened(span: Any) -> Any:
    """A duration from which up to an hour can be taken off."""
    return span + timedelta(hours=1) if isinstance(span, timedelta) else span


def within_the_day(starts: Iterable[Any], spans: Iterable[Any]) -> bool:
    """Whether everything ends by midnight, however it is combined and changed."""
    latest = max(as_duration(start) for start in starts if isinstance(start, time))
    longest = max(span for span in spans if isinstance(span, timedelta))
    return bool(latest + longest + LONGEST < timedelta(days=1))


def _share(span: timedelta, per_day: int) -> float:
    return to_serial(span) * per_day


def _as(unit: int, digits: str, *headers: str) -> Recipe:
    other = 24 if unit == MINUTES else 1440
    return Recipe(
        roles=("duration",),
        formula=f"={{0}}*{unit}",
        others=(f"=HOUR({{0}})*{digits}+MINUTE({{0}})*{digits}/60", f"={{0}}/TIME(1,0,0)*{digits}"),
        work=lambda span, _: _share(span, unit),
        wrong={
            "as_it_is": ("={0}", lambda span, _: _share(span, 1)),
            "other_unit": (f"={{0}}*{other}", lambda span, _: _share(span, other)),
        },
        unit=unit,
        headers=headers,
    )


RECIPES: dict[Difficulty, tuple[Recipe, ...]] = {
    "easy": (
        _as(HOURS, "1", "Hours, decimal", "Decimal hours", "Length as a number"),
        _as(MINUTES, "60", "Minutes, whole", "Length as a number"),
    ),
    "medium": (
        Recipe(
            roles=("duration", "money"),
            formula="={0}*24*{1}",
            others=("=(HOUR({0})+MINUTE({0})/60)*{1}", "={1}*{0}/TIME(1,0,0)"),
            work=lambda span, rate, _: _share(span, 24) * rate,
            wrong={
                "days_for_hours": ("={0}*{1}", lambda span, rate, _: _share(span, 1) * rate),
                "minutes_for_hours": ("={0}*1440*{1}", lambda span, rate, _: _share(span, 1440) * rate),
                "whole_hours": ("=HOUR({0})*{1}", lambda span, rate, _: span.seconds // 3600 * rate),
            },
            unit=HOURS,
            headers=("Cost of time", "Time charge", "Charge by the hour"),
        ),
        Recipe(
            roles=("time", "duration"),
            formula="={0}+{1}",
            others=("=SUM({0},{1})", "=TIME(HOUR({0})+HOUR({1}),MINUTE({0})+MINUTE({1}),0)"),
            work=lambda start, span, _: later(start, span),
            wrong={
                "hour_lost": (
                    "={0}+TIME(0,MINUTE({1}),0)",
                    lambda start, span, _: later(start, span % timedelta(hours=1)),
                ),
                "an_hour_more": ("={0}+{1}+TIME(1,0,0)", lambda start, span, _: later(start, span, 60)),
            },
        ),
    ),
    "hard": (
        Recipe(
            roles=("duration", "money"),
            formula="=({0}-TIME(0,{2},0))*24*{1}",
            others=("=({0}-{2}/1440)*24*{1}", "=({0}*24-{2}/60)*{1}"),
            work=lambda span, rate, minutes: _share(span - timedelta(minutes=minutes), 24) * rate,
            wrong={
                "break_forgotten": ("={0}*24*{1}", lambda span, rate, _: _share(span, 24) * rate),
                "minutes_as_days": (
                    "=({0}-{2})*24*{1}",
                    lambda span, rate, minutes: (_share(span, 1) - minutes) * 24 * rate,
                ),
                "minutes_as_hours": (
                    "=({0}*24-{2})*{1}",
                    lambda span, rate, minutes: (_share(span, 24) - minutes) * rate,
                ),
            },
            unit=HOURS,
            minutes=True,
            headers=("Cost of time", "Time charge", "Charge by the hour"),
        ),
        Recipe(
            roles=("time", "duration"),
            formula="={0}+{1}+TIME(0,{2},0)",
            others=("={0}+{1}+{2}/1440", "=TIME(HOUR({0})+HOUR({1}),MINUTE({0})+MINUTE({1})+{2},0)"),
            work=later,
            wrong={
                "minutes_forgotten": ("={0}+{1}", lambda start, span, _: later(start, span)),
                "minutes_twice": (
                    "={0}+{1}+2*TIME(0,{2},0)",
                    lambda start, span, minutes: later(start, span, 2 * minutes),
                ),
            },
            minutes=True,
        ),
    ),
}
"""Calculations by how much work they are."""
