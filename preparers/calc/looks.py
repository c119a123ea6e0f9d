"""How a cell looks: one immutable style that many cells share."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Any, Literal, TypeAlias

from forge.states.values import Colour

BLACK = Colour("#000000")
Line: TypeAlias = Literal[
    "thin", "medium", "thick", "hair", "dashed", "dotted", "double",
    "dashDot", "dashDotDot", "mediumDashed", "mediumDashDot", "mediumDashDotDot", "slantDashDot",
]  # fmt: skip
Horizontal: TypeAlias = Literal["general", "left", "center", "right", "justify", "distributed"]
Vertical: TypeAlias = Literal["top", "center", "bottom"]
Underline: TypeAlias = Literal["single", "double"]


@dataclass(frozen=True, repr=False)
class Style:
    """How a cell looks and whether it may be edited. Immutable, so that many cells share one.

    Attributes:
        number_format: the format code in its English form, as in `#,##0.00`; it also decides whether a number
            is a date, a time or a duration.
        font: the family.
        size: in points.
        underline: the kind of line, or None.
        colour: of the text.
        fill: the solid background, or None.
        border_left: the kind of line, or None; likewise on the other sides.
        wrap: long text goes on in the next line.
        shrink: long text is made smaller until it fits.
        indent: in steps of about three characters, with left or right alignment.
        rotation: in degrees counter-clockwise, from -90 to 90; 255 writes the letters below one another.
        locked: cannot be edited while the sheet is protected.
        formula_hidden: the formula is not shown while the sheet is protected.
    """

    number_format: str = "General"
    font: str = "Calibri"
    size: float = 11
    bold: bool = False
    italic: bool = False
    underline: Underline | None = None
    strike: bool = False
    colour: Colour = BLACK
    fill: Colour | None = None
    border_left: Line | None = None
    border_right: Line | None = None
    border_top: Line | None = None
    border_bottom: Line | None = None
    border_left_colour: Colour = BLACK
    border_right_colour: Colour = BLACK
    border_top_colour: Colour = BLACK
    border_bottom_colour: Colour = BLACK
    horizontal: Horizontal = "general"
    vertical: Vertical = "bottom"
    wrap: bool = False
    shrink: bool = False
    indent: int = 0
    rotation: int = 0
    locked: bool = True
    formula_hidden: bool = False

    def but(self, **changes: Any) -> Style:
        """A copy with some fields changed."""
        return replace(self, **changes)

    def bordered(self, line: Line | None, colour: Colour = BLACK) -> Style:
        """A copy with the same line on all four sides."""
        sides = ("left", "right", "top", "bottom")
        lines = {f"border_{side}": line for side in sides}
        return self.but(**lines, **{f"border_{side}_colour": colour for side in sides})

    def __deepcopy__(self, memo: dict[int, Any]) -> Style:
        return self

    def __repr__(self) -> str:
        own = [(item.name, getattr(self, item.name)) for item in fields(self)]
        default = {item.name: item.default for item in fields(self)}
        return f"Style({', '.join(f'{name}={value!r}' for name, value in own if value != default[name])})"


PLAIN = Style()
"""The style of a cell that nobody formatted."""
