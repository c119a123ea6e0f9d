"""Paragraphs and runs on their way into a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from lxml import etree

from forge.preparers.writer.looks_out import (
    LINK_STYLE,
    MARK_STYLE,
    layout_properties,
    run_properties,
    style_id,
)
from forge.preparers.writer.package_out import Writing
from forge.preparers.writer.pictures_out import drawing
from forge.preparers.writer.spec import Comment, Paragraph, Revision, Run
from forge.preparers.writer.vocabulary import FIELDS, R
from forge.preparers.writer.xml_out import Child, Part, W, w

MADE = "2026-01-05T08:00:00Z"
"""A fixed time, so that the same document gives the same bytes."""
_PIECES = re.compile(r"[\t\n]|[^\t\n]+")
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"


def paragraph_element(
    paragraph: Paragraph, writing: Writing, part: Part, section: Child = None
) -> etree._Element:
    """A paragraph; the last one of a section holds its settings."""
    number = writing.list_number(paragraph)
    numbering = None
    if paragraph.list_format is not None and number is not None:
        numbering = w("numPr", w("ilvl", val=paragraph.list_format.level - 1), w("numId", val=number))
    said = layout_properties(paragraph.layout, numbering)
    style = w("pStyle", val=style_id(paragraph.style)) if paragraph.style != "Normal" else None
    children = [child for child in (style, *said, section) if child is not None]
    made = w("p", w("pPr", *children) if children else None)
    made.extend(_content(paragraph.runs, writing, part))
    return made


def _content(runs: list[Run], writing: Writing, part: Part) -> Iterator[etree._Element]:
    """The runs with the marks of the comments and bookmarks that begin and end between them."""
    open_bookmarks: dict[str, int] = {}
    open_comments: dict[Comment, int] = {}
    for index, run in enumerate(runs):
        for name in run.bookmarks:
            if name not in open_bookmarks:
                open_bookmarks[name] = writing.bookmark()
                yield w("bookmarkStart", id=open_bookmarks[name], name=name)
        for comment in run.comments:
            if comment not in open_comments:
                open_comments[comment] = writing.comment(comment)
                yield w("commentRangeStart", id=open_comments[comment])
        if run.text or run.field or run.footnote is not None or run.picture is not None:
            yield from _run(run, writing, part)
        following = runs[index + 1] if index + 1 < len(runs) else Run()
        for comment in [item for item in open_comments if item not in following.comments]:
            number = open_comments.pop(comment)
            yield w("commentRangeEnd", id=number)
            yield w("r", w("commentReference", id=number))
        for name in [item for item in open_bookmarks if item not in following.bookmarks]:
            yield w("bookmarkEnd", id=open_bookmarks.pop(name))


def _run(run: Run, writing: Writing, part: Part) -> Iterator[etree._Element]:
    """A run, within its link and its tracked change."""
    if run.field is not None:
        elements = list(_field(run))
    elif run.footnote is not None:
        number = writing.footnote(run.footnote)
        elements = [w("r", run_properties(run.look, MARK_STYLE), w("footnoteReference", id=number))]
    elif run.picture is not None:
        elements = [w("r", drawing(run.picture, writing, part))]
    else:
        style = LINK_STYLE if run.link is not None else None
        elements = [w("r", run_properties(run.look, style), *_text(run))]
    if run.change is not None:
        elements = [_revision(run.change, elements)]
    if run.link is None:
        yield from elements
    elif run.link.startswith("#"):
        yield w("hyperlink", *elements, anchor=run.link[1:])
    else:
        link = w("hyperlink", *elements)
        link.set(f"{R}id", part.relate("hyperlink", run.link, external=True))
        yield link


def _revision(change: Revision, elements: Iterable[etree._Element]) -> etree._Element:
    tag = "ins" if change.kind == "inserted" else "del"
    return w(tag, *elements, id=1000, author=change.author or "Unknown", date=MADE)


def _text(run: Run) -> Iterator[etree._Element]:
    tag = "delText" if run.change is not None and run.change.kind == "deleted" else "t"
    for piece in _PIECES.findall(run.text):
        if piece == "\t":
            yield w("tab")
        elif piece == "\n":
            yield w("br")
        else:
            made = w(tag)
            made.text = piece
            made.set(_SPACE, "preserve")
            yield made


def _field(run: Run) -> Iterator[etree._Element]:
    look = run_properties
    instruction = w("instrText")
    instruction.text = f" {FIELDS[run.field or 'page']} "
    instruction.set(_SPACE, "preserve")
    result = w("t")
    result.text = "1"
    yield w("r", look(run.look), w("fldChar", fldCharType="begin"))
    yield w("r", look(run.look), instruction)
    yield w("r", look(run.look), w("fldChar", fldCharType="separate"))
    yield w("r", look(run.look), result)
    yield w("r", look(run.look), w("fldChar", fldCharType="end"))


def plain_paragraphs(text: str, style: str, first: Child = None) -> Iterator[etree._Element]:
    """The paragraphs of a plain text of several lines, the first one with something before its text."""
    for index, line in enumerate(text.split("\n")):
        made = w("p", w("pPr", w("pStyle", val=style)))
        if first is not None and index == 0:
            made.append(first)
        made.append(w("r", *_text(Run(line))))
        yield made


def without_break(paragraph: Paragraph) -> Paragraph:
    """A paragraph that does not begin a new page by itself, because its section does."""
    return replace(paragraph, layout=paragraph.layout.but(page_break=None))


__all__ = ["MADE", "W", "paragraph_element", "plain_paragraphs", "without_break"]
