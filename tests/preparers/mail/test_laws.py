"""A profile that has everything comes back as it was, and nothing in it is foreign to the state."""

from __future__ import annotations

from forge.preparers.base import preparer

from ..laws import differences
from .rich import rich

MAIL = preparer("mail")


def test_a_rich_profile_comes_back() -> None:
    assert differences(MAIL.tree(rich()), MAIL.read(MAIL.write(rich()))) == []
    assert all(map(MAIL.wants, MAIL.write(rich())))
    assert MAIL.problems(MAIL.write(rich()), MAIL.tree(rich())) == []
