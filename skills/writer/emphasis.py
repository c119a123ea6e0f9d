"""Skill: make sentences bold, italic or underlined."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any

from forge.preparers.desktop import Desktop
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.facts import word_fact
from forge.skills.writer.support.marking import Spot, edges, mark, sentence_fact, some_sentences, words
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import Equals, Requirement
from forge.states.selectors import Selector

LOOKS: dict[str, tuple[str, Any]] = {
    "bold": ("bold", True), "italic": ("italic", True), "underlined": ("underline", "single"),
}  # fmt: skip
"""The property of each, and its value."""


@dataclass(frozen=True)
class Scene(WriterScene):
    """The sentences, each with how it is to look, and another sentence."""

    wanted: tuple[tuple[Spot, str], ...]
    neighbour: Spot


class Emphasis(WriterSkill[Scene]):
    """Two sentences or three, each in a way of its own."""

    id = "writer.text.emphasis"
    title = "Make given words bold, italic or underlined"
    phrasings = (
        "make {{first}} {{look}} and {{second}} {{other_look}}[[, and {{third}} {{last_look}}|]]",
        "have [[{{first}} {{look}} and {{second}} {{other_look}}|{{first}} {{look}}, {{second}} {{other_look}} and "
        "{{third}} {{last_look}}]]",
        "terse: {{first}}: {{look}}. {{second}}: {{other_look}}.[[ {{third}}: {{last_look}}.|]]",
        "polite: Could you please make {{first}} {{look}} and {{second}} {{other_look}}[[ and {{third}} "
        "{{last_look}}|]]?",
        "chatty: Nobody reads the whole thing. Can you make {{first}} {{look}} and {{second}} {{other_look}}"
        "[[, and {{third}} {{last_look}}|]]?",
        "precise: Format {{first}} as {{look}} and {{second}} as {{other_look}}[[, and {{third}} as {{last_look}}|]].",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Sentences of different paragraphs."""
        count = 3 if parameters.difficulty == "hard" else 2
        *chosen, neighbour = some_sentences(paper, random, count + 1)
        looks = random.sample(sorted(LOOKS), count)
        for spot in chosen:  # none of them may look so already
            for run in paper.body[spot.number - 1].runs:
                run.restyle(italic=None)
        return Scene(parameters, paper, tuple(zip(chosen, looks, strict=True)), neighbour)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Format them."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Every word of each sentence looks as asked."""
        paper, facts, requirements = scene.paper, list[Fact](), list[Requirement]()
        free: list[Selector] = []
        names = (("first", "look"), ("second", "other_look"), ("third", "last_look"))
        for (name, look_name), (spot, look) in zip(names, scene.wanted, strict=False):
            prop, value = LOOKS[look]
            facts += [sentence_fact(name, paper, spot), word_fact(look_name, (look, value), look)]
            check = Equals(select=words(paper, [spot], prop)[0], expected=value)
            requirements.append(
                Requirement(id=name, says=f"It is {look}.", any_of=((check,),), facts=(name, look_name))
            )
            free += edges(paper, [spot], prop)
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            free=free,
            variants=(
                Attempt("one_full_stop", partial(act, stops=1), why="One full stop was selected as well."),
                Attempt("full_stops", partial(act, stops=3), why="All full stops were selected as well."),
            ),
            near_misses=(
                Attempt("exchanged", partial(act, turned=True), why="The looks are exchanged."),
                Attempt("all_of_both", partial(act, both=True), why="The first has both looks."),
                Attempt(
                    "other_sentence", partial(act, instead=scene.neighbour), why="It is another sentence."
                ),
                Attempt("first_only", partial(act, most=1), why="Only the first one changed."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        stops: int = 0,
        turned: bool = False,
        both: bool = False,
        instead: Spot | None = None,
        most: int = 3,
    ) -> None:
        """Format the sentences, or do it differently."""
        looks = [look for _, look in scene.wanted]
        order = [*looks[1:], looks[0]] if turned else looks
        for index, ((spot, _), look) in enumerate(zip(scene.wanted[:most], order, strict=False)):
            prop, value = LOOKS[look]
            chosen = instead if instead is not None and index == 0 else spot
            also = {LOOKS[looks[1]][0]: LOOKS[looks[1]][1]} if both and index == 0 else {}
            mark(scene.paper, desktop, [chosen], stops=int(index < stops), **{prop: value}, **also)
