"""Values as quantities, in order and in bags."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Any, TypeAlias

from forge.states.rubric import SortKey
from forge.states.values import Value, kind_of, same, show

_EPOCH = datetime(1970, 1, 1)  # noqa: DTZ001 - values of documents have no zone


def number_of(value: Value) -> float | None:
    """A number; a date, time of day or duration in seconds; None for anything else."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value)
    if isinstance(value, timedelta):
        return value.total_seconds()
    if isinstance(value, time):
        return value.hour * 3600 + value.minute * 60 + value.second + value.microsecond / 1e6
    if isinstance(value, date):
        moment = value if isinstance(value, datetime) else datetime(value.year, value.month, value.day)  # noqa: DTZ001 - no zone
        return (moment.replace(tzinfo=None) - _EPOCH).total_seconds()
    return None


def close(actual: Value, expected: Value, absolute: float, relative: float) -> bool:
    """Whether two values of one type lie within a tolerance, in their unit or in seconds."""
    if same(actual, expected):
        return True
    if kind_of(actual) != kind_of(expected):
        return False
    first, second = number_of(actual), number_of(expected)
    if first is None or second is None:
        return False
    return abs(first - second) <= max(absolute, relative * abs(second)) * (1 + 1e-12)


_RANKS = {
    "number": 0,
    "date": 0,
    "date and time": 0,
    "time": 0,
    "duration": 0,
    "text": 1,
    "boolean": 2,
    "error": 3,
}
"""How applications put values of different types in order."""


def comparing(keys: Sequence[SortKey]) -> Callable[[tuple[Value, ...], tuple[Value, ...]], int]:
    """A function that says whether one row comes after another (1), before it (-1), or may do either (0)."""

    def compare(first: tuple[Value, ...], second: tuple[Value, ...]) -> int:
        for key, a, b in zip(keys, first, second, strict=True):
            if (a is None) != (b is None):
                return 1 if a is None else -1
            one, other = sortable(a, key.fold_case), sortable(b, key.fold_case)
            if one != other and not same(a, b):
                return -1 if (one < other) != key.descending else 1
        return 0

    return compare


Sortable: TypeAlias = tuple[int, float, tuple[tuple[int, str], ...]]


def sortable(value: Value, fold: bool) -> Sortable:
    """What a value is put in order by."""
    return _sortable(value, fold) if type(value) is tuple else _known_sortable(value, fold)


def _sortable(value: Value, fold: bool) -> Sortable:
    rank = _RANKS.get(kind_of(value), 4)
    number = number_of(value)
    if number is not None:
        return (rank, number, ())
    text = value if isinstance(value, str) else show(value)
    return (rank, float(value) if isinstance(value, bool) else 0.0, _collated(text, fold))


_known_sortable = lru_cache(maxsize=8192, typed=True)(_sortable)
"""For values by themselves; those in a list are not told apart by their types."""


@lru_cache(maxsize=8192)
def _collated(text: str, fold: bool) -> tuple[tuple[int, str], ...]:
    """A text as it is put in order: accents do not count; spaces, marks, digits and letters in this order."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return tuple((_rank_of(character), character) for character in (plain.casefold() if fold else plain))


def _rank_of(character: str) -> int:
    if character.isspace():
        return 0
    if character.isdigit():
        return 2
    return 3 if character.isalpha() else 1


def multiset_difference(wanted: Sequence[Value], found: Sequence[Value]) -> tuple[list[Value], list[Value]]:
    """What is missing and what is too many, each value compared as `same` does."""
    missing = _left(wanted, found)
    extra = _left(found, wanted)
    for value in list(missing):
        twin = next((index for index, other in enumerate(extra) if same(value, other)), None)
        if twin is not None:
            missing.remove(value)
            del extra[twin]
    return missing, extra


def _left(values: Sequence[Value], others: Sequence[Value]) -> list[Value]:
    """The values, each as often as it is there more often than among others; equal to the last bit."""
    counts = Counter(map(_typed, others))
    left = []
    for value in values:
        key = _typed(value)
        if counts[key]:
            counts[key] -= 1
        else:
            left.append(value)
    return left


def _typed(value: Value) -> tuple[str, Any]:
    """A value that equals in a set only what is the same type of thing: `1` is `1.0` but not `True`."""
    if isinstance(value, tuple):
        return ("list", tuple(map(_typed, value)))
    return (kind_of(value), value)
