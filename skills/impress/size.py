"""Skill: the size of texts."""

from __future__ import annotations

from random import Random

from forge.skills.impress.support.facts import number_fact
from forge.skills.impress.support.look_skill import WHERE, LookSkill, Wish
from forge.skills.impress.support.targets import Target

SIZES = (14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 40, 44)


class TextSize(LookSkill):
    """Whole texts get one font size; the harder, the more texts."""

    id = "impress.text.size"
    title = "Set font size"
    phrasings = (
        "set the font size of " + WHERE + " to {{look}}",
        "write " + WHERE + " in {{look}}",
        "terse: " + WHERE + ": font size {{look}}.",
        "polite: Could you please set all of " + WHERE + " in {{look}}?",
        "chatty: People in the back row have to read it as well. Can you set " + WHERE + " in {{look}}?",
        "precise: The font size of " + WHERE + " is to be {{look}} throughout.",
    )

    def wish(self, items: tuple[Target, ...], random: Random) -> Wish:
        """A size that none of the texts has, not too large for lists."""
        there = {look.size for item in items for look in item.looks}
        most = 44 if all(item.key == "title" for item in items) else 28
        size = random.choice([size for size in SIZES if size not in there and size <= most])
        wrong = random.choice([other for other in SIZES if other != size and other not in there])
        return Wish("size", size, number_fact("look", size, unit="points"), {"size": wrong})
