"""Which texts, looks and layouts the Writer preparer can write."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import get_args

from forge.errors import PreparerError
from forge.preparers.writer.lists import LEVELS
from forge.preparers.writer.looks import Alignment, Caps, Layout, Look, Script, Underline
from forge.preparers.writer.package_out import picture_type
from forge.preparers.writer.spec import Document, ListFormat, Paragraph, Picture, Run
from forge.preparers.writer.vocabulary import NUMBERS

FONTS = (
    "Arial", "Calibri", "Cambria", "Comic Sans MS", "Courier New", "DejaVu Sans", "Georgia", "Liberation Sans",
    "Liberation Serif", "Tahoma", "Times New Roman", "Trebuchet MS", "Verdana",
)  # fmt: skip
"""Font families that are written; others would come back as well, but nobody tried."""

_BAD_TEXT = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ue000-\uf8ff\ufe00-\ufe0f\ufeff"
    "\ufffc\ufffe\uffff\ud800-\udfff]"
)
_OTHER_SCRIPTS = re.compile(
    "[\u0590-\u109f\u1100-\u11ff\u1200-\u18af\u2e80-\ua4ff\ua800-\uabff\uac00-\ud7ff\uf900-\ufaff"
    "\ufb1d-\ufdff\ufe20-\ufefe\uff00-\uffef\U00010000-\U0001cfff\U00020000-\U0003ffff]"
)
_LINK = re.compile(r"https?://[\w.-]+(?:/[!\"$-~]*)?|mailto:[!-~]+@[!-~]+|#[^\W\d]\w*", re.ASCII)
_BOOKMARK = re.compile(r"[^\W\d_]\w{0,38}")
_LARGEST = 55.0
"""Centimetres: the largest paper that applications take."""


def text_fault(text: str) -> str | None:
    """Why a text cannot be stored as it is, or None."""
    if found := _BAD_TEXT.search(text):
        return f"it holds {found[0]!r}, which cannot be stored"
    if found := _OTHER_SCRIPTS.search(text):
        return f"it holds {found[0]!r}: scripts of Asia and complex ones have fonts and looks of their own"
    return None


def check_text(text: str, what: str, *, empty: bool = True) -> None:
    """Make sure that a text can be written.

    Raises:
        PreparerError: it cannot; the message names it by `what`.
    """
    if fault := text_fault(text):
        raise PreparerError(f"{what} {text[:60]!r} cannot be written: {fault}.")
    if not empty and (not text or text != text.strip()):
        raise PreparerError(f"{what} {text[:60]!r} must hold something and not begin or end with a space.")


def check_look(look: Look, what: str) -> None:
    """Make sure that a look can be written.

    Raises:
        PreparerError: a field has another value than those of the domain.
    """
    if look.font is not None and look.font not in FONTS:
        raise PreparerError(f"{what} has the font {look.font!r}; known are {', '.join(FONTS)}.")
    if look.size is not None and not (1 <= look.size <= 400 and look.size * 2 == int(look.size * 2)):
        raise PreparerError(f"{what} has the size {look.size}; it is 1 to 400 points in steps of a half.")
    choices = (
        ("underline", get_args(Underline)),
        ("script", get_args(Script)),
        ("caps", get_args(Caps)),
    )
    for name, known in choices:
        own = getattr(look, name)
        if own not in (None, "none", *known):
            raise PreparerError(f"{what} has {name}={own!r}; known are none, {', '.join(known)}.")


def check_layout(layout: Layout, what: str) -> None:
    """Make sure that a layout can be written.

    Raises:
        PreparerError: a field has another value than those of the domain.
    """
    if layout.alignment not in (None, *get_args(Alignment)):
        raise PreparerError(f"{what} has the alignment {layout.alignment!r}.")
    if layout.outline is not None and not 0 <= layout.outline <= LEVELS:
        raise PreparerError(f"{what} has the outline level {layout.outline}; it is 0 to {LEVELS}.")
    _check_distances(layout, what)
    _check_line(layout, what)
    _check_tabs(layout, what)


def _check_distances(layout: Layout, what: str) -> None:
    for name in ("left", "right", "first"):
        own = getattr(layout, name)
        if own is not None and not (abs(own) <= _LARGEST and round(own, 2) == own):
            raise PreparerError(f"{what} has {name}={own}; expected centimetres with at most two decimals.")
    for name in ("before", "after"):
        own = getattr(layout, name)
        if own is not None and not (0 <= own <= 1000 and own * 2 == int(own * 2)):
            raise PreparerError(f"{what} has {name}={own}; expected points in steps of a half.")


def _check_line(layout: Layout, what: str) -> None:
    line, rule = layout.line, layout.rule or "multiple"
    if line is None:
        if rule != "multiple":
            raise PreparerError(f"{what} says a rule of line spacing without a distance.")
        return
    if rule == "multiple" and not (0.1 <= line <= 20 and round(line, 2) == line):
        raise PreparerError(f"{what} has a line spacing of {line}; expected lines with at most two decimals.")
    if rule != "multiple" and not (1 <= line <= 500 and line * 2 == int(line * 2)):
        raise PreparerError(f"{what} has a line spacing of {line}; expected points in steps of a half.")


def _check_tabs(layout: Layout, what: str) -> None:
    for stop in layout.tabs or ():
        if not (0 < stop.at <= _LARGEST and round(stop.at, 2) == stop.at):
            raise PreparerError(f"{what} has a tab stop at {stop.at}; expected centimetres from the margin.")
    if layout.tabs is not None and len({stop.at for stop in layout.tabs}) < len(layout.tabs):
        raise PreparerError(f"{what} has two tab stops at one place.")


def check_paragraph(paragraph: Paragraph, document: Document, *, body: bool) -> None:
    """Make sure that a paragraph can be written.

    Args:
        paragraph: the paragraph.
        document: whose styles it uses.
        body: whether it stands in the body itself, not in a table, header or footer.

    Raises:
        PreparerError: it cannot; the message says where and why.
    """
    what = f"The paragraph {paragraph.text[:40]!r}"
    if paragraph.style not in document.styles:
        raise PreparerError(f"{what} has the style {paragraph.style!r}, which the document does not have.")
    check_layout(paragraph.layout, what)
    if paragraph.list_format is not None:
        _check_list(paragraph.list_format, what)
        if paragraph.layout.tabs:
            raise PreparerError(
                f"{what} is an entry of a list, so its tab stops would be mixed with those of the list."
            )
    if paragraph.layout.page_break and not body:
        raise PreparerError(f"{what} begins a page, but stands in a table, header or footer.")
    for run in paragraph.runs:
        _check_run(run, what)
        if not body and (
            run.footnote is not None or run.comments or run.bookmarks or run.change or run.picture
        ):
            raise PreparerError(
                f"{what} has a footnote, comment, bookmark, picture or tracked change; only the body can."
            )
    _check_together(paragraph, what)


def _check_together(paragraph: Paragraph, what: str) -> None:
    """What LibreOffice mixes up when it stands together in one paragraph."""
    if any((run.link or run.change) and not after.text for run, after in pairwise(paragraph.runs)):
        raise PreparerError(
            f"{what} has a field, footnote or picture right behind a link or tracked change, where LibreOffice "
            "mixes them up; put a text between them."
        )
    if any(run.field and after.field for run, after in pairwise(paragraph.runs)):
        raise PreparerError(
            f"{what} has two fields side by side, where LibreOffice gives the size of one to both; put a text between "
            "them."
        )
    if paragraph.layout.page_break and not any(run.text for run in paragraph.runs):
        raise PreparerError(
            f"{what} begins a page and has no text; LibreOffice may give the break to the next one."
        )
    anchored = any(run.picture is not None and run.picture.place != "inline" for run in paragraph.runs)
    if anchored and any(run.link is not None for run in paragraph.runs):
        raise PreparerError(
            f"{what} has a link and an anchored picture, which LibreOffice may give the link to."
        )
    if any(run.comments for run in paragraph.runs) and any(run.bookmarks for run in paragraph.runs):
        raise PreparerError(
            f"{what} has comments and bookmarks; LibreOffice shifts a bookmark behind a comment."
        )


def _check_list(entry: ListFormat, what: str) -> None:
    if entry.kind not in NUMBERS or not 1 <= entry.level <= LEVELS:
        raise PreparerError(f"{what} is an entry of kind {entry.kind!r} at level {entry.level}.")
    if entry.text is not None:
        check_text(entry.text, "The sign of a list", empty=False)
        if (entry.kind == "bullet") == ("%n" in entry.text) or "%" in entry.text.replace("%n", ""):
            raise PreparerError(
                f"{what} is marked with {entry.text!r}; numbers need %n once, bullets have none."
            )
    if entry.start is not None and (entry.kind == "bullet" or not 1 <= entry.start <= 1000):
        raise PreparerError(f"{what} begins a list with {entry.start}; only numbers begin, with 1 to 1000.")


def _check_run(run: Run, what: str) -> None:
    held = [bool(run.text), run.field is not None, run.footnote is not None, run.picture is not None]
    if sum(held) > 1:
        raise PreparerError(f"{what} has a run that is text and something else; part it.")
    check_text(run.text, f"{what}: the text")
    check_look(run.look, what)
    if run.footnote is not None:
        check_text(run.footnote, "The footnote", empty=False)
    if run.link is not None and (not _LINK.fullmatch(run.link) or not (run.text or run.field)):
        raise PreparerError(
            f"{what} has a link to {run.link!r}: expected a web (without #) or mail address, or #bookmark, on text."
        )
    for comment in run.comments:
        check_text(comment.text, "The comment", empty=False)
        check_text(comment.author, "The author")
    for name in run.bookmarks:
        if not _BOOKMARK.fullmatch(name):
            raise PreparerError(f"{name!r} cannot name a bookmark: letters, digits and _, at most 39.")
    if run.picture is not None:
        _check_picture(run.picture)
    if (run.comments or run.bookmarks) and not run.text:
        raise PreparerError(f"{what} has a comment or bookmark on something that is no text.")


def _check_picture(picture: Picture) -> None:
    if picture_type(picture.data) is None:
        raise PreparerError("A picture is neither PNG nor JPEG.")
    if picture.place == "free":
        raise PreparerError(
            "A picture cannot be written at a free place; anchor it left, right or in the centre."
        )
    check_text(picture.alternative, "The alternative text")
    for side in (picture.width, picture.height):
        if not (0.1 <= side <= _LARGEST and round(side, 1) == side):
            raise PreparerError(f"A picture measures {side}; expected centimetres with at most one decimal.")
