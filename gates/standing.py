"""What a selector names in one state, looked up step by step: no alignment of two states is needed for that."""

from __future__ import annotations

from collections.abc import Iterator

from forge.states.entities import Entity, Path, Schema, State, Step, step_of
from forge.states.places import KEY
from forge.states.selectors import All, Filter, Keys, New, Positions, Selector, Where
from forge.states.values import Value, same


def standing(selector: Selector, state: State) -> Iterator[tuple[Path, Entity]]:
    """The entities that a selector names in a state, with their paths, found one by one as they are asked for.

    Raises:
        StateError: the schema has no such kind or property.
    """
    tree = state.tree(selector.mount)
    if tree is not None:
        yield from _below(tree.schema, selector, 0, (), tree.root)


def _below(
    schema: Schema, selector: Selector, depth: int, path: Path, entity: Entity
) -> Iterator[tuple[Path, Entity]]:
    if depth == len(selector.steps):
        yield path, entity
        return
    step = selector.steps[depth]
    schema.kind(step.kind)  # an unknown kind is said, not taken for an absent one
    for own, child in _children(schema, entity, step.kind, step.filter):
        yield from _below(schema, selector, depth + 1, (*path, own), child)


def _children(schema: Schema, entity: Entity, kind: str, chosen: Filter) -> Iterator[tuple[Step, Entity]]:
    if isinstance(chosen, Keys | Positions):
        for key in chosen.keys if isinstance(chosen, Keys) else chosen:
            child = entity.child(kind, key)
            if child is not None:
                yield (kind, key), child
    elif not isinstance(chosen, New):  # nothing is new in a state by itself
        for position, child in enumerate(entity.of_kind(kind), 1):
            if isinstance(chosen, All) or _fits(schema, child, chosen):
                yield step_of(schema, child, position), child


def _fits(schema: Schema, entity: Entity, where: Where) -> bool:
    return all(same(property_of(schema, entity, name), value) for name, value in where.properties)


def property_of(schema: Schema, entity: Entity, name: str) -> Value:
    """A property of an entity, effective, or its key where that is asked for.

    Raises:
        StateError: its kind has no such property.
    """
    return entity.key if name == KEY else schema.value(entity, entity.kind, name)


def stands(selector: Selector, state: State) -> bool:
    """Whether a selector names anything in a state."""
    return any(True for _ in standing(selector, state))
