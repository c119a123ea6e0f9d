"""What a rule catches of a change: whether something is there more or less often afterwards."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from forge.states.changes import Change
from forge.states.entities import Entity
from forge.states.values import Value, same


def altered(change: Change, count: Callable[[Entity], int]) -> bool:
    """Whether a count over a changed thing, or over all in one that came or went, gives another number afterwards."""
    if change.place is None:
        return False
    old, new = (
        sum(map(count, [entity] if change.type == "set" else entity.walk())) if entity is not None else 0
        for entity in (change.place.old, change.place.new)
    )
    return old != new


def mentions(text: str) -> Callable[[Entity], int]:
    """Counts how often the texts of a thing hold a text, in capital or small letters."""
    return matches(re.escape(text))


def matches(pattern: str) -> Callable[[Entity], int]:
    """Counts how often a pattern is met in the texts of a thing, in capital or small letters."""
    wanted = re.compile(pattern, re.IGNORECASE)

    def count(entity: Entity) -> int:
        texts = (value for value in entity.properties.values() if isinstance(value, str))
        return sum(len(wanted.findall(text)) for text in texts)

    return count


def having(kind: str, properties: Mapping[str, Value]) -> Callable[[Entity], int]:
    """Counts the things of a kind that have all of some properties."""

    def count(entity: Entity) -> int:
        given = entity.properties
        return int(entity.kind == kind and all(same(given.get(k), v) for k, v in properties.items()))

    return count
