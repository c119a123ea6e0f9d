"""Skill: insert page breaks before headings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.spec import Paragraph
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.checks import FEW, SERIES, blank_lines, few_blank_lines
from forge.skills.writer.support.facts import section_fact
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import AnyCheck, Equals, Requirement


@dataclass(frozen=True)
class Scene(WriterScene):
    """The headings that are to begin a page, and another one."""

    numbers: tuple[int, ...]
    neighbour: int


class PageBreak(WriterSkill[Scene]):
    """One section, two or three begin a page of their own."""

    id = "writer.page.break"
    title = "Insert a page break or blank page"
    dirty = False
    phrasings = (
        f"let {SERIES} start on a new page",
        f"put a page break before {SERIES}",
        f"terse: New page for {SERIES}.",
        f"polite: Could you please insert a page break before {SERIES}?",
        f"chatty: I want to hand out the parts one by one. Can you make {SERIES} begin on a new page?",
        f"precise: Insert a page break directly before the heading of {SERIES}.",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Sections but for the first, which stands below the title."""
        headings = paper.headings()[1:]
        count = {"easy": 1, "medium": 1, "hard": 3}[parameters.difficulty]
        count = min(count + (parameters.difficulty == "medium" and len(headings) > 2), len(headings))
        numbers = tuple(sorted(random.sample(headings, count)))
        others = [number for number in paper.headings() if number not in numbers]
        return Scene(parameters, paper, numbers, random.choice(others))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Break before each heading."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each heading begins a page."""
        paper, facts, requirements = scene.paper, list[Fact](), list[Requirement]()
        for name, number in zip(("first", "second", "third"), scene.numbers, strict=False):
            facts.append(section_fact(name, paper, number))
            check = Equals(
                select=places.paragraphs(paper.mount, number, prop="page_break_before"), expected=True
            )
            any_of: tuple[tuple[AnyCheck, ...], ...] = ((check,),)
            told = [name]
            if not requirements:
                blanks, any_of = few_blank_lines(paper, (check,), FEW + len(scene.numbers))
                facts.append(blanks)
                told.append(blanks.name)
            requirements.append(
                Requirement(id=name, says="The section begins a page.", any_of=any_of, facts=tuple(told))
            )
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            free=(blank_lines(paper),),
            variants=(
                Attempt(
                    "line_left", partial(act, blank="Normal"), why="An empty line is left before the break."
                ),
                Attempt(
                    "heading_left", partial(act, blank="Heading 1"), why="It has the style of the heading."
                ),
            ),
            near_misses=(
                Attempt(
                    "empty_lines", partial(self.pushed, scene), why="Empty lines only push it down for now."
                ),
                Attempt(
                    "neighbour", partial(act, instead=scene.neighbour), why="Another section begins a page."
                ),
                Attempt("behind", partial(act, off=1), why="The heading is left on the page before."),
                Attempt(
                    "many_lines", partial(self.pushed, scene, broken=True), why="Many empty lines are left."
                ),
                Attempt("all", partial(act, also=scene.neighbour), why="One section too many begins a page."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        blank: str = "",
        instead: int | None = None,
        also: int | None = None,
        off: int = 0,
    ) -> None:
        """Break before the headings, or elsewhere, perhaps with an empty line left behind."""
        numbers = [instead or scene.numbers[0], *scene.numbers[1:], *([also] if also else [])]
        body = scene.paper.document(desktop).paragraphs()
        for number in numbers:
            heading = body[number - 1 + off]
            heading.lay_out(page_break=True)
            if blank:
                scene.paper.document(desktop).insert(Paragraph([], blank), heading)

    def pushed(self, scene: Scene, desktop: Desktop, broken: bool = False) -> None:
        """Push the headings down with empty lines, perhaps besides the breaks."""
        if broken:
            self.attempt(scene, desktop)
        body = scene.paper.document(desktop).paragraphs()
        for number in scene.numbers:
            for _ in range(12):
                scene.paper.document(desktop).insert(Paragraph([], "Normal"), body[number - 1])
