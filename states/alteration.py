"""Values that are wrong, near enough to be mistaken for the right ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime, time, timedelta
from typing import Any

from forge.states.entities import Property
from forge.states.values import Colour, Error, Formula, Reference, Value, same


def other_value(value: Value, prop: Property | None = None) -> Value:
    """A value of the same type that is wrong, near enough to be mistaken for the right one.

    Args:
        value: the right value.
        prop: the property that holds it, for its choices and, where there is no value, its example.

    Returns:
        The other value; None where none can be told (no value, and no example either).
    """
    if prop is not None and prop.choices:
        return next((choice for choice in prop.choices if not same(choice, value)), None)
    change = _OTHERS.get(type(value))
    other = change(value) if change is not None else None
    if other is None and prop is not None and not same(prop.example, value):
        return prop.example
    return other


def _other_text(value: str) -> str:
    return f"{value[:-1]}{'e' if value[-1] != 'e' else 'a'}" if len(value) > 1 else f"{value}x"


def _other_date(value: Any) -> Any:
    try:
        return value + timedelta(days=1)
    except OverflowError:  # the last day of the calendar
        return value - timedelta(days=1)


def _other_colour(value: Colour) -> Colour:
    return Colour(f"#{(int(value.code[1:], 16) ^ 0x204060):06X}")


def _next_number(value: Reference) -> Reference:
    """A reference one further: its last number raised by one, or a digit added."""
    head = value.text.rstrip("0123456789")
    tail = value.text[len(head) :]
    return Reference(f"{head}{int(tail) + 1}" if tail else f"{value.text}1")


def _other_list(value: tuple[Value, ...]) -> Value:
    """A list with one entry changed, or without its last where none can be."""
    for index, item in enumerate(value):
        other = other_value(item)
        if other is not None:
            return (*value[:index], other, *value[index + 1 :])
    return value[:-1] if value else None


_OTHERS: Mapping[type, Callable[[Any], Value]] = {
    bool: lambda value: not value,
    int: lambda value: value + 1,
    float: lambda value: value + max(abs(value) * 0.01, 0.01),
    str: _other_text,
    datetime: _other_date,
    date: _other_date,
    time: lambda value: value.replace(minute=(value.minute + 1) % 60),
    timedelta: lambda value: value + timedelta(minutes=1),
    Colour: _other_colour,
    Formula: lambda value: Formula(f"{value.text}+1"),
    Reference: _next_number,
    Error: lambda _: 0,
    tuple: _other_list,
}
