"""What the parts of a document share while they are written: numbers, footnotes, comments, pictures, lists."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from forge.preparers.writer.lists import Instance, arranged
from forge.preparers.writer.spec import Comment, Document, Paragraph
from forge.preparers.writer.xml_out import Part

PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"


def picture_type(data: bytes) -> str | None:
    """The ending of a picture's file, or None where it is none that can be written."""
    return "png" if data.startswith(PNG) else "jpeg" if data.startswith(JPEG) else None


@dataclass
class Writing:
    """A document while it is written.

    Attributes:
        footnotes: their texts; the first has the id 1.
        comments: the first has the id 0.
        pictures: the parts that hold pictures.
        lists: the lists of the document; the first has the number 1.
    """

    document: Document
    footnotes: list[str] = field(default_factory=list)
    comments: list[Comment] = field(default_factory=list)
    pictures: dict[str, bytes] = field(default_factory=dict)
    lists: list[Instance] = field(default_factory=list)
    _list_of: dict[int, int] = field(default_factory=dict)
    _bookmarks: int = 0
    _drawings: int = 0

    def __post_init__(self) -> None:
        entries = [item for item in self.document.everywhere() if item.list_format is not None]
        formats = (item.list_format for item in entries if item.list_format is not None)
        self.lists, chosen = arranged(formats)
        for paragraph, number in zip(entries, chosen, strict=True):
            self._list_of[id(paragraph)] = number + 1

    def list_number(self, paragraph: Paragraph) -> int | None:
        """The number of the list to which a paragraph belongs, or None."""
        return self._list_of.get(id(paragraph))

    def bookmark(self) -> int:
        """The id of the next bookmark."""
        self._bookmarks += 1
        return self._bookmarks

    def drawing(self) -> int:
        """The id of the next drawing."""
        self._drawings += 1
        return self._drawings

    def footnote(self, text: str) -> int:
        """The id of a new footnote."""
        self.footnotes.append(text)
        return len(self.footnotes)

    def comment(self, comment: Comment) -> int:
        """The id of a new comment."""
        self.comments.append(comment)
        return len(self.comments) - 1

    def picture(self, part: Part, data: bytes) -> str:
        """The id of the relation from a part to a picture; equal pictures are one part."""
        name = f"media/{hashlib.sha256(data).hexdigest()[:16]}.{picture_type(data)}"
        self.pictures[f"word/{name}"] = data
        return part.relate("image", name)
