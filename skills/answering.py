"""Questions: tasks whose result is the agent's final answer, for whatever state it is found in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from forge.preparers.desktop import Desktop
from forge.skills.contract import Attempt, Fact
from forge.states.answers import ANSWER
from forge.states.rubric import Equals, Requirement
from forge.states.selectors import Selector
from forge.states.values import Value


@dataclass(frozen=True)
class Question:
    """What is asked, and what counts as an answer.

    Attributes:
        answer: the right answer, typed.
        says: what it is, as a sentence.
        words: other texts that say the same, for instance with a unit or as a sentence.
        wrong: answers that a hurried person would give, by why they are wrong; the right one is left out.
        places: from where the answer follows.
    """

    answer: Value
    says: str
    words: tuple[str, ...]
    wrong: Mapping[str, Value]
    places: tuple[Selector, ...]

    def facts(self) -> tuple[Fact, Fact]:
        """The private facts: the answer, and the forms in which it counts."""
        forms = (self.answer, *self.words)
        return (
            Fact(name="answer", value=self.answer, public=False, worked_out_from=self.places),
            Fact(name="forms", value=forms, public=False, worked_out_from=self.places),
        )

    def requirement(self, facts: Sequence[Fact]) -> Requirement:
        """The answer is right, in one of its forms; texts are compared without regard to case and outer spaces."""
        ways = tuple(
            (Equals(select=ANSWER, expected=form, text="folded" if isinstance(form, str) else "exact"),)
            for form in (self.answer, *self.words)
        )
        told = [fact.name for fact in facts if fact.public]
        return Requirement(id="answer", says=self.says, any_of=ways, facts=(*told, "answer", "forms"))

    def variants(self) -> list[Attempt]:
        """The answer in its other forms."""
        return [answering(f"as {form!r}", form) for form in self.words]

    def near_misses(self) -> list[Attempt]:
        """The wrong answers."""
        right = {str(form).casefold() for form in (self.answer, *self.words)}
        return [
            answering(why, value) for why, value in self.wrong.items() if str(value).casefold() not in right
        ]


def single(value: Value, refers: Selector) -> Fact:
    """By what the answer is found: it must hold of one thing of the start alone, else there are several answers."""
    return Fact(name="single", value=value, public=False, refers=refers, worked_out_from=(refers,))


def answering(name: str, value: Value, besides: Callable[[Desktop], None] | None = None) -> Attempt:
    """The attempt to give an answer, perhaps with something done besides."""

    def act(desktop: Desktop) -> None:
        desktop.answer = value
        if besides is not None:
            besides(desktop)

    return Attempt(name, act, why=f"The answer is {value}.")


def counts(number: int, one: str, many: str) -> tuple[str, ...]:
    """How people write a number of things: with the word behind it, in a sentence."""
    word = one if number == 1 else many
    return (f"{number} {word}", f"{number} {word}.", f"There are {number} {word}.")


def days(day: date) -> tuple[str, ...]:
    """How people write a day besides `2026-03-09`, where it cannot be read in two ways."""
    month, short = f"{day:%B}", f"{day:%b}"
    plain = (f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}")
    ending = {1: "st", 2: "nd", 3: "rd"}.get(day.day % 10 if day.day not in (11, 12, 13) else 0, "th")
    forms = (
        *plain,
        f"{day:%A}, {plain[0]}",
        f"{day:%A}, {plain[1]}",
        f"{day:%A} {plain[0]}",
        f"{day.day} {short} {day.year}",
        f"{short} {day.day}, {day.year}",
        f"{day.day}{ending} {month} {day.year}",
        f"{month} {day.day}{ending}, {day.year}",
        f"on {plain[0]}",
        f"on {plain[1]}",
    )
    return (*forms, *(f"{form}." for form in forms))


def names(name: str) -> tuple[str, ...]:
    """How people answer with a name."""
    return (f"{name}.", f"It was {name}", f"It was {name}.", f'"{name}"')
