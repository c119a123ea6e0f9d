"""What a selector names in two states: resolved in the earlier one and followed into the later.

What is not in the earlier state is looked for in the later one: new things match by selector.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from forge.states.alignment import Pair, Pairs, TreeAlignment
from forge.states.changes import Comparison
from forge.states.entities import Entity, Kind, Path, Schema, State, Step, Tree, step_to
from forge.states.selectors import All, Keys, Positions, Selector, SelectorStep, Where
from forge.states.values import Value, same


@dataclass(frozen=True, slots=True)
class Selected:
    """One place that a selector names.

    Attributes:
        kind: the kind of entity there.
        old: the entity in the earlier state, or None.
        new: its counterpart in the later state, or None.
        path: its path in the later state, or in the earlier where it is gone.
        axes: the matched ancestors from the root down to and with the place itself, where axes are looked for.
    """

    kind: str
    old: Entity | None
    new: Entity | None
    path: Path
    axes: tuple[Pair, ...]

    def child(self, kind: str, old: Entity | None, new: Entity | None, step: Step) -> Selected:
        """A place one step below this one."""
        return Selected(kind, old, new, (*self.path, step), (*self.axes, (old, new)))


def resolve(selector: Selector, comparison: Comparison) -> list[Selected]:
    """All places that a selector names, in order; empty where the mount is in neither state.

    Explicit keys and positions always give one place each, even where nothing stands in either state.
    """
    old, new = comparison.before.trees.get(selector.mount), comparison.after.trees.get(selector.mount)
    if old is None and new is None:
        return []
    alignment = comparison.alignments.get(selector.mount)
    old_root = old.root if old is not None else None
    new_root = new.root if new is not None else None
    if alignment is None and old_root is not None and new_root is not None:
        old_root = None  # another type of file stands in its place: nothing of the old one can be followed
    held = new or old
    assert held is not None  # noqa: S101 - one of the two was found above
    start = Selected(held.root.kind, old_root, new_root, (), ((old_root, new_root),))
    return list(_Walker(held.schema, alignment).walk(start, selector.steps))


def resolve_below(selector: Selector, place: Selected, comparison: Comparison, mount: str) -> list[Selected]:
    """What a selector with an empty mount names from a place on.

    Args:
        selector: the steps below the place.
        place: one result of resolving `within`.
        comparison: the states in which it was resolved.
        mount: the mount it is in.
    """
    tree = comparison.after.trees.get(mount) or comparison.before.trees[mount]
    walker = _Walker(tree.schema, comparison.alignments.get(mount))
    return list(walker.walk(place, selector.steps))


def find(selector: Selector, state: State) -> list[tuple[Path, Entity]]:
    """The entities that a selector names in one state, with their paths."""
    tree = state.trees.get(selector.mount)
    if tree is None:
        return []
    return [
        (item.path, item.old)
        for item in resolve(selector, alone(selector.mount, tree))
        if item.old is not None
    ]


def values(selector: Selector, state: State) -> list[Value]:
    """The property that a selector names, of every entity that it names in one state."""
    tree = state.trees.get(selector.mount)
    if tree is None or selector.property is None:
        return []
    return [
        tree.schema.value(item.old, item.kind, selector.property)
        for item in resolve(selector, alone(selector.mount, tree))
    ]


def alone(mount: str, tree: Tree) -> Comparison:
    """A comparison of a tree with itself, to resolve selectors in one state."""
    state = State({mount: tree})
    return Comparison(state, state)


class _Walker:
    def __init__(self, schema: Schema, alignment: TreeAlignment | None) -> None:
        self.schema = schema
        self.alignment = alignment

    def walk(self, here: Selected, steps: Sequence[SelectorStep]) -> Iterator[Selected]:
        if not steps:
            yield here
            return
        for place in self._children(here, steps[0]):
            yield from self.walk(place, steps[1:])

    def _children(self, here: Selected, step: SelectorStep) -> Iterator[Selected]:
        kind = self.schema.kind(step.kind)
        pairs = None
        if self.alignment is not None and here.old is not None and here.new is not None:
            pairs = self.alignment.pairs(here.old, here.new, step.kind, here.axes)
        match step.filter:
            case Keys(keys):
                for key in keys:
                    yield self._named(here, kind, key, pairs)
            case Positions():
                for position in step.filter:
                    yield self._placed(here, kind, position, pairs)
            case All():
                yield from self._every(here, kind, pairs)
            case Where(properties):
                for place in self._every(here, kind, pairs):
                    entity = place.old if place.old is not None else place.new
                    if all(
                        same(self.schema.value(entity, kind.name, name), value) for name, value in properties
                    ):
                        yield place

    def _named(self, here: Selected, kind: Kind, key: str, pairs: Pairs | None) -> Selected:
        old = here.old.child(kind.name, key) if here.old is not None else None
        new: Entity | None
        if old is not None and pairs is not None:
            new = pairs.after(old)
        elif kind.align == "axis" and self.alignment is not None:
            moved = self.alignment.axis_keys(kind.axis, here.axes).get(key, key)
            new = here.new.child(kind.name, moved) if here.new is not None and moved is not None else None
        else:
            new = here.new.child(kind.name, key) if here.new is not None else None
        step: Step = (kind.name, new.key if new is not None and new.key is not None else key)
        return here.child(kind.name, old, new, step)

    def _placed(self, here: Selected, kind: Kind, position: int, pairs: Pairs | None) -> Selected:
        old = here.old.child(kind.name, position) if here.old is not None else None
        place = position
        new: Entity | None = None
        if old is not None and pairs is not None:
            new = pairs.after(old)
            if new is not None and here.new is not None:
                place = here.new.place(new)
        elif here.new is not None:
            if pairs is not None and here.old is not None and (olds := here.old.of_kind(kind.name)):
                # Beyond the end: as far behind the last one as it was asked for.
                last = pairs.after(olds[-1])
                if last is not None:
                    place = here.new.place(last) + position - len(olds)
            new = here.new.child(kind.name, place)
        return here.child(kind.name, old, new, (kind.name, place))

    def _every(self, here: Selected, kind: Kind, pairs: Pairs | None) -> Iterator[Selected]:
        matched: list[Pair]
        if pairs is not None:
            matched = pairs.pairs
        else:
            matched = [(old, None) for old in (here.old.of_kind(kind.name) if here.old is not None else ())]
            matched += [(None, new) for new in (here.new.of_kind(kind.name) if here.new is not None else ())]
        for old, new in matched:
            parent, entity = (here.new, new) if new is not None else (here.old, old)
            assert parent is not None  # noqa: S101 - a pair has at least one side
            assert entity is not None  # noqa: S101 - the same
            yield here.child(kind.name, old, new, step_to(self.schema, parent, entity))
