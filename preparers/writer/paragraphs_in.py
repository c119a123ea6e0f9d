"""Paragraphs out of a file: runs with what stands in them and what covers them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lxml import etree

from forge.preparers.office.markup import Package, Relation
from forge.preparers.writer.looks import FLOWING, PLAIN, Layout, Look
from forge.preparers.writer.looks_in import read_layout, read_look, value
from forge.preparers.writer.numbering_in import Numbering
from forge.preparers.writer.pictures_in import read_picture
from forge.preparers.writer.spec import Comment, Paragraph, Revision, Run
from forge.preparers.writer.styles_in import StyleTable
from forge.preparers.writer.vocabulary import FIELDS_IN_FILE, R, W

_SIGNS = {"noBreakHyphen": "\u2011", "softHyphen": "\u00ad", "cr": "\n", "tab": "\t", "ptab": "\t"}
_LINK = re.compile(r'HYPERLINK\s*(?:"([^"]*)")?\s*(?:\\l\s+"([^"]*)")?(?:\s+\\.*)?', re.DOTALL)
_WRAPPERS = {"smartTag", "sdt", "sdtContent", "customXml", "dir", "bdo", "moveTo", "fldSimple"}


@dataclass
class _Field:
    """A field of which the end has not come yet."""

    instruction: str = ""
    shown: bool = False
    runs: list[Run] = field(default_factory=list)


@dataclass
class Reader:
    """What is known while the paragraphs of one part are read, in the order of the document.

    Attributes:
        footnotes: their texts by id.
        comments: the comments by id.
        relations: where the part points.
        break_due: a page break stood last, so that what comes next begins a page.
        contents: the instruction of a table of contents in which we are, or None.
        line_of: the instruction of the table of contents to which the paragraph just read belongs, or None.
    """

    package: Package
    styles: StyleTable
    numbering: Numbering
    footnotes: Mapping[str, str]
    comments: Mapping[str, Comment]
    relations: Mapping[str, Relation] = field(default_factory=dict)
    break_due: bool = False
    contents: str | None = None
    line_of: str | None = None
    _fields: list[_Field] = field(default_factory=list)
    _comments: dict[str, Comment] = field(default_factory=dict)
    _bookmarks: dict[str, str] = field(default_factory=dict)
    _ranged: set[str] = field(default_factory=set)

    def paragraphs(self, item: etree._Element) -> list[Paragraph]:
        """A paragraph; several where page breaks stand in its middle."""
        properties = item.find(f"{W}pPr")
        style = self.styles.name(value(properties, "pStyle") if properties is not None else None)
        layout = read_layout(properties)
        entry, indents = None, FLOWING
        found = self._list(properties, style)
        if found is not None:
            entry, indents = found
        layout = layout.over(Layout(left=indents.left, first=indents.first, right=indents.right))
        made = [Paragraph([], style, layout, entry)]
        if self.break_due:
            made[0].lay_out(page_break=True)
            self.break_due = False
        self.line_of = self.contents
        self._children(item, made, None, None)
        for paragraph in made:
            paragraph.runs = merged(paragraph.runs)
        return made

    def mark(self, item: etree._Element) -> None:
        """A mark that stands between paragraphs: where a comment or a bookmark begins or ends."""
        identity = item.get(f"{W}id") or ""
        tag = str(item.tag).removeprefix(W)
        if tag == "bookmarkStart":
            name = item.get(f"{W}name") or ""
            if not name.startswith("_"):
                self._bookmarks[identity] = name
        elif tag == "bookmarkEnd":
            self._bookmarks.pop(identity, None)
        elif tag == "commentRangeStart" and identity in self.comments:
            self._comments[identity] = self.comments[identity]
            self._ranged.add(identity)
        elif tag == "commentRangeEnd":
            self._comments.pop(identity, None)

    def _list(self, properties: etree._Element | None, style: str) -> Any:
        numbering = properties.find(f"{W}numPr") if properties is not None else None
        number = value(numbering, "numId") if numbering is not None else None
        level = value(numbering, "ilvl") if numbering is not None else None
        if number is not None:
            return self.numbering.entry(number, level)
        number, own_level, indents = self.styles.numbering(style)
        found = self.numbering.entry(number, level if level is not None else own_level)
        return (found[0], indents.over(found[1])) if found is not None else None

    def _children(
        self, item: etree._Element, made: list[Paragraph], link: str | None, change: Revision | None
    ) -> None:
        for child in item:
            tag = str(child.tag).removeprefix(W)
            if tag == "r":
                self._run(child, made, link, change)
            elif tag == "hyperlink":
                self._children(child, made, self._target(child), change)
            elif tag in ("ins", "del"):
                kind = Revision("inserted" if tag == "ins" else "deleted", child.get(f"{W}author") or "")
                self._children(child, made, link, kind)
            elif tag == "moveFrom":
                self._children(child, made, link, Revision("deleted", child.get(f"{W}author") or ""))
            elif tag in _WRAPPERS:
                self._wrapper(child, tag, made, link, change)
            elif tag in ("bookmarkStart", "commentRangeStart", "bookmarkEnd", "commentRangeEnd"):
                self._edge(child, tag, made)

    def _edge(self, item: etree._Element, tag: str, made: list[Paragraph]) -> None:
        """A mark within a paragraph; what begins and ends at one point covers an empty run."""
        if tag.endswith("End"):
            identity = item.get(f"{W}id") or ""
            covered = self._comments if tag.startswith("comment") else self._bookmarks
            if identity in covered and not self._covers(covered[identity], made[-1].runs):
                self._add(Run(), made)
        self.mark(item)

    @staticmethod
    def _covers(mark: Comment | str, runs: list[Run]) -> bool:
        return any(mark in run.comments or mark in run.bookmarks for run in runs)

    def _wrapper(
        self, item: etree._Element, tag: str, made: list[Paragraph], link: str | None, change: Revision | None
    ) -> None:
        if tag != "fldSimple":
            self._children(item, made, link, change)
            return
        self._fields.append(_Field(item.get(f"{W}instr") or "", shown=True))
        self._children(item, made, link, change)
        self._end_field(made, link, change)

    def _target(self, item: etree._Element) -> str | None:
        relation = self.relations.get(item.get(f"{R}id") or "")
        anchor = item.get(f"{W}anchor")
        target = relation.target if relation is not None else ""
        return target + (f"#{anchor}" if anchor else "") or None

    def _run(
        self, item: etree._Element, made: list[Paragraph], link: str | None, change: Revision | None
    ) -> None:
        properties = item.find(f"{W}rPr")
        look = read_look(properties, self.styles.fonts)
        identity = value(properties, "rStyle") if properties is not None else None
        if identity is not None:
            look = look.over(self.styles.character(identity))
        for child in item:
            self._piece(child, str(child.tag).removeprefix(W), made, look, link, change)

    def _piece(
        self,
        child: etree._Element,
        tag: str,
        made: list[Paragraph],
        look: Look,
        link: str | None,
        change: Revision | None,
    ) -> None:
        plain = Run(_shown(child, tag), look, link, change=change)
        if plain.text:
            self._add(plain, made)
        elif tag == "br":
            self._break(child.get(f"{W}type"), plain, made)
        elif tag == "footnoteReference":
            text = self.footnotes.get(child.get(f"{W}id") or "")
            if text is not None:
                self._add(Run(footnote=text, change=change), made)
        elif tag == "drawing":
            picture = read_picture(child, self.package, self.relations)
            if picture is not None:
                self._add(Run(picture=picture, link=link, change=change), made)
        elif tag in ("fldChar", "instrText"):
            self._field(child, tag, made, plain)
        elif tag == "commentReference":
            self._point(child.get(f"{W}id") or "", made)

    def _point(self, identity: str, made: list[Paragraph]) -> None:
        """A comment that covers nothing stands at a point."""
        if identity in self.comments and identity not in self._ranged:
            self._comments[identity] = self.comments[identity]
            self._add(Run(), made)
            del self._comments[identity]

    def _break(self, kind: str | None, plain: Run, made: list[Paragraph]) -> None:
        if kind != "page":
            plain.text = "\n"
            self._add(plain, made)
        else:
            self.break_due = True

    def _add(self, run: Run, made: list[Paragraph]) -> None:
        """Put a run at the end; behind a page break it begins another paragraph."""
        run.comments = tuple(self._comments.values())
        run.bookmarks = tuple(self._bookmarks.values())
        if self._fields:
            if self._fields[-1].shown:
                self._fields[-1].runs.append(run)
            return
        if self.break_due and _holds(run):
            last = made[-1]
            if any(map(_holds, last.runs)):
                made.append(Paragraph([], last.style, last.layout, last.list_format))
            made[-1].lay_out(page_break=True)
            self.break_due = False
        made[-1].runs.append(run)

    def _field(self, item: etree._Element, tag: str, made: list[Paragraph], plain: Run) -> None:
        if tag == "instrText":
            if self._fields:
                self._fields[-1].instruction += item.text or ""
            return
        kind = item.get(f"{W}fldCharType")
        if kind == "begin":
            self._fields.append(_Field())
        elif kind == "separate" and self._fields:
            self._fields[-1].shown = True
            if self._fields[-1].instruction.split()[:1] == ["TOC"]:
                self.contents = self.line_of = self._fields.pop().instruction
        elif kind == "end":
            self._end_field(made, plain.link, plain.change, plain.look)

    def _end_field(
        self, made: list[Paragraph], link: str | None, change: Revision | None, look: Look = PLAIN
    ) -> None:
        """A field that is known stands for itself; of others what they show is text."""
        if not self._fields:
            self.contents = None
            return
        ended = self._fields.pop()
        words = ended.instruction.split()
        name = FIELDS_IN_FILE.get(words[0].upper()) if words else None
        if name is not None:
            shown = ended.runs[0].look if ended.runs else look
            self._add(Run("", shown, link, field=name, change=change), made)  # type: ignore[arg-type]  # a field
            return
        target = _link_of(ended.instruction)
        for run in ended.runs:
            self._add(replace(run, link=target or run.link), made)


def _shown(item: etree._Element, tag: str) -> str:
    """The text of a piece of a run; empty where it is no text."""
    if tag in ("t", "delText"):
        return item.text or ""
    if tag == "sym":
        return chr(int(item.get(f"{W}char") or "20", 16))
    return _SIGNS.get(tag, "")


def _link_of(instruction: str) -> str | None:
    """Where a field leads that is a link: `HYPERLINK "https://…"`, and after a switch to which place there."""
    found = _LINK.fullmatch(instruction.strip())
    if found is None:
        return None
    target, place = found[1] or "", found[2]
    return target + (f"#{place}" if place else "") or None


def _holds(run: Run) -> bool:
    """Whether a run holds anything."""
    return bool(run.text or run.field or run.footnote is not None or run.picture)


def merged(runs: list[Run]) -> list[Run]:
    """Runs without those that hold nothing, and those that are alike as one."""
    found: list[Run] = []
    for run in runs:
        if not _holds(run) and not (run.comments or run.bookmarks):
            continue
        last = found[-1] if found else None
        if last is not None and last.text and run.text and last.like(run.text) == run:
            last.text += run.text
        else:
            found.append(replace(run))
    return found
