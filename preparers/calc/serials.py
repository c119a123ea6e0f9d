"""Dates and times as the numbers that a workbook stores: days since 30 December 1899, to the second."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import lru_cache

from forge.preparers.calc.number_formats import kind
from forge.preparers.calc.spec import CellValue

EPOCH = date(1899, 12, 30)
FIRST_DATE = date(1900, 3, 1)
"""Before it applications disagree: one of them believes in a 29 February 1900."""
LAST_DATE = date(9999, 12, 31)
DATE_1904 = 1462
"""How many days the other epoch of the format, 1 January 1904, is later."""
_DAY = 86400


def to_serial(value: date | time | timedelta) -> int | float:
    """The number that stands for a date, a date and time, a time of day or a duration."""
    if isinstance(value, datetime):
        seconds = value.hour * 3600 + value.minute * 60 + value.second
        return (value.date() - EPOCH).days + (seconds / _DAY if seconds else 0)
    if isinstance(value, date):
        return (value - EPOCH).days
    if isinstance(value, time):
        return (value.hour * 3600 + value.minute * 60 + value.second) / _DAY
    return value.total_seconds() / _DAY


@lru_cache(maxsize=16384)
def from_serial(number: float, number_format: str) -> CellValue:
    """What a number is under a number format; the number itself where it is no date or time there.

    A date format without hours still shows a moment within a day as date and time, so that no part is lost.
    """
    wanted = kind(number_format)
    if wanted == "number":
        return number
    if wanted == "duration":
        return timedelta(seconds=round(number * _DAY))
    if wanted == "time" and 0 <= number < 1:
        return _time(number)
    days, fraction = divmod(number, 1)
    if not (FIRST_DATE - EPOCH).days <= days <= (LAST_DATE - EPOCH).days:
        return timedelta(seconds=round(number * _DAY)) if wanted == "time" else number
    moment = datetime.combine(EPOCH, time()) + timedelta(days=int(days), seconds=round(fraction * _DAY))
    if wanted == "date" and moment.time() == time():
        return moment.date()
    return moment


def _time(number: float) -> time:
    seconds = min(round(number * _DAY), _DAY - 1)
    return time(seconds // 3600, seconds // 60 % 60, seconds % 60)
