"""Cell styles on their way into a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from openpyxl.cell.cell import Cell as OpenpyxlCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.styles import Protection as CellProtection

from forge.preparers.calc.spec import PLAIN, Style
from forge.states.values import Colour

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

SIDES = ("left", "right", "top", "bottom")


def argb(colour: Colour) -> str:
    """An opaque colour as the file writes it."""
    return "FF" + colour.code[1:]


class StyleNumbers:
    """The numbers under which a workbook that is being written knows styles."""

    def __init__(self, sheet: Worksheet) -> None:
        self._sheet = sheet
        self._by_identity: dict[int, int] = {}
        self._by_style: dict[Style, int] = {}
        self._kept: list[Style] = []

    def number(self, style: Style) -> int:
        """The number of a style, which it is given when it is first asked for."""
        known = self._by_identity.get(id(style))
        if known is None:
            known = self._by_style.get(style)
            if known is None:
                known = self._by_style[style] = self._add(style)
            self._by_identity[id(style)] = known
            self._kept.append(style)  # while it lives, no other style gets its identity
        return known

    def _add(self, style: Style) -> int:
        if style == PLAIN:
            return 0
        cell = OpenpyxlCell(self._sheet, row=1, column=1)
        cell.number_format = style.number_format
        # Whole fonts, because applications fill what is left out with values of their own.
        cell.font = Font(
            name=style.font,
            sz=style.size,
            b=style.bold,
            i=style.italic,
            u=style.underline,
            strike=style.strike,
            color=argb(style.colour),
            family=2,
        )
        if style.fill is not None:
            cell.fill = PatternFill("solid", fgColor=argb(style.fill), bgColor=argb(style.fill))
        lines: dict[str, Any] = {
            side: Side(line, argb(getattr(style, f"border_{side}_colour")))
            for side in SIDES
            if (line := getattr(style, f"border_{side}")) is not None
        }
        cell.border = Border(**lines)
        cell.alignment = Alignment(
            horizontal=style.horizontal,
            vertical=style.vertical,
            textRotation=style.rotation if style.rotation >= 0 else 90 - style.rotation,
            wrap_text=style.wrap,
            shrink_to_fit=style.shrink,
            indent=style.indent,
        )
        cell.protection = CellProtection(locked=style.locked, hidden=style.formula_hidden)
        return int(cell.style_id)
