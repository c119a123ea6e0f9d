"""Skill: the alternative text of pictures."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress.spec import Shape, texts
from forge.skills.contract import Attempt, Contract
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import text_fact
from forge.skills.impress.support.things import Thing, things
from forge.skills.impress.support.wordings import DESCRIPTIONS, in_two_lines, unused
from forge.states.rubric import Equals, Requirement


@dataclass(frozen=True)
class Scene(ImpressScene):
    """The pictures with their texts."""

    items: tuple[tuple[Thing, str], ...]


class AltText(ImpressSkill[Scene]):
    """One picture is described; the harder, the more, and some have a wrong description at the start."""

    id = "impress.images.alt_text"
    title = "Describe a picture for people who cannot see it"
    needs = ("picture", "picture")
    # LibreOffice asks for a "Text Alternative" and a "Description"; what screen readers get is the second.
    phrasings = (
        "set the description of {{thing}} on {{slide}} to {{text}}[[ and that of {{thing_2}} on {{slide_2}} to "
        "{{text_2}}|]]",
        "give {{thing}} on {{slide}} the description {{text}}[[ and {{thing_2}} on {{slide_2}} the description "
        "{{text_2}}|]]",
        "terse: Description of {{thing}}, {{slide}}: {{text}}[[; of {{thing_2}}, {{slide_2}}: {{text_2}}|]].",
        "polite: Could you please give {{thing}} on {{slide}} the description {{text}}[[, and {{thing_2}} on "
        "{{slide_2}} the description {{text_2}}|]]?",
        "chatty: Some of us use a screen reader. Can you set the description of {{thing}} on {{slide}} to {{text}}"
        "[[, and that of {{thing_2}} on {{slide_2}} to {{text_2}}|]]?",
        "precise: The description of {{thing}} on {{slide}}, for screen readers, is to read {{text}}[[; that of "
        "{{thing_2}} on {{slide_2}} is to read {{text_2}}|]].",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """Pictures on different slides."""
        found = things(deck, "picture")
        count = min(len(found), 1 if parameters.difficulty == "easy" else 2)
        words = unused(random, DESCRIPTIONS, count)
        return Scene(parameters, deck, tuple(zip(random.sample(found, count), words, strict=True)))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Write them."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each picture has its text, spaces aside."""
        facts, requirements = [], []
        for number, (thing, text) in enumerate(scene.items, 1):
            suffix = f"_{number}" if number > 1 else ""
            facts += [*thing.facts(suffix), text_fact(f"text{suffix}", text)]
            check = Equals(select=thing.select("description"), expected=text, text="trimmed")
            names = (f"slide{suffix}", f"thing{suffix}", f"text{suffix}")
            says = f"The picture on slide {thing.number} is described so."
            requirements.append(Requirement(id=f"text{suffix}", says=says, any_of=((check,),), facts=names))
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[thing.select("description") for thing, _ in scene.items],
            variants=(
                Attempt("two_lines", partial(act, broken_at=1), why="The text was broken into two lines."),
                Attempt("broken_later", partial(act, broken_at=-1), why="Only the last word stands below."),
            ),
            near_misses=(
                Attempt("cut", partial(act, cut=3), why="The end of the text is missing."),
                Attempt("one_left", partial(act, leave=1), why="The last picture has none."),
                Attempt("caption", partial(self.caption, scene), why="It stands on the slide instead."),
                Attempt("renamed", partial(self.renamed, scene), why="The picture got it as a name."),
            ),
        )

    def attempt(
        self, scene: Scene, desktop: Desktop, broken_at: int = 0, cut: int = 0, leave: int = 0
    ) -> None:
        """Describe the pictures, or all but the last ones, perhaps with something wrong."""
        for thing, text in scene.items[: len(scene.items) - leave]:
            said = in_two_lines(text, broken_at) if broken_at else text
            thing.shape(desktop).description = said[: len(said) - cut]

    def caption(self, scene: Scene, desktop: Desktop) -> None:
        """Put boxes with the texts below the pictures."""
        for thing, text in scene.items:
            shape = thing.start
            box = Shape("Caption 99", shape.left, shape.top, 8, 1.5, paragraphs=texts(text))
            scene.deck.slide(desktop, thing.number).shapes.append(box)

    def renamed(self, scene: Scene, desktop: Desktop) -> None:
        """Give the pictures the texts as names."""
        for thing, text in scene.items:
            thing.shape(desktop).name = text
