"""Texts out of a file: every paragraph and run with what it says and what it takes from elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar, cast

from forge.preparers.impress.colours import Palette, fill_of, says_fill
from forge.preparers.impress.inheritance import Heritage
from forge.preparers.impress.markup import Element, children, find, local
from forge.preparers.impress.parts import Alignment, Paragraph, Run, Script, Underline
from forge.preparers.impress.vocabulary import (
    ALIGNMENTS,
    DATE_FIELD,
    NO_BULLET,
    NUMBER_FIELD,
    NUMBERINGS,
    UNDERLINES,
)
from forge.states.values import Colour

Links = Mapping[str, str]
"""Where the relations of a part lead, by id."""

_ALIGNMENTS = {value: key for key, value in ALIGNMENTS.items()}
_UNDERLINES = {value: key for key, value in UNDERLINES.items()}
_NUMBERINGS = {value: key for key, value in NUMBERINGS.items()}
_DEFAULT_SIZE = 18.0
_DEFAULT_FONT = "Arial"
_ROUND = frozenset("•●∙·⚫\uf0b7\uf06c\ue00c")
"""Round bullets, the last three in fonts of symbols."""
_Found = TypeVar("_Found")


def read_paragraphs(body: Element | None, heritage: Heritage, links: Links) -> list[Paragraph]:
    """The paragraphs of a text, everything spelt out; none where all are empty."""
    found = [_paragraph(item, heritage, links) for item in children(body, "a:p")]
    return found if any(paragraph.runs for paragraph in found) else []


def plain_text(body: Element | None) -> str:
    """The text of a body alone, a line for each paragraph."""
    lines = []
    for item in children(body, "a:p"):
        parts = children(item, "a:r", "a:br", "a:fld")
        lines.append("".join(_text(part) for part in parts))
    return "\n".join(lines)


def _paragraph(item: Element, heritage: Heritage, links: Links) -> Paragraph:
    own = find(item, "a:pPr")
    level = int((own.get("lvl") if own is not None else None) or 0)
    chain = [*([own] if own is not None else []), *heritage.levels(level)]
    looks = [found for part in chain if (found := find(part, "a:defRPr")) is not None]
    runs: list[Run] = []
    for part in children(item, "a:r", "a:br", "a:fld"):
        text = _text(part)
        if text:
            look = find(part, "a:rPr")
            runs.append(_run(text, look, looks, heritage, links))
    alignment = _first(chain, lambda part: part.get("algn"))
    bullet = _bullet(chain)
    return Paragraph(
        runs,
        level + 1,
        cast(Alignment, _ALIGNMENTS.get(alignment or "l", "justify")),
        bullet,
        _spacing(chain, "a:lnSpc", 100.0),
        _spacing(chain, "a:spcBef", 0.0),
        _spacing(chain, "a:spcAft", 0.0),
    )


def _text(part: Element) -> str:
    if local(part) == "br":
        return "\n"
    if local(part) == "fld":
        kind = part.get("type") or ""
        if kind == "slidenum":
            return NUMBER_FIELD
        if kind.startswith("datetime"):
            return DATE_FIELD
    text = find(part, "a:t")
    return (text.text or "").replace("\v", "\n") if text is not None else ""


def _first(chain: Iterable[Element], wanted: Callable[[Element], _Found | None]) -> _Found | None:
    """What the first element that says something says."""
    return next((found for part in chain if (found := wanted(part)) is not None), None)


def _spacing(chain: list[Element], tag: str, default: float) -> float:
    """A space in points, or of lines in per cent; a share of the text's size counts as 0 points."""
    found = _first(chain, lambda part: find(part, tag))
    share, points = find(found, "a:spcPct"), find(found, "a:spcPts")
    if tag == "a:lnSpc":
        return _hundredths(share, 1000) if share is not None else default
    return _hundredths(points, 100) if points is not None else default


def _hundredths(element: Element, unit: int) -> float:
    return round(int((element.get("val") or "0").rstrip("%")) / unit, 1)


def _bullet(chain: list[Element]) -> str:
    for part in chain:
        for item in children(part, "a:buNone", "a:buAutoNum", "a:buChar", "a:buBlip"):
            match local(item):
                case "buNone":
                    return NO_BULLET
                case "buAutoNum":
                    kind = item.get("type") or ""
                    return _NUMBERINGS.get(kind, kind)
                case "buChar":
                    return _sign(item.get("char") or NO_BULLET)
            return "picture"
    return NO_BULLET


def _sign(char: str) -> str:
    """A bullet in its one form: applications have a round one of their own each."""
    return "•" if char in _ROUND else char


def _run(text: str, own: Element | None, looks: list[Element], heritage: Heritage, links: Links) -> Run:
    chain = [own, *looks] if own is not None else looks
    underline = _first(chain, lambda part: part.get("u")) or "none"
    return Run(
        text,
        _flag(chain, "b"),
        _flag(chain, "i"),
        cast(Underline, _UNDERLINES.get(underline, underline)) if underline != "none" else None,
        (_first(chain, lambda part: part.get("strike")) or "noStrike") != "noStrike",
        _colour(chain, heritage),
        _font(chain, heritage),
        int(_first(chain, lambda part: part.get("sz")) or _DEFAULT_SIZE * 100) / 100,
        _script(chain),
        _link(own, links),
    )


def _flag(chain: list[Element], attribute: str) -> bool:
    return _first(chain, lambda part: part.get(attribute)) in ("1", "true")


def _script(chain: list[Element]) -> Script | None:
    raised = int((_first(chain, lambda part: part.get("baseline")) or "0").rstrip("%"))
    return None if not raised else "superscript" if raised > 0 else "subscript"


def _colour(chain: list[Element], heritage: Heritage) -> Colour:
    palette: Palette = heritage.palette

    def said(part: Element) -> Colour | None:
        fill = fill_of(part, palette) if says_fill(part) else None
        return fill if isinstance(fill, Colour) else None

    own = said(chain[0]) if chain else None
    if own is None and heritage.font_colour is not None:
        own = palette.of(heritage.font_colour)
    return own or _first(chain, said) or Colour("#000000")


def _font(chain: list[Element], heritage: Heritage) -> str:
    found = _first(chain, lambda part: find(part, "a:latin"))
    name = (found.get("typeface") if found is not None else None) or _DEFAULT_FONT
    return heritage.fonts.get(name, name)


def _link(own: Element | None, links: Links) -> str | None:
    found = find(own, "a:hlinkClick")
    if found is None:
        return None
    key = found.get("{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id") or ""
    return links.get(key) or None
