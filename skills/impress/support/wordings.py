"""Sentences that people have typed into decks: nothing in them that an application corrects while one types."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

TITLES = (
    "Lessons from the first year", "What the figures tell us", "Our plan for the coming weeks",
    "How everything fits together", "Where we need your help", "Answers to common questions",
    "A closer look at the details", "The story behind the numbers", "Ideas for the second half",
    "What changes from now on", "Results that matter most", "Three points to remember",
    "Steps that come after this", "How we compare with others", "Things we would do again",
    "The long way to a decision", "Good news from the field", "Open issues and answers",
)  # fmt: skip
"""Titles that no deck has by itself."""

POINTS = (
    "Everybody gets a short report on Friday", "The old forms are valid until summer",
    "Costs are shared between both teams", "A test run takes about two hours",
    "The final version goes to the printer on Monday", "Nobody has to come in person",
    "Results are shown on the wall in the hall", "Parking is free during the event",
    "The second group begins one week later", "All documents lie in the shared folder",
    "Please bring your own examples", "The deadline was moved by ten days",
    "Half of the budget is spent already", "Two rooms are booked for the whole day",
    "Every change is announced by letter", "The contract ends in December",
)  # fmt: skip
"""Points for lists."""

REMARKS = (
    "Show the map before you go on.", "Ask who has seen this before.", "Let the audience guess the number.",
    "Speak slowly here.", "Pause and look around.", "Mention the sponsors by name.",
    "Hand out the sheets now.", "Point at the largest value.", "Tell the story of the first visitor.",
    "Skip this if time is short.", "Repeat the question from the beginning.", "Introduce the next speaker.",
)  # fmt: skip
"""Remarks for speakers, a sentence each."""

CAPTIONS = (
    "Draft for discussion", "Figures without guarantee", "New since last month", "To be confirmed",
    "Please ask for details", "Source: own survey", "Only for members of staff", "Photograph from our archive",
    "Status at the end of the month", "More on the next pages",
)  # fmt: skip
"""Short texts for boxes and drawings."""

AXES = (
    "Number per month", "Counted at the gate", "In thousands", "All entries together", "Cases so far",
    "Measured on Mondays", "Before corrections", "Units of ten",
)  # fmt: skip
"""Titles of axes of values."""

DESCRIPTIONS = (
    "A view from the roof of our building", "Drawing from the yearly report", "The place where the work begins",
    "Picture that a visitor gave to us", "An early sketch of the new hall", "The region on a clear morning",
    "Symbol of the campaign", "What the new entrance could look like",
)  # fmt: skip
"""Alternative texts of pictures."""


def unused(random: Random, pool: Iterable[str], count: int, *there: str) -> list[str]:
    """Some texts of a pool, none of which is there already.

    Args:
        random: a stream of its own.
        pool: the texts.
        count: how many.
        there: what the deck says.
    """
    known = {text.casefold() for text in there}
    return random.sample([text for text in pool if text.casefold() not in known], count)


def in_two_lines(text: str, word: int) -> str:
    """A text as somebody breaks it into two lines, the second from one of its words on, which counts from 0."""
    words = text.split(" ")
    return "\n".join((" ".join(words[:word]), " ".join(words[word:])))
