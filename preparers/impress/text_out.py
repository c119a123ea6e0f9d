"""Texts on their way into a file: paragraphs, runs and the styles of the master."""

from __future__ import annotations

import re
from collections.abc import Callable

from forge.preparers.impress.markup import POINT, Element, emu, holding, make
from forge.preparers.impress.parts import LEVELS, Master, Paragraph, Role, Run, TextStyle
from forge.preparers.impress.vocabulary import (
    ALIGNMENTS,
    ANCHORS,
    DATE_FIELD,
    NO_BULLET,
    NUMBER_FIELD,
    NUMBERINGS,
    UNDERLINES,
)
from forge.states.values import Colour

Link = Callable[[str], str]
"""Gives the relation id of an address that a text leads to."""

INDENT = 0.8
"""Centimetres by which each level of a list is set in."""
NUMBER_INDENT = 1.2
"""Centimetres before the text of a numbered line: a number with its dot is wider than a bullet."""
_SCRIPTS = {"superscript": 30_000, "subscript": -25_000}
_LANGUAGE = "en-US"
_FIELDS = {
    NUMBER_FIELD: ("{8A1F2C34-5B6D-4E7F-8091-A2B3C4D5E6F7}", "slidenum"),
    DATE_FIELD: ("{8A1F2C34-5B6D-4E7F-8091-A2B3C4D5E6F8}", "datetime1"),
}
"""The id and the type of what the application fills in."""


def solid(colour: Colour | str | None) -> Element | None:
    """A fill of one colour, or None; the domain has no other fills."""
    if not isinstance(colour, Colour):
        return None
    return make("a:solidFill", None, make("a:srgbClr", {"val": colour.code.removeprefix("#")}))


def body(tag: str, paragraphs: list[Paragraph], role: Role | None, anchor: str | None, link: Link) -> Element:
    """The text of a shape or a cell."""
    settings = make(
        "a:bodyPr",
        {"wrap": "square", "anchor": ANCHORS[anchor] if anchor is not None else None},
        make("a:normAutofit" if role == "body" else "a:noAutofit"),
    )
    written = [_paragraph(item, link) for item in paragraphs] or [make("a:p")]
    return make(tag, None, settings, make("a:lstStyle"), *written)


def _paragraph(item: Paragraph, link: Link) -> Element:
    properties = make(
        "a:pPr",
        {
            "lvl": item.level - 1 or None,
            "algn": ALIGNMENTS[item.alignment] if item.alignment is not None else None,
            **_indents(item.bullet, item.level),
        },
        *_spaces(item.line_spacing, item.before, item.after),
        *_bullet(item.bullet),
    )
    runs = [part for run in item.runs for part in _run(run, link)]
    return make("a:p", None, properties, *runs)


def _indents(bullet: str | None, level: int) -> dict[str, int]:
    if bullet is None:
        return {}
    if bullet == NO_BULLET:
        return {"marL": 0, "indent": 0}
    hanging = NUMBER_INDENT if bullet in NUMBERINGS else INDENT
    return {"marL": emu(INDENT * (level - 1) + hanging), "indent": -emu(hanging)}


def _spaces(line: float | None, before: float | None, after: float | None) -> list[Element]:
    found = []
    if line is not None:
        found.append(make("a:lnSpc", None, make("a:spcPct", {"val": round(line * 1000)})))
    for tag, points in (("a:spcBef", before), ("a:spcAft", after)):
        if points is not None:
            found.append(make(tag, None, make("a:spcPts", {"val": round(points * 100)})))
    return found


def _bullet(bullet: str | None) -> list[Element]:
    if bullet is None:
        return []
    if bullet == NO_BULLET:
        return [make("a:buNone")]
    font = make("a:buFont", {"typeface": "Arial"})
    if bullet in NUMBERINGS:
        return [font, make("a:buAutoNum", {"type": NUMBERINGS[bullet]})]
    return [font, make("a:buChar", {"char": bullet})]


def _run(run: Run, link: Link) -> list[Element]:
    """A run; a line break within it is an element of its own, and the number of a slide a field."""
    if run.text in _FIELDS:
        key, kind = _FIELDS[run.text]
        return [make("a:fld", {"id": key, "type": kind}, _look(run, link), holding("a:t", run.text))]
    parts = []
    for piece in re.split("(\n)", run.text):
        if piece == "\n":
            parts.append(make("a:br", None, _look(run, link)))
        elif piece:
            parts.append(make("a:r", None, _look(run, link), holding("a:t", piece)))
    return parts


def _look(run: Run, link: Link) -> Element:
    return make(
        "a:rPr",
        {
            "lang": _LANGUAGE,
            "sz": round(run.size * 100) if run.size is not None else None,
            "b": run.bold,
            "i": run.italic or None,
            "u": UNDERLINES[run.underline] if run.underline is not None else None,
            "strike": "sngStrike" if run.strike else None,
            "baseline": _SCRIPTS[run.script] if run.script is not None else None,
        },
        solid(run.colour),
        make("a:latin", {"typeface": run.font}) if run.font is not None else None,
        make("a:hlinkClick", {"r:id": link(run.link)}) if run.link is not None else None,
    )


def level_style(number: int, style: TextStyle, size: float, bullet: str, before: float) -> Element:
    """How the master formats one level of the text of a role."""
    return make(
        f"a:lvl{number}pPr",
        {**_indents(bullet, number), "algn": ALIGNMENTS[style.alignment]},
        *_spaces(100, before, 0),
        *_bullet(bullet),
        make(
            "a:defRPr",
            {"sz": round(size * 100), "b": style.bold, "i": False, "u": "none", "strike": "noStrike"},
            solid(style.colour),
            make("a:latin", {"typeface": style.font}),
        ),
    )


def styles(tag: str, master: Master, role: Role | None) -> Element:
    """How the master formats the text of a role on every level."""
    return make(
        tag,
        None,
        *(
            level_style(
                number,
                master.style(role),
                master.size(role, number),
                master.bullet(role, number),
                master.before if role == "body" else 0,
            )
            for number in range(1, LEVELS + 1)
        ),
    )


def points(length: float) -> int:
    """Points in the file's units."""
    return round(length * POINT)
