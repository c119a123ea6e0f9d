"""What facts account for of the literals of a rubric."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge.gates.literals import Account, is_part
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
