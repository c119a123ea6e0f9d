"""The examiner says what the score says, by any rubric and on any state."""

from __future__ import annotations

from random import Random

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from forge.states.changes import Comparison
from forge.states.entities import State, share
from forge.states.examiner import Examiner
from forge.states.mutants import Attack
from forge.states.places import KEY, PLACE, POSITION
from forge.states.predicates import holds
from forge.states.resolve import resolve
from forge.states.rubric import (
    Absent,
    AnyCheck,
    Before,
    Close,
    Count,
    Equals,
    Exists,
    Invariant,
    OneOf,
    Ordered,
    Requirement,
    Rubric,
    SameMultiset,
    SortKey,
    Unchanged,
)
from forge.states.score import score
from forge.states.selectors import All, Keys, New, Positions, Selector, SelectorStep, Where
from forge.tests.states.rubrics import full_rubric
from forge.tests.states.strategies import pairs, steps
from forge.tests.states.worlds import GRID, Cell, grid


@st.composite
def selectors(draw: st.DrawFn, comparison: Comparison) -> Selector:
    """A selector of one of the mounts, each step by any sort of filter."""
    mount = draw(st.sampled_from(comparison.mounts()))
    tree = comparison.after.trees.get(mount) or comparison.before.trees[mount]
    schema = tree.schema
    place = comparison.roots(mount)[-1]
    found: list[SelectorStep] = []
    for _ in range(draw(st.integers(0, 3))):
        kinds = place.kinds()
        if not kinds:
            break
        kind = draw(st.sampled_from(kinds))
        members = list(place.group(kind).places())
        child = draw(st.sampled_from(members))
        key = child.origin[1]
        filters = [All(), New()]
        if key != 0:
            filters.append(
                Positions(((int(key), int(key) + 1),)) if isinstance(key, int) else Keys((str(key),))
            )
        name = draw(st.sampled_from([prop.name for prop in schema.kind(kind).compared] or [""]))
        if name:
            filters.append(Where(((name, child.after(name) if child.fresh else child.before(name)),)))
        found.append(SelectorStep(kind, draw(st.sampled_from(filters))))
        place = child
    return Selector(mount, tuple(found))


@st.composite
def checks(draw: st.DrawFn, comparison: Comparison) -> AnyCheck:
    """A check that holds in the later state of a comparison."""
    selector = draw(selectors(comparison))
    places = resolve(selector, comparison)
    names = [prop.name for prop in places[0].described.compared] if places else []
    named = selector.of(draw(st.sampled_from([*names, KEY, PLACE, POSITION])))
    values = tuple(place.after(named.property or "") for place in places)
    first = next((value for value in values if value is not None), "x")
    found: list[AnyCheck] = [
        Exists(select=selector),
        Absent(select=selector),
        Exists(select=named),
        Absent(select=named),
        Unchanged(select=selector),
        Unchanged(select=named),
        Count(select=selector, expected=sum(place.present for place in places)),
        Equals(select=named, each=values),
        Equals(select=named, expected=first),
        Close(select=named, expected=first, absolute=1),
        OneOf(select=named, options=(first, *values)),
        Before(select=named, relation="different"),
        SameMultiset(select=named, expected=values),
        SameMultiset(select=named),
    ]
    if names:
        column = Selector("", property=draw(st.sampled_from(names)))
        found.append(Ordered(select=selector, by=(SortKey(value=column),)))
        found.append(Ordered(select=selector, by=(SortKey(value=column, descending=True),)))
        found.append(SameMultiset(select=selector, columns=(column,)))
    true = [check for check in found if holds(check, comparison)]
    assume(true)
    return draw(st.sampled_from(true))


@st.composite
def rubrics(draw: st.DrawFn, comparison: Comparison) -> Rubric:
    """A rubric by which the later state of a comparison succeeds, most often with holes."""
    full = full_rubric(comparison.before, comparison.after)
    assume(full is not None)
    assert full is not None
    made = []
    for number in range(draw(st.integers(1, 3))):
        right = tuple(draw(st.lists(checks(comparison), min_size=1, max_size=2)))
        other = (Count(select=Selector("nowhere"), expected=7), *right)
        ways = draw(st.sampled_from([(right,), (other, right), (right, (draw(checks(comparison)),))]))
        made.append(Requirement(id=f"r{number}", says="It is so.", any_of=ways))
    made += draw(st.lists(st.sampled_from(full.requirements), unique=True, max_size=2))
    guards = []
    for number in range(draw(st.integers(0, 2))):
        extra = tuple(draw(st.lists(selectors(comparison), max_size=2)))
        guard = full.invariants[0].model_copy(
            update={
                "id": f"i{number}",
                "free": extra,
                "additions": draw(st.sampled_from(("allow", "forbid"))),
            }
        )
        guards.append(Invariant.model_validate(guard.model_dump()))
    return Rubric(requirements=tuple({item.id: item for item in made}.values()), invariants=tuple(guards))


def agree(rubric: Rubric, comparison: Comparison, states: list[tuple[str, State]]) -> None:
    examiner = Examiner(rubric, comparison)
    for what, state in states:
        expected = score(rubric, comparison.before, state).success
        assert examiner.succeeds(state) == expected, what


@given(steps(), st.integers(0, 99), st.booleans(), st.data())
@settings(
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
def test_on_mutants_by_any_rubric(step, seed, lenient, data):
    initial, golden = step
    golden = State({mount: share(initial.trees[mount], tree) for mount, tree in golden.trees.items()})
    comparison = Comparison(initial, golden)
    rubric = data.draw(rubrics(comparison))
    attack = Attack(initial, golden, (), additions=lenient, random=Random(seed))
    agree(rubric, attack.comparison, [(mutant.what, mutant.state) for mutant in attack.mutants()])


@given(steps(), pairs, st.data())
@settings(
    max_examples=30,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
def test_on_states_of_all_sorts(step, pair, data):
    initial, golden = step
    comparison = Comparison(initial, golden)
    rubric = data.draw(rubrics(comparison))
    ((mount, tree),) = golden.trees.items()
    others = [
        ("start", initial),
        ("golden", golden),
        ("nothing", State({})),
        ("more", golden.with_tree("x", tree)),
    ]
    others += [("unrelated", state) for state in pair]
    others += [("of another world", State({mount: next(iter(pair[0].trees.values()))}))]
    agree(rubric, comparison, others)


def test_a_new_row_that_moves_an_old_one_on_leaves_its_formula_behind():
    """What was there is as it is in the good state, but not where it is there, so formulas should have followed."""
    rows = [[Cell(1, "=A2*2")], [Cell(1)]]
    fresh = [Cell("new")]
    start, golden = grid({"S": rows}), grid({"S": [*rows, fresh]})
    golden, between = (
        State({GRID: share(start.trees[GRID], state.trees[GRID])})
        for state in (golden, grid({"S": [rows[0], fresh, rows[1]]}))
    )
    everything = Selector(GRID)
    written = everything.below("sheet", "S").run("row", 3, 3)
    rubric = Rubric(
        requirements=(Requirement(id="r", says="It is.", any_of=((Exists(select=everything),),)),),
        invariants=(Invariant(writes=(written,), additions="allow"),),
    )
    assert score(rubric, start, golden).success
    assert not score(rubric, start, between).success
    agree(rubric, Comparison(start, golden), [("at the end", golden), ("in between", between)])


def test_many_mutants_of_one_state_are_judged_by_what_differs(monkeypatch):
    """The examiner does not compare all again: of thirty rows it looks at the one that was edited."""
    rows = [[Cell(f"r{n}"), Cell(n)] for n in range(30)]
    filled = [[*row, Cell(n * 2)] for n, row in enumerate(rows)]
    cells = Selector(GRID).below("sheet", "S").run("row", 1, 30).below("cell", "C").of("value")
    check = Equals(select=cells, each=tuple(n * 2 for n in range(30)))
    rubric = Rubric(
        requirements=(Requirement(id="r", says="Doubled.", any_of=((check,),)),),
        invariants=(Invariant(writes=(cells,)),),
    )
    start = grid({"S": rows})
    golden = State({GRID: share(start.trees[GRID], grid({"S": filled}).trees[GRID])})
    attack = Attack(start, golden, (), additions=False, random=Random(1))
    examiner = Examiner(rubric, attack.comparison)
    made = [mutant for mutant in attack.mutants() if mutant.type in ("undo", "alter")]
    looked_at: list[object] = []
    differences = Comparison.own_differences

    def counted(self, place, among):
        looked_at.append(place)
        return differences(self, place, among)

    monkeypatch.setattr(Comparison, "own_differences", counted)
    assert len(made) == 60
    assert not any(examiner.succeeds(mutant.state) for mutant in made)
    assert len(looked_at) <= len(made)
