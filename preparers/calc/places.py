"""Places of a workbook: how they are written (`C7`, `A2:C40`), and the selectors that name them."""

from __future__ import annotations

import re
from functools import lru_cache

from forge.errors import PreparerError
from forge.states.selectors import Keys, Positions, Selector, SelectorStep

LAST_ROW = 1_048_576
LAST_COLUMN = 16_384
MAX_ROW = 20_000
"""The last row that is read; each row up to the last used one is an entity of the state."""
MAX_COLUMN = 1_000
"""The last column that is read."""

_CELL = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9][0-9]{0,6})")
_RANGE = re.compile(rf"{_CELL.pattern}(?::{_CELL.pattern})?")


@lru_cache(maxsize=4096)
def letters(column: int) -> str:
    """The letters of a column from its number: 1 is `A`, 28 is `AB`."""
    if not 1 <= column <= LAST_COLUMN:
        raise PreparerError(f"A sheet has the columns 1 to {LAST_COLUMN}, not {column}.")
    text = ""
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


@lru_cache(maxsize=4096)
def column_number(text: str) -> int:
    """The number of a column from its letters."""
    if not re.fullmatch("[A-Za-z]{1,3}", text):
        raise PreparerError(f"{text!r} is not the name of a column; expected letters such as 'C'.")
    number = 0
    for letter in text.upper():
        number = number * 26 + ord(letter) - 64
    if number > LAST_COLUMN:
        raise PreparerError(f"The last column is {letters(LAST_COLUMN)}, so there is no column {text}.")
    return number


@lru_cache(maxsize=65536)
def place_of(text: str) -> tuple[int, int]:
    """The row and column of a place such as `C7` or `$C$7`.

    Raises:
        PreparerError: it is not a place on a sheet.
    """
    found = _CELL.fullmatch(text)
    if found is None or int(found[2]) > LAST_ROW:
        raise PreparerError(f"{text!r} is not a cell; expected letters and a number, such as 'C7'.")
    return int(found[2]), column_number(found[1])


def place(row: int, column: int) -> str:
    """A place as it is written: row 7 and column 3 are `C7`."""
    return f"{letters(column)}{row}"


@lru_cache(maxsize=4096)
def range_of(text: str) -> tuple[int, int, int, int]:
    """Top row, left column, bottom row and right column of a range such as `A2:C40`, or of one cell.

    Raises:
        PreparerError: it is not a range.
    """
    found = _RANGE.fullmatch(text)
    if found is None:
        raise PreparerError(f"{text!r} is not a range; expected something like 'A2:C40'.")
    row, column = place_of(found[1] + found[2])
    if found[3] is None:
        return row, column, row, column
    last_row, last_column = place_of(found[3] + found[4])
    return min(row, last_row), min(column, last_column), max(row, last_row), max(column, last_column)


def block(top: int, left: int, bottom: int, right: int) -> str:
    """A range as it is written; one cell stands alone."""
    first, last = place(top, left), place(bottom, right)
    return first if first == last else f"{first}:{last}"


_PLAIN_SHEET = re.compile(r"[^\W\d][\w.]*")


def quoted(sheet_name: str) -> str:
    """A sheet name as it stands in a formula, in quotes where it needs them."""
    looks_like_place = re.fullmatch(r"(?i)[A-Z]{1,3}[0-9]+|R[0-9]*C?[0-9]*|C[0-9]*", sheet_name)
    if _PLAIN_SHEET.fullmatch(sheet_name) and sheet_name.isascii() and not looks_like_place:
        return sheet_name
    return "'" + sheet_name.replace("'", "''") + "'"


def fixed(sheet_name: str, places: str) -> str:
    """A reference that names its sheet and does not move when copied: `Orders!$B$2:$B$13`."""
    top, left, bottom, right = range_of(places)
    first, last = f"${letters(left)}${top}", f"${letters(right)}${bottom}"
    return f"{quoted(sheet_name)}!{first}" + ("" if first == last else f":{last}")


def sheet(mount: str, name: str, prop: str | None = None) -> Selector:
    """A sheet, with all that stands on it, or one property of it."""
    return Selector(mount).below("sheet", name).of(prop)


def row(
    mount: str, sheet_name: str, first: int, last: int | None = None, prop: str | None = None
) -> Selector:
    """A row, or the rows from one to another; without a property with their cells."""
    return sheet(mount, sheet_name).run("row", first, first if last is None else last).of(prop)


def column(
    mount: str, sheet_name: str, first: str, last: str | None = None, prop: str | None = None
) -> Selector:
    """A column, or the columns from one to another: their width and whether they are hidden, no cells."""
    left = column_number(first)
    return (
        sheet(mount, sheet_name).run("column", left, left if last is None else column_number(last)).of(prop)
    )


def cell(mount: str, sheet_name: str, where: str, prop: str | None = None) -> Selector:
    """One cell, or one property of it."""
    at_row, at_column = place_of(where)
    return row(mount, sheet_name, at_row).below("cell", letters(at_column)).of(prop)


def cells(mount: str, sheet_name: str, where: str, prop: str | None = None) -> Selector:
    """The cells of a range, row by row."""
    top, left, bottom, right = range_of(where)
    step = SelectorStep("cell", Keys(tuple(letters(number) for number in range(left, right + 1))))
    rows = SelectorStep("row", Positions(((top, bottom),)))
    return Selector(mount, (*sheet(mount, sheet_name).steps, rows, step), prop)


def name(mount: str, defined: str, prop: str | None = None) -> Selector:
    """A defined name of the workbook."""
    return Selector(mount).below("name", defined).of(prop)


def charts(mount: str, sheet_name: str, number: int | None = None, prop: str | None = None) -> Selector:
    """A chart of a sheet by its number from 1, or all of them."""
    found = sheet(mount, sheet_name)
    return (found.below("chart") if number is None else found.below("chart", number)).of(prop)


def series(
    mount: str, sheet_name: str, chart: int = 1, number: int | None = None, prop: str | None = None
) -> Selector:
    """A series of a chart by its number from 1, or all of them."""
    found = charts(mount, sheet_name, chart)
    return (found.below("series") if number is None else found.below("series", number)).of(prop)


def pivots(mount: str, sheet_name: str, number: int | None = None, prop: str | None = None) -> Selector:
    """A pivot table of a sheet by its number from 1, or all of them."""
    found = sheet(mount, sheet_name)
    return (found.below("pivot") if number is None else found.below("pivot", number)).of(prop)


def data_fields(
    mount: str, sheet_name: str, pivot: int = 1, number: int | None = None, prop: str | None = None
) -> Selector:
    """A data field of a pivot table by its number from 1, or all of them."""
    found = pivots(mount, sheet_name, pivot)
    return (found.below("data_field") if number is None else found.below("data_field", number)).of(prop)


def merges(mount: str, sheet_name: str, *ranges: str) -> Selector:
    """The merged ranges of a sheet, all or those named."""
    return sheet(mount, sheet_name).below("merge", *ranges)


def conditional_formats(
    mount: str, sheet_name: str, number: int | None = None, prop: str | None = None
) -> Selector:
    """A rule of conditional formatting by its number from 1, or all of them."""
    found = sheet(mount, sheet_name)
    chosen = (
        found.below("conditional_format") if number is None else found.below("conditional_format", number)
    )
    return chosen.of(prop)


def validations(mount: str, sheet_name: str, number: int | None = None, prop: str | None = None) -> Selector:
    """A validation by its number from 1, or all of them."""
    found = sheet(mount, sheet_name)
    return (found.below("validation") if number is None else found.below("validation", number)).of(prop)


def autofilter(mount: str, sheet_name: str, prop: str | None = None) -> Selector:
    """The autofilter of a sheet."""
    return sheet(mount, sheet_name).below("autofilter", "autofilter").of(prop)


def criterion(mount: str, sheet_name: str, column_letters: str, prop: str | None = None) -> Selector:
    """What the autofilter lets through in one column."""
    return autofilter(mount, sheet_name).below("criterion", column_letters).of(prop)


def page(mount: str, sheet_name: str, prop: str | None = None) -> Selector:
    """The page set-up of a sheet."""
    return sheet(mount, sheet_name).below("page", "page").of(prop)


def protection(mount: str, sheet_name: str, prop: str | None = None) -> Selector:
    """The protection of a sheet; nothing where it is not protected."""
    return sheet(mount, sheet_name).below("protection", "protection").of(prop)
