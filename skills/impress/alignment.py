"""Skill: the alignment of texts."""

from __future__ import annotations

from random import Random

from forge.skills.impress.support.facts import words_fact
from forge.skills.impress.support.look_skill import WHERE, LookSkill, Wish
from forge.skills.impress.support.targets import Target

SAYS = {
    "left": "aligned to the left",
    "centre": "centred",
    "right": "aligned to the right",
    "justify": "justified",
}


class Alignment(LookSkill):
    """Every line of some texts is aligned otherwise; the harder, the more texts."""

    id = "impress.paragraphs.alignment"
    title = "Align text boxes"
    phrasings = (
        "have the text of " + WHERE + " {{look}}",
        "set every line of " + WHERE + " so that it is {{look}}",
        "terse: " + WHERE + ": {{look}}.",
        "polite: Could you please have every line of " + WHERE + " {{look}}?",
        "chatty: It looks a bit crooked to me. Can you get " + WHERE + " {{look}}, all lines of it?",
        "precise: Every paragraph of " + WHERE + " is to be {{look}}.",
    )

    def wish(self, items: tuple[Target, ...], random: Random) -> Wish:
        """An alignment that no line has; short lines are not justified, for nobody would see it."""
        there = {value for item in items for value in item.alignments}
        names = [name for name in ("left", "centre", "right") if name not in there]
        name = random.choice(names)
        wrong = random.choice([other for other in SAYS if other != name and other not in there])
        return Wish(
            "alignment", name, words_fact("look", name, SAYS[name]), {"alignment": wrong}, of_paragraphs=True
        )
