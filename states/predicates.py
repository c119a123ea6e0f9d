"""What each predicate of a rubric means, as functions of the places that its selector names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, TypeAlias

from forge.errors import StateError
from forge.states.changes import Comparison, address
from forge.states.ordering import close, comparing, multiset_difference, number_of
from forge.states.places import Place
from forge.states.resolve import places_below, places_of, resolve
from forge.states.rubric import (
    Absent,
    AnyCheck,
    Before,
    Check,
    Close,
    Count,
    Equals,
    Exists,
    Expecting,
    Matches,
    OneOf,
    Ordered,
    SameMultiset,
    Unchanged,
)
from forge.states.selectors import Keys, Selector
from forge.states.values import Formula, Reference, Value, kind_of, same, show


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


def judge(check: AnyCheck, comparison: Comparison) -> Finding:
    """What a check finds in a comparison of the start with an end.

    Raises:
        StateError: the check does not fit the schema: no such kind or property, or a key where positions tell.
    """
    where = str(check.select)
    try:
        return _judge(check, where, comparison)
    except StateError:
        if not comparison.is_replaced(check.select.mount):
            raise
        why = f"another type of document stands in the place of that of {where}"
        return Finding(False, wanted(check), "another type of document", why, where)


def _judge(check: AnyCheck, where: str, comparison: Comparison) -> Finding:
    places = resolve(check.select, comparison)
    if not stands(check, places, comparison):
        return Finding(False, wanted(check), "nothing", f"nothing stands at {where}", where)
    if isinstance(check, Count):
        return _count(check, places)
    if isinstance(check, Ordered):
        return _ordered(check, places)
    if isinstance(check, SameMultiset):
        return _same_multiset(check, places)
    return _every(check, places, comparison)


def holds(check: AnyCheck, comparison: Comparison, places: Iterable[Place] | None = None) -> bool:
    """Whether a check holds, found as early as it can be: `judge(check, comparison).holds`.

    Args:
        check: the check.
        comparison: the start with the end.
        places: what its selector names, where that is known already.

    Raises:
        StateError: as for `judge`.
    """
    if check.select.mount not in comparison.after.trees:
        return stands(check, (), comparison)
    test = place_test(check, comparison)
    if test is None or comparison.is_replaced(check.select.mount):
        return judge(check, comparison).holds
    each = check.each if isinstance(check, Expecting) else None
    count = 0
    for number, place in enumerate(places_of(check.select, comparison) if places is None else places):
        if (each is not None and number >= len(each)) or not test(place, number):
            return False
        count += 1
    return (count > 0 or isinstance(check, Absent)) and (each is None or count == len(each))


def stands(check: AnyCheck, places: Sequence[Place], comparison: Comparison) -> bool:
    """Whether there is something to judge. A document that is gone proves nothing of what was in it."""
    if check.select.mount not in comparison.after.trees:
        return isinstance(check, Absent) and not check.select.steps
    return bool(places) or isinstance(check, Absent | Count)


def wanted(check: Check, number: int | None = None) -> str:
    """What a check asks for, in words: of the place with a number from 0, or in general."""
    match check:
        case Expecting():
            general = check.each if check.each is not None else check.expected
            return show(check.wanted(number) if number is not None else general)
        case Matches():
            return f"text like /{check.pattern}/"
        case OneOf():
            return "one of " + ", ".join(show(option) for option in check.options)
        case Before():
            by = f" by {check.by:g}" if check.by else ""
            return f"{check.relation.replace('_', ' ')} than before{by}"
    return _PLAIN_WORDS[type(check)]


_PLAIN_WORDS: dict[type[Check], str] = {
    Exists: "something",
    Absent: "nothing",
    Count: "a number of places",
    Unchanged: "what it was",
    Ordered: "sorted",
    SameMultiset: "the same entries",
}

PlaceTest: TypeAlias = Callable[[Place, int], bool]
"""Whether a place, with its number from 0 among those selected, holds."""


def place_test(check: AnyCheck, comparison: Comparison) -> PlaceTest | None:
    """How each place by itself is tested; None for a check of all places together."""
    name = check.select.property
    match check:
        case Exists():
            return lambda place, _: _present(place, name)
        case Absent():
            return lambda place, _: not _present(place, name)
        case Unchanged():
            return lambda place, _: _unchanged(place, name, comparison)
        case Count() | Ordered() | SameMultiset():
            return None
    test = _VALUE_TESTS[type(check)]
    return lambda place, number: test(check, place.after(name or ""), place.before(name or ""), number)


def _present(place: Place, name: str | None) -> bool:
    return place.present if name is None else place.after(name) is not None


def _unchanged(place: Place, name: str | None, comparison: Comparison) -> bool:
    if not (place.was_there and place.there):
        return False
    if name is None:
        return all(change.derived for change in comparison.changes_below(place))
    after = place.after(name)
    return same(comparison.expected(place, place.before(name), after), after)


def _equals(check: Equals, after: Value, _: Value, number: int) -> bool:
    expected = check.wanted(number)
    if check.text == "exact" or not (isinstance(after, str) and isinstance(expected, str)):
        return same(after, expected)
    first, second = " ".join(after.split()), " ".join(expected.split())
    return first.casefold() == second.casefold() if check.text == "folded" else first == second


def _close(check: Close, after: Value, _: Value, number: int) -> bool:
    return close(after, check.wanted(number), check.absolute, check.relative)


def _matches(check: Matches, after: Value, _: Value, __: int) -> bool:
    text = after.text if isinstance(after, Formula | Reference) else after
    return isinstance(text, str) and re.fullmatch(check.pattern, text) is not None


def _one_of(check: OneOf, after: Value, _: Value, __: int) -> bool:
    return any(same(after, option) for option in check.options)


def _relation(check: Before, after: Value, before: Value, _: int) -> bool:
    if check.relation == "different":
        return after is not None and not same(after, before)
    first, second = number_of(after), number_of(before)
    if first is None or second is None or kind_of(after) != kind_of(before):
        return False
    gain = 0.0 if same(after, before) else first - second
    match check.relation:
        case "less":
            return gain < 0 and -gain >= check.by * (1 - 1e-12)
        case "greater":
            return gain > 0 and gain >= check.by * (1 - 1e-12)
        case "at_most":
            return gain <= 0
    return gain >= 0


_VALUE_TESTS: dict[type[Check], Callable[[Any, Value, Value, int], bool]] = {
    Equals: _equals,
    Close: _close,
    Matches: _matches,
    OneOf: _one_of,
    Before: _relation,
}
"""Whether a value holds, from the check, the value in the end, at the start, and the number of the place."""


def _every(check: AnyCheck, places: Sequence[Place], comparison: Comparison) -> Finding:
    if isinstance(check, Expecting) and check.each is not None and len(check.each) != len(places):
        why = f"{check.select} names {len(places)} places, but {len(check.each)} values were expected"
        return Finding(False, wanted(check), f"{len(places)} places", why, str(check.select))
    test = place_test(check, comparison)
    assert test is not None  # noqa: S101 - checks of all places together were told apart by `judge`
    for number, place in enumerate(places):
        if not test(place, number):
            where = _address(check, place)
            expected = wanted(check, number)
            if isinstance(check, Unchanged | Before) and check.select.property is not None:
                expected = f"{expected} ({show(place.before(check.select.property))})"
            actual = _shown(check, place)
            return Finding(False, expected, actual, f"{where} is {actual}, expected {expected}", where)
    if not places:
        return Finding(True, wanted(check), "nothing")
    more = f" and {len(places) - 1} more" if len(places) > 1 else ""
    return Finding(True, wanted(check), _shown(check, places[0]) + more)


def _shown(check: Check, place: Place) -> str:
    if check.select.property is not None:
        return show(place.after(check.select.property))
    if isinstance(check, Unchanged) and place.present:
        return "changed"
    return "present" if place.present else "nothing"


def _address(check: Check, place: Place) -> str:
    return address(place.trees.mount, place.path, check.select.property, place.trees.schema)


def _count(check: Count, places: Sequence[Place]) -> Finding:
    name = check.select.property
    found = sum(_present(place, name) for place in places)
    if found == check.expected:
        return Finding(True, str(check.expected), str(found))
    where = str(check.select)
    return Finding(
        False, str(check.expected), str(found), f"{where} names {found}, expected {check.expected}", where
    )


def rows_below(
    places: Sequence[Place], columns: Sequence[Selector], *, old: bool = False
) -> list[tuple[Value, ...]]:
    """For each place the values that selectors name from there on, in the end or at the start."""
    named = [
        (column.steps[0].kind, key, column.property or "") for column in columns if (key := _key_of(column))
    ]
    plain = len(named) == len(columns)
    return [
        (_standing(place, named) if plain else None) or _read_below(place, columns, old=old)
        for place in places
    ]


def _key_of(column: Selector) -> str | int | None:
    """The key by which a selector names one child, and a property of it; else None."""
    if len(column.steps) != 1 or (column.property or "@").startswith("@"):
        return None
    named = column.steps[0].filter
    return named.keys[0] if isinstance(named, Keys) and len(named.keys) == 1 else None


def _standing(place: Place, named: Sequence[tuple[str, str | int, str]]) -> tuple[Value, ...] | None:
    """What stands below a place where nothing came, went or changed: the same before and after.

    None where that is not certain and `places_below` has to tell; rows are read so often that it is worth it.
    """
    entity, schema = place.old, place.trees.schema
    if entity is None or entity is not place.new or place.shifted:
        return None
    found = []
    for kind, key, name in named:
        child = entity.child(kind, key) if schema.kind(kind).align != "sequence" else None
        if child is None:
            return None
        found.append(schema.value(child, kind, name))
    return tuple(found)


def _read_below(place: Place, columns: Sequence[Selector], *, old: bool) -> tuple[Value, ...]:
    return tuple(
        found.before(column.property or "") if old else found.after(column.property or "")
        for column in columns
        for found in places_below(place, column.steps)
    )


def _ordered(check: Ordered, places: Sequence[Place]) -> Finding:
    standing = sorted((place for place in places if place.new is not None), key=_position)
    rows = list(zip(standing, rows_below(standing, [key.value for key in check.by]), strict=True))
    compare = comparing(check.by)
    for (_, first), (place, second) in pairwise(rows):
        if compare(first, second) > 0:
            where = _address(check, place)
            why = f"{where} ({show(second)}) comes after {show(first)}"
            return Finding(False, "sorted", show(second), why, where)
    if not rows:
        where = str(check.select)
        return Finding(False, "sorted", "nothing", f"nothing stands at {where}", where)
    return Finding(True, "sorted", f"{len(rows)} in order")


def _position(place: Place) -> tuple[int, ...]:
    """Where a place stands in the end: the way from the root, as numbers."""
    numbers: list[int] = []
    while place.parent is not None:
        kind, key = place.step
        above = place.parent.new
        slot = key if isinstance(key, int) else above.slot(kind, key) if above is not None else None
        numbers.append(slot or 0)
        place = place.parent
    return tuple(reversed(numbers))


def _same_multiset(check: SameMultiset, places: Sequence[Place]) -> Finding:
    def rows(*, old: bool) -> list[Value]:
        standing = [place for place in places if (place.was_there if old else place.there)]
        if check.columns:
            return list(rows_below(standing, check.columns, old=old))
        name = check.select.property or ""
        return [place.before(name) if old else place.after(name) for place in standing]

    expected = list(check.expected) if check.expected is not None else rows(old=True)
    found = rows(old=False)
    missing, extra = multiset_difference(expected, found)
    if not missing and not extra:
        return Finding(True, f"{len(expected)} entries", f"{len(found)} entries")
    parts = [f"{show(missing[0])} is missing"] if missing else []
    parts += [f"{show(extra[0])} is too many"] if extra else []
    where = str(check.select)
    why = f"{where}: {' and '.join(parts)}"
    return Finding(False, f"{len(expected)} entries", f"{len(found)} entries", why, where)
