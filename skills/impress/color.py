"""Skill: the colour of texts."""

from __future__ import annotations

from random import Random

from forge.skills.impress.support.facts import SHADES, named_colour
from forge.skills.impress.support.look_skill import WHERE, LookSkill, Wish
from forge.skills.impress.support.targets import Target
from forge.states.values import Colour


class TextColour(LookSkill):
    """Whole texts get one colour, by its name or by its code; the harder, the more texts."""

    id = "impress.text.color"
    title = "Set text colour of given boxes"
    phrasings = (
        "write " + WHERE + " in {{look}} letters",
        "change the font colour of " + WHERE + " to {{look}}",
        "terse: " + WHERE + ": text in {{look}}.",
        "polite: Could you please write all of " + WHERE + " in {{look}}?",
        "chatty: I want a bit of colour. Can you turn the letters of "
        + WHERE
        + " {{look}}, from first to last?",
        "precise: The font colour of " + WHERE + " is to be {{look}} throughout.",
    )

    def wish(self, items: tuple[Target, ...], random: Random) -> Wish:
        """A colour of which no text has a shade."""
        there = {look.colour for item in items for look in item.looks}
        colour = named_colour(random, *there, exact=random.random() < 0.4)
        shades = {Colour(code) for codes in SHADES.values() for code in codes}
        wrong = random.choice(sorted((shades - set(colour.codes) - there), key=lambda item: item.code))
        return Wish("colour", colour.usual, colour.fact("look"), {"colour": wrong}, colour.codes[1:])
