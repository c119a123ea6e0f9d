"""Looks, layouts and styles on their way into a file."""

from __future__ import annotations

import re

from lxml import etree

from forge.preparers.writer.looks import Layout, Look, Style
from forge.preparers.writer.stock import BASE_LAYOUT, BASE_LOOK
from forge.preparers.writer.vocabulary import (
    HIGHLIGHTS_BY_COLOUR,
    LEADERS,
    RULES,
    SCRIPTS,
    TWIPS_IN_POINT,
    UNDERLINES,
    twips,
)
from forge.preparers.writer.xml_out import Child, toggle, w
from forge.states.values import Colour

LINE = 240
"""A line in the unit in which multiples of it are written."""

LINK_STYLE, LINK_LOOK = "Hyperlink", Look(colour=Colour("#0563C1"), underline="single")
"""The character style of links."""
MARK_STYLE = "FootnoteReference"
_LOWERED = re.compile(r"(?:Heading|TOC) \d|Header|Footer|Title|Subtitle|Caption")


def style_id(name: str) -> str:
    """The id of a style in the file."""
    return "".join(sign for sign in name if sign.isalnum())


def style_name(name: str) -> str:
    """The name of a style in the file: some built-in ones are in small letters there."""
    return name.lower() if _LOWERED.fullmatch(name) else name


def look_properties(look: Look, style: str | None = None) -> list[Child]:
    """What a look says, in the order that the file wants."""
    caps = look.caps
    return [
        w("rStyle", val=style) if style is not None else None,
        _fonts(look.font),
        toggle("b", on=look.bold),
        toggle("bCs", on=look.bold),
        toggle("i", on=look.italic),
        toggle("iCs", on=look.italic),
        toggle("caps", on=None if caps is None else caps == "all"),
        toggle("smallCaps", on=None if caps is None else caps == "small"),
        toggle("strike", on=look.strike),
        w("color", val=look.colour.code[1:]) if look.colour is not None else None,
        _half_points("sz", look.size),
        _half_points("szCs", look.size),
        _marker(look),
        w("u", val=UNDERLINES[look.underline]) if look.underline is not None else None,
        _shade(look),
        w("vertAlign", val=SCRIPTS[look.script]) if look.script is not None else None,
    ]


def _fonts(font: str | None) -> Child:
    return w("rFonts", ascii=font, hAnsi=font, eastAsia=font, cs=font) if font is not None else None


def _half_points(tag: str, size: float | None) -> Child:
    return w(tag, val=round(size * 2)) if size is not None else None


def _marker(look: Look) -> Child:
    if look.highlight is None:
        return None
    if look.highlight == "none":
        return w("highlight", val="none")
    name = HIGHLIGHTS_BY_COLOUR.get(look.highlight)
    return w("highlight", val=name) if name is not None else None


def _shade(look: Look) -> Child:
    """Colours that the marker does not have are a shade."""
    if not isinstance(look.highlight, Colour) or look.highlight in HIGHLIGHTS_BY_COLOUR:
        return None
    return w("shd", val="clear", color="auto", fill=look.highlight.code[1:])


def run_properties(look: Look, style: str | None = None) -> etree._Element | None:
    """The element of a look; None where it says nothing."""
    children = [child for child in look_properties(look, style) if child is not None]
    return w("rPr", *children) if children else None


def layout_properties(layout: Layout, numbering: Child = None) -> list[Child]:
    """What a layout says, in the order that the file wants."""
    return [
        toggle("keepNext", on=layout.keep_next),
        toggle("keepLines", on=layout.keep_lines),
        toggle(
            "pageBreakBefore", on=layout.page_break or None
        ),  # styles say it nowhere, so nothing is taken back
        numbering,
        _fill(layout.fill),
        _tabs(layout),
        _spacing(layout),
        _indents(layout),
        w("jc", val="both" if layout.alignment == "justify" else layout.alignment)
        if layout.alignment is not None
        else None,
        w("outlineLvl", val=layout.outline - 1 if layout.outline else 9)
        if layout.outline is not None
        else None,
    ]


def _fill(fill: object) -> Child:
    if fill is None:
        return None
    code = fill.code[1:] if isinstance(fill, Colour) else "auto"
    return w("shd", val="clear", color="auto", fill=code)


def _tabs(layout: Layout) -> Child:
    if not layout.tabs:
        return None
    stops = sorted(layout.tabs, key=lambda stop: stop.at)
    leaders = [LEADERS[stop.leader] if stop.leader is not None else None for stop in stops]
    return w(
        "tabs",
        *(
            w("tab", val=stop.kind, leader=leader, pos=twips(stop.at))
            for stop, leader in zip(stops, leaders, strict=True)
        ),
    )


def _spacing(layout: Layout) -> Child:
    said = {
        "before": round(layout.before * TWIPS_IN_POINT) if layout.before is not None else None,
        "after": round(layout.after * TWIPS_IN_POINT) if layout.after is not None else None,
    }
    if layout.line is not None:
        rule = layout.rule or "multiple"
        said["line"] = round(layout.line * (LINE if rule == "multiple" else TWIPS_IN_POINT))
        return w("spacing", **said, lineRule=RULES[rule])
    return w("spacing", **said) if any(value is not None for value in said.values()) else None


def _indents(layout: Layout) -> Child:
    first = twips(layout.first) if layout.first is not None else None
    said = {
        "left": twips(layout.left) if layout.left is not None else None,
        "right": twips(layout.right) if layout.right is not None else None,
        "firstLine": first if first is not None and first >= 0 else None,
        "hanging": -first if first is not None and first < 0 else None,
    }
    return w("ind", **said) if any(value is not None for value in said.values()) else None


def styles_part(styles: dict[str, Style]) -> etree._Element:
    """The root of the part with the styles."""
    root = w(
        "styles",
        w(
            "docDefaults",
            w("rPrDefault", w("rPr", *look_properties(BASE_LOOK), w("lang", val="en-US"))),
            w("pPrDefault", w("pPr", *layout_properties(BASE_LAYOUT))),
        ),
    )
    root.extend(_style(name, style) for name, style in styles.items())
    for name, look in ((LINK_STYLE, LINK_LOOK), ("footnote reference", Look(script="super"))):
        root.append(
            w("style", w("name", val=name), run_properties(look), type="character", styleId=_id(name))
        )
    for name in ("footnote text", "annotation text", "TOC Heading"):
        if name not in styles:
            root.append(
                w(
                    "style",
                    w("name", val=name),
                    w("basedOn", val="Normal"),
                    w("pPr", *layout_properties(Layout(after=0, line=1.0))),
                    w("rPr", *look_properties(Look(size=10))),
                    type="paragraph",
                    styleId=_id(name),
                )
            )
    return root


def _id(name: str) -> str:
    return "".join(word[0].upper() + word[1:] for word in name.split())


def _style(name: str, style: Style) -> etree._Element:
    based, following = style.based_on, style.following
    layout = [child for child in layout_properties(style.layout) if child is not None]
    return w(
        "style",
        w("name", val=style_name(name)),
        w("basedOn", val=style_id(based)) if based is not None else None,
        w("next", val=style_id(following)) if following is not None else None,
        w("qFormat"),
        w("pPr", *layout) if layout else None,
        run_properties(style.look),
        type="paragraph",
        styleId=style_id(name),
        default="1" if name == "Normal" else None,
    )
