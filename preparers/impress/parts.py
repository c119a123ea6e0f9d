"""What slides are made of: texts and how they look, tables, charts, transitions, the master."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from forge.preparers.impress.vocabulary import NO_BULLET
from forge.states.values import Colour

if TYPE_CHECKING:
    from forge.preparers.impress.spec import Shape

Alignment = Literal["left", "centre", "right", "justify"]
Anchor = Literal["top", "middle", "bottom"]
Underline = Literal["single", "double", "thick", "dotted", "dashed", "wavy"]
Script = Literal["superscript", "subscript"]
Dash = Literal["solid", "dashed", "dotted", "dash-dot"]
Role = Literal["title", "subtitle", "body", "date", "footer", "slide number"]
Speed = Literal["slow", "medium", "fast"]

BLACK, WHITE = Colour("#000000"), Colour("#FFFFFF")
LEVELS = 5
"""Levels of a list."""


@dataclass
class Run:
    r"""A stretch of text that looks the same throughout.

    Attributes:
        text: the text; a line break within the paragraph is a `\n`.
        bold: None is as the master says; likewise colour, font and size.
        italic: italic text.
        underline: the kind of underline; None for none.
        strike: struck through.
        colour: the colour of the text.
        font: the font family.
        size: in points.
        script: raised or lowered; None for neither.
        link: the web or mail address where it leads; None for nowhere.
    """

    text: str
    bold: bool | None = None
    italic: bool = False
    underline: Underline | None = None
    strike: bool = False
    colour: Colour | None = None
    font: str | None = None
    size: float | None = None
    script: Script | None = None
    link: str | None = None


@dataclass
class Paragraph:
    """A paragraph.

    Attributes:
        runs: its text.
        level: of the list, from 1.
        alignment: None is as the master says; likewise bullet and spaces.
        bullet: the sign before it, or how it is counted, as in `1.`; `none` for none.
        line_spacing: in per cent of a single line.
        before: the space before it in points.
        after: the space after it in points.
    """

    runs: list[Run] = field(default_factory=list)
    level: int = 1
    alignment: Alignment | None = None
    bullet: str | None = None
    line_spacing: float | None = None
    before: float | None = None
    after: float | None = None

    @property
    def text(self) -> str:
        """Its text."""
        return "".join(run.text for run in self.runs)


def texts(*lines: str) -> list[Paragraph]:
    """A paragraph for each line, as the master formats them; an empty line is an empty paragraph."""
    return [Paragraph([Run(line)] if line else []) for line in lines]


def text_of(paragraphs: Sequence[Paragraph]) -> str:
    """The text of paragraphs, a line each."""
    return "\n".join(paragraph.text for paragraph in paragraphs)


@dataclass
class Line:
    """An outline, or a line.

    Attributes:
        colour: its colour.
        width: in points.
        dash: how it is broken.
    """

    colour: Colour = BLACK
    width: float = 1.0
    dash: Dash = "solid"


@dataclass
class TableCell:
    """A cell of a table.

    Attributes:
        paragraphs: its text.
        fill: the background; None for none; the name of another kind of fill is read and not written.
        anchor: where in the cell the text stands.
    """

    paragraphs: list[Paragraph] = field(default_factory=list)
    fill: Colour | str | None = None
    anchor: Anchor = "top"

    @property
    def text(self) -> str:
        """Its text, a line for each paragraph."""
        return text_of(self.paragraphs)

    def write(self, *lines: str) -> None:
        """Set its text, a paragraph for each line."""
        self.paragraphs = texts(*lines)


@dataclass
class Table:
    """A table.

    Attributes:
        rows: its cells, row by row, as many in each.
        widths: of its columns; together they are as wide as the shape.
    """

    rows: list[list[TableCell]] = field(default_factory=list)
    widths: list[float] = field(default_factory=list)

    @staticmethod
    def of(values: Sequence[Sequence[str]], width: float) -> Table:
        """A table of texts whose columns share a width."""
        count = max(map(len, values))
        each = round(width / count, 2)
        widths = [each] * (count - 1) + [round(width - each * (count - 1), 2)]
        return Table([[TableCell(texts(text)) for text in row] for row in values], widths)


@dataclass
class Series:
    """A series of numbers of a chart, with its name; None where a number is missing."""

    name: str
    values: list[float | None]


@dataclass
class Chart:
    """A chart.

    Attributes:
        type: `column`, `bar`, `line` or `pie`.
        categories: what the numbers are about.
        series: the numbers.
        grouping: how series of columns and bars go together.
        title: the text of its title, or None.
        x_title: the title of the axis of categories, or None.
        y_title: the title of the axis of values, or None.
        legend: where the legend stands, or None.
    """

    type: str = "column"
    categories: list[str] = field(default_factory=list)
    series: list[Series] = field(default_factory=list)
    grouping: str = "clustered"
    title: str | None = None
    x_title: str | None = None
    y_title: str | None = None
    legend: str | None = None


@dataclass
class Transition:
    """How a slide comes in.

    Attributes:
        type: as in `fade`.
        speed: how fast.
        after: it gives way to the next slide by itself after so many seconds; None waits for a click.
    """

    type: str = "fade"
    speed: Speed = "medium"
    after: float | None = None


@dataclass
class TextStyle:
    """How the text of a role looks on every slide that does not say otherwise."""

    font: str = "Arial"
    size: float = 18
    colour: Colour = BLACK
    bold: bool = False
    alignment: Alignment = "left"
    anchor: Anchor = "top"


@dataclass
class Master:
    """What all slides share.

    Attributes:
        background: the colour behind everything.
        shapes: what stands on every slide, behind its own shapes.
        title: how titles look.
        subtitle: how subtitles look.
        body: how bodies look; the size is that of the first level.
        other: how all other texts look.
        small: how dates, footers and slide numbers look.
        level_sizes: the sizes of the text of bodies on each level after the first.
        bullets: the bullets of bodies on each level.
        before: the space before paragraphs of bodies, in points.
    """

    background: Colour | bytes | str = WHITE
    shapes: list[Shape] = field(default_factory=list)
    title: TextStyle = field(default_factory=lambda: TextStyle(size=40, anchor="middle"))
    subtitle: TextStyle = field(default_factory=lambda: TextStyle(size=24))
    body: TextStyle = field(default_factory=lambda: TextStyle(size=28))
    other: TextStyle = field(default_factory=TextStyle)
    small: TextStyle = field(default_factory=lambda: TextStyle(size=12, anchor="middle"))
    level_sizes: tuple[float, ...] = (24, 20, 18, 18)
    bullets: tuple[str, ...] = ("•", "–", "•", "–", "•")
    before: float = 6

    def style(self, role: Role | None) -> TextStyle:
        """How the text of a role looks."""
        match role:
            case "title":
                return self.title
            case "subtitle":
                return self.subtitle
            case "body":
                return self.body
            case "date":
                return self.small
            case "footer":
                return replace(self.small, alignment="centre")
            case "slide number":
                return replace(self.small, alignment="right")
        return self.other

    def size(self, role: Role | None, level: int) -> float:
        """The size of a text of a role and level."""
        if role == "body" and 1 < level <= LEVELS:
            return self.level_sizes[level - 2]
        return self.style(role).size

    def bullet(self, role: Role | None, level: int) -> str:
        """The bullet of a paragraph of a role and level; `none` for none."""
        return self.bullets[min(level, LEVELS) - 1] if role == "body" else NO_BULLET
