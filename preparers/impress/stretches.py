"""How the text of a paragraph looks: one look for most of it, and the stretches that look otherwise.

The look of a paragraph is that of most of its letters; what looks otherwise is a stretch of its own. So a title
in bold is one change, and so is a word in red. Spaces look like nothing: they belong to what surrounds them.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from forge.preparers.impress.parts import BLACK, Master, Paragraph, Role, Run
from forge.preparers.impress.places import phrase_key
from forge.states.values import Colour


@dataclass(frozen=True)
class Look:
    """How a run looks, nothing left open."""

    bold: bool
    italic: bool
    underline: str | None
    strike: bool
    colour: Colour
    font: str
    size: float
    script: str | None
    link: str | None


@dataclass(frozen=True)
class Stretch:
    """Words that look unlike the rest of their paragraph.

    Attributes:
        key: the words, told apart from the same words before.
        look: how they look.
    """

    key: str
    look: Look


def look_of(run: Run, master: Master, role: Role | None, level: int) -> Look:
    """How a run looks, what it leaves open taken from the master.

    Links have a colour and an underline of the application's choice, so these tell nothing of them.
    """
    style = master.style(role)
    if run.link is not None:
        run = replace(run, underline=None, colour=BLACK)
    return Look(
        run.bold if run.bold is not None else style.bold,
        run.italic,
        run.underline,
        run.strike,
        run.colour if run.colour is not None else style.colour,
        run.font if run.font is not None else style.font,
        run.size if run.size is not None else master.size(role, level),
        run.script,
        run.link,
    )


def looks_of(paragraph: Paragraph, master: Master, role: Role | None) -> tuple[Look, list[Stretch]] | None:
    """The look of a paragraph and the stretches that look otherwise; None where it has no text."""
    text = paragraph.text
    if not text:
        return None
    letters: list[Look | None] = []
    weights: dict[Look, int] = {}
    first: Look | None = None
    for run in paragraph.runs:
        look = look_of(run, master, role, paragraph.level)
        first = first or look
        for letter in run.text:
            letters.append(None if letter.isspace() else look)
            weights[look] = weights.get(look, 0) + (not letter.isspace())
    if first is None:
        return None
    base = max(weights, key=lambda look: weights[look])
    return base, list(_stretches(text, _without_gaps(letters, base), base))


def _without_gaps(letters: list[Look | None], base: Look) -> list[Look]:
    """The look of each letter; spaces look as what surrounds them, or as the paragraph where that differs."""
    found: list[Look] = []
    at = 0
    while at < len(letters):
        look = letters[at]
        if look is not None:
            found.append(look)
            at += 1
            continue
        end = at
        while end < len(letters) and letters[end] is None:
            end += 1
        before = letters[at - 1] if at else None
        after = letters[end] if end < len(letters) else None
        filled = before if before is not None and before == after else base
        found += [filled] * (end - at)
        at = end
    return found


def _stretches(text: str, looks: list[Look], base: Look) -> list[Stretch]:
    found = []
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or looks[at] != looks[start]:
            if looks[start] != base:
                found.append(Stretch(phrase_key(text, text[start:at], start), looks[start]))
            start = at
    return found
