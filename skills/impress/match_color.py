"""Skill: give a text the colour of another one."""

from __future__ import annotations

from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress import places
from forge.skills.impress.base import ImpressParameters
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import SHADES, shape_fact, slide_fact, worked_out
from forge.skills.impress.support.look_skill import WHERE, LookScene, LookSkill, Wish
from forge.skills.impress.support.targets import Target, targets
from forge.states.values import Colour

MODEL = "{{model}} on {{model_slide}}"


class MatchColour(LookSkill):
    """Some texts get the colour that a title has; the harder, the more texts."""

    id = "impress.text.match_color"
    title = "Give one object the colour of another"
    phrasings = (
        "give " + WHERE + " the same text colour as " + MODEL,
        "change the font colour of " + WHERE + " to that of " + MODEL,
        "terse: " + WHERE + ": same font colour as " + MODEL + ".",
        "polite: Could you please write all of " + WHERE + " in the colour of " + MODEL + "?",
        "chatty: The colour of "
        + MODEL
        + " is just right. Can you use it for the letters of "
        + WHERE
        + " too?",
        "precise: The font colour of " + WHERE + " is to be the one that " + MODEL + " has.",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> LookScene:
        """A title with a colour of its own at the start."""
        titles = [item for item in targets(deck) if item.key == "title"]
        model = random.choice(titles)
        there = {look.colour for item in targets(deck, plain=False) for look in item.looks}
        shades = sorted({code for codes in SHADES.values() for code in codes} - {item.code for item in there})
        for run in model.runs(desktop):
            run.colour = Colour(random.choice(shades))
        return super().scene(parameters, deck, desktop, random)

    def candidates(self, deck: Deck) -> list[Target]:
        """All texts but those of the slide whose title is the model."""
        model = self.model(deck)
        return [item for item in targets(deck) if item.number != model.number]

    def model(self, deck: Deck) -> Target:
        """The title with a colour of its own."""
        return next(
            item for item in targets(deck) if item.key == "title" and item.text[0].runs[0].colour is not None
        )

    def wish(self, items: tuple[Target, ...], random: Random) -> Wish:
        """The colour of the model."""
        deck = items[0].deck
        model = self.model(deck)
        colour = model.looks[0].colour
        place = places.title(deck.mount, model.number, "colour")
        more = (
            slide_fact("model_slide", deck, model.number),
            shape_fact("model", deck, model.number, "title", "the title"),
        )
        other = Colour("#00A933") if colour != Colour("#00A933") else Colour("#2A6099")
        return Wish("colour", colour, worked_out("look", colour, place), {"colour": other}, more=more)
