"""Skill: replace a name or term throughout."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.errors import SkillError
from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.words import pieces
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.facts import text_fact, worked_out
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import Equals, Requirement

NAMES = ("Alma Reyes", "Jon Whitfield", "Clara Novotna", "Peter Lindqvist", "Ruth Abara", "Tomas Ferreira")
"""People who appear in no document."""
MENTIONS = ('every mention of "{}"', 'all occurrences of "{}"')
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
        """Somebody with two names who is spoken of at least twice."""
        terms = {
            term: numbers
            for term, numbers in paper.terms(fewest=2).items()
            if term in paper.prose.people and len(pieces(term)) == WORDS
        }
        if not terms:
            raise SkillError(f"Nobody with two names is spoken of twice in {paper.mount}.")
        old = random.choice(sorted(terms))
        new, other = random.sample(NAMES, 2)
        return Scene(parameters, paper, old, new, other, tuple(dict.fromkeys(terms[old])))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Replace all of them."""
        self.attempt(scene, desktop, scene.new)

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
                Attempt("two_spaces", partial(act, new=f" {scene.new}"), why="A space stands twice."),
                Attempt("space_behind", partial(act, new=scene.new, end=" "), why="A space stands at the end."),
            ),
            near_misses=(
                Attempt("first_only", partial(act, new=scene.new, most=1), why="Only the first one changed."),
                Attempt("last_left", partial(act, new=scene.new, most=-1), why="The last one was overlooked."),
                Attempt("first_name", partial(act, new=scene.new.split()[0]), why="The family name is missing."),
                Attempt("other_name", partial(act, new=scene.other), why="It is another name."),
            ),
        )

    def attempt(self, scene: Scene, desktop: Desktop, new: str, most: int = 0, end: str = "") -> None:
        """Replace all mentions, the first so many, or all but the last so many."""
        spots = [
            paragraph
            for number in scene.numbers
            for paragraph in [scene.paper.paragraph(desktop, number)]
            for _ in range(paragraph.text.count(scene.old))
        ]
        for paragraph in spots[:most] if most else spots:
            paragraph.replace(scene.old, new)
        text = [run for run in spots[0].runs if run.text]
        text[-1].text += end
