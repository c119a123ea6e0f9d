"""How the children of each sort of kind are matched: by content and order, by key, or along an axis."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count
from operator import attrgetter

from forge.states.entities import Entity, Kind
from forge.states.groups import Axis, Group, Matched
from forge.states.places import NEW, Place
from forge.states.sequences import (
    GONE,
    SIMILAR,
    Details,
    Tokens,
    in_order,
    likeness,
    match_contents,
    match_sequence,
    repeated,
)

_KEY = attrgetter("key")


class SequenceGroup(Matched):
    """Children told apart by content and order."""

    def _matched(self) -> list[int]:
        return self.matched_with(self.news)

    def matched_with(self, news: tuple[Entity, ...]) -> list[int]:
        """For each old child the index of its counterpart among others than those that stand there."""
        if self.olds == news:
            return list(range(len(self.olds)))
        schema = self.parent.trees.schema
        befores, afters = [schema.tokens(e) for e in self.olds], [schema.tokens(e) for e in news]
        if self.kind.sparse:
            for contents in (befores, afters):
                while contents and not contents[-1]:
                    contents.pop()

        def details() -> Details:
            common = repeated(befores, afters)
            olds, others = (
                [
                    (content, schema.content(entity) if content in common else None)
                    for content, entity in pairs
                ]
                for pairs in (zip(befores, self.olds, strict=False), zip(afters, news, strict=False))
            )
            return olds, others

        after = match_sequence(befores, afters, details)
        after += [GONE] * (len(self.olds) - len(befores))
        if self.kind.sparse:
            # Behind the last there are blanks without end, so what differs there was edited in place.
            first, tail = _last_matched(after) + 1, max(after, default=GONE) + 1
            for offset in range(min(len(after) - first, len(news) - tail)):
                after[first + offset] = tail + offset
        return after

    def keeps(self, instead: Mapping[int, Entity]) -> bool:
        """Whether others in the place of some children match as those do."""
        tokens = self.parent.trees.schema.tokens
        unlike, repeats = self._token_facts
        edited = {index for index, entity in instead.items() if tokens(entity) != tokens(self.news[index])}
        if not edited and (not unlike or repeats.isdisjoint(map(tokens, instead.values()))):
            return True
        if len(edited) == 1 and unlike <= edited and not repeats and not self.shifted:
            # The only one that is another than before, and none of those before: nothing can match it but its place.
            (other,) = (tokens(instead[index]) for index in edited)
            if other not in map(tokens, self.olds):
                return True
        if len(edited) == 1 and not repeats and self._is_exact:
            # All others are found again by what they say, so these two are left; they are one if they are alike.
            (index,) = edited
            before, other = tokens(self.olds[self.after.index(index)]), tokens(instead[index])
            known = (tokens(entity) for entity in (*self.olds, *self.news))
            if likeness(before, other) >= SIMILAR and other not in known:
                return True
        others = tuple(instead.get(index, entity) for index, entity in enumerate(self.news))
        return self.matched_with(others) == self.after

    @cached_property
    def _is_exact(self) -> bool:
        """Whether each child has a counterpart that says the same, and says something."""
        tokens = self.parent.trees.schema.tokens
        return len(self.olds) == len(self.news) and all(
            index != GONE and (said := tokens(old)) and said == tokens(self.news[index])
            for old, index in zip(self.olds, self.after, strict=True)
        )

    @cached_property
    def _token_facts(self) -> tuple[set[int], set[Tokens]]:
        """Where tokens differ from those before (everywhere, where the numbers differ), and those that repeat."""
        tokens = self.parent.trees.schema.tokens
        olds, news = list(map(tokens, self.olds)), list(map(tokens, self.news))
        if len(olds) != len(news):
            return set(range(len(news) + 1)), repeated(olds, news)
        return {i for i, (old, new) in enumerate(zip(olds, news, strict=True)) if old != new}, repeated(
            olds, news
        )

    @cached_property
    def moved(self) -> bool:
        """Whether children stand in another order."""
        return not in_order(self.after)

    @property
    def permuted(self) -> bool:
        """Whether children have other addresses, and those out of order."""
        return self.moved

    @cached_property
    def shifted(self) -> bool:
        """Whether a child has gone, or has another position."""
        return any(old != new for old, new in enumerate(self.after[: self._old_tail]))

    @cached_property
    def _old_tail(self) -> int:
        """The index after the last child that is still there; what followed, if sparse, was emptied."""
        return _last_matched(self.after) + 1 if self.kind.sparse else len(self.olds)

    @cached_property
    def _tail(self) -> int:
        """The index after the last child that was there before: what follows was added at the end."""
        return max(self.after, default=GONE) + 1

    @cached_property
    def axis(self) -> Axis:
        """Where the labels of these children went; what was emptied at the end has kept its own."""
        axis = super().axis
        if self._old_tail < len(self.olds) and self._old_tail == self._tail:
            emptied = {old.key or "": old.key for old in self.olds[self._old_tail :]}
            return Axis({**axis.forward, **emptied}, axis.back)
        return axis

    def _make(self, old: int, new: int) -> Place:
        name = self.kind.name
        if old != GONE:
            origin = old + 1
        elif self.parent.old is None:
            origin = new + 1
        else:
            origin = self._old_tail + new - self._tail + 1 if new >= self._tail else NEW
        emptied = new == GONE and old >= self._old_tail
        position = new if new != GONE else self._tail + old - self._old_tail if emptied else old
        return Place(
            self.parent.trees,
            self.parent,
            self.olds[old] if old != GONE else None,
            self.news[new] if new != GONE else None,
            (name, position + 1),
            origin=(name, origin),
            lost=new == GONE and not emptied,
        )

    def standing(self, key: str | int) -> Place:
        """The place of a position, from 1, of the later state."""
        position = int(key)
        if 0 < position <= len(self.news):
            return self.at_new(position - 1)
        return self.placed(self._old_tail + position - self._tail)

    def placed(self, position: int) -> Place:
        """The place of a position, from 1: beyond the end, as far behind as it was asked for."""
        if position <= len(self.olds):
            return self.at_old(position - 1)
        new = self._tail + position - self._old_tail - 1
        if new < len(self.news):
            return self.at_new(new)
        name = self.kind.name
        return Place(self.parent.trees, self.parent, None, None, (name, new + 1), origin=(name, position))


class KeyedGroup(Matched):
    """Children told apart by key; what has lost its key is known by its content."""

    def _matched(self) -> list[int]:
        found = [self._new_keys.get(key, GONE) for key in self._old_keys]
        old_left = [index for index, new in enumerate(found) if new == GONE]
        if old_left and not (self.kind.sparse or self.kind.roams):
            taken = set(found)
            new_left = [index for index in range(len(self.news)) if index not in taken]
            tokens = self.parent.trees.schema.tokens
            renamed = match_contents(
                [tokens(self.olds[index]) for index in old_left],
                [tokens(self.news[index]) for index in new_left],
            )
            for old, new in zip(old_left, renamed, strict=True):
                if new != GONE:
                    found[old] = new_left[new]
        return found

    def keeps(self, instead: Mapping[int, Entity]) -> bool:
        """Whether others in the place of some children, with the same keys, match as those do."""
        tokens = self.parent.trees.schema.tokens
        if not self._by_content:
            return True
        return all(tokens(entity) == tokens(self.news[index]) for index, entity in instead.items())

    @cached_property
    def _by_content(self) -> bool:
        """Whether some child could be known by its content only: keys have gone and others have come."""
        return bool(self._old_keys.keys() - self._new_keys.keys()) and bool(
            self._new_keys.keys() - self._old_keys.keys()
        )

    @cached_property
    def _new_keys(self) -> dict[str | None, int]:
        return _by_key(self.parent.new, self.news)

    @cached_property
    def _old_keys(self) -> dict[str | None, int]:
        return _by_key(self.parent.old, self.olds)

    @cached_property
    def moved(self) -> bool:
        """Whether children stand in another order, where the order means something."""
        return self.kind.ordered and not in_order(self.after)

    @cached_property
    def shifted(self) -> bool:
        """Whether a child has gone, or has another key."""
        return any(
            new == GONE or self.news[new].key != self.olds[old].key for old, new in enumerate(self.after)
        )

    def _make(self, old: int, new: int) -> Place:
        trees, name = self.parent.trees, self.kind.name
        if self.kind.roams and GONE in (old, new):
            elsewhere = trees.roaming.elsewhere(self, old, new)
            if elsewhere is not None:
                return elsewhere
        here = self.news[new] if new != GONE else self.olds[old]
        key = here.key or ""
        origin: str | int = (self.olds[old].key or "") if old != GONE else key
        if old == GONE and key in self._old_keys:
            origin = NEW
        return Place(
            trees,
            self.parent,
            self.olds[old] if old != GONE else None,
            self.news[new] if new != GONE else None,
            (name, key),
            origin=(name, origin),
        )

    def standing(self, key: str | int) -> Place:
        """The place of a key of the later state."""
        new = self._new_keys.get(str(key))
        return self.at_new(new) if new is not None else self.named(str(key))

    def named(self, key: str) -> Place:
        """The place of a key: of the earlier state, or of the later one where it was not there before."""
        if (old := self._old_keys.get(key)) is not None:
            return self.at_old(old)
        if (new := self._new_keys.get(key)) is not None:
            return self.at_new(new)
        return Place(self.parent.trees, self.parent, None, None, (self.kind.name, key))


class AxisGroup(Group):
    """Children that stand along an axis: each has the key of the place there that it stands at."""

    def __init__(self, parent: Place, kind: Kind) -> None:
        super().__init__(parent, kind)
        self._along = parent.axis(kind.axis) or Axis()
        self._by_old: dict[str, Place] = {}
        self._by_new: dict[str, Place] = {}

    def _moved(self, key: str) -> str | None:
        """Where a key of the earlier axis is now; what lies beyond it stays, unless another has come there."""
        along = self._along
        return along.forward[key] if key in along.forward else key if along.back.get(key) is None else None

    def _was(self, key: str) -> str | None:
        """The key of the earlier axis that now is another; None where it is new in between."""
        was = self._along.back.get(key)
        if was is not None:
            return was
        return key if self._along.forward.get(key, key) == key else None

    def _held(self, parent: Entity | None, key: str) -> Entity | None:
        """What a parent holds at a key, which it remembers for every comparison that it is part of."""
        return parent.child(self.kind.name, key) if parent is not None else None

    def _old(self, key: str) -> Place:
        found = self._by_old.get(key)
        if found is None:
            moved = self._moved(key)
            found = self._by_old[key] = Place(
                self.parent.trees,
                self.parent,
                self._held(self.parent.old, key),
                self._held(self.parent.new, moved) if moved is not None else None,
                (self.kind.name, moved if moved is not None else key),
                origin=(self.kind.name, key),
                lost=moved is None,
            )
        return found

    def _new(self, key: str) -> Place:
        was = self._was(key)
        if was is not None:
            return self._old(was)
        found = self._by_new.get(key)
        if found is None:
            entity, name = self._held(self.parent.new, key), self.kind.name
            found = Place(self.parent.trees, self.parent, None, entity, (name, key), origin=(name, NEW))
            self._by_new[key] = found
        return found

    def standing(self, key: str | int) -> Place:
        """The place at a key of the axis as it is."""
        return self._new(str(key))

    def named(self, key: str) -> Place:
        """The place at a key of the axis as it was."""
        return self._old(key)

    def at_old(self, index: int) -> Place:
        """The place of a child before, by its index from 0."""
        return self._old(self.olds[index].key or "")

    def at_new(self, index: int) -> Place:
        """The place of a child after, by its index from 0."""
        return self._new(self.news[index].key or "")

    def places(self) -> Iterator[Place]:
        """Every child, now or before: first what is there, then what is gone."""
        for new in self.news:
            yield self._new(new.key or "")
        for old in self.olds:
            place = self._old(old.key or "")
            if place.new is None:
                yield place

    def differing(self, *, pointing: bool = False) -> Iterator[Place]:
        """Those of `places` that have not the same object on both sides, or also those that may point."""
        if not self._along.still:
            for place in self.places():
                if place.old is not place.new or (pointing and place.old is not None and place.old.points):
                    yield place
            return
        for new in self.news:
            if self._held(self.parent.old, new.key or "") is not new or (pointing and new.points):
                yield self._new(new.key or "")
        for old in self.olds:
            if self._held(self.parent.new, old.key or "") is None:
                yield self._old(old.key or "")

    def fresh(self) -> Iterator[Place]:
        """The places along what is new on the axis, also where nothing stands."""
        return (self._new(key) for key in self._along.fresh)

    def is_new(self, place: Place) -> bool:
        """Whether a place lies along what is new on the axis."""
        return place.step[1] in self._along.fresh


def _last_matched(after: Sequence[int]) -> int:
    """The index of the last old member that has a counterpart."""
    return max((old for old, new in enumerate(after) if new != GONE), default=GONE)


def _by_key(parent: Entity | None, members: Sequence[Entity]) -> dict[str | None, int]:
    found: dict[str | None, int] = dict(zip(map(_KEY, members), count(), strict=False))
    if len(found) < len(members) and parent is not None:
        for member in members:
            parent.slot(member.kind, member.key or "")  # says which key is there twice
    return found


GROUPS: dict[str, type[SequenceGroup | KeyedGroup | AxisGroup]] = {
    "sequence": SequenceGroup,
    "key": KeyedGroup,
    "axis": AxisGroup,
}
"""How children are matched, by the `align` of their kind."""
