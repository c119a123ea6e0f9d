"""Doing what nobody asked for: properties disturbed, things added, removed and exchanged beside the changes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from forge.states.alteration import other_value
from forge.states.answers import ANSWER_MOUNT
from forge.states.changes import Change, Comparison, address, differs
from forge.states.consequences import Consequences
from forge.states.cover import Cover
from forge.states.entities import Entity, Kind, Path, Property, State, Step, Tree, step_of
from forge.states.patches import reorder
from forge.states.places import POSITION, Place
from forge.states.values import same

_MOST_TRIED = 40
"""So many places of a kind are tried before a property class is said to be out of reach."""

Attempt = tuple[str, str, str, State]
"""The type of a mutant, what it does, what it covers, and the state."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """An entity of the golden state, and the way to it."""

    above: _Spot | None
    step: Step
    entity: Entity

    @property
    def path(self) -> Path:
        return (*self.above.path, self.step) if self.above is not None else ()


@dataclass
class _Census:
    """The entities of one kind in a tree: those that the task changed, and all others."""

    inside: list[_Spot] = field(default_factory=list)
    outside: list[_Spot] = field(default_factory=list)


@dataclass
class _Touched:
    """What the task changed, as a tree of steps."""

    here: bool = False
    whole: bool = False
    below: dict[Step, _Touched] = field(default_factory=dict)

    def at(self, path: Path) -> _Touched:
        """The node of a path, made where there is none."""
        node = self
        for step in path:
            node = node.below.setdefault(step, _Touched())
        return node


_UNTOUCHED = _Touched()
_WITHIN = _Touched(here=True, whole=True)


@dataclass(frozen=True)
class _Holder:
    """An entity of the golden state below which something is added, removed or exchanged."""

    tree: Tree
    place: Place
    parent: Entity

    @property
    def mount(self) -> str:
        return self.place.trees.mount

    @property
    def path(self) -> Path:
        return self.place.path

    def address(self) -> str:
        return address(self.mount, self.path, None, self.tree.schema)

    def edited(self, golden: State, path: Path, entity: Entity | None) -> State:
        """The golden state with an entity at a path, or without the one that is there."""
        return golden.with_tree(self.mount, self.tree.with_entity(path, entity))


class Disturbance:
    """What could be done besides.

    Args:
        comparison: the start with the golden state.
        changes: the changes of the task.
        free: what is up to whoever does the task.
        consequences: what follows from edits of the golden state.
        additions: whether new things are allowed everywhere.
        random: decides which of many like places is disturbed.
    """

    def __init__(
        self,
        comparison: Comparison,
        changes: Sequence[Change],
        free: Cover,
        consequences: Consequences,
        *,
        additions: bool,
        random: Random,
    ) -> None:
        self.comparison = comparison
        self.golden = comparison.after
        self.additions = additions
        self.random = random
        self._free = free
        self._consequences = consequences
        self._set = {(c.mount, c.path, c.name) for c in changes if c.type == "set"}
        self._touched = {(c.mount, c.path) for c in changes}
        self._changed: dict[str, _Touched] = {}
        for change in changes:
            node = self._changed.setdefault(change.mount, _Touched()).at(change.path)
            node.here = True
            node.whole = node.whole or change.type not in ("set", "order")
        self._ordered = {(c.mount, c.path, c.kind) for c in changes if c.type == "order"}
        self._reasons: dict[str, str] = {}

    def reasons(self) -> dict[str, str]:
        """For each class that was tried, why the last try came to nothing."""
        return self._reasons

    def attempts(self) -> Iterator[Attempt]:
        """All attempts."""
        self._reasons = {}
        yield from self._mounts()
        for mount, tree in sorted(self.golden.trees.items()):
            if tree.schema.kind(tree.root.kind).derived:
                continue
            census = self._census(mount, tree)
            for name, found in census.items():
                yield from self._properties(mount, tree, tree.schema.kind(name), found)
            for kind in tree.schema.kinds.values():
                if kind.within and not kind.derived:
                    yield from self._structure(mount, tree, kind, census)

    def _mounts(self) -> Iterator[Attempt]:
        trees = [
            (mount, tree)
            for mount, tree in sorted(self.golden.trees.items())
            if not tree.schema.kind(tree.root.kind).derived and mount != ANSWER_MOUNT
        ]
        for mount, _ in trees:
            if not self._free.allowed(self.comparison.at(mount, ())).everything:
                yield "remove", f"{mount} deleted", "mount removed", self.golden.with_tree(mount, None)
        for mount, tree in trees[:1]:
            copy = f"{mount} (copy)"
            if not self.additions and copy not in self.golden.trees:
                yield "add", f"{copy} added", "mount added", self.golden.with_tree(copy, tree)

    def _census(self, mount: str, tree: Tree) -> dict[str, _Census]:
        census: dict[str, _Census] = {}
        kinds = tree.schema.kinds
        pending = [(_Spot(None, (tree.root.kind, ""), tree.root), self._changed.get(mount, _UNTOUCHED))]
        while pending:
            spot, touched = pending.pop()
            entity = spot.entity
            found = census.setdefault(entity.kind, _Census())
            (found.inside if touched.here else found.outside).append(spot)
            positions: dict[str, int] = {}
            for child in entity.children:
                kind = child.kind
                position = positions[kind] = positions.get(kind, 0) + 1
                step = (kind, position if kinds[kind].align == "sequence" else child.key or "")
                below = _WITHIN if touched.whole else touched.below.get(step, _UNTOUCHED)
                pending.append((_Spot(spot, step, child), below))
        return census

    def _some(self, spots: Sequence[_Spot]) -> Iterator[tuple[Path, Entity]]:
        """Some of many places, from a random one on."""
        start = self.random.randrange(len(spots)) if spots else 0
        for index in range(min(len(spots), _MOST_TRIED)):
            spot = spots[(start + index) % len(spots)]
            yield spot.path, spot.entity

    def _properties(self, mount: str, tree: Tree, kind: Kind, census: _Census) -> Iterator[Attempt]:
        """Each property of a kind disturbed once outside the changes and once on what was changed."""
        if kind.derived:
            return
        for prop in kind.compared:
            for spots in (census.outside, census.inside):
                for path, entity in self._some(spots):
                    attempt = self._disturbed(mount, tree, prop, path, entity)
                    if attempt is not None:
                        yield attempt
                        break

    def _disturbed(
        self, mount: str, tree: Tree, prop: Property, path: Path, entity: Entity
    ) -> Attempt | None:
        covers = f"{entity.kind}.{prop.name}"
        was = tree.schema.value(entity, entity.kind, prop.name)
        other = other_value(was, prop)
        reason = ""
        if (mount, path, prop.name) in self._set:
            reason = "the task sets it wherever it was looked for"
        elif prop.follows is not None and entity.properties.get(prop.follows) is not None:
            reason = f"it follows from {prop.follows}"
        elif self._free.covers_set(mount, path, prop.name):
            reason = "it is free"
        elif self.additions and self.comparison.at(mount, path).fresh:
            reason = "additions are allowed"
        elif other is None or same(was, other):
            reason = "the property has neither choices nor an example to change it to"
        if reason:
            self._reasons[covers] = reason
            return None
        edited = entity.with_properties(**{prop.name: other})
        state = self.golden.with_tree(mount, tree.with_entity(path, edited))
        return "disturb", f"changed besides: {address(mount, path, prop.name, tree.schema)}", covers, state

    def _structure(self, mount: str, tree: Tree, kind: Kind, census: dict[str, _Census]) -> Iterator[Attempt]:
        """One entity of a kind added, removed and exchanged, below something changed and something else."""
        acts = [self._added, self._removed, *([self._exchanged] if kind.in_order else [])]
        for name in kind.within:
            found = census.get(name, _Census())
            for act in acts:
                for spots in (found.outside, found.inside):
                    for path, parent in self._some(spots):
                        attempt = act(_Holder(tree, self.comparison.at(mount, path), parent), kind)
                        if attempt is not None:
                            yield attempt
                            break

    def _added(self, holder: _Holder, kind: Kind) -> Attempt | None:
        covers = f"{kind.name} added"
        members = holder.parent.of_kind(kind.name)
        fresh = kind.example or (members[-1] if members and kind.align == "sequence" else None)
        if self.additions or fresh is None:
            self._reasons[covers] = "additions are allowed" if self.additions else "the kind has no example"
            return None
        place, step = holder.place, step_of(holder.tree.schema, fresh, len(members) + 1)
        taken = place.group(kind.name).standing(step[1])
        spot = Place(place.trees, place, None, fresh, step, origin=taken.origin)
        if taken.new is not None or self._free.allowed(spot).everything:
            self._reasons[covers] = "it is free" if taken.new is None else "the example is already there"
            return None
        state = holder.edited(self.golden, (*holder.path, step), fresh)
        return "add", f"a {kind.name} too many in {holder.address()}", covers, state

    def _removed(self, holder: _Holder, kind: Kind) -> Attempt | None:
        covers = f"{kind.name} removed"
        if kind.sparse and kind.align != "sequence":
            return None  # what its properties are says all
        if self.additions and holder.place.fresh:
            self._reasons[covers] = "additions are allowed"
            return None
        schema = holder.tree.schema
        above = _Spot(None, ("", ""), holder.parent)
        spots = [
            _Spot(above, step, member)
            for number, member in enumerate(holder.parent.of_kind(kind.name), 1)
            if (holder.mount, (*holder.path, step := step_of(schema, member, number))) not in self._touched
        ]
        self._reasons.setdefault(covers, "there is none that the task leaves alone")
        for below, _ in self._some(spots):
            gone = (*holder.path, *below)
            if self._free.allowed(self.comparison.at(holder.mount, gone)).everything:
                self._reasons[covers] = "it is free"
                continue
            state = holder.edited(self.golden, gone, None)
            if kind.sparse and not differs(self.golden, state):
                continue  # a blank at the end
            what = f"removed besides: {address(holder.mount, gone, None, schema)}"
            return "remove", what, covers, self._consequences.settled(state, holder.mount, kind.name)
        return None

    def _exchanged(self, holder: _Holder, kind: Kind) -> Attempt | None:
        covers = f"{kind.name} order"
        allowed = self._free.allowed(holder.place)
        reason = ""
        if (holder.mount, holder.path, kind.name) in self._ordered:
            reason = "the task puts them in order wherever it was looked for"
        elif self.additions and holder.place.fresh:
            reason = "additions are allowed"
        elif allowed.everything or f"order:{kind.name}" in allowed.names:
            reason = "it is free"
        state = None
        if not reason:
            pairs = self._in_place(holder, kind.name)
            state = self.exchanged(holder.mount, holder.tree, holder.path, kind.name, pairs)
        if state is None:
            self._reasons[covers] = reason or "no two that differ stand side by side"
            return None
        return "reorder", f"two {kind.name} entries exchanged in {holder.address()}", covers, state

    def _in_place(self, holder: _Holder, kind: str) -> list[int]:
        """The indices of the first of two neighbours, without new ones that may stand anywhere among the others."""
        group = holder.place.group(kind)
        news = map(group.at_new, range(len(group.news)))
        loose = [place.fresh and POSITION in self._free.allowed(place).names for place in news]
        return [at for at in range(len(loose) - 1) if not (loose[at] or loose[at + 1])]

    def exchanged(self, mount: str, tree: Tree, path: Path, kind: str, among: Sequence[int]) -> State | None:
        """The golden state with two neighbours of a kind exchanged; None where no two differ.

        Args:
            mount: the mount.
            tree: its golden tree.
            path: the path of their parent.
            kind: their kind.
            among: the indices, from 0, of the first of the two from which is chosen.
        """
        parent = tree.at(path)
        members = parent.of_kind(kind) if parent is not None else ()
        keyed = tree.schema.kind(kind).align == "key"
        tokens = [(member.key if keyed else None, tree.schema.tokens(member)) for member in members]
        first = self.random.randrange(len(among)) if among else 0
        for number in range(len(among)):
            at = among[(first + number) % len(among)]
            if tokens[at] != tokens[at + 1]:
                order = list(range(1, len(members) + 1))
                order[at : at + 2] = [at + 2, at + 1]
                return self.golden.with_tree(mount, reorder(tree, path, kind, order))
        return None
