"""Skill: write speaker notes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress import places
from forge.preparers.impress.spec import Shape, texts
from forge.skills.contract import Attempt, Contract
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import slide_fact, text_fact, worked_out
from forge.skills.impress.support.wordings import REMARKS, in_two_lines, unused
from forge.states.rubric import Equals, Requirement


@dataclass(frozen=True)
class Scene(ImpressScene):
    """The slide, what is to be written, the notes that stay before it, and another slide."""

    number: int
    text: str
    kept: str
    beside: int


class EditNotes(ImpressSkill[Scene]):
    """Notes for a slide that has none; when it is not easy, the text comes behind notes that are there."""

    id = "impress.notes.edit"
    title = "Write speaker notes"
    phrasings = (
        "write {{text}} into the speaker notes of {{slide}}[[, behind {{kept}}|]]",
        "add the speaker note {{text}} to {{slide}}[[, at the end of {{kept}}|]]",
        "terse: Speaker notes, {{slide}}: {{text}}[[, after {{kept}}|]].",
        "polite: Could you please put {{text}} into the speaker notes of {{slide}}[[, after {{kept}}|]]?",
        "chatty: I always forget what to say there. Can you write {{text}} into the notes of {{slide}}[[, "
        "behind {{kept}}|]]"
        "?",
        "precise: The speaker notes of {{slide}} are to say {{text}}[[ at the end, after {{kept}}|]].",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """A slide without notes, or one with notes that stay."""
        count = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        text = " ".join(unused(random, REMARKS, count))
        number, beside = random.sample(deck.numbers, 2)
        slide = deck.slide(desktop, number)
        if parameters.difficulty == "easy":
            slide.notes = ""
        elif not slide.notes:
            slide.notes = "Begin with the point that matters most to the people in the room."
        return Scene(parameters, deck, number, text, slide.notes, beside)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Write it, in a paragraph of its own."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """The notes say just this, however it is broken into lines."""
        select = places.slide(scene.mount, scene.number, "notes")
        facts = [slide_fact("slide", scene.deck, scene.number), text_fact("text", scene.text)]
        if scene.kept:
            says = ("what the notes say already", "the notes that are there already")
            kept = text_fact("kept", scene.kept)
            facts += [
                kept.model_copy(update={"says": says, "refers": select}),
                worked_out("whole", f"{scene.kept} {scene.text}", select),
            ]
        check = Equals(select=select, expected=f"{scene.kept} {scene.text}".strip(), text="trimmed")
        required = Requirement(
            id="notes", says="The notes say so.", any_of=((check,),), facts=tuple(fact.name for fact in facts)
        )
        act = partial(self.attempt, scene)
        cut = scene.text.rpartition(" ")[0]
        return self.task(
            scene,
            facts=facts,
            requirements=(required,),
            writes=(select,),
            variants=(
                *(
                    (
                        Attempt("one_line", partial(act, between=" "), why="In the same line."),
                        Attempt(
                            "blank_line", partial(act, between="\n\n"), why="With an empty line between."
                        ),
                    )
                    if scene.kept
                    else ()
                ),
                Attempt("in_lines", partial(act, text=in_two_lines(scene.text, 1)), why="Broken otherwise."),
                Attempt(
                    "broken_later", partial(act, text=in_two_lines(scene.text, -1)), why="Broken at the end."
                ),
            ),
            near_misses=(
                Attempt("beside", partial(act, number=scene.beside), why="The notes of another slide."),
                Attempt("cut_short", partial(act, text=cut), why="The last word is missing."),
                Attempt(
                    "on_the_slide", partial(self.on_the_slide, scene), why="A text box on the slide instead."
                ),
                Attempt(
                    "twice", partial(act, text=f"{scene.text} {scene.text}"), why="It stands there twice."
                ),
            ),
        )

    def attempt(
        self, scene: Scene, desktop: Desktop, text: str = "", between: str = "\n", number: int = 0
    ) -> None:
        """Write a text into the notes of a slide, behind what is there."""
        slide = scene.deck.slide(desktop, number or scene.number)
        slide.notes = (f"{slide.notes}{between}" if slide.notes else "") + (text or scene.text)

    def on_the_slide(self, scene: Scene, desktop: Desktop) -> None:
        """Put a text box with it on the slide."""
        box = Shape("TextBox 99", 2, 15, 20, 2, paragraphs=texts(scene.text))
        scene.deck.slide(desktop, scene.number).shapes.append(box)
