"""Skill: change the letter case of headings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.looks import Caps
from forge.skills.contract import Attempt, Contract
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.checks import SERIES
from forge.skills.writer.support.facts import heading_fact, word_fact
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import Equals, Matches, Requirement

CASES: dict[str, tuple[Callable[[str], str], tuple[str, ...]]] = {
    "upper": (str.upper, ("capital letters", "upper case", "all capitals")),
    "lower": (str.lower, ("small letters", "lower case")),
}
ONE_LINE = r".*"  # a full stop matches no line break


def broken(change: Callable[[str], str], text: str) -> str:
    """A changed text with a line for each word, or an empty one behind the only word."""
    return change(text).replace(" ", "\n") if " " in text else change(text) + "\n"


@dataclass(frozen=True)
class Scene(WriterScene):
    """The headings, another one, and the case."""

    numbers: tuple[int, ...]
    neighbour: int
    case: str


class ChangeCase(WriterSkill[Scene]):
    """One heading, two or three in capitals or in small letters, as text and not as a format."""

    id = "writer.text.change_case"
    title = "Change letter case throughout"
    phrasings = (
        f"change the text of {SERIES} to {{{{case}}}}, not just its look",
        f"rewrite {SERIES} entirely in {{{{case}}}}, changing the letters themselves",
        f"terse: {SERIES}: change the letters themselves to {{{{case}}}}.",
        f"polite: Could you please convert {SERIES} to {{{{case}}}}, so that the letters themselves change?",
        f"chatty: Can you put {SERIES} in {{{{case}}}}? Not as a font effect, please, the text itself should change.",
        f"precise: Convert the text of {SERIES} to {{{{case}}}}; a font effect is not enough.",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Headings of the document."""
        headings = paper.headings()
        count = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        # One of several words can be set in more than one way in small letters, too.
        several = [number for number in headings if " " in paper.text(number)]
        case = random.choice(sorted(CASES)) if several else "upper"
        first = random.choice(several or headings)
        others = [number for number in headings if number != first]
        *more, neighbour = random.sample(others, min(count, len(others)))
        return Scene(parameters, paper, tuple(sorted((first, *more))), neighbour, case)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Change the letters."""
        self.attempt(scene, desktop, CASES[scene.case][0])

    def contract(self, scene: Scene) -> Contract:
        """Each heading says the same in the other case."""
        paper, (change, says) = scene.paper, CASES[scene.case]
        facts, requirements = [word_fact("case", scene.case, *says)], []
        for name, number in zip(("first", "second", "third"), scene.numbers, strict=False):
            facts.append(heading_fact(name, paper, number))
            wanted = change(paper.text(number))
            text = places.paragraphs(paper.mount, number, prop="text")
            same = Equals(select=text, expected=wanted, text="trimmed")
            checks = (same, Matches(select=text, pattern=ONE_LINE))
            requirements.append(
                Requirement(id=name, says=f"It says {wanted}.", any_of=(checks,), facts=(name, "case"))
            )
        act = partial(self.attempt, scene)
        words = [places.paragraphs(paper.mount, number).below("word").of("caps") for number in scene.numbers]
        other = CASES["lower" if scene.case == "upper" else "upper"][0]
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            # Capitals look the same with the effect, small letters do not.
            free=words if scene.case == "upper" else (),
            variants=self.other_ways(scene),
            near_misses=(
                Attempt("other_case", partial(act, change=other), why="It is the other case."),
                Attempt("in_lines", partial(act, change=partial(broken, change)), why="Lines are broken."),
                Attempt("each_word", partial(act, change=str.title), why="Only first letters are capitals."),
                Attempt("effect", partial(self.effect, scene, str), why="It only looks like capitals."),
                Attempt(
                    "neighbour",
                    partial(act, change=change, instead=scene.neighbour),
                    why="It is another heading.",
                ),
            ),
        )

    def other_ways(self, scene: Scene) -> Iterator[Attempt]:
        """Capitals with the effect as well; small letters with words kept together, or a space at the end."""
        act, change = partial(self.attempt, scene), CASES[scene.case][0]
        if scene.case == "upper":
            yield Attempt("effect_too", partial(self.effect, scene, change), why="It looks the same.")
            small = partial(self.effect, scene, change, caps="small")
            yield Attempt("small_capitals_too", small, why="Capitals look the same as small capitals.")
            return

        yield Attempt(
            "kept_together",
            partial(act, change=lambda text: "\N{NO-BREAK SPACE}".join(change(text).rsplit(" ", 1))),
            why="The last two words are kept together.",
        )
        yield Attempt(
            "space_behind", partial(act, change=lambda text: change(text) + " "), why="Nobody sees the space."
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        change: Callable[[str], str],
        instead: int | None = None,
    ) -> None:
        """Change the letters of the headings, perhaps of another one first."""
        for number in (instead or scene.numbers[0], *scene.numbers[1:]):
            run = scene.paper.paragraph(desktop, number).runs[0]
            run.text = change(run.text)

    def effect(
        self, scene: Scene, change: Callable[[str], str], desktop: Desktop, caps: Caps | None = None
    ) -> None:
        """Give the headings a font effect, and change their letters by what is given."""
        self.attempt(scene, desktop, change)
        for number in scene.numbers:
            for run in scene.paper.paragraph(desktop, number).runs:
                run.restyle(caps=caps or ("all" if scene.case == "upper" else "small"))
