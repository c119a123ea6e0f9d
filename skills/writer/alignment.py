"""Skill: align given paragraphs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from forge.preparers.writer.looks import Alignment as Side
from forge.preparers.writer.spec import Layout
from forge.skills.contract import Fact
from forge.skills.writer.support.checks import SERIES
from forge.skills.writer.support.given_paragraphs import GivenParagraphs
from forge.skills.writer.support.papers import Paper

CALLED: Mapping[Side, tuple[str, ...]] = {
    "left": ("left-aligned", "aligned to the left"),
    "center": ("centred", "aligned to the centre"),
    "right": ("right-aligned", "aligned to the right"),
    "justify": ("justified", "aligned to both margins"),
}


class Alignment(GivenParagraphs):
    """Paragraphs to the right, in the middle, or to both margins."""

    id = "writer.paragraphs.alignment"
    title = "Align given paragraphs"
    properties = {"alignment": "alignment"}
    phrasings = (
        f"make {SERIES} {{{{side}}}}",
        f"change the alignment of {SERIES} so that the text is {{{{side}}}}",
        f"terse: {{{{side}}}} please: {SERIES}.",
        f"polite: Could you please have {SERIES} {{{{side}}}}?",
        f"chatty: It looks odd the way it is now. Can you make {SERIES} {{{{side}}}}?",
        f"precise: The lines of {SERIES} are to be {{{{side}}}}.",
    )

    def choose(self, paper: Paper, number: int, random: Random) -> tuple[Layout, Mapping[str, Layout]]:
        """Another alignment than they have."""
        now = paper.layout(number).alignment
        side, other = random.sample([side for side in CALLED if side != now], 2)
        return Layout(alignment=side), {"other_side": Layout(alignment=other), "indented": Layout(left=3.0)}

    def layout_facts(self, layout: Layout) -> Iterable[Fact]:
        """The alignment in words."""
        side = layout.alignment or "left"
        yield Fact(name="side", value=side, says=CALLED[side])
