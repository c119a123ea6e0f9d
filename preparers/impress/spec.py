"""What a presentation is, for those who build and edit one: plain objects that can be changed in place.

Lengths are centimetres with two decimals, sizes of text and spaces between paragraphs points. What a text leaves
open (None) is as the master says for its role: titles and bodies look alike on all slides until one is changed.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from forge.errors import PreparerError
from forge.preparers.impress.parts import (
    BLACK,
    WHITE,
    Alignment,
    Anchor,
    Chart,
    Dash,
    Line,
    Master,
    Paragraph,
    Role,
    Run,
    Script,
    Series,
    Speed,
    Table,
    TableCell,
    TextStyle,
    Transition,
    Underline,
    text_of,
    texts,
)
from forge.preparers.impress.vocabulary import NO_BULLET
from forge.states.values import Colour

__all__ = [
    "BLACK",
    "NO_BULLET",
    "WHITE",
    "Alignment",
    "Anchor",
    "Chart",
    "Colour",
    "Dash",
    "Line",
    "Master",
    "Paragraph",
    "Presentation",
    "Role",
    "Run",
    "Script",
    "Series",
    "Shape",
    "Slide",
    "Speed",
    "Table",
    "TableCell",
    "TextStyle",
    "Transition",
    "Underline",
    "text_of",
    "texts",
]

WIDE = (33.86, 19.05)
"""Width and height of a slide of 16 by 9, in centimetres."""
STANDARD = (25.4, 19.05)
"""Width and height of a slide of 4 by 3."""


@dataclass
class Shape:
    """Something that stands on a slide: a text, a drawing, a picture, a table or a chart.

    Attributes:
        name: its name on the slide; placeholders are told by their role instead.
        left: from the left edge of the slide to its own, before it is turned.
        top: likewise from the top.
        width: how wide it is.
        height: how high it is.
        role: what it is the placeholder of; None for other shapes.
        geometry: the form of its outline, as in `rectangle`; `line` for a straight line.
        paragraphs: its text.
        anchor: where in the shape the text stands; None is as the role has it, without a role at the top.
        fill: the colour inside; None for none; the name of another kind of fill, which is read and not written.
        line: the outline; None for none.
        rotation: in degrees clockwise.
        flipped: of a line: it rises from left to right.
        description: of a picture, the alternative text.
        picture: the bytes of a PNG or JPEG file, where it is a picture.
        table: the table, where it is one.
        chart: the chart, where it is one.
    """

    name: str = ""
    left: float = 0.0
    top: float = 0.0
    width: float = 5.0
    height: float = 2.0
    role: Role | None = None
    geometry: str = "rectangle"
    paragraphs: list[Paragraph] = field(default_factory=list)
    anchor: Anchor | None = None
    fill: Colour | str | None = None
    line: Line | None = None
    rotation: float = 0.0
    flipped: bool = False
    description: str | None = None
    picture: bytes | None = None
    table: Table | None = None
    chart: Chart | None = None

    @property
    def kind(self) -> str:
        """What it is: `picture`, `table`, `chart`, or the form of its outline."""
        for name in ("picture", "table", "chart"):
            if getattr(self, name) is not None:
                return name
        return self.geometry

    @property
    def text(self) -> str:
        """Its text, a line for each paragraph."""
        return text_of(self.paragraphs)

    def write(self, *lines: str) -> None:
        """Set its text, a paragraph for each line, formatted as the master says."""
        self.paragraphs = texts(*lines)

    def move(self, left: float, top: float) -> None:
        """Put its upper left corner somewhere else."""
        self.left, self.top = left, top


@dataclass
class Slide:
    """One slide.

    Attributes:
        shapes: from the one at the back to the one in front.
        hidden: it is left out when the slides are shown.
        notes: the speaker's notes, a line for each paragraph.
        background: its own background, a colour or the bytes of a picture; None is the master's. The name of
            another kind of fill is read and not written; likewise of the master.
        transition: how it comes in; None for none.
        master: the number of its master.
    """

    shapes: list[Shape] = field(default_factory=list)
    hidden: bool = False
    notes: str = ""
    background: Colour | bytes | str | None = None
    transition: Transition | None = None
    master: int = 1

    def find(self, role: Role, number: int = 1) -> Shape | None:
        """The placeholder of a role, counted from 1 among those of that role; None where there is none."""
        found = [shape for shape in self.shapes if shape.role == role]
        return found[number - 1] if number <= len(found) else None

    def placeholder(self, role: Role, number: int = 1) -> Shape:
        """The placeholder of a role, counted from 1 among those of that role.

        Raises:
            PreparerError: there is none.
        """
        found = self.find(role, number)
        if found is None:
            roles = ", ".join(shape.role for shape in self.shapes if shape.role is not None) or "none"
            raise PreparerError(f"The slide has no {role} {number}; its placeholders are: {roles}.")
        return found

    @property
    def title(self) -> Shape:
        """Its title.

        Raises:
            PreparerError: it has none.
        """
        return self.placeholder("title")

    @property
    def body(self) -> Shape:
        """Its body.

        Raises:
            PreparerError: it has none.
        """
        return self.placeholder("body")

    def shape(self, name: str) -> Shape:
        """The shape of a name that is no placeholder.

        Raises:
            PreparerError: there is none.
        """
        for shape in self.shapes:
            if shape.role is None and shape.name == name:
                return shape
        known = ", ".join(repr(shape.name) for shape in self.shapes if shape.role is None) or "none"
        raise PreparerError(f"The slide has no shape {name!r}; it has {known}.")


@dataclass
class Presentation:
    """A presentation.

    Attributes:
        slides: in the order in which they are shown.
        width: of every slide.
        height: of every slide.
        master: what all slides share.
        more_masters: further masters, which are read and not written.
    """

    slides: list[Slide] = field(default_factory=list)
    width: float = WIDE[0]
    height: float = WIDE[1]
    master: Master = field(default_factory=Master)
    more_masters: list[Master] = field(default_factory=list)

    def slide(self, number: int) -> Slide:
        """A slide by its number from 1.

        Raises:
            PreparerError: there is none.
        """
        if not 1 <= number <= len(self.slides):
            raise PreparerError(f"The presentation has slides 1 to {len(self.slides)}, so none is {number}.")
        return self.slides[number - 1]
