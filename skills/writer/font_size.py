"""Skill: set the font size of given paragraphs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer.spec import Look
from forge.skills.contract import Attempt, Contract
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.checks import SERIES, said
from forge.skills.writer.support.facts import paragraph_fact, size_fact
from forge.skills.writer.support.papers import Paper
from forge.skills.writer.support.styling import by_own_style, style_freedom
from forge.states.rubric import Equals, Requirement

SIZES = (8, 9, 10, 12, 13, 14, 16, 18)


@dataclass(frozen=True)
class Scene(WriterScene):
    """The paragraphs, a neighbour, the size, and another one."""

    numbers: tuple[int, ...]
    neighbour: int
    size: float
    other: float


class FontSize(WriterSkill[Scene]):
    """One paragraph, two or three, in one new size."""

    id = "writer.text.font_size"
    title = "Set font size"
    phrasings = (
        f"set [[the font size of|the text size of]] {SERIES} to {{{{size}}}}",
        f"make {SERIES} {{{{size}}}} in size",
        f"terse: Font size {{{{size}}}}: {SERIES}.",
        f"polite: Could you please change the text size of {SERIES} to {{{{size}}}}?",
        f"chatty: The printout is hard to read in places. Can you put {SERIES} in {{{{size}}}}?",
        f"precise: All the text of {SERIES} is to have the font size {{{{size}}}}.",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """So many paragraphs as it is difficult, all of another size than the new one."""
        count = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        *numbers, neighbour = random.sample(paper.tellable(paper.prose_numbers()), count + 1)
        size, other = random.sample([size for size in SIZES if size != paper.house.size], 2)
        return Scene(parameters, paper, tuple(numbers), neighbour, size, other)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Give all words the size."""
        self.resize(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Every word of each paragraph has the size."""
        paper, facts, requirements = scene.paper, [size_fact("size", scene.size)], []
        for name, number in zip(("first", "second", "third"), scene.numbers, strict=False):
            facts.append(paragraph_fact(name, paper, number))
            check = Equals(select=said(paper, number, "size"), expected=scene.size)
            says = f"All words of paragraph {number} have {scene.size} points."
            requirements.append(
                Requirement(id=name, says=says, any_of=((check,),), facts=(name, "size"))
            )
        act = partial(self.resize, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            free=style_freedom(paper, scene.numbers),
            variants=by_own_style(paper, scene.numbers, Look(size=scene.size)),
            near_misses=(
                Attempt("other_size", partial(act, size=scene.other), why="It is another size."),
                Attempt("neighbour", partial(act, instead=scene.neighbour), why="It is another paragraph."),
                Attempt("style", partial(self.whole_style, scene), why="All paragraphs of the style changed."),
                Attempt("last_words_left", partial(act, left=3), why="The last words were not selected."),
            ),
        )

    def resize(
        self, scene: Scene, desktop: Desktop, size: float | None = None, instead: int | None = None, left: int = 0
    ) -> None:
        """Resize the paragraphs, perhaps to another size, another one first, or without its last words."""
        for number in (instead or scene.numbers[0], *scene.numbers[1:]):
            paragraph = scene.paper.paragraph(desktop, number)
            kept = " ".join(paragraph.text.split()[-left:]) if left else ""
            before = {id(run): run.look for run in (paragraph.find(kept) if kept else ())}
            for run in paragraph.runs:
                if run.footnote is None and id(run) not in before:
                    run.restyle(size=size or scene.size)

    def whole_style(self, scene: Scene, desktop: Desktop) -> None:
        """Change the style instead of the paragraphs."""
        style = scene.paper.document(desktop).styles[scene.paper.house.body]
        style.look = style.look.but(size=scene.size)
