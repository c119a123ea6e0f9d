"""The state of a document: its spec as a tree, every property effective and in one form."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from forge.preparers.calc.places import letters
from forge.preparers.writer.following import paragraph_reference
from forge.preparers.writer.lists import Counter
from forge.preparers.writer.lists import text_of as sign_of
from forge.preparers.writer.looks import Layout, Look
from forge.preparers.writer.resolving import Resolver
from forge.preparers.writer.schema import SCHEMA
from forge.preparers.writer.spec import (
    Border,
    Cell,
    Comment,
    Contents,
    Document,
    Page,
    Paragraph,
    Run,
    Section,
    Style,
    Table,
)
from forge.preparers.writer.vocabulary import PAPERS
from forge.preparers.writer.words import Word, pieces, text_of, words_of
from forge.states.entities import Entity, Tree
from forge.states.values import Value

Properties = dict[str, Value]

_SIDES = ("left", "right", "top", "bottom")
_SECTION_TOKENS = 10
"""So many paragraphs tell a section from others."""
_OF_THE_APPLICATION = {
    "addressee", "annotation text", "appendix", "bibliography heading", "block text", "body text first indent",
    "body text indent", "closing", "comment", "complimentary close", "contents heading", "drawing", "endnote",
    "endnote symbol", "endnote text", "envelope address", "envelope return", "figure", "first line indent",
    "footer left", "footer right", "footnote", "footnote text", "frame contents", "hanging indent",
    "header and footer", "header left", "header right", "heading", "horizontal line", "html preformatted",
    "illustration", "index", "index heading", "list", "list contents", "list heading", "list indent", "marginalia",
    "object index heading", "preformatted text", "quotations", "salutation", "sender", "signature", "table",
    "table contents", "table heading", "table index heading", "table of contents", "text", "text body indent",
    "toc heading", "user index heading",
}  # fmt: skip
_NUMBERED = (
    "bibliography ", "contents ", "illustration index ", "index ", "list ", "numbering ", "object index ",
    "table index ", "toc ", "user index ",
)  # fmt: skip
"""Styles that an application adds by itself when it saves or when something else is inserted."""


def tree_of(document: Document) -> Tree:
    """The tree of a document."""
    return Tree(SCHEMA, _Trees(document).root())


def is_shown(name: str) -> bool:
    """Whether a style is in the state: those that every document has, and those that somebody made."""
    if name == "List Paragraph":
        return True
    lowered = name.lower()
    return lowered not in _OF_THE_APPLICATION and not lowered.startswith(_NUMBERED)


def canonical_link(link: str) -> str:
    """An address in one form: a web address of a host alone ends with a slash."""
    parts = urlsplit(link)
    if parts.scheme in ("http", "https") and parts.netloc and not parts.path:
        return parts._replace(path="/").geturl()
    return link


def image_digest(data: bytes) -> str:
    """What tells a picture from others: the beginning of its SHA-256."""
    return hashlib.sha256(data).hexdigest()[:16]


def _given(kind: str, properties: Properties) -> Properties:
    """Properties without those that equal the default of their kind."""
    documented = SCHEMA.kinds[kind].properties
    return {
        name: value
        for name, value in properties.items()
        if value is not None and value != documented[name].default
    }


def _plain(value: float | None) -> float | None:
    """A whole number as such."""
    return int(value) if value is not None and value == int(value) else value


class _Trees:
    """Makes the entities of one document."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._resolver = Resolver(document)
        self._counter = Counter()
        self._numbers: dict[int, int | None] = {}
        for paragraph in document.everywhere():
            self._count(paragraph)

    def _count(self, paragraph: Paragraph) -> None:
        """Note the number of an entry of a list where it does not follow from the entries above."""
        entry = paragraph.list_format
        if entry is None:
            return
        expected = self._counter.expected(entry)
        number = entry.start if entry.start is not None else expected
        if entry.kind == "bullet":
            number = expected
        self._counter.take(entry, number)
        self._numbers[id(paragraph)] = number if number != expected else None

    def root(self) -> Entity:
        document = self._document
        children = [
            self._style(name, style) for name, style in sorted(document.styles.items()) if is_shown(name)
        ]
        blocks = list(document.blocks())
        children += self._sections()
        children += [self.paragraph(block) for block in blocks if isinstance(block, Paragraph)]
        following = 1
        for block in blocks:
            if isinstance(block, Paragraph):
                following += 1
            elif isinstance(block, Table):
                children.append(self._table(block, following))
            else:
                children.append(_contents(block, following))
        properties = _given(
            "document",
            {
                "title": document.title,
                "subject": document.subject,
                "keywords": " ".join(re.split(r"[,;\s]+", document.keywords.strip())),
                "description": document.description,
                "track_changes": document.tracking,
            },
        )
        return Entity("document", None, properties, children)

    def _style(self, name: str, style: Style) -> Entity:
        look, layout = self._resolver.style(name)
        properties = {
            "based_on": style.based_on,
            "next_style": style.following if style.following != name else None,
            **look_properties(look),
            **layout_properties(layout),
        }
        return Entity("style", name, _given("style", properties))

    def _sections(self) -> Iterator[Entity]:
        number = 1
        previous: Section | None = None
        for section in self._document.sections:
            paragraphs = [block for block in section.blocks if isinstance(block, Paragraph)]
            properties: Properties = {
                "first": paragraph_reference(number) if previous is not None else None,
                "continuous": section.continuous and previous is not None,
                **_page(section.page),
            }
            children = []
            for kind in ("header", "footer"):
                first = section.first_header is not None or section.first_footer is not None
                pages = [("default", getattr(section, kind))]
                pages += [("first", getattr(section, f"first_{kind}"))] if first else []
                children += [
                    Entity(kind, page, {}, [self.paragraph(item) for item in content])
                    for page, content in pages
                    if content is not None and any(item.runs for item in content)
                ]
                if first:
                    properties["different_first"] = True
            tokens = tuple(text_of(paragraph) for paragraph in paragraphs[:_SECTION_TOKENS])
            yield Entity("section", None, _given("section", properties), children, tokens)
            number += len(paragraphs)
            previous = section

    def paragraph(self, paragraph: Paragraph) -> Entity:
        """A paragraph with what stands in it."""
        text = text_of(paragraph)
        layout = self._resolver.layout(paragraph)
        properties: Properties = {"text": text, "style": paragraph.style, **layout_properties(layout)}
        entry = paragraph.list_format
        if entry is not None:
            properties["list"] = entry.kind
            properties["list_level"] = entry.level
            properties["list_sign"] = sign_of(entry)
            properties["list_start"] = self._numbers.get(id(paragraph))
        words = words_of(paragraph, self._resolver.look(paragraph))
        children = [_word(word) for word in words]
        children += [_picture(run) for run in paragraph.runs if run.picture is not None]
        children += _comments(paragraph)
        children += _bookmarks(paragraph)
        tokens = tuple(pieces(text)) + tuple(
            image_digest(run.picture.data) for run in paragraph.runs if run.picture is not None
        )
        return Entity("paragraph", None, _given("paragraph", properties), children, tokens)

    def _table(self, table: Table, following: int) -> Entity:
        by_row: dict[int, list[tuple[int, Cell]]] = {}
        for (at, column), cell in table.grid().items():
            by_row.setdefault(at, []).append((column, cell))
        down: list[list[Value]] = [[] for _ in table.widths]
        rows = []
        everything: list[Value] = []
        for number, row in enumerate(table.rows, 1):
            cells = sorted(by_row.get(number, ()), key=lambda item: item[0])
            across: list[Value] = [cell.text for _, cell in cells if cell.text]
            for column, cell in cells:
                if cell.text and column <= len(down):
                    down[column - 1].append(cell.text)
            everything += across
            rows.append(
                Entity(
                    "row",
                    None,
                    _given("row", {"header": row.header, "height": _plain(row.height)}),
                    [self._cell(cell, column) for column, cell in cells],
                    tuple(across),
                )
            )
        columns = [
            Entity("column", letters(number), _given("column", {"width": round(width, 1)}), (), tuple(values))
            for number, (width, values) in enumerate(zip(table.widths, down, strict=True), 1)
        ]
        properties: Properties = {"before": paragraph_reference(following), "alignment": table.alignment}
        return Entity("table", None, _given("table", properties), [*columns, *rows], tuple(everything))

    def _cell(self, cell: Cell, column: int) -> Entity:
        properties: Properties = {
            "fill": cell.fill,
            "vertical": cell.vertical,
            "columns": cell.columns,
            "rows": cell.rows,
        }
        for side in _SIDES:
            border: Border | None = getattr(cell, side)
            if border is not None:
                properties[f"border_{side}"] = border.line
                properties[f"border_{side}_width"] = border.width
                properties[f"border_{side}_colour"] = border.colour
        paragraphs = [self.paragraph(paragraph) for paragraph in cell.paragraphs]
        return Entity("cell", letters(column), _given("cell", properties), paragraphs, ())


def look_properties(look: Look) -> Properties:
    """The properties of a complete look."""
    return {
        "font": look.font,
        "size": _plain(look.size),
        "bold": look.bold,
        "italic": look.italic,
        "underline": _some(look.underline),
        "strike": look.strike,
        "script": _some(look.script),
        "colour": look.colour,
        "highlight": _some(look.highlight),
        "caps": _some(look.caps),
    }


def _some(value: Value) -> Value:
    return None if value == "none" else value


def layout_properties(layout: Layout) -> Properties:
    """The properties of a complete layout."""
    tabs = tuple((stop.at, stop.kind, stop.leader or "none") for stop in layout.tabs or ())
    return {
        "alignment": layout.alignment,
        "indent_left": _plain(layout.left),
        "indent_right": _plain(layout.right),
        "first_line": _plain(layout.first),
        "space_before": _plain(layout.before),
        "space_after": _plain(layout.after),
        "line_spacing": _plain(layout.line),
        "line_rule": layout.rule,
        "keep_with_next": layout.keep_next,
        "keep_together": layout.keep_lines,
        "page_break_before": layout.page_break,
        "outline_level": layout.outline,
        "fill": _some(layout.fill),
        "tab_stops": tuple(sorted(tabs)) or None,
    }


def _page(page: Page) -> Properties:
    landscape = page.width > page.height
    width, height = sorted((page.width, page.height))
    known = [
        name
        for name, (across, down) in PAPERS.items()
        if abs(across - width) < 0.11 and abs(down - height) < 0.11
    ]
    return {
        "paper": known[0] if known else f"{width:.1f} x {height:.1f}",
        "orientation": "landscape" if landscape else "portrait",
        **{f"margin_{side}": round(getattr(page, side), 1) for side in _SIDES},
        "columns": page.columns,
        "column_gap": round(page.gap, 1) if page.columns > 1 else None,
        "first_number": page.first_number,
    }


def _word(word: Word) -> Entity:
    looks = look_properties(word.look) if word.footnote is None else {}
    properties: Properties = {
        "text": word.text,
        **looks,
        "link": canonical_link(word.link) if word.link is not None else None,
        "field": word.field,
        "footnote": word.footnote,
        "change": word.change,
    }
    return Entity("word", None, _given("word", properties), (), (word.text,))


def _picture(run: Run) -> Entity:
    picture = run.picture
    if picture is None:
        raise AssertionError("only runs with pictures come here")
    properties: Properties = {
        "image": image_digest(picture.data),
        "width": round(picture.width, 1),
        "height": round(picture.height, 1),
        "alternative": picture.alternative,
        "place": picture.place,
    }
    return Entity("picture", None, _given("picture", properties))


def _comments(paragraph: Paragraph) -> Iterator[Entity]:
    """The comments in the order in which they begin."""
    found: dict[Comment, list[str]] = {}
    for run in paragraph.runs:
        for comment in run.comments:
            found.setdefault(comment, []).append(run.text)
    for comment, texts in found.items():
        properties: Properties = {
            "text": comment.text,
            "on": " ".join(pieces("".join(texts))),
            "author": comment.author or None,
        }
        yield Entity("comment", None, _given("comment", properties))


def _bookmarks(paragraph: Paragraph) -> Iterable[Entity]:
    found: dict[str, list[str]] = {}
    for run in paragraph.runs:
        for name in run.bookmarks:
            found.setdefault(name, []).append(run.text)
    return [
        Entity("bookmark", name, _given("bookmark", {"on": " ".join(pieces("".join(texts)))}))
        for name, texts in sorted(found.items())
    ]


def _contents(contents: Contents, following: int) -> Entity:
    entries = [
        Entity(
            "entry",
            None,
            _given("entry", {"text": entry.text, "level": entry.level, "page": entry.page or None}),
        )
        for entry in contents.entries
    ]
    properties: Properties = {
        "before": paragraph_reference(following),
        "title": contents.title,
        "levels": contents.levels,
    }
    return Entity("contents", None, _given("contents", properties), entries)
