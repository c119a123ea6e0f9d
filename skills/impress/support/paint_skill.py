"""Skills that colour drawings: their inside or their outline."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import ClassVar

from forge.preparers.desktop import Desktop
from forge.preparers.impress import places
from forge.preparers.impress.spec import Shape
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import FEWEST_DRAWINGS, KIND_TESTS, Deck
from forge.skills.impress.support.facts import Named, named_colour, shape_fact, slide_fact
from forge.states.rubric import OneOf, Requirement
from forge.states.values import Colour


@dataclass(frozen=True)
class PaintScene(ImpressScene):
    """The drawings of one slide with the words on them, the colour, and another shape of the slide."""

    number: int
    items: tuple[tuple[str, str], ...]
    colour: Named
    stray: str


class PaintSkill(ImpressSkill[PaintScene]):
    """One drawing of a slide that has several is coloured; the harder, the more of them.

    Attributes:
        prop: the property that shows the colour.
        free: properties that are up to whoever does it.
    """

    needs = ("drawing",)
    prop: ClassVar[str]
    free: ClassVar[tuple[str, ...]] = ()

    @abstractmethod
    def paint(self, shape: Shape, colour: Colour) -> None:
        """Give a shape the colour."""

    @abstractmethod
    def spoil(self, shape: Shape, colour: Colour) -> None:
        """Colour something else of a shape."""

    def scene(
        self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random
    ) -> PaintScene:
        """Drawings that words tell apart; they get an outline at the start."""
        by_slide = {number: deck.keys(number, KIND_TESTS["drawing"]) for number in deck.numbers}
        number = random.choice([number for number, keys in by_slide.items() if len(keys) > FEWEST_DRAWINGS])
        keys = by_slide[number]
        count = {"easy": 1, "medium": 2, "hard": len(keys) - 1}[parameters.difficulty]
        chosen = random.sample(keys, min(count, 3))
        stray = random.choice([key for key in keys if key not in chosen])
        there = [shape.fill for shape in deck.slide(desktop, number).shapes]
        colour = named_colour(random, *(item for item in there if isinstance(item, Colour)))
        items = tuple((key, deck.at(number, key).paragraphs[0].text) for key in chosen)
        return PaintScene(parameters, deck, number, items, colour, stray)

    def solve(self, scene: PaintScene, desktop: Desktop) -> None:
        """Paint them."""
        self.attempt(scene, desktop)

    def contract(self, scene: PaintScene) -> Contract:
        """Each drawing has a shade of the colour."""
        deck, colour = scene.deck, scene.colour
        facts: list[Fact] = [slide_fact("slide", deck, scene.number), colour.fact("colour")]
        requirements = []
        for number, (key, words) in enumerate(scene.items, 1):
            name = f"shape_{number}" if number > 1 else "shape"
            says = (f'the shape "{words}"', f'the shape that says "{words}"')
            facts.append(shape_fact(name, deck, scene.number, key, *says))
            check = OneOf(
                select=places.shape(scene.mount, scene.number, key, self.prop), options=colour.codes
            )
            told = ("slide", name, "colour")
            requirements.append(Requirement(id=name, says="It is so.", any_of=((check,),), facts=told))
        act = partial(self.attempt, scene)
        grey = Colour("#9A9A9A")
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            free=[
                places.shape(scene.mount, scene.number, key, name)
                for key, _ in scene.items
                for name in self.free
            ],
            variants=(
                Attempt("other_shade", partial(act, colour=colour.codes[1]), why="Another shade of it."),
                Attempt("third_shade", partial(act, colour=colour.codes[2]), why="A third shade of it."),
            ),
            near_misses=(
                Attempt("grey", partial(act, colour=grey), why="Another colour."),
                Attempt("stray", partial(act, last=scene.stray), why="Another shape of the slide."),
                Attempt("one_more", partial(act, more=(scene.stray,)), why="One shape too many."),
                Attempt(
                    "elsewhere", partial(self.elsewhere, scene), why="Something else of it was coloured."
                ),
            ),
        )

    def attempt(
        self,
        scene: PaintScene,
        desktop: Desktop,
        colour: Colour | None = None,
        last: str = "",
        more: tuple[str, ...] = (),
    ) -> None:
        """Paint the shapes, perhaps others as well or another one instead of the last."""
        keys = [key for key, _ in scene.items]
        keys = [*keys[:-1], last] if last else [*keys, *more]
        for key in keys:
            self.paint(scene.deck.shape(desktop, scene.number, key), colour or scene.colour.usual)

    def elsewhere(self, scene: PaintScene, desktop: Desktop) -> None:
        """Colour something else of the shapes."""
        for key, _ in scene.items:
            self.spoil(scene.deck.shape(desktop, scene.number, key), scene.colour.usual)


SHAPES = "{{shape}}[[ and {{shape_2}}|, {{shape_2}} and {{shape_3}}|]] on {{slide}}"
"""The shapes in a phrasing: one, two or three."""
