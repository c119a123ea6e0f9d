"""Drawing from what was filtered: where too little is left, the desktop does not fit, and that is said."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from forge.errors import SkillError

T = TypeVar("T")


def one_of(random: Random, items: Sequence[T], what: str) -> T:
    """One of some things.

    Args:
        random: the stream that chooses.
        items: the things.
        what: what they are, in the plural: `conversations with a file`.

    Raises:
        SkillError: there is none.
    """
    _enough(items, 1, what)
    return random.choice(items)


def some_of(random: Random, items: Sequence[T], count: int, what: str) -> list[T]:
    """So many different ones of some things, in any order.

    Args:
        random: the stream that chooses.
        items: the things.
        count: how many are wanted.
        what: what they are, in the plural.

    Raises:
        SkillError: there are fewer.
    """
    _enough(items, count, what)
    return random.sample(items, count)


def _enough(items: Sequence[T], count: int, what: str) -> None:
    if len(items) < count:
        raise SkillError(f"The task needs {count} of the {what}, but there are only {len(items)}.")
