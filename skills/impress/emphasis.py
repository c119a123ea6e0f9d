"""Skill: bold, italic, underlined or struck-through text."""

from __future__ import annotations

from random import Random

from forge.skills.impress.support.facts import words_fact
from forge.skills.impress.support.look_skill import WHERE, LookSkill, Wish
from forge.skills.impress.support.targets import Target


class Emphasis(LookSkill):
    """Whole texts are emphasised; the harder, the more of them."""

    id = "impress.text.emphasis"
    title = "Bold, underline or strike through"
    phrasings = (
        "make " + WHERE + " {{look}}",
        "set " + WHERE + " to be {{look}}",
        "terse: " + WHERE + ": {{look}}.",
        "polite: Could you please make all of " + WHERE + " {{look}}?",
        "chatty: It does not stand out yet. Can you make " + WHERE + " {{look}}, the whole of it?",
        "precise: Every word of " + WHERE + " is to be {{look}}.",
    )

    def wish(self, items: tuple[Target, ...], random: Random) -> Wish:
        """One of four kinds of emphasis that none of the texts has."""
        looks = [look for item in items for look in item.looks]
        free = [
            name
            for name in ("bold", "bold", "underline", "strike", "italic")
            if not any(getattr(look, name) for look in looks)
        ]
        name = random.choice(free)
        if name == "underline":
            fact = words_fact("look", "single", "underlined with a single line")
            return Wish(name, "single", fact, {"strike": True})
        says = {"bold": "bold", "strike": "struck through", "italic": "italic"}[name]
        return Wish(name, True, words_fact("look", True, says), {"underline": "single"})
