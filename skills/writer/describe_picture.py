"""Skill: describe pictures for those who cannot see them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.spec import Layout, Paragraph, Picture, Run
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.drawing import chart_picture
from forge.skills.writer.support.facts import text_fact
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import Equals, Requirement

ABOUT = ("visits", "costs", "requests", "complaints", "hours worked", "donations", "energy use")
TEXTS = (
    "Column chart of {about} by month", "Chart: {about} over the past year", "{About} in eight columns, one per month",
)  # fmt: skip


@dataclass(frozen=True)
class Scene(WriterScene):
    """The pictures by the numbers of their paragraphs, with what is to be said of them."""

    texts: dict[int, str]
    pictures: tuple[int, ...]


class DescribePicture(WriterSkill[Scene]):
    """One picture, or two of three, told by the captions below them, get an alternative text."""

    id = "writer.images.describe"
    title = "Give a picture an alternative text"
    without = frozenset(("picture",))
    # What LibreOffice calls "Text Alternative" is lost in a docx file; its "Description" is what screen readers get.
    phrasings = (
        "give the picture above {{first}} the description {{text}}[[, and the one above {{second}} the description "
        "{{other}}|]]",
        "set the description of the picture above {{first}} to {{text}}[[ and of the one above {{second}} to "
        "{{other}}|]]",
        "terse: Description, picture above {{first}}: {{text}}.[[ Picture above {{second}}: {{other}}.|]]",
        "polite: Could you please enter {{text}} as the description of the picture above {{first}}[[ and {{other}} as "
        "that of the picture above {{second}}|]]?",
        "chatty: A colleague uses a screen reader. Can you give the picture above {{first}} the description {{text}}"
        "[[ and the picture above {{second}} the description {{other}}|]]?",
        "precise: Description of the picture above {{first}}, for screen readers: {{text}}.[[ Description of the "
        "picture above {{second}}: {{other}}.|]]",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """Pictures with captions are put behind paragraphs."""
        count = {"easy": 1, "medium": 2, "hard": 3}[parameters.difficulty]
        about = random.sample(ABOUT, count)
        behind = sorted(random.sample(paper.prose_numbers()[:-1], count))
        anchors = [paper.body[number] for number in behind]
        for number, (anchor, subject) in enumerate(zip(anchors, about, strict=True), 1):
            picture = Picture(chart_picture(random), 9.6, 6.0)
            centred = Layout(alignment="center", keep_next=True)  # the caption stays with its picture
            paper.spec.insert(Paragraph([Run(picture=picture)], paper.house.body, centred), anchor)
            caption = f"Figure {number}: {subject} by month"
            paper.spec.insert(Paragraph.of(caption, "Caption", alignment="center"), anchor)
        holders = tuple(
            number for number, item in enumerate(paper.body, 1) if any(run.picture for run in item.runs)
        )
        chosen = random.sample(holders, min(2, count) if parameters.difficulty != "easy" else 1)
        texts = {}
        for number in sorted(chosen):
            subject = about[holders.index(number)]
            texts[number] = random.choice(TEXTS).format(about=subject, About=subject.capitalize())
        return Scene(parameters, paper, texts, holders)

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Describe them."""
        self.attempt(scene, desktop)

    def contract(self, scene: Scene) -> Contract:
        """Each picture has its text."""
        paper, facts, requirements = scene.paper, list[Fact](), list[Requirement]()
        names = (("first", "text"), ("second", "other"))
        for (name, text_name), (number, text) in zip(names, scene.texts.items(), strict=False):
            caption = paper.text(number + 1)
            refers = places.paragraphs(paper.mount, number + 1, prop="text")
            says = (f'"{caption}"', f'the caption "{caption}"')
            facts += [Fact(name=name, value=caption, says=says, refers=refers), text_fact(text_name, text)]
            check = Equals(
                select=places.pictures(paper.mount, number, "alternative"), expected=text, text="trimmed"
            )
            requirements.append(
                Requirement(
                    id=name, says=f"It is described: {text}", any_of=((check,),), facts=(name, text_name)
                )
            )
        act = partial(self.attempt, scene)
        return self.task(
            scene,
            facts=facts,
            requirements=requirements,
            writes=[check.select for item in requirements for check in item.checks()],
            variants=(
                Attempt(
                    "two_lines",
                    partial(act, change=lambda text: text.replace(" ", "\n", 1)),
                    why="It was broken into two lines.",
                ),
                Attempt(
                    "broken_later",
                    partial(act, change=lambda text: "\n".join(text.rsplit(" ", 1))),
                    why="Only the last word stands below.",
                ),
            ),
            near_misses=(
                Attempt(
                    "misspelt", partial(act, change=lambda text: text[:-1]), why="The last letter is missing."
                ),
                Attempt("capitals", partial(act, change=str.upper), why="It is written in capitals."),
                Attempt("caption", partial(self.in_caption, scene), why="The caption says it instead."),
                Attempt("smaller", partial(act, width=4.8), why="The picture was resized as well."),
            ),
        )

    def attempt(
        self, scene: Scene, desktop: Desktop, change: Callable[[str], str] = str, width: float = 0
    ) -> None:
        """Describe the pictures, perhaps with another text or size."""
        for number, text in scene.texts.items():
            for run in scene.paper.paragraph(desktop, number).runs:
                if run.picture is not None:
                    run.picture.alternative = change(text)
                    run.picture.width = width or run.picture.width

    def in_caption(self, scene: Scene, desktop: Desktop) -> None:
        """Write the texts into the captions."""
        for number, text in scene.texts.items():
            scene.paper.paragraph(desktop, number + 1).runs[0].text = text
