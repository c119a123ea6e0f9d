"""Lines around and between cells: which cells, how thick, and on whose sides they are stored."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from forge.preparers.calc.places import block, column_number
from forge.preparers.calc.spec import BLACK
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.tables import Table
from forge.states.rubric import Absent, AnyCheck, Equals, OneOf, Way
from forge.states.selectors import Selector

LINES = {"thin": ("thin", "hair"), "thick": ("medium", "thick")}
"""The lines of files that people call so: what LibreOffice calls thick is stored as medium."""

Side = Literal["top", "bottom", "left", "right"]
SIDES: tuple[Side, ...] = ("top", "bottom", "left", "right")
Storing = tuple[Side, ...]
STORINGS: tuple[Storing, ...] = (SIDES, ("bottom", "right"), ("top", "left"))
"""The sides of cells on which the lines between cells can be stored: on both cells that share one, or on one."""


@dataclass(frozen=True)
class Frame:
    """Lines around a range and, perhaps, between its cells.

    Attributes:
        table: the table on whose sheet it is.
        top: the first row; likewise the other ends.
        outer: the width of the lines around, or None for none.
        inner: the width of the lines between, or None for none.
    """

    table: Table
    top: int
    bottom: int
    left: int
    right: int
    outer: str | None
    inner: str | None

    @classmethod
    def around(cls, table: Table, outer: str | None, inner: str | None) -> Frame:
        """Around a table with its headers."""
        first, last = (column_number(item.letter) for item in (table.columns[0], table.columns[-1]))
        return cls(table, table.header_row, table.last_row, first, last, outer, inner)

    def _ends(self) -> dict[Side, tuple[str, str]]:
        """For each side, the cells at that end of the range, and all others."""
        top, bottom, left, right = self.top, self.bottom, self.left, self.right
        return {
            "top": (block(top, left, top, right), block(top + 1, left, bottom, right)),
            "bottom": (block(bottom, left, bottom, right), block(top, left, bottom - 1, right)),
            "left": (block(top, left, bottom, left), block(top, left + 1, bottom, right)),
            "right": (block(top, right, bottom, right), block(top, left, bottom, right - 1)),
        }

    def selectors(self) -> Iterator[Selector]:
        """The lines on all sides of the cells, and their colours."""
        area = block(self.top, self.left, self.bottom, self.right)
        for side in SIDES:
            yield self.table.at(area, f"border_{side}")
            yield self.table.at(area, f"border_{side}_colour")

    def ways(self) -> tuple[Way, ...]:
        """The lines between may be stored with either cell, or with both."""
        return tuple(tuple(self._checks(storing)) for storing in (STORINGS if self.inner else STORINGS[:1]))

    def _checks(self, storing: Storing) -> Iterator[AnyCheck]:
        for side, (edge, others) in self._ends().items():
            yield self._line(edge, side, self.outer)
            yield self._line(others, side, self.inner if side in storing else None)
        for selector in self.selectors():
            if (selector.property or "").endswith("_colour"):
                yield Equals(select=selector, expected=BLACK)

    def _line(self, area: str, side: Side, width: str | None) -> AnyCheck:
        selector = self.table.at(area, f"border_{side}")
        return OneOf(select=selector, options=LINES[width]) if width else Absent(select=selector)

    def draw(self, desktop: Desktop, storing: Storing = SIDES, kind: int = 0, line: str = "") -> None:
        """Draw the lines, perhaps stored otherwise, or of another kind."""
        sheet = self.table.worksheet(desktop)
        for side, (edge, others) in self._ends().items():
            for area, width in ((edge, self.outer), (others, self.inner if side in storing else None)):
                if width is not None:
                    change: dict[str, Any] = {f"border_{side}": line or LINES[width][kind]}
                    for cell in sheet.range(area):
                        cell.restyle(**change)
