"""What the Calc preparer can write: everything else is refused with the reason.

The limits come from trying: what a save by LibreOffice 7.4 changes or drops is outside (`docs/states.md`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from forge.errors import PreparerError
from forge.preparers.calc import filters
from forge.preparers.calc.cells_in import MAX_CELLS
from forge.preparers.calc.domain_cells import CellChecker, colours_of, text_fault
from forge.preparers.calc.domain_pivots import check_pivots
from forge.preparers.calc.domain_rules import (
    check_chart,
    check_conditional_formats,
    check_page,
    check_validations,
)
from forge.preparers.calc.formulas import areas, tokens
from forge.preparers.calc.places import MAX_COLUMN, MAX_ROW, block, column_number, place, place_of, range_of
from forge.preparers.calc.spec import Criterion, Sheet, Workbook
from forge.preparers.calc.vocabulary import OPERATORS

MAX_COLOURS = 40
"""Different colours of a workbook: LibreOffice stores about 50, its own for charts among them, and mixes more."""

FROZEN_HEIGHT, FROZEN_WIDTH = 600, 180
"""Points and characters, as zoomed, that can be frozen; on 1920 to 1080 pixels LibreOffice 7.4 thaws 675 and 198."""

_ROW_HEIGHT, _COLUMN_WIDTH = 15.0, 9.1  # of those that say nothing
_FORBIDDEN_IN_NAMES = re.compile(r"[\[\]:*?/\\\x00-\x1f]")
_DEFINED_NAME = re.compile(r"[^\W\d]\w*(?:\.\w+)*")
_LIKE_A_PLACE = re.compile(r"(?i)[A-Z]{1,3}[0-9]+|R[0-9]*C?[0-9]*|C[0-9]*|TRUE|FALSE")
_COMPARISONS = tuple(sign for sign in OPERATORS if "between" not in sign)


def check(book: Workbook) -> None:
    """Make sure that a workbook lies within the domain.

    Raises:
        PreparerError: it does not; the message says where and what would be.
    """
    if not book.sheets:
        raise PreparerError("A workbook needs at least one sheet; add one with add_sheet.")
    if all(sheet.hidden for sheet in book.sheets):
        raise PreparerError("A workbook needs at least one sheet that is not hidden.")
    seen: set[str] = set()
    for sheet in book.sheets:
        if fault := sheet_name_fault(sheet.name):
            raise PreparerError(f"The sheet name {sheet.name!r} cannot be used: {fault}.")
        if sheet.name.casefold() in seen:
            raise PreparerError(f"Two sheets are called {sheet.name!r}; upper and lower case are one.")
        seen.add(sheet.name.casefold())
    if book.active is not None and book.sheet(book.active).hidden:
        raise PreparerError(f"The sheet {book.active!r} is hidden, so it cannot be in front.")
    _check_names(book)
    cells = CellChecker(book)
    for sheet in book.sheets:
        try:
            _check_sheet(sheet, book, cells)
        except PreparerError as error:
            raise PreparerError(f"Sheet {sheet.name!r}: {error}", hint=error.hint) from error
    colours = {colour for style in cells.styles() for colour in colours_of(style)}
    if len(colours) > MAX_COLOURS:
        raise PreparerError(
            f"The workbook uses {len(colours)} colours; LibreOffice keeps apart at most {MAX_COLOURS}."
        )


def sheet_name_fault(name: str) -> str | None:
    """Why a sheet cannot have a name, or None."""
    if not 0 < len(name) <= 31:
        return "it must have 1 to 31 characters"
    if found := _FORBIDDEN_IN_NAMES.search(name):
        return f"it holds {found[0]!r}"
    if name.startswith("'") or name.endswith("'") or name != name.strip():
        return "it must not begin or end with an apostrophe or a space"
    if name.casefold() == "history":
        return "applications reserve it"
    return text_fault(name)


def _check_names(book: Workbook) -> None:
    scopes: list[tuple[str, dict[str, str]]] = [("the workbook", book.names)]
    scopes += [(f"sheet {sheet.name!r}", sheet.names) for sheet in book.sheets]
    known = {sheet.name for sheet in book.sheets}
    for scope, names in scopes:
        if len({name.casefold() for name in names}) < len(names):
            raise PreparerError(f"Two names of {scope} differ in upper and lower case only.")
        for name, refers in names.items():
            if not _DEFINED_NAME.fullmatch(name) or _LIKE_A_PLACE.fullmatch(name) or len(name) > 100:
                raise PreparerError(
                    f"{name!r} cannot be a defined name: letters, digits, '_' and '.', not like a cell."
                )
            if any(area.sheet not in known for area in areas(refers)):
                raise PreparerError(
                    f"The name {name!r} stands for {refers!r}, but every place must name a sheet that exists."
                )
            if any(token.kind in ("error", "word") for token in tokens(refers)):
                raise PreparerError(f"The name {name!r} can stand for a place or a constant, not {refers!r}.")


def _check_sheet(sheet: Sheet, book: Workbook, cells: CellChecker) -> None:
    rows, columns = sheet.size()
    if rows > MAX_ROW or columns > MAX_COLUMN or len(sheet.cells) > MAX_CELLS:
        raise PreparerError(
            f"it reaches to {place(rows, columns)}, at most {place(MAX_ROW, MAX_COLUMN)} can be."
        )
    cells.check(sheet)
    _check_merges(sheet)
    _check_layout(sheet)
    _check_filter(sheet)
    check_conditional_formats(sheet, cells)
    check_validations(sheet, cells)
    for chart in sheet.charts:
        check_chart(chart, sheet, book)
    check_pivots(sheet, book)
    check_page(sheet.page)
    if sheet.protection is not None and sheet.tab_colour is not None:
        raise PreparerError("LibreOffice drops the tab colour of a protected sheet; leave out one of them.")


def _check_merges(sheet: Sheet) -> None:
    taken: dict[tuple[int, int], str] = {}
    for merge in sheet.merges:
        top, left, bottom, right = range_of(merge)
        if (bottom - top + 1) * (right - left + 1) > MAX_CELLS:
            raise PreparerError(f"the merge {merge} is too large.")
        if (top, left) == (bottom, right):
            raise PreparerError(f"the merge {merge} is one cell; a merge needs two.")
        for where in _places(top, left, bottom, right):
            if where in taken:
                raise PreparerError(f"the merges {taken[where]} and {merge} overlap.")
            taken[where] = merge
            cell = sheet.cells.get(where)
            if where != (top, left) and cell is not None and not cell.is_empty():
                raise PreparerError(f"{place(*where)} holds something, but {merge} covers it.")
        first = sheet.cells.get((top, left))
        if first is not None and first.style.wrap and sheet.row(top).height is None:
            raise PreparerError(
                f"the merge {merge} wraps its text, and so the application fixes the height of row {top}, "
                "which has none; give it one."
            )


def _places(top: int, left: int, bottom: int, right: int) -> Iterator[tuple[int, int]]:
    return ((row, column) for row in range(top, bottom + 1) for column in range(left, right + 1))


def _check_layout(sheet: Sheet) -> None:
    for number, column in sheet.columns.items():
        if column.width is not None and not 0.5 <= column.width <= 200:
            raise PreparerError(f"column {number} is {column.width} characters wide; 0.5 to 200 can be.")
        if column.hidden and column.width is None:
            raise PreparerError(
                f"column {number} is hidden; give it a width (9.1 is common), else LibreOffice chooses one."
            )
    for number, row in sheet.rows.items():
        if row.height is not None and not (0.75 <= row.height <= 400 and row.height % 0.75 == 0):
            raise PreparerError(
                f"row {number} is {row.height} points high; LibreOffice keeps multiples of 0.75 up to 400."
            )
    if not 20 <= sheet.zoom <= 400:
        raise PreparerError(f"the zoom is {sheet.zoom} per cent; 20 to 400 can be.")
    if sheet.freeze is not None:
        _check_freeze(sheet, *place_of(sheet.freeze))


def _check_freeze(sheet: Sheet, first_row: int, first_column: int) -> None:
    if (first_row, first_column) == (1, 1) or first_row > 50 or first_column > 26:
        raise PreparerError(f"freeze={sheet.freeze!r} must name the first cell that scrolls, as in 'A2'.")
    heights = (sheet.rows[row].height if row in sheet.rows else None for row in range(1, first_row))
    widths = (
        sheet.columns[column].width if column in sheet.columns else None for column in range(1, first_column)
    )
    high = sum(_ROW_HEIGHT if height is None else height for height in heights) * sheet.zoom / 100
    wide = sum(_COLUMN_WIDTH if width is None else width for width in widths) * sheet.zoom / 100
    if high > FROZEN_HEIGHT or wide > FROZEN_WIDTH:
        raise PreparerError(
            f"freeze={sheet.freeze!r} would keep {high:g} points and {wide:g} characters in place at a zoom of "
            f"{sheet.zoom} per cent; up to {FROZEN_HEIGHT} and {FROZEN_WIDTH} can be, for LibreOffice thaws what "
            "leaves no room on the screen."
        )


def _check_filter(sheet: Sheet) -> None:
    if sheet.autofilter is None:
        return
    top, left, bottom, right = range_of(sheet.autofilter.range)
    if top == bottom:
        raise PreparerError("the autofilter needs a header row and rows below it.")
    letters_seen: set[str] = set()
    for criterion in sheet.autofilter.criteria:
        if not left <= column_number(criterion.column) <= right or criterion.column in letters_seen:
            raise PreparerError(f"the autofilter has no single criterion for column {criterion.column}.")
        letters_seen.add(criterion.column)
        _check_criterion(criterion)
    shown = filters.shown_rows(sheet, sheet.autofilter)
    hidden = {number for number, row in sheet.rows.items() if row.hidden}
    if wrong := sorted(set(range(top + 1, bottom + 1)) - shown - hidden):
        raise PreparerError(
            f"row {wrong[0]} is shown, but the autofilter {block(top, left, bottom, right)} shuts it out.",
            hint="Call forge.preparers.calc.filters.apply(sheet) after setting the autofilter.",
        )


def _check_criterion(criterion: Criterion) -> None:
    listed = bool(criterion.values or criterion.blanks)
    if listed == bool(criterion.conditions):
        raise PreparerError(
            f"the criterion of column {criterion.column} needs values or conditions, one of both."
        )
    if criterion.conditions == () and criterion.either:
        raise PreparerError("`either` goes with two conditions.")
    if len(criterion.conditions) > 2 or (criterion.either and len(criterion.conditions) != 2):
        raise PreparerError("a filter has one condition, or two joined by and / or.")
    for sign, operand in criterion.conditions:
        if sign not in _COMPARISONS or (sign == "=" and len(criterion.conditions) == 1):
            raise PreparerError(f"a filter cannot compare with {sign!r}; for equality list the values.")
        _number(operand)
    if any(not value or text_fault(value) for value in criterion.values):
        raise PreparerError("an empty text is let through with `blanks`, not among the values.")


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise PreparerError(f"a filter compares with numbers, not with {text!r}.") from None
