"""Where an end state differs from a good one, found by what the two do not share."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import compress, count
from operator import is_not

from forge.states.changes import Comparison
from forge.states.entities import Entity, State
from forge.states.groups import Group
from forge.states.places import Place


@dataclass(frozen=True, slots=True)
class Edited:
    """A place of the good state where an entity has other properties, or where a sparse one came or went.

    Attributes:
        place: the place in the comparison of the start with the good state.
        new: what stands there instead, or None.
        names: the properties that may differ.
    """

    place: Place
    new: Entity | None
    names: frozenset[str]

    @property
    def came_or_went(self) -> bool:
        """Whether something stands there where nothing did, or the reverse."""
        return (self.new is None) != (self.place.new is None)

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
    only = _only_child(place, good, other)
    if only is not None:
        return _walk(*only, found)
    for kind, pairs in _children(place, good, other).items():
        if pairs is None:
            schema = place.trees.schema
            if kind in schema.axes or any(described.roams for described in schema.kinds.values()):
                return False
            found.regrouped.append(Regrouped(place, kind))
        elif not all(_look(child, one, another, found) for child, one, another in pairs):
            return False
    return True


def _only_child(place: Place, good: Entity, other: Entity) -> tuple[Place, Entity, Entity] | None:
    """The one child that is not the same object, where that is all and nothing can match otherwise: most often."""
    if len(good.children) != len(other.children):
        return None
    slots = _unlike(good.children, other.children)
    if len(slots) != 1:
        return None
    one, two = good.children[slots[0]], other.children[slots[0]]
    if one.kind != two.kind or one.key != two.key:
        return None
    group = place.group(one.kind)
    index = bisect_left(good.slots(one.kind), slots[0])
    return (group.at_new(index), one, two) if not group.olds or group.keeps({index: two}) else None


def _look(place: Place, good: Entity | None, other: Entity | None, found: Divergence) -> bool:
    if good is not None and other is not None:
        return _walk(place, good, other, found)
    present = good if good is not None else other
    found.edited.append(Edited(place, other, frozenset(present.properties if present is not None else ())))
    return present is not None and not present.children


def _differing(good: Entity, other: Entity) -> Iterator[str]:
    """The names of properties that may differ."""
    first, second = good.properties, other.properties
    for name in {**first, **second}:
        if first.get(name) is not second.get(name):
            yield name


_Pairs = list[tuple[Place, Entity | None, Entity | None]]


def _children(place: Place, good: Entity, other: Entity) -> dict[str, _Pairs | None]:
    """By kind, the places of children that are not one object in both; None where others match than did."""
    firsts, seconds = good.children, other.children
    if len(firsts) == len(seconds):
        slots = _unlike(firsts, seconds)
        if all(firsts[s].kind == seconds[s].kind and firsts[s].key == seconds[s].key for s in slots):
            found: dict[str, _Pairs | None] = {}
            for kind in dict.fromkeys(firsts[slot].kind for slot in slots):
                group, among = place.group(kind), good.slots(kind)
                own = {bisect_left(among, s): seconds[s] for s in slots if firsts[s].kind == kind}
                found[kind] = _edited(group, own)
            return found
    kinds = dict.fromkeys((*good.kinds(), *other.kinds()))
    return {
        kind: _of_kind(place.group(kind), good, other)
        for kind in kinds
        if good.of_kind(kind) != other.of_kind(kind)
    }


def _of_kind(group: Group, good: Entity, other: Entity) -> _Pairs | None:
    firsts, seconds = good.of_kind(group.kind.name), other.of_kind(group.kind.name)
    if group.kind.align == "axis" and group.kind.sparse:
        one = {entity.key or "": entity for entity in firsts}
        another = {entity.key or "": entity for entity in seconds}
        keys = [key for key in {**one, **another} if one.get(key) is not another.get(key)]
        return [(group.standing(key), one.get(key), another.get(key)) for key in keys]
    if len(firsts) != len(seconds):
        return None
    indices = _unlike(firsts, seconds)
    if any(firsts[index].key != seconds[index].key for index in indices):
        return None
    return _edited(group, {index: seconds[index] for index in indices})


def _unlike(firsts: tuple[Entity, ...], seconds: tuple[Entity, ...]) -> list[int]:
    """The indices at which two rows of entities have not the same object."""
    return list(compress(count(), map(is_not, firsts, seconds)))


def _edited(group: Group, instead: dict[int, Entity]) -> _Pairs | None:
    """Children that are other entities under the same keys; None where they match others than they did."""
    if group.olds and not group.keeps(instead):
        return None
    return [(group.at_new(index), group.news[index], entity) for index, entity in instead.items()]
