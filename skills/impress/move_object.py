"""Skill: move an object to an edge, the middle or a corner of its slide, or to an exact place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.contract import Attempt, Contract
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import words_fact, worked_out
from forge.skills.impress.support.lengths import close, nearly
from forge.skills.impress.support.things import Thing, things
from forge.states.rubric import Requirement

SIDES: Mapping[str, tuple[float | None, float | None]] = {
    "at the left edge of the slide, at the same height": (0, None),
    "at the right edge of the slide, at the same height": (1, None),
    "in the middle between the left and right edges of the slide, at the same height": (0.5, None),
    "at the bottom edge of the slide, without moving it sideways": (None, 1),
}
CORNERS: Mapping[str, tuple[float | None, float | None]] = {
    "exactly in the upper right corner of the slide": (1, 0),
    "exactly in the lower left corner of the slide": (0, 1),
    "exactly in the lower right corner of the slide": (1, 1),
    "exactly in the centre of the slide": (0.5, 0.5),
}
"""The share of the free way that lies before the object, across and down; nothing where it stays."""
_APART = 0.5


@dataclass(frozen=True)
class Scene(ImpressScene):
    """The object, where it is to be in words and in centimetres, whether they are told, and something beside it."""

    thing: Thing
    where: str
    wanted: Mapping[str, float]
    told: bool
    beside: Thing


class MoveObject(ImpressSkill[Scene]):
    """To an edge, into a corner, or when it is hard to an exact place."""

    id = "impress.objects.move"
    title = "Move an object to a side of its slide"
    needs = ("picture", "box")
    phrasings = (
        "move {{thing}} on {{slide}} so that it lies {{where}}",
        "place {{thing}} of {{slide}} {{where}}",
        "terse: {{slide}}: {{thing}} should lie {{where}}.",
        "polite: Could you please move {{thing}} on {{slide}} so that it lies {{where}}?",
        "chatty: It is not quite in the right place. Can you place {{thing}} on {{slide}} {{where}}?",
        "precise: {{thing}} on {{slide}} is to lie {{where}}; its size stays.",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """A small enough object, and a place where it is not."""
        width, height = deck.start.width, deck.start.height
        small = [item for item in things(deck, "picture", "box", "drawing") if item.start.width < width * 0.7]
        thing = random.choice(small)
        shape, beside = thing.start, thing.another(random)
        free = {"left": round(width - shape.width, 2), "top": round(height - shape.height, 2)}
        if parameters.difficulty == "hard":
            wanted = {name: float(random.randint(1, max(1, int(most) - 1))) for name, most in free.items()}
            left, top = wanted["left"], wanted["top"]
            where = f"{left:g} cm from the left edge and {top:g} cm from the top edge of the slide"
            return Scene(parameters, deck, thing, where, wanted, True, beside)
        choices = []
        for says, ends in (SIDES if parameters.difficulty == "easy" else CORNERS).items():
            wanted = {
                name: round(free[name] * end, 2)
                for name, end in zip(free, ends, strict=True)
                if end is not None
            }
            if all(abs(getattr(shape, name) - place) > _APART for name, place in wanted.items()):
                choices.append((says, wanted))
        where, wanted = random.choice(choices)
        return Scene(parameters, deck, thing, where, wanted, False, beside)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Move it there."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Its left and upper edges are where they should be."""
        thing, wanted = scene.thing, scene.wanted
        places = tuple(wanted.values())
        facts = [*thing.facts(), words_fact("where", places if scene.told else scene.where, scene.where)]
        if not scene.told:
            facts.append(worked_out("place", places, thing.select("width"), thing.select("height")))
        checks = tuple(close(thing.select(name), place) for name, place in wanted.items())
        required = Requirement(
            id="place", says="It lies there.", any_of=(checks,), facts=tuple(fact.name for fact in facts)
        )
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=[check.select for check in checks],
            variants=(
                Attempt("a_hair_more", partial(act, share=0.9), why="By hand one is off by a hair."),
                Attempt("a_hair_less", partial(act, share=-0.9), why="By hand one is off by a hair."),
            ),
            near_misses=(
                Attempt("too_far", partial(act, share=12), why="It lies visibly beside the place."),
                Attempt("beside", partial(act, thing=scene.beside), why="Something else was moved."),
                Attempt("stretched", partial(self.stretched, scene), why="It became wider on the way."),
                Attempt("halfway", partial(self.halfway, scene), why="It was moved half of the way."),
            ),
        )

    def attempt(self, scene: Scene, desktop: Desktop, share: float = 0, thing: Thing | None = None) -> None:
        """Move the object, or another one, perhaps beside its place."""
        shape = (thing or scene.thing).shape(desktop)
        for name, place in scene.wanted.items():
            setattr(shape, name, nearly(place, share) if place else round(share * 0.05, 2))

    def stretched(self, scene: Scene, desktop: Desktop) -> None:
        """Move it and make it wider."""
        self.attempt(scene, desktop)
        shape = scene.thing.shape(desktop)
        shape.width = round(shape.width * 1.2, 2)

    def halfway(self, scene: Scene, desktop: Desktop) -> None:
        """Move it half of the way."""
        shape = scene.thing.shape(desktop)
        for name, place in scene.wanted.items():
            setattr(shape, name, round((getattr(shape, name) + place) / 2, 2))
