"""HTML: headings, paragraphs and tables, as a browser shows them; how they are marked up is not seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TypeAlias, TypeGuard

from lxml import etree

from forge.errors import UnreadableError
from forge.preparers.files.formats import Reading, table
from forge.preparers.files.formats.text import LONGEST_TEXT, decoded
from forge.states.entities import Entity
from forge.states.values import Value

MOST_ELEMENTS = 200_000
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    (
        *(
            "address",
            "article",
            "blockquote",
            "body",
            "center",
            "dd",
            "div",
            "dl",
            "dt",
            "fieldset",
            "figure",
        ),
        *("footer", "form", "header", "hr", "html", "li", "main", "nav", "ol", "p", "pre", "section", "ul"),
        *("caption", "tbody", "thead", "tfoot", "tr", "td", "th", "table", *_HEADINGS),
    )
)
_UNSEEN = frozenset(("head", "script", "style", "template", "noscript", "title"))


def read(data: bytes) -> Reading:
    """The title, headings, paragraphs and tables of a page; entries of lists are paragraphs.

    Raises:
        UnreadableError: it is no text, is empty, or is larger than a page is.
    """
    if len(data) > LONGEST_TEXT:
        raise UnreadableError(f"is a page of {len(data):,} bytes; at most {LONGEST_TEXT:,} are read.")
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True)
    try:
        root = etree.fromstring(decoded(data).text.encode(), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise UnreadableError(f"is not a page in HTML: {error}.") from error
    if root is None:
        raise UnreadableError("is not a page in HTML: it is empty.")
    page = _Page()
    for count, (event, element) in enumerate(etree.iterwalk(root, events=("start", "end"))):
        if count > 2 * MOST_ELEMENTS:
            raise UnreadableError(f"holds more than {MOST_ELEMENTS:,} elements.")
        page.enter(element) if event == "start" else page.leave(element)
    page.end_block()
    title = _bare(root.findtext("head/title") or "")
    properties: dict[str, Value] = {"format": "html"}
    return Reading({**properties, "title": title} if title else properties, tuple(page.found))


class _Page:
    """Gathers what a page shows while its elements are entered and left."""

    def __init__(self) -> None:
        self.found: list[Entity] = []
        self._text: list[str] = []
        self._level = 0
        self._unseen = 0
        self._tables = 0
        self._rows: list[list[str]] = []
        self._in_cell = False

    def enter(self, element: etree._Element) -> None:
        """Begin an element, with the text up to the first one in it."""
        tag = str(element.tag)
        self._unseen += tag in _UNSEEN
        if tag in _BLOCKS or tag == "br":
            self.end_block()
        if tag in _HEADINGS:
            self._level = _HEADINGS[tag]
        elif tag == "table":
            self._tables += 1
        elif tag == "tr" and self._tables == 1:
            self._rows.append([])
        elif tag in ("td", "th") and self._tables == 1 and self._rows:
            self._in_cell = True
        self._say(element.text)

    def leave(self, element: etree._Element) -> None:
        """End an element, and go on with the text behind it."""
        tag = str(element.tag)
        if tag in ("td", "th") and self._tables == 1 and self._in_cell:
            self._rows[-1].append(self._taken())
            self._in_cell = False
        if tag in _BLOCKS:
            self.end_block()
        if tag in _HEADINGS:
            self._level = 0
        elif tag == "table":
            self._tables -= 1
            if not self._tables:
                self._end_table()
        self._unseen -= tag in _UNSEEN
        self._say(element.tail)

    def _say(self, text: str | None) -> None:
        if text and not self._unseen:
            self._text.append(text)

    def _taken(self) -> str:
        said = _bare("".join(self._text))
        self._text.clear()
        return said

    def end_block(self) -> None:
        """What was said so far is a heading or a paragraph; in a cell and in a heading it goes on."""
        if self._in_cell:
            self._text.append(" ")
            return
        said = self._taken()
        if said and self._level:
            self.found.append(Entity("heading", None, {"level": self._level, "text": said}))
        elif said:
            self.found.append(Entity("paragraph", None, {"text": said}))

    def _end_table(self) -> None:
        rows = [row for row in self._rows if any(row)]
        self._rows = []
        if rows:
            self.found.append(Entity("table", None, {}, table.entities(rows)))


def _bare(text: str) -> str:
    return " ".join(text.split())


Block: TypeAlias = tuple[str, str] | Sequence[Sequence[str]]
"""A tag with its text, or the rows of a table."""


def build(blocks: Iterable[Block], *, title: str = "") -> bytes:
    """The bytes of a page.

    Args:
        blocks: what it shows, in order: `("h1", "Stock")`, `("p", "As of today.")`, rows of texts.
        title: the title; empty for none.
    """
    parts = [f"<{b[0]}>{escape(b[1])}</{b[0]}>" if _tagged(b) else _table(b) for b in blocks]
    head = f'<meta charset="utf-8"><title>{escape(title)}</title>'
    return (
        "<!DOCTYPE html>\n<html>\n<head>"
        + head
        + "</head>\n<body>\n"
        + "\n".join(parts)
        + "\n</body>\n</html>\n"
    ).encode()


def _tagged(block: Block) -> TypeGuard[tuple[str, str]]:
    return isinstance(block, tuple) and len(block) == 2 and all(isinstance(part, str) for part in block)


def _table(rows: Block) -> str:
    made = ["".join(f"<td>{escape(text)}</td>" for text in row) for row in rows]
    return "<table>\n" + "\n".join(f"<tr>{row}</tr>" for row in made) + "\n</table>"
