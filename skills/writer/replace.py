"""Skill: replace a name or term throughout."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.spec import Run
from forge.preparers.writer.words import pieces
from forge.skills.catching import altered, mentions
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.facts import text_fact, worked_out
from forge.skills.writer.support.papers import Paper
from forge.skills.writer.support.said import MENTIONS, NAMES, REMARKS, SAID
from forge.states.changes import Change
from forge.states.rubric import Equals, Requirement

WORDS = 2
"""The words of a name: what is replaced has as many as what is put in its place."""


@dataclass(frozen=True)
class Scene(WriterScene):
    """What is replaced where by what, and another name."""

    old: str
    new: str
    other: str
    numbers: tuple[int, ...]


class Replace(WriterSkill[Scene]):
    """A person who is spoken of several times is another one; longer documents speak of them more often."""

    id = "writer.content.replace"
    title = "Replace a name or term throughout"
    phrasings = (
        "replace {{old}} with {{new}} in the whole document",
        "change {{old}} to {{new}}",
        "terse: Replace throughout: {{old}} by {{new}}.",
        "polite: Could you please replace {{old}} by {{new}}?",
        "chatty: There was a change of staff. Can you replace {{old}} with {{new}}?",
        "precise: In the whole document, {{old}} is to be replaced by {{new}}, with the formatting kept.",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Somebody with two names who is spoken of at least twice, each time in one look."""
        strangers = random.sample([name for name in NAMES if name not in paper.everything], 3)
        mentioned = self.mentioned(paper) or self.speak_of(paper, random, strangers[2])
        old = random.choice(sorted(mentioned))
        numbers = tuple(dict.fromkeys(mentioned[old]))
        for number in numbers:
            for time in range(1, paper.text(number).count(old) + 1):
                first, *others = paper.body[number - 1].find(old, time)
                for run in others:
                    run.look = first.look
        careless = paper.body[numbers[-1] - 1]
        if "  " not in careless.text:
            careless.runs.append(Run(random.choice(REMARKS)))
        return Scene(parameters, paper, old, strangers[0], strangers[1], numbers)

    def mentioned(self, paper: Paper) -> dict[str, list[int]]:
        """The people with two names who are spoken of at least twice, and in which paragraphs."""
        terms = paper.terms(fewest=2)
        return {
            name: terms[name] for name in paper.prose.people if name in terms and len(pieces(name)) == WORDS
        }

    def speak_of(self, paper: Paper, random: Random, stranger: str) -> dict[str, list[int]]:
        """Name somebody in two paragraphs who is named nowhere else, and say so."""
        known = (name for name in paper.prose.people if len(pieces(name)) == WORDS)
        name = next((name for name in known if name.casefold() not in paper.everything.casefold()), stranger)
        numbers = sorted(random.sample(paper.prose_numbers(), 2))
        for number, said in zip(numbers, SAID, strict=True):
            paper.body[number - 1].runs.append(Run(said.format(name)))
        return {name: numbers}

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Replace all of them."""
        self.attempt(scene, desktop, scene.new)

    def catches(self, scene: Scene, change: Change) -> bool:
        """One more mention, or one less."""
        return change.mount == scene.paper.mount and altered(change, mentions(scene.old))

    def contract(self, scene: Scene) -> Contract:
        """Each paragraph says the same with the other name."""
        paper = scene.paper
        selects = [places.paragraphs(paper.mount, number, prop="text") for number in scene.numbers]
        texts = tuple(paper.text(number).replace(scene.old, scene.new) for number in scene.numbers)
        checks = tuple(
            Equals(select=select, expected=text, text="trimmed")
            for select, text in zip(selects, texts, strict=True)
        )
        required = Requirement(
            id="replaced", says="It names the other one.", any_of=(checks,), facts=("old", "new", "texts")
        )
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=(
                Fact(name="old", value=scene.old, says=tuple(form.format(scene.old) for form in MENTIONS)),
                text_fact("new", scene.new),
                worked_out("texts", texts, *selects),
            ),
            requirements=(required,),
            writes=selects,
            reads=selects,
            variants=(
                Attempt(
                    "kept_together",
                    partial(act, new=scene.new.replace(" ", "\N{NO-BREAK SPACE}")),
                    why="A space that does not break keeps the names in one line.",
                ),
                Attempt("typed_anew", partial(self.typed_anew, scene), why="No space stands twice any more."),
            ),
            near_misses=(
                Attempt("first_only", partial(act, new=scene.new, most=1), why="Only the first one changed."),
                Attempt(
                    "last_left", partial(act, new=scene.new, most=-1), why="The last one was overlooked."
                ),
                Attempt(
                    "first_name", partial(act, new=scene.new.split()[0]), why="The family name is missing."
                ),
                Attempt("other_name", partial(act, new=scene.other), why="It is another name."),
            ),
        )

    def attempt(self, scene: Scene, desktop: Desktop, new: str, most: int = 0) -> None:
        """Replace all mentions, the first so many, or all but the last so many."""
        spots = [
            paragraph
            for number in scene.numbers
            for paragraph in [scene.paper.paragraph(desktop, number)]
            for _ in range(paragraph.text.count(scene.old))
        ]
        for paragraph in spots[:most] if most else spots:
            paragraph.replace(scene.old, new)

    def typed_anew(self, scene: Scene, desktop: Desktop) -> None:
        """Replace all of them, and type the sentences anew in which one space was too many."""
        self.attempt(scene, desktop, scene.new)
        for number in scene.numbers:
            for run in scene.paper.paragraph(desktop, number).runs:
                run.text = re.sub(" +", " ", run.text)
