"""The differences between two states, as a list of changes that a person can read and a rubric can cover."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from forge.states.alignment import Follower, Pair, TreeAlignment
from forge.states.entities import Entity, Path, Schema, State, Tree, step_to
from forge.states.values import Value, same, show

ChangeType = Literal["set", "added", "removed", "order", "renamed"]


@dataclass(frozen=True)
class Change:
    """One difference.

    Attributes:
        type: `set` a property; an entity `added`, `removed` or `renamed` (its key changed); the `order` of the
            children of one kind.
        mount: the mount it is in.
        kind: the kind of the entity; for `order` the kind of the children.
        path: where the entity is (for `removed`: was); for `order` the parent.
        old_path: where it was before; None when it was not there.
        name: the property for `set`, else None.
        before: the value before; for `removed` and `added` None.
        after: the value after.
        derived: follows from another property or entity, so nobody's act.
        fresh: the entity was not there before.
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
        return f"{where}: {self.type}"


def address(mount: str, path: Path, name: str | None, schema: Schema | None = None) -> str:
    """The address of an entity or property, in the application's own way where the schema knows one."""
    if schema is not None and schema.pretty is not None:
        return f"{mount}#{schema.pretty(path, name)}"
    steps = "/".join(f"{kind}[{key}]" for kind, key in path)
    return f"{mount}#{steps}{f'.{name}' if name else ''}"


class Comparison:
    """Two states side by side: their alignment, and the changes from the first to the second."""

    def __init__(self, before: State, after: State) -> None:
        self.before = before
        self.after = after
        self.alignments: dict[str, TreeAlignment] = {}
        for mount, old in before.trees.items():
            new = after.trees.get(mount)
            if new is not None and new.schema.name == old.schema.name and new.root.kind == old.root.kind:
                self.alignments[mount] = TreeAlignment(old, new)
        self.follower = Follower(self.alignments)
        self._changes: list[Change] | None = None

    def changes(self) -> list[Change]:
        """All changes, mounts in the order of their names; those of derived values are marked."""
        if self._changes is None:
            self._changes = list(self._all())
        return self._changes

    def _all(self) -> Iterator[Change]:
        for mount in sorted({*self.before.trees, *self.after.trees}):
            old, new = self.before.trees.get(mount), self.after.trees.get(mount)
            if mount in self.alignments and old is not None and new is not None:
                yield from self._of(mount, old.schema, old.root, new.root, (), (), [(old.root, new.root)])
                continue
            sides: tuple[tuple[Tree | None, ChangeType], ...] = ((old, "removed"), (new, "added"))
            for tree, kind in sides:
                if tree is not None:
                    derived = tree.schema.kind(tree.root.kind).derived
                    path: Path = ()
                    was = path if kind == "removed" else None
                    fresh = kind == "added"
                    yield Change(kind, mount, tree.root.kind, path, was, derived=derived, fresh=fresh)

    def _of(
        self,
        mount: str,
        schema: Schema,
        old: Entity,
        new: Entity,
        old_path: Path,
        path: Path,
        axes: list[Pair],
    ) -> Iterator[Change]:
        if old is new:
            return
        yield from self._properties(mount, schema, old, new, old_path, path)
        for kind in dict.fromkeys((*new.kinds(), *old.kinds())):
            described = schema.kind(kind)
            if described.derived:
                continue
            pairs = self.alignments[mount].pairs(old, new, kind, axes)
            if pairs.moved and (described.ordered or described.align == "sequence"):
                yield Change("order", mount, kind, path, old_path)
            for before, after in pairs.pairs:
                if before is after:
                    continue
                at_old = (*old_path, step_to(schema, old, before)) if before is not None else None
                at = (*path, step_to(schema, new, after)) if after is not None else at_old or ()
                if before is not None and after is not None:
                    if described.align == "key" and before.key != after.key:
                        yield Change("renamed", mount, kind, at, at_old, None, before.key, after.key)
                    assert at_old is not None  # noqa: S101 - `before` is there, so is its path
                    yield from self._of(mount, schema, before, after, at_old, at, [*axes, (before, after)])
                elif described.sparse:
                    yield from self._sparse(mount, schema, before, after, at_old, at)
                else:
                    gone: ChangeType = "removed" if after is None else "added"
                    yield Change(gone, mount, kind, at, at_old, fresh=before is None)

    def _sparse(
        self,
        mount: str,
        schema: Schema,
        old: Entity | None,
        new: Entity | None,
        old_path: Path | None,
        path: Path,
    ) -> Iterator[Change]:
        present = new if new is not None else old
        assert present is not None  # noqa: S101 - a pair has at least one side
        nothing = Entity(present.kind, present.key)
        yield from self._properties(
            mount, schema, old or nothing, new or nothing, old_path or path, path, fresh=old is None
        )

    def _properties(
        self,
        mount: str,
        schema: Schema,
        old: Entity,
        new: Entity,
        old_path: Path,
        path: Path,
        *,
        fresh: bool = False,
    ) -> Iterator[Change]:
        if old.properties is new.properties:
            return
        described = schema.kind(new.kind)
        for name, prop in described.properties.items():
            if prop.volatile:
                continue
            before = own if (own := old.properties.get(name)) is not None else prop.default
            after = own if (own := new.properties.get(name)) is not None else prop.default
            if same(before, after):
                continue
            if before is not None and same(schema.rewrite(before, self.follower, mount, old_path), after):
                continue
            derived = described.derived or (
                prop.follows is not None
                and (
                    old.properties.get(prop.follows) is not None
                    and new.properties.get(prop.follows) is not None
                )
            )
            yield Change("set", mount, new.kind, path, old_path, name, before, after, derived, fresh)


def diff(before: State, after: State) -> list[Change]:
    """The changes from one state to another; empty when they are one."""
    return Comparison(before, after).changes()


def own_changes(changes: Sequence[Change]) -> list[Change]:
    """The changes that somebody made: without those of derived values."""
    return [change for change in changes if not change.derived]
