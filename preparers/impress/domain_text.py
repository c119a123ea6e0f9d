"""Which texts can be written so that they come back as they were."""

from __future__ import annotations

import re

from forge.errors import PreparerError
from forge.preparers.impress.parts import LEVELS, Paragraph, Run, TextStyle
from forge.preparers.impress.vocabulary import (
    ALIGNMENTS,
    ANCHORS,
    CHARACTERS,
    DATE_FIELD,
    NO_BULLET,
    NUMBER_FIELD,
    NUMBERINGS,
    UNDERLINES,
)

FONTS = (
    "Arial", "Calibri", "Cambria", "Comic Sans MS", "Courier New", "DejaVu Sans", "Georgia", "Segoe UI", "Tahoma",
    "Times New Roman", "Trebuchet MS", "Verdana",
)  # fmt: skip
"""Font families that come back as they were."""

_BAD_TEXT = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]|_x[0-9A-Fa-f]{4}_")
_LINK = re.compile(r"(?:https?://[\w.-]+/\S*|mailto:\S+@\S+)")
_MOST_PARAGRAPHS = 400


def text_fault(text: str) -> str | None:
    """Why a text cannot be stored as it is, or None."""
    found = _BAD_TEXT.search(text)
    return f"it holds {found[0]!r}" if found is not None else None


def check_style(what: str, style: TextStyle) -> None:
    """Make sure that the style of a role can be kept.

    Raises:
        PreparerError: it cannot.
    """
    _check_look(what, style.font, style.size)
    if style.alignment not in ALIGNMENTS or style.anchor not in ANCHORS:
        raise PreparerError(f"{what} cannot be aligned {style.alignment!r}, {style.anchor!r}.")


def check_paragraphs(paragraphs: list[Paragraph]) -> None:
    """Make sure that a text comes back as it was.

    Raises:
        PreparerError: it does not; the message says what would be.
    """
    if len(paragraphs) > _MOST_PARAGRAPHS:
        raise PreparerError(f"it has {len(paragraphs)} paragraphs, at most {_MOST_PARAGRAPHS} can be.")
    for paragraph in paragraphs:
        _check_paragraph(paragraph)
        for run in paragraph.runs:
            _check_run(run)


def _check_paragraph(paragraph: Paragraph) -> None:
    if not 1 <= paragraph.level <= LEVELS:
        raise PreparerError(f"a paragraph cannot be of level {paragraph.level}; 1 to {LEVELS} can be.")
    if paragraph.alignment is not None and paragraph.alignment not in ALIGNMENTS:
        raise PreparerError(
            f"a paragraph cannot be aligned {paragraph.alignment!r}; {', '.join(ALIGNMENTS)} can."
        )
    if paragraph.bullet not in (None, NO_BULLET, *CHARACTERS, *NUMBERINGS):
        known = " ".join((NO_BULLET, *CHARACTERS, *NUMBERINGS))
        raise PreparerError(f"the bullet {paragraph.bullet!r} does not survive saving; {known} do.")
    spacing = paragraph.line_spacing
    if spacing is not None and not (50 <= spacing <= 300 and float(spacing).is_integer()):
        raise PreparerError(
            f"a line spacing of {spacing} per cent cannot be kept; whole ones from 50 to 300 can."
        )
    for points in (paragraph.before, paragraph.after):
        if points is not None and not (0 <= points <= 200 and float(points).is_integer()):
            raise PreparerError(f"a space of {points} points cannot be kept; whole ones to 200 can.")


def _check_run(run: Run) -> None:
    if not run.text:
        raise PreparerError("a run without text is nothing; leave it out.")
    if fault := text_fault(run.text):
        raise PreparerError(f"the text {run.text[:40]!r} cannot be stored: {fault}.")
    for mark in (NUMBER_FIELD, DATE_FIELD):
        if mark in run.text and (run.text != mark or run.link is not None):
            raise PreparerError(f"{mark} stands in a run of its own, without a link.")
    if run.link is not None and "\n" in run.text:
        raise PreparerError("a line break within a link gets lost; put it before or after.")
    if run.underline is not None and run.underline not in UNDERLINES:
        raise PreparerError(
            f"the underline {run.underline!r} does not survive saving; {', '.join(UNDERLINES)} do."
        )
    if run.link is not None and not _LINK.fullmatch(run.link):
        raise PreparerError(
            f"a text leads to a web or mail address, as in 'https://example.org/', not {run.link!r}."
        )
    _check_look("a text", run.font, run.size)


def _check_look(what: str, font: str | None, size: float | None) -> None:
    if font is not None and font not in FONTS:
        raise PreparerError(
            f"{what} has the font {font!r}, which does not survive saving; {', '.join(FONTS)} do."
        )
    if size is not None and not (4 <= size <= 400 and float(size * 2).is_integer()):
        raise PreparerError(f"{what} of {size} points cannot be kept; 4 to 400 in halves can.")
