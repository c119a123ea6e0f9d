"""Skill: turn the slide format."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress import places
from forge.preparers.impress.spec import Presentation, Shape
from forge.skills.contract import Attempt, Contract
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import words_fact
from forge.states.rubric import Close, Requirement
from forge.states.selectors import Selector

_TOLERANCE = 0.1
_PLACE = ("left", "top", "width", "height")
TO_PORTRAIT = ("portrait, with width and height exchanged", "portrait format, its two sides exchanged")
TO_LANDSCAPE = ("landscape, with width and height exchanged", "landscape format, its two sides exchanged")


@dataclass(frozen=True)
class Scene(ImpressScene):
    """The new width and height."""

    size: tuple[float, float]


class Orientation(ImpressSkill[Scene]):
    """From landscape to portrait or back; objects may be fitted to the new format or stay where they are."""

    id = "impress.page.orientation"
    title = "Turn the slide format"
    phrasings = (
        "turn the slide format to {{format}}",
        "change the orientation of the slides to {{format}}",
        "terse: Slide format: {{format}}.",
        "polite: Could you please change the slides to {{format}}?",
        "chatty: It goes onto a tall screen, or so I heard. Can you turn all slides to {{format}}?",
        "precise: The orientation of the slides is to be {{format}}.",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """When it is hard, the deck may stand upright at the start."""
        start = deck.on(desktop)
        if parameters.difficulty == "hard" and random.random() < 0.5 and start.width > start.height:
            _turn(start, start.height, start.width)
        return Scene(parameters, deck, (start.height, start.width))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Turn it and fit the objects: they are stretched with the slides, and none reaches beyond."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Both sides are exchanged."""
        width, height = scene.size
        wide, high = (places.presentation(scene.mount, name) for name in ("width", "height"))
        says = TO_PORTRAIT if width < height else TO_LANDSCAPE
        checks = (
            Close(select=wide, expected=width, absolute=_TOLERANCE),
            Close(select=high, expected=height, absolute=_TOLERANCE),
        )
        required = Requirement(id="format", says="It is turned.", any_of=(checks,), facts=("format",))
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=(words_fact("format", scene.size, *says),),
            requirements=(required,),
            writes=(wide, high),
            free=tuple(self.free(scene)),
            variants=(
                Attempt(
                    "left_there", partial(act, scale=1), why="The objects were not fitted to the format."
                ),
                Attempt("made_smaller", partial(act, scale=0.56), why="The objects were made smaller alike."),
            ),
            near_misses=(
                Attempt("square", partial(act, size=(height, height)), why="Only one side was changed."),
                Attempt("other_size", partial(act, size=(width * 0.9, height * 0.9)), why="Another format."),
                Attempt(
                    "slide_lost", partial(self.slide_lost, scene), why="The last slide was lost on the way."
                ),
                Attempt("shape_lost", partial(self.shape_lost, scene), why="A title was lost on the way."),
            ),
        )

    def free(self, scene: Scene) -> Iterator[Selector]:
        """Places and sizes of all objects, and of their texts."""
        for among in (places.slides(scene.mount), places.masters(scene.mount)):
            shape = among.below("shape")
            yield from (shape.of(name) for name in _PLACE)
            yield shape.below("paragraph").of("size")
            yield shape.below("column").of("width")

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        scale: float | None = None,
        size: tuple[float, float] | None = None,
    ) -> None:
        """Turn the format, and stretch the objects with the slide, or make them smaller by a factor."""
        _turn(scene.deck.on(desktop), *(size or scene.size), scale)

    def slide_lost(self, scene: Scene, desktop: Desktop) -> None:
        """Turn it, and lose a slide."""
        self.attempt(scene, desktop)
        scene.deck.on(desktop).slides.pop()

    def shape_lost(self, scene: Scene, desktop: Desktop) -> None:
        """Turn it, and lose what stands on the second slide."""
        self.attempt(scene, desktop)
        scene.deck.slide(desktop, 2).shapes.pop()


def _turn(deck: Presentation, width: float, height: float, scale: float | None = None) -> None:
    """Give the slides a size; the objects are stretched with them, or made smaller by a factor."""
    across, down = (width / deck.width, height / deck.height) if scale is None else (scale, scale)
    deck.width, deck.height = round(width, 2), round(height, 2)
    for shapes in (deck.master.shapes, *(slide.shapes for slide in deck.slides)):
        for shape in shapes if (across, down) != (1, 1) else ():
            _scale(shape, across, down)


def _scale(shape: Shape, across: float, down: float) -> None:
    """Change the size of a shape, together with its distance from the upper left corner."""
    shape.left, shape.top = round(shape.left * across, 2), round(shape.top * down, 2)
    shape.width = max(0.1, round(shape.width * across, 2))
    shape.height = max(0.1, round(shape.height * down, 2))
    if shape.table is not None:
        shape.table.widths = [round(width * across, 2) for width in shape.table.widths]
        shape.width = round(sum(shape.table.widths), 2)
