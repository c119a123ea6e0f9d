"""Facts that any skill may tell: texts, numbers and dates with natural words, and what must be worked out."""

from __future__ import annotations

from datetime import date, time

from forge.errors import SkillError
from forge.skills.content.rows import Entry
from forge.skills.contract import Fact
from forge.states.selectors import Selector
from forge.states.values import Value


def text_fact(name: str, text: str, *, optional: bool = False) -> Fact:
    """A text that is to be written or looked for, in quotes."""
    return Fact(name=name, value=text, says=(f'"{text}"',), optional=optional)


def number_fact(name: str, number: float, *, unit: str = "", optional: bool = False) -> Fact:
    """A number, with separators for thousands where it is large.

    Args:
        name: the fact.
        number: the number.
        unit: what may stand with it: a currency's sign, or a unit.
        optional: it need not be told.
    """
    shown = plain(number)
    says = [f"{number:,}" if isinstance(number, int) or number >= 1000 else shown]
    says += [shown] if shown not in says else []
    if unit in ("$", "£", "€"):
        says.append(f"{unit}{says[0]}")
    elif unit:
        says.append(f"{says[0]} {unit}")
    return Fact(name=name, value=number, says=tuple(says), optional=optional)


def date_fact(name: str, day: date, *, optional: bool = False) -> Fact:
    """A date, in forms that can be read in one way only."""
    month = day.strftime("%B")
    says = (f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}", day.isoformat())
    return Fact(name=name, value=day, says=says, optional=optional)


def entry_fact(name: str, entry: Entry, *, unit: str = "", percentage: bool = False) -> Fact:
    """An entry of whatever type that is to be typed in.

    Args:
        name: the fact.
        entry: the entry.
        unit: of a number.
        percentage: a number is told as a percentage.
    """
    match entry:
        case str():
            return text_fact(name, entry)
        case time():
            return Fact(name=name, value=entry, says=(f"{entry:%H:%M}",))
        case date():
            return date_fact(name, entry)
        case int() | float() if percentage:
            return Fact(name=name, value=entry, says=(f"{plain(round(entry * 100, 6))}%",))
        case int() | float():
            return number_fact(name, entry, unit=unit)
    raise SkillError(f"{entry!r} is nothing that can be told to be typed in.")


def worked_out(name: str, value: Value, *places: Selector) -> Fact:
    """A private fact: what follows from places of the start."""
    return Fact(name=name, value=value, public=False, worked_out_from=places)


def plain(value: object) -> str:
    """A value in plain words: whole numbers without a decimal point."""
    if isinstance(value, float):
        return f"{value:.10g}"
    return str(value)
