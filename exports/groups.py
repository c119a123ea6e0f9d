"""Which tasks belong together, so that no border between splits runs through them, and where each group goes.

Two tasks belong together when they share what a content node answered, a seed family, or too many of the pieces that
their fingerprints sample; and so do all that are joined through others. Groups are never torn apart.
"""

from __future__ import annotations

import hashlib
import math
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence

from forge.gates.distinct import likeness

_BUCKETS = 1 << 20
"""Counters for how often hashes occur: 4 MB. Two hashes that share one are only taken for more common than they are."""


class Groups:
    """Numbers from 0 that are joined to groups (disjoint sets); 4 bytes each."""

    def __init__(self) -> None:
        self._parent = array("I")

    def add(self) -> int:
        """A new number, in a group of its own."""
        self._parent.append(len(self._parent))
        return len(self._parent) - 1

    def of(self, number: int) -> int:
        """The smallest number of the group that holds this one."""
        parent = self._parent
        while parent[number] != number:
            parent[number] = parent[parent[number]]  # the next look-up is shorter
            number = parent[number]
        return number

    def join(self, first: int, second: int) -> None:
        """Make one group of those of two numbers."""
        low, high = sorted((self.of(first), self.of(second)))
        self._parent[high] = low

    def __len__(self) -> int:
        return len(self._parent)


class Rarity:
    """How often hashes occur in sketches, roughly: never less often than they do."""

    def __init__(self) -> None:
        self._counts = array("I", bytes(4 * _BUCKETS))

    def add(self, sketch: Iterable[int]) -> None:
        """Count the hashes of a sketch in."""
        counts = self._counts
        for value in sketch:
            counts[value % _BUCKETS] += 1

    def clues(self, sketch: Sequence[int], threshold: float) -> list[int]:
        """The hashes of which two sketches share at least one when their likeness reaches a threshold.

        Of two sketches that share at least `threshold` of their pieces, each has so many in common that, in any one
        order of all hashes, a common one is among the first of both. The rarest come first, so that few others share
        them. Hashes that nobody shares are left out.
        """
        counts = self._counts
        first = len(sketch) - math.ceil(threshold * len(sketch) - 1e-9) + 1
        order = sorted(sketch, key=lambda value: (counts[value % _BUCKETS], value))
        return [value for value in order[:first] if counts[value % _BUCKETS] > 1]


def alike(first: Sequence[int], second: Sequence[int], threshold: float) -> bool:
    """Whether the likeness of two sketches reaches a threshold."""
    return bool(first and second) and likeness(frozenset(first), frozenset(second)) >= threshold


def allotted(sizes: Iterable[int], split: Mapping[str, float]) -> Iterator[str]:
    """The split of each group, given their sizes in the order in which they are handed out.

    Each goes where most is missing, so the shares are met as closely as the sizes of the groups allow.
    """
    given = dict.fromkeys(split, 0)
    so_far = 0
    for size in sizes:
        so_far += size
        name = max(split, key=lambda name: split[name] * so_far - given[name])
        given[name] += size
        yield name


def turn(seed: int, name: str) -> bytes:
    """When a group's turn comes, by its name: an order that only the seed decides."""
    return hashlib.sha256(f"forge export {seed} {name}".encode()).digest()
