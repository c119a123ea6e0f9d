"""The styles of a file: cell styles and the differences of conditional formats, each made once."""

from __future__ import annotations

import colorsys
from functools import lru_cache
from typing import Any

from lxml import etree
from openpyxl.styles.colors import COLOR_INDEX
from openpyxl.styles.numbers import BUILTIN_FORMATS

from forge.preparers.calc.number_formats import canonical
from forge.preparers.calc.spec import BLACK, PLAIN, Highlight, Style
from forge.preparers.calc.vocabulary import MAIN
from forge.preparers.office.markup import Package, flag
from forge.states.values import Colour

_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_SIDES = ("left", "right", "top", "bottom")
_WHITE = Colour("#FFFFFF")
_UNDERLINES = {"singleAccounting": "single", "doubleAccounting": "double"}


class Palette:
    """What the colours of a file are: spelt out, by number in its theme, or by number in the old palette."""

    def __init__(self, theme: etree._Element | None) -> None:
        scheme = theme.find(f".//{_DRAWING}clrScheme") if theme is not None else None
        entries = [inner for entry in scheme for inner in entry] if scheme is not None else []
        codes = [(inner.get("lastClr") or inner.get("val") or "000000").upper() for inner in entries]
        # The file counts the first four the other way round: light before dark.
        self._theme = [codes[place] for place in (1, 0, 3, 2)] + codes[4:] if len(codes) > 3 else codes

    def colour(self, element: etree._Element | None, automatic: Colour | None = None) -> Colour | None:
        """The colour that an element names; `automatic` where the file leaves it to the application."""
        if element is None:
            return automatic
        tint = float(element.get("tint") or 0)
        if (rgb := element.get("rgb")) is not None:
            return _shaded(rgb[-6:].upper(), tint)
        if (theme := element.get("theme")) is not None and int(theme) < len(self._theme):
            return _shaded(self._theme[int(theme)], tint)
        if (indexed := element.get("indexed")) is not None and int(indexed) < 64:
            return _shaded(COLOR_INDEX[int(indexed)][-6:].upper(), tint)
        return automatic


@lru_cache(maxsize=1024)
def _shaded(code: str, tint: float) -> Colour:
    """A colour made lighter or darker (ECMA-376 part 1 section 18.8.19)."""
    if not tint:
        return Colour(f"#{code}")
    red, green, blue = (int(code[place : place + 2], 16) / 255 for place in (0, 2, 4))
    hue, light, saturation = colorsys.rgb_to_hls(red, green, blue)
    light = light * (1 + tint) if tint < 0 else light * (1 - tint) + tint
    mixed = colorsys.hls_to_rgb(hue, light, saturation)
    return Colour("#" + "".join(f"{round(part * 255):02X}" for part in mixed))


class StyleTable:
    """The styles of a file by their numbers."""

    def __init__(self, package: Package, part: str | None, theme: str | None) -> None:
        self.palette = Palette(package.xml(theme) if theme in package.parts and theme else None)
        root = package.xml(part) if part is not None else etree.Element(f"{MAIN}styleSheet")
        self._formats = {
            int(item.get("numFmtId") or 0): item.get("formatCode") or "General"
            for item in root.iter(f"{MAIN}numFmt")
        }
        self._fonts = _members(root, "fonts")
        self._fills = _members(root, "fills")
        self._borders = _members(root, "borders")
        self._cells = _members(root, "cellXfs")
        self._differences = _members(root, "dxfs")
        self._styles: dict[int, Style] = {}

    def style(self, number: int) -> Style:
        """The style of a number; the plain one where the file has no such number."""
        found = self._styles.get(number)
        if found is None:
            found = self._make(self._cells[number]) if number < len(self._cells) else PLAIN
            self._styles[number] = found
        return found

    def _make(self, item: etree._Element) -> Style:
        format_number = int(item.get("numFmtId") or 0)
        code = self._formats.get(format_number) or BUILTIN_FORMATS.get(format_number, "General")
        fields: dict[str, Any] = {"number_format": canonical(code)}
        if (font := _at(self._fonts, item.get("fontId"))) is not None:
            fields |= self._font(font)
        if (fill := _at(self._fills, item.get("fillId"))) is not None:
            fields["fill"] = self._fill(fill)
        if (border := _at(self._borders, item.get("borderId"))) is not None:
            fields |= self._border(border)
        fields |= _alignment(item.find(f"{MAIN}alignment"))
        if (protection := item.find(f"{MAIN}protection")) is not None:
            fields["locked"] = flag(protection.get("locked"), default=True)
            fields["formula_hidden"] = flag(protection.get("hidden"))
        return Style(**fields)

    def _font(self, font: etree._Element) -> dict[str, Any]:
        return {
            "font": _value(font, "name") or PLAIN.font,
            "size": float(_value(font, "sz") or PLAIN.size),
            "bold": bool(_switch(font, "b")),
            "italic": bool(_switch(font, "i")),
            "underline": _underline(font),
            "strike": bool(_switch(font, "strike")),
            "colour": self.palette.colour(font.find(f"{MAIN}color"), BLACK),
        }

    def _fill(self, fill: etree._Element) -> Colour | None:
        """The colour of a solid fill, and of a pattern that of its lines."""
        pattern = fill.find(f"{MAIN}patternFill")
        if pattern is None or pattern.get("patternType", "none") == "none":
            return None
        return self.palette.colour(pattern.find(f"{MAIN}fgColor"), _WHITE)

    def _border(self, border: etree._Element) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for side in _SIDES:
            line = border.find(f"{MAIN}{side}")
            if line is not None and line.get("style", "none") != "none":
                found[f"border_{side}"] = line.get("style")
                found[f"border_{side}_colour"] = self.palette.colour(line.find(f"{MAIN}color"), BLACK)
        return found

    def highlight(self, number: int) -> Highlight:
        """What a conditional format changes, by the number of its difference."""
        item = self._differences[number] if number < len(self._differences) else None
        if item is None:
            return Highlight()
        font = item.find(f"{MAIN}font")
        fields: dict[str, Any] = {}
        if font is not None:
            fields = {
                "bold": _switch(font, "b"),
                "italic": _switch(font, "i"),
                "underline": _underline(font),
                "strike": _switch(font, "strike"),
                "colour": self.palette.colour(font.find(f"{MAIN}color")),
            }
        pattern = item.find(f"{MAIN}fill/{MAIN}patternFill")
        if pattern is not None and pattern.get("patternType") != "none":
            # In a difference the background is the colour that shows.
            background = self.palette.colour(pattern.find(f"{MAIN}bgColor"))
            fields["fill"] = background or self.palette.colour(pattern.find(f"{MAIN}fgColor"))
        return Highlight(**fields)


def _members(root: etree._Element, name: str) -> list[etree._Element]:
    """The elements of a table; comments do not count."""
    table = root.find(f"{MAIN}{name}")
    return list(table.iterchildren(tag=etree.Element)) if table is not None else []


def _at(members: list[etree._Element], number: str | None) -> etree._Element | None:
    place = int(number or 0)
    return members[place] if place < len(members) else None


def _value(font: etree._Element, name: str) -> str | None:
    child = font.find(f"{MAIN}{name}")
    return child.get("val") if child is not None else None


def _switch(font: etree._Element, name: str) -> bool | None:
    """Whether a font has something; None where it does not say."""
    child = font.find(f"{MAIN}{name}")
    return flag(child.get("val"), default=True) if child is not None else None


def _underline(font: etree._Element) -> str | None:
    child = font.find(f"{MAIN}u")
    if child is None:
        return None
    kind = child.get("val", "single")
    return None if kind == "none" else _UNDERLINES.get(kind, kind)


def _alignment(item: etree._Element | None) -> dict[str, Any]:
    if item is None:
        return {}
    rotation = int(item.get("textRotation") or 0)
    return {
        "horizontal": item.get("horizontal", "general"),
        "vertical": item.get("vertical", "bottom"),
        "wrap": flag(item.get("wrapText")),
        "shrink": flag(item.get("shrinkToFit")),
        "indent": int(item.get("indent") or 0),
        "rotation": 90 - rotation if 90 < rotation <= 180 else rotation,
    }
