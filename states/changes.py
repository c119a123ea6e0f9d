"""The differences between two states, as a list of changes that a person can read and a rubric can cover."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from forge.errors import StateError
from forge.states.alignment import Follower, TreeAlignment
from forge.states.entities import Path, Property, Schema, State
from forge.states.groups import Group
from forge.states.places import KEY, Place
from forge.states.values import POINTING, Value, same, show

ChangeType = Literal["set", "added", "removed", "moved", "renamed", "order"]


@dataclass(frozen=True)
class Change:
    """One difference.

    Attributes:
        type: `set` a property; an entity `added`, `removed`, `moved` below another parent or `renamed` (its key
            changed); the `order` of the children of one kind.
        mount: the mount it is in.
        kind: the kind of the entity; for `order` the kind of the children.
        path: where the entity is (for `removed`: was); for `order` the parent.
        old_path: where it was before; None when it was not there.
        name: the property for `set`, else None.
        before: the value before; for `renamed` the key; for `removed` and `added` None.
        after: the value after, likewise.
        derived: follows from another property or entity, so nobody's act.
        fresh: the entity was not there before.
        place: the place of the entity; for `order` of the parent.
    """

    type: ChangeType
    mount: str
    kind: str
    path: Path
    old_path: Path | None
    name: str | None = None
    before: Value = None
    after: Value = None
    derived: bool = False
    fresh: bool = False
    place: Place | None = field(default=None, compare=False, repr=False)

    def describe(self, schema: Schema) -> str:
        """The change as one line for a person."""
        where = address(self.mount, self.path, self.name, schema)
        match self.type:
            case "set":
                return f"{where}: {show(self.before)} → {show(self.after)}"
            case "order":
                return f"{where}: the {self.kind} entries stand in another order"
            case "renamed":
                return f"{where}: was named {show(self.before)}"
            case "moved":
                return f"{where}: stood at {address(self.mount, self.old_path or (), None, schema)}"
        return f"{where}: {self.type}"


def address(mount: str, path: Path, name: str | None, schema: Schema | None = None) -> str:
    """The address of an entity or property, in the application's own way where the schema knows one."""
    if schema is not None and schema.pretty is not None:
        return f"{mount}#{schema.pretty(path, name)}"
    steps = "/".join(f"{kind}[{key}]" for kind, key in path)
    return f"{mount}#{steps}{f'.{name}' if name else ''}"


class Comparison:
    """Two states side by side: their alignment, and the changes from the first to the second.

    Attributes:
        before: the earlier state.
        after: the later state.
        alignments: the alignment of every mount that holds one type of document in both.
        follower: leads paths of the earlier state into the later.
    """

    def __init__(self, before: State, after: State) -> None:
        self.before = before
        self.after = after
        self.alignments: dict[str, TreeAlignment] = {}
        for mount, old in before.trees.items():
            new = after.trees.get(mount)
            if new is not None and new.schema.name == old.schema.name and new.root.kind == old.root.kind:
                self.alignments[mount] = TreeAlignment(mount, old, new)
        self.follower = Follower(self.alignments)
        self._roots: dict[str, list[Place]] = {}
        self._changes: list[Change] | None = None

    def mounts(self) -> list[str]:
        """The mounts of either state, in the order of their names."""
        return sorted({*self.before.trees, *self.after.trees})

    def roots(self, mount: str) -> list[Place]:
        """The root of a mount; the old and the new one where another type of document has come in its place."""
        known = self._roots.get(mount)
        if known is None:
            old, new = self.before.trees.get(mount), self.after.trees.get(mount)
            if mount in self.alignments:
                known = [self.alignments[mount].root]
            else:
                known = [TreeAlignment(mount, old, None).root] if old is not None else []
                known += [TreeAlignment(mount, None, new).root] if new is not None else []
            self._roots[mount] = known
        return known

    def is_replaced(self, mount: str) -> bool:
        """Whether a document of another type has come in the place of one."""
        return len(self.roots(mount)) > 1

    def at(self, mount: str, path: Path) -> Place:
        """The place of a path of the later state.

        Raises:
            StateError: the mount is in neither state, or the schema has no such kind.
        """
        roots = self.roots(mount)
        if not roots:
            raise StateError(f"{mount} is in neither state.")
        place = roots[-1]
        for kind, key in path:
            place = place.group(kind).standing(key)
        return place

    def changes(self) -> list[Change]:
        """All changes, mounts in the order of their names; those of derived values are marked."""
        if self._changes is None:
            self._changes = [change for mount in self.mounts() for change in self.changes_of(mount)]
        return self._changes

    def changes_of(self, mount: str) -> Iterator[Change]:
        """The changes of one mount."""
        for root in self.roots(mount):
            if mount in self.alignments:
                yield from self.changes_below(root)
            else:
                yield _coming_or_going(root)

    def changes_below(self, place: Place) -> Iterator[Change]:
        """The changes of what stands at a place and of all below it."""
        if self._untouched(place):
            return
        yield from self.own_changes(place)
        for kind in place.kinds():
            if not place.trees.schema.kind(kind).derived:
                yield from self.changes_among(place.group(kind))

    def changes_among(self, group: Group, known: Callable[[Place], bool] | None = None) -> Iterator[Change]:
        """The changes of the children of one kind and of all below them.

        Args:
            group: the children.
            known: which of them need not be looked into.
        """
        parent, kind = group.parent, group.kind
        if group.moved:
            yield _change("order", parent, kind=kind.name)
        strict = parent.trees.strict
        for place in group.places() if parent.shifted else group.differing(pointing=strict):
            if known is not None and known(place):
                continue
            if place.home is not place.parent:
                if parent is (place.home if place.home is not None and place.home.there else place.parent):
                    yield _change("moved", place)
                    yield from self.changes_below(place)
            elif place.compared:
                if kind.align == "key" and place.step[1] != place.origin[1] and place.old is not None:
                    yield _change("renamed", place, before=place.before(KEY), after=place.after(KEY))
                yield from self.changes_below(place)
            elif not (kind.sparse and kind.align == "axis"):
                yield _coming_or_going(place)

    def comings_and_goings(self, group: Group) -> Iterator[Change]:
        """Those changes of children of one kind for which nothing in them need be looked at."""
        if group.moved:
            yield _change("order", group.parent, kind=group.kind.name)
        if group.kind.sparse and group.kind.align == "axis":
            return
        for place in group.differing():
            if place.home is place.parent and not place.compared:
                yield _coming_or_going(place)

    def own_changes(self, place: Place) -> Iterator[Change]:
        """The changes of the properties of what stands at a place."""
        for prop, expected, after in self.own_differences(place, place.described.compared):
            yield _change("set", place, prop.name, expected, after, derived=is_derived(prop, place))

    def own_differences(
        self, place: Place, among: Iterable[Property]
    ) -> Iterator[tuple[Property, Value, Value]]:
        """Those of some properties of what stands at a place that changed, with what was expected and what is."""
        strict = place.trees.strict
        old = place.old.properties if place.old is not None else _NOTHING
        new = place.new.properties if place.new is not None else _NOTHING
        if old is new and not strict:
            return
        touched = {
            name
            for name in {**old, **new}
            if (before := old.get(name)) is not new.get(name) or (strict and type(before) in POINTING)
        }
        for prop in among if touched else ():
            if prop.name not in touched:
                continue
            before, after = old.get(prop.name), new.get(prop.name)
            before = before if before is not None else prop.default
            after = after if after is not None else prop.default
            if before is after and not (strict and type(before) in POINTING):
                continue
            expected = self.expected(place, before, after)
            if not same(expected, after):
                yield prop, expected, after

    def expected(self, place: Place, before: Value, after: Value) -> Value:
        """What a value that nobody touched reads in the end.

        What points at places reads as `rewrite` says. Unless the places were put in another order: then
        applications leave some of it alone, and what reads as before is fine as well.
        """
        if type(before) not in POINTING:
            return before
        trees = place.trees
        if not trees.schema.rewrites or (not trees.strict and same(before, after)):
            return before
        rewritten = trees.schema.rewrite(before, self.follower, trees.mount, place.old_path or place.path)
        return rewritten if trees.strict or same(rewritten, after) else before

    @staticmethod
    def _untouched(place: Place) -> bool:
        """Whether nothing can differ, for one object stands on both sides."""
        if place.old is not place.new or place.old is None:
            return False
        return not place.shifted and not (place.old.points and place.trees.strict)


_NOTHING: Mapping[str, Value] = {}


def is_derived(prop: Property, place: Place) -> bool:
    """Whether a property is derived: its kind is, or it follows from another one that is there on both sides."""
    return place.described.derived or (
        prop.follows is not None
        and place.old is not None
        and place.new is not None
        and place.old.properties.get(prop.follows) is not None
        and place.new.properties.get(prop.follows) is not None
    )


def _coming_or_going(place: Place) -> Change:
    derived = place.described.derived
    return _change("removed" if place.new is None else "added", place, derived=derived)


def _change(
    type_: ChangeType,
    place: Place,
    name: str | None = None,
    before: Value = None,
    after: Value = None,
    *,
    kind: str = "",
    derived: bool = False,
) -> Change:
    return Change(
        type_,
        place.trees.mount,
        kind or place.kind,
        place.path,
        place.old_path,
        name,
        before,
        after,
        derived,
        place.fresh and type_ != "order",
        place,
    )


def diff(before: State, after: State) -> list[Change]:
    """The changes from one state to another; empty when they are one."""
    return Comparison(before, after).changes()


def differs(before: State, after: State) -> bool:
    """Whether somebody changed something between two states: more than what is derived."""
    comparison = Comparison(before, after)
    return any(not change.derived for mount in comparison.mounts() for change in comparison.changes_of(mount))


def own_changes(changes: Sequence[Change]) -> list[Change]:
    """The changes that somebody made: without those of derived values."""
    return [change for change in changes if not change.derived]
