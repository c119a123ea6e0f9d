"""Skill: the background of one slide, of several, or of all."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress import places
from forge.preparers.impress.spec import Shape
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import Named, named_colour, slide_fact, words_fact
from forge.states.rubric import OneOf, Requirement
from forge.states.values import Colour


@dataclass(frozen=True)
class Scene(ImpressScene):
    """The slides (none for all), the colour, and a slide that keeps its background."""

    chosen: tuple[int, ...]
    colour: Named
    stray: int


class BackgroundColour(ImpressSkill[Scene]):
    """One slide, two, or when it is hard all of them."""

    id = "impress.background.color"
    title = "Set a slide's or all slides' background colour"
    phrasings = (
        "make the background of [[{{every}}|{{slide}}|{{slide}} and {{slide_2}}]] {{colour}}",
        "set the background colour of [[{{every}}|{{slide}}|{{slide}} and {{slide_2}}]] to {{colour}}",
        "terse: [[{{every}}|{{slide}}|{{slide}} and {{slide_2}}]]: background {{colour}}.",
        "polite: Could you please give [[{{every}}|{{slide}}|{{slide}} and {{slide_2}}]] a background in {{colour}}?",
        "chatty: I want to see it at once. Can you make the background of [[{{every}}|{{slide}}|{{slide}} and "
        "{{slide_2}}]] "
        "{{colour}}?",
        "precise: The background of [[{{every}}|{{slide}}|{{slide}} and {{slide_2}}]] is to be {{colour}}.",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """Slides, and a colour that no background has."""
        *chosen, stray = random.sample(deck.numbers, 3 if parameters.difficulty == "medium" else 2)
        there = [deck.start.master.background, *(slide.background for slide in deck.start.slides)]
        colour = named_colour(random, *(item for item in there if isinstance(item, Colour)))
        return Scene(
            parameters, deck, () if parameters.difficulty == "hard" else tuple(chosen), colour, stray
        )

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Slide by slide."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each of them has a shade of the colour; all slides may have it from their master."""
        facts: list[Fact] = [scene.colour.fact("colour")]
        for number, slide in enumerate(scene.chosen, 1):
            facts.append(slide_fact(f"slide_{number}" if number > 1 else "slide", scene.deck, slide))
        if not scene.chosen:
            facts.append(words_fact("every", True, "every slide", "all slides", "each slide"))
        selects = [places.slide(scene.mount, number, "background") for number in scene.chosen]
        selects = selects or [places.slides(scene.mount, "background")]
        requirements = [
            Requirement(
                id=f"background_{number}",
                says="The background has the colour.",
                any_of=((OneOf(select=select, options=scene.colour.codes),),),
                facts=(facts[number].name, "colour"),
            )
            for number, select in enumerate(selects, 1)
        ]
        act = partial(self.attempt, scene)
        codes = scene.colour.codes
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=selects,
            free=() if scene.chosen else (places.masters(scene.mount, "background"),),
            variants=(
                Attempt("other_shade", partial(act, colour=codes[1]), why="Another shade of it."),
                Attempt("third_shade", partial(act, colour=codes[2]), why="A third shade of it."),
                Attempt(
                    "on_the_master", partial(self.on_the_master, scene), why="Set where the slides share it."
                ),
            ),
            near_misses=(
                Attempt(
                    "one_too_few", partial(act, slides=self.slides(scene)[1:]), why="One slide is as it was."
                ),
                Attempt(
                    "covered", partial(self.covered, scene), why="A large field lies over the slide instead."
                ),
                Attempt("grey", partial(act, colour=Colour("#9A9A9A")), why="Another colour."),
                Attempt(
                    "stray", partial(act, slides=(scene.stray, *self.slides(scene)[1:])), why="A wrong slide."
                ),
            ),
        )

    def slides(self, scene: Scene) -> tuple[int, ...]:
        """The numbers of the slides."""
        return scene.chosen or tuple(scene.deck.numbers)

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        colour: Colour | None = None,
        slides: tuple[int, ...] | None = None,
    ) -> None:
        """Set a background on slides."""
        for number in self.slides(scene) if slides is None else slides:
            scene.deck.slide(desktop, number).background = colour or scene.colour.usual

    def on_the_master(self, scene: Scene, desktop: Desktop) -> None:
        """Set it on the master where it is for all; else as usual, in another shade."""
        if scene.chosen:
            self.attempt(scene, desktop, colour=scene.colour.codes[-1])
            return
        deck = scene.deck.on(desktop)
        deck.master.background = scene.colour.usual
        for slide in deck.slides:
            slide.background = None

    def covered(self, scene: Scene, desktop: Desktop) -> None:
        """Lay a field of the colour over the slides, behind everything."""
        deck = scene.deck.on(desktop)
        for number in self.slides(scene):
            field = Shape("Field 99", 0, 0, deck.width, deck.height, fill=scene.colour.usual)
            deck.slide(number).shapes.insert(0, field)
