"""Skill: stretch a picture over its whole slide."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress import places
from forge.skills.contract import Attempt, Contract
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import words_fact
from forge.skills.impress.support.lengths import close
from forge.skills.impress.support.things import Thing, things
from forge.states.rubric import Requirement
from forge.states.selectors import Selector

PARTS = {"easy": (1.0, 1.0), "medium": (1.0, 0.5), "hard": (0.5, 1.0)}
"""The share of the slide that the picture covers, across and down."""
SAYS = {
    "easy": ("the whole slide, from edge to edge", "the full slide, right to its edges"),
    "medium": ("the upper half of the slide, right to its edges",),
    "hard": ("the left half of the slide, from top to bottom and right to its edges",),
}


@dataclass(frozen=True)
class Scene(ImpressScene):
    """The picture, how large it becomes, and something beside it."""

    thing: Thing
    size: tuple[float, float]
    beside: Thing


class FitImage(ImpressSkill[Scene]):
    """Over the whole slide, or exactly over half of it; where it lies in the pile is free."""

    id = "impress.images.fit_to_slide"
    title = "Stretch and centre a picture on its slide"
    needs = ("picture",)
    phrasings = (
        "stretch {{thing}} on {{slide}} so that it covers {{part}}",
        "make {{thing}} of {{slide}} fill {{part}}, even if it is distorted",
        "terse: {{slide}}: stretch {{thing}} over {{part}}.",
        "polite: Could you please stretch {{thing}} on {{slide}} so that it fills {{part}}?",
        "chatty: It is much too small there. Can you pull {{thing}} on {{slide}} over {{part}}? Its proportions "
        "may change.",
        "precise: {{thing}} on {{slide}} is to cover exactly {{part}}, whatever becomes of its proportions.",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """Any picture: none of them covers that much."""
        thing = random.choice(things(deck, "picture"))
        across, down = PARTS[parameters.difficulty]
        size = (round(deck.start.width * across, 2), round(deck.start.height * down, 2))
        return Scene(parameters, deck, thing, size, thing.another(random))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """From the upper left corner on."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """All four edges are right."""
        thing, (width, height) = scene.thing, scene.size
        wanted = {"left": 0.0, "top": 0.0, "width": width, "height": height}
        checks = tuple(close(thing.select(name), value) for name, value in wanted.items())
        part = words_fact("part", (0.0, width, height), *SAYS[scene.parameters.difficulty])
        required = Requirement(
            id="covers", says="It covers just that.", any_of=(checks,), facts=("slide", "thing", "part")
        )
        act, shape = partial(self.attempt, scene), thing.start
        ratio = round(width * shape.height / shape.width, 2)
        slide: Selector = places.slide(scene.mount, thing.number, "order:shape")
        return self.task(
            scene,
            facts=(*thing.facts(), part),
            requirements=(required,),
            writes=[check.select for check in checks],
            free=(slide,),
            variants=(
                Attempt("sent_to_back", partial(act, back=True), why="So that the text can be read."),
                Attempt("a_hair_larger", partial(act, off=0.02), why="By hand one pulls a hair too far."),
                Attempt("a_hair_smaller", partial(act, off=-0.02), why="Or not quite far enough."),
            ),
            near_misses=(
                Attempt(
                    "in_proportion",
                    partial(act, size=(width, ratio + 0.5)),
                    why="It does not end at the edge.",
                ),
                Attempt("not_moved", partial(act, left=shape.left), why="It begins where it began."),
                Attempt("beside", partial(act, thing=scene.beside), why="Something else was stretched."),
                Attempt("small", partial(act, size=(width - 2, height - 2)), why="A wide rim is left."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        size: tuple[float, float] | None = None,
        left: float = 0.0,
        off: float = 0.0,
        back: bool = False,
        thing: Thing | None = None,
    ) -> None:
        """Stretch the picture, or something else."""
        shape = (thing or scene.thing).shape(desktop)
        width, height = size or scene.size
        shape.left, shape.top = round(left - off, 2), round(-off, 2)
        shape.width, shape.height = round(width + 2 * off, 2), round(height + 2 * off, 2)
        if back:
            shapes = scene.deck.slide(desktop, scene.thing.number).shapes
            shapes.remove(shape)
            shapes.insert(0, shape)
