"""What a workbook is, for those who build and edit one: plain objects that can be changed in place.

A skill computes the stored value of a formula itself (`Cell.value` beside `Cell.formula`); the application
verifies it later. Rows and columns count from 1; places are written as in the application: `C7`, `A2:C40`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import Any, TypeAlias

from forge.errors import PreparerError
from forge.preparers.calc.features import (
    AutoFilter,
    Chart,
    ConditionalFormat,
    Criterion,
    DataField,
    Highlight,
    Page,
    Pivot,
    Protection,
    ScalePoint,
    Series,
    Validation,
)
from forge.preparers.calc.looks import BLACK, PLAIN, Horizontal, Line, Style, Underline, Vertical
from forge.preparers.calc.places import column_number, place_of, range_of
from forge.states.values import Colour, Error

__all__ = [
    "BLACK",
    "PLAIN",
    "AutoFilter",
    "Cell",
    "CellValue",
    "Chart",
    "Colour",
    "Column",
    "ConditionalFormat",
    "Criterion",
    "DataField",
    "Error",
    "Highlight",
    "Horizontal",
    "Line",
    "Page",
    "Pivot",
    "Protection",
    "Row",
    "ScalePoint",
    "Series",
    "Sheet",
    "Style",
    "Underline",
    "Validation",
    "Vertical",
    "Workbook",
    "format_for",
]

CellValue: TypeAlias = int | float | str | bool | date | datetime | time | timedelta | Error | None

DATE_FORMAT = "yyyy-mm-dd"
DATE_TIME_FORMAT = "yyyy-mm-dd hh:mm"
TIME_FORMAT = "hh:mm"
DURATION_FORMAT = "[h]:mm"


@dataclass(slots=True)
class Cell:
    """One cell.

    Attributes:
        value: what it holds; beside a formula, its result as it is stored.
        formula: the formula with its leading `=`, in English, with commas between arguments; None for none.
        style: how it looks.
        comment: the text of its comment, or None.
        link: where it leads: a web or mail address, or `#Sheet!A1` within the workbook; None for nowhere.
    """

    value: CellValue = None
    formula: str | None = None
    style: Style = PLAIN
    comment: str | None = None
    link: str | None = None

    def is_empty(self) -> bool:
        """Whether it holds nothing; it may still be styled."""
        return self.value is None and self.formula is None and self.comment is None and self.link is None

    def restyle(self, **changes: Any) -> None:
        """Change some fields of its style."""
        self.style = _restyled(self.style, tuple(changes.items()))

    def put(self, value: CellValue, formula: str | None = None) -> None:
        """Set value and formula; a date or time gets a matching number format where it has none."""
        self.value = value
        self.formula = formula
        if self.style.number_format == "General" and (code := format_for(value)) != "General":
            self.style = replace(self.style, number_format=code)

    def __deepcopy__(self, memo: dict[int, Any]) -> Cell:
        return Cell(self.value, self.formula, self.style, self.comment, self.link)


@lru_cache(maxsize=4096)
def _restyled(style: Style, changes: tuple[tuple[str, Any], ...]) -> Style:
    """A style with some fields changed; the cells of a column share theirs."""
    return replace(style, **dict(changes))


def format_for(value: CellValue) -> str:
    """The plainest number format under which a value is read as what it is."""
    if isinstance(value, datetime):
        return DATE_TIME_FORMAT
    if isinstance(value, date):
        return DATE_FORMAT
    if isinstance(value, time):
        return TIME_FORMAT
    return DURATION_FORMAT if isinstance(value, timedelta) else "General"


@dataclass
class Column:
    """A column's own settings: width in characters (None: the default) and whether it is hidden."""

    width: float | None = None
    hidden: bool = False

    def __deepcopy__(self, memo: dict[int, Any]) -> Column:
        return Column(self.width, self.hidden)


@dataclass
class Row:
    """A row's own settings: height in points (None: as the content needs) and whether it is hidden."""

    height: float | None = None
    hidden: bool = False

    def __deepcopy__(self, memo: dict[int, Any]) -> Row:
        return Row(self.height, self.hidden)


@dataclass
class Sheet:
    """One sheet.

    Attributes:
        name: its name.
        cells: what stands where, by row and column from 1.
        columns: settings of columns, by number.
        rows: settings of rows, by number.
        merges: merged ranges, as in `A1:D1`; only the first cell may hold something.
        freeze: the first cell that scrolls, as in `B2`: what is above and left of it stays; None for nothing.
        autofilter: the filter buttons, or None.
        conditional_formats: the rules, the first one first.
        validations: what may be entered.
        charts: in the order in which they lie over one another.
        pivots: the pivot tables that stand on it; the cells that they take hold nothing.
        names: names that hold on this sheet only, with what they stand for.
        page: how it is printed.
        protection: None when it is not protected.
        hidden: whether its tab is hidden.
        tab_colour: the colour of its tab, or None.
        zoom: in per cent.
        gridlines: the lines between the cells are shown.
    """

    name: str
    cells: dict[tuple[int, int], Cell] = field(default_factory=dict)
    columns: dict[int, Column] = field(default_factory=dict)
    rows: dict[int, Row] = field(default_factory=dict)
    merges: list[str] = field(default_factory=list)
    freeze: str | None = None
    autofilter: AutoFilter | None = None
    conditional_formats: list[ConditionalFormat] = field(default_factory=list)
    validations: list[Validation] = field(default_factory=list)
    charts: list[Chart] = field(default_factory=list)
    pivots: list[Pivot] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    page: Page = field(default_factory=Page)
    protection: Protection | None = None
    hidden: bool = False
    tab_colour: Colour | None = None
    zoom: int = 100
    gridlines: bool = True

    def __deepcopy__(self, memo: dict[int, Any]) -> Sheet:
        """A copy that can be edited by itself; cells are copied here, a general copy takes ten times as long."""
        settings = {
            item.name: deepcopy(getattr(self, item.name), memo)
            for item in fields(self)
            if item.name != "cells"
        }
        cells = {
            place: Cell(cell.value, cell.formula, cell.style, cell.comment, cell.link)
            for place, cell in self.cells.items()
        }
        return Sheet(**settings, cells=cells)

    def __getitem__(self, place: str) -> Cell:
        """The cell at a place such as `C7`, made where there was none."""
        return self.cell(*place_of(place))

    def cell(self, row: int, column: int) -> Cell:
        """The cell at a row and a column, made where there was none."""
        found = self.cells.get((row, column))
        if found is None:
            found = self.cells[row, column] = Cell()
        return found

    def get(self, place: str) -> Cell | None:
        """The cell at a place, or None where there is none."""
        return self.cells.get(place_of(place))

    def value(self, place: str) -> CellValue:
        """The value at a place; None where it is empty."""
        cell = self.cells.get(place_of(place))
        return cell.value if cell is not None else None

    def range(self, places: str) -> Iterable[Cell]:
        """The cells of a range row by row, made where there were none."""
        top, left, bottom, right = range_of(places)
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                yield self.cell(row, column)

    def put(self, place: str, rows: Sequence[Sequence[CellValue]], style: Style | None = None) -> None:
        """Write a block of values whose first cell is at a place; dates and times get a matching format."""
        top, left = place_of(place)
        for down, values in enumerate(rows):
            for across, value in enumerate(values):
                cell = self.cell(top + down, left + across)
                if style is not None:
                    cell.style = style
                cell.put(value)

    def column(self, letters: str) -> Column:
        """The settings of a column such as `C`, made where there were none."""
        return self.columns.setdefault(column_number(letters), Column())

    def row(self, number: int) -> Row:
        """The settings of a row, made where there were none."""
        return self.rows.setdefault(number, Row())

    def size(self) -> tuple[int, int]:
        """The last row and the last column that hold a cell; (0, 0) for an empty sheet."""
        if not self.cells:
            return (0, 0)
        return (max(row for row, _ in self.cells), max(column for _, column in self.cells))


@dataclass
class Workbook:
    """A workbook.

    Attributes:
        sheets: in the order of their tabs.
        names: defined names with what they stand for, as in `{"Rates": "Lists!$B$2:$B$9"}`.
        active: the sheet in front when it is opened; None for the first. Not part of the state.
    """

    sheets: list[Sheet] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    active: str | None = None

    def sheet(self, name: str) -> Sheet:
        """The sheet of a name.

        Raises:
            PreparerError: there is none.
        """
        for sheet in self.sheets:
            if sheet.name == name:
                return sheet
        known = ", ".join(repr(sheet.name) for sheet in self.sheets) or "none"
        raise PreparerError(f"The workbook has no sheet {name!r}; it has {known}.")

    def add_sheet(self, name: str, index: int | None = None) -> Sheet:
        """A new empty sheet, at the end or at a position from 0.

        Raises:
            PreparerError: the name is taken; upper and lower case are one.
        """
        if any(sheet.name.casefold() == name.casefold() for sheet in self.sheets):
            raise PreparerError(f"The workbook already has a sheet {name!r}; choose another name.")
        sheet = Sheet(name)
        self.sheets.insert(len(self.sheets) if index is None else index, sheet)
        return sheet

    def remove_sheet(self, name: str) -> None:
        """Take a sheet out.

        Raises:
            PreparerError: there is none of that name.
        """
        self.sheets.remove(self.sheet(name))
