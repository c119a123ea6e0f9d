"""What a document is, for those who build and edit one: plain objects that can be changed in place.

A document is a list of blocks: paragraphs, tables, a table of contents. A paragraph is a list of runs, each text of
one look, or one thing that stands in the text: a field, a footnote, a picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from forge.errors import PreparerError
from forge.preparers.writer.looks import (
    BLACK,
    FLOWING,
    PLAIN,
    Alignment,
    Caps,
    Layout,
    Leader,
    LineRule,
    Look,
    Script,
    Style,
    TabKind,
    TabStop,
    Underline,
)
from forge.preparers.writer.stock import built_in_styles
from forge.states.values import Colour

__all__ = [
    "BLACK",
    "FLOWING",
    "PLAIN",
    "Alignment",
    "Block",
    "Border",
    "Caps",
    "Cell",
    "Colour",
    "Comment",
    "Contents",
    "Document",
    "Entry",
    "Field",
    "Layout",
    "Leader",
    "LineRule",
    "ListFormat",
    "Look",
    "Page",
    "Paragraph",
    "Picture",
    "Revision",
    "Row",
    "Run",
    "Script",
    "Section",
    "Style",
    "TabKind",
    "TabStop",
    "Table",
    "Underline",
]

Field: TypeAlias = Literal["page", "pages"]
ListKind: TypeAlias = Literal[
    "bullet", "decimal", "lower letter", "upper letter", "lower roman", "upper roman"
]
Line: TypeAlias = Literal["single", "double", "dotted", "dashed"]


@dataclass(frozen=True)
class Comment:
    """A comment on some runs that stand side by side."""

    text: str
    author: str = ""

    def __deepcopy__(self, memo: dict[int, Any]) -> Comment:
        return self


@dataclass(frozen=True)
class Revision:
    """A tracked change: the run was inserted or deleted, and nobody has accepted that yet."""

    kind: Literal["inserted", "deleted"]
    author: str = ""

    def __deepcopy__(self, memo: dict[int, Any]) -> Revision:
        return self


@dataclass
class Picture:
    """A picture: PNG bytes, its size in centimetres, and the text for those who cannot see it.

    Attributes:
        data: the bytes of a PNG or JPEG file.
        place: `inline` stands in the line like a letter; the others are anchored to the paragraph, which flows
            around it (`left`, `right`) or above and below it (`centre`); `free` was dragged somewhere.
    """

    data: bytes
    width: float
    height: float
    alternative: str = ""
    place: Literal["inline", "left", "right", "centre", "free"] = "inline"

    def __deepcopy__(self, memo: dict[int, Any]) -> Picture:
        return Picture(self.data, self.width, self.height, self.alternative, self.place)


@dataclass
class Run:
    """A piece of a paragraph: text of one look, or one field, footnote or picture with no text.

    Attributes:
        text: tabs and line breaks are signs of it.
        look: what is said directly; the rest is as the paragraph's style says.
        link: where it leads: a web or mail address, or `#` and the name of a bookmark.
        field: what is filled in: the number of the page, or of pages.
        footnote: the text of a footnote whose mark stands here.
        picture: a picture that stands here.
        change: a tracked change.
        comments: the comments on it; runs side by side with an equal one share it.
        bookmarks: the names of the bookmarks that cover it, likewise.
    """

    text: str = ""
    look: Look = PLAIN
    link: str | None = None
    field: Field | None = None
    footnote: str | None = None
    picture: Picture | None = None
    change: Revision | None = None
    comments: tuple[Comment, ...] = ()
    bookmarks: tuple[str, ...] = ()

    def restyle(self, **changes: Any) -> None:
        """Change some fields of its look."""
        self.look = self.look.but(**changes)

    def like(self, text: str) -> Run:
        """A copy with another text."""
        return Run(
            text, self.look, self.link, change=self.change, comments=self.comments, bookmarks=self.bookmarks
        )


@dataclass(frozen=True)
class ListFormat:
    """That a paragraph is an entry of a list.

    Attributes:
        kind: a bullet, or how numbers are written.
        level: from 1.
        text: the bullet, or what is written with `%n` for the number, as in `%n.`; None for the usual one.
        start: its number, where it does not go on from the entries above; a new list begins here.
    """

    kind: ListKind = "bullet"
    level: int = 1
    text: str | None = None
    start: int | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> ListFormat:
        return self


@dataclass
class Paragraph:
    """A paragraph.

    Attributes:
        runs: its pieces.
        style: the name of its style.
        layout: what is said directly; the rest is as the style says.
        list: its place in a list, or None.
    """

    runs: list[Run] = field(default_factory=list)
    style: str = "Normal"
    layout: Layout = FLOWING
    list: ListFormat | None = None

    @classmethod
    def of(cls, text: str, style: str = "Normal", look: Look = PLAIN, **layout: Any) -> Paragraph:
        """A paragraph of one run."""
        return cls([Run(text, look)] if text else [], style, Layout(**layout))

    @property
    def text(self) -> str:
        """What it says, without what stands in it and what is marked as deleted."""
        return "".join(run.text for run in self.runs if run.change is None or run.change.kind != "deleted")

    def lay_out(self, **changes: Any) -> None:
        """Change some fields of its layout."""
        self.layout = self.layout.but(**changes)

    def find(self, phrase: str, occurrence: int = 1) -> list[Run]:
        """The runs that together are one occurrence of a phrase; runs are parted where it begins and ends.

        Raises:
            PreparerError: the paragraph does not hold the phrase so often.
        """
        whole = "".join(run.text for run in self.runs)
        at = -1
        for _ in range(occurrence):
            at = whole.find(phrase, at + 1)
            if at < 0:
                raise PreparerError(f"{whole[:60]!r} does not hold {phrase!r} {occurrence} times.")
        self._part(at)
        self._part(at + len(phrase))
        found, position = [], 0
        for run in self.runs:
            if at <= position < at + len(phrase) and run.text:
                found.append(run)
            position += len(run.text)
        return found

    def _part(self, at: int) -> None:
        """Part the run in which a place of the text lies."""
        position = 0
        for index, run in enumerate(self.runs):
            if position < at < position + len(run.text):
                head, tail = run.text[: at - position], run.text[at - position :]
                self.runs[index : index + 1] = [run.like(head), run.like(tail)]
                return
            position += len(run.text)

    def replace(self, old: str, new: str) -> None:
        """Write something else in place of the first occurrence of a phrase; it looks as that began.

        Raises:
            PreparerError: the paragraph does not hold the phrase.
        """
        first, *others = self.find(old)
        first.text = new
        gone = {id(run) for run in others}
        self.runs = [run for run in self.runs if id(run) not in gone]


@dataclass(frozen=True)
class Border:
    """A line: its kind, its width in points and its colour."""

    line: Line = "single"
    width: float = 0.5
    colour: Colour = BLACK

    def __deepcopy__(self, memo: dict[int, Any]) -> Border:
        return self


@dataclass
class Cell:
    """A cell of a table.

    Attributes:
        paragraphs: at least one.
        columns: over how many columns it reaches.
        rows: over how many rows it reaches; the rows below have no cell there.
        fill: its background, or None.
        vertical: where its content stands.
        left: the line on this side, or None; likewise on the others.
    """

    paragraphs: list[Paragraph] = field(default_factory=lambda: [Paragraph()])
    columns: int = 1
    rows: int = 1
    fill: Colour | None = None
    vertical: Literal["top", "center", "bottom"] = "top"
    left: Border | None = None
    right: Border | None = None
    top: Border | None = None
    bottom: Border | None = None

    @property
    def text(self) -> str:
        """What it says, paragraphs in lines."""
        return "\n".join(paragraph.text for paragraph in self.paragraphs)

    def frame(self, border: Border | None) -> None:
        """Draw the same line on all four sides."""
        self.left = self.right = self.top = self.bottom = border


@dataclass
class Row:
    """A row of a table: its cells from the left, without those that a cell further up reaches over.

    Attributes:
        header: is repeated on every page.
        height: at least so many centimetres; None fits the content.
    """

    cells: list[Cell] = field(default_factory=list)
    header: bool = False
    height: float | None = None


@dataclass
class Table:
    """A table.

    Attributes:
        widths: of the columns, in centimetres.
        rows: from the top.
        alignment: where it stands between the margins.
    """

    widths: list[float] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    alignment: Literal["left", "center", "right"] = "left"

    @classmethod
    def of(cls, rows: list[list[str]], widths: list[float], border: Border | None = Border()) -> Table:
        """A table of texts with lines around every cell."""
        made = cls(list(widths))
        for texts in rows:
            cells = [Cell([Paragraph.of(text)]) for text in texts]
            for cell in cells:
                cell.frame(border)
            made.rows.append(Row(cells))
        return made

    def grid(self) -> dict[tuple[int, int], Cell]:
        """The cells by the row and the column, from 1, in which each begins."""
        found: dict[tuple[int, int], Cell] = {}
        taken: set[tuple[int, int]] = set()
        for number, row in enumerate(self.rows, 1):
            column = 1
            for cell in row.cells:
                while (number, column) in taken:
                    column += 1
                found[number, column] = cell
                for down in range(cell.rows):
                    taken.update((number + down, column + across) for across in range(cell.columns))
                column += cell.columns
        return found


@dataclass(frozen=True)
class Entry:
    """A line of a table of contents."""

    text: str
    level: int = 1
    page: str = ""


@dataclass
class Contents:
    """A table of contents: its heading, down to which level, and its lines as they were last made."""

    title: str = "Contents"
    levels: int = 3
    entries: list[Entry] = field(default_factory=list)


Block: TypeAlias = Paragraph | Table | Contents


@dataclass
class Page:
    """The paper and what surrounds the text, in centimetres.

    Attributes:
        width: of the paper; wider than high is landscape.
        columns: of text, of equal width.
        gap: between the columns.
        first_number: of the first page of the section; None goes on.
    """

    width: float = 21.0
    height: float = 29.7
    top: float = 2.5
    bottom: float = 2.5
    left: float = 2.5
    right: float = 2.5
    columns: int = 1
    gap: float = 1.25
    first_number: int | None = None

    def turn(self) -> None:
        """Turn the paper from portrait to landscape or back."""
        self.width, self.height = self.height, self.width


@dataclass
class Section:
    """Blocks that share a page set-up.

    Attributes:
        blocks: what stands in it; the last one is a paragraph.
        continuous: goes on where the section before ends; else it begins a new page.
        header: the paragraphs at the top of its pages; None for no header. Likewise `footer`.
        first_header: another header on its first page; None when that has the same. Likewise `first_footer`.
    """

    blocks: list[Block] = field(default_factory=list)
    page: Page = field(default_factory=Page)
    continuous: bool = False
    header: list[Paragraph] | None = None
    footer: list[Paragraph] | None = None
    first_header: list[Paragraph] | None = None
    first_footer: list[Paragraph] | None = None


@dataclass
class Document:
    """A document.

    Attributes:
        sections: at least one.
        styles: the paragraph styles by name.
        title: of the document's properties; likewise the others.
        tracking: changes are recorded from now on.
    """

    sections: list[Section] = field(default_factory=lambda: [Section()])
    styles: dict[str, Style] = field(default_factory=built_in_styles)
    title: str = ""
    subject: str = ""
    keywords: str = ""
    description: str = ""
    tracking: bool = False

    def add(self, *blocks: Block) -> None:
        """Put blocks at the end of the last section."""
        self.sections[-1].blocks += blocks

    def blocks(self) -> Iterator[Block]:
        """All blocks of the body in order."""
        for section in self.sections:
            yield from section.blocks

    def paragraphs(self) -> list[Paragraph]:
        """The paragraphs of the body in order, as their addresses count them: without those in tables."""
        return [block for block in self.blocks() if isinstance(block, Paragraph)]

    def tables(self) -> list[Table]:
        """The tables of the body in order."""
        return [block for block in self.blocks() if isinstance(block, Table)]

    def everywhere(self) -> Iterator[Paragraph]:
        """All paragraphs: of the body and its tables, of headers and footers."""
        for section in self.sections:
            for block in section.blocks:
                if isinstance(block, Paragraph):
                    yield block
                elif isinstance(block, Table):
                    for row in block.rows:
                        for cell in row.cells:
                            yield from cell.paragraphs
            for part in (section.header, section.footer, section.first_header, section.first_footer):
                yield from part or ()

    def section_of(self, block: Block) -> Section:
        """The section in which a block stands.

        Raises:
            PreparerError: it is not in the document's body.
        """
        for section in self.sections:
            if any(other is block for other in section.blocks):
                return section
        raise PreparerError("The block does not stand in the body of the document.")

    def insert(self, block: Block, before: Block) -> None:
        """Put a block before another one of the body.

        Raises:
            PreparerError: the other one is not in the document's body.
        """
        blocks = self.section_of(before).blocks
        blocks.insert(next(i for i, other in enumerate(blocks) if other is before), block)

    def remove(self, block: Block) -> None:
        """Take a block out of the body.

        Raises:
            PreparerError: it is not there.
        """
        section = self.section_of(block)
        section.blocks = [other for other in section.blocks if other is not block]
