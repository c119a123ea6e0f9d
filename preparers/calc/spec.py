"""What a workbook is, for those who build and edit one: plain objects that can be changed in place.

A skill computes the stored value of a formula itself (`Cell.value` beside `Cell.formula`); the application
verifies it later. Rows and columns count from 1; places are written as in the application: `C7`, `A2:C40`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Literal, TypeAlias

from forge.errors import PreparerError
from forge.preparers.calc.places import column_number, place_of, range_of
from forge.states.values import Colour, Error

CellValue: TypeAlias = int | float | str | bool | date | datetime | time | timedelta | Error | None

BLACK = Colour("#000000")
DATE_FORMAT = "yyyy-mm-dd"
DATE_TIME_FORMAT = "yyyy-mm-dd hh:mm"
TIME_FORMAT = "hh:mm"
DURATION_FORMAT = "[h]:mm"

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
        self.style = replace(self.style, **changes)

    def put(self, value: CellValue, formula: str | None = None) -> None:
        """Set value and formula; a date or time gets a matching number format where it has none."""
        self.value = value
        self.formula = formula
        if self.style.number_format == "General" and (code := format_for(value)) != "General":
            self.style = replace(self.style, number_format=code)

    def __deepcopy__(self, memo: dict[int, Any]) -> Cell:
        return Cell(self.value, self.formula, self.style, self.comment, self.link)


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


@dataclass
class Row:
    """A row's own settings: height in points (None: as the content needs) and whether it is hidden."""

    height: float | None = None
    hidden: bool = False


@dataclass
class Criterion:
    """What an autofilter lets through in one column: one of several values, or what meets conditions.

    Attributes:
        column: its letter.
        values: the shown texts that are let through.
        blanks: empty cells are let through as well, beside `values`.
        conditions: one or two comparisons as in formulas: `((">=", "100"), ("<", "200"))`.
        either: one of two conditions is enough.
    """

    column: str
    values: tuple[str, ...] = ()
    blanks: bool = False
    conditions: tuple[tuple[str, str], ...] = ()
    either: bool = False


@dataclass
class AutoFilter:
    """The filter buttons of a range with header row; rows that a criterion shuts out are hidden as well."""

    range: str
    criteria: list[Criterion] = field(default_factory=list)


@dataclass(frozen=True)
class Highlight:
    """What a conditional format changes where it applies; None leaves it as it is."""

    bold: bool | None = None
    italic: bool | None = None
    underline: Underline | None = None
    strike: bool | None = None
    colour: Colour | None = None
    fill: Colour | None = None


@dataclass(frozen=True)
class ScalePoint:
    """One point of a colour scale, or one end of a data bar.

    Attributes:
        type: `min`, `max`, `num`, `percent`, `percentile` or `formula`.
        value: the number or formula text; None for `min` and `max`.
        colour: the colour there (of a scale).
    """

    type: Literal["min", "max", "num", "percent", "percentile", "formula"]
    value: str | None = None
    colour: Colour | None = None


@dataclass
class ConditionalFormat:
    """One rule of conditional formatting.

    Attributes:
        range: where it applies, as in `C2:C40`; several ranges stand apart by spaces.
        type: `cell` compares the cell; `formula` asks a formula; `duplicate` and `unique`; `top` and `bottom`
            with a rank; `above_average` and `below_average`; for texts `contains`, `not_contains`, `begins`
            and `ends`; `scale` and `bar` colour by value.
        operator: for `cell`: `<`, `<=`, `>`, `>=`, `=`, `<>`, `between` or `not between`.
        formulas: for `cell` one or two operands, for `formula` the condition (without `=`, relative to the
            first cell of the range); texts in double quotes as in formulas.
        text: for the rules on texts.
        rank: for `top` and `bottom`.
        percent: the rank is a percentage.
        points: for `scale` two or three, for `bar` two.
        colour: of a `bar`.
        highlight: what changes.
    """

    range: str
    type: str = "cell"
    operator: str | None = None
    formulas: tuple[str, ...] = ()
    text: str | None = None
    rank: int | None = None
    percent: bool = False
    points: tuple[ScalePoint, ...] = ()
    colour: Colour | None = None
    highlight: Highlight = Highlight()


@dataclass
class Validation:
    """What may be entered into a range.

    Attributes:
        range: where it applies; several ranges stand apart by spaces.
        type: `list`, `whole`, `decimal`, `date`, `time`, `length` or `custom`.
        operator: as in `ConditionalFormat`, for the types that compare.
        formulas: one or two operands; for `list` one reference (`Lists!$A$2:$A$9`), or none with `options`.
        options: the entries of a `list` that are written out.
        allow_blank: an empty cell is fine.
        dropdown: a `list` shows a button.
        prompt_title: of the help shown when the cell is selected; `prompt` is its text.
        error_title: of the message for a wrong entry; `error` is its text.
        severity: what a wrong entry leads to: `stop`, `warning` or `information`; None for nothing.
    """

    range: str
    type: str = "list"
    operator: str | None = None
    formulas: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    allow_blank: bool = True
    dropdown: bool = True
    prompt_title: str | None = None
    prompt: str | None = None
    error_title: str | None = None
    error: str | None = None
    severity: Literal["stop", "warning", "information"] | None = "stop"


@dataclass
class Series:
    """One series of a chart: references such as `Orders!$B$2:$B$13`.

    Attributes:
        values: the reference of the numbers (the vertical ones of a scatter chart).
        categories: the reference of the labels (the horizontal numbers of a scatter chart), or None.
        name: the reference of the cell that names it, or None.
    """

    values: str
    categories: str | None = None
    name: str | None = None


@dataclass
class Chart:
    """A chart.

    Attributes:
        type: `column`, `bar`, `line`, `area`, `pie`, `doughnut` or `scatter`.
        title: its text, or None.
        series: in order.
        x_title: the title of the axis of categories (horizontal numbers of a scatter chart), or None.
        y_title: the title of the axis of values, or None.
        legend: where the legend stands, or None for none.
        grouping: how several series go together.
        anchor: the cell under its upper left corner.
        width: in centimetres.
        height: in centimetres.
    """

    type: str
    series: list[Series] = field(default_factory=list)
    title: str | None = None
    x_title: str | None = None
    y_title: str | None = None
    legend: Literal["right", "left", "top", "bottom"] | None = "right"
    grouping: Literal["clustered", "stacked", "percent"] = "clustered"
    anchor: str = "A1"
    width: float = 15.0
    height: float = 7.5


@dataclass
class Page:
    """How a sheet is printed.

    Attributes:
        paper: `A3`, `A4`, `A5`, `letter` or `legal`.
        top: the margin in centimetres, up to the header where there is one; likewise on the other sides.
        print_area: ranges, as in `("A1:F40",)`; empty prints all.
        repeat_rows: rows at the top of every page, as in `1:2`; None for none.
        repeat_columns: columns at the left of every page, as in `A:B`; None for none.
        header: the three parts, left, centre and right, with the codes of the file format (`&P` is the page).
        footer: likewise.
        scale: in per cent; not used when `fit_width` or `fit_height` is set.
        fit_width: at most so many pages side by side; 0 for any number, None for no fitting.
        fit_height: at most so many pages below one another; 0 for any number, None for no fitting.
        gridlines: the lines between the cells are printed.
        headings: row numbers and column letters are printed.
        centre_horizontally: the content stands in the middle of the page.
        centre_vertically: likewise from top to bottom.
    """

    orientation: Literal["portrait", "landscape"] = "portrait"
    paper: str = "A4"
    top: float = 1.9
    bottom: float = 1.9
    left: float = 1.8
    right: float = 1.8
    print_area: tuple[str, ...] = ()
    repeat_rows: str | None = None
    repeat_columns: str | None = None
    header: tuple[str, str, str] = ("", "", "")
    footer: tuple[str, str, str] = ("", "", "")
    scale: int = 100
    fit_width: int | None = None
    fit_height: int | None = None
    gridlines: bool = False
    headings: bool = False
    centre_horizontally: bool = False
    centre_vertically: bool = False


@dataclass
class Protection:
    """What is still allowed on a protected sheet."""

    select_locked: bool = True
    select_unlocked: bool = True
    insert_columns: bool = False
    insert_rows: bool = False
    delete_columns: bool = False
    delete_rows: bool = False


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
