"""Skill: the space between the paragraphs of texts."""

from __future__ import annotations

from random import Random

from forge.skills import inches
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import number_fact
from forge.skills.impress.support.look_skill import WHERE, LookSkill, Wish
from forge.skills.impress.support.targets import Target, targets


class ParagraphSpace(LookSkill):
    """The paragraphs of some lists have a space below them; the harder, the more lists."""

    id = "impress.paragraphs.space_below"
    title = "Set the space below paragraphs"
    needs = ("bullets",)
    phrasings = (
        "set the spacing below the paragraphs of " + WHERE + " to {{look}}",
        "leave {{look}} below each paragraph of " + WHERE,
        "terse: " + WHERE + ": {{look}} below each paragraph.",
        "polite: Could you please set the space below each paragraph of " + WHERE + " to {{look}}?",
        "chatty: The lines stick together. Can you leave {{look}} below each paragraph of " + WHERE + "?",
        "precise: The spacing below every paragraph of " + WHERE + " is to be {{look}}; the one above stays.",
    )

    def candidates(self, deck: Deck) -> list[Target]:
        """Texts of several paragraphs."""
        return [item for item in targets(deck) if item.key.startswith("body") and len(item.text) > 1]

    def wish(self, items: tuple[Target, ...], random: Random) -> Wish:
        """Some points; there is none at the start."""
        space = random.choice((4, 6, 10, 12, 14, 18, 20, 24))
        return Wish(
            "after",
            space,
            number_fact("look", space, unit="points"),
            {"before": space},
            others=(inches.kept(space, inches.POINTS),),
            within=inches.lost(inches.POINTS),
            of_paragraphs=True,
        )
