"""How words and paragraphs look: what is said directly, and what a style says. None leaves it to what is below."""

from __future__ import annotations

from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, TypeAlias

from forge.states.values import Colour

BLACK = Colour("#000000")
Underline: TypeAlias = Literal["single", "double", "thick", "dotted", "dash", "wave"]
Script: TypeAlias = Literal["super", "sub"]
Caps: TypeAlias = Literal["all", "small"]
Alignment: TypeAlias = Literal["left", "center", "right", "justify"]
LineRule: TypeAlias = Literal["multiple", "at least", "exactly"]
TabKind: TypeAlias = Literal["left", "center", "right", "decimal"]
Leader: TypeAlias = Literal["dots", "dashes", "line"]


@dataclass(frozen=True)
class Look:
    """How characters look. A field that is None is as the paragraph's style says.

    Attributes:
        font: the family.
        size: in points.
        underline: the kind of line, or `none`.
        script: `super` or `sub`, or `none`.
        colour: of the text; black is what is automatic.
        highlight: the colour behind the text, or `none`.
        caps: shown in capitals (`all`) or small capitals, or `none`; the text itself stays as it is.
    """

    font: str | None = None
    size: float | None = None
    bold: bool | None = None
    italic: bool | None = None
    underline: Underline | Literal["none"] | None = None
    strike: bool | None = None
    script: Script | Literal["none"] | None = None
    colour: Colour | None = None
    highlight: Colour | Literal["none"] | None = None
    caps: Caps | Literal["none"] | None = None

    def but(self, **changes: Any) -> Look:
        """A copy with some fields changed."""
        return replace(self, **changes)

    def over(self, below: Look) -> Look:
        """This look where it says something, else the one below."""
        if self == PLAIN:
            return below
        return Look(**_over(self, below))

    def __deepcopy__(self, memo: dict[int, Any]) -> Look:
        return self

    def __repr__(self) -> str:
        return _short(self)


@dataclass(frozen=True)
class TabStop:
    """A tab stop: its place in centimetres from the left indent of the page, its kind, and what leads to it."""

    at: float
    kind: TabKind = "left"
    leader: Leader | None = None

    def __deepcopy__(self, memo: dict[int, Any]) -> TabStop:
        return self


@dataclass(frozen=True)
class Layout:
    """How a paragraph stands on the page. A field that is None is as its style says.

    Attributes:
        left: the indent in centimetres; likewise `right`.
        first: how much further in the first line begins, in centimetres; negative for a hanging one.
        before: the space above in points; likewise `after`.
        line: the line spacing: lines, or points under the other rules.
        rule: `multiple` (of a line), `at least` or `exactly`.
        keep_next: stays on one page with the next paragraph.
        keep_lines: is not parted between two pages.
        page_break: begins a new page.
        outline: the level in the outline from 1; 0 for body text.
        fill: the colour behind the paragraph, or `none`.
        tabs: the tab stops, all of them.
    """

    alignment: Alignment | None = None
    left: float | None = None
    right: float | None = None
    first: float | None = None
    before: float | None = None
    after: float | None = None
    line: float | None = None
    rule: LineRule | None = None
    keep_next: bool | None = None
    keep_lines: bool | None = None
    page_break: bool | None = None
    outline: int | None = None
    fill: Colour | Literal["none"] | None = None
    tabs: tuple[TabStop, ...] | None = None

    def but(self, **changes: Any) -> Layout:
        """A copy with some fields changed."""
        return replace(self, **changes)

    def over(self, below: Layout) -> Layout:
        """This layout where it says something, else the one below."""
        if self == FLOWING:
            return below
        return Layout(**_over(self, below))

    def __deepcopy__(self, memo: dict[int, Any]) -> Layout:
        return self

    def __repr__(self) -> str:
        return _short(self)


def _over(above: Any, below: Any) -> dict[str, Any]:
    found = {}
    for item in fields(above):
        own = getattr(above, item.name)
        found[item.name] = own if own is not None else getattr(below, item.name)
    return found


def _short(item: Any) -> str:
    own = [(each.name, getattr(item, each.name)) for each in fields(item)]
    said = ", ".join(f"{name}={value!r}" for name, value in own if value is not None)
    return f"{type(item).__name__}({said})"


PLAIN = Look()
"""Says nothing: all is as the style says."""
FLOWING = Layout()
"""Says nothing: all is as the style says."""


@dataclass
class Style:
    """A paragraph style.

    Attributes:
        based_on: the style that says what this one does not, or None.
        following: the style of the paragraph that is typed after one of this style; None for the same.
        look: of its characters.
        layout: of its paragraphs.
    """

    based_on: str | None = "Normal"
    following: str | None = None
    look: Look = field(default_factory=Look)
    layout: Layout = field(default_factory=Layout)
