"""Which pivot tables the Calc preparer can write."""

from __future__ import annotations

from collections.abc import Sequence

from forge.errors import PreparerError
from forge.preparers.calc.formulas import areas
from forge.preparers.calc.pivots import Record, records, shown
from forge.preparers.calc.places import place, range_of
from forge.preparers.calc.spec import CellValue, Pivot, Sheet, Workbook
from forge.preparers.calc.vocabulary import PIVOT_FUNCTIONS

MOST_ROWS, MOST_COLUMNS = 3, 1
"""So many fields can stand down the side and across the top."""


def check_pivots(sheet: Sheet, book: Workbook) -> None:
    """Make sure that the pivot tables of a sheet can be written.

    Raises:
        PreparerError: one cannot be.
    """
    if sheet.pivots and sheet.protection is not None:
        raise PreparerError("a protected sheet cannot hold a pivot table: it could not be worked out.")
    taken: set[tuple[int, int]] = set()
    for pivot in sheet.pivots:
        rows = records(pivot, book)
        _check_fields(pivot, rows)
        _check_place(pivot, sheet, book, taken)


def _check_fields(pivot: Pivot, rows: Sequence[Record]) -> None:
    _check_axes(pivot)
    axes = (*pivot.rows, *pivot.columns, *pivot.filters)
    used = [*axes, *(item.field for item in pivot.data)]
    for name in used:
        if name not in rows[0]:
            raise PreparerError(f"{pivot.source} has no field {name!r}; it has {', '.join(rows[0])}.")
        if used.count(name) > 1:
            raise PreparerError(f"the field {name!r} stands in two places of a pivot table.")
    for name in axes:
        _check_items(name, [row[name] for row in rows])
    for item in pivot.data:
        _check_data(item.field, item.function, [row[item.field] for row in rows])
    _check_marks(pivot, rows)


def _check_axes(pivot: Pivot) -> None:
    several = len(pivot.data) > 1
    if not pivot.data or not (pivot.rows or pivot.columns):
        raise PreparerError("a pivot table needs a data field, and a field down the side or across the top.")
    if len(pivot.rows) > MOST_ROWS or len(pivot.columns) > MOST_COLUMNS:
        raise PreparerError(
            f"a pivot table has at most {MOST_ROWS} fields down the side and {MOST_COLUMNS} across the top."
        )
    if pivot.across and (pivot.columns or not several):
        raise PreparerError("several data fields stand side by side where no field stands across the top.")
    if several and not pivot.rows:
        raise PreparerError("several data fields need a field down the side.")


def _check_items(name: str, values: Sequence[CellValue]) -> None:
    texts = [value for value in values if isinstance(value, str) and value and value == value.strip()]
    if len(texts) < len(values) or any(not text[0].isalpha() or "\n" in text for text in texts):
        raise PreparerError(
            f"the items of {name!r} must be words: texts that begin with a letter, none empty."
        )
    if len({text.casefold() for text in texts}) < len(set(texts)):
        raise PreparerError(f"two items of {name!r} differ in upper and lower case only.")


def _check_data(name: str, function: str, values: Sequence[CellValue]) -> None:
    if function not in PIVOT_FUNCTIONS:
        raise PreparerError(
            f"a pivot table cannot work out {function!r}; it can {', '.join(PIVOT_FUNCTIONS)}."
        )
    plain = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    if function != "count" and not plain:
        raise PreparerError(f"the {function} of {name!r} needs numbers in every row.")


def _check_marks(pivot: Pivot, rows: Sequence[Record]) -> None:
    outer = {*pivot.rows[:-1], *pivot.columns[:-1]}
    if wrong := set(pivot.subtotals) - outer:
        raise PreparerError(f"only outer fields have results of their own, not {sorted(wrong)[0]!r}.")
    if pivot.subtotals and (len(pivot.data) > 1 or pivot.columns):
        raise PreparerError("results of outer fields go with one data field and nothing across the top.")
    for field, item in pivot.hidden:
        if field not in (*pivot.rows, *pivot.columns):
            raise PreparerError(f"items of {field!r} cannot be hidden: it stands neither down nor across.")
        values = {row[field] for row in rows}
        if item not in values or values <= {text for name, text in pivot.hidden if name == field}:
            raise PreparerError(f"{item!r} is no item of {field!r} that can be hidden beside others.")


def _check_place(pivot: Pivot, sheet: Sheet, book: Workbook, taken: set[tuple[int, int]]) -> None:
    """A pivot table may cover nothing: the application would overwrite it."""
    view = shown(pivot, book)
    top, left = range_of(pivot.anchor)[:2]
    _, _, bottom, right = range_of(view.area)
    source = areas(pivot.source)[0]
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            cell = sheet.cells.get((row, column))
            if (row, column) in taken or (cell is not None and not cell.is_empty()):
                raise PreparerError(f"the pivot table at {pivot.anchor} covers {place(row, column)}.")
            inside = (source.top or 1) <= row <= (source.bottom or 1)
            if source.sheet == sheet.name and inside and (source.left or 1) <= column <= (source.right or 1):
                raise PreparerError(f"the pivot table at {pivot.anchor} covers its own source.")
            taken.add((row, column))
    for merge in sheet.merges:
        box = range_of(merge)
        if box[0] <= bottom and top <= box[2] and box[1] <= right and left <= box[3]:
            raise PreparerError(f"the pivot table at {pivot.anchor} covers the merge {merge}.")
