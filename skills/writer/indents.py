"""Skill: indent given paragraphs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import ClassVar

from forge.preparers.writer.spec import Layout
from forge.skills import inches
from forge.skills.contract import Fact
from forge.skills.writer.support.checks import SERIES
from forge.skills.writer.support.facts import length_fact, word_fact
from forge.skills.writer.support.given_paragraphs import GivenParagraphs
from forge.skills.writer.support.papers import Paper

CALLED = {
    "left": ("on the left", "from the left margin"),
    "right": ("on the right", "from the right margin"),
    "first": ("in the first line only",),
}


class Indents(GivenParagraphs):
    """Paragraphs further in from the left, from the right, or in the first line."""

    id = "writer.paragraphs.indents"
    title = "Indent given paragraphs"
    properties: ClassVar[Mapping[str, str]] = {
        "left": "indent_left",
        "right": "indent_right",
        "first": "first_line",
    }
    per_inch = inches.CENTIMETRES
    phrasings = (
        f"indent {SERIES} by {{{{length}}}} {{{{side}}}}",
        f"give {SERIES} an indent of {{{{length}}}} {{{{side}}}}",
        f"terse: Indent by {{{{length}}}} {{{{side}}}}: {SERIES}.",
        f"polite: Could you please indent {SERIES} by {{{{length}}}} {{{{side}}}}?",
        f"chatty: That part should stand out a little. Can you indent {SERIES} by {{{{length}}}} {{{{side}}}}?",
        f"precise: Set an indent of {{{{length}}}} {{{{side}}}} for {SERIES}.",
    )

    def choose(self, paper: Paper, number: int, random: Random) -> tuple[Layout, Mapping[str, Layout]]:
        """One of the three indents; none has any at the start."""
        side, other = random.sample(sorted(CALLED), 2)
        length = random.choice((0.75, 1.0, 1.25, 1.5, 2.0, 2.5))
        plain = Layout()
        return plain.but(**{side: length}), {
            "other_side": plain.but(**{other: length}),
            "too_far": plain.but(**{side: length * 2}),
            "both": plain.but(**{side: length, other: length}),
        }

    def layout_facts(self, layout: Layout) -> Iterable[Fact]:
        """The length, and where."""
        side = next(name for name in CALLED if getattr(layout, name))
        length = getattr(layout, side)
        right = (length, inches.kept(length, inches.CENTIMETRES))
        yield length_fact("length", length).model_copy(update={"value": right})
        yield word_fact("side", side, *CALLED[side])
