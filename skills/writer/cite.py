"""Skill: put a citation where marked."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.spec import Paragraph
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.facts import text_fact, worked_out
from forge.skills.writer.support.papers import Paper
from forge.skills.writer.support.sources import draw_sources
from forge.states.rubric import Equals, Requirement

MARKS = ("[source]", "[book]", "[study]")
CITED = "{{mark}} [[with the number of|by the number of]] {{first}}"
MORE = "[[ and {{other_mark}} by that of {{second}}|, {{other_mark}} by that of {{second}} and {{third_mark}} by that of {{third}}|]]"  # noqa: E501 - one phrase


@dataclass(frozen=True)
class Scene(WriterScene):
    """Where which mark stands, and the numbers and texts of the sources that belong there."""

    cited: tuple[tuple[int, str, int], ...]
    heading: int


class Cite(WriterSkill[Scene]):
    """One mark in the text, two or three, become the number of a source of the list, in brackets."""

    id = "writer.references.cite"
    title = "Put a citation where marked"
    without = frozenset(("footnotes", "numbers"))
    phrasings = (
        f"replace {CITED}{MORE} in the list of sources, in square brackets",
        f"cite the sources where they are marked: replace {CITED}{MORE}, in square brackets",
        f"terse: Replace {CITED}{MORE}, in square brackets.",
        f"polite: Could you please replace {CITED}{MORE} in the list of sources, in square brackets?",
        f"chatty: I left marks where the citations belong. Can you replace {CITED}{MORE}, in square brackets?",
        f"precise: In the text, replace {CITED}{MORE}, as listed under the sources, in square brackets.",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Marks are written behind paragraphs, and a numbered list of sources at the end."""
        count = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        numbers = random.sample(paper.prose_numbers(), count)
        for number, mark in zip(numbers, MARKS, strict=False):
            paper.body[number - 1].runs[
                -1
            ].text += f" This is confirmed by a recent work {mark} on the matter."
        paper.spec.add(Paragraph.of("Sources", "Heading 1"))
        heading = len(paper.body)
        sources = draw_sources(random, count + 4)
        random.shuffle(sources)
        for at, source in enumerate(sources, 1):
            paper.spec.add(Paragraph.of(f"[{at}] {source}", paper.house.body))
        chosen = random.sample(range(1, len(sources) + 1), count)
        cited = tuple(zip(numbers, MARKS[:count], chosen, strict=True))
        return Scene(parameters, paper, cited, heading)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Replace the marks."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each paragraph says the same with the number for the mark."""
        paper, facts, requirements = scene.paper, list[Fact](), list[Requirement]()
        names = (("mark", "first"), ("other_mark", "second"), ("third_mark", "third"))
        for (mark_name, name), (number, mark, at) in zip(names, scene.cited, strict=False):
            line = scene.heading + at
            source = paper.text(line)
            bare = source.partition("] ")[2]
            author, title = bare.partition(" (")[0], bare.partition("). ")[2].partition(".")[0]
            place = places.paragraphs(paper.mount, line, prop="text")
            wanted = paper.text(number).replace(mark, f"[{at}]")
            text = places.paragraphs(paper.mount, number, prop="text")
            hidden = worked_out(f"text_{name}", wanted, text, place)
            facts += [
                text_fact(mark_name, mark),
                Fact(name=name, value=title, says=(f'"{title}" ({author})',)),
                hidden,
            ]
            check = Equals(select=text, expected=wanted, text="trimmed")
            requirements.append(
                Requirement(
                    id=name,
                    says=f"It cites [{at}].",
                    any_of=((check,),),
                    facts=(mark_name, name, hidden.name),
                )
            )
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            reads=[
                places.paragraphs(paper.mount, scene.heading + at, prop="text") for _, _, at in scene.cited
            ],
            variants=(
                Attempt("kept_together", partial(self.kept_together, scene), why="No line breaks before it."),
                Attempt(
                    "closer",
                    partial(self.kept_together, scene, space="\N{NARROW NO-BREAK SPACE}"),
                    why="The space before it is narrow.",
                ),
            ),
            near_misses=(
                Attempt("next_source", partial(act, off=1), why="It is the number of the next source."),
                Attempt("round_brackets", partial(act, form="({})"), why="The brackets are round."),
                Attempt("no_brackets", partial(act, form="{}"), why="The brackets are missing."),
                Attempt("mark_left", partial(act, form="[source] [{}]"), why="The mark was left there."),
            ),
        )

    def attempt(self, scene: Scene, desktop: Desktop, form: str = "[{}]", off: int = 0) -> None:
        """Replace the marks, perhaps by other numbers or in another form."""
        for number, mark, at in scene.cited:
            scene.paper.paragraph(desktop, number).replace(mark, form.format(at + off))

    def kept_together(self, scene: Scene, desktop: Desktop, space: str = "\N{NO-BREAK SPACE}") -> None:
        """Replace the marks, with spaces before them at which no line breaks."""
        self.attempt(scene, desktop)
        for number, _, at in scene.cited:
            scene.paper.paragraph(desktop, number).replace(f" [{at}]", f"{space}[{at}]")
