"""Skill: remove objects from slides."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress import places
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.things import Thing, things
from forge.states.rubric import Absent, Requirement

PLACE = ("left", "top", "width", "height")
WHAT = "{{thing}} on {{slide}}[[ and {{thing_2}} on {{slide_2}}|]]"


@dataclass(frozen=True)
class Scene(ImpressScene):
    """What is removed, and the texts beside it that may take the room."""

    items: tuple[Thing, ...]
    beside: Thing


class DeleteObjects(ImpressSkill[Scene]):
    """A picture beside a list, or two on different slides; the list may take the room that becomes free."""

    id = "impress.objects.delete"
    title = "Remove chosen objects from a slide"
    needs = ("picture", "picture")
    phrasings = (
        "remove " + WHAT,
        "delete " + WHAT,
        "terse: Without " + WHAT + ", please.",
        "polite: Could you please take " + WHAT + " out?",
        "chatty: It only distracts people. Can you get rid of " + WHAT + "?",
        "precise: Delete just " + WHAT + ".",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """Pictures on slides with a body."""
        found = [
            item for item in things(deck, "picture") if deck.start.slide(item.number).find("body") is not None
        ]
        count = 1 if parameters.difficulty == "easy" else min(2, len(found))
        items = tuple(random.sample(found, count))
        return Scene(parameters, deck, items, items[0].another(random))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Remove them."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """They are gone."""
        facts, requirements = list[Fact](), []
        for number, item in enumerate(scene.items, 1):
            suffix = f"_{number}" if number > 1 else ""
            facts += item.facts(suffix)
            requirements.append(
                Requirement(
                    id=f"gone{suffix}",
                    says="It is gone.",
                    any_of=((Absent(select=item.select()),),),
                    facts=(f"slide{suffix}", f"thing{suffix}"),
                )
            )
        act = partial(self.attempt, scene)
        bodies = [(item.number, name) for item in scene.items for name in PLACE]
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[item.select() for item in scene.items],
            free=[places.shape(scene.mount, number, "body", name) for number, name in bodies],
            variants=(
                Attempt("body_wider", partial(act, widen=1.6), why="The text took the room."),
                Attempt("body_a_bit_wider", partial(act, widen=1.2), why="The text took some of the room."),
            ),
            near_misses=(
                Attempt("one_left", partial(act, keep=1), why="One of them is still there."),
                Attempt(
                    "beside", partial(act, more=scene.beside), why="Something beside it is gone as well."
                ),
                Attempt("wrong_one", partial(self.wrong_one, scene), why="Something else is gone."),
                Attempt("hidden", partial(self.tiny, scene), why="It is there still, only very small."),
            ),
        )

    def attempt(
        self, scene: Scene, desktop: Desktop, widen: float = 0, keep: int = 0, more: Thing | None = None
    ) -> None:
        """Remove the things, perhaps all but some, perhaps more."""
        for item in scene.items[: len(scene.items) - keep]:
            item.remove(desktop)
            body = scene.deck.slide(desktop, item.number).body
            body.width = round(body.width * widen, 2) if widen else body.width
        if more is not None:
            more.remove(desktop)

    def wrong_one(self, scene: Scene, desktop: Desktop) -> None:
        """Remove something else."""
        scene.beside.remove(desktop)

    def tiny(self, scene: Scene, desktop: Desktop) -> None:
        """Make the things very small."""
        for item in scene.items:
            shape = item.shape(desktop)
            shape.width = shape.height = 0.1
