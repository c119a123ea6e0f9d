"""Where an end state differs from a good one, found by what the two do not share."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from operator import is_

from forge.states.changes import Comparison
from forge.states.entities import Entity, Schema, State
from forge.states.groups import KeyedGroup, SequenceGroup
from forge.states.places import Place


@dataclass(frozen=True, slots=True)
class Edited:
    """An entity of the good state that has other properties.

    Attributes:
        place: its place in the comparison of the start with the good state.
        new: what it is instead.
        names: the properties that may differ.
    """

    place: Place
    new: Entity
    names: frozenset[str]

    def instead(self) -> Place:
        """Its place with what it is instead."""
        place = self.place
        return Place(
            place.trees,
            place.parent,
            place.old,
            self.new,
            place.step,
            origin=place.origin,
            home=place.home,
            lost=place.lost,
        )


@dataclass(frozen=True, slots=True)
class Regrouped:
    """Children of one kind of which some came, went, or match others than in the good state."""

    place: Place
    kind: str


@dataclass
class Divergence:
    """Where an end state differs from a good one.

    Attributes:
        replaced: the mounts of which nothing can be taken over.
        edited: the entities that were edited where they stand.
        regrouped: the groups in which entities came, went or moved.
    """

    replaced: set[str] = field(default_factory=set)
    edited: list[Edited] = field(default_factory=list)
    regrouped: list[Regrouped] = field(default_factory=list)


def divergence(base: Comparison, final: State) -> Divergence:
    """Where an end state differs from the later state of a comparison."""
    found = Divergence()
    for mount in sorted({*base.after.trees, *final.trees}):
        good, other = base.after.trees.get(mount), final.trees.get(mount)
        if good is other or (good is not None and other is not None and good.root is other.root):
            continue
        if good is None or other is None or mount not in base.alignments or good.schema is not other.schema:
            found.replaced.add(mount)
            continue
        place = base.alignments[mount].root
        if other.root.kind != good.root.kind or not _walk(place, good.root, other.root, found):
            found.replaced.add(mount)
    return found


def _walk(place: Place, good: Entity, other: Entity, found: Divergence) -> bool:
    """Look for differences; False where what moved makes everything else of the mount uncertain."""
    if good.properties is not other.properties:
        names = frozenset(_differing(good, other))
        if names:
            found.edited.append(Edited(place, other, names))
    if good.children is other.children:
        return True
    schema = place.trees.schema
    in_place = _in_place(good, other)
    for kind, indices in in_place.items():
        if indices is None or not _still_matched(place, kind, other, indices):
            if kind in schema.axes or any(described.roams for described in schema.kinds.values()):
                return False
            found.regrouped.append(Regrouped(place, kind))
            continue
        group, news = place.group(kind), other.of_kind(kind)
        for index in indices:
            child = group.at_new(index)
            if not _walk(child, group.news[index], news[index], found):
                return False
    return True


def _differing(good: Entity, other: Entity) -> Iterator[str]:
    """The names of properties that may differ."""
    first, second = good.properties, other.properties
    for name in {**first, **second}:
        if first.get(name) is not second.get(name):
            yield name


def _in_place(good: Entity, other: Entity) -> dict[str, list[int] | None]:
    """By kind, the indices of children that are other objects under the same key; None where some came or went."""
    firsts, seconds = good.children, other.children
    if len(firsts) == len(seconds):
        slots = _unlike(firsts, seconds)
        if all(firsts[s].kind == seconds[s].kind and firsts[s].key == seconds[s].key for s in slots):
            found: dict[str, list[int] | None] = {}
            for kind in dict.fromkeys(firsts[slot].kind for slot in slots):
                among = good.slots(kind)
                found[kind] = [bisect_left(among, slot) for slot in slots if firsts[slot].kind == kind]
            return found
    kinds = dict.fromkeys((*good.kinds(), *other.kinds()))
    return {kind: indices for kind in kinds if (indices := _edited(good, other, kind)) != []}


def _edited(good: Entity, other: Entity, kind: str) -> list[int] | None:
    firsts, seconds = good.of_kind(kind), other.of_kind(kind)
    if len(firsts) != len(seconds):
        return None
    indices = _unlike(firsts, seconds)
    return indices if all(firsts[i].key == seconds[i].key for i in indices) else None


def _unlike(firsts: tuple[Entity, ...], seconds: tuple[Entity, ...]) -> list[int]:
    """The indices at which two rows of entities have not the same object."""
    alike = list(map(is_, firsts, seconds))
    found: list[int] = []
    for _ in range(alike.count(False)):
        found.append(alike.index(False, found[-1] + 1 if found else 0))
    return found


def _still_matched(place: Place, kind: str, other: Entity, indices: list[int]) -> bool:
    """Whether edited children match those of the start as they do in the good state."""
    group = place.group(kind)
    if place.old is None:
        return True
    schema: Schema = place.trees.schema
    news = other.of_kind(kind)
    if all(schema.tokens(group.news[i]) == schema.tokens(news[i]) for i in indices):
        return True
    if isinstance(group, SequenceGroup):
        return group.matched_with(news) == group.after
    return not (isinstance(group, KeyedGroup) and group.by_content)
