"""Formulas as text: their tokens, the places they refer to, and their one canonical form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from forge.preparers.calc.places import LAST_COLUMN, LAST_ROW, letters, quoted

_TOKEN = re.compile(
    r"""
    (?P<text>"(?:[^"]|"")*")
  | (?:(?P<sheet>'(?:[^']|'')+'|\w[\w.]*)!)?
    (?:(?P<column>\$?[A-Za-z]{1,3})(?P<row>\$?[1-9]\d{0,6})
          (?::(?P<last_column>\$?[A-Za-z]{1,3})(?P<last_row>\$?[1-9]\d{0,6}))?
     | (?P<columns>\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3})
     | (?P<rows>\$?[1-9]\d{0,6}:\$?[1-9]\d{0,6})
    )(?![\w.(!])
  | (?P<error>\#(?:N/A|NULL!|DIV/0!|VALUE!|REF!|NAME\?|NUM!))
  | (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
  | (?P<word>(?:'(?:[^']|'')+'!)?[^\W\d][\w.]*!?)
  | (?P<space>\s+)
  | (?P<operator><=|>=|<>|.)
    """,
    re.VERBOSE | re.DOTALL,
)

_CANONICAL = re.compile(
    r"""
    =(?: \$?[A-Z]{1,2}\$?[1-9]\d{0,5}(?![\w.(!:])
       | (?:0|[1-9]\d{0,14})(?![\w.!:])
       | (?!TRUE|FALSE)[A-Z]{2,}\(
       | [-+*/&=<>(),^%]
    )+
    """,
    re.VERBOSE | re.ASCII,
)
"""Most formulas that fill a column are in their one form as they are: this tells so in an eighth of the time."""

FUTURE = "_xlfn."
"""How the file format marks functions that came after its first edition."""


@dataclass(frozen=True, slots=True)
class Area:
    """A place in a formula: a cell, a range, whole rows or whole columns.

    Attributes:
        sheet: the name of its sheet, or None for the sheet of the formula.
        top: its first row; None for whole columns.
        left: its first column; None for whole rows.
        bottom: its last row.
        right: its last column.
        fixed: whether top, left, bottom and right do not move when the formula is copied.
    """

    sheet: str | None
    top: int | None
    left: int | None
    bottom: int | None
    right: int | None
    fixed: tuple[bool, bool, bool, bool] = (False, False, False, False)

    def __str__(self) -> str:
        prefix = f"{quoted(self.sheet)}!" if self.sheet is not None else ""
        top, left, bottom, right = (("$" if fixed else "") for fixed in self.fixed)
        if self.top is None or self.bottom is None:
            return f"{prefix}{left}{letters(self.left or 1)}:{right}{letters(self.right or 1)}"
        if self.left is None or self.right is None:
            return f"{prefix}{top}{self.top}:{bottom}{self.bottom}"
        first = f"{prefix}{left}{letters(self.left)}{top}{self.top}"
        if (self.top, self.left) == (self.bottom, self.right):
            return first
        return f"{first}:{right}{letters(self.right)}{bottom}{self.bottom}"

    def pinned(self, *, fixed: bool) -> Area:
        """The same place with or without the marks that keep it when copied."""
        return replace(self, fixed=(fixed,) * 4)

    def bare(self) -> str:
        """The place as it is written on its own sheet, without absolute marks."""
        return str(replace(self.pinned(fixed=False), sheet=None))

    def shifted(self, rows: int, columns: int) -> Area | None:
        """The place as it reads when its formula is copied so far down and to the right; None off the sheet."""
        ends = (self.top, self.left, self.bottom, self.right)
        moved = [
            end if end is None or fixed else end + by
            for end, fixed, by in zip(ends, self.fixed, (rows, columns) * 2, strict=True)
        ]
        top, left, bottom, right = moved
        on_sheet = all(
            end is None or 1 <= end <= last
            for end, last in zip(moved, (LAST_ROW, LAST_COLUMN) * 2, strict=True)
        )
        return replace(self, top=top, left=left, bottom=bottom, right=right) if on_sheet else None


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a formula: its kind (`text`, `area`, `error`, `number`, `word`, `space`, `operator`)."""

    kind: str
    text: str
    area: Area | None = None


@lru_cache(maxsize=16384)
def tokens(formula: str) -> tuple[Token, ...]:
    """The pieces of a formula in order, the leading `=` among them; joined, their texts give the formula."""
    return tuple(_tokens(formula))


def _tokens(formula: str) -> Iterator[Token]:
    for found in _TOKEN.finditer(formula):
        group = found.lastgroup or ""
        kind = group if group in ("text", "error", "number", "word", "space", "operator") else "area"
        area = _area(found) if kind == "area" else None
        if kind == "area" and area is None:
            kind = "word"
        yield Token(kind, found[0], area)


def _area(found: re.Match[str]) -> Area | None:
    sheet = found["sheet"]
    if sheet is not None and sheet.startswith("'"):
        sheet = sheet[1:-1].replace("''", "'")
    if (columns := found["columns"]) is not None:
        first, last = columns.split(":")
        return _between(sheet, (None, None), (first, last))
    if (rows := found["rows"]) is not None:
        first, last = rows.split(":")
        return _between(sheet, (first, last), (None, None))
    last_row, last_column = found["last_row"] or found["row"], found["last_column"] or found["column"]
    return _between(sheet, (found["row"], last_row), (found["column"], last_column))


@lru_cache(maxsize=16384)
def _between(
    sheet: str | None, rows: tuple[str | None, str | None], columns: tuple[str | None, str | None]
) -> Area | None:
    """The area between two rows and two columns as written; None where a sheet does not reach so far."""
    down = [(int(row.lstrip("$")), row.startswith("$")) for row in rows if row is not None]
    across = [
        (_column(column.lstrip("$")), column.startswith("$")) for column in columns if column is not None
    ]
    if any(row > LAST_ROW for row, _ in down) or any(column > LAST_COLUMN for column, _ in across):
        return None
    down.sort(key=lambda end: end[0])
    across.sort(key=lambda end: end[0])
    if down and down[0][0] == 1 and down[-1][0] == LAST_ROW and across:
        down = []
    elif across and across[0][0] == 1 and across[-1][0] == LAST_COLUMN and down:
        across = []
    (top, top_fixed), (bottom, bottom_fixed) = (down[0], down[-1]) if down else ((None, False), (None, False))
    (left, left_fixed), (right, right_fixed) = (
        (across[0], across[-1]) if across else ((None, False), (None, False))
    )
    return Area(sheet, top, left, bottom, right, (top_fixed, left_fixed, bottom_fixed, right_fixed))


def _column(text: str) -> int:
    number = 0
    for letter in text.upper():
        number = number * 26 + ord(letter) - 64
    return number


def areas(formula: str) -> list[Area]:
    """The places to which a formula refers, in order."""
    return [token.area for token in tokens(formula) if token.area is not None]


def with_areas(formula: str, change: Callable[[Area], Area | None]) -> str:
    """A formula with each place replaced; where the change gives None the place is gone (`#REF!`)."""
    parts = []
    for token in tokens(formula):
        if token.area is None:
            parts.append(token.text)
            continue
        changed = change(token.area)
        parts.append("#REF!" if changed is None else token.text if changed == token.area else str(changed))
    return "".join(parts)


def pinned(formula: str, *, fixed: bool) -> str:
    """A formula or reference with every place absolute, or none."""
    return with_areas(formula, lambda area: area.pinned(fixed=fixed))


def shifted(formula: str, rows: int, columns: int) -> str:
    """A formula as it reads when it is copied so many rows down and columns to the right."""
    return with_areas(formula, lambda area: area.shifted(rows, columns))


def functions(formula: str) -> list[str]:
    """The names of the functions that a formula calls, in capitals, without the file format's mark."""
    pieces = [token for token in tokens(formula) if token.kind != "space"]
    return [
        plain_function(token.text)
        for token, after in pairwise(pieces)
        if token.kind == "word" and after.text == "("
    ]


def plain_function(name: str) -> str:
    """The name of a function in capitals, without the file format's mark."""
    return name.upper().removeprefix("_XLFN.").removeprefix("_XLWS.")


def words(formula: str) -> list[str]:
    """The defined names that a formula uses, as written."""
    pieces = [token for token in tokens(formula) if token.kind != "space"]
    return [
        token.text
        for token, after in zip(pieces, [*pieces[1:], Token("operator", "")], strict=True)
        if token.kind == "word" and after.text != "(" and token.text.upper() not in ("TRUE", "FALSE")
    ]


@lru_cache(maxsize=16384)
def canonical(formula: str) -> str:
    """The one form of a formula: no spaces, functions in capitals, numbers, places and sheet names in one way.

    Absolute marks (`$`) are kept. `TRUE()` is `TRUE`.
    """
    return formula if _CANONICAL.fullmatch(formula) is not None else _canonical(formula)


def _canonical(formula: str) -> str:
    pieces = tokens(_without_spaces(formula))
    parts: list[str] = []
    skip = 0
    for number, token in enumerate(pieces):
        if skip:
            skip -= 1
            continue
        called = number + 1 < len(pieces) and pieces[number + 1].text == "("
        match token.kind:
            case "area":
                parts.append(str(token.area))
            case "number":
                parts.append(plain_number(float(token.text)))
            case "word" if called:
                name = plain_function(token.text)
                parts.append(name)
                if name in ("TRUE", "FALSE") and number + 2 < len(pieces) and pieces[number + 2].text == ")":
                    skip = 2
            case "word" if token.text.upper() in ("TRUE", "FALSE"):
                parts.append(token.text.upper())
            case _:
                parts.append(token.text)
    return "".join(parts)


def _without_spaces(formula: str) -> str:
    """A formula without spaces but those between two places or names, where one means their intersection."""
    parts: list[str] = []
    before: Token | None = None
    spaced = False
    for token in tokens(formula):
        if token.kind == "space":
            spaced = True
            continue
        apart = before is not None and before.kind in ("area", "word") and token.kind in ("area", "word")
        parts.append(f" {token.text}" if spaced and apart else token.text)
        before, spaced = token, False
    return "".join(parts)


def plain_number(value: float) -> str:
    """A number as it stands in a formula: whole ones without a point, no needless digits."""
    if value == int(value) and abs(value) < 1e15:
        return str(int(value))
    return repr(value).upper().replace("E+", "E")


_FUTURE_FUNCTIONS = frozenset(
    [
        "CONCAT",
        "IFS",
        "MAXIFS",
        "MINIFS",
        "SWITCH",
        "TEXTJOIN",
        "BETA.DIST",
        "BINOM.DIST",
        "CEILING.MATH",
        "CHISQ.TEST",
        "CONFIDENCE.NORM",
        "COVARIANCE.P",
        "COVARIANCE.S",
        "DAYS",
        "EXPON.DIST",
        "FLOOR.MATH",
        "FORECAST.LINEAR",
        "F.TEST",
        "GAMMA",
        "IFNA",
        "ISOWEEKNUM",
        "MODE.MULT",
        "MODE.SNGL",
        "NEGBINOM.DIST",
        "NORM.DIST",
        "NORM.INV",
        "NORM.S.DIST",
        "NORM.S.INV",
        "NUMBERVALUE",
        "PERCENTILE.EXC",
        "PERCENTILE.INC",
        "PERCENTRANK.EXC",
        "PERCENTRANK.INC",
        "POISSON.DIST",
        "QUARTILE.EXC",
        "QUARTILE.INC",
        "RANK.AVG",
        "RANK.EQ",
        "SKEW.P",
        "STDEV.P",
        "STDEV.S",
        "T.DIST",
        "T.INV",
        "T.TEST",
        "UNICHAR",
        "UNICODE",
        "VAR.P",
        "VAR.S",
        "WEIBULL.DIST",
        "XOR",
        "Z.TEST",
    ]
)
"""Functions that the file format writes with a mark (ECMA-376 part 1 section 18.17, and Microsoft's list of
functions that need `_xlfn.`)."""


@lru_cache(maxsize=16384)
def stored(formula: str) -> str:
    """A formula as it stands in a file: without `=`, newer functions with the file format's mark."""
    body = formula[1:] if formula.startswith("=") else formula
    pieces = tokens(body)
    return "".join(
        FUTURE + token.text.upper()
        if token.kind == "word"
        and plain_function(token.text) in _FUTURE_FUNCTIONS
        and not token.text.upper().startswith("_XLFN.")
        and number + 1 < len(pieces)
        and pieces[number + 1].text == "("
        else token.text
        for number, token in enumerate(pieces)
    )
