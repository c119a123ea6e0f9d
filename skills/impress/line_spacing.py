"""Skill: the distance between the lines of texts."""

from __future__ import annotations

from random import Random

from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import words_fact
from forge.skills.impress.support.look_skill import WHERE, LookSkill, Wish
from forge.skills.impress.support.targets import Target, targets

SPACINGS = {
    80: ("80 per cent of a single line", "80%, as a proportion of a single line"),
    90: ("90 per cent of a single line", "90%, as a proportion of a single line"),
    115: ("1.15 lines", "115 per cent of a single line"),
    120: ("120 per cent of a single line", "120%, as a proportion of a single line"),
    150: ("1.5 lines", "one and a half lines"),
    200: ("double", "two lines"),
}
"""In per cent, with words."""


class LineSpacing(LookSkill):
    """The lines of some lists stand at another distance; the harder, the more lists."""

    id = "impress.paragraphs.line_spacing"
    title = "Set the line spacing of texts"
    needs = ("bullets",)
    phrasings = (
        "set the line spacing of " + WHERE + " to {{look}}",
        "change the line spacing in " + WHERE + " to {{look}}",
        "terse: " + WHERE + ": line spacing {{look}}.",
        "polite: Could you please set the line spacing of all of " + WHERE + " to {{look}}?",
        "chatty: The lines need another distance. Can you set the line spacing of " + WHERE + " to {{look}}?",
        "precise: The line spacing of every paragraph of " + WHERE + " is to be {{look}}.",
    )

    def candidates(self, deck: Deck) -> list[Target]:
        """Texts of several lines, without those that look unlike the rest."""
        return [item for item in targets(deck) if item.key.startswith("body")]

    def wish(self, items: tuple[Target, ...], random: Random) -> Wish:
        """Another distance than the single one of all texts."""
        spacing, wrong = random.sample(sorted(SPACINGS), 2)
        fact = words_fact("look", spacing, *SPACINGS[spacing])
        return Wish("line_spacing", spacing, fact, {"line_spacing": wrong}, of_paragraphs=True)
