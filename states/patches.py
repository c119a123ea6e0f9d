"""Edits of a state as data: how near misses, variants and mutants are kept in a bundle and applied."""

from __future__ import annotations

from typing import Any, Literal

from forge.errors import StateError
from forge.states.changes import Comparison
from forge.states.entities import Entity, Path, State, Tree
from forge.states.rubric import Data, Model
from forge.states.values import Json, Value


class EntityData(Model):
    """An entity with its children in JSON."""

    kind: str
    key: str | None = None
    properties: dict[str, Data] = {}
    children: tuple[EntityData, ...] = ()
    tokens: Data = None

    @classmethod
    def of(cls, entity: Entity) -> EntityData:
        """The JSON form of an entity."""
        return cls(
            kind=entity.kind,
            key=entity.key,
            properties=dict(entity.properties),
            children=tuple(cls.of(child) for child in entity.children),
            tokens=entity.tokens,
        )

    def entity(self) -> Entity:
        """The entity itself."""
        tokens = self.tokens if isinstance(self.tokens, tuple) else None
        properties: dict[str, Value] = dict(self.properties)
        return Entity(self.kind, self.key, properties, (child.entity() for child in self.children), tokens)


class Edit(Model):
    """One edit.

    Attributes:
        op: `set` a property; `put` an entity (in place of the one there, or before the one at its position);
            `remove` an entity; `order` the children of a kind; `drop` a whole mount.
        mount: the mount.
        path: the path of the entity, in the state as the edits before it left it.
        name: the property, or for `order` the kind.
        value: the value, or for `order` the old positions in their new order.
        entity: the entity to put.
    """

    op: Literal["set", "put", "insert", "remove", "order", "drop"]
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
        for edit in self.edits:
            state = apply_edit(state, edit, start, golden)
        return state


def apply_edit(state: State, edit: Edit, start: State, golden: State) -> State:
    """A state after one edit.

    Raises:
        StateError: the edit names a place that is not there.
    """
    if edit.op == "drop":
        return state.with_tree(edit.mount, None)
    tree = state.trees.get(edit.mount)
    if tree is None:
        if edit.op != "put" or edit.entity is None or edit.path:
            raise StateError(f"An edit of {edit.mount} found no such mount.")
        other = start.trees.get(edit.mount) or golden.trees.get(edit.mount)
        if other is None:
            raise StateError(f"An edit puts the mount {edit.mount}, which neither start nor golden knows.")
        return state.with_tree(edit.mount, Tree(other.schema, edit.entity.entity()))
    return state.with_tree(edit.mount, _edited(tree, edit))


def _edited(tree: Tree, edit: Edit) -> Tree:
    path: Path = edit.path
    if edit.op == "remove":
        return tree.with_entity(path, None)
    if edit.op == "put" and edit.entity is not None:
        return tree.with_entity(path, edit.entity.entity())
    if edit.op == "insert" and edit.entity is not None:
        return insert(tree, path, edit.entity.entity())
    entity = tree.at(path)
    if edit.op == "order" and entity is not None and isinstance(edit.value, tuple):
        return reorder(tree, path, edit.name or "", [int(place) for place in edit.value])
    if edit.op == "set":
        kind, key = path[-1] if path else (tree.root.kind, "")
        if entity is None:
            entity = Entity(kind, str(key))
        return tree.with_entity(path, entity.with_properties(**{edit.name or "": edit.value}))
    raise StateError(f"The edit {edit.op} of {edit.mount}{path} found nothing to act on.")


def insert(tree: Tree, path: Path, entity: Entity) -> Tree:
    """A copy in which an entity stands before the one at a path, or last where there is none."""
    parent_path, (kind, key) = path[:-1], path[-1]
    parent = tree.at(parent_path)
    if parent is None:
        raise StateError(f"There is nothing at {parent_path} to insert a {kind} into.")
    present = parent.child(kind, key)
    children: list[Entity] = []
    for child in parent.children:
        if child is present:
            children.append(entity)
        children.append(child)
    if present is None:
        children.append(entity)
    return tree.with_entity(parent_path, parent.with_children(children))


def reorder(tree: Tree, path: Path, kind: str, order: list[int]) -> Tree:
    """A copy in which the children of a kind stand in another order, given as their positions from 1."""
    parent = tree.at(path)
    if parent is None:
        raise StateError(f"There is nothing at {path} whose children could be put in order.")
    members = parent.of_kind(kind)
    if sorted(order) != list(range(1, len(members) + 1)):
        raise StateError(f"{len(members)} children of kind {kind} cannot be put in the order {order}.")
    arranged = iter([members[place - 1] for place in order])
    return tree.with_entity(
        path,
        parent.with_children(next(arranged) if child.kind == kind else child for child in parent.children),
    )


def patch_between(name: str, why: str, golden: State, state: State) -> Patch:
    """The patch that turns the golden state into another one.

    Where entities came, went or moved, their parent is put as a whole; elsewhere properties are set. Derived
    values travel with the rest, so the result equals `state`.
    """
    comparison = Comparison(golden, state)
    whole: dict[tuple[str, Path], None] = {}
    single: list[Edit] = []
    edits: list[Edit] = []
    for change in comparison.changes():
        if change.mount not in comparison.alignments:
            tree = state.trees.get(change.mount)
            if tree is None:
                edits.append(Edit(op="drop", mount=change.mount))
            else:
                whole[change.mount, ()] = None
        elif change.type == "set" and change.old_path == change.path:
            single.append(
                Edit(op="set", mount=change.mount, path=change.path, name=change.name, value=change.after)
            )
        else:
            parent = change.path if change.type == "order" else change.path[:-1]
            old_parent = (change.old_path or change.path)[: len(parent)]
            while parent and parent != old_parent:
                parent, old_parent = parent[:-1], old_parent[:-1]
            whole[change.mount, parent] = None
    tops = [
        place
        for place in whole
        if not any(o != place and o[0] == place[0] and place[1][: len(o[1])] == o[1] for o in whole)
    ]
    for mount, path in tops:
        tree = state.trees[mount]
        entity = tree.at(path)
        if entity is None:
            raise StateError(f"{mount}{path} is not in the state that a patch should lead to.")
        edits.append(Edit(op="put", mount=mount, path=path, entity=EntityData.of(entity)))
    edits += [
        edit for edit in single if not any(edit.mount == m and edit.path[: len(p)] == p for m, p in tops)
    ]
    return Patch(name=name, why=why, edits=tuple(edits))


def to_json(patches: list[Patch]) -> list[Json]:
    """Patches in JSON."""
    return [patch.model_dump(mode="json", exclude_defaults=True) for patch in patches]


def from_json(data: list[dict[str, Any]]) -> list[Patch]:
    """Patches from JSON."""
    return [Patch.model_validate(item) for item in data]
