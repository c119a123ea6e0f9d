"""Skill: the font of texts, or of the titles of all slides."""

from __future__ import annotations

from random import Random

from forge.preparers.impress.domain_text import FONTS
from forge.skills.impress.support.facts import words_fact
from forge.skills.impress.support.look_skill import WHERE, LookSkill, Wish
from forge.skills.impress.support.targets import Target


class FontFamily(LookSkill):
    """Whole texts get one font; the harder, the more texts."""

    id = "impress.text.font_family"
    title = "Set the font of one slide or all"
    phrasings = (
        "set " + WHERE + " in the font {{look}}",
        "change the font of " + WHERE + " to {{look}}",
        "terse: " + WHERE + ": font {{look}}.",
        "polite: Could you please use the font {{look}} for all of " + WHERE + "?",
        "chatty: The letters there are hard to read. Can you put " + WHERE + " into {{look}}, all of it?",
        "precise: The font of " + WHERE + " is to be {{look}} throughout.",
    )

    def wish(self, items: tuple[Target, ...], random: Random) -> Wish:
        """A font that none of the texts has."""
        there = {look.font for item in items for look in item.looks}
        font, wrong = random.sample([name for name in FONTS if name not in there], 2)
        return Wish("font", font, words_fact("look", font, font, f'"{font}"'), {"font": wrong})
