"""Paragraphs and runs: what the text of a document is made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from forge.errors import PreparerError
from forge.preparers.writer.looks import FLOWING, PLAIN, Layout, Look

Field: TypeAlias = Literal["page", "pages"]
ListKind: TypeAlias = Literal[
    "bullet", "decimal", "lower letter", "upper letter", "lower roman", "upper roman"
]


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
        list_format: its place in a list, or None.
    """

    runs: list[Run] = field(default_factory=list)
    style: str = "Normal"
    layout: Layout = FLOWING
    list_format: ListFormat | None = None

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
