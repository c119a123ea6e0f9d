"""Skills that type new paragraphs behind one that is there, which look like one that is there."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.spec import Paragraph, Run
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.checks import FEW, blank_lines, few_blank_lines, typed_paragraph
from forge.skills.writer.support.facts import manner_fact
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import AnyCheck, Equals, Requirement
from forge.states.selectors import Selector


@dataclass(frozen=True)
class Scene(WriterScene):
    """What is to be typed where.

    Attributes:
        after: the paragraph behind which the new ones stand.
        model: the paragraph that they look like.
        texts: what they say, in order.
        told: the facts that tell all that.
        wrong: another place to type at.
    """

    after: int
    model: int
    texts: tuple[str, ...]
    told: tuple[Fact, ...]
    wrong: int


class NewLines(WriterSkill[Scene]):
    """A skill that types new paragraphs."""

    without = frozenset(("table",))
    dirty = False

    @abstractmethod
    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Choose what is typed, and where."""

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Type them."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each new paragraph is there, stands where it belongs and looks like the others."""
        paper = scene.paper
        positions = tuple(range(scene.after + 1, scene.after + 1 + len(scene.texts)))
        facts = [*scene.told, manner_fact("manner", paper, scene.model, *positions)]
        names = [fact.name for fact in facts]
        requirements, writes = [], []
        for index, (text, position) in enumerate(zip(scene.texts, positions, strict=True), 1):
            line = Selector(paper.mount).below("paragraph", text=text)
            checks = (
                *typed_paragraph(line, paper, scene.model),
                Equals(select=line.of("@position"), expected=position),
            )
            any_of: tuple[tuple[AnyCheck, ...], ...] = (checks,)
            told = tuple(names)
            if index == 1:
                blanks, any_of = few_blank_lines(paper, checks, FEW)
                facts, told = [*facts, blanks], (*names, blanks.name)
            requirements.append(
                Requirement(id=f"line {index}", says=f"{text[:40]!r} is there.", any_of=any_of, facts=told)
            )
            writes.append(line)
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=writes,
            reads=(places.paragraphs(paper.mount, scene.model),),
            free=(blank_lines(paper),),
            variants=(
                Attempt(
                    "line_left", partial(act, blanks=("Normal",)), why="An empty line is left behind it."
                ),
                Attempt(
                    "lines_left", partial(act, blanks=("Normal", "Normal")), why="Two empty lines are left."
                ),
                Attempt(
                    "at_the_end", partial(act, at_end=True), why="An empty line is left at the very end."
                ),
            ),
            near_misses=(
                Attempt("elsewhere", partial(act, after=scene.wrong), why="It stands at another place."),
                Attempt("joined", partial(self.joined, scene), why="It was typed into the paragraph before."),
                Attempt(
                    "misspelt",
                    partial(act, change=lambda text: text[:-2]),
                    why="The last letters are missing.",
                ),
                Attempt("bold", partial(act, bold=True), why="It looks unlike the others."),
                Attempt("heading", partial(act, style="Heading 2"), why="It has the style of a heading."),
                Attempt(
                    "many_lines",
                    partial(act, blanks=("Normal",) * 12),
                    why="Many empty lines are left behind it.",
                ),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        *,
        blanks: Sequence[str] = (),
        at_end: bool = False,
        after: int = 0,
        change: Callable[[str], str] = str,
        bold: bool | None = None,
        style: str = "",
    ) -> None:
        """Type the paragraphs, or do it differently."""
        document = scene.paper.document(desktop)
        body = document.paragraphs()
        at = after or scene.after
        following = body[at] if at < len(body) else None
        model = body[scene.model - 1]
        made = [deepcopy(model) for _ in scene.texts]
        for line, text in zip(made, scene.texts, strict=True):
            line.runs = [Run(change(text))]
            line.runs[0].restyle(bold=bold)
            line.style = style or model.style
            if line.list_format is not None and line.list_format.start is not None:
                line.list_format = None
        made += [Paragraph([], name) for name in blanks]
        for line in made:
            if following is None:
                document.add(line)
            else:
                document.insert(line, following)
        if at_end:
            document.add(Paragraph([], "Normal"))

    def joined(self, scene: Scene, desktop: Desktop) -> None:
        """Type it behind what the paragraph before says."""
        paragraph = scene.paper.paragraph(desktop, scene.after)
        paragraph.runs.append(Run(f" {' '.join(scene.texts)}"))
