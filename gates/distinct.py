"""The gate *distinct*: not a near-duplicate of another task of its run.

Likeness is estimated from sketches: of the hashes of a task's pieces the smallest 128. Of two sketches, the share of
common values among the smallest 128 of both together estimates the share of common pieces (the Jaccard index)
with a standard error of at most 1 / (2 * sqrt(128)), 4.4%. It is written out here because the libraries for it
bring NumPy and SciPy, 70 MB in every worker process, for these few lines.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Sequence
from dataclasses import replace

from forge.gates.base import Case, Gate, Verdict
from forge.states.values import show

LIKENESS = 0.8
"""The estimated share of common pieces from which two tasks are near-duplicates."""

SKETCH = 128
"""Hashes that are kept of a task."""


class Distinct(Gate):
    """A task adds something to its run."""

    name = "distinct"
    scope = "package"
    says = "it is no near-duplicate of another task of its run"

    def judge(self, case: Case) -> Verdict:  # noqa: ARG002 - one task alone is like no other
        """A bundle by itself has no run; while one is made, `among` judges."""
        return self.not_run("There is no run to compare with.")

    def among(self, neighbours: RunNeighbours, sketch: Sequence[int], bundle: str) -> Verdict:
        """The verdict on a task of which no more than its fingerprint and the id of its bundle are at hand."""
        nearest = neighbours.nearest(sketch)
        if nearest is None or nearest[1] < LIKENESS:
            return replace(self.passed("No task of the run is alike."), digest=bundle)
        other, likeness = nearest
        verdict = self.failed(
            f"It shares about {likeness:.0%} with task {other[:12]}.",
            [{"task": other, "likeness": round(likeness, 3)}],
        )
        return replace(verdict, digest=bundle)


class RunNeighbours:
    """The accepted tasks of one skill of a run.

    Add tasks in the canonical order of the run, by index, so that a rerun gives the same answer.
    """

    def __init__(self) -> None:
        # A set of a sketch would take twenty times the memory of an array.
        self._sketches: dict[str, tuple[int, array[int]]] = {}

    def nearest(self, sketch: Sequence[int]) -> tuple[str, float] | None:
        """The accepted task that shares most with a fingerprint; None when none can be a near-duplicate.

        Of the values of a sketch, a near-duplicate lacks at most a fifth, and so at most as many of its marks.
        """
        own, marks = frozenset(sketch), _marks(sketch)
        lacking = len(own) - LIKENESS * min(SKETCH, len(own))
        alike = (
            (name, likeness(own, frozenset(other)))
            for name, (other_marks, other) in self._sketches.items()
            if (marks & ~other_marks).bit_count() <= lacking
        )
        return max(alike, key=lambda pair: pair[1], default=None)

    def add(self, bundle: str, sketch: Sequence[int]) -> None:
        """Add an accepted task by its fingerprint."""
        self._sketches[bundle] = (_marks(sketch), array("L", sketch))


def _marks(sketch: Sequence[int]) -> int:
    """One of 1,024 bits for each value: of the bits that another sketch lacks, it lacks the values."""
    marks = 0
    for value in sketch:
        marks |= 1 << (value % 1024)
    return marks


def likeness(first: frozenset[int], second: frozenset[int]) -> float:
    """The estimated share of common pieces of two tasks, from 0 to 1."""
    both = sorted(first | second)[:SKETCH]
    return sum(value in first and value in second for value in both) / len(both)


def fingerprint(case: Case) -> tuple[int, ...]:
    """A task's sketch: at most 128 whole numbers below 2^32.

    What makes a task itself: its skill, runs of three words of its instruction, and the values it starts from.
    """
    words = case.instruction.casefold().split()
    pieces = {f"skill {skill}" for skill in case.record.skills}
    pieces |= {" ".join(words[at : at + 3]) for at in range(max(1, len(words) - 2))}
    for tree in case.start.trees.values():
        for _, entity in tree.walk():
            pieces |= {show(value) for name, value in entity.properties.items() if name in ("value", "text")}
    hashes = {int.from_bytes(hashlib.blake2b(piece.encode(), digest_size=4).digest()) for piece in pieces}
    return tuple(sorted(hashes)[:SKETCH])
