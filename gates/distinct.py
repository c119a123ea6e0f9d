"""The gate *distinct*: not a near-duplicate of another task of its run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from forge.gates.base import Case, Gate, Neighbours, Verdict
from forge.states.values import show

if TYPE_CHECKING:
    from datasketch import MinHash

LIKENESS = 0.8
"""The estimated share of common pieces (Jaccard) from which two tasks are near-duplicates."""

PERMUTATIONS = 64
"""Hash permutations of a MinHash; the estimate's standard error is 1/sqrt(64) = 0.125 at most."""


class Distinct(Gate):
    """A task adds something to its run."""

    name = "distinct"
    scope: Literal["package"] = "package"
    says = "it is no near-duplicate of another task of its run"

    def judge(self, case: Case) -> Verdict:
        """Look for the nearest task that was accepted before it."""
        if case.neighbours is None:
            return self.not_run("There is no run to compare with.")
        nearest = case.neighbours.nearest(case)
        if nearest is None:
            return self.passed("No task of the run is alike.")
        bundle, likeness = nearest
        return self.failed(
            f"It shares about {likeness:.0%} with task {bundle[:12]}.", [{"task": bundle, "likeness": round(likeness, 3)}]
        )


class RunNeighbours(Neighbours):
    """The accepted tasks of a run, found through MinHash and locality-sensitive hashing.

    Add tasks in the canonical order of the run (skill, then index), so that a rerun gives the same answer.
    """

    def __init__(self) -> None:
        from datasketch import MinHashLSH  # noqa: PLC0415 - it brings NumPy and SciPy, half a second

        self._index = MinHashLSH(threshold=LIKENESS, num_perm=PERMUTATIONS)
        self._prints: dict[str, MinHash] = {}

    def nearest(self, case: Case) -> tuple[str, float] | None:
        """The accepted task that shares most with a case, when that is enough to be a near-duplicate."""
        print_ = _minhash(case.fingerprint if case.fingerprint is not None else fingerprint(case))
        alike = [(key, self._prints[key].jaccard(print_)) for key in sorted(self._index.query(print_))]
        alike = [(key, likeness) for key, likeness in alike if likeness >= LIKENESS]
        return max(alike, key=lambda pair: pair[1], default=None)

    def add(self, bundle: str, print_: Sequence[int]) -> None:
        """Add an accepted task by its fingerprint."""
        if bundle not in self._prints:
            self._prints[bundle] = _minhash(print_)
            self._index.insert(bundle, self._prints[bundle])


def fingerprint(case: Case) -> tuple[int, ...]:
    """A case in 64 numbers from which likeness can be estimated (MinHash).

    What makes a task itself: its skill, runs of three words of its instruction, and the values it starts from.
    """
    from datasketch import MinHash  # noqa: PLC0415 - it brings NumPy and SciPy, half a second

    words = case.instruction.casefold().split()
    pieces = {f"skill {skill}" for skill in case.record.skills}
    pieces |= {" ".join(words[at : at + 3]) for at in range(max(1, len(words) - 2))}
    for tree in case.start.trees.values():
        for _, entity in tree.walk():
            pieces |= {show(value) for name, value in entity.properties.items() if name in ("value", "text")}
    print_ = MinHash(num_perm=PERMUTATIONS, seed=1)
    print_.update_batch([piece.encode() for piece in sorted(pieces)])
    return tuple(int(value) for value in print_.hashvalues)


def _minhash(print_: Sequence[int]) -> MinHash:
    from datasketch import MinHash  # noqa: PLC0415 - it brings NumPy and SciPy, half a second

    return MinHash(num_perm=PERMUTATIONS, seed=1, hashvalues=list(print_))
