"""Skill: set the space above and below paragraphs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import ClassVar

from forge.preparers.writer.spec import Layout
from forge.skills import inches
from forge.skills.contract import Fact
from forge.skills.writer.support.checks import SERIES
from forge.skills.writer.support.facts import size_fact
from forge.skills.writer.support.given_paragraphs import GivenParagraphs
from forge.skills.writer.support.papers import Paper

ROOM = "{{above}} of space above and {{below}} below"


class Spacing(GivenParagraphs):
    """Paragraphs with more or less room above and below them."""

    id = "writer.paragraphs.spacing"
    title = "Set the space above and below paragraphs"
    properties: ClassVar[Mapping[str, str]] = {"before": "space_before", "after": "space_after"}
    per_inch = inches.POINTS
    phrasings = (
        f"give {SERIES} {ROOM}",
        f"set the spacing of {SERIES} to {{{{above}}}} above and {{{{below}}}} below",
        f"terse: {{{{above}}}} above, {{{{below}}}} below: {SERIES}.",
        f"polite: Could you please give {SERIES} {ROOM}?",
        f"chatty: It all looks a bit cramped. Can you give {SERIES} {ROOM}?",
        f"precise: Paragraph spacing of {SERIES}: {{{{above}}}} above, {{{{below}}}} below.",
    )

    def choose(self, paper: Paper, number: int, random: Random) -> tuple[Layout, Mapping[str, Layout]]:
        """Two different distances, neither of which they have."""
        now = paper.layout(number)
        sizes = [size for size in (4, 6, 10, 12, 14, 18, 20, 24) if size not in (now.before, now.after)]
        above, below = random.sample(sizes, 2)
        return Layout(before=above, after=below), {
            "turned_round": Layout(before=below, after=above),
            "above_only": Layout(before=above),
            "wider_lines": Layout(line=2.0, rule="multiple"),
        }

    def layout_facts(self, layout: Layout) -> Iterable[Fact]:
        """The two distances."""
        yield size_fact("above", layout.before or 0)
        yield size_fact("below", layout.after or 0)
