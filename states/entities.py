"""The state of a desktop: a tree of entities for each mount, and the kinds that describe them.

A *schema* says for one sort of application state which kinds of entity there are, how their siblings are
told apart (by key, by content and order, or by another sequence that acts as an axis), and which properties
they have. It is supplied by the reader, so that everything else here works on any application.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from forge.errors import StateError
from forge.states.values import Value, encode, same

if TYPE_CHECKING:
    from forge.states.alignment import Follower

Align = Literal["key", "sequence", "axis"]


@dataclass(frozen=True, slots=True)
class Property:
    """One documented property of a kind.

    Attributes:
        name: its name in addresses.
        default: the value that an entity without it has.
        volatile: handed out by a database or the clock; read, shown, never compared.
        follows: the property of the same entity from which this one is derived where that one is present
            (a value follows its formula): a change of it alone is nobody's act.
        choices: for an enumeration, the values it can take.
        example: a value that an entity could have, for properties whose default is nothing.
        says: what it is, for the documentation.
    """

    name: str
    default: Value = None
    volatile: bool = False
    follows: str | None = None
    choices: tuple[Value, ...] = ()
    example: Value = None
    says: str = ""


@dataclass(frozen=True)
class Kind:
    """One kind of entity.

    Attributes:
        name: its name in addresses.
        align: how siblings of this kind are matched between two states: by `key`; as a `sequence` by content and
            order, its address the position from 1; or along an `axis`, its key the key of an entity of another
            kind that stands beside one of its ancestors.
        axis: the kind that acts as the axis.
        ordered: the order of keyed siblings means something.
        sparse: an entity that is absent equals one whose properties all have their defaults.
        derived: read from others (what a probe saw); its changes are nobody's act.
        within: the kinds below which it stands, where the schema allows somebody to add or remove it.
        example: an entity of this kind as somebody could add it.
        properties: the documented properties by name.
    """

    name: str
    align: Align = "key"
    axis: str = ""
    ordered: bool = False
    sparse: bool = False
    derived: bool = False
    within: tuple[str, ...] = ()
    example: Entity | None = None
    properties: Mapping[str, Property] = field(default_factory=dict)

    @staticmethod
    def of(name: str, *properties: Property, **options: object) -> Kind:
        """A kind from its properties in order; `options` are the other attributes."""
        return Kind(name, properties={item.name: item for item in properties}, **options)  # type: ignore[arg-type]


class Entity:
    """One thing of a state: immutable, compared by content through the functions of this package.

    Attributes:
        kind: the name of its kind.
        key: what tells it from its siblings; None in a sequence, where the position does.
        properties: its properties; what equals the kind's default may be left out.
        children: all children in order, of any kind.
        tokens: what an alignment by content compares; by default its properties.
    """

    __slots__ = ("_groups", "_index", "_places", "children", "key", "kind", "properties", "tokens")

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
        self.tokens = tokens if tokens is not None else tuple(self.properties.values())
        self._groups: dict[str, tuple[Entity, ...]] | None = None
        self._index: dict[tuple[str, str], Entity] | None = None
        self._places: dict[int, int] | None = None

    def __repr__(self) -> str:
        return (
            f"Entity({self.kind}[{self.key or ''}], {dict(self.properties)}, {len(self.children)} children)"
        )

    def __reduce__(self) -> tuple[object, ...]:
        return (Entity, (self.kind, self.key, dict(self.properties), self.children, self.tokens))

    def of_kind(self, kind: str) -> tuple[Entity, ...]:
        """The children of one kind, in order."""
        if self._groups is None:
            groups: dict[str, list[Entity]] = {}
            for child in self.children:
                groups.setdefault(child.kind, []).append(child)
            self._groups = {name: tuple(members) for name, members in groups.items()}
        return self._groups.get(kind, ())

    def kinds(self) -> tuple[str, ...]:
        """The kinds of its children, in order of first appearance."""
        self.of_kind("")
        assert self._groups is not None  # noqa: S101 - of_kind has just filled it
        return tuple(self._groups)

    def child(self, kind: str, key: str | int) -> Entity | None:
        """The child of a kind with a key, or at a position from 1; None where there is none."""
        if isinstance(key, int):
            group = self.of_kind(kind)
            return group[key - 1] if 0 < key <= len(group) else None
        if self._index is None:
            self._index = {(item.kind, item.key): item for item in self.children if item.key is not None}
        return self._index.get((kind, key))

    def place(self, child: Entity) -> int:
        """The position, from 1, of a child among its siblings of the same kind.

        Raises:
            StateError: it is not a child of this entity.
        """
        if self._places is None:
            counts: dict[str, int] = {}
            self._places = {}
            for item in self.children:
                counts[item.kind] = self._places[id(item)] = counts.get(item.kind, 0) + 1
        try:
            return self._places[id(child)]
        except KeyError:
            raise StateError(
                f"A {child.kind} was looked for among siblings to which it does not belong."
            ) from None

    def with_properties(self, **changes: Value) -> Entity:
        """A copy with some properties set; None removes one."""
        merged = {**self.properties, **changes}
        return Entity(
            self.kind,
            self.key,
            {k: v for k, v in merged.items() if v is not None},
            self.children,
            self.tokens,
        )

    def with_children(self, children: Iterable[Entity]) -> Entity:
        """A copy with other children."""
        return Entity(self.kind, self.key, self.properties, children, self.tokens)

    def walk(self) -> Iterator[Entity]:
        """The entity and all its descendants, parents first."""
        yield self
        for child in self.children:
            yield from child.walk()


def _nothing_to_rewrite(value: Value, follower: Follower, mount: str, path: Path) -> Value:  # noqa: ARG001 - one signature
    return value


def _no_sources(tree: Tree, path: Path, name: str) -> Iterable[tuple[Path, str]]:  # noqa: ARG001 - one signature
    return ()


Step = tuple[str, str | int]
"""A kind with a key, or with a position from 1 where the kind is a sequence."""
Path = tuple[Step, ...]
"""The steps from a root to an entity; empty for the root itself."""


@dataclass(frozen=True)
class Schema:
    """The kinds of one sort of application state and what a reader knows of its values.

    Attributes:
        name: the sort of state, as in `calc`.
        kinds: all kinds by name.
        rewrite: a value that points at places (a formula, a reference) as it reads after the places moved, from
            the value, a follower, the mount and the path of the entity that held it before (what a place that is
            not spelt out in full is relative to).
        sources: the places from which a derived property of an entity follows.
        pretty: a path and property as people of this application write it; empty uses the plain form.
    """

    name: str
    kinds: Mapping[str, Kind]
    rewrite: Callable[[Value, Follower, str, Path], Value] = _nothing_to_rewrite
    sources: Callable[[Tree, Path, str], Iterable[tuple[Path, str]]] = _no_sources
    pretty: Callable[[Path, str | None], str] | None = None

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

    def value(self, entity: Entity | None, kind: str, name: str) -> Value:
        """A property of an entity, effective: its own value, or the default of its kind.

        An entity that is absent has the defaults only where its kind is sparse.
        """
        if entity is not None and (own := entity.properties.get(name)) is not None:
            return own
        described = self.kind(kind)
        if entity is None and not described.sparse:
            return None
        documented = described.properties.get(name)
        if documented is None:
            known = ", ".join(described.properties)
            raise StateError(f"A {kind} of {self.name} has no property {name!r}; it has {known}.")
        return documented.default


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

        A keyed entity that is not there yet is added at the end of its parent; a sequence member one behind the
        last position likewise.

        Raises:
            StateError: the parent does not exist.
        """
        return replace(self, root=_replaced(self.root, path, entity))

    def walk(self) -> Iterator[tuple[Path, Entity]]:
        """Every entity with its path, parents first."""
        yield from _walk(self.schema, (), self.root)

    def step_to(self, parent: Entity, child: Entity) -> Step:
        """The step that leads from a parent to one of its children."""
        return step_to(self.schema, parent, child)

    def digest(self) -> str:
        """SHA-256 of the canonical JSON of the whole tree, volatile properties left out, as hexadecimal."""
        text = json.dumps(
            _plain(self.schema, self.root), ensure_ascii=False, sort_keys=True, separators=(",", ":")
        )
        return hashlib.sha256(text.encode()).hexdigest()


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


def step_to(schema: Schema, parent: Entity, child: Entity) -> Step:
    """The step that leads from a parent to one of its children, its place where the kind is a sequence."""
    if schema.kind(child.kind).align == "sequence":
        return (child.kind, parent.place(child))
    if child.key is None:
        raise StateError(f"A {child.kind} of {schema.name} has no key, but its kind is told apart by key.")
    return (child.kind, child.key)


def _walk(schema: Schema, path: Path, entity: Entity) -> Iterator[tuple[Path, Entity]]:
    yield path, entity
    positions: dict[str, int] = {}
    for child in entity.children:
        if schema.kind(child.kind).align == "sequence":
            positions[child.kind] = positions.get(child.kind, 0) + 1
            step: Step = (child.kind, positions[child.kind])
        else:
            step = (child.kind, child.key or "")
        yield from _walk(schema, (*path, step), child)


def _replaced(parent: Entity, path: Path, entity: Entity | None) -> Entity:
    if not path:
        if entity is None:
            raise StateError("The root of a mount cannot be removed from its tree; drop the mount instead.")
        return entity
    (kind, key), rest = path[0], path[1:]
    old = parent.child(kind, key)
    if rest:
        if old is None:
            raise StateError(f"There is no {kind} {key!r} below {parent.kind} {parent.key or ''}.")
        new: Entity | None = _replaced(old, rest, entity)
    else:
        new = entity
    if old is None:
        return parent.with_children((*parent.children, new)) if new is not None else parent
    return parent.with_children(
        item for child in parent.children if (item := new if child is old else child) is not None
    )


def _plain(schema: Schema, entity: Entity) -> list[object]:
    documented = schema.kind(entity.kind).properties
    properties = {
        name: encode(value)
        for name, value in entity.properties.items()
        if value is not None
        and (known := documented.get(name)) is not None
        and not known.volatile
        and not same(value, known.default)
    }
    return [entity.kind, entity.key, properties, [_plain(schema, child) for child in entity.children]]


def share(old: Tree, new: Tree) -> Tree:
    """`new` with every subtree that equals its counterpart in `old` replaced by that object.

    Comparing trees that share structure costs only what differs, so a golden state is shared with its start
    before a hundred mutants are scored.
    """
    return replace(new, root=_shared(new.schema, old.root, new.root))


def _shared(schema: Schema, old: Entity, new: Entity) -> Entity:
    changed = len(old.children) != len(new.children)
    children = []
    for kind in new.kinds():
        sequence = schema.kind(kind).align == "sequence"
        olds = old.of_kind(kind) if sequence else ()
        by_tokens = (
            {twin.tokens: twin for twin in olds} if sequence and len(olds) != len(new.of_kind(kind)) else {}
        )
        for position, child in enumerate(new.of_kind(kind)):
            if sequence:
                twin = by_tokens.get(child.tokens) or (olds[position] if position < len(olds) else None)
            else:
                twin = old.child(kind, child.key or "")
            children.append(child if twin is None else _shared(schema, twin, child))
    if len(new.kinds()) > 1 and any(a.kind != b.kind for a, b in zip(children, new.children, strict=True)):
        shared = iter_by_kind(children)
        children = [next(shared[child.kind]) for child in new.children]
    changed = changed or any(a is not b for a, b in zip(old.children, children, strict=False))
    if (
        changed
        or old.key != new.key
        or old.tokens != new.tokens
        or not same_properties(old.properties, new.properties)
    ):
        return new.with_children(children)
    return old


def iter_by_kind(entities: Iterable[Entity]) -> dict[str, Iterator[Entity]]:
    """An iterator over the entities of each kind."""
    groups: dict[str, list[Entity]] = {}
    for entity in entities:
        groups.setdefault(entity.kind, []).append(entity)
    return {kind: iter(members) for kind, members in groups.items()}


def same_properties(first: Mapping[str, Value], second: Mapping[str, Value]) -> bool:
    """Whether two sets of properties hold the same values."""
    if first is second:
        return True
    return first.keys() == second.keys() and all(same(value, second[name]) for name, value in first.items())
