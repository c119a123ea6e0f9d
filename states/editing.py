"""Copies of an entity in which something below it is another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forge.errors import StateError

if TYPE_CHECKING:
    from forge.states.entities import Entity, Path, Schema, Step


def replaced(schema: Schema, parent: Entity, path: Path, entity: Entity | None) -> Entity:
    """An entity in which the one at a path below it is another, or, with None, is gone.

    Raises:
        StateError: nothing stands where the path leads.
    """
    if not path:
        if entity is None:
            raise StateError("The root of a mount cannot be removed from its tree; drop the mount instead.")
        return entity
    (kind, key), rest = path[0], path[1:]
    slot = parent.slot(kind, key)
    if slot is not None:
        old = parent.children[slot]
        return parent.with_child(slot, replaced(schema, old, rest, entity) if rest else entity)
    if entity is None and not rest:
        return parent
    missing = key - len(parent.of_kind(kind)) - 1 if isinstance(key, int) else 0
    if missing < 0 or ((rest or missing) and not schema.kind(kind).sparse):
        raise StateError(f"There is no {kind} {key!r} below {parent.kind} {parent.key or ''}.")
    blank = type(parent)(kind, key if isinstance(key, str) else None)
    last = replaced(schema, blank, rest, entity)
    return parent.with_children((*parent.children, *([type(parent)(kind)] * missing), last))


def all_replaced(held: Entity, edits: list[tuple[Path, Entity]], depth: int) -> Entity:
    """An entity in which those at several paths have other properties; `depth` steps lead to the entity itself.

    Raises:
        StateError: nothing stands where a path leads.
    """
    below: dict[Step, list[tuple[Path, Entity]]] = {}
    instead = held
    for edit in edits:
        if len(edit[0]) > depth:
            below.setdefault(edit[0][depth], []).append(edit)
        else:
            instead = edit[1].with_children(held.children)
    if not below:
        return instead
    children = list(held.children)
    for (kind, key), inner in below.items():
        slot = held.slot(kind, key)
        if slot is None:
            raise StateError(f"There is no {kind} {key!r} below {held.kind} {held.key or ''}.")
        children[slot] = all_replaced(children[slot], inner, depth + 1)
    return instead.with_children(children)
