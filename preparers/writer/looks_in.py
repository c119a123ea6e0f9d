"""Looks and layouts out of a file: what an element says directly."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from lxml import etree

from forge.preparers.office.markup import flag, number
from forge.preparers.writer.looks import Layout, Look, TabStop
from forge.preparers.writer.looks_out import LINE
from forge.preparers.writer.vocabulary import (
    ALIGNMENTS_IN_FILE,
    HIGHLIGHTS,
    LEADERS_IN_FILE,
    RULES_IN_FILE,
    SCRIPTS_IN_FILE,
    TWIPS_IN_POINT,
    UNDERLINES_IN_FILE,
    W,
    centimetres,
    points,
)
from forge.states.values import Colour

_COLOUR = re.compile("[0-9A-Fa-f]{6}")
_TAB_KINDS = {"left": "left", "start": "left", "center": "center", "right": "right", "end": "right",
              "decimal": "decimal"}  # fmt: skip

Fonts = Mapping[str, str]
"""The fonts of the theme by the names that stand for them."""


def value(parent: etree._Element, tag: str, name: str = "val") -> str | None:
    """An attribute of a child; None where there is no child or attribute."""
    child = parent.find(W + tag)
    return child.get(W + name) if child is not None else None


def switch(parent: etree._Element, tag: str) -> bool | None:
    """Whether a child switches something on or off; None where it is not there."""
    child = parent.find(W + tag)
    return None if child is None else flag(child.get(f"{W}val"), default=True)


def colour(text: str | None) -> Colour | None:
    """A colour of the file; None where it is automatic or none."""
    return Colour(f"#{text.upper()}") if text is not None and _COLOUR.fullmatch(text) else None


def read_look(properties: etree._Element | None, fonts: Fonts) -> Look:
    """What the properties of a run or style say."""
    if properties is None or not len(properties):
        return Look()
    size, ink, line = (value(properties, tag) for tag in ("sz", "color", "u"))
    script = value(properties, "vertAlign")
    said: dict[str, Any] = {
        "font": _font(properties.find(f"{W}rFonts"), fonts),
        "size": _plain(number(size) / 2) if size is not None else None,
        "bold": switch(properties, "b"),
        "italic": switch(properties, "i"),
        "underline": UNDERLINES_IN_FILE.get(line, "single") if line is not None else None,
        "strike": _strike(properties),
        "script": SCRIPTS_IN_FILE.get(script, "none") if script is not None else None,
        "colour": (colour(ink) or Colour("#000000")) if ink is not None else None,
        "highlight": _highlight(properties),
        "caps": _caps(properties),
    }
    return Look(**said)


def _plain(number: float) -> float:
    return int(number) if number == int(number) else number


def _font(item: etree._Element | None, fonts: Fonts) -> str | None:
    if item is None:
        return None
    theme = item.get(f"{W}asciiTheme") or item.get(f"{W}hAnsiTheme")
    if theme is not None and theme in fonts:
        return fonts[theme]
    return item.get(f"{W}ascii") or item.get(f"{W}hAnsi")


def _strike(properties: etree._Element) -> bool | None:
    single, double = switch(properties, "strike"), switch(properties, "dstrike")
    return None if single is None and double is None else bool(single or double)


def _caps(properties: etree._Element) -> str | None:
    every, small = switch(properties, "caps"), switch(properties, "smallCaps")
    if every is None and small is None:
        return None
    return "all" if every else "small" if small else "none"


def _highlight(properties: etree._Element) -> Colour | str | None:
    """The marker, or the shade where there is no marker."""
    marker, shade = value(properties, "highlight"), value(properties, "shd", "fill")
    if marker in HIGHLIGHTS:
        return Colour(HIGHLIGHTS[marker])
    if shade is not None:
        return colour(shade) or "none"
    return "none" if marker is not None else None


def read_layout(properties: etree._Element | None) -> Layout:
    """What the properties of a paragraph or style say."""
    if properties is None or not len(properties):
        return Layout()
    alignment, outline = value(properties, "jc"), value(properties, "outlineLvl")
    shade = value(properties, "shd", "fill")
    said: dict[str, Any] = {
        "alignment": ALIGNMENTS_IN_FILE.get(alignment, "left") if alignment is not None else None,
        "keep_next": switch(properties, "keepNext"),
        "keep_lines": switch(properties, "keepLines"),
        "page_break": switch(properties, "pageBreakBefore"),
        "outline": _outline(outline),
        "fill": (colour(shade) or "none") if shade is not None else None,
        "tabs": _tabs(properties.find(f"{W}tabs")),
        **_indents(properties.find(f"{W}ind")),
        **_spacing(properties.find(f"{W}spacing")),
    }
    return Layout(**said)


def _outline(text: str | None) -> int | None:
    if text is None:
        return None
    level = int(text) + 1
    return level if 1 <= level <= 9 else 0


def _tabs(item: etree._Element | None) -> tuple[TabStop, ...] | None:
    """The tab stops that are set; those that are only taken back have no part in it."""
    if item is None:
        return None
    found = []
    for stop in item.iterfind(f"{W}tab"):
        kind = _TAB_KINDS.get(stop.get(f"{W}val") or "")
        if kind is not None:
            leader: Any = LEADERS_IN_FILE.get(stop.get(f"{W}leader") or "")
            position = centimetres(number(stop.get(f"{W}pos") or "0"))
            found.append(TabStop(position, kind, leader))  # type: ignore[arg-type]  # one of the kinds
    return tuple(sorted(found, key=lambda stop: stop.at))


def _indents(item: etree._Element | None) -> dict[str, float | None]:
    if item is None:
        return {}
    hanging, first = item.get(f"{W}hanging"), item.get(f"{W}firstLine")
    left = item.get(f"{W}left") or item.get(f"{W}start")
    right = item.get(f"{W}right") or item.get(f"{W}end")
    return {
        "left": _optional(left, centimetres),
        "right": _optional(right, centimetres),
        "first": -centimetres(number(hanging)) if hanging is not None else _optional(first, centimetres),
    }


def _spacing(item: etree._Element | None) -> dict[str, Any]:
    if item is None:
        return {}
    before, after, line = (item.get(W + name) for name in ("before", "after", "line"))
    said: dict[str, Any] = {"before": _optional(before, points), "after": _optional(after, points)}
    if flag(item.get(f"{W}beforeAutospacing")):
        said["before"] = 14.0
    if flag(item.get(f"{W}afterAutospacing")):
        said["after"] = 14.0
    if line is not None:
        rule = RULES_IN_FILE.get(item.get(f"{W}lineRule") or "auto", "multiple")
        said["rule"] = rule
        said["line"] = (
            round(number(line) / LINE, 2) if rule == "multiple" else round(number(line) / TWIPS_IN_POINT, 1)
        )
    return said


def _optional(text: str | None, convert: Callable[[float], float]) -> float | None:
    return convert(number(text)) if text is not None else None
