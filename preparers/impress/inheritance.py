"""What a text or a placeholder takes from its layout, its master and the defaults of the presentation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from forge.preparers.impress.colours import Palette
from forge.preparers.impress.markup import Element, children, find, name

_STYLES = {"title": "p:titleStyle", "ctrTitle": "p:titleStyle"}
_BODY_TYPES = {"body", "obj", "subTitle", "", "tbl", "chart", "pic", "clipArt", "dgm", "media"}
_LIKE = {"ctrTitle": "title", "subTitle": "body"}
"""What a placeholder is on the master, where that has none of its own type."""
_LAST_LEVEL = 9


def holder_of(shape: Element) -> Element | None:
    """What makes a shape a placeholder, or None."""
    for part in shape:
        found = find(part, "p:nvPr", "p:ph")
        if found is not None:
            return found
    return None


def type_of(holder: Element) -> str:
    """The type of a placeholder; empty for one of any content."""
    kind = holder.get("type") or ""
    return "" if kind == "obj" else kind


@dataclass
class Sheet:
    """A layout or a master: what slides take from it.

    Attributes:
        root: the root of its part.
        palette: its colours.
        fonts: the fonts of its theme, by the names that texts use for them.
        master: of a layout, its master.
        part: the name of its part.
    """

    root: Element
    palette: Palette
    fonts: dict[str, str] = field(default_factory=dict)
    master: Sheet | None = None
    part: str = ""

    def placeholders(self) -> list[tuple[Element, Element]]:
        """Its placeholders: what makes each one, and the shape."""
        tree = find(self.root, "p:cSld", "p:spTree")
        found = []
        for shape in children(tree, "p:sp", "p:pic", "p:graphicFrame"):
            holder = holder_of(shape)
            if holder is not None:
                found.append((holder, shape))
        return found

    def counterpart(self, holder: Element) -> Element | None:
        """Its placeholder that one of a slide or a layout takes from, or None."""
        kind, index = type_of(holder), holder.get("idx")
        known = self.placeholders()
        if self.master is not None and index is not None:
            for other, shape in known:
                if other.get("idx") == index and (
                    type_of(other) == kind or {type_of(other), kind} <= _BODY_TYPES
                ):
                    return shape
        for wanted in dict.fromkeys((kind, _LIKE.get(kind, kind), "body" if kind in _BODY_TYPES else kind)):
            for other, shape in known:
                if type_of(other) == wanted:
                    return shape
        return None


@dataclass
class Heritage:
    """The elements from which a shape takes what it does not say itself, the nearest first.

    Attributes:
        shapes: the placeholders of layout and master.
        lists: the styles of lists, each with up to nine levels.
        palette: the colours of the master.
        fonts: the fonts of the theme.
        font_colour: where a drawn shape says the colour of its text.
    """

    shapes: list[Element]
    lists: list[Element]
    palette: Palette
    fonts: dict[str, str]
    font_colour: Element | None = None

    def properties(self, tag: str) -> Iterator[Element]:
        """The elements of a name below the placeholders, as in `p:spPr`, the nearest first."""
        for shape in self.shapes:
            found = find(shape, tag)
            if found is not None:
                yield found

    def levels(self, level: int) -> Iterator[Element]:
        """How paragraphs of a level (from 0) look, the nearest first."""
        tag = name(f"a:lvl{min(level, _LAST_LEVEL - 1) + 1}pPr")
        for styles in self.lists:
            found = styles.find(tag)
            if found is not None:
                yield found


def heritage(shape: Element, layout: Sheet, defaults: Element | None) -> Heritage:
    """What a shape of a slide takes from its layout, its master and the defaults of the presentation."""
    master = layout.master if layout.master is not None else layout
    holder = holder_of(shape)
    shapes: list[Element] = []
    lists: list[Element | None] = [find(shape, "p:txBody", "a:lstStyle")]
    if holder is not None:
        for sheet in dict.fromkeys((id(layout), id(master))):
            found = (layout if sheet == id(layout) else master).counterpart(holder)
            if found is not None and found is not shape:
                shapes.append(found)
                lists.append(find(found, "p:txBody", "a:lstStyle"))
        kind = type_of(holder)
        style = _STYLES.get(kind, "p:bodyStyle" if kind in _BODY_TYPES else "p:otherStyle")
        lists.append(find(master.root, "p:txStyles", style))
    lists.append(defaults)
    return Heritage(
        shapes,
        [item for item in lists if item is not None],
        master.palette,
        master.fonts,
        find(shape, "p:style", "a:fontRef"),
    )
