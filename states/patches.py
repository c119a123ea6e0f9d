"""Edits of a state as data: how near misses, variants and mutants are kept in a bundle and applied."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, ClassVar, Literal, TypeAlias

from pydantic import ConfigDict

from forge.errors import StateError
from forge.states.answers import ANSWER_SCHEMA
from forge.states.entities import Entity, Path, Schema, State, Tree, step_of
from forge.states.probes import PROBE_SCHEMA
from forge.states.rubric import Data, Model
from forge.states.sharing import same_properties, shared
from forge.states.values import Json, Value, identical

TOKENS = "@tokens"
"""In a `set`, what an alignment by content compares, as if it were a property."""


Operation: TypeAlias = Literal["set", "put", "insert", "remove", "order", "drop"]


# Stdlib data classes in a pydantic model are validated when they are read; made here they are known to be right.
# There are thousands of them, and models take three times as long to make.
_CLOSED = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True)
class EntityData:
    """An entity with its children in JSON."""

    __pydantic_config__: ClassVar[ConfigDict] = _CLOSED

    kind: str
    key: str | None = None
    properties: dict[str, Data] = field(default_factory=dict)
    children: tuple[EntityData, ...] = ()
    tokens: Data = None

    @classmethod
    def of(cls, entity: Entity) -> EntityData:
        """The JSON form of an entity."""
        children = tuple(map(cls.of, entity.children))
        return cls(entity.kind, entity.key, dict(entity.properties), children, entity.tokens)

    def entity(self) -> Entity:
        """The entity itself."""
        tokens = self.tokens if isinstance(self.tokens, tuple) else None
        properties: dict[str, Value] = dict(self.properties)
        return Entity(self.kind, self.key, properties, (child.entity() for child in self.children), tokens)


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit.

    Attributes:
        op: `set` a property; `put` an entity in place of the one there, or a whole mount; `insert` one before the
            one at its position, or last; `remove` an entity; `order` the children of a kind; `drop` a mount.
        mount: the mount.
        path: the path of the entity, in the state as the edits before it left it.
        name: the property, or for `order` the kind, or for a mount put the name of its schema.
        value: the value, or for `order` the old positions in their new order.
        entity: the entity to put or insert.
    """

    __pydantic_config__: ClassVar[ConfigDict] = _CLOSED

    op: Operation
    mount: str
    path: tuple[tuple[str, str | int], ...] = ()
    name: str | None = None
    value: Data = None
    entity: EntityData | None = None


class Patch(Model):
    """A named state, as edits of the golden or of the start state."""

    name: str
    why: str
    base: Literal["golden", "start"] = "golden"
    edits: tuple[Edit, ...] = ()

    def apply(self, start: State, golden: State) -> State:
        """The state that the patch describes.

        Raises:
            StateError: an edit names a place that is not there.
        """
        state = golden if self.base == "golden" else start
        for (op, mount), edits in groupby(self.edits, key=lambda edit: (edit.op, edit.mount)):
            if op == "set" and mount in state.trees:
                state = state.with_tree(mount, _set(state.trees[mount], edits))
                continue
            for edit in edits:
                state = apply_edit(state, edit, start, golden)
        return state


def apply_edit(state: State, edit: Edit, start: State, golden: State) -> State:
    """A state after one edit.

    Raises:
        StateError: the edit names a place that is not there.
    """
    if edit.op == "drop":
        return state.with_tree(edit.mount, None)
    if edit.op == "put" and not edit.path:
        if edit.entity is None:
            raise StateError(f"An edit puts the mount {edit.mount} but says nothing of what it holds.")
        return state.with_tree(edit.mount, Tree(_schema(edit, state, start, golden), edit.entity.entity()))
    tree = state.trees.get(edit.mount)
    if tree is None:
        mounts = ", ".join(sorted(state.trees)) or "none"
        raise StateError(f"An edit of {edit.mount} found no such mount; there are {mounts}.")
    return state.with_tree(edit.mount, _edited(tree, edit))


def _schema(edit: Edit, *states: State) -> Schema:
    """The schema of a mount that is put: that of its name, or else what the mount has held."""
    for state in states:
        held = state.trees.get(edit.mount)
        if held is not None and edit.name in (None, held.schema.name):
            return held.schema
    known = {tree.schema.name: tree.schema for state in states for tree in state.trees.values()}
    known |= {schema.name: schema for schema in (ANSWER_SCHEMA, PROBE_SCHEMA)}
    if edit.name not in known:
        raise StateError(
            f"An edit puts {edit.mount} as {edit.name or 'something unnamed'}; "
            f"start and golden hold only {', '.join(sorted(known))}."
        )
    return known[edit.name]


def _edited(tree: Tree, edit: Edit) -> Tree:
    path: Path = edit.path
    entity = tree.at(path)
    if edit.op == "insert" and edit.entity is not None:
        return insert(tree, path, edit.entity.entity())
    if edit.op == "put" and edit.entity is not None:
        return tree.with_entity(path, edit.entity.entity())
    if edit.op == "remove" and entity is not None:
        return tree.with_entity(path, None)
    if edit.op == "order" and isinstance(edit.value, tuple):
        return reorder(tree, path, edit.name or "", [int(place) for place in edit.value])
    if edit.op == "set" and edit.name is not None and (entity is not None or _is_sparse(tree, path)):
        kind, key = path[-1] if path else (tree.root.kind, "")
        entity = entity if entity is not None else Entity(kind, str(key))
        return tree.with_entity(path, _with(entity, edit.name, edit.value))
    raise StateError(f"The edit {edit.op!r} of {edit.mount} at {path} found nothing to act on.")


def _set(tree: Tree, edits: Iterable[Edit]) -> Tree:
    """A tree after edits that set properties, and so move nothing: those of what is there are made all at once."""
    instead: dict[Path, Entity] = {}
    for edit in edits:
        entity = instead.get(edit.path) or tree.at(edit.path)
        if entity is not None and edit.name is not None:
            instead[edit.path] = _with(entity, edit.name, edit.value)
        else:
            tree = _edited(tree.with_entities(instead), edit)
            instead = {}
    return tree.with_entities(instead)


def _is_sparse(tree: Tree, path: Path) -> bool:
    return bool(path) and tree.schema.kind(path[-1][0]).sparse


def _with(entity: Entity, name: str, value: Value) -> Entity:
    if name != TOKENS:
        return entity.with_properties(**{name: value})
    tokens = value if isinstance(value, tuple) else None
    return Entity(entity.kind, entity.key, entity.properties, entity.children, tokens)


def insert(tree: Tree, path: Path, entity: Entity) -> Tree:
    """A copy in which an entity stands before the one at a path, or last where there is none.

    Raises:
        StateError: the parent does not exist.
    """
    parent_path, step = path[:-1], path[-1]
    parent = tree.at(parent_path)
    if parent is None:
        raise StateError(f"There is nothing at {parent_path} to insert a {step[0]} into.")
    slot = parent.slot(*step)
    slot = slot if slot is not None else len(parent.children)
    children = (*parent.children[:slot], entity, *parent.children[slot:])
    return tree.with_entity(parent_path, parent.with_children(children))


def reorder(tree: Tree, path: Path, kind: str, order: Sequence[int]) -> Tree:
    """A copy in which the children of a kind stand in another order, given as their positions from 1.

    Raises:
        StateError: the parent does not exist, or the order does not name each child once.
    """
    parent = tree.at(path)
    if parent is None:
        raise StateError(f"There is nothing at {path} whose children could be put in order.")
    members = parent.of_kind(kind)
    if sorted(order) != list(range(1, len(members) + 1)):
        raise StateError(f"{len(members)} children of kind {kind} cannot be put in the order {list(order)}.")
    children = list(parent.children)
    for slot, place in zip(parent.slots(kind), order, strict=True):
        children[slot] = members[place - 1]
    return tree.with_entity(path, parent.with_children(children))


def patch_between(name: str, why: str, golden: State, state: State) -> Patch:
    """The patch that turns the golden state into another one, to the last bit.

    Raises:
        StateError: a property holds what JSON cannot say.
    """
    edits: list[Edit] = []
    for mount in sorted({*golden.trees, *state.trees}):
        old, new = golden.trees.get(mount), state.trees.get(mount)
        if new is None:
            edits.append(Edit(op="drop", mount=mount))
        elif old is None or old.schema.name != new.schema.name or old.root.kind != new.root.kind:
            whole = EntityData.of(new.root)
            edits.append(Edit(op="put", mount=mount, name=new.schema.name, entity=whole))
        else:
            root = shared(new.schema, old.root, new.root)
            edits += _between(new.schema, mount, (), old.root, root)
    return Patch(name=name, why=why, edits=tuple(edits))


def _between(schema: Schema, mount: str, path: Path, old: Entity, new: Entity) -> Iterator[Edit]:
    """The edits that turn one entity into another of its kind and key, that shares what is equal."""
    if old is new:
        return
    if not same_properties(old.properties, new.properties):
        for name in dict.fromkeys((*old.properties, *new.properties)):
            before, after = old.properties.get(name), new.properties.get(name)
            if not identical(before, after):
                yield Edit("set", mount, path, name=name, value=after)
    if old.tokens != new.tokens:
        yield Edit("set", mount, path, name=TOKENS, value=new.tokens)
    for kind in dict.fromkeys((*old.kinds(), *new.kinds())):
        yield from _among(schema, mount, path, old.of_kind(kind), new.of_kind(kind))


def _among(
    schema: Schema, mount: str, path: Path, olds: tuple[Entity, ...], news: tuple[Entity, ...]
) -> Iterator[Edit]:
    """The edits that turn the children of one kind into others."""
    if len(olds) == len(news) and all(map(_is_one_keyed, olds, news)):
        for number, (before, after) in enumerate(zip(olds, news, strict=True), 1):
            if before is not after:
                yield from _between(schema, mount, (*path, step_of(schema, after, number)), before, after)
        return
    head = _common(olds, news)
    tail = _common(olds[head:][::-1], news[head:][::-1])
    left, fresh = olds[head : len(olds) - tail], news[head : len(news) - tail]
    if not left and not fresh:
        return
    order = _permutation(left, fresh)
    if order is not None:
        moved = (head + place for place in order)
        whole = (*range(1, head + 1), *moved, *range(len(olds) - tail + 1, len(olds) + 1))
        yield Edit("order", mount, path, name=left[0].kind, value=whole)
        return
    if [old.key for old in left] == [new.key for new in fresh]:
        for number, (before, after) in enumerate(zip(left, fresh, strict=True), head + 1):
            step = step_of(schema, after, number)
            yield from _between(schema, mount, (*path, step), before, after)
        return
    for number in range(len(left), 0, -1):
        step = step_of(schema, left[number - 1], head + number)
        yield Edit("remove", mount, (*path, step))
    for number, after in enumerate(fresh, head + 1):
        step = step_of(schema, olds[len(olds) - tail], number) if tail else step_of(schema, after, number)
        yield Edit("insert", mount, (*path, step), entity=EntityData.of(after))


def _is_one_keyed(old: Entity, new: Entity) -> bool:
    return old is new or (old.key is not None and old.key == new.key)


def _common(olds: Sequence[Entity], news: Sequence[Entity]) -> int:
    """How many entities from the front on are the same objects."""
    count = 0
    for old, new in zip(olds, news, strict=False):
        if old is not new:
            break
        count += 1
    return count


def _permutation(olds: tuple[Entity, ...], news: tuple[Entity, ...]) -> list[int] | None:
    """The old positions in their new order, where all are the same objects; else None."""
    if len(olds) != len(news) or not set(map(id, olds)).issuperset(map(id, news)):
        return None
    places: dict[int, list[int]] = {}
    for place in range(len(olds), 0, -1):
        places.setdefault(id(olds[place - 1]), []).append(place)
    order = [free.pop() if (free := places.get(id(new))) else 0 for new in news]
    return order if all(order) else None


def to_json(patches: list[Patch]) -> list[Json]:
    """Patches in JSON."""
    return [patch.model_dump(mode="json", exclude_defaults=True) for patch in patches]


def from_json(data: list[dict[str, Any]]) -> list[Patch]:
    """Patches from JSON."""
    return [Patch.model_validate(item) for item in data]
