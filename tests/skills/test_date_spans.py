"""Counting on from dates: the numbers and the dates that tell working days from days."""

from __future__ import annotations

from datetime import date
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge.skills.calc.support.spans import SPANS, WORKING_WEEK, Span, by_days

VARYING = [span for spans in SPANS.values() for span in spans if not span.fixed]
DAYS = st.lists(st.dates(date(2019, 1, 1), date(2026, 12, 31)), min_size=3, max_size=3)


@pytest.mark.parametrize("span", VARYING, ids=lambda span: span.formula)
@given(days=DAYS, seed=st.integers(0, 10_000), later=st.booleans())
def test_no_fixed_number_of_days_gives_what_an_experiment_reads(
    span: Span, days: list[date], seed: int, later: bool
) -> None:
    number = span.draw(Random(seed)) * (1 if later or span.anchored else -1)
    told = span.telling(days, number)
    assert len({span.days(day, number) for day in told}) > 1
    assert all((day - first).days >= 0 for day, first in zip(told, days, strict=True))
    _, add = span.as_fixed_days(days, number)
    assert any(add(day) != span.find(day, number) for day in told)
    if span.working:
        rounded = number * 7 // WORKING_WEEK
        assert any(by_days(span.begin(day), rounded) != span.find(day, number) for day in told)


@pytest.mark.parametrize("span", VARYING, ids=lambda span: span.formula)
def test_working_days_are_no_whole_weeks(span: Span) -> None:
    numbers = {span.draw(Random(seed)) for seed in range(200)}
    assert numbers <= set(range(span.fewest, span.most + 1))
    assert any(number % WORKING_WEEK == 0 for number in numbers) != span.working


def test_days_that_are_always_as_many_are_fixed() -> None:
    day = date(2026, 3, 6)
    for span in (span for spans in SPANS.values() for span in spans if span.fixed):
        assert span.days(day, 4) == span.days(by_days(day, 300), 4)
