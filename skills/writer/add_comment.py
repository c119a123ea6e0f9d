"""Skill: comment on sentences."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.spec import Comment, Run
from forge.preparers.writer.words import pieces
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.facts import text_fact, worked_out
from forge.skills.writer.support.marking import Spot, runs_of, sentence_fact, some_sentences
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import AnyCheck, Exists, OneOf, Requirement

TEXTS = (
    "Please check this number", "Where does this come from?", "Should we say this more carefully?",
    "Needs a decision by the board", "Please add an example here", "Is this still true?",
)  # fmt: skip


@dataclass(frozen=True)
class Scene(WriterScene):
    """The sentences with the comments on them, and another sentence."""

    comments: tuple[tuple[Spot, str], ...]
    neighbour: Spot


class AddComment(WriterSkill[Scene]):
    """One comment, or two on different sentences; when it is hard, others are there."""

    id = "writer.review.add_comment"
    title = "Comment on given words"
    without = frozenset(("footnotes",))
    phrasings = (
        "add the comment {{text}} to {{first}}[[, and the comment {{other}} to {{second}}|]]",
        "comment on {{first}} with {{text}}[[ and on {{second}} with {{other}}|]]",
        "terse: Comment on {{first}}: {{text}}.[[ On {{second}}: {{other}}.|]]",
        "polite: Could you please attach the comment {{text}} to {{first}}[[ and the comment {{other}} to "
        "{{second}}|]]?",
        "chatty: I don't want to change it myself yet. Can you select {{first}} and add the comment {{text}}"
        "[[, and then {{second}} with the comment {{other}}|]]?",
        "precise: Select {{first}} and insert a comment with the text {{text}}.[[ Likewise comment on {{second}} with "
        "{{other}}.|]]",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Sentences of different paragraphs; when it is hard, somebody has commented on other words already."""
        count = 1 if parameters.difficulty == "easy" else 2
        *chosen, neighbour = some_sentences(paper, random, count + 1)
        texts = random.sample(TEXTS, count)
        if parameters.difficulty == "hard":
            for number in random.sample(paper.prose_numbers(), 2):
                paragraph = paper.body[number - 1]
                if number not in [spot.number for spot in (*chosen, neighbour)] and paragraph.runs[-1].text:
                    paragraph.runs.append(
                        Run(" To be continued.", comments=(Comment("Looks fine.", paper.prose.people[1]),))
                    )
        return Scene(parameters, paper, tuple(zip(chosen, texts, strict=True)), neighbour)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Comment on them."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each comment is there, on its sentence, with the full stop or without."""
        paper, facts, requirements, writes = scene.paper, list[Fact](), list[Requirement](), []
        names = (("first", "text"), ("second", "other"))
        for (name, text_name), (spot, text) in zip(names, scene.comments, strict=False):
            bare = " ".join(pieces(spot.text))
            stopped = " ".join(pieces(self.stopped(paper, spot)))
            comment = places.paragraphs(paper.mount, spot.number).below("comment", text=text)
            checks: tuple[AnyCheck, ...] = (
                Exists(select=comment),
                OneOf(select=comment.of("on"), options=(bare, stopped)),
            )
            hidden = worked_out(f"on_{name}", (bare, stopped), places.paragraphs(paper.mount, spot.number))
            facts += [sentence_fact(name, paper, spot), text_fact(text_name, text), hidden]
            requirements.append(
                Requirement(
                    id=name, says=f"It has the comment {text}.", any_of=(checks,), facts=(name, text_name, hidden.name)
                )
            )
            writes.append(comment)
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=writes,
            variants=(
                Attempt("with_full_stop", partial(act, stop=True), why="The full stop was selected as well."),
                Attempt("signed", partial(act, author="A. Editor"), why="Who comments was not said."),
            ),
            near_misses=(
                Attempt("other_sentence", partial(act, instead=scene.neighbour), why="It is on another sentence."),
                Attempt("first_words", partial(act, words=3), why="It is on the first words only."),
                Attempt("misspelt", partial(act, cut=2), why="The last letters are missing."),
                Attempt("in_the_text", partial(self.in_text, scene), why="It was written into the text."),
            ),
        )

    def stopped(self, paper: Paper, spot: Spot) -> str:
        """A sentence with the sign that ends it."""
        text = paper.text(spot.number)
        end = text.index(spot.text) + len(spot.text)
        return text[end - len(spot.text) : end + 1].rstrip()

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        stop: bool = False,
        author: str = "",
        instead: Spot | None = None,
        words: int = 0,
        cut: int = 0,
    ) -> None:
        """Comment on the sentences, or on something else first."""
        for index, (own, text) in enumerate(scene.comments):
            spot = instead if instead is not None and index == 0 else own
            runs = runs_of(scene.paper, desktop, spot, stop=stop)
            if words and index == 0:
                paragraph = scene.paper.paragraph(desktop, spot.number)
                runs = paragraph.find(" ".join(spot.text.split(" ")[:words]))
            for run in runs:
                run.comments = (*run.comments, Comment(text[: len(text) - cut], author))

    def in_text(self, scene: Scene, desktop: Desktop) -> None:
        """Write the comments behind the sentences."""
        for spot, text in scene.comments:
            paragraph = scene.paper.paragraph(desktop, spot.number)
            run = runs_of(scene.paper, desktop, spot)[-1]
            paragraph.runs.insert(paragraph.runs.index(run) + 1, Run(f" ({text})"))
