"""The styles of a file: paragraph styles for the document, character styles for the words that use them."""

from __future__ import annotations

import re

from lxml import etree

from forge.preparers.office.markup import Package, flag
from forge.preparers.writer.looks import BLACK, FLOWING, PLAIN, Layout, Look, Style
from forge.preparers.writer.looks_in import Fonts, read_layout, read_look, value
from forge.preparers.writer.vocabulary import GRAPHIC, W

_BARE_LOOK = Look("Times New Roman", 10, False, False, "none", False, "none", BLACK, "none", "none")
_BARE_LAYOUT = Layout("left", 0, 0, 0, 0, 0, 1, "multiple", False, False, False, 0, "none", ())
"""What holds where a file says nothing at all (ECMA-376 part 1 section 17.7.5)."""

_LOWERED = re.compile(r"(?:heading|toc) \d|header|footer|title|subtitle|caption")
_LONGEST_CHAIN = 20


def canonical_name(name: str) -> str:
    """A style's name in its one form: built-in ones begin with capitals."""
    if name.lower() == "toc heading":
        return "TOC Heading"
    if _LOWERED.fullmatch(name.lower()):
        head, _, tail = name.partition(" ")
        return f"{'TOC' if head.lower() == 'toc' else head.capitalize()}{' ' if tail else ''}{tail}"
    return name


class StyleTable:
    """The styles of a file by their ids.

    Attributes:
        styles: the paragraph styles by name; what the file says for all is said in those that are based on none.
        default: the name of the paragraph style that holds where none is named.
    """

    def __init__(self, package: Package, part: str | None, theme: str | None) -> None:
        self.fonts: Fonts = _theme_fonts(package.xml(theme)) if theme is not None else {}
        self.styles: dict[str, Style] = {}
        self.default = "Normal"
        self._names: dict[str, str] = {}
        self._characters: dict[str, tuple[str | None, Look]] = {}
        self._numbering: dict[str, tuple[str | None, str | None]] = {}
        self.tables: dict[str, etree._Element] = {}
        root = package.xml(part) if part is not None else None
        if root is not None:
            self._read(root)
        self.styles.setdefault(self.default, Style(None, None, _BARE_LOOK, _BARE_LAYOUT))

    def _read(self, root: etree._Element) -> None:
        defaults = root.find(f"{W}docDefaults")
        look, layout = _BARE_LOOK, _BARE_LAYOUT
        if defaults is not None:
            look = read_look(defaults.find(f"{W}rPrDefault/{W}rPr"), self.fonts).over(look)
            layout = read_layout(defaults.find(f"{W}pPrDefault/{W}pPr")).over(layout)
        items = list(root.iterfind(f"{W}style"))
        for item in items:
            kind, identity = item.get(f"{W}type"), item.get(f"{W}styleId") or ""
            if kind == "paragraph":
                self._names[identity] = canonical_name(value(item, "name") or identity)
                if flag(item.get(f"{W}default")):
                    self.default = self._names[identity]
            elif kind == "character":
                own = read_look(item.find(f"{W}rPr"), self.fonts)
                self._characters[identity] = (value(item, "basedOn"), own)
            elif kind == "table":
                self.tables[identity] = item
        for item in items:
            if item.get(f"{W}type") == "paragraph":
                self._paragraph_style(item, look, layout)

    def _paragraph_style(self, item: etree._Element, look: Look, layout: Layout) -> None:
        name = self._names[item.get(f"{W}styleId") or ""]
        based, following = value(item, "basedOn"), value(item, "next")
        properties = item.find(f"{W}pPr")
        style = Style(
            self._names.get(based) if based is not None else None,
            self._names.get(following) if following is not None else None,
            read_look(item.find(f"{W}rPr"), self.fonts),
            read_layout(properties),
        )
        if style.based_on is None or style.based_on == name:
            style.based_on = None
            style.look, style.layout = style.look.over(look), style.layout.over(layout)
        if style.following == name:
            style.following = None
        self.styles[name] = style
        numbering = properties.find(f"{W}numPr") if properties is not None else None
        if numbering is not None:
            self._numbering[name] = value(numbering, "numId"), value(numbering, "ilvl")

    def name(self, identity: str | None) -> str:
        """The name of a paragraph style from its id; the default where the file has no such style."""
        return self._names.get(identity or "", self.default)

    def character(self, identity: str | None) -> Look:
        """What a character style says, with what it is based on."""
        look = PLAIN
        for _ in range(_LONGEST_CHAIN):
            if identity is None or identity not in self._characters:
                break
            identity, own = self._characters[identity]
            look = look.over(own)
        return look

    def numbering(self, name: str) -> tuple[str | None, str | None, Layout]:
        """The list and its level that a paragraph style says, and the indents that it says itself."""
        indents = FLOWING
        for _ in range(_LONGEST_CHAIN):
            style = self.styles.get(name)
            if style is None:
                break
            indents = indents.over(style.layout)
            if name in self._numbering:
                number, level = self._numbering[name]
                return number, level, indents if style.based_on is not None else FLOWING
            if style.based_on is None:
                break
            name = style.based_on
        return None, None, FLOWING


def _theme_fonts(root: etree._Element) -> dict[str, str]:
    found: dict[str, str] = {}
    space = f"{{{GRAPHIC}}}"
    for kind in ("major", "minor"):
        latin = root.find(f"{space}themeElements/{space}fontScheme/{space}{kind}Font/{space}latin")
        face = latin.get("typeface") if latin is not None else None
        if face:
            found |= {f"{kind}Ascii": face, f"{kind}HAnsi": face}
    return found
