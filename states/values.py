"""Typed values of properties, their equality and their JSON form.

Numbers are `int` or `float`, texts `str`, truth values `bool`; dates, times of day and durations are those of
`datetime`. What Python has no type for is a small frozen class here. `None` means *absent*.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TypeAlias

from forge.errors import StateError


@dataclass(frozen=True, slots=True)
class Error:
    """An error value that an application shows in place of a result, such as `#DIV/0!`."""

    code: str


@dataclass(frozen=True, slots=True)
class Colour:
    """An opaque colour in its one form, `#RRGGBB` in capitals."""

    code: str


@dataclass(frozen=True, slots=True)
class Formula:
    """An expression that the application evaluates, with its leading `=` and the application's own names."""

    text: str


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in the same document that another property points at, in the application's own notation."""

    text: str


Scalar: TypeAlias = (
    int | float | str | bool | date | datetime | time | timedelta | Error | Colour | Formula | Reference
)
Value: TypeAlias = "Scalar | tuple[Value, ...] | None"
Json: TypeAlias = "None | bool | int | float | str | list[Json] | dict[str, Json]"

RELATIVE_TOLERANCE = 1e-9
"""Two floats that differ by less than this share are one number: engines differ in the last bits."""


def kind_of(value: Value) -> str:
    """The type of a value in Forge's words: number, text, boolean, date, time, duration, error, …"""
    if value is None:
        return "absent"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "text"
    if isinstance(value, datetime):
        return "date and time"
    if isinstance(value, timedelta):
        return "duration"
    if isinstance(value, tuple):
        return "list"
    return type(value).__name__.lower()


def same(first: Value, second: Value) -> bool:
    """Whether two values are one: equal in type and content, numbers within the last bits of a float."""
    if first is second:
        return True
    if type(first) is type(second):
        if first == second:
            return True
        if type(first) is tuple and type(second) is tuple:
            return len(first) == len(second) and all(map(same, first, second))
        if type(first) is not float:
            return False
    if isinstance(first, bool) or isinstance(second, bool):
        return False
    if isinstance(first, int | float) and isinstance(second, int | float):
        return math.isclose(first, second, rel_tol=RELATIVE_TOLERANCE, abs_tol=1e-12)
    return False


def encode(value: Value) -> Json:
    """The JSON form of a value; types that JSON has not are objects with one key that names the type."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            if not math.isfinite(value):
                raise StateError(f"A number must be finite to be stored, got {value!r}.")
            return value
        case datetime():
            return {"datetime": value.isoformat()}
        case date():
            return {"date": value.isoformat()}
        case time():
            return {"time": value.isoformat()}
        case timedelta():
            return {"duration": value.total_seconds()}
        case Error(code):
            return {"error": code}
        case Colour(code):
            return {"colour": code}
        case Formula(text):
            return {"formula": text}
        case Reference(text):
            return {"reference": text}
        case tuple():
            return [encode(item) for item in value]
    raise StateError(f"A property cannot hold {value!r} of type {type(value).__name__}.")


def decode(data: Json) -> Value:  # noqa: PLR0911 - one return per type reads best as a table
    """The value that `encode` turned into `data`.

    Raises:
        StateError: `data` is an object with an unknown type name.
    """
    if isinstance(data, list):
        return tuple(decode(item) for item in data)
    if not isinstance(data, Mapping):
        return data
    ((name, content),) = data.items()
    text = str(content)
    match name:
        case "datetime":
            return datetime.fromisoformat(text)
        case "date":
            return date.fromisoformat(text)
        case "time":
            return time.fromisoformat(text)
        case "duration":
            return timedelta(seconds=float(text))
        case "error":
            return Error(text)
        case "colour":
            return Colour(text)
        case "formula":
            return Formula(text)
        case "reference":
            return Reference(text)
    raise StateError(f"A stored value has the unknown type {name!r}.")


def show(value: Value) -> str:
    """A value as a person reads it in a message: texts quoted, everything else in its plain form."""
    match value:
        case None:
            return "nothing"
        case str():
            return f'"{value}"' if len(value) <= 120 else f'"{value[:117]}…"'
        case bool():
            return "true" if value else "false"
        case Error(text) | Colour(text) | Formula(text) | Reference(text):
            return text
        case tuple():
            shown = ", ".join(show(item) for item in value[:6])
            return f"[{shown}{', …' if len(value) > 6 else ''}]"
        case float():
            return f"{value:.12g}"
    return str(value)
