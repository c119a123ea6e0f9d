"""Sharing structure between two trees: the later one with every equal part replaced by the earlier one's."""

from __future__ import annotations

from collections.abc import Mapping
from operator import is_
from typing import TYPE_CHECKING

from forge.states.values import Value, identical

if TYPE_CHECKING:
    from forge.states.entities import Entity, Schema


def same_properties(first: Mapping[str, Value], second: Mapping[str, Value]) -> bool:
    """Whether two sets of properties hold the same values to the last bit."""
    if first is second:
        return True
    return first == second and all(
        value is (other := second[name]) or identical(value, other) for name, value in first.items()
    )


def shared(schema: Schema, old: Entity, new: Entity) -> Entity:
    """`new`, or `old` where the two are equal to the last bit, with the parts of `old` that are equal."""
    children: list[Entity] = []
    olds = old.children
    positions: dict[str, int] = {}
    members: dict[str, tuple[Entity, ...]] = {}
    by_tokens: dict[str, dict[tuple[Value, ...], Entity]] = {}
    for slot, child in enumerate(new.children):
        kind = child.kind
        twin: Entity | None = olds[slot] if slot < len(olds) else None
        if schema.kind(kind).align == "sequence":
            position = positions[kind] = positions.get(kind, -1) + 1
            if position == 0:
                members[kind] = old.of_kind(kind)
            twin = members[kind][position] if position < len(members[kind]) else None
            if twin is not child and (twin is None or schema.tokens(twin) != schema.tokens(child)):
                known = by_tokens.get(kind)
                if known is None:
                    known = by_tokens[kind] = {schema.tokens(e): e for e in members[kind]}
                twin = known.get(schema.tokens(child), twin)
        elif twin is None or twin.key != child.key or twin.kind != kind:
            twin = old.child(kind, child.key or "")
        children.append(child if twin is None or twin is child else shared(schema, twin, child))
    alike = len(children) == len(old.children) and all(map(is_, children, old.children))
    if (
        alike
        and old.kind == new.kind
        and old.key == new.key
        and old.tokens == new.tokens
        and same_properties(old.properties, new.properties)
    ):
        return old
    if all(map(is_, children, new.children)):
        return new
    return new.with_children(children)
