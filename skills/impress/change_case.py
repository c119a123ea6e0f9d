"""Skill: change the letters of titles to capitals or small letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck
from forge.skills.impress.support.facts import words_fact, worked_out
from forge.skills.impress.support.look_skill import WHERE
from forge.skills.impress.support.targets import Target, resized, targets
from forge.states.rubric import Equals, Requirement

CASES: Mapping[str, tuple[Callable[[str], str], tuple[str, ...]]] = {
    "upper": (str.upper, ("capital letters throughout", "capital letters only")),
    "lower": (str.lower, ("small letters throughout", "small letters only")),
}
COUNT = {"easy": 1, "medium": 2, "hard": 3}


@dataclass(frozen=True)
class Scene(ImpressScene):
    """The titles, the case, and the title of another slide."""

    items: tuple[Target, ...]
    case: str
    stray: Target

    @property
    def change(self) -> Callable[[str], str]:
        """What happens to the letters."""
        return CASES[self.case][0]


class ChangeCase(ImpressSkill[Scene]):
    """Titles in capitals or in small letters; the harder, the more."""

    id = "impress.text.change_case"
    title = "Change the letter case of titles"
    phrasings = (
        "put " + WHERE + " into {{case}}",
        "change " + WHERE + " to {{case}}",
        "terse: " + WHERE + ": {{case}}.",
        "polite: Could you please write " + WHERE + " in {{case}}?",
        "chatty: It should look a bit different. Can you change " + WHERE + " to {{case}}, same words?",
        "precise: The letters of " + WHERE + " are to be changed to {{case}}; the words stay.",
    )

    def scene(self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random) -> Scene:
        """Titles of plain letters, whose case can be changed without doubt."""
        titles = [item for item in targets(deck) if item.key == "title" and item.text[0].text.isascii()]
        count = min(COUNT[parameters.difficulty], len(titles) - 1)
        *chosen, stray = random.sample(titles, count + 1)
        return Scene(parameters, deck, tuple(chosen), random.choice(sorted(CASES)), stray)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Change them."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each title has its words in the case, spaces aside."""
        facts: list[Fact] = [words_fact("case", scene.case, *CASES[scene.case][1])]
        requirements = []
        for number, item in enumerate(scene.items, 1):
            suffix = f"_{number}" if number > 1 else ""
            select, text = item.select("text"), scene.change(item.text[0].text)
            slide, target = item.facts(suffix)
            by_number = tuple(
                says for says in slide.says if '"' not in says
            )  # a title told is a title half done
            facts += [
                slide.model_copy(update={"says": by_number}),
                target,
                worked_out(f"text{suffix}", text, select),
            ]
            check = Equals(select=select, expected=text, text="trimmed")
            names = ("case", f"slide{suffix}", f"target{suffix}", f"text{suffix}")
            requirements.append(
                Requirement(id=f"title{suffix}", says="It is so.", any_of=((check,),), facts=names)
            )
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            free=[item.height for item in scene.items],
            variants=(*resized(scene.items, Attempt("done", act)),),
            near_misses=(
                Attempt(
                    "title_case", partial(act, change=str.title), why="Only the first letters are capitals."
                ),
                Attempt("swapped", partial(act, change=str.swapcase), why="Each letter the other way round."),
                Attempt("stray", partial(act, items=(scene.stray, *scene.items[1:])), why="Another title."),
                Attempt("one_more", partial(act, items=(*scene.items, scene.stray)), why="A title too many."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        change: Callable[[str], str] | None = None,
        items: tuple[Target, ...] = (),
    ) -> None:
        """Change the letters of titles."""
        for item in items or scene.items:
            for run in item.runs(desktop):
                run.text = (change or scene.change)(run.text)
