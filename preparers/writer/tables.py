"""Tables, and tables of contents."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from forge.preparers.writer.looks import BLACK
from forge.preparers.writer.paragraphs import Paragraph
from forge.states.values import Colour

Line: TypeAlias = Literal["single", "double", "dotted", "dashed"]


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
