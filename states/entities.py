"""The state of a desktop: a tree of entities for each mount, and the kinds that describe them.

A *schema* says for one sort of application state which kinds of entity there are, how their siblings are
told apart (by key, by content and order, or by another sequence that acts as an axis), and which properties
they have. It is supplied by the reader, so that everything else here works on any application.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from forge.errors import StateError
from forge.states.canonical import Form, digest
from forge.states.editing import all_replaced, replaced
from forge.states.kinds import Kind, Property
from forge.states.sharing import shared
from forge.states.values import POINTING, Value, same

if TYPE_CHECKING:
    from forge.states.alignment import Follower

__all__ = [
    "Entity",
    "Kind",
    "Path",
    "Property",
    "Schema",
    "State",
    "Step",
    "Tree",
    "share",
    "step_of",
    "walk_from",
]

Step = tuple[str, str | int]
"""A kind with a key, or with a position from 1 where the kind is a sequence."""
Path = tuple[Step, ...]
"""The steps from a root to an entity; empty for the root itself."""

_KIND = attrgetter("kind")
_TWICE = -1


class Entity:
    """One thing of a state: immutable, compared by content through the functions of this package.

    Attributes:
        kind: the name of its kind.
        key: what tells it from its siblings; in a sequence a mere label, for there the position tells.
        properties: its properties; what equals the kind's default may be left out.
        children: all children in order, of any kind.
        tokens: what an alignment by content compares, as the reader gave it; it stays with the entity when
            that is edited. None takes the properties.
    """

    __slots__ = (
        "_digest", "_form", "_groups", "_index", "_points", "_slots", "_tokens",
        "children", "key", "kind", "properties", "tokens",
    )  # fmt: skip

    def __init__(
        self,
        kind: str,
        key: str | None = None,
        properties: Mapping[str, Value] | None = None,
        children: Iterable[Entity] = (),
        tokens: tuple[Value, ...] | None = None,
    ) -> None:
        self.kind = kind
        self.key = key
        self.properties: Mapping[str, Value] = properties if properties is not None else {}
        self.children = tuple(children)
        self.tokens = tokens
        self._tokens: tuple[Value, ...] | None = tokens
        self._groups: dict[str, tuple[Entity, ...]] | None = None
        self._index: dict[tuple[str, str], int] | None = None
        self._slots: dict[str, list[int]] | None = None
        self._points: bool | None = None
        self._form: Form | None = None
        self._digest: str | None = None

    def __repr__(self) -> str:
        inner = ", ".join(map(repr, self.children[:8]))
        more = f", … {len(self.children) - 8} more" if len(self.children) > 8 else ""
        return f"{self.kind}[{self.key or ''}]({dict(self.properties)}, [{inner}{more}])"

    def __reduce__(self) -> tuple[object, ...]:
        return (Entity, (self.kind, self.key, dict(self.properties), self.children, self.tokens))

    def of_kind(self, kind: str) -> tuple[Entity, ...]:
        """The children of one kind, in order."""
        return self._by_kind().get(kind, ())

    def kinds(self) -> tuple[str, ...]:
        """The kinds of its children, in order of first appearance."""
        return tuple(self._by_kind())

    def _by_kind(self) -> dict[str, tuple[Entity, ...]]:
        if self._groups is None:
            groups: dict[str, tuple[Entity, ...]] = {}
            for kind, members in groupby(self.children, _KIND):
                groups[kind] = (*groups.get(kind, ()), *members)
            self._groups = groups
        return self._groups

    def child(self, kind: str, key: str | int) -> Entity | None:
        """The child of a kind with a key, or at a position from 1; None where there is none.

        Raises:
            StateError: two children of one kind have the same key.
        """
        slot = self.slot(kind, key)
        return self.children[slot] if slot is not None else None

    def slot(self, kind: str, key: str | int) -> int | None:
        """Where among all children, from 0, the child of a kind with a key or at a position from 1 stands."""
        if isinstance(key, int):
            slots = self.slots(kind)
            return slots[key - 1] if 0 < key <= len(slots) else None
        if self._index is None:
            self._index = {}
            for slot, child in enumerate(self.children):
                if child.key is not None:
                    known = self._index.setdefault((child.kind, child.key), slot)
                    if known != slot:
                        self._index[child.kind, child.key] = _TWICE
        slot_of_key = self._index.get((kind, key))
        if slot_of_key == _TWICE:
            raise StateError(
                f"Two children of {self.kind} {self.key or ''} are {kind} {key!r}; "
                "a reader gives siblings of one kind different keys (add an ordinal)."
            )
        return slot_of_key

    def slots(self, kind: str) -> list[int]:
        """Where among all children, from 0, those of one kind stand."""
        if self._slots is None:
            self._slots = {}
            for slot, child in enumerate(self.children):
                self._slots.setdefault(child.kind, []).append(slot)
        return self._slots.get(kind, [])

    def with_properties(self, **changes: Value) -> Entity:
        """A copy with some properties set; None removes one."""
        merged = {**self.properties, **changes}
        kept = {name: value for name, value in merged.items() if value is not None}
        return Entity(self.kind, self.key, kept, self.children, self.tokens)

    def with_children(self, children: Iterable[Entity]) -> Entity:
        """A copy with other children."""
        return Entity(self.kind, self.key, self.properties, children, self.tokens)

    def with_child(self, slot: int, child: Entity | None) -> Entity:
        """A copy in which the child at a slot is another, or, with None, is gone."""
        put = (child,) if child is not None else ()
        copy = self.with_children(self.children[:slot] + put + self.children[slot + 1 :])
        old = self.children[slot]
        if child is not None and child.kind == old.kind and child.key == old.key:
            # What was worked out of the children's places holds for the copy as well.
            copy._slots, copy._index = self._slots, self._index  # noqa: SLF001 - a copy of itself
        return copy

    def with_key(self, key: str) -> Entity:
        """A copy under another key."""
        return Entity(self.kind, key, self.properties, self.children, self.tokens)

    @property
    def points(self) -> bool:
        """Whether it or something below holds a value that may point at places."""
        if self._points is None:
            own = not POINTING.isdisjoint(map(type, self.properties.values()))
            self._points = own or any(child.points for child in self.children)
        return self._points

    def walk(self) -> Iterator[Entity]:
        """The entity and all its descendants, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()


def _nothing_to_rewrite(value: Value, follower: Follower, mount: str, path: Path) -> Value:  # noqa: ARG001 - one signature
    return value


def _no_sources(tree: Tree, path: Path, name: str) -> Iterable[tuple[Path, str]]:  # noqa: ARG001 - one signature
    return ()


@dataclass(frozen=True)
class Schema:
    """The kinds of one sort of application state and what a reader knows of its values.

    Attributes:
        name: the sort of state, as in `calc`.
        kinds: all kinds by name.
        rewrite: a value that points at places (a formula, a reference) as it reads after the places moved,
            from the value, a follower, the mount and the path of the entity that held it before (what a place
            that is not spelt out in full is relative to).
        targets: the kinds that such values can point at, from the root down; none given means any.
        sources: the places from which a derived property of an entity follows.
        pretty: a path and property as people of this application write it; empty uses the plain form.
    """

    name: str
    kinds: Mapping[str, Kind]
    rewrite: Callable[[Value, Follower, str, Path], Value] = _nothing_to_rewrite
    sources: Callable[[Tree, Path, str], Iterable[tuple[Path, str]]] = _no_sources
    pretty: Callable[[Path, str | None], str] | None = None
    targets: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Schema({self.name!r}, …)"

    @cached_property
    def rewrites(self) -> bool:
        """Whether some of its values point at places."""
        return self.rewrite is not _nothing_to_rewrite

    def is_target(self, kind: str) -> bool:
        """Whether values can point at entities of a kind."""
        return self.rewrites and (not self.targets or kind in self.targets)

    @cached_property
    def axes(self) -> tuple[str, ...]:
        """The kinds that act as an axis of another."""
        return tuple(dict.fromkeys(kind.axis for kind in self.kinds.values() if kind.align == "axis"))

    def kind(self, name: str) -> Kind:
        """The kind of a name.

        Raises:
            StateError: the schema has no such kind.
        """
        try:
            return self.kinds[name]
        except KeyError:
            known = ", ".join(sorted(self.kinds))
            raise StateError(f"The state of {self.name} has no kind {name!r}; it has {known}.") from None

    def documented(self, kind: str, name: str) -> Property:
        """A property of a kind.

        Raises:
            StateError: the schema has no such kind, or the kind no such property.
        """
        described = self.kind(kind)
        found = described.properties.get(name)
        if found is None:
            known = ", ".join(described.properties) or "none"
            raise StateError(f"A {kind} of {self.name} has no property {name!r}; it has {known}.")
        return found

    def value(self, entity: Entity | None, kind: str, name: str) -> Value:
        """A property of an entity, effective: its own value, or the default of its kind.

        An entity that is absent has the defaults only where its kind is sparse.

        Raises:
            StateError: the kind has no such property.
        """
        documented = self.documented(kind, name)
        if entity is None:
            return documented.default if self.kinds[kind].sparse else None
        own = entity.properties.get(name)
        return own if own is not None else documented.default

    def tokens(self, entity: Entity) -> tuple[Value, ...]:
        """What an alignment by content compares: what the reader gave, or the properties that count."""
        known = entity._tokens  # noqa: SLF001 - a cache that only the schema can fill
        if known is None:
            own = entity.properties
            known = tuple(
                own[item.name] for item in self.kind(entity.kind).compared if own.get(item.name) is not None
            )
            entity._tokens = known  # noqa: SLF001 - the same
        return known

    def content(self, entity: Entity) -> tuple[object, ...]:
        """Something that is equal for entities that are equal in all that counts."""
        own = entity.properties
        described = self.kind(entity.kind)
        values = tuple(
            (item.name, type(value), value)
            for item in described.compared
            if (value := own.get(item.name)) is not None and value != item.default
        )
        key = None if described.align == "sequence" else entity.key
        return (entity.kind, key, values, tuple(map(self.content, entity.children)))

    def is_blank(self, entity: Entity) -> bool:
        """Whether an entity and its children hold nothing but defaults: in a sparse kind it is nothing."""
        described = self.kind(entity.kind)
        own = entity.properties
        return all(
            (value := own.get(item.name)) is None or same(value, item.default) for item in described.compared
        ) and all(self.kind(child.kind).sparse and self.is_blank(child) for child in entity.children)


@dataclass(frozen=True)
class Tree:
    """What one mount holds: a root entity and the schema that describes it."""

    schema: Schema
    root: Entity

    def at(self, path: Path) -> Entity | None:
        """The entity at a path, or None."""
        entity: Entity | None = self.root
        for kind, key in path:
            if entity is None:
                return None
            entity = entity.child(kind, key)
        return entity

    def with_entity(self, path: Path, entity: Entity | None) -> Tree:
        """A copy in which the entity at a path is another, or, with None, is gone.

        A keyed entity that is not there yet is added at the end of its parent; a sequence member one behind
        the last position likewise. What is sparse and missing on the way is filled with blanks.

        Raises:
            StateError: the parent does not exist, or a position lies further behind the last.
        """
        return Tree(self.schema, replaced(self.schema, self.root, path, entity))

    def with_entities(self, entities: Mapping[Path, Entity]) -> Tree:
        """A copy in which the entities at some paths are others, with the children of those that stood there.

        Raises:
            StateError: nothing stands at one of the paths.
        """
        return Tree(self.schema, all_replaced(self.root, list(entities.items()), 0))

    def walk(self) -> Iterator[tuple[Path, Entity]]:
        """Every entity with its path, parents first."""
        yield from walk_from(self.schema, (), self.root)

    def digest(self) -> str:
        """SHA-256 of the canonical form of the whole tree, volatile properties left out, as hexadecimal.

        Trees between which nothing changed have one digest, whatever the order in which a reader lists
        properties and keyed entities, up to the tolerance with which numbers are compared.
        """
        return digest(self.schema, self.root)


@dataclass(frozen=True)
class State:
    """The state of a desktop: a tree for each mount. A mount that is not there holds nothing."""

    trees: Mapping[str, Tree]

    def tree(self, mount: str) -> Tree | None:
        """What a mount holds, or None."""
        return self.trees.get(mount)

    def with_tree(self, mount: str, tree: Tree | None) -> State:
        """A copy in which a mount holds another tree, or, with None, nothing."""
        others = {name: held for name, held in self.trees.items() if name != mount}
        return State({**others, mount: tree} if tree is not None else others)


def step_of(schema: Schema, child: Entity, position: int) -> Step:
    """The step that leads to a child, its position (from 1) among its kind where that is a sequence.

    Raises:
        StateError: a child that is told apart by key has none.
    """
    if schema.kind(child.kind).align == "sequence":
        return (child.kind, position)
    if child.key is None:
        raise StateError(f"A {child.kind} of {schema.name} has no key, but its kind is told apart by key.")
    return (child.kind, child.key)


def walk_from(schema: Schema, path: Path, entity: Entity) -> Iterator[tuple[Path, Entity]]:
    """An entity that stands at a path and all its descendants with their paths, parents first."""
    yield path, entity
    positions: dict[str, int] = {}
    for child in entity.children:
        position = positions[child.kind] = positions.get(child.kind, 0) + 1
        yield from walk_from(schema, (*path, step_of(schema, child, position)), child)


def share(old: Tree, new: Tree) -> Tree:
    """`new` with every subtree that equals its counterpart in `old` replaced by that object.

    Comparing trees that share structure costs only what differs, so a golden state is shared with its start
    before a thousand mutants are scored.
    """
    return Tree(new.schema, shared(new.schema, old.root, new.root))
