"""Skill: set the line spacing of given paragraphs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from forge.preparers.writer.spec import Layout
from forge.skills.contract import Fact
from forge.skills.writer.support.checks import SERIES
from forge.skills.writer.support.given_paragraphs import GivenParagraphs
from forge.skills.writer.support.papers import Paper

CALLED = {
    1.5: ("one and a half lines", "1.5 lines", "1.5"),
    2.0: ("double", "two lines", "2 lines"),
    1.25: ("1.25 lines", "1.25", "125%"),
    3.0: ("three lines", "3 lines", "300%"),
}


class LineSpacing(GivenParagraphs):
    """Paragraphs with wider lines, as a multiple of the usual distance."""

    id = "writer.paragraphs.line_spacing"
    title = "Set line spacing of given paragraphs"
    properties = {"line": "line_spacing", "rule": "line_rule"}
    phrasings = (
        f"set the line spacing of {SERIES} to {{{{spacing}}}}",
        f"change {SERIES} so that the line spacing is {{{{spacing}}}}",
        f"terse: Line spacing {{{{spacing}}}}: {SERIES}.",
        f"polite: Could you please set the line spacing to {{{{spacing}}}} for {SERIES}?",
        f"chatty: I need some room to write between the lines. Can you set the line spacing of {SERIES} to "
        "{{spacing}}?",
        f"precise: Line spacing of {SERIES}: {{{{spacing}}}}, as a proportion of single spacing.",
    )

    def choose(self, paper: Paper, number: int, random: Random) -> tuple[Layout, Mapping[str, Layout]]:
        """Lines further apart than they are."""
        line, other = random.sample(sorted(CALLED), 2)
        points = Layout(line=round(line * 12), rule="exactly")
        return Layout(line=line, rule="multiple"), {
            "other_spacing": Layout(line=other, rule="multiple"),
            "in_points": points,
            "space_below": Layout(after=12, before=12),
        }

    def layout_facts(self, layout: Layout) -> Iterable[Fact]:
        """The spacing in words."""
        yield Fact(name="spacing", value=layout.line, says=CALLED[layout.line or 1.5])
