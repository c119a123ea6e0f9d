"""Skills that change how texts look: what is wished, for which texts, and how one gets it wrong."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any, ClassVar

from forge.preparers.desktop import Desktop
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.targets import Target, resized, targets
from forge.states.rubric import AnyCheck, Close, OneOf, Requirement
from forge.states.values import Value

WHERE = (
    "{{target}} on {{slide}}[[ and {{target_2}} on {{slide_2}}"
    "|, {{target_2}} on {{slide_2}} and {{target_3}} on {{slide_3}}|]]"
)
"""The texts in a phrasing: one, two or three."""


@dataclass(frozen=True)
class Wish:
    """How texts are to look.

    Attributes:
        prop: the property of runs, or of paragraphs.
        value: what the reference solution sets.
        fact: what is told; its value is, or holds, all that is right.
        wrong: what a hurried person sets instead, by property.
        others: further values that are right.
        within: how far a number may be off, in its unit; the others are then within.
        of_paragraphs: it is a property of paragraphs, not of runs.
        more: further facts on which it rests.
    """

    prop: str
    value: Any
    fact: Fact
    wrong: Mapping[str, Any]
    others: tuple[Any, ...] = ()
    within: float = 0.0
    of_paragraphs: bool = False
    more: tuple[Fact, ...] = ()


@dataclass(frozen=True)
class LookScene(ImpressScene):
    """The texts, the wish, and what is changed by mistake.

    Attributes:
        items: the texts.
        wish: how they are to look.
        stray: a text of the same kind on another slide, or another one on the same slide.
    """

    items: tuple[Target, ...]
    wish: Wish
    stray: Target


class LookSkill(ImpressSkill[LookScene]):
    """One text gets another look, or two on different slides; when it is hard, there are three.

    Attributes:
        counts: how many texts by difficulty.
    """

    counts: ClassVar[dict[str, int]] = {"easy": 1, "medium": 2, "hard": 3}

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> LookScene:
        """Texts that do not look so yet, each on a slide of its own."""
        found = self.candidates(deck)
        random.shuffle(found)
        chosen: list[Target] = []
        for item in found:
            if item.number not in {other.number for other in chosen}:
                chosen.append(item)
        chosen = chosen[: self.counts[parameters.difficulty]]
        wish = self.wish(tuple(chosen), random)
        first = chosen[0]
        near = [item for item in targets(deck) if item.number == first.number and item.key != first.key]
        stray = first.elsewhere(random) or random.choice(near)
        if stray.number in {item.number for item in chosen[1:]} and near:
            stray = random.choice(near)
        return LookScene(parameters, deck, tuple(chosen), wish, stray)

    def candidates(self, deck: Deck) -> list[Target]:
        """The texts that can be chosen."""
        return targets(deck)

    @abstractmethod
    def wish(self, items: tuple[Target, ...], random: Random) -> Wish:
        """How the texts are to look: none of them looks so at the start."""

    def solve(self, scene: LookScene, desktop: Desktop) -> None:
        """Set it on every run."""
        self.attempt(scene, desktop)

    def attempt(
        self,
        scene: LookScene,
        desktop: Desktop,
        look: Mapping[str, Any] | None = None,
        items: tuple[Target, ...] | None = None,
    ) -> None:
        """Set a look on texts, perhaps another one or on others."""
        wish = scene.wish
        for item in scene.items if items is None else items:
            parts: list[Any] = list(item.paragraphs(desktop) if wish.of_paragraphs else item.runs(desktop))
            for part in parts:
                for name, value in (look or {wish.prop: wish.value}).items():
                    setattr(part, name, value)

    def contract(self, scene: LookScene) -> Contract:
        """Each text looks so throughout."""
        wish, act = scene.wish, partial(self.attempt, scene)
        facts, requirements = self.told(scene)
        alike = [
            Attempt(
                f"other_{number}",
                partial(act, look={wish.prop: other}),
                why="This is asked for just as well.",
            )
            for number, other in enumerate(wish.others[:2], 1)
        ]
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[item.select(wish.prop) for item in scene.items],
            free=[item.height for item in scene.items],
            variants=(*alike, *resized(scene.items, Attempt("done", act))),
            near_misses=(
                Attempt("wrong", partial(act, look=wish.wrong), why="The text looks otherwise than asked."),
                Attempt(
                    "stray",
                    partial(act, items=(scene.stray, *scene.items[1:])),
                    why="Another text was changed.",
                ),
                Attempt(
                    "too_much",
                    partial(act, items=(*scene.items, scene.stray)),
                    why="A further text was changed.",
                ),
                Attempt(
                    "halfway", partial(self.halfway, scene), why="Only the first half of a text was selected."
                ),
            ),
        )

    def told(self, scene: LookScene) -> tuple[list[Fact], list[Requirement]]:
        """What is told, and that each text looks so throughout."""
        wish = scene.wish
        options: tuple[Value, ...] = (wish.value, *wish.others)
        more = [fact.name for fact in wish.more]
        facts, requirements = [wish.fact, *wish.more], []
        for number, item in enumerate(scene.items, 1):
            suffix = f"_{number}" if number > 1 else ""
            facts += item.facts(suffix)
            select = item.select(wish.prop)
            check: AnyCheck = OneOf(select=select, options=options)
            if wish.within:
                check = Close(select=select, expected=wish.value, absolute=wish.within)
            requirements.append(
                Requirement(
                    id=f"text{suffix}",
                    says=f"{item.says[0]} of slide {item.number} looks as asked.",
                    any_of=((check,),),
                    facts=(f"slide{suffix}", f"target{suffix}", wish.fact.name, *more),
                )
            )
        return facts, requirements

    def halfway(self, scene: LookScene, desktop: Desktop) -> None:
        """Change the first line of each text only, or half of it where letters can look unlike the rest."""
        for item in scene.items:
            if scene.wish.of_paragraphs:
                if len(item.text) > 1:
                    setattr(item.paragraphs(desktop)[0], scene.wish.prop, scene.wish.value)
                continue
            paragraph = item.paragraphs(desktop)[0]
            text, run = paragraph.text, paragraph.runs[0]
            middle = max(1, len(text) // 2 - 1)
            changed = replace(run, text=text[:middle], **{scene.wish.prop: scene.wish.value})
            paragraph.runs = [changed, replace(run, text=text[middle:])]
