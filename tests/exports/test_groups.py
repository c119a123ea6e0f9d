from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forge.errors import UsageError
from forge.exports.groups import Groups, Rarity, alike, allotted
from forge.exports.plan import Plan, Planned
from forge.exports.request import ExportRequest, parse_split

from .shelf import sketch


@st.composite
def sketches(draw: st.DrawFn) -> list[tuple[int, ...]]:
    """Fingerprints of few hashes, so that many are shared; short ones too."""
    hashes = st.integers(0, 60)
    return [tuple(sorted(draw(st.sets(hashes, max_size=20)))) for _ in range(draw(st.integers(2, 12)))]


@given(sketches(), st.floats(0.05, 1))
def test_alike_sketches_share_a_clue(found, threshold):
    rarity = Rarity()
    for one in found:
        rarity.add(one)
    for first, second in combinations(found, 2):
        if alike(first, second, threshold):
            assert set(rarity.clues(first, threshold)) & set(rarity.clues(second, threshold))


def test_few_hashes_of_a_sketch_are_clues():
    rarity, random = Rarity(), Random(1)
    first = sketch(random)
    second = sketch(random, like=first, keep=0.9)
    rarity.add(first)
    rarity.add(second)
    assert 0 < len(rarity.clues(first, 0.8)) <= 26


@given(st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=30))
def test_groups_are_what_is_joined_directly_or_through_others(pairs):
    groups = Groups()
    numbers = [groups.add() for _ in range(21)]
    naive = {number: {number} for number in numbers}
    for first, second in pairs:
        groups.join(first, second)
        together = naive[first] | naive[second]
        naive.update(dict.fromkeys(together, together))
    assert all((groups.of(a) == groups.of(b)) == (b in naive[a]) for a, b in combinations(numbers, 2))


@given(st.lists(st.integers(1, 5), min_size=1, max_size=200), st.floats(0.02, 0.5))
def test_shares_are_met_up_to_the_size_of_a_group(sizes, share):
    split = {"train": 1 - share, "test": share}
    given_ = dict.fromkeys(split, 0)
    for size, name in zip(sizes, allotted(sizes, split), strict=True):
        given_[name] += size
    assert abs(given_["test"] - share * sum(sizes)) <= max(sizes)


@st.composite
def tasks(draw: st.DrawFn) -> list[Planned]:
    """Tasks that share keys and pieces with one another now and then."""
    some = draw(sketches())
    keys = st.lists(st.sampled_from([b"a", b"b", b"c", b"d", b"e", b"f"]), max_size=2)
    return [Planned(f"{number:064x}", one, tuple(draw(keys))) for number, one in enumerate(some)]


def planned(file, tasks, **wanted):
    """A plan, and the split of each task."""
    request = ExportRequest(format="harbor", **wanted)
    plan = Plan(file)
    plan.make(tasks, request, lambda _: None)
    found = {bundle: shard.split for shard in plan.shards() for bundle in plan.bundles(shard)}
    plan.close()
    return found


@settings(max_examples=150)
@given(tasks(), st.integers(0, 10**6), st.floats(0.1, 1), st.floats(0.1, 0.9))
def test_nothing_that_belongs_together_is_torn_apart(tmp_path_factory, tasks, seed, threshold, share):
    file = tmp_path_factory.mktemp("plan") / "plan.sqlite"
    split = {"train": 1 - share, "test": share}
    found = planned(file, tasks, seed=seed, split=split, max_similarity=threshold, shard=3)
    assert found.keys() == {task.bundle for task in tasks}
    for first, second in combinations(tasks, 2):
        if found[first.bundle] != found[second.bundle]:
            assert not set(first.bonds) & set(second.bonds)
            assert not alike(first.sketch, second.sketch, threshold)


def test_a_chain_of_likeness_stays_together(tmp_path):
    random = Random(3)
    chain = [sketch(random)]
    for _ in range(5):
        chain.append(sketch(random, like=chain[-1], keep=0.95))
    assert not alike(chain[0], chain[-1], 0.85)
    lonely = [sketch(random) for _ in range(20)]
    tasks = [Planned(f"{number:064x}", one, ()) for number, one in enumerate([*chain, *lonely])]
    for seed in range(10):
        found = planned(
            tmp_path / f"{seed}", tasks, seed=seed, split={"a": 0.5, "b": 0.5}, max_similarity=0.85
        )
        assert len({found[task.bundle] for task in tasks[: len(chain)]}) == 1
        assert set(found.values()) == {"a", "b"}


def test_the_seed_decides_who_goes_where(tmp_path):
    random = Random(4)
    tasks = [Planned(f"{number:064x}", sketch(random), ()) for number in range(50)]
    split = {"train": 0.8, "test": 0.2}
    one, again, other = (
        planned(tmp_path / str(at), tasks, seed=seed, split=split) for at, seed in enumerate((1, 1, 2))
    )
    assert one == again != other
    assert list(one.values()).count("test") == list(other.values()).count("test") == 10


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("train", "share of the split 'train' is ''"),
        ("train=0.5", "add up to 1"),
        ("train=1.5,test=-0.5", "above 0"),
        ("train=0.5,train=0.5", "given twice"),
        ("../x=1", "plain word"),
        ("train=x", "not a number"),
        ("train=nan", "add up to 1"),
        ("", "plain word"),
    ],
)
def test_splits_that_cannot_be_meant_are_refused(text, says):
    with pytest.raises(UsageError, match=says):
        parse_split(text)


def test_splits_are_read():
    assert parse_split("train=0.98, test=0.02") == {"train": 0.98, "test": 0.02}
