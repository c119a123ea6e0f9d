"""Conditions of filters and saved searches: words for them, and the operators that ask for the same."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from forge.preparers.mail.rules import Condition
from forge.skills.contract import Fact
from forge.states.rubric import AnyCheck, Exists, OneOf
from forge.states.selectors import Selector


def operators(asked: Condition) -> tuple[str, ...]:
    """The operators that find the same: for an address as the sender, `is` does what `contains` does."""
    return (asked.operator, "is") if asked.field == "from" else (asked.operator,)


def condition_fact(name: str, asked: Condition) -> Fact:
    """What is looked for: an address as the sender, or a word in the subject."""
    word = f'"{asked.value}"'
    says = (f"from {word}", f"whose sender is {word}")
    if asked.field == "subject":
        says = (f"with {word} in the subject", f"whose subject contains {word}")
    return Fact(name=name, value=(asked.field, asked.value, *operators(asked)), says=says)


def condition_checks(parent: Selector, asked: Condition) -> tuple[AnyCheck, AnyCheck]:
    """A filter or saved search has the condition, with one of its operators."""
    found = parent.below("condition", field=asked.field, value=asked.value)
    return Exists(select=found), OneOf(select=found.of("operator"), options=operators(asked))


def otherwise(conditions: Iterable[Condition]) -> list[Condition]:
    """The same conditions, each with the last of its operators."""
    return [replace(item, operator=operators(item)[-1]) for item in conditions]
