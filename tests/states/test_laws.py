"""What holds for states of any application, shown on four that are made up."""

from __future__ import annotations

import json
from random import Random

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from forge.states.changes import Change, Comparison, diff, own_changes
from forge.states.entities import Entity, State, Tree, share
from forge.states.examiner import Examiner
from forge.states.mutants import Attack, differs
from forge.states.patches import Patch, from_json, patch_between, to_json
from forge.states.resolve import find, resolve
from forge.states.rubric import Invariant, Rubric
from forge.states.score import score, succeeds
from forge.states.selectors import Selector
from forge.tests.states.rubrics import address_of, full_rubric
from forge.tests.states.strategies import pairs, states, steps

slow = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], max_examples=30)
seeds = st.integers(0, 2**32)


def copied(state: State) -> State:
    """The same state without a single object in common."""

    def anew(entity: Entity) -> Entity:
        return Entity(
            entity.kind,
            entity.key,
            dict(reversed(entity.properties.items())),
            [anew(child) for child in entity.children],
            entity.tokens,
        )

    return State({mount: Tree(tree.schema, anew(tree.root)) for mount, tree in state.trees.items()})


def shared(first: State, second: State) -> State:
    """The second state, sharing with the first what is equal."""
    return State({mount: share(first.trees[mount], tree) for mount, tree in second.trees.items()})


def listed(changes: list[Change]) -> list[str]:
    """Changes in an order of their own: readers list keyed siblings as they like."""
    return sorted(map(repr, changes))


def digests(state: State) -> dict[str, str]:
    return {mount: tree.digest() for mount, tree in state.trees.items()}


@given(states)
def test_a_state_differs_from_itself_in_nothing(state):
    assert diff(state, copied(state)) == []
    assert digests(state) == digests(copied(state))


@given(pairs)
def test_a_difference_shows_in_the_digest_and_in_the_changes_alike(pair):
    before, after = pair
    assert (diff(before, after) == []) == (digests(before) == digests(after))


@given(pairs)
def test_sharing_changes_nothing(pair):
    before, after = pair
    one = shared(before, copied(after))
    assert diff(after, one) == []
    assert digests(one) == digests(after)
    assert diff(before, one) == diff(before, after)


@given(states)
def test_sharing_with_an_equal_state_gives_its_very_objects(state):
    one = shared(state, copied(state))
    assert all(one.trees[mount].root is tree.root for mount, tree in state.trees.items())


@given(pairs)
def test_a_patch_leads_to_exactly_the_other_state(pair):
    golden, state = pair
    patch = patch_between("other", "it is another one", golden, state)
    stored = from_json(json.loads(json.dumps(to_json([patch]))))
    for applied in (patch.apply(golden, golden), stored[0].apply(golden, golden)):
        assert diff(state, applied) == []
        assert digests(applied) == digests(state)
        assert listed(diff(golden, applied)) == listed(diff(golden, state))
        for mount, tree in state.trees.items():
            contents = {path: entity.tokens for path, entity in tree.walk()}
            assert {path: entity.tokens for path, entity in applied.trees[mount].walk()} == contents


@given(pairs)
def test_a_patch_across_mounts_takes_whole_trees(pair):
    golden, other = pair
    (tree,) = other.trees.values()
    state = State({"another": tree})
    patch = Patch.model_validate_json(patch_between("x", "y", golden, state).model_dump_json())
    applied = patch.apply(golden, golden)
    assert set(applied.trees) == {"another"}
    assert diff(state, applied) == []


@given(states, st.data())
def test_every_entity_has_an_address_that_survives_being_written(state, data):
    ((mount, tree),) = state.trees.items()
    path, entity = data.draw(st.sampled_from(list(tree.walk())))
    selector = Selector.parse(str(Selector.at(mount, path)))
    assert selector.path() == path
    assert find(selector, state) == [(path, entity)]


@given(steps())
def test_what_was_not_touched_is_found_at_its_address(step):
    """Addresses of the start lead to the same content, wherever insertions, deletions and moves have put it."""
    before, after = step
    comparison = Comparison(before, after)
    changes = diff(before, after)
    touched = {change.old_path for change in changes} | {change.path for change in changes}
    for mount, tree in before.trees.items():
        for path, entity in tree.walk():
            above = [path[:depth] for depth in range(len(path) + 1)]
            if any(place in touched for place in above) or tree.schema.kind(entity.kind).align == "axis":
                continue
            (place,) = resolve(Selector.at(mount, path), comparison)
            assert place.old is entity
            assert place.compared
            assert not own_changes(list(comparison.own_changes(place)))


@given(steps())
@slow
def test_the_full_rubric_wants_the_golden_and_not_the_start(step):
    initial, golden = step
    rubric = full_rubric(initial, golden)
    assume(rubric is not None)
    assert rubric is not None
    won = score(rubric, initial, golden)
    assert won.success, [item for item in won.items if not item.passed]
    assert won.score == 1.0
    lost = score(rubric, initial, initial)
    assert not lost.success
    changes = own_changes(diff(initial, golden))
    for change, item in zip(changes, lost.items, strict=False):
        # A reference that reads as before although its target moved on is a change that cannot be seen at the start.
        unseen = change.type == "set" and change.place.before(change.name) == change.after
        assert unseen or not item.passed, item
    assert Rubric.model_validate_json(rubric.model_dump_json()) == rubric


@given(steps(), seeds)
@slow
def test_every_mutant_loses_by_the_full_rubric(step, seed):
    initial, golden = step
    rubric = full_rubric(initial, golden)
    assume(rubric is not None)
    assert rubric is not None
    attack = Attack(initial, golden, (), additions=False, random=Random(seed))
    for mutant in attack.mutants():
        assert mutant.type == "trivial" or differs(golden, mutant.state), mutant.what
        assert not score(rubric, initial, mutant.state).success, mutant.what


@given(steps(), seeds)
@slow
def test_one_change_undone_is_the_start(step, seed):
    initial, golden = step
    changes = own_changes(diff(initial, golden))
    attack = Attack(initial, golden, (), additions=False, random=Random(seed))
    undone = [mutant for mutant in attack.mutants() if mutant.type == "undo"]
    if len(changes) == 1:
        assert len(undone) == 1
        assert own_changes(diff(initial, undone[0].state)) == []
    coverage = attack.coverage()
    assert coverage.changes == len(changes)
    assert coverage.unattacked == ()


@given(steps(), seeds)
@slow
def test_the_same_seed_gives_the_same_mutants(step, seed):
    initial, golden = step

    def attack(start: State, end: State) -> list[tuple[str, str, dict[str, str]]]:
        made = Attack(start, end, (), additions=False, random=Random(seed))
        return [(m.type, m.what, digests(m.state)) for m in made.mutants()]

    assert attack(initial, golden) == attack(copied(initial), shared(initial, golden))


@given(steps(), seeds, st.booleans(), st.data())
@slow
def test_the_examiner_agrees_with_the_score(step, seed, lenient, data):
    """On every mutant, on states with nothing in common, and by rubrics with holes."""
    initial, golden = step
    rubric = full_rubric(initial, golden)
    assume(rubric is not None)
    assert rubric is not None
    requirements = data.draw(st.lists(st.sampled_from(rubric.requirements), unique=True, min_size=1))
    guard = rubric.invariants[0]
    kept = data.draw(st.lists(st.sampled_from(guard.writes), unique=True))
    writes = guard.writes if data.draw(st.booleans()) else tuple(kept)
    additions = "allow" if lenient else "forbid"
    weaker = Rubric(
        requirements=tuple(requirements), invariants=(Invariant(writes=writes, additions=additions),)
    )
    golden = shared(initial, golden) if data.draw(st.booleans()) else golden
    examiner = Examiner(weaker, Comparison(initial, golden))
    attack = Attack(initial, golden, (), additions=lenient, random=Random(seed))
    for mutant in attack.mutants():
        expected = score(weaker, initial, mutant.state).success
        assert examiner.succeeds(mutant.state) == expected, mutant.what
        assert succeeds(weaker, Comparison(initial, mutant.state)) == expected
    assert examiner.succeeds(copied(golden)) == score(weaker, initial, golden).success


@given(pairs, pairs, st.data())
@slow
def test_the_examiner_agrees_with_the_score_on_unrelated_states(pair, other, data):
    initial, golden = pair
    rubric = full_rubric(initial, golden)
    assume(rubric is not None)
    assert rubric is not None
    examiner = Examiner(rubric, Comparison(initial, golden))
    for state in (*pair, *other, State({})):
        assert examiner.succeeds(state) == score(rubric, initial, state).success


@given(steps())
def test_each_place_of_the_golden_has_an_address_in_the_start(step):
    """What was there is named by its own address; what is new by one that names nothing of the start."""
    initial, golden = step
    comparison = Comparison(initial, golden)
    for mount, tree in golden.trees.items():
        for path, entity in tree.walk():
            place = comparison.at(mount, path)
            assert place.new is entity
            assert place.path == path
            found = resolve(address_of(place), comparison)
            assert place in found
            if place.old is not None:
                assert found == [place]
