"""Attacks: what they make, what moves along, what they leave alone, and what they say they covered."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from random import Random

import pytest

from forge.states.answers import ANSWER_MOUNT, answer_tree
from forge.states.changes import Comparison, diff, differs, own_changes
from forge.states.entities import Entity, Kind, Property, Schema, State, Tree
from forge.states.mutants import MOST_ALTERED, Attack, Mutant
from forge.states.probes import probe_tree
from forge.states.rubric import Close, Count, Equals, Exists, Invariant, Requirement, Rubric
from forge.states.score import score
from forge.states.selectors import Selector
from forge.states.values import Formula
from forge.tests.states.worlds import (
    DATABASE,
    DOCUMENT,
    GRID,
    MAIL,
    Cell,
    Database,
    Message,
    Paragraph,
    Record,
    database,
    document,
    grid,
    mailbox,
)

SHEET = Selector(GRID).below("sheet", "S")


def attack(start: State, golden: State, *free: Selector, additions: bool = False, seed: int = 1) -> Attack:
    return Attack(start, golden, free, additions=additions, random=Random(seed))


def mutants(
    start: State, golden: State, *free: Selector, additions: bool = False, seed: int = 1
) -> list[Mutant]:
    return list(attack(start, golden, *free, additions=additions, seed=seed).mutants())


def only(found: list[Mutant], type_: str, what: str = "") -> Mutant:
    (mutant,) = [mutant for mutant in found if mutant.type == type_ and what in mutant.what]
    return mutant


def value(state: State, column: str, row: int, name: str = "value", sheet: str = "S") -> object:
    entity = state.trees[GRID].at((("sheet", sheet), ("row", row), ("cell", column)))
    return entity.properties.get(name) if entity is not None else None


class TestTrivial:
    def test_nothing_everything_and_impossible(self):
        start = database(Database({"a": {"1": Record("x")}}))
        golden = database(Database({"a": {"1": Record("y")}}))
        found = [mutant for mutant in mutants(start, golden) if mutant.type == "trivial"]
        assert [mutant.covers for mutant in found] == ["do nothing", "delete everything", "answer impossible"]
        assert found[0].state is start
        assert found[1].state.trees == {}
        assert found[2].state.trees[ANSWER_MOUNT].root.properties["value"] == "impossible"

    def test_an_answer_that_all_is_impossible_does_not_help_who_did_the_rest(self):
        start = database(Database({"a": {"1": Record("x")}}))
        golden = start.with_tree(ANSWER_MOUNT, answer_tree(3))
        found = [mutant for mutant in mutants(start, golden) if mutant.covers == "answer impossible"]
        assert len(found) == 2

    def test_what_probes_saw_is_left_when_everything_is_deleted(self):
        probe = {"probe:p": probe_tree({"a#.x": 1})}
        start, golden = State({**probe, "a": answer_tree(1)}), State({**probe, "a": answer_tree(2)})
        deleted = next(mutant for mutant in mutants(start, golden) if mutant.covers == "delete everything")
        assert set(deleted.state.trees) == {"probe:p"}


class TestUndo:
    def test_what_was_removed_comes_back_to_its_place(self):
        views = {name: name for name in "abcd"}
        golden = database(Database({}, {name: name for name in "acd"}))
        undone = only(mutants(database(Database({}, views)), golden), "undo").state
        assert [view.key for view in undone.trees[DATABASE].root.of_kind("view")] == list("abcd")

    def test_each_of_several_is_undone_alone(self):
        start = database(Database({"a": {"1": Record("x", 1), "2": Record("y", 2), "3": Record("z", 3)}}))
        golden = database(Database({"a": {"1": Record("x", 9), "3": Record("z", 3), "4": Record("w", 4)}}))
        changes = own_changes(diff(start, golden))
        undone = [mutant for mutant in mutants(start, golden) if mutant.type == "undo"]
        assert len(undone) == len(changes) == 3
        for mutant in undone:
            assert len(own_changes(diff(start, mutant.state))) == 2
            assert len(own_changes(diff(golden, mutant.state))) == 1

    def test_a_formula_and_its_value_are_one(self):
        start = grid({"S": [[Cell(2), Cell(7)]]})
        golden = grid({"S": [[Cell(2), Cell(4, "=A1*2")]]})
        undone = only(mutants(start, golden), "undo").state
        assert (value(undone, "B", 1), value(undone, "B", 1, "formula")) == (7, None)

    def test_a_value_that_follows_goes_back_with_its_formula(self):
        start = grid({"S": [[Cell(2), Cell(4, "=A1*2")]]})
        golden = grid({"S": [[Cell(2), Cell(6, "=A1*3")]]})
        undone = only(mutants(start, golden), "undo").state
        assert (value(undone, "B", 1), value(undone, "B", 1, "formula")) == (4, Formula("=A1*2"))

    def test_what_depends_on_it_goes_back_as_well(self):
        start = grid({"S": [[Cell(2), Cell(4, "=A1*2"), Cell(5, "=B1+1"), Cell(3, "=D9")]]})
        golden = grid({"S": [[Cell(10), Cell(20, "=A1*2"), Cell(21, "=B1+1"), Cell(4, "=D9")]]})
        undone = only(mutants(start, golden), "undo").state
        assert [value(undone, column, 1) for column in "ABCD"] == [2, 4, 5, 4]

    def test_a_row_that_comes_back_moves_formulas_on(self):
        rows = [[Cell(f"r{n}"), Cell(n), Cell(n, f"=B{n}")] for n in range(1, 5)]
        kept = deepcopy([rows[0], *rows[2:]])
        kept[1][2].formula, kept[2][2].formula = "=B2", "=B3"
        undone = only(mutants(grid({"S": rows}), grid({"S": kept})), "undo", "removed").state
        assert [value(undone, "C", n, "formula") for n in range(1, 5)] == [
            Formula(f"=B{n}") for n in range(1, 5)
        ]
        assert diff(grid({"S": rows}), undone) == []

    def test_readings_of_probes_are_those_of_the_start(self):
        reading = "m#.value"
        tree = answer_tree
        start = State({"m": tree(1), "probe:p": probe_tree({reading: 10, "other#.x": 1})})
        golden = State({"m": tree(2), "probe:p": probe_tree({reading: 20, "other#.x": 2})})
        found = mutants(start, golden)
        undone, altered = only(found, "undo").state, only(found, "alter").state
        read = (("reading", reading),)
        assert undone.trees["probe:p"].at(read).properties["value"] == 10
        assert altered.trees["probe:p"].at(read).properties["value"] not in (10, 20)
        assert undone.trees["probe:p"].at((("reading", "other#.x"),)).properties["value"] == 2

    def test_a_mount_comes_and_goes(self):
        start, golden = State({"a": answer_tree(1)}), State({"b": answer_tree(2)})
        undone = [mutant.state for mutant in mutants(start, golden) if mutant.type == "undo"]
        assert [set(state.trees) for state in undone] == [{"a", "b"}, set()]

    def test_two_names_that_were_exchanged_cannot_be_undone_one_by_one(self):
        one, other = {"1": Record("x", 1), "2": Record("q")}, {"1": Record("y", 2), "3": Record("w")}
        start = database(Database({"a": one, "b": other, "c": {}}))
        renamed = database(Database({"a": one, "d": other, "c": {}}))
        assert only(mutants(start, renamed), "undo").covers == "table renamed"


class TestAlter:
    def test_values_are_nearly_right(self):
        start = database(Database({"a": {"1": Record("name", 100)}}))
        golden = database(Database({"a": {"1": Record("other", 100)}}))
        altered = only(mutants(start, golden), "alter").state
        assert altered.trees[DATABASE].at((("table", "a"), ("record", "1"))).properties["name"] == "othee"

    def test_everything_that_was_added_is_altered_and_named_wrongly(self):
        start = database(Database({}, {"a": "1"}))
        golden = database(Database({}, {"a": "1", "b": "2"}))
        found = [mutant for mutant in mutants(start, golden) if mutant.type == "alter"]
        assert sorted(mutant.covers for mutant in found) == ["view added", "view.query"]

    def test_a_key_that_the_application_hands_out_cannot_be_wrong(self):
        start = database(Database({"a": {}}))
        golden = database(Database({"a": {"1": Record("x")}}))
        found = [mutant for mutant in mutants(start, golden) if mutant.type == "alter"]
        assert {mutant.covers for mutant in found} == {"record.name", "record.amount"}

    def test_of_much_that_was_added_every_class_and_some_of_the_rest(self):
        start = grid({"S": [[Cell("x")]]})
        rows = [[Cell(f"{n}.{m}") for m in range(20)] for n in range(30)]
        golden = grid({"S": [[Cell("x")]], "T": [[*rows[0], Cell(bold=True)], *rows[1:]]})
        found = [mutant for mutant in mutants(start, golden) if mutant.type == "alter"]
        counts = Counter(mutant.covers for mutant in found)
        assert counts["cell.bold"] == 1
        assert counts["cell.value"] == MOST_ALTERED + 1

    def test_a_move_is_also_made_a_copy(self):
        start = mailbox({"In": {"<1>": Message("x")}, "Out": {}})
        golden = mailbox({"In": {}, "Out": {"<1>": Message("x")}})
        copied = only(mutants(start, golden), "alter").state
        assert [change.type for change in diff(start, copied)] == ["added"]

    def test_what_was_put_in_order_is_put_wrong_where_the_task_turned_it(self):
        start = database(Database({}, {"c": "3", "a": "1", "b": "2"}))
        golden = database(Database({}, {"a": "1", "b": "2", "c": "3"}))
        wrong = only(mutants(start, golden), "alter").state
        assert [view.key for view in wrong.trees[DATABASE].root.of_kind("view")] == ["a", "c", "b"]


class TestDisturb:
    start = grid({"S": [[Cell(f"r{n}"), Cell(n)] for n in range(6)], "T": [[Cell("y")]]}, ["a note"])
    golden = grid(
        {"S": [[Cell(f"r{n}"), Cell(n, bold=n > 2)] for n in range(6)], "T": [[Cell("y")]]}, ["a note"]
    )

    def test_each_property_once_outside_and_once_on_what_was_changed(self):
        found = [mutant for mutant in mutants(self.start, self.golden) if mutant.type == "disturb"]
        counts = Counter(mutant.covers for mutant in found)
        assert counts == {
            "sheet.hidden": 1,
            "column.width": 1,
            "row.height": 1,
            "cell.value": 2,
            "cell.formula": 2,
            "cell.fill": 2,
            "cell.bold": 1,
            "note.text": 1,
        }
        for mutant in found:
            (change,) = own_changes(diff(self.golden, mutant.state))
            assert change.type == "set"

    def test_what_is_free_is_left_alone_for_what_is_not(self):
        found = mutants(self.start, self.golden, SHEET.below("row").below("cell", "A").of("fill"))
        outside = [m for m in found if m.type == "disturb" and m.covers == "cell.fill"]
        assert len(outside) == 2
        assert not any("cell[A].fill" in mutant.what and "[S]" in mutant.what for mutant in outside)

    def test_a_class_that_is_free_everywhere_is_said_to_be(self):
        whole = attack(self.start, self.golden, Selector(GRID).below("sheet").below("note"))
        list(whole.mutants())
        missed = whole.coverage().missed
        assert missed["note.text"] == "it is free"
        assert missed["note removed"] == "it is free"
        assert missed["note added"] == "it is free"

    def test_what_a_lenient_rubric_allows_is_left_alone(self):
        golden = grid(
            {"S": [[Cell(f"r{n}"), Cell(n), Cell("new")] for n in range(6)], "T": [[Cell("y")]]}, ["a note"]
        )
        found = mutants(self.start, golden, additions=True)
        assert not [mutant for mutant in found if mutant.type == "add"]
        assert not [mutant for mutant in found if mutant.type == "disturb" and "cell[C]" in mutant.what]
        strict = mutants(self.start, golden)
        assert [mutant for mutant in strict if mutant.type == "disturb" and "cell[C]" in mutant.what]

    def test_a_value_that_follows_a_formula_is_not_disturbed_by_itself(self):
        start = grid({"S": [[Cell(1, "=B1")]]})
        golden = grid({"S": [[Cell(1, "=B1", bold=True)]]})
        whole = attack(start, golden)
        assert not [mutant for mutant in whole.mutants() if mutant.covers == "cell.value"]
        assert whole.coverage().missed["cell.value"] == "it follows from formula"

    def test_what_there_is_no_other_value_for_is_said(self):
        schema = Schema("bare", {"bare": Kind.of("bare", Property("a", 1), Property("mystery"))})
        start, golden = (State({"m": Tree(schema, Entity("bare", None, {"a": n}))}) for n in (2, 3))
        whole = attack(start, golden)
        list(whole.mutants())
        assert whole.coverage().missed == {
            "bare.mystery": "the property has neither choices nor an example to change it to"
        }

    def test_things_come_go_and_change_places(self):
        found = mutants(self.start, self.golden)
        types = {(mutant.type, mutant.covers) for mutant in found}
        assert {
            ("add", "sheet added"),
            ("add", "row added"),
            ("add", "cell added"),
            ("add", "note added"),
            ("add", "mount added"),
            ("remove", "sheet removed"),
            ("remove", "row removed"),
            ("remove", "note removed"),
            ("remove", "mount removed"),
            ("reorder", "sheet order"),
            ("reorder", "row order"),
        } <= types
        assert ("remove", "cell removed") not in types

    def test_formulas_follow_a_row_that_goes(self):
        rows = [[Cell(f"r{n}"), Cell(n), Cell(n, f"=B{n}")] for n in range(1, 9)]
        golden = deepcopy(rows)
        golden[7][0].bold = True
        for seed in range(8):
            for mutant in mutants(grid({"S": rows}), grid({"S": golden}), seed=seed):
                if mutant.covers == "row removed":
                    changes = own_changes(diff(grid({"S": golden}), mutant.state))
                    assert {change.type for change in changes} <= {"removed", "set"}
                    assert all(change.type == "removed" or change.after is None for change in changes)


class TestCoverage:
    def test_it_counts_what_was_made(self):
        whole = attack(TestDisturb.start, TestDisturb.golden)
        found = list(whole.mutants())
        coverage = whole.coverage()
        assert coverage.changes == 3
        assert coverage.unattacked == ()
        assert sum(coverage.classes.values()) == len([m for m in found if m.type != "trivial"])
        assert coverage.missed == {"note order": "no two that differ stand side by side"}

    def test_no_change_is_told_that_cannot_be_undone(self):
        start = grid({"S": [[Cell(1), Cell(), Cell(2.5)], [Cell(1), Cell(1)]]})
        made = attack(start, grid({"S": [[], [Cell(1), Cell(1)]]}))
        assert [mutant.type for mutant in made.mutants()].count("undo") == 2
        assert made.coverage().unattacked == ()

    def test_a_change_that_is_free_is_not_the_tasks(self):
        whole = attack(
            TestDisturb.start, TestDisturb.golden, SHEET.below("row", 4).below("cell", "B").of("bold")
        )
        assert len(whole.changes) == 2

    def test_it_begins_anew_with_each_round(self):
        whole = attack(TestDisturb.start, TestDisturb.golden)
        first = len(list(whole.mutants()))
        before = whole.coverage().classes
        assert len(list(whole.mutants())) == first
        assert sum(whole.coverage().classes.values()) == sum(before.values())


class TestWrongRubrics:
    """What a rubric leaves open, some mutant walks through."""

    start = grid({"S": [[Cell(f"r{n}"), Cell(n)] for n in range(1, 6)]})
    golden = grid({"S": [[Cell(f"r{n}"), Cell(n), Cell(n * 2, f"=B{n}*2")] for n in range(1, 6)]})
    cells = SHEET.run("row", 1, 5).below("cell", "C")
    right = (
        Equals(select=cells.of("value"), each=(2, 4, 6, 8, 10)),
        Exists(select=cells.of("formula")),
    )
    writes = (cells.of("value"), cells.of("formula"))

    def survivors(self, checks: tuple[object, ...], **guard: object) -> set[tuple[str, str]]:
        rubric = Rubric.model_validate(
            {
                "requirements": [{"id": "r", "says": "It is so.", "any_of": (checks,)}],
                "invariants": [{"writes": self.writes, **guard}],
            }
        )
        assert score(rubric, self.start, self.golden).success
        additions = guard.get("additions") == "allow"
        free = guard.get("free", ())
        assert isinstance(free, tuple)
        found = mutants(self.start, self.golden, *free, additions=additions)
        return {(m.type, m.covers) for m in found if score(rubric, self.start, m.state).success}

    def test_a_good_one_leaves_nothing_open(self):
        assert self.survivors(self.right) == set()
        assert self.survivors(self.right, additions="allow") == set()

    def test_a_check_that_was_forgotten(self):
        some = (Equals(select=SHEET.run("row", 1, 4).below("cell", "C").of("value"), each=(2, 4, 6, 8)),)
        assert {("undo", "cell.value"), ("alter", "cell.value")} <= self.survivors(some)

    def test_only_presence_is_asked_for(self):
        assert ("alter", "cell.value") in self.survivors((Exists(select=self.cells.of("formula")),))

    def test_a_tolerance_that_is_too_wide(self):
        wide = (Close(select=self.cells.of("value"), each=(2, 4, 6, 8, 10), absolute=1), self.right[1])
        assert self.survivors(wide) == {("alter", "cell.value")}

    def test_a_footprint_that_is_too_large(self):
        assert ("disturb", "cell.value") in self.survivors(self.right, writes=(SHEET,))
        assert ("disturb", "cell.fill") in self.survivors(self.right, writes=(self.cells,))
        assert self.survivors(self.right, writes=(self.cells,), free=(self.cells.of("*"),)) == set()

    def test_no_invariant_over_the_mount(self):
        assert ("disturb", "sheet.hidden") in self.survivors(self.right, mounts=("elsewhere",))

    def test_a_count_alone(self):
        lines = [Paragraph([(f"Line {n}.", False)]) for n in range(3)]
        start, golden = document(lines), document([*lines, Paragraph([("New.", False)])])
        new = Selector(DOCUMENT).new("paragraph")
        rubric = Rubric(
            requirements=(Requirement(id="r", says="One more.", any_of=((Count(select=new, expected=1),),)),),
            invariants=(Invariant(writes=(new,)),),
        )
        alive = {m.covers for m in mutants(start, golden) if score(rubric, start, m.state).success}
        assert {"run.text", "paragraph.style"} <= alive

    def test_a_move_that_may_be_a_copy(self):
        start = mailbox({"In": {"<1>": Message("x")}, "Out": {}})
        golden = mailbox({"In": {}, "Out": {"<1>": Message("x")}})
        there = Selector(MAIL).below("folder", "Out").below("message", "<1>")
        rubric = Rubric(
            requirements=(Requirement(id="r", says="It is there.", any_of=((Exists(select=there),),)),),
            invariants=(Invariant(writes=(Selector(MAIL).below("folder").below("message", "<1>"),)),),
        )
        alive = [m.what for m in mutants(start, golden) if score(rubric, start, m.state).success]
        assert any(what.startswith("copied, not moved") for what in alive)


@pytest.mark.parametrize("seed", range(5))
def test_chance_decides_only_which_of_many_like_places_is_taken(seed):
    found = mutants(TestDisturb.start, TestDisturb.golden, seed=seed)
    assert Counter((m.type, m.covers) for m in found) == Counter(
        (m.type, m.covers) for m in mutants(TestDisturb.start, TestDisturb.golden, seed=99)
    )
    assert all(mutant.type == "trivial" or differs(TestDisturb.golden, mutant.state) for mutant in found)
    assert len(Comparison(TestDisturb.start, TestDisturb.golden).changes()) == 3
