"""Whether two selectors can name common places, told from the selectors alone: no state is looked at.

Where that cannot be known, they can. What is new for one is taken for something else than what is new for another, so
that two parts of a task may each add something; whether they really leave each other alone shows in the joint end.
"""

from __future__ import annotations

from collections.abc import Iterable

from forge.states.places import POSITION
from forge.states.selectors import All, Filter, Keys, New, Positions, Selector, Where
from forge.states.values import same

_ORDER = "order:"


def overlap(first: Selector, second: Selector) -> bool:
    """Whether what one selector names, with all below it, can hold something that the other names."""
    if first.mount != second.mount:
        return False
    for one, other in zip(first.steps, second.steps, strict=False):
        if one.kind != other.kind or not _meet(one.filter, other.filter):
            return False
    shorter, longer = sorted((first, second), key=lambda selector: len(selector.steps))
    if len(shorter.steps) == len(longer.steps):
        names = {first.property, second.property}
        return len(names) == 1 or None in names or "*" in names
    if shorter.property is None:
        return True
    if not shorter.property.startswith(_ORDER):
        return False
    below = longer.steps[len(shorter.steps) :]
    return (
        len(below) == 1
        and below[0].kind == shorter.property.removeprefix(_ORDER)
        and longer.property in (None, POSITION)
    )


def overlapping(first: Iterable[Selector], second: Iterable[Selector]) -> tuple[Selector, Selector] | None:
    """The first two selectors of two collections that can name common places; None where there are none."""
    others = list(second)
    return next(((one, other) for one in first for other in others if overlap(one, other)), None)


def _meet(first: Filter, second: Filter) -> bool:
    match first, second:
        case (All(), _) | (_, All()):
            return True
        case (New(), New() | Positions()) | (Positions(), New()):
            return False
        case Keys(one), Keys(other):
            return not set(one).isdisjoint(other)
        case Positions(one), Positions(other):
            return any(a <= d and c <= b for a, b in one for c, d in other)
        case Where(one), Where(other):
            wanted = dict(other)
            return all(name not in wanted or same(value, wanted[name]) for name, value in one)
    return True
