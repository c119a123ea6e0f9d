"""Telephone numbers count by their digits."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge.skills.mail.support.phones import another, bare, hyphenated, phone_pattern

NUMBERS = st.from_regex(r"\+?[0-9]{2,4}( [0-9]{2,4}){1,3}", fullmatch=True)


@given(NUMBERS)
def test_a_number_is_the_same_however_it_is_parted(number):
    for form in (number, bare(number), hyphenated(number), number.replace(" ", "\u2011"), f"({number})"[:-1]):
        assert re.fullmatch(phone_pattern(number), form), form


@given(NUMBERS)
def test_a_number_with_another_or_a_further_digit_is_not_it(number):
    for form in (another(number), f"{number}0", number[:-1], f"{number}, {number}"):
        assert not re.fullmatch(phone_pattern(number), form), form


@pytest.mark.parametrize(
    ("number", "alone", "parted"),
    [
        ("+44 20 7946 0123", "+442079460123", "+44-20-7946-0123"),
        ("(030) 55 12 90", "030551290", "030-55-12-90"),
    ],
)
def test_forms_of_a_number(number, alone, parted):
    assert bare(number) == alone
    assert hyphenated(number) == parted
