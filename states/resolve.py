"""What a selector names in two states: resolved in the earlier one and followed into the later.

What is not in the earlier state is looked for in the later one: new things match by selector.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from forge.states.changes import Comparison
from forge.states.entities import Entity, Path, State, Tree
from forge.states.places import Place
from forge.states.selectors import All, Keys, New, Positions, Selector, SelectorStep, Where
from forge.states.values import Value, same


def resolve(selector: Selector, comparison: Comparison) -> list[Place]:
    """All places that a selector names, in order; empty where the mount is in neither state.

    Explicit keys and positions always give one place each, even where nothing stands in either state.

    Raises:
        StateError: the schema has no such kind or property, or a kind is told apart by key and a position was
            given, or the reverse.
    """
    return list(places_of(selector, comparison))


def places_of(selector: Selector, comparison: Comparison) -> Iterator[Place]:
    """The places that a selector names, one by one.

    Raises:
        StateError: as for `resolve`.
    """
    roots = comparison.roots(selector.mount)
    if roots:
        yield from places_below(roots[-1], selector.steps)


def places_below(place: Place, steps: Sequence[SelectorStep]) -> Iterator[Place]:
    """What the steps of a selector name from a place on.

    Raises:
        StateError: as for `resolve`.
    """
    if not steps:
        yield place
        return
    for child in _children(place, steps[0]):
        yield from places_below(child, steps[1:])


def _children(place: Place, step: SelectorStep) -> Iterator[Place]:
    group = place.group(step.kind)
    match step.filter:
        case Keys(keys):
            yield from map(group.named, keys)
        case Positions() as positions:
            yield from map(group.placed, positions)
        case All():
            yield from group.places()
        case New():
            yield from group.fresh()
        case Where() as where:
            yield from (child for child in group.places() if holds(where, child))


def holds(where: Where, place: Place) -> bool:
    """Whether a place has the property values of a filter: at the start, or if it is new, in the end."""
    read = place.after if place.fresh else place.before
    return all(same(read(name), value) for name, value in where.properties)


def find(selector: Selector, state: State) -> list[tuple[Path, Entity]]:
    """The entities that a selector names in one state, with their paths.

    Raises:
        StateError: as for `resolve`.
    """
    tree = state.trees.get(selector.mount)
    if tree is None:
        return []
    named = resolve(selector, alone(selector.mount, tree))
    return [(place.path, place.new) for place in named if place.new is not None]


def values(selector: Selector, state: State) -> list[Value]:
    """The property that a selector names, of every place that it names in one state.

    Raises:
        StateError: as for `resolve`.
    """
    tree = state.trees.get(selector.mount)
    if tree is None or selector.property is None:
        return []
    return [place.after(selector.property) for place in resolve(selector, alone(selector.mount, tree))]


def alone(mount: str, tree: Tree) -> Comparison:
    """A comparison of a tree with itself, to resolve selectors in one state."""
    state = State({mount: tree})
    return Comparison(state, state)
