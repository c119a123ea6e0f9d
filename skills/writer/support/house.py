"""How the documents of one house look: fonts, sizes, colours, and the habits of whoever wrote them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

from forge.preparers.writer.resolving import Resolver
from forge.preparers.writer.spec import Colour, Document, Page

LONG = 120
"""Letters of a paragraph that counts as prose."""
LETTER, A4 = (21.6, 27.9), (21.0, 29.7)
"""Width and height of paper in North America and elsewhere, in centimetres."""
_NEARLY = 0.2
_USUAL_SIZE = 11
_NUMBER = re.compile(r"\d+\. ")

_FONTS = (
    ("Calibri", "Calibri"), ("Arial", "Arial"), ("Times New Roman", "Arial"), ("Georgia", "Georgia"),
    ("Cambria", "Calibri"), ("Verdana", "Verdana"), ("Liberation Serif", "Liberation Sans"),
    ("Times New Roman", "Times New Roman"),
)  # fmt: skip
_INKS = ("#1F3864", "#000000", "#2E74B5", "#7B2C2C", "#385623", "#404040")
_FILLS = ("#D9E2F3", "#E7E6E6", "#E2EFD9", "#FFF2CC")


@dataclass(frozen=True)
class House:
    """The habits of a house.

    Attributes:
        font: of the text; `heading_font` of what stands above it.
        size: of the text in points.
        ink: the colour of headings.
        fill: the background of the first row of tables.
        body: the style of paragraphs of prose.
        justified: prose fills the lines.
        numbered: headings begin with a number that was typed.
        line: the line spacing.
        wide: the paper is that of North America.
        margin: around the text, in centimetres.
    """

    font: str
    heading_font: str
    size: float
    ink: Colour
    fill: Colour
    body: str
    justified: bool
    numbered: bool
    line: float
    wide: bool
    margin: float

    @classmethod
    def draw(cls, random: Random) -> House:
        """One of many."""
        font, heading_font = random.choice(_FONTS)
        return cls(
            font,
            heading_font,
            random.choice((10.5, 11, 11, 11, 12)),
            Colour(random.choice(_INKS)),
            Colour(random.choice(_FILLS)),
            random.choice(("Normal", "Normal", "Body Text")),
            random.random() < 0.25,
            random.random() < 0.2,
            random.choice((1.0, 1.08, 1.15)),
            random.random() < 0.2,
            random.choice((2.0, 2.5, 2.5, 3.0)),
        )

    @classmethod
    def of(cls, document: Document) -> House:
        """That of a document which is there, told by its styles, its paper and its text."""
        styles, page = document.styles, document.sections[0].page
        prose = [item.style for item in document.paragraphs() if len(item.text) > LONG]
        body = "Body Text" if prose.count("Body Text") > prose.count("Normal") else "Normal"
        resolved, titled = Resolver(document).style("Normal")[0], Resolver(document).style("Title")[0]
        headings = [item.text for item in document.paragraphs() if item.style == "Heading 1"]
        tables = document.tables()
        fill = tables[0].rows[0].cells[0].fill if tables else None
        return cls(
            str(resolved.font),
            str(titled.font),
            float(resolved.size or _USUAL_SIZE),
            titled.colour if isinstance(titled.colour, Colour) else Colour(_INKS[1]),
            fill if fill is not None else Colour(_FILLS[0]),
            body,
            Resolver(document).style(body)[1].alignment == "justify",
            bool(headings) and all(_NUMBER.match(text) for text in headings),
            float(styles["Normal"].layout.line or 1.0),
            abs(min(page.width, page.height) - LETTER[0]) < _NEARLY,
            page.left,
        )

    def dress(self, document: Document) -> None:
        """Give the styles and the paper of a new document the house's look."""
        styles = document.styles
        styles["Normal"].look = styles["Normal"].look.but(font=self.font, size=self.size)
        styles["Normal"].layout = styles["Normal"].layout.but(line=self.line)
        body = styles[self.body]
        if self.justified:
            body.layout = body.layout.but(alignment="justify")
        for name in ("Title", "Subtitle", *(f"Heading {level}" for level in range(1, 7))):
            style = styles[name]
            style.look = style.look.but(font=self.heading_font)
            style.layout = style.layout.but(alignment="left")
            if name != "Subtitle":
                style.look = style.look.but(colour=self.ink)
        for name in ("Header", "Footer", "Caption", "List Paragraph"):
            styles[name].layout = styles[name].layout.but(alignment="left")
        width, height = LETTER if self.wide else A4
        document.sections[0].page = Page(
            width, height, left=self.margin, right=self.margin, top=self.margin, bottom=self.margin
        )

    @property
    def room(self) -> float:
        """The width of the text in centimetres."""
        return (LETTER if self.wide else A4)[0] - 2 * self.margin
