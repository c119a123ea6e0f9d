"""Selectors as texts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from forge.errors import StateError
from forge.states.selectors import All, Keys, New, Positions, Selector, SelectorStep, Where
from forge.tests.states.strategies import values

names = st.from_regex(r"\A[A-Za-z_][A-Za-z0-9_:-]{0,5}\Z")
texts = st.text(max_size=12) | st.sampled_from(
    ('"', "]", '"],"', "a/b", "#", "%23", "new", "*", "\n", "¿«'»?", "2..3")
)
runs = st.tuples(st.integers(1, 99), st.integers(0, 9)).map(lambda pair: (pair[0], pair[0] + pair[1]))
filters = (
    st.just(All())
    | st.just(New())
    | st.lists(texts, min_size=1, max_size=3).map(lambda keys: Keys(tuple(keys)))
    | st.lists(runs, min_size=1, max_size=3).map(lambda found: Positions(tuple(found)))
    | st.lists(st.tuples(names, values), min_size=1, max_size=2).map(lambda pairs: Where(tuple(pairs)))
)
selectors = st.builds(
    Selector,
    mount=texts,
    steps=st.lists(st.builds(SelectorStep, names, filters), max_size=4).map(tuple),
    property=st.none() | names | st.sampled_from(("*", "@key", "@place", "@position", "order:row")),
)


class Holder(BaseModel):
    select: Selector


@given(selectors)
def test_a_selector_is_its_text(selector):
    assert Selector.parse(str(selector)) == selector
    stored = Holder(select=selector).model_dump_json()
    assert Holder.model_validate_json(stored).select == selector


def test_the_text_is_the_one_that_people_write():
    selector = (
        Selector("~/orders.xlsx").below("sheet", "Orders").run("row", 2, 41).below("cell", "D").of("value")
    )
    assert str(selector) == '~/orders.xlsx#sheet["Orders"]/row[2..41]/cell["D"].value'
    assert str(Selector("mail").below("folder").new("message")) == "mail#folder[*]/message[new]"
    assert str(Selector("a#b%c").below("x", kind="line", n=2)) == 'a%23b%25c#x[kind="line",n=2]'
    assert str(Selector("m").below("row", 3, 7)) == "m#row[3,7]"
    assert str(Selector("answer", property="value")) == "answer#.value"


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("no mount", "has no '#'"),
        ("m#row", "character 4: expected '\\['"),
        ("m#row[", "character 5"),
        ("m#row[2", "expected '\\]'"),
        ('m#row["a]', "a value in JSON"),
        ('m#row["a",2]', "not a mixture"),
        ("m#row[2]cell[3]", "expected '/'"),
        ("m#row[2].no property", "the name of a property"),
        ("m#row[2].@size", "the name of a property"),
        ("m#row[a]", "expected '='"),
        ("m#[2]", "the name of a kind"),
        ("m#row[0]", "count from 1"),
        ("m#row[5..2]", "runs go upwards"),
        ('m#row[a={"planet":1}]', "one of the keys"),
    ],
)
def test_what_is_no_selector_is_refused_where_it_stops_being_one(text, at):
    with pytest.raises(StateError, match=at):
        Selector.parse(text)


def test_positions_count_from_one_and_names_are_not_mixed():
    with pytest.raises(StateError, match="count from 1"):
        Selector("m").below("row", 0)
    with pytest.raises(StateError, match="runs go upwards"):
        Selector("m").run("row", 3, 2)
    with pytest.raises(StateError, match="not by a mixture"):
        Selector("m").below("row", 1, "a")
    with pytest.raises(StateError, match="not by a mixture"):
        Selector("m").below("row", 1, a=2)


def test_a_path_is_there_only_where_all_is_spelt_out():
    assert Selector.parse('m#a["x"]/b[2]').path() == (("a", "x"), ("b", 2))
    assert Selector.parse('m#a["x"]/b[2..3]').path() is None
    assert Selector.parse("m#a[*]").path() is None
    assert Selector.at("m", (("a", "x"), ("b", 2)), "p") == Selector.parse('m#a["x"]/b[2].p')


def test_positions_hold_what_their_runs_hold():
    positions = Positions(((2, 4), (7, 7)))
    assert list(positions) == [2, 3, 4, 7]
    assert 3 in positions
    assert 5 not in positions
