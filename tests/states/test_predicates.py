"""What each predicate of a rubric means."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from functools import cmp_to_key
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge.errors import StateError
from forge.states.changes import Comparison
from forge.states.entities import Entity, Kind, Property, Schema, State, Tree
from forge.states.ordering import comparing, multiset_difference
from forge.states.predicates import holds, judge
from forge.states.resolve import resolve
from forge.states.rubric import (
    Absent,
    AnyCheck,
    Before,
    Close,
    Count,
    Equals,
    Exists,
    Matches,
    OneOf,
    Ordered,
    SameMultiset,
    SortKey,
    Unchanged,
)
from forge.states.selectors import Selector
from forge.states.values import Error, Formula, Value
from forge.tests.states.strategies import pairs, values
from forge.tests.states.worlds import (
    DATABASE,
    GRID,
    MAIL,
    Cell,
    Database,
    Message,
    Record,
    database,
    grid,
    mailbox,
)

LIST = Schema(
    "list",
    {
        kind.name: kind
        for kind in (
            Kind.of("list"),
            Kind.of("item", Property("value"), Property("flag", False), align="sequence"),
        )
    },
)
ITEM = Selector("m").below("item")
VALUE = ITEM.of("value")


def items(*found: Value) -> State:
    made = [Entity("item", None, {"value": value} if value is not None else {}) for value in found]
    return State({"m": Tree(LIST, Entity("list", children=made))})


def check(asked: AnyCheck, after: State, before: State | None = None) -> bool:
    """Whether a check holds; both ways of finding out agree."""
    comparison = Comparison(before if before is not None else after, after)
    finding = judge(asked, comparison)
    assert holds(asked, comparison) == finding.holds
    assert bool(finding.why) != finding.holds
    assert bool(finding.address) != finding.holds
    return finding.holds


class TestEquals:
    @pytest.mark.parametrize(
        ("actual", "expected"),
        [
            (True, 1),
            (1, True),
            ("21", 21),
            (21, "21"),
            (date(2026, 3, 1), datetime(2026, 3, 1)),  # noqa: DTZ001 - no zones
            (None, 0),
            ("", 0),
        ],
    )
    def test_types_are_kept_apart(self, actual, expected):
        assert not check(Equals(select=VALUE, expected=expected), items(actual))

    def test_every_place_must_hold_and_there_must_be_one(self):
        assert check(Equals(select=VALUE, expected=1), items(1, 1.0))
        assert not check(Equals(select=VALUE, expected=1), items(1, 2))
        assert not check(Equals(select=VALUE, expected=1), items())

    def test_one_value_each_in_order(self):
        assert check(Equals(select=VALUE, each=(1, None, 3)), items(1, None, 3))
        assert not check(Equals(select=VALUE, each=(1, 3)), items(1, 2, 3))
        assert not check(Equals(select=VALUE, each=(1, 2, 3, 4)), items(1, 2, 3))
        assert not check(Equals(select=VALUE, each=(3, 2, 1)), items(1, 2, 3))
        assert not check(Equals(select=VALUE, each=()), items())

    def test_texts_may_be_trimmed_or_folded(self):
        text = "  Ünder  WAY "
        assert not check(Equals(select=VALUE, expected="Ünder WAY"), items(text))
        assert check(Equals(select=VALUE, expected="Ünder WAY", text="trimmed"), items(text))
        assert not check(Equals(select=VALUE, expected="ünder way", text="trimmed"), items(text))
        assert check(Equals(select=VALUE, expected="ünder way", text="folded"), items(text))
        assert not check(Equals(select=VALUE, expected="1", text="folded"), items(1))

    def test_a_default_is_a_value(self):
        assert check(Equals(select=ITEM.of("flag"), expected=False), items(1))


class TestClose:
    def test_within_a_tolerance_of_the_expected(self):
        assert check(Close(select=VALUE, expected=100, absolute=0.5), items(100.5, 99.5))
        assert not check(Close(select=VALUE, expected=100, absolute=0.5), items(100.6))
        assert check(Close(select=VALUE, expected=-200, relative=0.01), items(-202))
        assert not check(Close(select=VALUE, expected=-200, relative=0.01), items(-203))
        assert check(Close(select=VALUE, each=(1, 2), absolute=0.1), items(1.1, 1.9))

    def test_times_are_close_in_seconds(self):
        assert check(Close(select=VALUE, expected=time(12), absolute=60), items(time(12, 1)))
        assert check(Close(select=VALUE, expected=timedelta(0), absolute=1), items(timedelta(seconds=1)))
        assert check(Close(select=VALUE, expected=date(2026, 3, 1), absolute=86400), items(date(2026, 3, 2)))
        assert not check(
            Close(select=VALUE, expected=date(2026, 3, 1), absolute=86400), items(date(2026, 3, 3))
        )

    @pytest.mark.parametrize("actual", [True, "100", None, timedelta(seconds=100), Error("#N/A")])
    def test_other_types_are_never_close(self, actual):
        assert not check(Close(select=VALUE, expected=100, absolute=1000), items(actual))

    def test_what_is_no_quantity_must_be_the_same(self):
        assert check(Close(select=VALUE, expected="x", absolute=1), items("x"))
        assert not check(Close(select=VALUE, expected="x", absolute=1), items("y"))


class TestTexts:
    def test_a_pattern_matches_the_whole(self):
        assert check(Matches(select=VALUE, pattern="a+"), items("aaa"))
        assert not check(Matches(select=VALUE, pattern="a+"), items("aaab"))
        assert not check(Matches(select=VALUE, pattern="1"), items(1))
        assert not check(Matches(select=VALUE, pattern=".*"), items(None))

    def test_formulas_have_a_text(self):
        assert check(Matches(select=VALUE, pattern=r"=SUMIFS?\(.*\)"), items(Formula("=SUMIF(A1:A3,1)")))

    def test_one_of_several(self):
        assert check(OneOf(select=VALUE, options=(1, "one")), items("one", 1.0))
        assert not check(OneOf(select=VALUE, options=(1, "one")), items(True))


class TestPresence:
    state = database(Database({"orders": {"1": Record("x")}}))
    orders = Selector(DATABASE).below("table", "orders")

    def test_entities(self):
        assert check(Exists(select=self.orders.below("record", "1")), self.state)
        assert not check(Exists(select=self.orders.below("record", "1", "2")), self.state)
        assert check(Absent(select=self.orders.below("record", "2")), self.state)
        assert not check(Absent(select=self.orders.below("record")), self.state)

    def test_properties(self):
        assert check(Exists(select=VALUE), items(1, 2))
        assert not check(Exists(select=VALUE), items(1, None))
        assert check(Absent(select=VALUE), items(None))
        assert not check(Absent(select=VALUE), items(None, 2))

    def test_counts(self):
        assert check(Count(select=ITEM, expected=3), items(1, None, 2))
        assert check(Count(select=VALUE, expected=2), items(1, None, 2))
        assert not check(Count(select=ITEM, expected=2), items(1, None, 2))
        assert check(Count(select=self.orders.below("record", "1", "9"), expected=1), self.state)

    def test_what_is_sparse_and_blank_is_absent(self):
        cell = Selector(GRID).below("sheet", "S").below("row", 1).below("cell", "B")
        blank = grid({"S": [[Cell("x"), Cell()]]})
        tree = blank.trees[GRID]
        held = State({GRID: tree.with_entity(cell.path() or (), Entity("cell", "B", {"bold": False}))})
        assert check(Absent(select=cell), held)
        assert not check(Exists(select=cell), held)
        assert check(Exists(select=cell), grid({"S": [[Cell("x"), Cell(bold=True)]]}))

    def test_what_has_another_name_or_place_is_not_absent(self):
        before = mailbox({"In": {"<1>": Message("x")}, "Out": {}})
        after = mailbox({"In": {}, "Out": {"<1>": Message("x")}})
        assert not check(
            Absent(select=Selector(MAIL).below("folder", "In").below("message", "<1>")), after, before
        )
        records = {"1": Record("x", 1), "2": Record("y", 2)}
        renamed = database(Database({"sales": records}))
        assert not check(Absent(select=self.orders), renamed, database(Database({"orders": records})))

    def test_a_document_that_is_gone_proves_nothing(self):
        gone = State({})
        assert not check(Absent(select=self.orders.below("record", "1")), gone, self.state)
        assert not check(Count(select=self.orders.below("record"), expected=0), gone, self.state)
        assert not check(Unchanged(select=self.orders), gone, self.state)
        assert check(Absent(select=Selector(DATABASE)), gone, self.state)
        assert not check(Absent(select=Selector(DATABASE)), self.state)


class TestUnchanged:
    def test_a_property(self):
        assert check(Unchanged(select=VALUE), items(1, None), items(1, None))
        assert not check(Unchanged(select=VALUE), items(1, 3), items(1, 2))
        assert not check(Unchanged(select=VALUE), items(1, 2), items(1))

    def test_an_entity_with_all_below_it(self):
        before = grid({"S": [[Cell("x"), Cell(2)]], "T": [[Cell("y")]]})
        after = grid({"S": [[Cell("x"), Cell(2, bold=True)]], "T": [[Cell("y")]]})
        assert check(Unchanged(select=Selector(GRID).below("sheet", "T")), after, before)
        assert not check(Unchanged(select=Selector(GRID).below("sheet", "S")), after, before)

    def test_values_that_follow_their_source_are_nobodys_act(self):
        before, after = grid({"S": [[Cell(2, "=T9")]]}), grid({"S": [[Cell(3, "=T9")]]})
        assert check(Unchanged(select=Selector(GRID).below("sheet", "S")), after, before)

    def test_what_never_was_is_not_unchanged(self):
        state = grid({"S": [[Cell("x")]]})
        assert not check(Unchanged(select=Selector(GRID).below("sheet", "none")), state)
        assert not check(Unchanged(select=Selector(GRID).below("sheet", "none").of("hidden")), state)

    def test_a_formula_that_followed_its_rows(self):
        rows = [[Cell(n), Cell(n, f"=A{n}")] for n in (1, 2)]
        before = grid({"S": rows})
        after = grid({"S": [[Cell("new")], *([Cell(n), Cell(n, f"=A{n + 1}")] for n in (1, 2))]})
        formulas = Selector(GRID).below("sheet", "S").run("row", 1, 2).below("cell", "B").of("formula")
        assert check(Unchanged(select=formulas), after, before)
        assert not check(Unchanged(select=formulas), grid({"S": [[Cell("new")], *rows]}), before)


class TestBefore:
    @pytest.mark.parametrize(
        ("relation", "by", "after", "right"),
        [
            ("less", 0, 9, True),
            ("less", 0, 10, False),
            ("less", 2, 8, True),
            ("less", 2, 9, False),
            ("greater", 0, 11, True),
            ("greater", 0, 10.0, False),
            ("greater", 0.3, 10.3, True),
            ("greater", 1, 10.5, False),
            ("at_most", 0, 10, True),
            ("at_most", 0, 11, False),
            ("at_least", 0, 10, True),
            ("at_least", 0, 9, False),
            ("different", 0, 11, True),
            ("different", 0, "10", True),
            ("different", 0, 10.0, False),
            ("different", 0, None, False),
            ("greater", 0, "11", False),
            ("less", 0, True, False),
            ("less", 0, None, False),
        ],
    )
    def test_relations(self, relation, by, after, right):
        assert check(Before(select=VALUE, relation=relation, by=by), items(after), items(10)) == right

    def test_dates_move_in_seconds(self):
        later = items(date(2026, 3, 3))
        asked = Before(select=VALUE, relation="greater", by=2 * 86400)
        assert check(asked, later, items(date(2026, 3, 1)))
        assert not check(asked, later, items(date(2026, 3, 2)))


ROW = Selector(GRID).below("sheet", "S")


def ordered(rows: list[list[Any]], *keys: str, before: list[list[Any]] | None = None, **how: Any) -> bool:
    def made(found: list[list[Any]]) -> State:
        return grid({"S": [[Cell(value) for value in row] for row in found]})

    by = tuple(SortKey(value=Selector("").below("cell", key).of("value"), **how) for key in keys)
    return check(Ordered(select=ROW.run("row", 1, len(rows)), by=by), made(rows), made(before or rows))


class TestOrdered:
    def test_one_key(self):
        assert ordered([[1], [2], [2], [10]], "A")
        assert not ordered([[1], [10], [2]], "A")
        assert ordered([[10], [2], [1]], "A", descending=True)

    def test_several_keys(self):
        assert ordered([["a", 1], ["a", 2], ["b", 0]], "A", "B")
        assert not ordered([["a", 2], ["a", 1], ["b", 0]], "A", "B")

    def test_blanks_come_last_either_way(self):
        assert ordered([[1, "x"], [2, "x"], [None, "x"], [None, "y"]], "A")
        assert ordered([[2, "x"], [1, "x"], [None, "x"]], "A", descending=True)
        assert not ordered([[None, "x"], [1, "x"]], "A")
        assert not ordered([[1, "x"], [None, "x"], [2, "x"]], "A", descending=True)

    def test_numbers_before_texts_before_truth(self):
        assert ordered([[5], ["a"], [False], [True], [Error("#N/A")]], "A")
        assert ordered([[Error("#N/A")], [True], ["a"], [5]], "A", descending=True)
        assert not ordered([["a"], [5]], "A")

    def test_texts_as_people_order_them(self):
        assert ordered([["Anna"], ["Émile"], ["eve"], ["Ines"], ["Öl"], ["ozean"], ["zoe"]], "A")
        assert ordered([["a b"], ["a-b"], ["a1"], ["ab"]], "A")
        assert ordered([["B"], ["a"]], "A", fold_case=False)
        assert not ordered([["B"], ["a"]], "A")

    def test_dates_with_and_without_a_time(self):
        assert ordered([[date(2026, 3, 1)], [datetime(2026, 3, 1, 9)], [date(2026, 3, 2)]], "A")  # noqa: DTZ001 - no zones
        assert not ordered([[datetime(2026, 3, 1, 9)], [date(2026, 3, 1)]], "A")  # noqa: DTZ001 - no zones

    def test_it_is_the_order_in_the_end_that_counts(self):
        before = [[3, "c"], [1, "a"], [2, "b"]]
        assert ordered(sorted(before), "A", before=before)
        assert not ordered(before, "A", before=sorted(before))

    def test_keyed_siblings_stand_where_they_stand(self):
        before = database(Database({}, {"b": "2", "a": "9", "c": "5"}))
        after = database(Database({}, {"b": "2", "c": "5", "a": "9"}))
        by = (SortKey(value=Selector("", property="query")),)
        assert check(Ordered(select=Selector(DATABASE).below("view"), by=by), after, before)
        assert not check(Ordered(select=Selector(DATABASE).below("view"), by=by), before)

    def test_nothing_is_in_no_order(self):
        by = (SortKey(value=Selector("", property="query")),)
        assert not check(Ordered(select=Selector(DATABASE).below("view"), by=by), database(Database({}, {})))

    @given(st.lists(values, min_size=1, max_size=6))
    def test_a_sorted_list_is_sorted(self, found):
        compare = comparing([SortKey(value=Selector("", property="value"))])
        put = sorted(((value,) for value in found), key=cmp_to_key(compare))
        assert check(
            Ordered(select=ITEM, by=(SortKey(value=Selector("", property="value")),)),
            items(*(v for (v,) in put)),
        )


class TestSameMultiset:
    def test_values_in_any_order(self):
        same = SameMultiset(select=VALUE)
        before = items(1, "a", 1, 0.3)
        assert check(same, items("a", 0.1 + 0.2, 1, 1), before)
        assert not check(same, items("a", 0.3, 1, True), before)
        assert not check(same, items("a", 0.3, 1), before)
        assert check(SameMultiset(select=VALUE, expected=(1, 2)), items(2, 1.0))
        assert not check(SameMultiset(select=VALUE, expected=(1, 1, 2)), items(2, 2, 1))

    def test_rows_as_tuples(self):
        columns = (Selector("").below("cell", "A").of("value"), Selector("").below("cell", "B").of("value"))
        asked = SameMultiset(select=ROW.run("row", 1, 3), columns=columns)
        rows = [[Cell("a"), Cell(1)], [Cell("b"), Cell(2)], [Cell("c"), Cell()]]
        assert check(asked, grid({"S": rows[::-1]}), grid({"S": rows}))
        mixed = [[Cell("a"), Cell(2)], [Cell("b"), Cell(1)], [Cell("c"), Cell()]]
        assert not check(asked, grid({"S": mixed}), grid({"S": rows}))
        assert not check(asked, grid({"S": rows[:2]}), grid({"S": rows}))

    @given(st.lists(values, max_size=6), st.randoms(use_true_random=False))
    def test_any_order_of_any_values(self, found, random):
        shuffled = list(found)
        random.shuffle(shuffled)
        assert multiset_difference(found, shuffled) == ([], [])
        missing, extra = multiset_difference(found, [*shuffled, "one more"])
        assert (missing, extra) == ([], ["one more"])


class TestFindings:
    def test_they_say_what_was_asked_for_and_what_is_there(self):
        found = judge(Equals(select=VALUE, expected=3), Comparison(items(1), items(1, 2)))
        assert (found.expected, found.actual) == ("3", "1")
        assert found.why == "m#item[1].value is 1, expected 3"
        assert found.address == "m#item[1].value"
        held = judge(Equals(select=VALUE, expected=1), Comparison(items(1), items(1, 1)))
        assert (held.expected, held.actual, held.why) == ("1", "1 and 1 more", "")

    @pytest.mark.parametrize(
        ("asked", "why"),
        [
            (Close(select=VALUE, each=(1, 5), absolute=1), "m#item[2].value is 2, expected 5"),
            (Matches(select=VALUE, pattern="x"), "m#item[1].value is 1, expected text like /x/"),
            (OneOf(select=VALUE, options=(3, "a")), 'm#item[1].value is 1, expected one of 3, "a"'),
            (Exists(select=ITEM.of("value")), None),
            (Exists(select=Selector("m").below("item", 4)), "m#item[4] is nothing, expected something"),
            (Absent(select=VALUE), "m#item[1].value is 1, expected nothing"),
            (Absent(select=ITEM), "m#item[1] is present, expected nothing"),
            (Count(select=ITEM, expected=5), "m#item[*] names 2, expected 5"),
            (Unchanged(select=VALUE), "m#item[2].value is 2, expected what it was (7)"),
            (Unchanged(select=ITEM), "m#item[2] is changed, expected what it was"),
            (
                Before(select=VALUE, relation="greater", by=2),
                "m#item[1].value is 1, expected greater than before by 2 (1)",
            ),
            (Equals(select=VALUE, each=(1,)), "m#item[*].value names 2 places, but 1 values were expected"),
            (SameMultiset(select=VALUE), "m#item[*].value: 7 is missing and 2 is too many"),
            (Equals(select=Selector("n", property="value"), expected=1), "nothing stands at n#.value"),
        ],
    )
    def test_each_predicate_says_why(self, asked, why):
        finding = judge(asked, Comparison(items(1, 7), items(1, 2)))
        assert finding.why == (why or "")
        assert finding.holds == (why is None)

    def test_an_order_says_what_comes_after_what(self):
        by = (SortKey(value=Selector("", property="value")),)
        finding = judge(Ordered(select=ITEM, by=by), Comparison(items(2, 1), items(2, 1)))
        assert finding.why == "m#item[2] ([1]) comes after [2]"

    def test_a_check_that_does_not_fit_the_state_is_an_error(self):
        for asked in (Exists(select=ITEM.of("colour")), Exists(select=Selector("m").below("item", "key"))):
            with pytest.raises(StateError):
                judge(asked, Comparison(items(1), items(1)))


@given(pairs, st.data())
def test_an_early_answer_is_the_answer(pair, data):
    before, after = pair
    comparison = Comparison(before, after)
    ((mount, tree),) = after.trees.items()
    path, entity = data.draw(st.sampled_from(list(tree.walk())))
    names = [prop.name for prop in tree.schema.kind(entity.kind).compared]
    selector = Selector.at(mount, path, data.draw(st.sampled_from([None, *names])))
    checks: list[AnyCheck] = [Exists(select=selector), Absent(select=selector), Unchanged(select=selector)]
    if selector.property is not None:
        value = entity.properties.get(selector.property)
        checks.append(OneOf(select=selector, options=(value, 1, "x")))
        checks.append(Before(select=selector, relation=data.draw(st.sampled_from(("different", "at_most")))))
        if value is not None:
            checks.append(Equals(select=selector, expected=value))
    for asked in checks:
        assert holds(asked, comparison) == judge(asked, comparison).holds
        assert holds(asked, comparison, resolve(selector, comparison)) == judge(asked, comparison).holds
