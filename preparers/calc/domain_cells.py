"""Which cells the Calc preparer can write: values, formulas, styles, comments and links."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from functools import lru_cache
from typing import get_args

from forge.errors import PreparerError
from forge.preparers.calc import number_formats
from forge.preparers.calc.formulas import areas, functions, tokens, words
from forge.preparers.calc.functions import why_not
from forge.preparers.calc.places import place, quoted
from forge.preparers.calc.serials import FIRST_DATE, from_serial, to_serial
from forge.preparers.calc.spec import (
    BLACK,
    Cell,
    CellValue,
    Horizontal,
    Line,
    Sheet,
    Style,
    Vertical,
    Workbook,
)
from forge.states.values import Colour, Error

FONTS = (
    "Arial", "Calibri", "Cambria", "Comic Sans MS", "Courier New", "DejaVu Sans", "Georgia", "Segoe UI", "Tahoma",
    "Times New Roman", "Trebuchet MS", "Verdana",
)  # fmt: skip
"""Font families that come back as they were; LibreOffice writes its own (Liberation Sans) under other names."""

ERRORS = ("#DIV/0!", "#N/A", "#NAME?", "#NUM!", "#REF!", "#VALUE!")

_PLAIN_RESULTS = frozenset(
    {
        "COLUMN", "COUNT", "COUNTA", "COUNTBLANK", "COUNTIF", "COUNTIFS", "DATEDIF", "DAY", "DAYS", "FIND", "HOUR",
        "LEN", "MATCH", "MINUTE", "MONTH", "NETWORKDAYS", "RANK", "ROW", "ROWS", "SEARCH", "SECOND", "WEEKDAY",
        "WEEKNUM", "YEAR",
    }
)  # fmt: skip
"""First functions of a formula whose result is a plain number, whatever the operands are."""

_BAD_TEXT = re.compile("[\x00-\x08\x0b-\x1f\x7f\x85\u2028\u2029\ud800-\udfff\ufffe\uffff]|_x[0-9A-Fa-f]{4}_")
_LINK = re.compile(r"https?://[\w.-]+(?:/[!-~]*)?|mailto:[!-~]+@[!-~]+|#.+!.+", re.ASCII)
_LOCALE_DATES = ("mm-dd-yy", "m/d/yy h:mm")
"""Format codes for which the file has a number that each application shows in its own way."""


def text_fault(text: str) -> str | None:
    """Why a text cannot be stored as it is, or None."""
    found = _BAD_TEXT.search(text)
    return f"it holds {found[0]!r}, which cannot be stored" if found is not None else None


def colours_of(style: Style) -> Iterator[Colour]:
    """The colours that a style uses."""
    yield style.colour
    if style.fill is not None:
        yield style.fill
    for side in ("left", "right", "top", "bottom"):
        if getattr(style, f"border_{side}") is not None:
            yield getattr(style, f"border_{side}_colour")


class CellChecker:
    """Checks the cells of a workbook, each style and each text of a formula once."""

    def __init__(self, book: Workbook) -> None:
        self._sheets = {sheet.name for sheet in book.sheets}
        self._book = book
        self._styles: dict[int, Style] = {}

    def styles(self) -> Iterator[Style]:
        """The styles that were met."""
        yield from self._styles.values()

    def check(self, sheet: Sheet) -> None:
        """Make sure that all cells of a sheet can be written.

        Raises:
            PreparerError: one cannot be; the message names it.
        """
        for where, cell in sheet.cells.items():
            try:
                self._check(cell, sheet)
            except PreparerError as error:
                raise PreparerError(f"{place(*where)}: {error}", hint=error.hint) from error

    def _check(self, cell: Cell, sheet: Sheet) -> None:
        style = cell.style
        if id(style) not in self._styles:
            check_style(style)
            self._styles[id(style)] = style
        _check_value(cell.value, style.number_format, derived=cell.formula is not None)
        if isinstance(cell.value, str) and "\n" in cell.value and not style.wrap:
            raise PreparerError(
                "a text with a line break needs wrap=True, else saving wraps other cells too."
            )
        if cell.formula is not None:
            if not cell.formula.startswith("="):
                raise PreparerError(f"the formula {cell.formula!r} must begin with '='.")
            self.check_formula(cell.formula, sheet)
            if cell.value is None:
                raise PreparerError(f"the formula {cell.formula} needs its stored value beside it.")
            if style.number_format == "General":
                self._check_inheritance(cell, sheet)
        if cell.comment is not None and (not cell.comment.strip() or text_fault(cell.comment)):
            raise PreparerError(f"the comment {cell.comment!r} cannot be written.")
        if cell.link is not None:
            _check_link(cell)

    def check_operand(self, formula: str, sheet: Sheet) -> None:
        """Make sure that an operand of a rule, which may be a constant, can be written.

        Raises:
            PreparerError: it cannot be.
        """
        self.check_formula(f"=0+{formula.removeprefix('=')}", sheet)

    def check_formula(self, formula: str, sheet: Sheet) -> None:
        """Make sure that a formula can be written: allowed functions, sheets and names that exist.

        Raises:
            PreparerError: it cannot be.
        """
        _check_syntax(formula)
        for area in areas(formula):
            if area.sheet is not None and area.sheet not in self._sheets:
                raise PreparerError(f"{formula} names the sheet {area.sheet!r}, which does not exist.")
        for word in words(formula):
            if word not in self._book.names and word not in sheet.names:
                raise PreparerError(f"{formula} uses the name {word!r}, which is not defined.")

    def _check_inheritance(self, cell: Cell, sheet: Sheet) -> None:
        """A formula without number format takes that of its first operands when LibreOffice saves it."""
        formula = cell.formula or ""
        if isinstance(cell.value, str | bool | Error) or _PLAIN_RESULTS.issuperset(
            functions(formula)[:1] or [formula]
        ):
            return
        for area in areas(formula):
            home = self._book.sheet(area.sheet) if area.sheet is not None else sheet
            for row in ((area.top or 1), (area.top or 1) + 1):
                source = home.cells.get((row, area.left or 1))
                if source is not None and _is_inherited(source.style.number_format):
                    raise PreparerError(
                        f"{formula} would take the number format {source.style.number_format!r} from "
                        f"{place(row, area.left or 1)} when it is saved; give the cell one of its own, such as '0.00'."
                    )
                if area.top == area.bottom:
                    break


@lru_cache(maxsize=1024)
def _is_inherited(number_format: str) -> bool:
    """Whether formulas that use a cell under this format take it over: dates, times, percentages and money."""
    return number_formats.kind(number_format) != "number" or any(sign in number_format for sign in "%$€£¥")


@lru_cache(maxsize=4096)
def _check_syntax(formula: str) -> None:
    if len(formula) > 2000:
        raise PreparerError(f"a formula has {len(formula)} characters; at most 2000 can be.")
    for name in functions(formula):
        if reason := why_not(name):
            raise PreparerError(f"{formula}: {reason}.")
    depth = 0
    for token in tokens(formula):
        if token.kind == "operator" and token.text not in "+-*/^&=<>=<=>=<>%(),:":
            raise PreparerError(f"{formula} holds {token.text!r}, which is not part of a formula here.")
        depth += (token.text == "(") - (token.text == ")")
        if (
            token.area is not None
            and token.area.sheet is not None
            and not _is_quoted(token.text, token.area.sheet)
        ):
            raise PreparerError(f"{formula}: the sheet must be written {quoted(token.area.sheet)}.")
        if depth < 0:
            break
    if depth:
        raise PreparerError(f"{formula} has brackets that do not match.")
    if number_of_pieces(formula) < 2 or formula.strip().upper() in ("=TRUE", "=FALSE", "=TRUE()", "=FALSE()"):
        raise PreparerError(f"{formula} is a constant; write the value.")


def number_of_pieces(formula: str) -> int:
    """How many pieces besides spaces a formula has."""
    return sum(token.kind != "space" for token in tokens(formula))


def _is_quoted(text: str, sheet: str) -> bool:
    return text.startswith("'") or quoted(sheet) == sheet


def _check_value(value: CellValue, number_format: str, *, derived: bool) -> None:
    match value:
        case None:
            return
        case bool():
            if number_format != "General":
                raise PreparerError(f"a truth value cannot have the number format {number_format!r}.")
        case str():
            _check_text(value, derived=derived)
        case int() | float():
            _check_number(value, number_format)
        case Error(code):
            if not derived or code not in ERRORS:
                raise PreparerError(f"the error {code} can only be the result of a formula.")
        case _:
            _check_moment(value, number_format)


def _check_text(value: str, *, derived: bool) -> None:
    if not value and not derived:
        raise PreparerError("an empty text cannot be written; use None.")
    if len(value) > 8000:
        raise PreparerError(f"a text has {len(value)} characters; at most 8000 can be.")
    if fault := text_fault(value):
        raise PreparerError(f"the text {value[:40]!r} cannot be written: {fault}.")


def _check_number(value: float, number_format: str) -> None:
    if not math.isfinite(value) or abs(value) >= 1e15:
        raise PreparerError(f"the number {value} is too large; 15 digits are kept.")
    wanted = number_formats.kind(number_format)
    if wanted != "number":
        raise PreparerError(f"the number {value} reads as a {wanted} under {number_format!r}; give that.")


def _check_moment(value: date | time | timedelta, number_format: str) -> None:
    if isinstance(value, datetime | time) and (value.tzinfo is not None or value.microsecond):
        raise PreparerError(f"{value!r} must be without zone and fractions of a second.")
    if isinstance(value, date) and (value.date() if isinstance(value, datetime) else value) < FIRST_DATE:
        raise PreparerError(f"{value} is before {FIRST_DATE}, where applications count days differently.")
    back = from_serial(to_serial(value), number_format)
    if type(back) is not type(value) or back != value:
        raise PreparerError(
            f"{value!r} reads as {back!r} under the number format {number_format!r}; choose one that fits."
        )


def _check_link(cell: Cell) -> None:
    link = cell.link or ""
    if cell.value is None or (isinstance(cell.value, str) and not cell.value.strip()):
        raise PreparerError(
            "a link needs a text that can be clicked; LibreOffice drops it from an empty cell."
        )
    if not _LINK.fullmatch(link) and not (link.startswith("#") and "!" in link):
        raise PreparerError(
            f"the link {link!r} cannot be kept; it can be a web address with a path, mailto: or '#Sheet!A1'."
        )


def check_style(style: Style) -> None:
    """Make sure that a style can be written.

    Raises:
        PreparerError: it cannot be.
    """
    if style.font not in FONTS:
        raise PreparerError(f"the font {style.font!r} does not survive saving; {', '.join(FONTS)} do.")
    if not 1 <= style.size <= 200 or style.size * 2 % 1:
        raise PreparerError(f"the font size {style.size} cannot be kept; 1 to 200 in halves can.")
    if style.number_format in _LOCALE_DATES or not style.number_format:
        raise PreparerError(
            f"the number format {style.number_format!r} is shown differently by each application."
        )
    _choice("underline", style.underline, (None, "single", "double"))
    _choice("horizontal", style.horizontal, get_args(Horizontal))
    _choice("vertical", style.vertical, get_args(Vertical))
    for side in ("left", "right", "top", "bottom"):
        _choice(f"border_{side}", getattr(style, f"border_{side}"), (None, *get_args(Line)))
    if style.indent and style.horizontal not in ("left", "right"):
        raise PreparerError("an indent goes with left or right alignment.")
    if not 0 <= style.indent <= 15 or not (-90 <= style.rotation <= 90 or style.rotation == 255):
        raise PreparerError(f"indent {style.indent} or rotation {style.rotation} is out of range.")
    if style.wrap and style.shrink:
        raise PreparerError("text is wrapped or made smaller, not both.")
    for colour in (*colours_of(style), BLACK):
        if not re.fullmatch("#[0-9A-F]{6}", colour.code):
            raise PreparerError(f"{colour.code!r} is no colour; expected '#RRGGBB' in capitals.")


def _choice(name: str, value: object, choices: tuple[object, ...]) -> None:
    if value not in choices:
        shown = ", ".join(repr(choice) for choice in choices)
        raise PreparerError(f"{name} is {value!r}; it can be {shown}.")
