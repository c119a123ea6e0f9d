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
from forge.states.entities import Entity, Kind, Path, Property, State, Tree, step_of
from forge.states.patches import reorder
from forge.states.places import Place
from forge.states.values import same

_MOST_TRIED = 40
"""So many places of a kind are tried before a property class is said to be out of reach."""

Attempt = tuple[str, str, str, State]
"""The type of a mutant, what it does, what it covers, and the state."""


@dataclass
class _Census:
    """The entities of one kind in a tree, by their paths: those that the task changed, and all others."""

    inside: list[tuple[Path, Entity]] = field(default_factory=list)
    outside: list[tuple[Path, Entity]] = field(default_factory=list)


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
        self._whole = {(c.mount, c.path) for c in changes if c.type not in ("set", "order")}
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
        pending: list[tuple[Path, Entity, bool]] = [((), tree.root, False)]
        while pending:
            path, entity, within = pending.pop()
            whole = within or (mount, path) in self._whole
            found = census.setdefault(entity.kind, _Census())
            inside = whole or (mount, path) in self._touched
            (found.inside if inside else found.outside).append((path, entity))
            positions: dict[str, int] = {}
            for child in entity.children:
                position = positions[child.kind] = positions.get(child.kind, 0) + 1
                pending.append(((*path, step_of(tree.schema, child, position)), child, whole))
        return census

    def _some(self, spots: Sequence[tuple[Path, Entity]]) -> Iterator[tuple[Path, Entity]]:
        """Some of many places, from a random one on."""
        start = self.random.randrange(len(spots)) if spots else 0
        for index in range(min(len(spots), _MOST_TRIED)):
            yield spots[(start + index) % len(spots)]

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
        place = self.comparison.at(mount, path)
        reason = ""
        if (mount, path, prop.name) in self._set:
            reason = "the task sets it wherever it was looked for"
        elif prop.follows is not None and entity.properties.get(prop.follows) is not None:
            reason = f"it follows from {prop.follows}"
        elif self._free.allowed(place).sets(prop.name):
            reason = "it is free"
        elif self.additions and place.fresh:
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
        for name in kind.within:
            found = census.get(name)
            if found is None:
                continue
            for spots in (found.outside, found.inside):
                for path, parent in list(self._some(spots))[:1]:
                    place = self.comparison.at(mount, path)
                    if self.additions and place.fresh:
                        self._reasons.setdefault(f"{kind.name} added", "additions are allowed")
                        continue
                    yield from self._added(mount, tree, kind, place, parent)
                    yield from self._removed(mount, tree, kind, path, parent)
                    if kind.in_order:
                        yield from self._exchanged(mount, tree, kind, place)

    def _added(self, mount: str, tree: Tree, kind: Kind, place: Place, parent: Entity) -> Iterator[Attempt]:
        covers = f"{kind.name} added"
        members = parent.of_kind(kind.name)
        fresh = kind.example or (members[-1] if members and kind.align == "sequence" else None)
        if self.additions or fresh is None:
            self._reasons[covers] = "additions are allowed" if self.additions else "the kind has no example"
            return
        step = step_of(tree.schema, fresh, len(members) + 1)
        taken = place.group(kind.name).standing(step[1])
        spot = Place(place.trees, place, None, fresh, step, origin=taken.origin)
        if taken.new is not None or self._free.allowed(spot).everything:
            self._reasons[covers] = "it is free" if taken.new is None else "the example is already there"
            return
        path = place.path
        state = self.golden.with_tree(mount, tree.with_entity((*path, step), fresh))
        what = f"a {kind.name} too many in {address(mount, path, None, tree.schema)}"
        yield "add", what, covers, state

    def _removed(self, mount: str, tree: Tree, kind: Kind, path: Path, parent: Entity) -> Iterator[Attempt]:
        covers = f"{kind.name} removed"
        if kind.sparse and kind.align != "sequence":
            return
        spots = [
            ((*path, step_of(tree.schema, member, number)), member)
            for number, member in enumerate(parent.of_kind(kind.name), 1)
        ]
        self._reasons.setdefault(covers, "there is none that the task leaves alone")
        for gone, _ in self._some([spot for spot in spots if (mount, spot[0]) not in self._touched]):
            if self._free.allowed(self.comparison.at(mount, gone)).everything:
                self._reasons[covers] = "it is free"
                continue
            state = self.golden.with_tree(mount, tree.with_entity(gone, None))
            if kind.sparse and not differs(self.golden, state):
                continue  # a blank at the end
            what = f"removed besides: {address(mount, gone, None, tree.schema)}"
            yield "remove", what, covers, self._consequences.settled(state, mount)
            return

    def _exchanged(self, mount: str, tree: Tree, kind: Kind, place: Place) -> Iterator[Attempt]:
        covers = f"{kind.name} order"
        if (mount, place.path, kind.name) in self._ordered:
            self._reasons[covers] = "the task puts them in order wherever it was looked for"
            return
        allowed = self._free.allowed(place)
        state = self.exchanged(mount, tree, place.path, kind.name)
        if state is None or allowed.everything or f"order:{kind.name}" in allowed.names:
            self._reasons[covers] = "no two that differ stand side by side" if state is None else "it is free"
            return
        where = address(mount, place.path, None, tree.schema)
        yield "reorder", f"two {kind.name} entries exchanged in {where}", covers, state

    def exchanged(
        self, mount: str, tree: Tree, path: Path, kind: str, among: Sequence[int] = ()
    ) -> State | None:
        """The golden state with two neighbours of a kind exchanged; None where no two differ.

        Args:
            mount: the mount.
            tree: its golden tree.
            path: the path of their parent.
            kind: their kind.
            among: the indices, from 0, of the first of the two from which is chosen; all where there is none.
        """
        parent = tree.at(path)
        members = parent.of_kind(kind) if parent is not None else ()
        keyed = tree.schema.kind(kind).align == "key"
        tokens = [(member.key if keyed else None, tree.schema.tokens(member)) for member in members]
        choices = among or range(len(members) - 1)
        first = self.random.randrange(len(choices)) if choices else 0
        for number in range(len(choices)):
            at = choices[(first + number) % len(choices)]
            if tokens[at] != tokens[at + 1]:
                order = list(range(1, len(members) + 1))
                order[at : at + 2] = [at + 2, at + 1]
                return self.golden.with_tree(mount, reorder(tree, path, kind, order))
        return None
