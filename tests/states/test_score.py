"""Scores: weights, alternatives, invariants strict and lenient, judge items, and what a selector covers."""

from __future__ import annotations

from copy import deepcopy

import pytest

from forge.errors import StateError
from forge.states.answers import ANSWER, ANSWER_MOUNT, answer_tree
from forge.states.changes import Comparison, diff
from forge.states.cover import Cover, broken
from forge.states.entities import State
from forge.states.places import KEY, PLACE
from forge.states.probes import probe_tree
from forge.states.rubric import Equals, Exists, Invariant, JudgeItem, Requirement, Rubric
from forge.states.score import score, succeeds
from forge.states.selectors import Selector
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

ORDERS = Selector(DATABASE).below("table", "orders")
SHEET = Selector(GRID).below("sheet", "S")
START = Database({"orders": {"1": Record("x", 1), "2": Record("y", 2)}, "people": {"1": Record("z", 3)}})


def amount(key: str, value: float, **changes: float) -> Requirement:
    check = Equals(select=ORDERS.below("record", key).of("amount"), expected=value)
    return Requirement(id=f"amount {key}", says="It has the amount.", any_of=((check,),), **changes)


def end(**amounts: float) -> State:
    made = deepcopy(START)
    for key, value in amounts.items():
        made.tables["orders"][key[1:]].amount = value
    return database(made)


class TestScore:
    rubric = Rubric(
        requirements=(amount("1", 5, weight=3), amount("2", 6)),
        invariants=(Invariant(writes=(ORDERS.below("record").of("amount"),)),),
    )

    def test_weights_give_partial_credit(self):
        start = database(START)
        assert score(self.rubric, start, end(_1=5, _2=6)).score == 1.0
        assert score(self.rubric, start, end(_1=5, _2=6)).success
        half = score(self.rubric, start, end(_1=5))
        assert (half.score, half.success) == (0.75, False)
        assert [item.id for item in half.failures()] == ["amount 2"]
        assert score(self.rubric, start, start).score == 0.0

    def test_a_broken_invariant_takes_all(self):
        made = deepcopy(START)
        made.tables["orders"]["1"].amount = 5
        made.tables["orders"]["2"].amount = 6
        made.tables["people"]["1"].name = "w"
        found = score(self.rubric, database(START), database(made))
        assert (found.score, found.success) == (0.0, False)
        (item,) = found.failures()
        assert item.type == "invariant"
        assert item.actual == "1 other changes"
        assert item.why == 'shop.db#table[people]/record[1].name: "z" → "w"'
        assert item.addresses == ("shop.db#table[people]/record[1].name",)

    def test_every_item_is_explained(self):
        requirement, invariant = score(self.rubric, database(START), end(_1=5)).items[1:]
        assert requirement.expected == "6"
        assert requirement.actual == "2"
        assert requirement.why == "shop.db#table[orders]/record[2].amount is 2, expected 6"
        assert requirement.addresses == ("shop.db#table[orders]/record[2].amount",)
        assert (invariant.passed, invariant.actual) == (True, "nothing else changed")

    def test_any_of_several_right_ways_will_do_and_the_nearest_is_told(self):
        ways = Requirement(
            id="either",
            says="One or the other.",
            any_of=(
                (
                    Equals(select=ORDERS.below("record", "1").of("amount"), expected=7),
                    Equals(select=ORDERS.below("record", "2").of("amount"), expected=8),
                ),
                (Equals(select=ORDERS.below("record", "2").of("amount"), expected=9),),
            ),
        )
        rubric = Rubric(requirements=(ways,))
        start = database(START)
        assert score(rubric, start, end(_1=7, _2=8)).success
        assert score(rubric, start, end(_2=9)).success
        lost = score(rubric, start, end(_1=7))
        assert not lost.success
        assert lost.items[0].why == "shop.db#table[orders]/record[2].amount is 2, expected 8"
        assert succeeds(rubric, Comparison(start, end(_2=9)))
        assert not succeeds(rubric, Comparison(start, end(_1=7)))

    def test_what_a_judge_must_see(self):
        rubric = Rubric(
            requirements=(amount("1", 5, weight=3),), judge=(JudgeItem(id="taste", question="Is it fine?"),)
        )
        start, done = database(START), end(_1=5)
        assert score(rubric, start, done, {"taste": True}).success
        assert score(rubric, start, done, {"taste": True}).score == 1.0
        denied = score(rubric, start, done, {"taste": False})
        assert (denied.success, denied.score) == (False, 0.75)
        unasked = score(rubric, start, done)
        assert (unasked.success, unasked.score) == (False, 0.75)
        assert unasked.items[-1].passed is None
        assert unasked.failures() == ()
        assert succeeds(rubric, Comparison(start, done))

    def test_what_is_missing_loses_with_a_reason(self):
        lost = score(self.rubric, database(START), State({}))
        assert (lost.score, lost.success) == (0.0, False)
        assert "nothing stands at" in lost.items[0].why
        assert lost.items[-1].why == "shop.db#: removed"

    def test_another_type_of_document_loses_with_a_reason(self):
        lost = score(self.rubric, database(START), State({DATABASE: document([]).trees[DOCUMENT]}))
        assert not lost.success
        assert lost.items[0].why == (
            "another type of document stands in the place of that of "
            'shop.db#table["orders"]/record["1"].amount'
        )
        assert lost.items[-1].why == "shop.db#: removed; shop.db#: added"
        asked = Rubric(
            requirements=(Requirement(id="a", says="42", any_of=((Equals(select=ANSWER, expected=42),),)),)
        )
        start = State({ANSWER_MOUNT: answer_tree(None)})
        assert not score(asked, start, State({ANSWER_MOUNT: document([]).trees[DOCUMENT]})).success


class TestInvariant:
    start = grid({"S": [[Cell("x"), Cell(1)], [Cell("y"), Cell(2)]], "T": [[Cell("z")]]})

    def breaks(self, after: State, **how: object) -> list[str]:
        changes = broken(Invariant.model_validate({"id": "i", **how}), Comparison(self.start, after))
        return [f"{change.type} {change.kind} {change.name or ''}".strip() for change in changes]

    def test_strict_forbids_and_lenient_permits_what_is_new(self):
        after = grid(
            {"S": [[Cell("x"), Cell(1), Cell("help")], [Cell("y"), Cell(2)]], "T": [[Cell("z")]], "U": []}
        )
        assert self.breaks(after) == ["added sheet", "set cell value"] or self.breaks(after) == [
            "set cell value",
            "added sheet",
        ]
        assert self.breaks(after, additions="allow") == []

    def test_lenient_forbids_what_was_there(self):
        edited = grid({"S": [[Cell("x"), Cell(9)], [Cell("y"), Cell(2)]], "T": [[Cell("z")]]})
        assert self.breaks(edited, additions="allow") == ["set cell value"]
        assert self.breaks(grid({"S": [[Cell("x"), Cell(1)], [Cell("y"), Cell(2)]]}), additions="allow") == [
            "removed sheet"
        ]

    def test_what_the_task_writes_and_what_is_free(self):
        after = grid({"S": [[Cell("x"), Cell(9, bold=True)], [Cell("y"), Cell(2)]], "T": [[Cell("z")]]})
        cell = SHEET.below("row", 1).below("cell", "B")
        assert self.breaks(after, writes=(cell.of("value"),)) == ["set cell bold"]
        assert self.breaks(after, writes=(cell.of("value"),), free=(cell.of("bold"),)) == []
        assert self.breaks(after, writes=(cell,)) == []

    def test_only_some_mounts(self):
        after = self.start.with_tree("other", answer_tree("x"))
        assert self.breaks(after) == ["added answer"]
        assert self.breaks(after, mounts=(GRID,)) == []

    def test_an_answer_is_no_damage(self):
        after = self.start.with_tree(ANSWER_MOUNT, answer_tree("done"))
        assert self.breaks(after) == []
        assert self.breaks(after, mounts=(ANSWER_MOUNT,)) == ["added answer"]

    def test_what_is_derived_is_no_damage(self):
        before = grid({"S": [[Cell(1), Cell(2, "=A1*2")]]})
        after = grid({"S": [[Cell(1), Cell(3, "=A1*2")]]}).with_tree("probe:p", probe_tree({"x#": 1}))
        assert broken(Invariant(), Comparison(before, after)) == []

    def test_up_to_a_number(self):
        after = grid({"S": [[Cell("a"), Cell(9)], [Cell("b"), Cell(8)]]})
        comparison = Comparison(self.start, after)
        assert len(broken(Invariant(), comparison, at_most=2)) == 2
        assert len(broken(Invariant(), comparison)) == 5


def covered(before: State, after: State, *selectors: Selector) -> list[bool]:
    cover = Cover(selectors, Comparison(before, after))
    return [cover.covers(change) for change in cover.comparison.changes()]


class TestCover:
    mail = mailbox({"In": {"<1>": Message("x"), "<2>": Message("y")}, "Out": {}})
    message = Selector(MAIL).below("folder", "In").below("message", "<1>")

    def test_a_property_covers_itself(self):
        after = mailbox({"In": {"<1>": Message("x", starred=True), "<2>": Message("y")}, "Out": {}})
        assert covered(self.mail, after, self.message.of("starred")) == [True]
        assert covered(self.mail, after, self.message.of("*")) == [True]
        assert covered(self.mail, after, self.message.of("label")) == [False]
        assert covered(self.mail, after, self.message) == [True]
        assert covered(self.mail, after, Selector(MAIL)) == [True]
        assert covered(self.mail, after, Selector(MAIL).of("*")) == [False]
        assert covered(self.mail, after, Selector(MAIL).below("folder", "Out")) == [False]
        assert covered(self.mail, after, Selector(MAIL).below("folder").below("message", subject="x")) == [
            True
        ]
        assert covered(self.mail, after, Selector(MAIL).below("folder").below("message", starred=True)) == [
            False
        ]
        assert covered(self.mail, after) == [False]

    def test_coming_and_going_only_by_the_whole(self):
        after = mailbox({"In": {"<2>": Message("y"), "<3>": Message("z")}, "Out": {}})
        new = Selector(MAIL).below("folder", "In").new("message")
        gone = self.message
        assert sorted(covered(self.mail, after, gone, new)) == [True, True]
        assert sorted(covered(self.mail, after, gone.of("*"), new.of("*"))) == [False, False]
        assert sorted(covered(self.mail, after, new)) == [False, True]
        assert covered(self.mail, after, Selector(MAIL).below("folder", "In")) == [True, True]

    def test_a_move_and_a_name(self):
        moved = mailbox({"In": {"<2>": Message("y")}, "Out": {"<1>": Message("x", starred=True)}})
        assert covered(self.mail, moved, self.message.of(PLACE)) == [True, False]
        assert covered(self.mail, moved, self.message.of("*")) == [False, True]
        assert covered(self.mail, moved, Selector(MAIL).below("folder", "Out")) == [False, False]
        records = {"1": Record("x", 1), "2": Record("y", 2)}
        before, after = database(Database({"orders": records})), database(Database({"sales": records}))
        assert covered(before, after, ORDERS.of(KEY)) == [True]
        assert covered(before, after, ORDERS.of("*")) == [False]

    def test_an_order(self):
        before = database(Database({}, {"a": "1", "b": "2"}))
        after = database(Database({}, {"b": "2", "a": "1"}))
        assert covered(before, after, Selector(DATABASE).of("order:view")) == [True]
        assert covered(before, after, Selector(DATABASE).of("order:table")) == [False]
        assert covered(before, after, Selector(DATABASE).of("*")) == [False]

    def test_positions_are_those_of_the_start(self):
        rows = [[Cell(f"r{n}"), Cell(n)] for n in range(1, 5)]
        before = grid({"S": rows})
        edited = deepcopy([rows[0], [Cell("new"), Cell(0)], *rows[1:]])
        edited[2][1].value = 20  # the second row of the start
        written = [True, False]
        assert covered(before, grid({"S": edited}), SHEET.new("row"), SHEET.below("row", 1)) == written
        assert covered(before, grid({"S": edited}), SHEET.new("row"), SHEET.below("row", 2)) == [True, True]
        assert covered(before, grid({"S": edited}), SHEET.run("row", 1, 9)) == [False, True]

    def test_a_cell_filled_in_a_row_that_moved_on_is_named_by_its_row_of_the_start(self):
        rows = [[Cell(f"r{n}"), Cell(n)] for n in range(1, 5)]
        edited = deepcopy([[Cell("new")], *rows])
        edited[4].append(Cell("note"))
        cells = SHEET.run("row", 1, 4).below("cell", "C").of("value")
        assert covered(grid({"S": rows}), grid({"S": edited}), SHEET.new("row"), cells) == [True, True]
        assert covered(grid({"S": rows}), grid({"S": edited}), cells) == [False, True]
        assert covered(grid({"S": rows}), grid({"S": edited}), SHEET.run("row", 5, 5)) == [False, False]

    def test_what_stands_along_a_new_column(self):
        rows = [[Cell(f"r{n}"), Cell(n)] for n in range(1, 4)]
        edited = [[row[0], Cell(f"new {n}"), row[1]] for n, row in enumerate(rows)]
        cells = SHEET.below("row")
        changes = covered(
            grid({"S": rows}), grid({"S": edited}), SHEET.new("column"), cells.new("cell").of("value")
        )
        assert changes == [True] * 4
        assert covered(grid({"S": rows}), grid({"S": edited}), cells.below("cell", "B")) == [False] * 4

    def test_a_paragraph_at_the_end(self):
        lines = [Paragraph([(f"Line {n}.", False)]) for n in range(3)]
        longer = [*lines, Paragraph([("More.", False)])]
        last = Selector(DOCUMENT).below("paragraph", 4)
        assert covered(document(lines), document(longer), last) == [True]
        assert covered(document(lines), document([longer[-1], *lines]), last) == [False]

    def test_a_selector_that_does_not_fit_the_schema_is_an_error(self):
        after = mailbox({"In": {"<1>": Message("x", starred=True), "<2>": Message("y")}, "Out": {}})
        with pytest.raises(StateError, match="not by a position"):
            covered(self.mail, after, Selector(MAIL).below("folder", 1))
        with pytest.raises(StateError, match="not by a key"):
            covered(document([]), document([Paragraph([])]), Selector(DOCUMENT).below("paragraph", "1"))


def test_an_answer_can_be_required():
    rubric = Rubric(
        requirements=(
            Requirement(id="a", says="The answer is 42.", any_of=((Equals(select=ANSWER, expected=42),),)),
        ),
        invariants=(Invariant(),),
    )
    start = database(START)
    assert score(rubric, start, start.with_tree(ANSWER_MOUNT, answer_tree(42))).success
    for answer in ("42", 41, "impossible", None):
        assert not score(rubric, start, start.with_tree(ANSWER_MOUNT, answer_tree(answer))).success
    assert not score(rubric, start, start).success


def test_a_new_thing_is_found_by_what_it_is():
    reply = Selector(MAIL).below("folder", "Out").below("message", subject="Re: x")
    rubric = Rubric(
        requirements=(Requirement(id="r", says="A reply.", any_of=((Exists(select=reply),),)),),
        invariants=(Invariant(writes=(Selector(MAIL).below("folder", "Out").new("message"),)),),
    )
    start = mailbox({"In": {"<1>": Message("x")}, "Out": {}})
    done = mailbox({"In": {"<1>": Message("x")}, "Out": {"<any>": Message("Re: x")}})
    assert score(rubric, start, done).success
    assert not score(rubric, start, start).success
    assert diff(start, done)[0].fresh
