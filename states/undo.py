"""Undoing one change of a task and leaving all others."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from forge.states.changes import Change, Comparison
from forge.states.consequences import Consequences, Spot
from forge.states.entities import Entity, State, Tree, walk_from
from forge.states.patches import reorder
from forge.states.places import Place


class Undo:
    """The golden state without one of its changes.

    Args:
        comparison: the start with the golden state.
        consequences: what follows from edits of the golden state.
    """

    def __init__(self, comparison: Comparison, consequences: Consequences) -> None:
        self.comparison = comparison
        self.golden = comparison.after
        self.consequences = consequences
        self._undoers: Mapping[str, Callable[[Change, Place, Tree], State | None]] = {
            "added": self._added,
            "removed": self._removed,
            "moved": self._moved,
            "renamed": self._renamed,
            "order": self._order,
        }

    def state(self, group: Sequence[Change]) -> State | None:
        """The golden state without a change, or changes of properties that follow from one another.

        Returns:
            The state; None where the change cannot be undone while the others stay (two names exchanged).
        """
        change = group[0]
        if change.mount not in self.comparison.alignments:
            return self.golden.with_tree(change.mount, self.comparison.before.trees.get(change.mount))
        place, tree = change.place, self.golden.trees[change.mount]
        if place is None:
            return None
        if change.type == "set":
            return self._set(group, place, tree)
        state = self._undoers[change.type](change, place, tree)
        if state is None:
            return None
        return self.consequences.settled(state, change.mount, change.kind, undo=True)

    @staticmethod
    def put_back(place: Place, entity: Entity, tree: Tree) -> Tree:
        """A tree of the golden state with an entity below the parent that it had, behind those before it."""
        parent = place.home
        assert parent is not None  # noqa: S101 - a root neither comes nor goes nor moves by such a change
        path = parent.path
        held = tree.at(path)
        assert held is not None  # noqa: S101 - changes are told only of places whose parent is still there
        group = parent.group(place.kind)
        slots = held.slots(place.kind)
        former = next(index for index in range(len(group.olds)) if group.at_old(index) is place)
        slot = slots[0] if slots else len(held.children)
        for index in range(former - 1, -1, -1):
            before = group.at_old(index)
            if before.new is not None and before.parent is parent:
                at = held.slot(*before.step)
                slot = at + 1 if at is not None else slot
                break
        children = [*held.children[:slot], entity, *held.children[slot:]]
        return tree.with_entity(path, held.with_children(children))

    def _set(self, group: Sequence[Change], place: Place, tree: Tree) -> State:
        first = group[0]
        names = {change.name: change.before for change in group if change.name is not None}
        own = place.old.properties if place.old is not None else {}
        for leader in list(names):
            names.update({name: own.get(name) for name in place.described.followers.get(leader, ())})
        restored = {name: value if own.get(name) is not None else None for name, value in names.items()}
        key = place.step[1]
        entity = place.new or Entity(place.kind, key if isinstance(key, str) else None)
        state = self.golden.with_tree(
            first.mount, tree.with_entity(first.path, entity.with_properties(**restored))
        )
        return self.consequences.moved_along(state, [(first.mount, first.path)], undo=True)

    def _added(self, change: Change, place: Place, tree: Tree) -> State | None:
        if place.new is None:
            return None
        spots: list[Spot] = [
            (change.mount, path) for path, _ in walk_from(tree.schema, change.path, place.new)
        ]
        state = self.golden.with_tree(change.mount, tree.with_entity(change.path, None))
        return self.consequences.moved_along(state, spots, undo=True)

    def _removed(self, change: Change, place: Place, tree: Tree) -> State | None:
        path = change.old_path
        if place.old is None or path is None:
            return None
        spots: list[Spot] = [(change.mount, below) for below, _ in walk_from(tree.schema, path, place.old)]
        state = self.golden.with_tree(change.mount, self.put_back(place, place.old, tree))
        state = self.consequences.brought_back(state, change.mount, path, place.old)
        return self.consequences.moved_along(state, spots, undo=True)

    def _renamed(self, change: Change, place: Place, tree: Tree) -> State | None:
        key = str(change.before)
        parent = place.parent
        if place.new is None or parent is None or parent.new is None:
            return None
        if parent.new.child(place.kind, key) is not None:
            return None
        return self.golden.with_tree(change.mount, tree.with_entity(change.path, place.new.with_key(key)))

    def _moved(self, change: Change, place: Place, tree: Tree) -> State | None:
        if place.new is None:
            return None
        gone = tree.with_entity(change.path, None)
        return self.golden.with_tree(change.mount, self.put_back(place, place.new, gone))

    def _order(self, change: Change, place: Place, tree: Tree) -> State | None:
        if place.new is None:
            return None
        group = place.group(change.kind)
        number = {slot: n for n, slot in enumerate(place.new.slots(change.kind), 1)}
        known = [
            number[place.new.slot(*found.step) or 0]
            for found in map(group.at_old, range(len(group.olds)))
            if found.new is not None and found.parent is place
        ]
        order = list(range(1, len(group.news) + 1))
        for slot, old in zip(sorted(known), known, strict=True):
            order[slot - 1] = old
        return self.golden.with_tree(change.mount, reorder(tree, change.path, change.kind, order))
