"""How people dress their sheets: fonts, header styles, number formats, units, column widths."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, time, timedelta
from random import Random
from typing import Literal

from forge.preparers.calc.number_formats import canonical
from forge.preparers.calc.spec import CellValue, Horizontal, Style
from forge.skills.content.kit import STANDS_RIGHT, ColumnKit, Role
from forge.states.values import Colour

NARROWEST = 7.0
WIDEST = 44.0
"""Column widths that a person sets, in characters."""

_WHITE = Colour("#FFFFFF")
_GREY = Colour("#BFBFBF")

FONTS = ("Calibri",) * 5 + ("Arial",) * 3 + ("Verdana", "Cambria", "Georgia", "Times New Roman")

HEADERS = (
    *(Style(bold=True),) * 4,
    Style(bold=True, border_bottom="thin"),
    Style(bold=True, border_bottom="medium", wrap=True, vertical="center"),
    Style(bold=True, fill=Colour("#D9E1F2")),
    Style(bold=True, fill=Colour("#F2F2F2"), horizontal="center"),
    Style(bold=True, fill=Colour("#FFF2CC"), border_bottom="thin"),
    Style(bold=True, fill=Colour("#E2EFDA"), wrap=True, vertical="center"),
    Style(bold=True, fill=Colour("#1F4E78"), colour=_WHITE, horizontal="center"),
    Style(bold=True, fill=Colour("#375623"), colour=_WHITE),
    Style(bold=True, fill=Colour("#404040"), colour=_WHITE, horizontal="center", vertical="center"),
    Style(bold=True, fill=Colour("#7B2C3B"), colour=_WHITE),
    Style(italic=True, border_bottom="thin"),
    Style(),
)
"""Header styles as one meets them, the plainest most often."""

DATE_FORMATS = (
    "yyyy-mm-dd",
    "yyyy-mm-dd",
    "dd/mm/yyyy",
    "dd.mm.yyyy",
    "d mmm yyyy",
    "mm/dd/yyyy",
    "dd-mmm-yy",
)
_CENTRED: tuple[tuple[Role, ...], ...] = ((), (), (), ("date", "time"), ("status",), ("identifier", "date"))
_OVER_NUMBERS: tuple[Horizontal, ...] = (*("right",) * 6, *("center",) * 2, *("general",) * 2)
TIME_FORMATS = ("hh:mm", "hh:mm", "h:mm AM/PM")


@dataclass(frozen=True)
class Look:
    """The habits of whoever made a workbook.

    Attributes:
        header: the style of headers.
        body: the style of data.
        title: the style of a title above a table.
        dates: the number format of dates.
        times: the number format of times of day.
        thousands: whether large numbers have separators.
        units: where units stand: in the header, in the number format, or nowhere.
        bare: whether money and measures keep the format General.
        centred: the roles whose cells are centred.
        over_numbers: how headers are aligned over what stands at the right of its cells.
    """

    header: Style
    body: Style
    title: Style
    dates: str
    times: str
    thousands: bool
    units: Literal["header", "format", "nowhere"]
    bare: bool
    centred: frozenset[Role]
    over_numbers: Horizontal

    @classmethod
    def draw(cls, random: Random) -> Look:
        """The habits of somebody."""
        font, size = random.choice(FONTS), random.choice((10, 11, 11, 11, 12))
        body = Style(font=font, size=size)
        if random.random() < 0.2:
            body = body.bordered("thin", _GREY)
        header = random.choice(HEADERS).but(font=font, size=size)
        if body.border_left is not None and header.border_bottom is None:
            header = header.bordered("thin", _GREY)
        return cls(
            header=header,
            body=body,
            title=Style(font=font, size=size + random.choice((3, 4, 5)), bold=random.random() < 0.8),
            dates=random.choice(DATE_FORMATS),
            times=random.choice(TIME_FORMATS),
            thousands=random.random() < 0.7,
            units=random.choice(("header", "format", "format", "nowhere")),
            bare=random.random() < 0.12,
            centred=frozenset(random.choice(_CENTRED)),
            over_numbers=random.choice(_OVER_NUMBERS),
        )

    def header_text(self, column: ColumnKit) -> str:
        """The header of a column, with its unit where this is the habit."""
        if self.units == "header" and column.unit:
            return f"{column.name} ({column.unit})"
        return column.name

    def header_style(self, column: ColumnKit) -> Style:
        """The style of the header of a column."""
        if self.header.horizontal != "general" or column.role not in STANDS_RIGHT:
            return self.header
        if column.role in self.centred:
            return self.header.but(horizontal="center")
        return self.header.but(horizontal=self.over_numbers)

    def number_format(self, column: ColumnKit) -> str:
        """The number format of a column."""
        fixed = {"date": self.dates, "time": self.times, "duration": "[h]:mm"}
        if column.role in fixed:
            return fixed[column.role]
        if column.role == "percentage":
            return "0." + "0" * column.places() + "%" if column.places() else "0%"
        if column.role == "quantity" and self.thousands and column.bounds()[1] >= 1000:
            return "#,##0"
        return (
            self._measured(column) if column.role in ("money", "measurement") and not self.bare else "General"
        )

    def _measured(self, column: ColumnKit) -> str:
        code = ("#,##0" if self.thousands else "0") + ("." + "0" * column.places() if column.places() else "")
        if self.units != "format" or not column.unit:
            return code
        return canonical(column.unit + code if column.unit in ("$", "£") else f'{code} "{column.unit}"')

    def style(self, column: ColumnKit, number_format: str) -> Style:
        """The style of the data cells of a column."""
        style = self.body.but(number_format=number_format)
        return style.but(horizontal="center") if column.role in self.centred else style


def width_for(header: str, values: Iterable[CellValue], number_format: str, style: Style) -> float:
    """The width that a person gives a column so that everything can be read, in characters."""
    longest = max((shown_length(value, number_format) for value in values), default=0)
    scale = style.size / 11 * (1.12 if style.font == "Verdana" else 1.0)
    width = round(min(WIDEST, max(NARROWEST, (max(longest, len(header) * 1.08) + 2) * scale)), 1)
    return 9.0 if 8.0 < width < 9.0 else width  # LibreOffice takes what is near the default for the default


def shown_length(value: CellValue, number_format: str) -> int:
    """About how many characters a value shows; letters of East Asian scripts count twice."""
    match value:
        case None:
            return 0
        case str():
            return len(value) if value.isascii() else sum(2 if sign > "\u2e7f" else 1 for sign in value)
        case date() | time() | timedelta():
            return len(number_format.replace("[", "").replace("]", ""))
        case float() if "%" not in number_format:
            extra = number_format.partition("0.")[2]
            return len(f"{value:,.2f}") + len(extra)
        case int():
            return len(f"{value:,}") + len(number_format.partition("0")[2].replace("0", "").replace("#", ""))
    return 6
