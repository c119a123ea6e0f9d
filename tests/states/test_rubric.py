"""Rubrics as data: what they refuse, and that they survive being stored."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from forge.states.rubric import (
    Absent,
    Before,
    Close,
    Count,
    Equals,
    Exists,
    Invariant,
    JudgeItem,
    Matches,
    OneOf,
    Ordered,
    ProbeSpec,
    Requirement,
    Rubric,
    SameMultiset,
    SortKey,
    Unchanged,
)
from forge.states.selectors import Selector
from forge.states.values import Formula, identical
from forge.tests.states.strategies import values

CELL = Selector("m").below("row", 1).below("cell", "A")
VALUE = CELL.of("value")
KEY = SortKey(value=Selector("").below("cell", "A").of("value"))
CHECK = Equals(select=VALUE, expected=1)


def requirement(**changes: Any) -> Requirement:
    return Requirement(**{"id": "r", "says": "It is so.", "any_of": ((CHECK,),), **changes})


def test_a_rubric_survives_json():
    rubric = Rubric(
        requirements=(
            requirement(
                any_of=(
                    (CHECK, Close(select=VALUE, each=(1, date(2026, 3, 1)), absolute=1)),
                    (Matches(select=VALUE, pattern="a|b"), OneOf(select=VALUE, options=(1, Formula("=A1")))),
                    (Exists(select=CELL), Absent(select=VALUE), Count(select=CELL, expected=0)),
                    (Unchanged(select=CELL), Before(select=VALUE, relation="less", by=2)),
                    (Ordered(select=CELL, by=(KEY,)), SameMultiset(select=VALUE, expected=((1, "a"),))),
                ),
                weight=2.5,
                facts=("threshold",),
            ),
        ),
        invariants=(Invariant(writes=(VALUE,), free=(CELL,), additions="allow"),),
        judge=(JudgeItem(id="j", question="Is it?", evidence=(CELL,)),),
        probes=(ProbeSpec(id="p", mount="m", inputs=((VALUE, 5),), readings=(VALUE,)),),
    )
    assert Rubric.model_validate_json(rubric.model_dump_json()) == rubric


@given(values.filter(lambda value: value is not None))
def test_every_value_can_be_expected(value):
    stored = Equals.model_validate_json(Equals(select=VALUE, expected=value).model_dump_json())
    assert identical(stored.expected, value)
    listed = OneOf.model_validate_json(OneOf(select=VALUE, options=(value, None)).model_dump_json())
    assert identical(listed.options, (value, None))


@pytest.mark.parametrize(
    ("made", "why"),
    [
        (lambda: Equals(select=CELL, expected=1), "needs an address with a property"),
        (lambda: Equals(select=VALUE), "`expected` or `each`"),
        (lambda: Equals(select=VALUE, expected=1, each=(1,)), "`expected` or `each`"),
        (lambda: Equals(select=VALUE.of("*"), expected=1), "one property"),
        (lambda: Exists(select=VALUE.of("order:row")), "one property"),
        (lambda: Equals(select=VALUE, expected=object()), "cannot hold"),
        (lambda: Equals(select=VALUE, expected={"planet": 1}), "one of the keys"),
        (lambda: Equals(select="m#row[", expected=1), "cannot be read"),
        (lambda: Close(select=VALUE, expected=1, absolute=-1), "greater than or equal"),
        (lambda: Close(select=VALUE, expected=1, relative=float("inf")), "finite"),
        (lambda: Matches(select=VALUE, pattern="("), "no regular expression"),
        (lambda: OneOf(select=VALUE, options=()), "at least 1"),
        (lambda: Count(select=CELL, expected=-1), "greater than or equal"),
        (lambda: Before(select=VALUE, relation="at_most", by=1), "`less` or `greater`"),
        (lambda: Ordered(select=VALUE, by=(KEY,)), "should name no property"),
        (lambda: Ordered(select=CELL, by=()), "at least 1"),
        (lambda: SortKey(value=Selector("").below("cell").of("value")), "several values"),
        (lambda: SortKey(value=VALUE), "should lead from an entity"),
        (lambda: SortKey(value=Selector("").below("cell", "A")), "should lead from an entity"),
        (lambda: SameMultiset(select=CELL), "`columns`"),
        (lambda: SameMultiset(select=VALUE, columns=(KEY.value,)), "`columns`"),
        (lambda: SameMultiset(select=CELL, columns=(VALUE,)), "should lead from an entity"),
        (lambda: requirement(any_of=()), "at least 1"),
        (lambda: requirement(any_of=((),)), "at least 1"),
        (lambda: requirement(weight=0), "greater than 0"),
        (lambda: requirement(weight=float("inf")), "finite"),
        (lambda: requirement(colour="red"), "Extra inputs"),
        (lambda: Rubric(requirements=()), "at least 1"),
        (lambda: Rubric(requirements=(requirement(), requirement())), "used twice: r"),
        (
            lambda: Rubric(
                requirements=(requirement(),), judge=(JudgeItem(id="r", question="?", weight=0.1),)
            ),
            "used twice: r",
        ),
        (
            lambda: Rubric(
                requirements=(requirement(),),
                probes=(ProbeSpec(id="p", mount="m", inputs=(), readings=()),) * 2,
            ),
            "used twice: p",
        ),
        (
            lambda: Rubric(requirements=(requirement(),), judge=(JudgeItem(id="j", question="?"),)),
            "hold 50% of the weight",
        ),
    ],
)
def test_what_could_not_be_meant_is_refused(made, why):
    with pytest.raises(ValidationError, match=why):
        made()


def test_a_judge_may_hold_a_share():
    share = JudgeItem(id="j", question="?", weight=0.4)
    assert Rubric(requirements=(requirement(weight=0.6),), judge=(share,)).judge == (share,)


@given(st.text(max_size=10))
def test_a_reading_stands_at_its_address(text):
    probe = ProbeSpec(id="p", mount="m", inputs=(), readings=())
    reading = probe.reading(Selector("m").below("cell", text).of("value"))
    assert Selector.parse(str(reading)) == reading
    assert reading.mount == "probe:p"
