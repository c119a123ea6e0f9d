"""Skill: set the font throughout."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.domain_texts import FONTS
from forge.preparers.writer.spec import Document, Paragraph
from forge.skills.catching import altered, having
from forge.skills.contract import Attempt, Contract, Fact
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.checks import said
from forge.skills.writer.support.papers import Paper
from forge.states.changes import Change
from forge.states.rubric import Equals, Requirement
from forge.states.selectors import Selector

_BODY = ("paragraph", "table")
"""What stands in the body of a document."""


@dataclass(frozen=True)
class Scene(WriterScene):
    """The font, and another one."""

    font: str
    other: str


class FontFamily(WriterSkill[Scene]):
    """All of the text in one font, by hand or through the styles; headers and footers are up to whoever does it."""

    id = "writer.text.font_family"
    title = "Set the font throughout"
    phrasings = (
        "set the whole text[[ of the document|]], headings included, in {{font}}",
        "change the font of the entire text to {{font}}, headings included",
        "terse: Whole text in {{font}}, headings too.",
        "polite: Could you please change the font of the whole text, including headings, to {{font}}?",
        "chatty: We have a new house style. Can you put the whole text in {{font}}, headings and all?",
        "precise: The font of all text in the body of the document, headings included, is to be {{font}}.",
    )

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> Scene:
        """A font that the document does not use."""
        taken = (paper.house.font, paper.house.heading_font)
        return Scene(parameters, paper, *random.sample([font for font in FONTS if font not in taken], 2))

    def solve(self, scene: Scene, desktop: Desktop) -> None:
        """Give every word of the body the font."""
        self.by_hand(scene, desktop)

    def catches(self, scene: Scene, change: Change) -> bool:
        """More words in the body, or fewer."""
        inside = change.mount == scene.paper.mount and change.path[:1] and change.path[0][0] in _BODY
        return bool(inside) and altered(change, having("word", {}))

    def contract(self, scene: Scene) -> Contract:
        """Every word of the body, tables included, has the font."""
        paper = scene.paper
        body = [
            said(paper, number, "font") for number, item in enumerate(paper.body, 1) if paper.words(number)
        ]
        tables = [
            places.table(paper.mount, number)
            .below("row")
            .below("cell")
            .below("paragraph")
            .below("word")
            .of("font")
            for number in range(1, len(paper.spec.tables()) + 1)
        ]
        checks = tuple(Equals(select=item, expected=scene.font) for item in (*body, *tables))
        required = Requirement(id="font", says="All has the font.", any_of=(checks,), facts=("font",))
        section = Selector(paper.mount).below("section")
        beside = [
            section.below(part).below("paragraph").below("word").of("font") for part in ("header", "footer")
        ]
        return self.task(
            scene,
            facts=(Fact(name="font", value=scene.font, says=(scene.font, f'"{scene.font}"')),),
            requirements=(required,),
            writes=[check.select for check in checks],
            free=(Selector(paper.mount).below("style").of("font"), *beside),
            variants=(
                Attempt("by_styles", partial(self.by_styles, scene), why="The styles were changed."),
                Attempt("normal_style", partial(self.by_styles, scene, also=True), why="Both were changed."),
            ),
            near_misses=(
                Attempt(
                    "headings_left",
                    partial(self.by_hand, scene, left="Heading 1"),
                    why="Headings are as before.",
                ),
                Attempt(
                    "title_left", partial(self.by_hand, scene, left="Title"), why="The title is as before."
                ),
                Attempt(
                    "other_font", partial(self.by_hand, scene, font=scene.other), why="It is another font."
                ),
                Attempt("first_section", partial(self.first, scene), why="Only the beginning was selected."),
            ),
        )

    def by_hand(self, scene: Scene, desktop: Desktop, left: str = "", font: str = "") -> None:
        """Format all text of the body, but for paragraphs of a style."""
        for paragraph in _body(scene.paper.document(desktop)):
            if paragraph.style != left:
                _restyle(paragraph, font or scene.font)

    def by_styles(self, scene: Scene, desktop: Desktop, also: bool = False) -> None:
        """Change every style, so that headers and footers follow, and perhaps the text by hand as well."""
        document = scene.paper.document(desktop)
        for style in document.styles.values():
            style.look = style.look.but(font=scene.font)
        if also:
            self.by_hand(scene, desktop)
            document.styles["Header"].look = document.styles["Header"].look.but(font=scene.other)

    def first(self, scene: Scene, desktop: Desktop) -> None:
        """Format the first half only."""
        paragraphs = _body(scene.paper.document(desktop))
        for paragraph in paragraphs[: len(paragraphs) // 2]:
            _restyle(paragraph, scene.font)


def _body(document: Document) -> list[Paragraph]:
    cells = [cell for table in document.tables() for row in table.rows for cell in row.cells]
    return [*document.paragraphs(), *(paragraph for cell in cells for paragraph in cell.paragraphs)]


def _restyle(paragraph: Paragraph, font: str) -> None:
    for run in paragraph.runs:
        if run.footnote is None and run.picture is None:
            run.restyle(font=font)
