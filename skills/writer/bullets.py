"""Skill: turn paragraphs into a list."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.spec import Layout, ListFormat, ListKind, Paragraph
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.checks import any_of
from forge.skills.writer.support.facts import word_fact
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import Absent, AnyCheck, Equals, Requirement

KINDS: dict[ListKind, tuple[str, ...]] = {
    "bullet": ("a bulleted list", "a list with bullets"),
    "decimal": ("a numbered list", "a list numbered 1, 2, 3"),
    "lower letter": ("a list lettered a, b, c",),
}
SIGNS: dict[ListKind, tuple[str, ...]] = {
    "bullet": ("▪", "–", "◦"), "decimal": ("%n)", "(%n)", "%n"), "lower letter": ("%n)", "(%n)", "%n"),
}  # fmt: skip
"""Other signs than the usual ones."""


@dataclass(frozen=True)
class Scene(WriterScene):
    """The lines and the kind of list."""

    numbers: tuple[int, ...]
    kind: ListKind
    other: ListKind


class Bullets(WriterSkill[Scene]):
    """Lines become a list with bullets, numbers or letters; which bullets and brackets is open."""

    id = "writer.lists.create"
    title = "Turn paragraphs into a bulleted or numbered list"
    without = frozenset(("list", "numbers"))
    phrasings = (
        "turn {{lines}} into {{kind}}",
        "make {{kind}} of {{lines}}",
        "terse: {{lines}}: {{kind}}, please.",
        "polite: Could you please format {{lines}} as {{kind}}?",
        "chatty: The points are hard to tell apart. Can you turn {{lines}} into {{kind}}?",
        "precise: Format {{lines}} as {{kind}}, all on the first level.",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Points of a section are written behind one of its paragraphs, in plain lines."""
        sections = [section for section in paper.kit.sections if len(section.points) > 2]
        points = list(dict.fromkeys(point for section in sections for point in section.points))
        count = {"easy": 3, "medium": 5, "hard": 8}[parameters.difficulty]
        chosen = random.sample(points, min(count, len(points)))
        after = random.choice(paper.prose_numbers()[:-1])
        following = paper.body[after]
        for point in chosen:
            paper.spec.insert(Paragraph.of(point, paper.house.body), following)
        numbers = tuple(range(after + 1, after + 1 + len(chosen)))
        return Scene(parameters, paper, numbers, *random.sample(sorted(KINDS), 2))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Make the list."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each line is an entry, and they count from one on."""
        paper = scene.paper
        texts = tuple(paper.text(number) for number in scene.numbers)
        says = (
            f'the {len(texts)} lines from "{texts[0]}" to "{texts[-1]}"',
            f'the lines from "{texts[0]}" to "{texts[-1]}"',
        )
        lines = places.paragraphs(paper.mount, *scene.numbers)
        checks: tuple[AnyCheck, ...] = (
            Equals(select=lines.of("list"), expected=scene.kind),
            Equals(select=lines.of("list_level"), expected=1),
            Absent(select=lines.of("list_start")),
        )
        required = Requirement(id="list", says="They are a list.", any_of=(checks,), facts=("lines", "kind"))
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=(
                Fact(name="lines", value=texts, says=says),
                word_fact("kind", scene.kind, *KINDS[scene.kind]),
            ),
            requirements=(required,),
            writes=[check.select for check in checks],
            free=any_of(lines, ("list_sign", "indent_left", "first_line", "style", "space_after")),
            variants=(
                Attempt("other_sign", partial(act, sign=0), why="Which sign stands before it was not said."),
                Attempt("third_sign", partial(act, sign=1), why="It is one more such sign."),
                Attempt("list_style", partial(act, style="List Paragraph"), why="They have a style for lists."),
            ),
            near_misses=(
                Attempt("other_kind", partial(act, kind=scene.other), why="It is another kind of list."),
                Attempt("last_left", partial(act, numbers=scene.numbers[:-1]), why="The last line is none."),
                Attempt("second_level", partial(act, level=2), why="The last entry is one level too deep."),
                Attempt("typed", partial(self.typed, scene), why="The signs were typed."),
                Attempt("one_more", partial(act, more=True), why="The next paragraph is an entry as well."),
            ),
        )

    def attempt(
        self,
        scene: Scene,
        desktop: Desktop,
        sign: int | None = None,
        kind: ListKind | None = None,
        numbers: tuple[int, ...] = (),
        style: str = "",
        level: int = 1,
        more: bool = False,
    ) -> None:
        """Make the list, or another one."""
        chosen = [*(numbers or scene.numbers), *([scene.numbers[-1] + 1] if more else [])]
        for number in chosen:
            line = scene.paper.paragraph(desktop, number)
            text = SIGNS[scene.kind][sign] if sign is not None else None
            line.list_format = ListFormat(kind or scene.kind, level if number == chosen[-1] else 1, text)
            if style:
                now = scene.paper.layout(number)
                line.style, line.layout = style, Layout(now.alignment, line=now.line)

    def typed(self, scene: Scene, desktop: Desktop) -> None:
        """Type signs before the lines."""
        for index, number in enumerate(scene.numbers, 1):
            sign = {"bullet": "•", "decimal": f"{index}.", "lower letter": f"{'abcdefgh'[index - 1]}."}[scene.kind]
            scene.paper.paragraph(desktop, number).runs[0].text = f"{sign} {scene.paper.text(number)}"
