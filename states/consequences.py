"""What else moves when a state is edited by hand: values derived from others, and values that point at places.

A mutant must be a state that could be. A total is what its rows make it, and a formula follows its rows when one of
them goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from forge.states.alteration import other_value
from forge.states.changes import Change, Comparison
from forge.states.entities import Entity, Path, Schema, State, Tree, step_of, walk_from
from forge.states.resolve import resolve
from forge.states.selectors import Selector
from forge.states.values import POINTING, Value

Spot = tuple[str, Path]
"""A mount and a path in it."""


class Consequences:
    """What follows from edits of the golden state.

    Args:
        comparison: the start with the golden state.
    """

    def __init__(self, comparison: Comparison) -> None:
        self.comparison = comparison
        self.golden = comparison.after
        self._derived = [c for c in comparison.changes() if c.derived and c.type == "set"]
        self._pointing: dict[str, list[tuple[Path, Entity]]] = {}

    def moved_along(self, state: State, spots: Iterable[Spot], *, undo: bool) -> State:
        """A state with what depends on some places moved along.

        Args:
            state: the golden state with these places edited.
            spots: the places, by their paths in the golden state, or at the start where they are gone.
            undo: they are what they were at the start; else they are something wrong.
        """
        reached = dict.fromkeys(spots)
        pending = list(reached)
        done: set[int] = set()
        while pending:
            spot = pending.pop()
            for number in self._dependents.get(spot, ()):
                if number not in done:
                    done.add(number)
                    change = self._derived[number]
                    state = _with_value(state, change, change.before if undo else other_value(change.after))
                    reached[change.mount, change.path] = None
                    pending.append((change.mount, change.path))
        return self._with_readings(state, reached, undo=undo)

    @cached_property
    def _dependents(self) -> dict[Spot, list[int]]:
        """The derived changes that follow from each place, by their numbers."""
        found: dict[Spot, list[int]] = {}
        for number, change in enumerate(self._derived):
            sides = ((self.comparison.before, change.old_path), (self.golden, change.path))
            for state, path in sides:
                tree = state.trees.get(change.mount)
                if tree is None or path is None:
                    continue
                for source, _ in tree.schema.sources(tree, path, change.name or ""):
                    numbers = found.setdefault((change.mount, source), [])
                    if not numbers or numbers[-1] != number:
                        numbers.append(number)
        return found

    @cached_property
    def _readings(self) -> dict[Spot, list[tuple[str, str]]]:
        """The readings of probes at each place: the probe's mount and the reading's key."""
        found: dict[Spot, list[tuple[str, str]]] = {}
        for mount, tree in self.golden.trees.items():
            if tree.schema.name != "probe":
                continue
            for reading in tree.root.of_kind("reading"):
                target = Selector.parse(reading.key or "")
                for place in resolve(target, self.comparison):
                    found.setdefault((target.mount, place.path), []).append((mount, reading.key or ""))
        return found

    def _with_readings(self, state: State, reached: Iterable[Spot], *, undo: bool) -> State:
        """Readings of probes at a place that was undone are those of the start; at an altered place, others."""
        for spot in reached:
            for mount, key in self._readings.get(spot, ()):
                tree, before = state.trees[mount], self.comparison.before.trees.get(mount)
                path: Path = (("reading", key),)
                reading = tree.at(path)
                if reading is None:
                    continue
                old = before.at(path) if before is not None else None
                was = old.properties.get("value") if old is not None else None
                value = was if undo else other_value(reading.properties.get("value"))
                state = state.with_tree(mount, tree.with_entity(path, reading.with_properties(value=value)))
        return state

    def settled(self, state: State, mount: str, kind: str, *, undo: bool = False) -> State:
        """A state in which what points at places of a mount has followed them.

        Args:
            state: the golden state in which something came, went or moved.
            mount: the mount in which it did.
            kind: its kind.
            undo: the state is nearer to the start, so that what the task left alone follows from there.
        """
        before, after = self.golden.trees.get(mount), state.trees.get(mount)
        if before is None or after is None or not before.schema.is_target(kind):
            return state
        edited = Comparison(self.golden, state)
        if edited.alignments[mount].movement == "still":
            return state
        start = Comparison(self.comparison.before, state) if undo else None
        entities: dict[Path, Entity] = {}
        for path, entity in self._pointers(mount, before):
            own = {name: value for name, value in entity.properties.items() if _may_point(value)}
            moved = {
                n: before.schema.rewrite(value, edited.follower, mount, path) for n, value in own.items()
            }
            if start is not None:
                moved.update(self._from_the_start(start, mount, path, own))
            where = edited.follower.follow(mount, path) if moved != own else None
            held = after.at(where) if where is not None else None
            if where is not None and held is not None:
                entities[where] = held.with_properties(**moved)
        return state.with_tree(mount, after.with_entities(entities)) if entities else state

    def _from_the_start(
        self, start: Comparison, mount: str, path: Path, names: Iterable[str]
    ) -> Iterator[tuple[str, Value]]:
        """How those properties of an entity of the golden state read that the task has left alone."""
        place = self.comparison.at(mount, path)
        old_path = place.old_path
        if old_path is None:
            return
        changed = {change.name for change in self.comparison.own_changes(place)}
        for name in names:
            if name not in changed:
                rewrite = place.trees.schema.rewrite
                yield name, rewrite(place.before(name), start.follower, mount, old_path)

    def _pointers(self, mount: str, tree: Tree) -> list[tuple[Path, Entity]]:
        known = self._pointing.get(mount)
        if known is None:
            known = self._pointing[mount] = list(_pointers(tree.schema, (), tree.root))
        return known

    def brought_back(self, state: State, mount: str, path: Path, entity: Entity) -> State:
        """A state into which an entity of the start was put back, with what it points at followed.

        Args:
            state: the state.
            mount: the mount.
            path: the path of the entity at the start.
            entity: the entity.
        """
        tree = state.trees[mount]
        if not entity.points or not tree.schema.rewrites:
            return state
        follower = Comparison(self.comparison.before, state).follower
        for inner, held in walk_from(tree.schema, path, entity):
            where = follower.follow(mount, inner)
            own = {name: value for name, value in held.properties.items() if _may_point(value)}
            there = tree.at(where) if where is not None else None
            if own and where is not None and there is not None:
                moved = {n: tree.schema.rewrite(value, follower, mount, inner) for n, value in own.items()}
                tree = tree.with_entity(where, there.with_properties(**moved))
        return state.with_tree(mount, tree)


def _pointers(schema: Schema, path: Path, entity: Entity) -> Iterator[tuple[Path, Entity]]:
    """The entities with values that may point at places, with their paths."""
    if not POINTING.isdisjoint(map(type, entity.properties.values())):
        yield path, entity
    positions: dict[str, int] = {}
    for child in entity.children:
        position = positions[child.kind] = positions.get(child.kind, 0) + 1
        if child.points:
            yield from _pointers(schema, (*path, step_of(schema, child, position)), child)


def _may_point(value: Value) -> bool:
    return type(value) in POINTING


def _with_value(state: State, change: Change, value: Value) -> State:
    tree = state.trees.get(change.mount)
    entity = tree.at(change.path) if tree is not None else None
    if tree is None or entity is None or change.name is None:
        return state
    edited = tree.with_entity(change.path, entity.with_properties(**{change.name: value}))
    return state.with_tree(change.mount, edited)
