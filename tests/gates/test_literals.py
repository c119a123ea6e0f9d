"""What facts account for of the literals of a rubric."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge.gates.literals import Account, Literal, is_part
from forge.gates.patterns import spelled_out
from forge.skills.contract import Fact
from forge.states.values import Colour
from forge.tests.gates.ledger import YELLOW

SCALARS = (
    st.integers(-999, 999)
    | st.text("abc XYZ", max_size=6)
    | st.dates()
    | st.sampled_from([Colour("#FF0000"), YELLOW])
)


@given(st.lists(SCALARS, min_size=1, max_size=4), SCALARS)
def test_an_account_holds_its_values_and_no_other_number_date_or_colour(values, other):
    account = Account([Fact(name="x", value=tuple(values), says=("x",))])
    assert all(account.holds_value(value) for value in values)
    assert account.holds_value(tuple(reversed(values)))
    if not isinstance(other, str):
        assert account.holds_value(other) == (other in values)


@given(st.text("ab1 -", min_size=1, max_size=8), st.text("ab1 -", max_size=8), st.text("ab1 -", max_size=8))
def test_a_part_is_a_part_wherever_it_stands_by_itself(text, before, behind):
    assert is_part(text, text)
    assert is_part(text, f"{before}/{text}/{behind}")
    if text not in f"{before}{behind}":
        assert not is_part(text, before)


@pytest.mark.parametrize(
    ("text", "whole", "part"),
    [
        ("G", "G2:G41", True),
        ("G", "GH2", False),
        ("2", "G2:G41", True),
        ("4", "G2:G41", False),
        ("Net", "Net weight", True),
        ("weigh", "Net weight", False),
        ("", "x", False),
        ("", "", True),
    ],
)
def test_parts_of_texts_are_whole_words_and_numbers(text, whole, part):
    assert is_part(text, whole) is part


TOLD = Account(
    Fact(name="x", value=value, says=("x",)) for value in ("Berlin Mitte", "a.b", 12.5, ("4711", 99))
)


def meets(pattern: str) -> bool:
    """Whether the facts above account for a pattern."""
    return TOLD.holds(Literal("item", "where", "pattern", pattern))


@pytest.mark.parametrize(
    "pattern",
    [
        "Berlin Mitte",
        r"(?s).*Berlin\s+Mitte.*",
        r"\s*4711\s*(?:Berlin|Mitte)?",
        r"(?i)berlin",
        r"a\.b(;.*)?",
        r"[\s()./-]*4[\s()./-]*7[\s()./-]*1[\s()./-]*1",
        r"12\.50? \(99\)",
        r"[\s\S]*",
        r"\d{4}-\d{2}\n\tBerlin\u002cMitte",
        r"(?P<at>Berlin).*(?P=at)\1",
    ],
)
def test_a_pattern_that_spells_out_what_is_told_is_grounded(pattern):
    assert meets(pattern)


@pytest.mark.parametrize(
    "pattern",
    [
        r"(?s).*Berlin.*4712.*",
        r"Berlin|Potsdam \d+",
        r"berlin \d+",
        r"\s*Berli \d",
        r"471 \d",
        r"[4][7][1][2]",
        r"\x42onn",
        r"(?:Berlin){1,3}(?=Ost)x",
        r"Berlin (?#4711)(?:Bonn)",
        r"13\.50 \w",
        r"\114\d",
    ],
)
def test_a_pattern_that_spells_out_more_is_not(pattern):
    assert not meets(pattern)


SEPARATORS = st.sampled_from([r"\s+", ".*", "[a-z]", r"\b", "(?:){2,}", "|"])


@given(st.lists(st.text(st.characters(exclude_characters="\0"), min_size=1), max_size=4), SEPARATORS)
def test_whatever_is_escaped_is_spelled_out_and_nothing_else(texts, between):
    assert [text for text in spelled_out(between.join(map(re.escape, texts))) if text] == texts
