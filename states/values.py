"""Typed values of properties, their equality and their JSON form.

Numbers are `int` or `float`, texts `str`, truth values `bool`; dates, times of day and durations are those of
`datetime`. What Python has no type for is a small frozen class here. `None` means *absent*.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, TypeAlias

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
Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

POINTING = frozenset({Formula, Reference, tuple})
"""The types of values that may point at places: formulas, references, and lists that may hold them."""

RELATIVE_TOLERANCE = 1e-12
"""Two numbers that differ by less than this share are one: engines differ in the last bits.

Small enough to tell cents in an amount of billions apart."""

ABSOLUTE_TOLERANCE = 1e-9
"""Two numbers that differ by less than this are one: what a difference of large amounts leaves behind."""

_KINDS: Mapping[type, str] = {
    type(None): "absent",
    bool: "boolean",
    int: "number",
    float: "number",
    str: "text",
    datetime: "date and time",
    date: "date",
    time: "time",
    timedelta: "duration",
    tuple: "list",
    Error: "error",
    Colour: "colour",
    Formula: "formula",
    Reference: "reference",
}


def kind_of(value: Value) -> str:
    """The type of a value in Forge's words: number, text, boolean, date, time, duration, error and so on.

    Raises:
        StateError: no property can hold such a value.
    """
    try:
        return _KINDS[type(value)]
    except KeyError:
        raise StateError(f"A property cannot hold {value!r} of type {type(value).__name__}.") from None


def same(first: Value, second: Value) -> bool:
    """Whether two values are one: equal in type and content, numbers within the last bits of a float."""
    if first is second:
        return True
    kind, other = type(first), type(second)
    if kind is other and kind is not float and kind is not tuple:
        return first == second
    if isinstance(first, tuple) and isinstance(second, tuple):
        return len(first) == len(second) and all(map(same, first, second))
    numbers = (kind is float or kind is int) and (other is float or other is int)
    return numbers and _near(first, second)


def _near(first: Any, second: Any) -> bool:
    try:
        return math.isclose(first, second, rel_tol=RELATIVE_TOLERANCE, abs_tol=ABSOLUTE_TOLERANCE)
    except OverflowError:  # a whole number that no float can hold
        return bool(first == second)


def identical(first: Value, second: Value) -> bool:
    """Whether two values are equal to the last bit and in type: `1`, `1.0` and `True` are three values."""
    if first is second:
        return True
    if type(first) is not type(second) or first != second:
        return False
    if isinstance(first, tuple) and isinstance(second, tuple):
        return all(map(identical, first, second))
    return True


def _encode_float(value: float) -> Json:
    if not math.isfinite(value):
        raise StateError(f"A number must be finite to be stored, got {value!r}.")
    return value


_ENCODERS: Mapping[type, Callable[[Any], Json]] = {
    type(None): lambda value: value,
    bool: lambda value: value,
    int: lambda value: value,
    str: lambda value: value,
    float: _encode_float,
    tuple: lambda value: [encode(item) for item in value],
    datetime: lambda value: {"datetime": value.isoformat()},
    date: lambda value: {"date": value.isoformat()},
    time: lambda value: {"time": value.isoformat()},
    timedelta: lambda value: {"duration": value.total_seconds()},
    Error: lambda value: {"error": value.code},
    Colour: lambda value: {"colour": value.code},
    Formula: lambda value: {"formula": value.text},
    Reference: lambda value: {"reference": value.text},
}

_DECODERS: Mapping[str, Callable[[Any], Value]] = {
    "datetime": datetime.fromisoformat,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
    "duration": lambda seconds: timedelta(seconds=float(seconds)),
    "error": lambda code: Error(str(code)),
    "colour": lambda code: Colour(str(code)),
    "formula": lambda text: Formula(str(text)),
    "reference": lambda text: Reference(str(text)),
}


def encode(value: Value) -> Json:
    """The JSON form of a value; types that JSON has not are objects with one key that names the type.

    Raises:
        StateError: no property can hold such a value.
    """
    encoder = _ENCODERS.get(type(value))
    if encoder is None:
        raise StateError(f"A property cannot hold {value!r} of type {type(value).__name__}.")
    return encoder(value)


def decode(data: Json) -> Value:
    """The value that `encode` turned into `data`.

    Raises:
        StateError: `data` is an object that names no known type, or whose content is not of that type.
    """
    if data is None or isinstance(data, str | int):  # most often
        return data
    if isinstance(data, list | tuple):
        return tuple(map(decode, data))
    if isinstance(data, float) and not math.isfinite(data):
        raise StateError(f"A stored number must be finite, got {data!r}.")
    if not isinstance(data, Mapping):
        return data
    name, content = next(iter(data.items())) if len(data) == 1 else ("", None)
    decoder = _DECODERS.get(name)
    if decoder is None:
        known = ", ".join(_DECODERS)
        raise StateError(f"A stored value is an object with one of the keys {known}, not {data!r}.")
    try:
        return decoder(content)
    except (TypeError, ValueError, OverflowError) as error:
        raise StateError(f"{content!r} is no {name}: {error}.") from error


def _show_text(value: str) -> str:
    return f'"{value}"' if len(value) <= 120 else f'"{value[:117]}…"'


def _show_list(value: tuple[Value, ...]) -> str:
    shown = ", ".join(show(item) for item in value[:6])
    return f"[{shown}{', …' if len(value) > 6 else ''}]"


_SHOWN: Mapping[type, Callable[[Any], str]] = {
    type(None): lambda _: "nothing",
    str: _show_text,
    bool: lambda value: "true" if value else "false",
    float: lambda value: f"{value:.12g}",
    tuple: _show_list,
    Error: lambda value: str(value.code),
    Colour: lambda value: str(value.code),
    Formula: lambda value: str(value.text),
    Reference: lambda value: str(value.text),
}


def show(value: Value) -> str:
    """A value as a person reads it in a message: texts quoted, everything else in its plain form."""
    return _SHOWN.get(type(value), str)(value)
