"""The words of a paragraph: what somebody can format, select, link or delete, each with its look.

A word is a stretch of letters, of digits, or of other signs; it is parted where its look changes. Spaces belong to
no word: how they look tells nothing, except that a line may run through them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from forge.preparers.writer.looks import Look
from forge.preparers.writer.looks_out import LINK_LOOK
from forge.preparers.writer.spec import Paragraph, Run
from forge.preparers.writer.vocabulary import OBJECT

_PIECES = re.compile(r"[^\W\d_]+|\d+|(?:[^\w\s]|_)+")


@dataclass(frozen=True)
class Word:
    """A word, or one thing that stands between words.

    Attributes:
        text: what it says; `OBJECT` for a field or a footnote.
        look: how it looks, with all that styles say.
    """

    text: str
    look: Look
    link: str | None = None
    field: str | None = None
    footnote: str | None = None
    change: str | None = None


def words_of(paragraph: Paragraph, below: Look) -> list[Word]:
    """The words of a paragraph.

    Args:
        paragraph: the paragraph.
        below: the look that its style gives to all of it.
    """
    found: list[Word] = []
    pending, text = None, ""
    for run in paragraph.runs:
        if run.picture is not None:
            continue
        bare = _bare(run, below)
        if run.text and pending is not None and pending == bare:
            text += run.text
            continue
        found += _parted(pending, text)
        pending, text = (bare, run.text) if run.text else (None, "")
        if not run.text and (run.field is not None or run.footnote is not None):
            found.append(bare)
    found += _parted(pending, text)
    return found


def _parted(bare: Word | None, text: str) -> Iterator[Word]:
    if bare is not None:
        for piece in _PIECES.findall(text):
            yield Word(piece, bare.look, bare.link, change=bare.change)


def _bare(run: Run, below: Look) -> Word:
    """A word with all but the text of a run."""
    change = run.change.kind if run.change is not None else None
    if run.footnote is not None:
        return Word(OBJECT, Look(), footnote=run.footnote, change=change)
    look = run.look.over(LINK_LOOK) if run.link is not None else run.look
    return Word(OBJECT, look.over(below), run.link, run.field, change=change)


def text_of(paragraph: Paragraph) -> str:
    """What a paragraph says: without what is marked as deleted, with `OBJECT` for each field."""
    return "".join(
        run.text or (OBJECT if run.field is not None else "")
        for run in paragraph.runs
        if run.change is None or run.change.kind != "deleted"
    )


def pieces(text: str) -> list[str]:
    """The words of a plain text."""
    return _PIECES.findall(text)


def positions(paragraph: Paragraph, below: Look, phrase: str) -> list[tuple[int, int]]:
    """Where a phrase stands in a paragraph: the positions, from 1, of its first and last word, for each time.

    A phrase that begins or ends within a word is not found there.
    """
    wanted = pieces(phrase)
    have = [word.text for word in words_of(paragraph, below)]
    if not wanted:
        return []
    return [
        (start + 1, start + len(wanted))
        for start in range(len(have) - len(wanted) + 1)
        if have[start : start + len(wanted)] == wanted
    ]
