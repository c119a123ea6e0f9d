"""Telephone numbers, whose digits count and not what stands between them."""

from __future__ import annotations

import re

_BETWEEN = r"[\s()./\u2010-\u2013-]*"
"""What people put between digits: spaces, brackets, points, slashes, hyphens and dashes."""


def phone_pattern(number: str) -> str:
    """A pattern for a telephone number however its digits are grouped."""
    return _BETWEEN + _BETWEEN.join(map(re.escape, bare(number)))


def bare(number: str) -> str:
    """A telephone number without anything between its digits; a plus sign in front of them stays."""
    return "".join(sign for sign in number if sign.isdigit() or sign == "+")


def hyphenated(number: str) -> str:
    """A telephone number with hyphens where it is parted, and nothing else between its digits."""
    return "-".join(re.findall(r"\+?\d+", number))


def another(number: str) -> str:
    """A telephone number of which the last digit is another."""
    return f"{number[:-1]}{(int(number[-1]) + 1) % 10}"
