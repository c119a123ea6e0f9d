"""Which conditional formats, validations, charts and page set-ups the Calc preparer can write."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from forge.errors import PreparerError
from forge.preparers.calc.domain_cells import text_fault
from forge.preparers.calc.formulas import Area, areas
from forge.preparers.calc.places import place_of, range_of
from forge.preparers.calc.spec import (
    Chart,
    Column,
    ConditionalFormat,
    Highlight,
    Page,
    Row,
    Series,
    Sheet,
    Validation,
    Workbook,
)
from forge.preparers.calc.vocabulary import (
    CHART_TYPES,
    CONDITIONS,
    OPERATORS,
    PAPERS,
    TEXT_RULES,
    VALIDATIONS,
)

if TYPE_CHECKING:
    from forge.preparers.calc.domain_cells import CellChecker

_HEADER_CODES = re.compile(r"&(?![PNDTAF&])")
Box = tuple[int, int, int, int]


def check_conditional_formats(sheet: Sheet, cells: CellChecker) -> None:
    """Make sure that the conditional formats of a sheet can be written.

    Raises:
        PreparerError: one cannot be.
    """
    _check_overlaps([item.range for item in sheet.conditional_formats], "conditional formats")
    for item in sheet.conditional_formats:
        if item.type not in CONDITIONS:
            raise PreparerError(
                f"a conditional format is of type {item.type!r}; it can be {_all(CONDITIONS)}."
            )
        _check_condition(item)
        _check_highlight(item)
        for formula in item.formulas:
            cells.check_operand(formula, sheet)


def _check_condition(item: ConditionalFormat) -> None:
    if item.type == "cell":
        _check_operands(item.operator, len(item.formulas))
    elif len(item.formulas) != (1 if item.type == "formula" else 0):
        raise PreparerError(f"a conditional format of type {item.type!r} has {len(item.formulas)} formulas.")
    if item.type in ("top", "bottom"):
        most = 100 if item.percent else 1000
        if item.rank is None or not 1 <= item.rank <= most:
            raise PreparerError(f"a conditional format of type {item.type!r} needs a rank from 1 to {most}.")
    elif item.percent or item.rank is not None:
        raise PreparerError(f"a conditional format of type {item.type!r} has no rank.")
    if item.type in TEXT_RULES:
        text = item.text
        if not text or text != text.strip() or '"' in text or text_fault(text):
            raise PreparerError(f"a conditional format of type {item.type!r} needs a text without quotes.")
    _check_points(item)


def _check_points(item: ConditionalFormat) -> None:
    kinds = [point.type for point in item.points]
    coloured = [point.colour is not None for point in item.points]
    if item.type == "bar":
        if item.colour is None or kinds != ["min", "max"] or any(coloured):
            raise PreparerError("a data bar has one colour and runs from 'min' to 'max'.")
    elif item.type == "scale":
        if len(kinds) not in (2, 3) or not all(coloured):
            raise PreparerError("a colour scale needs two or three points, each with a colour.")
    elif kinds:
        raise PreparerError(f"a conditional format of type {item.type!r} has no points.")
    for point in item.points:
        if point.type == "formula" or (point.type in ("min", "max")) != (point.value is None):
            raise PreparerError(f"a point of type {point.type!r} with the value {point.value!r} is not kept.")


def _check_highlight(item: ConditionalFormat) -> None:
    changes = item.highlight != Highlight()
    if (item.type in ("scale", "bar")) == changes:
        raise PreparerError(
            f"a conditional format of type {item.type!r} {'has no' if changes else 'needs a'} highlight."
        )
    look = item.highlight
    if False in (look.bold, look.italic, look.strike):
        raise PreparerError("a highlight adds bold, italic or strike; it does not take them away.")


def check_validations(sheet: Sheet, cells: CellChecker) -> None:
    """Make sure that the validations of a sheet can be written.

    Raises:
        PreparerError: one cannot be.
    """
    _check_overlaps([item.range for item in sheet.validations], "validations", same_allowed=False)
    for item in sheet.validations:
        if item.type not in VALIDATIONS:
            raise PreparerError(f"a validation is of type {item.type!r}; it can be {_all(VALIDATIONS)}.")
        if item.type == "list":
            _check_list(item)
        elif item.options:
            raise PreparerError(f"a validation of type {item.type!r} has no options.")
        elif item.type == "custom":
            if len(item.formulas) != 1 or item.operator is not None:
                raise PreparerError("a custom validation needs exactly one formula and no operator.")
        else:
            _check_operands(item.operator, len(item.formulas))
        for formula in item.formulas:
            cells.check_operand(formula, sheet)
        _check_messages(item)


def _check_list(item: Validation) -> None:
    if bool(item.options) == bool(item.formulas) or len(item.formulas) > 1 or item.operator is not None:
        raise PreparerError("a list needs options or one reference, and no operator.")
    for option in item.options:
        if not option or option != option.strip() or "," in option or '"' in option or text_fault(option):
            raise PreparerError(
                f"the option {option!r} cannot stand in a list: no commas, quotes or outer spaces."
            )
    if len(",".join(item.options)) > 250:
        raise PreparerError("the options of a list are longer than 250 characters together; use a reference.")


def _check_messages(item: Validation) -> None:
    texts = ((item.prompt_title, 32), (item.prompt, 255), (item.error_title, 32), (item.error, 225))
    for text, most in texts:
        if text is not None and (not text.strip() or len(text) > most or text_fault(text)):
            raise PreparerError(f"the message {text!r} cannot be kept; it can have up to {most} characters.")
    if item.severity is None and (item.error is not None or item.error_title is not None):
        raise PreparerError("an error message needs a severity.")


def _check_operands(operator: str | None, operands: int) -> None:
    if operator not in OPERATORS:
        raise PreparerError(f"{operator!r} is no comparison; expected one of {_all(OPERATORS)}.")
    if operands != (2 if "between" in operator else 1):
        raise PreparerError(f"{operator!r} has {operands} operands.")


def _check_overlaps(ranges: Sequence[str], what: str, *, same_allowed: bool = True) -> None:
    """What overlaps without being the same has no order that every application keeps."""
    placed: list[tuple[str, list[Box]]] = []
    for text in ranges:
        boxes = [range_of(part) for part in text.split()]
        if not boxes:
            raise PreparerError(f"one of the {what} applies nowhere.")
        for other, other_boxes in placed:
            if (other != text or not same_allowed) and any(
                _overlap(a, b) for a in boxes for b in other_boxes
            ):
                raise PreparerError(
                    f"the {what} of {other} and {text} overlap; use the same range, or apart."
                )
        placed.append((text, boxes))


def _overlap(first: Box, second: Box) -> bool:
    return first[0] <= second[2] and second[0] <= first[2] and first[1] <= second[3] and second[1] <= first[3]


def check_chart(chart: Chart, sheet: Sheet, book: Workbook) -> None:
    """Make sure that a chart of a sheet can be written.

    Raises:
        PreparerError: it cannot be.
    """
    if chart.type not in CHART_TYPES:
        raise PreparerError(f"a chart is of type {chart.type!r}; it can be {_all(CHART_TYPES)}.")
    if not chart.series:
        raise PreparerError("a chart needs at least one series.")
    row, column = place_of(chart.anchor)
    if any(item is not None and item.hidden for item in (sheet.rows.get(row), sheet.columns.get(column))):
        raise PreparerError(
            f"the chart at {chart.anchor} begins in a hidden row or column, and would be moved."
        )
    round_ = chart.type in ("pie", "doughnut")
    if round_ and (len(chart.series) > 1 or chart.x_title is not None or chart.y_title is not None):
        raise PreparerError(f"a {chart.type} chart has one series and no axes.")
    if chart.grouping != "clustered" and (round_ or chart.type == "scatter"):
        raise PreparerError(f"the series of a {chart.type} chart are not {chart.grouping}.")
    for title in (chart.title, chart.x_title, chart.y_title):
        if title is not None and (not title.strip() or "\n" in title or text_fault(title)):
            raise PreparerError(f"the title {title!r} cannot be kept; it is one line of text.")
    _check_series(chart, book)


def _check_series(chart: Chart, book: Workbook) -> None:
    if chart.type != "scatter" and len({series.categories for series in chart.series}) > 1:
        raise PreparerError("all series of a chart share their categories.")
    for series in chart.series:
        if chart.type == "scatter" and series.categories is None:
            raise PreparerError("a series of a scatter chart needs its horizontal numbers as categories.")
        _check_typed_name(series)
        for text in (series.values, series.categories, series.name):
            if text is not None:
                _check_source(text, book)
        if any(_hidden(areas(text)[0], book) for text in (series.values, series.categories) if text):
            raise PreparerError(f"the cells {series.values} of a chart are hidden; LibreOffice forgets them.")


def _check_typed_name(series: Series) -> None:
    text = series.typed_name
    if text is None:
        return
    if series.name is not None:
        raise PreparerError(f"a series is named by the cell {series.name} or by a text, not by both.")
    if not text.strip() or "\n" in text or '"' in text or text_fault(text):
        raise PreparerError(f"the name {text!r} of a series cannot be kept; it is one line without quotes.")


def _check_source(text: str, book: Workbook) -> None:
    found = areas(text)
    if len(found) != 1 or found[0].sheet is None or found[0].top is None or found[0].left is None:
        raise PreparerError(f"the reference {text!r} of a chart must name one range with its sheet.")
    area = found[0]
    if area.top != area.bottom and area.left != area.right:
        raise PreparerError(f"the reference {text!r} of a chart must be one row or one column.")
    book.sheet(found[0].sheet)


def _hidden(area: Area, book: Workbook) -> bool:
    """Whether all cells of an area are hidden."""
    sheet = book.sheet(area.sheet or "")

    def all_hidden(
        first: int | None, last: int | None, settings: Mapping[int, Row] | Mapping[int, Column]
    ) -> bool:
        numbers = range(first or 1, (last or 1) + 1)
        return all(number in settings and settings[number].hidden for number in numbers)

    return all_hidden(area.top, area.bottom, sheet.rows) or all_hidden(area.left, area.right, sheet.columns)


def check_page(page: Page) -> None:
    """Make sure that a page set-up can be written.

    Raises:
        PreparerError: it cannot be.
    """
    if page.paper not in PAPERS:
        raise PreparerError(f"the paper {page.paper!r} is not known; there are {_all(PAPERS)}.")
    if page.orientation not in ("portrait", "landscape"):
        raise PreparerError(f"the orientation is {page.orientation!r}; expected 'portrait' or 'landscape'.")
    for side in ("top", "bottom", "left", "right"):
        margin = getattr(page, side)
        if not 0 <= margin <= 10 or abs(margin * 10 - round(margin * 10)) > 1e-6:
            raise PreparerError(f"the {side} margin is {margin} cm; whole millimetres up to 10 cm are kept.")
    for area in page.print_area:
        range_of(area)
    for part in (*page.header, *page.footer):
        if _HEADER_CODES.search(part) or "\n" in part or text_fault(part) or part != part.strip():
            raise PreparerError(
                f"{part!r} cannot be kept in a header or footer; codes are &P &N &D &T &A &F."
            )
    _check_scale(page)


def _check_scale(page: Page) -> None:
    if not 10 <= page.scale <= 400:
        raise PreparerError(f"the scale is {page.scale} per cent; 10 to 400 can be.")
    fit = (page.fit_width, page.fit_height)
    if fit == (None, None):
        return
    if (
        page.scale != 100
        or None in fit
        or fit == (0, 0)
        or any(not 0 <= (pages or 0) <= 100 for pages in fit)
    ):
        raise PreparerError("fitting to pages needs both numbers (0 for any) and no scale.")


def _all(names: object) -> str:
    return ", ".join(str(name) for name in names) if isinstance(names, tuple | dict) else str(names)
