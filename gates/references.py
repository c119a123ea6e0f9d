"""Definite references: whether a fact names one thing of the start state that nobody can mistake."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from forge.gates.standing import property_of, standing
from forge.skills.contract import Fact
from forge.states.changes import address
from forge.states.entities import Entity, Path, State, Step, Tree, step_of
from forge.states.selectors import All, Filter, Keys, Positions, Selector
from forge.states.values import Value, same, show

Evidence = dict[str, Any]

_MARKS = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class Place:
    """The one place of the start state that a fact refers to."""

    mount: str
    path: Path
    name: str | None


class References:
    """The references of facts in a start state.

    Args:
        facts: the public facts that the instruction tells, and the private ones that refer to something.
        state: the start state.
        opened: the mounts that stand open; a thing in one of them can be mistaken for its like in another.
    """

    def __init__(self, facts: Iterable[Fact], state: State, opened: Sequence[str] = ()) -> None:
        self._state = state
        self._opened = opened
        self._facts = [fact for fact in facts if fact.refers is not None]
        self._places: dict[str, Place] = {}
        self._faults: dict[str, Evidence] = {}
        for fact in self._facts:
            found = self._resolve(fact)
            if isinstance(found, Place):
                self._places[fact.name] = found
            else:
                self._faults[fact.name] = found

    def faults(self) -> list[Evidence]:
        """What is wrong with each reference: nothing or several things, another value, or a likeness."""
        found = list(self._faults.values())
        for fact in self._facts:
            place = self._places.get(fact.name)
            if place is not None and fact.public:
                found += [self._ambiguous(fact, place, other) for other in self._alike(fact, place)][:1]
        return found

    def place(self, fact: Fact) -> Place | None:
        """Where a fact refers to; None where it refers to nothing or not to one thing."""
        return self._places.get(fact.name)

    def _resolve(self, fact: Fact) -> Place | Evidence:
        selector = fact.refers
        assert selector is not None  # noqa: S101 - only facts that refer are kept
        where = {"fact": fact.name, "address": str(selector)}
        tree = self._state.tree(selector.mount)
        if tree is None:
            return {**where, "why": "the fact refers to a file that is not there at the start"}
        found = list(standing(selector, self._state))
        if len(found) != 1:
            many = f"{len(found)} things" if found else "nothing"
            return {**where, "why": f"the fact refers to {many} at the start, expected exactly one"}
        path, entity = found[0]
        place = Place(selector.mount, path, selector.property)
        said = self._said(tree, entity, place)
        if not any(same(fact.value, value) for value in said):
            why = "the instruction names what is not there"
            actual = show(said[0]) if said else "nothing"
            return {**where, "why": why, "expected": show(fact.value), "actual": actual}
        return place

    def _said(self, tree: Tree, entity: Entity, place: Place) -> tuple[Value, ...]:
        """What stands at a place: its property or, without one, what it is called by."""
        if place.name is not None:
            return (property_of(tree.schema, entity, place.name),)
        if not place.path:
            base = place.mount.rpartition("/")[2]
            return (place.mount, base, base.rpartition(".")[0])
        return (place.path[-1][1],)

    def _alike(self, fact: Fact, place: Place) -> Iterator[Place]:
        """Other places of the same kind that are called alike and that no other told fact keeps apart."""
        if not place.path:
            base = place.mount.rpartition("/")[2]
            if fact.value != place.mount:
                for mount in self._state.trees:
                    if mount != place.mount and near(mount.rpartition("/")[2], base):
                        yield Place(mount, (), place.name)
            return
        tree = self._state.trees[place.mount]
        yield from self._search(fact, place, place.mount, tree)
        if not any(other.mount == place.mount and not other.path for other in self._other(fact)):
            for mount in self._opened:
                other = self._state.tree(mount)
                if mount != place.mount and other is not None and other.schema.name == tree.schema.name:
                    yield from self._search(fact, place, mount, other)

    def _search(self, fact: Fact, place: Place, mount: str, tree: Tree) -> Iterator[Place]:
        waiting: list[tuple[Entity, Path, bool]] = [(tree.root, (), False)]
        for depth, step in enumerate(place.path):
            last = depth == len(place.path) - 1
            kept_apart = self._told_apart(fact, place, depth, tree)
            named = tree.schema.kind(step[0]).align == "key" and not last
            following: list[tuple[Entity, Path, bool]] = []
            for entity, path, strayed in waiting:
                for child, own in self._children(
                    tree, entity, step, alone=kept_apart or (strayed and not named)
                ):
                    called_alike = last and place.name is None and not same(own[1], step[1])
                    stray = strayed or (own != step and not named)
                    if not called_alike or near(own[1], step[1]):
                        following.append((child, (*path, own), stray))
            waiting = following
        for entity, path, _ in waiting:
            if (mount, path) == (place.mount, place.path):
                continue
            if place.name is None or near(property_of(tree.schema, entity, place.name), fact.value):
                yield Place(mount, path, place.name)

    def _children(
        self, tree: Tree, entity: Entity, step: Step, *, alone: bool
    ) -> Iterator[tuple[Entity, Step]]:
        if alone:
            child = entity.child(*step)
            if child is not None:
                yield child, step
            return
        for position, child in enumerate(entity.of_kind(step[0]), 1):
            yield child, step_of(tree.schema, child, position)

    def _told_apart(self, fact: Fact, place: Place, depth: int, tree: Tree) -> bool:
        """Whether another told fact names the thing at this depth of the path."""
        prefix = place.path[: depth + 1]
        kind = tree.schema.kind(prefix[-1][0])
        axis = (kind.axis, prefix[-1][1]) if kind.align == "axis" else None
        for other in self._other(fact):
            if other.mount != place.mount:
                continue
            if other.path == prefix and (other.name is None or depth < len(place.path) - 1):
                return True
            if axis is not None and other.name is None and other.path[-1:] == (axis,):
                return True
        return False

    def _other(self, fact: Fact) -> Iterator[Place]:
        for other in self._facts:
            if other.public and other is not fact and (place := self._places.get(other.name)) is not None:
                yield place

    def _ambiguous(self, fact: Fact, place: Place, other: Place) -> Evidence:
        return {
            "fact": fact.name,
            "address": self._pretty(place),
            "why": "a reader could as well mean something else that is called the same",
            "expected": show(fact.value),
            "actual": self._pretty(other),
        }

    def _pretty(self, place: Place) -> str:
        return address(place.mount, place.path, place.name, self._state.trees[place.mount].schema)


def near(first: Value, second: Value) -> bool:
    """Whether two names would be taken for one: letter case, spaces and punctuation aside."""
    if not isinstance(first, str) or not isinstance(second, str):
        return first is not None and same(first, second)
    one, other = _bare(first), _bare(second)
    return one == other if one and other else first.strip() == second.strip()


def _bare(text: str) -> str:
    return _MARKS.sub("", unicodedata.normalize("NFKC", text).casefold())


def passes(selector: Selector, place: Place) -> bool:
    """Whether a selector leads to a place or through it."""
    if selector.mount != place.mount or len(selector.steps) < len(place.path):
        return False
    return all(
        step.kind == kind and _names(step.filter, key)
        for step, (kind, key) in zip(selector.steps, place.path, strict=False)
    )


def _names(chosen: Filter, key: str | int) -> bool:
    match chosen:
        case All():
            return True
        case Keys(keys):
            return key in keys
        case Positions():
            return key in chosen
    return False
