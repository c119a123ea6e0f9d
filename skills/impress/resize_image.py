"""Skill: the size of pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.contract import Attempt, Contract
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import number_fact, words_fact, worked_out
from forge.skills.impress.support.lengths import close, nearly
from forge.skills.impress.support.things import Thing, things
from forge.states.rubric import Requirement


@dataclass(frozen=True)
class Scene(ImpressScene):
    """The picture, its new size, whether its proportions stay, and something beside it."""

    thing: Thing
    width: float
    height: float
    kept: bool
    beside: Thing


class ResizeImage(ImpressSkill[Scene]):
    """Width and height are given, or when it is not easy the width alone, and the proportions stay."""

    id = "impress.images.resize"
    title = "Set a picture's size"
    needs = ("picture",)
    phrasings = (
        "make {{thing}} on {{slide}} {{width}} wide[[ and {{height}} high|, {{ratio}}]]",
        "set the width of {{thing}} on {{slide}} to {{width}}[[ and its height to {{height}}| {{ratio}}]]",
        "terse: {{slide}}, {{thing}}: width {{width}}[[, height {{height}}|, {{ratio}}]].",
        "polite: Could you please make {{thing}} of {{slide}} {{width}} wide[[ and {{height}} high| {{ratio}}]]?",
        "chatty: It does not fit the rest. Can you make {{thing}} on {{slide}} {{width}} wide[[ and {{height}} high|, "
        "{{ratio}}]]?",
        "precise: {{thing}} on {{slide}} is to be {{width}} wide[[ and {{height}} high| {{ratio}}]].",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """Half to one and a half times as wide, in tenths of a centimetre."""
        thing = random.choice(things(deck, "picture"))
        shape, kept = thing.start, parameters.difficulty != "easy"
        scale = random.choice((random.uniform(0.45, 0.8), random.uniform(1.15, 1.4)))
        width = float(round(shape.width * scale))
        height = round(width * shape.height / shape.width, 2)
        if not kept:
            height = float(round(height * random.choice((0.75, 1.25))))
        return Scene(parameters, deck, thing, width, height, kept, thing.another(random))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Size it from its upper left corner."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Both lengths are right within less than a millimetre; where it lies is up to whoever does it."""
        thing = scene.thing
        facts = [*thing.facts(), number_fact("width", scene.width, unit="cm")]
        if scene.kept:
            places = (thing.select("width"), thing.select("height"))
            facts += [
                words_fact("ratio", True, "keeping its proportions", "without changing its proportions"),
                worked_out("follows", scene.height, *places),
            ]
        else:
            facts.append(number_fact("height", scene.height, unit="cm"))
        checks = (close(thing.select("width"), scene.width), close(thing.select("height"), scene.height))
        required = Requirement(
            id="size", says="It has the size.", any_of=(checks,), facts=tuple(fact.name for fact in facts)
        )
        act, shape = partial(self.attempt, scene), thing.start
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(thing.select("width"), thing.select("height")),
            free=(thing.select("left"), thing.select("top")),
            variants=(
                Attempt("from_the_middle", partial(act, anchor=0.5), why="Sized around its middle."),
                Attempt(
                    "from_the_corner", partial(act, anchor=1.0), why="Sized from its lower right corner."
                ),
                Attempt("nearly", partial(act, share=0.9), why="Within what a hand can do."),
            ),
            near_misses=(
                Attempt(
                    "width_only",
                    partial(act, size=(scene.width, shape.height)),
                    why="The height is as it was.",
                ),
                Attempt(
                    "turned",
                    partial(act, size=(scene.height, scene.width)),
                    why="Width and height exchanged.",
                ),
                Attempt("beside", partial(act, thing=scene.beside), why="Something else was sized."),
                Attempt("off", partial(act, share=12), why="Half a centimetre too wide."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        size: tuple[float, float] | None = None,
        anchor: float = 0.0,
        share: float = 0.0,
        thing: Thing | None = None,
    ) -> None:
        """Size the picture or something else, around a point that is a share of the way through it."""
        shape = (thing or scene.thing).shape(desktop)
        width, height = size or (nearly(scene.width, share), nearly(scene.height, share))
        left = round(shape.left + (shape.width - width) * anchor, 2)
        top = round(shape.top + (shape.height - height) * anchor, 2)
        shape.left, shape.top, shape.width, shape.height = left, top, width, height
