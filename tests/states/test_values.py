"""Values: their equality, their JSON form, and how they read."""

from __future__ import annotations

import json
from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given

from forge.errors import StateError
from forge.states.alteration import other_value
from forge.states.entities import Property
from forge.states.values import (
    Colour,
    Error,
    Formula,
    Reference,
    decode,
    encode,
    identical,
    kind_of,
    same,
    show,
)
from forge.tests.states.strategies import values

NOON = datetime(2026, 3, 1, 12)  # noqa: DTZ001 - values of documents have no zone


@given(values)
def test_every_value_survives_json(value):
    stored = decode(json.loads(json.dumps(encode(value))))
    assert identical(stored, value)
    assert same(stored, value)
    assert kind_of(stored) == kind_of(value)


@given(values, values)
def test_equality_is_symmetric_and_reflexive(first, second):
    assert same(first, first)
    assert same(first, second) == same(second, first)


@given(values)
def test_another_value_is_of_the_same_sort_and_not_the_same(value):
    other = other_value(value)
    if other is None:
        assert value in (None, ()) or isinstance(value, tuple)
    else:
        assert not same(other, value)
        assert isinstance(value, Error) or kind_of(other) == kind_of(value)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (True, 1),
        (False, 0),
        ("21", 21),
        (date(2026, 3, 1), datetime(2026, 3, 1)),  # noqa: DTZ001 - values of documents have no zone
        (None, ""),
        (None, 0),
        (Formula("=A1"), "=A1"),
        (Formula("=A1"), Reference("=A1")),
        (Error("#N/A"), "#N/A"),
        ((1, True), (1, 1)),
        ((1,), 1),
        (1_500_000_000.25, 1_500_000_000.35),
        (10**30, 10**30 + 1),
        ("a", "A"),
        ("a", "a "),
        (timedelta(hours=1), time(1)),
    ],
)
def test_what_is_not_the_same(first, second):
    assert not same(first, second)
    assert not same(second, first)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (1, 1.0),
        (0.1 + 0.2, 0.3),
        (1e-12, 0),
        ((0.1 + 0.2, "x"), (0.3, "x")),
        (NOON, datetime(2026, 3, 1, 12, 0, 0)),  # noqa: DTZ001 - values of documents have no zone
        (Colour("#C00000"), Colour("#C00000")),
    ],
)
def test_what_is_the_same(first, second):
    assert same(first, second)
    assert same(second, first)


def test_identical_is_equal_to_the_last_bit():
    assert identical((1, ("a",)), (1, ("a",)))
    assert not identical(1, 1.0)
    assert not identical(1, True)
    assert not identical((1,), (True,))
    assert not identical(0.1 + 0.2, 0.3)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), object(), b"x", {"a": 1}, (1, float("nan"))])
def test_what_cannot_be_stored_is_refused(value):
    with pytest.raises(StateError):
        encode(value)


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"a": 1, "b": 2},
        {"planet": "x"},
        {"date": "tomorrow"},
        {"duration": "x"},
        {"time": 5},
        float("nan"),
    ],
)
def test_what_was_never_stored_is_refused_with_what_is_known(data):
    with pytest.raises(StateError, match=r"one of the keys|is no|must be finite"):
        decode(data)


def test_a_kind_is_said_in_words():
    assert kind_of(True) == "boolean"
    assert kind_of(1) == kind_of(1.5) == "number"
    assert kind_of(NOON) == "date and time"
    assert kind_of(None) == "absent"
    with pytest.raises(StateError, match="cannot hold"):
        kind_of(object())  # type: ignore[arg-type] - no value


def test_values_are_shown_as_people_read_them():
    assert show("x") == '"x"'
    assert show("x" * 200) == '"' + "x" * 117 + '…"'
    assert show(0.1 + 0.2) == "0.3"
    assert show(True) == "true"
    assert show(None) == "nothing"
    assert show((1, "a")) == '[1, "a"]'
    assert show(tuple(range(9))) == "[0, 1, 2, 3, 4, 5, …]"
    assert show(Formula("=A1")) == "=A1"


def test_another_value_looks_to_the_property():
    assert other_value("a", Property("p", choices=("a", "b"))) == "b"
    assert other_value(None, Property("p", example="x")) == "x"
    assert other_value(None, Property("p")) is None
    assert other_value((), Property("p", example=("x",))) == ("x",)
    assert other_value("only", Property("p", choices=("only",))) is None
    assert other_value(date.max) == date.max - timedelta(days=1)
    assert other_value((None, 1)) == (None, 2)
    assert other_value((None,)) == ()
