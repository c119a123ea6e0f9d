"""Near-duplicates within a run: the quick way finds what comparing with each finds."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from forge.gates.distinct import LIKENESS, SKETCH, Distinct, RunNeighbours, likeness


def sketch(random: Random, others: tuple[int, ...] = (), kept: int = 0) -> tuple[int, ...]:
    """The smallest hashes of a task, some of which it has in common with another one."""
    fresh = {random.getrandbits(32) for _ in range(SKETCH)}
    common = set(random.sample(others, min(kept, len(others))))
    return tuple(sorted(common | set(random.sample(sorted(fresh), SKETCH - len(common)))))[:SKETCH]


@settings(max_examples=60)
@given(seed=st.integers(0, 2**32), kept=st.integers(90, 128), size=st.integers(1, 128))
def test_the_nearest_is_that_which_comparing_with_each_finds(seed: int, kept: int, size: int) -> None:
    random = Random(seed)
    sketches = {str(number): sketch(random) for number in range(6)}
    sketches["short"] = sketch(random)[:size]
    own = sketch(random, sketches["3"], kept)
    neighbours = RunNeighbours()
    for name, other in sketches.items():
        neighbours.add(name, other)
    all_of_them = {name: likeness(frozenset(own), frozenset(other)) for name, other in sketches.items()}
    name, most = max(all_of_them.items(), key=lambda item: item[1])
    found = neighbours.nearest(own)
    if most >= LIKENESS:
        assert found == (name, most)
    else:
        assert found is None or found[1] < LIKENESS
    for name, other in sketches.items():
        assert neighbours.nearest(other) == (name, 1.0)


def test_a_near_duplicate_fails_and_names_the_task_and_how_alike_it_is() -> None:
    random, neighbours = Random(1), RunNeighbours()
    first = sketch(random)
    assert Distinct().among(neighbours, first, "a").outcome == "pass"
    neighbours.add("a", first)
    twin = sketch(random, first, 122)
    verdict = Distinct().among(neighbours, twin, "b")
    assert (verdict.outcome, verdict.digest) == ("fail", "b")
    assert verdict.evidence[0]["task"] == "a"
    assert LIKENESS <= verdict.evidence[0]["likeness"] < 1
    assert Distinct().among(neighbours, sketch(random, first, 64), "c").outcome == "pass"
