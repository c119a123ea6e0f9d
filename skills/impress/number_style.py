"""Skill: how the numbers of slides look."""

from __future__ import annotations

from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress.frames import placeholder_of
from forge.preparers.impress.vocabulary import NUMBER_FIELD
from forge.skills.contract import Fact
from forge.skills.impress.base import ImpressParameters
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import named_colour, number_fact, words_fact
from forge.skills.impress.support.look_skill import LookScene, LookSkill, Wish
from forge.skills.impress.support.targets import Target
from forge.states.rubric import OneOf, Requirement
from forge.states.values import Colour

_KEY = "slide number"
_SAYS = ("the slide numbers", "the numbers of the slides", "the slide number on each slide that has one")


class NumberStyle(LookSkill):
    """The numbers of all slides that have one get a colour, a size, or bold digits."""

    id = "impress.footers.number_style"
    title = "Change how slide numbers look"
    needs = ("bullets",)
    phrasings = (
        "make {{numbers}} {{look}}",
        "change {{numbers}} throughout the deck so that they are {{look}}",
        "terse: {{numbers}}: {{look}}.",
        "polite: Could you please have {{numbers}} {{look}}, from the first to the last?",
        "chatty: Nobody in the last row can see where we are. Can you make {{numbers}} {{look}}?",
        "precise: {{numbers}} are to be {{look}} throughout.",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> LookScene:
        """All slides but the first have a number."""
        start = deck.on(desktop)
        for slide in start.slides[1:]:
            if slide.find("slide number") is None:
                holder = placeholder_of(start, "content", "slide number")
                holder.write(NUMBER_FIELD)
                slide.shapes.append(holder)
        items = tuple(
            Target(deck, number, _KEY, _SAYS)
            for number in deck.numbers
            if start.slide(number).find("slide number") is not None
        )
        stray = Target(deck, items[0].number, "title", ("the title",))
        return LookScene(parameters, deck, items, self.wish(items, random), stray)

    def wish(self, items: tuple[Target, ...], random: Random) -> Wish:
        """A colour, a size, or bold digits."""
        there = {look.colour for look in items[0].looks}
        match random.choice(("colour", "size", "bold")):
            case "colour":
                colour = named_colour(random, *there)
                return Wish(
                    "colour",
                    colour.usual,
                    colour.fact("look"),
                    {"colour": Colour("#9A9A9A")},
                    colour.codes[1:],
                )
            case "size":
                size = random.choice((14, 16, 18, 20))
                fact = number_fact("look", size, unit="points")
                says = (f"{size} points in size", f"set in {size} points")
                return Wish("size", size, fact.model_copy(update={"says": says}), {"size": size - 1})
        return Wish("bold", True, words_fact("look", True, "bold"), {"italic": True})

    def told(self, scene: LookScene) -> tuple[list[Fact], list[Requirement]]:
        """One fact for all of them, and one requirement."""
        wish = scene.wish
        options = (wish.value, *wish.others)
        checks = tuple(OneOf(select=item.select(wish.prop), options=options) for item in scene.items)
        required = Requirement(
            id="numbers", says="They look so.", any_of=(checks,), facts=("numbers", "look")
        )
        return [wish.fact, words_fact("numbers", True, *_SAYS)], [required]
