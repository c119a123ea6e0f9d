"""The children of one kind below a place, matched: by key, by content and order, or along an axis."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from operator import attrgetter

from forge.errors import StateError
from forge.states.entities import Entity, Kind
from forge.states.places import Place
from forge.states.sequences import (
    GONE,
)

_KEY = attrgetter("key")


@dataclass(frozen=True)
class Axis:
    """Where the keys along an axis went.

    Attributes:
        forward: the new key of each old one, None where it is gone.
        back: the old key of each new one, None where it is new.
    """

    forward: dict[str, str | None] = field(default_factory=dict)
    back: dict[str, str | None] = field(default_factory=dict)

    @cached_property
    def still(self) -> bool:
        """Whether every old key is what it was."""
        return all(old == new for old, new in self.forward.items())

    @cached_property
    def fresh(self) -> tuple[str, ...]:
        """The keys that are new, in order."""
        return tuple(new for new, old in self.back.items() if old is None)


class Group(ABC):
    """The children of one kind below a place.

    Attributes:
        parent: the place.
        kind: the kind.
        olds: the children before.
        news: the children after.
    """

    def __init__(self, parent: Place, kind: Kind) -> None:
        self.parent = parent
        self.kind = kind
        self.olds: tuple[Entity, ...] = parent.old.of_kind(kind.name) if parent.old is not None else ()
        self.news: tuple[Entity, ...] = parent.new.of_kind(kind.name) if parent.new is not None else ()

    @cached_property
    def moved(self) -> bool:
        """Whether children stand in another order, where the order means something."""
        return False

    @cached_property
    def shifted(self) -> bool:
        """Whether a child has gone, or has another address."""
        return False

    @property
    def permuted(self) -> bool:
        """Whether children have other addresses, and those out of order."""
        return False

    @property
    def turned(self) -> list[int]:
        """The indices of those children after which one stands that stood before them."""
        return []

    @abstractmethod
    def places(self) -> Iterator[Place]:
        """Every child, now or before, in the order of the later state; what is gone stands where it was."""

    @abstractmethod
    def differing(self, *, pointing: bool = False) -> Iterator[Place]:
        """Those of `places` that have not the same object on both sides.

        Args:
            pointing: include those that have, where something in them may point at places.
        """

    @abstractmethod
    def at_old(self, index: int) -> Place:
        """The place of a child before, by its index from 0."""

    @abstractmethod
    def at_new(self, index: int) -> Place:
        """The place of a child after, by its index from 0."""

    @abstractmethod
    def standing(self, key: str | int) -> Place:
        """The place of a key or position of the later state."""

    def counterparts(self) -> list[Entity | None] | None:
        """What each child before has become; None where children stand along an axis."""
        return None

    def addresses(self) -> list[str | int | None] | None:
        """The key or position that each child before has now; None where children stand along an axis."""
        return None

    def keeps(self, instead: Mapping[int, Entity]) -> bool:  # noqa: ARG002 - those with positions look at it
        """Whether others in the place of some children, with the same keys, match as those do."""
        return True

    def was(self, key: str | int) -> bool:
        """Whether a child had a key, or stood at a position, before."""
        return self.parent.old is not None and self.parent.old.slot(self.kind.name, key) is not None

    def fresh(self) -> Iterator[Place]:
        """The children that were not there before."""
        return (place for place in self.places() if place.fresh)

    def named(self, key: str) -> Place:
        """The place of a key of the earlier state.

        Raises:
            StateError: children of this kind are told apart by position.
        """
        raise StateError(
            f"A {self.kind.name} is named by its position or by properties, not by a key such as {key!r}."
        )

    def placed(self, position: int) -> Place:
        """The place of a position, from 1, of the earlier state.

        Raises:
            StateError: children of this kind are told apart by key.
        """
        raise StateError(
            f"A {self.kind.name} is named by its key or by properties, not by a position such as {position}."
        )

    @cached_property
    def axis(self) -> Axis:
        """Where the keys of these children went, for those that stand along them."""
        return Axis()

    def is_new(self, place: Place) -> bool:
        """Whether a child was not there before."""
        return place.fresh


class Matched(Group):
    """A group whose children are matched one to one by index."""

    def __init__(self, parent: Place, kind: Kind) -> None:
        super().__init__(parent, kind)
        self.after = self._matched() if self.olds and self.news else [GONE] * len(self.olds)
        self.before = [GONE] * len(self.news)
        for old, new in enumerate(self.after):
            if new != GONE:
                self.before[new] = old
        self._by_old: list[Place | None] = [None] * len(self.olds)
        self._by_new: list[Place | None] = [None] * len(self.news)

    @property
    def turned(self) -> list[int]:
        """The indices of those children after which one stands that stood before them."""
        both = enumerate(pairwise(self.before))
        return [index for index, (one, other) in both if GONE not in (one, other) and one > other]

    def counterparts(self) -> list[Entity | None] | None:
        """What each child before has become."""
        return [self.news[new] if new != GONE else None for new in self.after]

    def addresses(self) -> list[str | int | None] | None:
        """The key or position that each child before has now."""
        if self.kind.align == "sequence":
            return [new + 1 if new != GONE else None for new in self.after]
        return [self.news[new].key if new != GONE else None for new in self.after]

    @abstractmethod
    def _matched(self) -> list[int]:
        """For each old child the index of its counterpart."""

    @abstractmethod
    def _make(self, old: int, new: int) -> Place:
        """The place of a child before, a child after, or both."""

    def at_old(self, index: int) -> Place:
        """The place of a child before, by its index from 0."""
        found = self._by_old[index]
        if found is None:
            new = self.after[index]
            found = self._by_old[index] = self._make(index, new)
            if new != GONE:
                self._by_new[new] = found
        return found

    def at_new(self, index: int) -> Place:
        """The place of a child after, by its index from 0."""
        found = self._by_new[index]
        if found is None:
            old = self.before[index]
            if old != GONE:
                return self.at_old(old)
            found = self._by_new[index] = self._make(GONE, index)
        return found

    def places(self) -> Iterator[Place]:
        """Every child, now or before, in the order of the later state; what is gone stands where it was."""
        for old, new in self._merged():
            yield self.at_new(new) if new != GONE else self.at_old(old)

    def differing(self, *, pointing: bool = False) -> Iterator[Place]:
        """Those of `places` that have not the same object on both sides, or also those that may point."""
        olds, news = self.olds, self.news
        for old, new in self._merged():
            one_sided = GONE in (old, new)
            if one_sided or olds[old] is not news[new] or (pointing and olds[old].points):
                yield self.at_new(new) if new != GONE else self.at_old(old)

    @cached_property
    def axis(self) -> Axis:
        """Where the keys, or the labels, of these children went."""
        forward: dict[str, str | None] = {}
        back: dict[str, str | None] = {new.key or "": None for new in self.news}
        for old, new in zip(self.olds, self.after, strict=True):
            key = self.news[new].key if new != GONE else None
            forward[old.key or ""] = key
            if key is not None:
                back[key] = old.key
        return Axis(forward, back)

    def _merged(self) -> Iterator[tuple[int, int]]:
        waiting = 0
        for new, old in enumerate(self.before):
            if old != GONE:
                for gone in range(waiting, old):
                    if self.after[gone] == GONE:
                        yield gone, GONE
                waiting = max(waiting, old + 1)
            yield old, new
        for gone in range(waiting, len(self.olds)):
            if self.after[gone] == GONE:
                yield gone, GONE
