"""Attacks on a rubric: states that are wrong, made from the changes and not from the checks.

Each change of the task is undone and altered, each property of each kind is disturbed outside the changes and on
what was changed, things are added, removed and put in another order, and the trivial policies are played. All
must lose. What a change derives (the value of a formula, totals that depend on an input) moves with it, so that
a mutant is a state that could be.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from forge.states.alteration import other_value
from forge.states.answers import ANSWER_MOUNT, answer_tree
from forge.states.changes import Change, Comparison, address, differs, own_changes
from forge.states.consequences import Consequences
from forge.states.cover import Cover
from forge.states.disturbance import Disturbance
from forge.states.entities import Entity, Path, State, Tree, walk_from
from forge.states.places import Place
from forge.states.selectors import Selector
from forge.states.undo import Undo
from forge.states.values import Value, same

__all__ = ["Attack", "Coverage", "Mutant", "differs"]

MOST_ALTERED = 400
"""Of what one change added, so many properties are altered: the first of each class, then others by chance."""


@dataclass(frozen=True)
class Mutant:
    """A state that must lose.

    Attributes:
        type: `trivial`, `undo`, `alter`, `disturb`, `add`, `remove` or `reorder`.
        what: what it does, with the address.
        covers: the property class (`kind.property`), kind or change that it covers.
        state: the state.
    """

    type: str
    what: str
    covers: str
    state: State


@dataclass(frozen=True)
class Coverage:
    """What the mutants of an attack covered.

    Attributes:
        changes: how many changes the task has.
        unattacked: the changes of which no mutant could be made, as lines for a person.
        classes: how many mutants cover each property class (`kind.property`) and each kind's `added`,
            `removed` and `order`.
        missed: the classes of the golden state that no mutant covers, with the reason.
    """

    changes: int
    unattacked: tuple[str, ...]
    classes: Mapping[str, int]
    missed: Mapping[str, str]


@dataclass
class _Tally:
    """What was covered so far."""

    attacked: set[int] = field(default_factory=set)
    classes: dict[str, int] = field(default_factory=dict)


class Attack:
    """All mutants of a task.

    Args:
        initial: the start.
        golden: the end of the reference solution, best shared with the start (`entities.share`).
        free: what is up to whoever does the task.
        additions: whether the rubric allows additions everywhere.
        random: decides which of many like places is attacked.
        comparison: of the two, where it was made already.
    """

    def __init__(
        self,
        initial: State,
        golden: State,
        free: Sequence[Selector],
        *,
        additions: bool,
        random: Random,
        comparison: Comparison | None = None,
    ) -> None:
        self.initial = initial
        self.golden = golden
        self.random = random
        self.comparison = comparison or Comparison(initial, golden)
        self._free = Cover(free, self.comparison)
        self.changes = [c for c in own_changes(self.comparison.changes()) if not self._free.covers(c)]
        self._consequences = Consequences(self.comparison)
        self._undo = Undo(self.comparison, self._consequences)
        self._disturbance = Disturbance(
            self.comparison, self.changes, self._free, self._consequences, additions=additions, random=random
        )
        self._tally = _Tally()

    def mutants(self) -> Iterator[Mutant]:
        """The mutants, the trivial policies first; each is another state than the golden one."""
        self._tally = _Tally()
        yield from self._trivial()
        for group in self._groups():
            for mutant in (*self._undone(group), *self._altered_change(group)):
                self._tally.attacked.update(id(change) for change in group)
                yield self._counted(mutant)
        for type_, what, covers, state in self._disturbance.attempts():
            yield self._counted(Mutant(type_, what, covers, state))

    def coverage(self) -> Coverage:
        """What the mutants cover, once all of them were made."""
        left = [change for change in self.changes if id(change) not in self._tally.attacked]
        missed = {
            name: reason
            for name, reason in self._disturbance.reasons().items()
            if name not in self._tally.classes
        }
        return Coverage(
            len(self.changes),
            tuple(change.describe(self._tree(change).schema) for change in left),
            dict(sorted(self._tally.classes.items())),
            dict(sorted(missed.items())),
        )

    def _counted(self, mutant: Mutant) -> Mutant:
        self._tally.classes[mutant.covers] = self._tally.classes.get(mutant.covers, 0) + 1
        return mutant

    def _tree(self, change: Change) -> Tree:
        return self.golden.trees.get(change.mount) or self.initial.trees[change.mount]

    def _trivial(self) -> Iterator[Mutant]:
        kept = {m: t for m, t in self.golden.trees.items() if t.schema.kind(t.root.kind).derived}
        yield Mutant("trivial", "nothing is done", "do nothing", self.initial)
        yield Mutant("trivial", "everything is deleted", "delete everything", State(kept))
        bases = [(self.initial, "nothing is done")]
        if ANSWER_MOUNT in self.golden.trees:
            bases.append((self.golden, "all is done"))
        for base, says in bases:
            refused = base.with_tree(ANSWER_MOUNT, answer_tree("impossible"))
            what = f"{says} and the answer is that it is impossible"
            yield Mutant("trivial", what, "answer impossible", refused)

    def _groups(self) -> list[list[Change]]:
        """The changes, those of properties that follow from one another together."""
        set_here = {(c.mount, c.path, c.name) for c in self.changes if c.type == "set"}
        groups: dict[tuple[object, ...], list[Change]] = {}
        for number, change in enumerate(self.changes):
            if change.type != "set" or change.name is None:
                groups[number,] = [change]
                continue
            follows = self._tree(change).schema.documented(change.kind, change.name).follows
            leads = follows is not None and (change.mount, change.path, follows) in set_here
            root = follows if leads else change.name
            groups.setdefault((change.mount, change.path, root), []).append(change)
        return list(groups.values())

    def _undone(self, group: list[Change]) -> Iterator[Mutant]:
        first = group[0]
        state = self._undo.state(group)
        if state is not None and (first.type == "set" or differs(self.golden, state)):
            what = f"not done: {first.describe(self._tree(first).schema)}"
            covers = f"{first.kind}.{first.name}" if first.type == "set" else f"{first.kind} {first.type}"
            yield Mutant("undo", what, covers, state)

    def _altered_change(self, group: list[Change]) -> Iterator[Mutant]:
        """The change done wrongly."""
        change, tree = group[0], self.golden.trees.get(group[0].mount)
        place = change.place
        if tree is None or place is None or change.type == "removed":
            return
        if change.type == "set":
            entity = tree.at(change.path) or _blank(change.path)
            yield from self._altered(change.mount, change.path, entity, [c.name or "" for c in group])
        elif change.type == "order":
            yield from self._misordered(change, tree)
        elif place.new is not None:
            if change.type == "moved":
                yield self._copied(change, place, tree)
            elif place.parent is not None and not place.described.arbitrary:
                yield from self._misnamed(change, place, tree)
            if change.type == "added":
                yield from self._altered_within(change, place.new, tree)

    def _altered_within(self, change: Change, entity: Entity, tree: Tree) -> Iterator[Mutant]:
        """Each property of what was added, up to a number."""
        first: dict[str, tuple[Path, Entity, str]] = {}
        others: list[tuple[Path, Entity, str]] = []
        for path, inner in walk_from(tree.schema, change.path, entity):
            if tree.schema.kind(inner.kind).derived:
                continue
            for name in inner.properties:
                spot = (path, inner, name)
                if first.setdefault(f"{inner.kind}.{name}", spot) is not spot:
                    others.append(spot)
        if len(others) > MOST_ALTERED:
            others = self.random.sample(others, MOST_ALTERED)
        for path, inner, name in (*first.values(), *others):
            yield from self._altered(change.mount, path, inner, [name])

    def _altered(self, mount: str, path: Path, entity: Entity, names: list[str]) -> Iterator[Mutant]:
        """Some properties of one entity with other values, and what follows from them likewise."""
        tree = self.golden.trees[mount]
        kind = tree.schema.kind(entity.kind)
        followers = [name for leader in names for name in kind.followers.get(leader, ())]
        changed: dict[str, Value] = {}
        for name in dict.fromkeys((*names, *followers)):
            prop = kind.properties.get(name)
            if prop is None or prop.volatile:
                continue
            led = prop.follows is not None and entity.properties.get(prop.follows) is not None
            if (prop.follows if led else name) in names:
                was = tree.schema.value(entity, entity.kind, name)
                other = other_value(was, prop)
                if other is not None and not same(other, was):
                    changed[name] = other
        named = [name for name in names if name in changed]
        if not named or self._free.covers_set(mount, path, named[0]):
            return
        state = self.golden.with_tree(mount, tree.with_entity(path, entity.with_properties(**changed)))
        state = self._consequences.moved_along(state, [(mount, path)], undo=False)
        what = f"done wrongly: {address(mount, path, named[0], tree.schema)}"
        yield Mutant("alter", what, f"{entity.kind}.{named[0]}", state)

    def _misnamed(self, change: Change, place: Place, tree: Tree) -> Iterator[Mutant]:
        if place.described.align != "key" or place.new is None or place.parent is None:
            return
        key = str(other_value(place.new.key or ""))
        above = place.parent.new
        if above is None or above.child(place.kind, key) is not None:
            return
        state = self.golden.with_tree(change.mount, tree.with_entity(change.path, place.new.with_key(key)))
        what = f"named wrongly: {address(change.mount, change.path, None, tree.schema)}"
        yield Mutant(
            "alter",
            what,
            f"{place.kind} {change.type}",
            self._consequences.settled(state, change.mount, change.kind),
        )

    def _copied(self, change: Change, place: Place, tree: Tree) -> Mutant:
        """What should have been moved stands at both places."""
        back = self._undo.put_back(place, place.new or _blank(change.path), tree)
        what = f"copied, not moved: {change.describe(tree.schema)}"
        return Mutant("alter", what, f"{change.kind} moved", self.golden.with_tree(change.mount, back))

    def _misordered(self, change: Change, tree: Tree) -> Iterator[Mutant]:
        """Two neighbours of what was put in order stand the wrong way round.

        They are two that the task has turned round: others may tie, and then either order is right.
        """
        if change.place is None:
            return
        group = change.place.group(change.kind)
        among = group.turned or range(len(group.news) - 1)
        state = self._disturbance.exchanged(change.mount, tree, change.path, change.kind, among)
        if state is not None:
            where = address(change.mount, change.path, None, tree.schema)
            yield Mutant(
                "alter", f"two {change.kind} entries exchanged in {where}", f"{change.kind} order", state
            )


def _blank(path: Path) -> Entity:
    kind, key = path[-1]
    return Entity(kind, key if isinstance(key, str) else None)
