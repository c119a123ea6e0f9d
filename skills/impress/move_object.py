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
from forge.skills.impress.support.ways import ways_of
from forge.states.rubric import Requirement

SHARES = (1.0, 0.7, 0.5, 0.35)
"""Of its size, how large a picture may be so that there is room for it elsewhere."""


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
        """A small enough object and a free place where it is not; a picture that finds none is made smaller."""
        small = [
            item
            for item in things(deck, "picture", "box", "drawing")
            if item.start.width < deck.start.width * 0.7
        ]
        for share in SHARES:
            ways = [
                way
                for item in small
                if share == 1 or item.kind == "picture"
                for way in ways_of(item, parameters.difficulty, share)
            ]
            least = min(way.covers for way in ways)
            if not least:
                break
        way = random.choice([way for way in ways if way.covers == least])
        shape = way.thing.start
        shape.width, shape.height = way.size
        told = parameters.difficulty == "hard"
        return Scene(parameters, deck, way.thing, way.where, way.wanted, told, way.thing.another(random))

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
