"""Skill: set the titles of slides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress import places
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import slide_fact, text_fact
from forge.skills.impress.support.targets import Target, resized, targets
from forge.skills.impress.support.wordings import TITLES, unused
from forge.states.rubric import Equals, Requirement

COUNT = {"easy": 1, "medium": 2, "hard": 3}


@dataclass(frozen=True)
class Scene(ImpressScene):
    """The titles with what they are to say, and the title of another slide."""

    items: tuple[tuple[Target, str], ...]
    stray: Target


class SetTitle(ImpressSkill[Scene]):
    """One title says something else; the harder, the more."""

    id = "impress.text.set_title"
    title = "Set a slide's title"
    phrasings = (
        "change the title of {{slide}} to {{text}}[[, and that of {{slide_2}} to {{text_2}}|]][[, and that of "
        "{{slide_3}} to {{text_3}}|]]",
        "give {{slide}} the title {{text}}[[, {{slide_2}} the title {{text_2}}|]][[ and {{slide_3}} the title "
        "{{text_3}}|]]",
        "terse: Title of {{slide}}: {{text}}[[; of {{slide_2}}: {{text_2}}|]][[; of {{slide_3}}: {{text_3}}|]].",
        "polite: Could you please change the heading of {{slide}} to {{text}}[[, that of {{slide_2}} to "
        "{{text_2}}|]][[ and "
        "that of {{slide_3}} to {{text_3}}|]]?",
        "chatty: I have a better idea for a heading. Can you call {{slide}} {{text}} instead[[, {{slide_2}} "
        "{{text_2}}|]][[ and {{slide_3}} {{text_3}}|]]?",
        "precise: The title of {{slide}} is to read {{text}}[[, that of {{slide_2}} {{text_2}}|]][[, that of "
        "{{slide_3}} "
        "{{text_3}}|]].",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """Titles of one look, and another one beside them."""
        titles = [item for item in targets(deck) if item.key == "title"]
        count = COUNT[parameters.difficulty]
        *chosen, stray = random.sample(titles, count + 1)
        words = unused(random, TITLES, count, *(deck.title(number) for number in deck.numbers))
        return Scene(parameters, deck, tuple(zip(chosen, words, strict=True)), stray)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Write them."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each title says so, however it is broken."""
        facts, requirements = list[Fact](), []
        for number, (item, text) in enumerate(scene.items, 1):
            suffix = f"_{number}" if number > 1 else ""
            facts += [slide_fact(f"slide{suffix}", scene.deck, item.number), text_fact(f"text{suffix}", text)]
            check = Equals(
                select=places.title(scene.mount, item.number, "text"), expected=text, text="trimmed"
            )
            requirements.append(
                Requirement(
                    id=f"title{suffix}",
                    says=f"Slide {item.number} is headed so.",
                    any_of=((check,),),
                    facts=(f"slide{suffix}", f"text{suffix}"),
                )
            )
        act = partial(self.attempt, scene)
        items = tuple(item for item, _ in scene.items)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            free=[item.height for item in items],
            variants=(
                Attempt(
                    "in_two_lines",
                    partial(act, change=lambda text: text.replace(" ", "\n", 2)),
                    why="Broken.",
                ),
                *resized(items, Attempt("done", act)),
            ),
            near_misses=(
                Attempt("other_slide", partial(act, first=scene.stray), why="The title of another slide."),
                Attempt("cut", partial(act, change=lambda text: text[:-2]), why="Two letters are missing."),
                Attempt("small_letters", partial(act, change=str.lower), why="Without the capital."),
                Attempt("added", partial(self.added, scene), why="The old title stands before it."),
            ),
        )

    def attempt(
        self, scene: Scene, desktop: Desktop, change: Callable[[str], str] = str, first: Target | None = None
    ) -> None:
        """Write the titles, perhaps otherwise, or the first one on another slide."""
        for number, (item, text) in enumerate(scene.items):
            runs = (first if first is not None and number == 0 else item).runs(desktop)
            runs[0].text = change(text)

    def added(self, scene: Scene, desktop: Desktop) -> None:
        """Type the titles behind the old ones."""
        for item, text in scene.items:
            item.runs(desktop)[0].text += f" {text}"
