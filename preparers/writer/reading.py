"""A document out of its file: one pass over each part, nothing that the file hides is executed or followed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from lxml import etree

from forge.errors import UnreadableError
from forge.preparers.office.file_types import DOCUMENT
from forge.preparers.office.markup import Package, Relation, flag, number, read_package
from forge.preparers.writer.looks_in import switch, value
from forge.preparers.writer.numbering_in import Numbering
from forge.preparers.writer.paragraphs_in import Reader
from forge.preparers.writer.spec import Comment, Contents, Document, Entry, Page, Paragraph, Section
from forge.preparers.writer.styles_in import StyleTable
from forge.preparers.writer.tables_in import read_table
from forge.preparers.writer.vocabulary import R, W, centimetres

MAX_BLOCKS = 20_000
"""Paragraphs, rows and tables of one document; more are refused."""

_DC = "{http://purl.org/dc/elements/1.1/}"
_CP = "{http://schemas.openxmlformats.org/package/2006/metadata/core-properties}"
_LEVELS = re.compile(r'\\o\s+"\d-(\d)"')


def read_document(content: bytes, what: str = "the document") -> Document:
    """The document that a docx file holds, in canonical form.

    Raises:
        UnreadableError: the file is empty, of another type, protected, damaged or too large.
    """
    return read_package(content, what, DOCUMENT, _document)


def _document(package: Package) -> Document:
    main = _main_part(package)
    root = package.xml(main)
    if root.tag != f"{W}document":
        raise UnreadableError(f"{package.what} is not a document: {main} holds something else.")
    relations = package.relations(main)
    by_type = {relation.type: relation.target for relation in relations.values() if not relation.external}
    styles = StyleTable(package, by_type.get("styles"), by_type.get("theme"))
    numbering = package.xml(by_type["numbering"]) if "numbering" in by_type else None
    reader = Reader(
        package,
        styles,
        Numbering(numbering),
        _notes(package, by_type.get("footnotes")),
        _comments(package, by_type.get("comments")),
        relations,
    )
    body = root.find(f"{W}body")
    if body is None:
        raise UnreadableError(f"{package.what} is damaged: it has no body.")
    document = Document(styles=styles.styles)
    _Body(reader, document).read(body)
    _properties(package, document)
    if "settings" in by_type:
        document.tracking = bool(switch(package.xml(by_type["settings"]), "trackRevisions"))
    return document


def _main_part(package: Package) -> str:
    for relation in package.relations("").values():
        if relation.type == "officeDocument" and not relation.external:
            return relation.target
    raise UnreadableError(f"{package.what} is not a document: its package names no document part.")


def _notes(package: Package, part: str | None) -> dict[str, str]:
    """The texts of the footnotes by their ids."""
    if part is None:
        return {}
    return {
        item.get(f"{W}id") or "": _text(item).strip()
        for item in package.xml(part).iterfind(f"{W}footnote")
        if item.get(f"{W}type") in (None, "normal")
    }


def _comments(package: Package, part: str | None) -> dict[str, Comment]:
    if part is None:
        return {}
    return {
        item.get(f"{W}id") or "": Comment(_text(item), item.get(f"{W}author") or "")
        for item in package.xml(part).iterfind(f"{W}comment")
    }


def _text(item: etree._Element) -> str:
    """A plain text, its paragraphs in lines."""
    signs = {f"{W}tab": "\t", f"{W}br": "\n"}
    return "\n".join(
        "".join(
            (piece.text or "") if piece.tag == f"{W}t" else signs.get(str(piece.tag), "")
            for piece in line.iter()
        )
        for line in item.iterfind(f".//{W}p")
    )


def _properties(package: Package, document: Document) -> None:
    for relation in package.relations("").values():
        if relation.type == "core-properties" and not relation.external:
            root = package.xml(relation.target)
            document.title = root.findtext(f"{_DC}title") or ""
            document.subject = root.findtext(f"{_DC}subject") or ""
            document.description = root.findtext(f"{_DC}description") or ""
            document.keywords = root.findtext(f"{_CP}keywords") or ""


class _Body:
    """Reads the blocks of the body into the sections of a document."""

    def __init__(self, reader: Reader, document: Document) -> None:
        self._reader = reader
        self._document = document
        self._section = Section()
        self._contents: Contents | None = None
        self._title = ""
        self._count = 0
        document.sections = []

    def read(self, body: etree._Element) -> None:
        """Read all of it."""
        self._blocks(body)
        last = body.find(f"{W}sectPr")
        self._end_section(last if last is not None else etree.Element(f"{W}sectPr"))

    def _blocks(self, item: etree._Element) -> None:
        for child in item:
            tag = str(child.tag).removeprefix(W)
            if tag == "p":
                self._paragraph(child)
            elif tag == "tbl":
                self._section.blocks.append(read_table(child, self._reader))
            elif tag in ("sdt", "sdtContent", "customXml", "ins"):
                self._blocks(child)
            elif tag.startswith(("bookmark", "commentRange")):
                self._reader.mark(child)
            self._count += 1
            if self._count > MAX_BLOCKS:
                raise UnreadableError(
                    f"{self._reader.package.what} is too large: at most {MAX_BLOCKS:,} blocks are read."
                )

    def _paragraph(self, item: etree._Element) -> None:
        properties = item.find(f"{W}pPr")
        settings = properties.find(f"{W}sectPr") if properties is not None else None
        if settings is not None and properties is not None and len(properties) == 1 and len(item) == 1:
            self._end_section(settings)  # nothing but the end of a section
            return
        found = self._reader.paragraphs(item)
        if self._reader.line_of is not None:
            self._entry(found[0], self._reader.line_of)
        elif found[0].style == "TOC Heading":
            self._title = found[0].text
        else:
            self._contents = None
            self._section.blocks += found
        if settings is not None:
            self._end_section(settings)

    def _entry(self, paragraph: Paragraph, instruction: str) -> None:
        """A line of a table of contents; the first one begins it."""
        if self._contents is None:
            levels = _LEVELS.search(instruction)
            self._contents = Contents(self._title, int(levels[1]) if levels else 9)
            self._section.blocks.append(self._contents)
            self._title = ""
        text, _, page = paragraph.text.rpartition("\t")
        if text or page:
            level = re.search(r"\d$", paragraph.style)
            self._contents.entries.append(
                Entry(text or page, int(level[0]) if level else 1, page if text else "")
            )

    def _end_section(self, settings: etree._Element) -> None:
        section = self._section
        previous = self._document.sections[-1] if self._document.sections else None
        section.page = _page(settings)
        section.continuous = value(settings, "type") == "continuous" and previous is not None
        first = bool(switch(settings, "titlePg"))
        kinds = ("header", "footer") if not section.continuous else ()  # the page has those of where it began
        for kind in kinds:
            for page, name in (("default", kind), ("first", f"first_{kind}")):
                part = self._part(settings, kind, page)
                inherited = getattr(previous, name) if previous is not None else None
                read = self._paragraphs_of(part) if part is not None else inherited
                setattr(
                    section,
                    name,
                    (read or []) if first and page == "first" else read if page == "default" else None,
                )
        self._document.sections.append(section)
        self._section = Section()

    def _part(self, settings: etree._Element, kind: str, page: str) -> str | None:
        for item in settings.iterfind(f"{W}{kind}Reference"):
            relation = self._reader.relations.get(item.get(f"{R}id") or "")
            if item.get(f"{W}type", "default") == page and relation is not None:
                return relation.target
        return None

    def _paragraphs_of(self, part: str) -> list[Paragraph] | None:
        """The paragraphs of a header or footer; None where it holds nothing."""
        package, body = self._reader.package, self._reader
        relations: Mapping[str, Relation] = package.relations(part)
        reader = Reader(package, body.styles, body.numbering, {}, {}, relations)
        found = [
            paragraph for item in package.xml(part).iter(f"{W}p") for paragraph in reader.paragraphs(item)
        ]
        return found if any(paragraph.runs for paragraph in found) else None


def _page(settings: etree._Element) -> Page:
    page = Page()
    paper, margins = settings.find(f"{W}pgSz"), settings.find(f"{W}pgMar")
    if paper is not None:
        page.width = _length(paper, "w", page.width)
        page.height = _length(paper, "h", page.height)
    if margins is not None:
        for side in ("top", "bottom", "left", "right"):
            setattr(page, side, abs(_length(margins, side, getattr(page, side))))
    columns = settings.find(f"{W}cols")
    if columns is not None:
        page.columns = max(int(columns.get(f"{W}num") or 1), 1)
        if flag(columns.get(f"{W}equalWidth"), default=True) is False:
            page.columns = max(len(columns), 1)
        page.gap = _length(columns, "space", page.gap)
    first = value(settings, "pgNumType", "start")
    page.first_number = int(first) if first is not None else None
    return page


def _length(item: etree._Element, name: str, usual: float) -> float:
    text: Any = item.get(W + name)
    return round(centimetres(number(text)), 1) if text is not None else usual
