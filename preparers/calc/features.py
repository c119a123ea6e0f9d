"""What a sheet has besides its cells: filters, rules, charts, page set-up, protection."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from forge.preparers.calc.looks import Underline
from forge.states.values import Colour


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
        typed_name: its name, where that is typed instead.
    """

    values: str
    categories: str | None = None
    name: str | None = None
    typed_name: str | None = None


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


@dataclass(frozen=True)
class DataField:
    """What a pivot table works out: a field of its source, and how its values are summed up."""

    field: str
    function: str = "sum"


@dataclass
class Pivot:
    """A pivot table. What it shows follows from this and its source, so its cells are not among those of the sheet.

    Attributes:
        source: the range with its header row, as in `Orders!$A$1:$F$41`; fields go by the headers.
        anchor: the first cell that it takes, with the filter fields that stand above it.
        rows: the fields whose items stand down the side, the outer one first.
        columns: the fields whose items stand across the top.
        filters: the fields above it by which it can be filtered.
        data: what it works out.
        across: several data fields stand side by side, not below one another.
        subtotals: the outer fields whose items have a result of their own.
        hidden: items that are left out, each with its field: `(("Region", "North"),)`.
    """

    source: str
    anchor: str = "A1"
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()
    data: tuple[DataField, ...] = ()
    across: bool = False
    subtotals: tuple[str, ...] = ()
    hidden: tuple[tuple[str, str], ...] = ()


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
    """What is still allowed on a protected sheet, and whether it takes a password to lift the protection."""

    select_locked: bool = True
    select_unlocked: bool = True
    insert_columns: bool = False
    insert_rows: bool = False
    delete_columns: bool = False
    delete_rows: bool = False
    password: bool = False
