"""What a document is, for those who build and edit one: plain objects that can be changed in place.

A document is a list of blocks: paragraphs, tables, a table of contents. A paragraph is a list of runs, each text of
one look, or one thing that stands in the text: a field, a footnote, a picture.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

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
from forge.preparers.writer.paragraphs import (
    Comment,
    Field,
    ListFormat,
    ListKind,
    Paragraph,
    Picture,
    Revision,
    Run,
)
from forge.preparers.writer.stock import built_in_styles
from forge.preparers.writer.tables import Border, Cell, Contents, Entry, Line, Row, Table
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
    "Line",
    "LineRule",
    "ListFormat",
    "ListKind",
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
