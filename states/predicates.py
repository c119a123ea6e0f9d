"""What each predicate of a rubric means, as functions of the places that its selector names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import pairwise

from forge.states.changes import Comparison, address
from forge.states.entities import Path, Schema
from forge.states.resolve import Selected, resolve, resolve_below
from forge.states.rubric import (
    Absent,
    AnyCheck,
    Before,
    Check,
    Close,
    Count,
    Equals,
    Exists,
    Matches,
    OneOf,
    Ordered,
    SameMultiset,
    SortKey,
    Unchanged,
)
from forge.states.selectors import Selector
from forge.states.values import Value, kind_of, same, show


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found.

    Attributes:
        holds: whether it holds.
        expected: what was asked for, for a person.
        actual: what is there, for a person.
        why: where and why it does not hold; empty when it does.
        address: the first place where it does not hold; empty when it does.
    """

    holds: bool
    expected: str
    actual: str
    why: str = ""
    address: str = ""


@dataclass
class Places:
    """The places that a check looks at, and how to read them."""

    selector: Selector
    comparison: Comparison
    schema: Schema | None
    items: list[Selected]

    @classmethod
    def of(cls, selector: Selector, comparison: Comparison) -> Places:
        """The places of a selector in a comparison."""
        tree = comparison.after.trees.get(selector.mount) or comparison.before.trees.get(selector.mount)
        return cls(
            selector, comparison, tree.schema if tree is not None else None, resolve(selector, comparison)
        )

    def after(self, place: Selected) -> Value:
        """The property of a place in the end, effective."""
        return self._value(place.new, place.kind)

    def before(self, place: Selected) -> Value:
        """The property of a place at the start, effective."""
        return self._value(place.old, place.kind)

    def _value(self, entity: object, kind: str) -> Value:
        if self.schema is None or self.selector.property is None:
            return None
        return self.schema.value(entity, kind, self.selector.property)

    def present(self, place: Selected) -> bool:
        """Whether the entity is there or, where the selector names a property, has it."""
        if self.selector.property is None:
            return place.new is not None
        return self.after(place) is not None

    def address(self, path: Path) -> str:
        """A place for a person."""
        return address(self.selector.mount, path, self.selector.property, self.schema)


def judge(check: AnyCheck, comparison: Comparison) -> Finding:
    """What a check finds in a comparison of the start with an end."""
    places = Places.of(check.select, comparison)
    if isinstance(check, Absent):
        return _absent(places)
    if isinstance(check, Count):
        found = sum(places.present(place) for place in places.items)
        holds = found == check.expected
        why = "" if holds else f"{check.select} names {found}, expected {check.expected}"
        return Finding(holds, str(check.expected), str(found), why, "" if holds else str(check.select))
    if not places.items or (check.select.mount not in comparison.after.trees):
        return Finding(
            False, _wanted(check), "nothing", f"nothing stands at {check.select}", str(check.select)
        )
    if isinstance(check, Ordered):
        return _ordered(check, places)
    if isinstance(check, SameMultiset):
        return _same_multiset(check, places)
    return _every(check, places)


def _wanted(check: Check) -> str:
    """What a check asks for, in words."""
    match check:
        case Equals() | Close():
            if check.each is not None:
                return show(tuple(check.each))
            return show(check.expected)
        case Matches():
            return f"text like /{check.pattern}/"
        case OneOf():
            return "one of " + ", ".join(show(option) for option in check.options)
        case Before():
            return f"{check.relation.replace('_', ' ')} than before"
        case Unchanged():
            return "what it was"
        case Ordered():
            return "sorted"
        case SameMultiset():
            return "the same entries"
    return "something"


Holds = Callable[[Value, Value, int], bool]
"""Whether a place holds, from its value in the end, its value at the start and its number from 0."""


def _every(check: AnyCheck, places: Places) -> Finding:
    holds = _test_of(check)
    if isinstance(check, Equals | Close) and check.each is not None and len(check.each) != len(places.items):
        found = len(places.items)
        why = f"{check.select} names {found} places, but {len(check.each)} values were expected"
        return Finding(False, _wanted(check), f"{found} places", why, str(check.select))
    presence = isinstance(check, Exists)
    for number, place in enumerate(places.items):
        if presence:
            if places.present(place):
                continue
        elif holds(places.after(place), places.before(place), number):
            continue
        actual = show(places.after(place)) if place.new is not None or not presence else "nothing"
        expected = _expected_at(check, places.before(place), number)
        where = places.address(place.path)
        return Finding(False, expected, actual, f"{where} is {actual}, expected {expected}", where)
    first = places.items[0]
    shown = "present" if presence else show(places.after(first))
    more = f" and {len(places.items) - 1} more" if len(places.items) > 1 else ""
    return Finding(True, _wanted(check), shown + more)


def _expected_at(check: AnyCheck, before: Value, number: int) -> str:
    if isinstance(check, Equals | Close) and check.each is not None:
        return show(check.each[number])
    if isinstance(check, Unchanged):
        return show(before)
    if isinstance(check, Before):
        return f"{check.relation.replace('_', ' ')} than {show(before)}"
    return _wanted(check)


def _test_of(check: AnyCheck) -> Holds:
    """How one place is tested."""
    match check:
        case Equals():
            each, expected, form = check.each, check.expected, check.text
            if form == "exact":
                if each is None:
                    return lambda after, _, __: same(after, expected)
                return lambda after, _, number: same(after, each[number])
            return lambda after, _, number: same(
                _text(after, form),
                _text(expected if each is None else each[number], form),
            )
        case Close():
            return lambda after, _, number: close(
                after,
                check.expected if check.each is None else check.each[number],
                check.absolute,
                check.relative,
            )
        case Matches():
            pattern = re.compile(check.pattern)
            return lambda after, _, __: isinstance(after, str) and pattern.fullmatch(after) is not None
        case OneOf():
            return lambda after, _, __: any(same(after, option) for option in check.options)
        case Unchanged():
            return lambda after, before, _: same(after, before)
        case Before():
            return lambda after, before, _: _relation(check, after, before)
    return lambda after, _, __: after is not None


def _text(value: Value, form: str) -> Value:
    if not isinstance(value, str):
        return value
    trimmed = " ".join(value.split())
    return trimmed.casefold() if form == "folded" else trimmed


def number_of(value: Value) -> float | None:
    """A number, date, time or duration as a number (days count in seconds); None for anything else."""
    match value:
        case bool() | None:
            return None
        case int() | float():
            return float(value)
        case datetime():
            return (value.replace(tzinfo=None) - datetime(1970, 1, 1)).total_seconds()  # noqa: DTZ001 - naive on purpose
        case date():
            return value.toordinal() * 86400.0
        case time():
            return value.hour * 3600 + value.minute * 60 + value.second + value.microsecond / 1e6
        case timedelta():
            return value.total_seconds()
    return None


def close(actual: Value, expected: Value, absolute: float, relative: float) -> bool:
    """Whether two values of one type lie within a tolerance."""
    if same(actual, expected):
        return True
    if kind_of(actual) != kind_of(expected):
        return False
    first, second = number_of(actual), number_of(expected)
    if first is None or second is None:
        return False
    return abs(first - second) <= max(absolute, relative * abs(second)) * (1 + 1e-12)


def _relation(check: Before, after: Value, before: Value) -> bool:
    if check.relation == "different":
        return not same(after, before)
    first, second = number_of(after), number_of(before)
    if first is None or second is None or kind_of(after) != kind_of(before):
        return False
    gain = first - second
    match check.relation:
        case "less":
            return gain < 0 and -gain >= check.by
        case "greater":
            return gain > 0 and gain >= check.by
        case "at_most":
            return gain <= 0
    return gain >= 0


def _absent(places: Places) -> Finding:
    for place in places.items:
        if places.present(place):
            where = places.address(place.path)
            actual = show(places.after(place)) if places.selector.property else "present"
            return Finding(False, "nothing", actual, f"{where} is still there", where)
    return Finding(True, "nothing", "nothing")


def _read_below(
    places: Places, place: Selected, columns: Sequence[Selector], *, old: bool
) -> tuple[Value, ...]:
    row: list[Value] = []
    for column in columns:
        for found in resolve_below(column, place, places.comparison, places.selector.mount):
            entity = found.old if old else found.new
            row.append(
                places.schema.value(entity, found.kind, column.property or "") if places.schema else None
            )
    return tuple(row)


def _ordered(check: Ordered, places: Places) -> Finding:
    standing = sorted(
        (place for place in places.items if place.new is not None), key=lambda place: _position(place.path)
    )
    columns = [key.value for key in check.by]
    rows = [(place, _read_below(places, place, columns, old=False)) for place in standing]
    compare = _comparing(check.by)
    for (_, first), (place, second) in pairwise(rows):
        if compare(first, second) > 0:
            where = places.address(place.path)
            return Finding(
                False, "sorted", show(second), f"{where} ({show(second)}) comes after {show(first)}", where
            )
    if not rows:
        return Finding(False, "sorted", "nothing", f"nothing stands at {check.select}", str(check.select))
    return Finding(True, "sorted", f"{len(rows)} in order")


def _position(path: Path) -> tuple[tuple[int, int, str], ...]:
    return tuple((0, key, "") if isinstance(key, int) else (1, 0, key) for _, key in path)


_RANK = {
    "number": 0,
    "date": 0,
    "date and time": 0,
    "time": 0,
    "duration": 0,
    "text": 1,
    "boolean": 2,
    "error": 3,
}


def _comparing(keys: Sequence[SortKey]) -> Callable[[tuple[Value, ...], tuple[Value, ...]], int]:
    def compare(first: tuple[Value, ...], second: tuple[Value, ...]) -> int:
        for key, a, b in zip(keys, first, second, strict=True):
            if (a is None) != (b is None):
                return 1 if a is None else -1
            one, other = _sortable(a, fold=key.fold_case), _sortable(b, fold=key.fold_case)
            if one != other:
                return -1 if (one < other) != key.descending else 1
        return 0

    return compare


def _sortable(value: Value, *, fold: bool) -> tuple[int, float, str]:
    rank = _RANK.get(kind_of(value), 4)
    number = number_of(value)
    if number is not None:
        return (rank, number, "")
    text = value if isinstance(value, str) else show(value)
    return (rank, float(value) if isinstance(value, bool) else 0.0, text.casefold() if fold else text)


def _same_multiset(check: SameMultiset, places: Places) -> Finding:
    def rows(*, old: bool) -> list[Value]:
        result: list[Value] = []
        for place in places.items:
            if (place.old if old else place.new) is None:
                continue
            if check.columns:
                result.append(_read_below(places, place, check.columns, old=old))
            else:
                result.append(places.before(place) if old else places.after(place))
        return result

    wanted: list[Value] = list(check.expected) if check.expected is not None else rows(old=True)
    found = rows(old=False)
    missing = Counter(map(_hashable, wanted)) - Counter(map(_hashable, found))
    extra = Counter(map(_hashable, found)) - Counter(map(_hashable, wanted))
    if not missing and not extra:
        return Finding(True, f"{len(wanted)} entries", f"{len(found)} entries")
    parts = [f"{show(next(iter(missing))[1])} is missing"] if missing else []
    parts += [f"{show(next(iter(extra))[1])} is too many"] if extra else []
    why = f"{check.select}: {' and '.join(parts)}"
    return Finding(False, f"{len(wanted)} entries", f"{len(found)} entries", why, str(check.select))


def _hashable(value: Value) -> tuple[str, Value]:
    """A value that is equal in a set only to values that are the same: types apart, floats to 12 digits."""
    if isinstance(value, tuple):
        return ("list", tuple(_hashable(item) for item in value))  # type: ignore[misc]
    if isinstance(value, float | int) and not isinstance(value, bool):
        return ("number", float(f"{value:.12g}"))
    return (kind_of(value), value)
