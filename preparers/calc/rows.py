"""The rows of a sheet as entities: what each cell shows, every property effective and in one form.

A row follows from its cells and its settings alone, and the sheets that are compared have nearly all rows in
common: those of a desktop and its copies, those of a spec and of the file that was written from it. So rows and
cells are remembered by what they are made of, and what is made again is the same object. Below one parent no object
stands in two places.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import TypeAlias
from urllib.parse import urlsplit

from forge.preparers.calc import number_formats
from forge.preparers.calc.formulas import canonical
from forge.preparers.calc.places import letters
from forge.preparers.calc.schema import SCHEMA
from forge.preparers.calc.spec import CellValue, Sheet, Style, Workbook
from forge.states.entities import Entity
from forge.states.values import Formula, Value

Properties = dict[str, Value]

_KEPT_ROWS, _KEPT_CELLS = 8192, 16384
"""So many are remembered: those of a large workbook in several versions."""
_STYLE_FIELDS = tuple(item.name for item in fields(Style))
_SIDES = ("left", "right", "top", "bottom")
_OTHER_SCRIPTS = re.compile(
    "[\u0590-\u109f\u1100-\u11ff\u1200-\u18af\u2e80-\ua4ff\ua800-\uabff\uac00-\ud7ff\uf900-\ufaff"
    "\ufb1d-\ufeff\uff00-\uffef\U00010000-\U0001cfff\U00020000-\U0003ffff]"
)
"""Signs of scripts for which an application takes another font than the one that was chosen, and stores that."""


@dataclass(frozen=True, eq=False, slots=True)
class Look:
    """What a style gives to the cells that have it; one object for equal styles while it is remembered.

    Attributes:
        properties: its properties, without defaults. To be read only: many entities share it.
        no_font: those without the font.
    """

    properties: Properties
    no_font: Properties


_Content: TypeAlias = tuple[int, type | str, CellValue, str | None, Look, str | None, str | None, bool]
"""A cell in a row: its column, what tells its value from others that Python takes for equal, value, formula, look,
comment, link, and whether the workbook has texts of other scripts."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A row and the columns of its tokens."""

    entity: Entity
    tokens: tuple[Value, ...]
    columns: tuple[int, ...]


def given(kind: str, properties: Properties) -> Properties:
    """Properties without those that equal the default of their kind."""
    documented = SCHEMA.kinds[kind].properties
    return {
        name: value
        for name, value in properties.items()
        if value is not None and value != documented[name].default
    }


class Rows:
    """The rows of the sheets of one workbook.

    An application has a font of its own for scripts that the chosen one does not cover, and stores that one for
    such texts; and in a workbook with such texts also for some cells without any letters. So there the font of
    these cells tells nothing, and is left out.
    """

    def __init__(self, book: Workbook) -> None:
        self._looks: dict[int, Look] = {}
        self._mixed = any(map(_has_other_scripts, book.sheets))

    def of(self, sheet: Sheet) -> tuple[list[Entity], list[list[Value]], list[Value]]:
        """The rows with their cells, the values of each column, and all values, up to the last cell not blank."""
        by_row = self._contents(sheet)
        rows: list[Entity] = []
        values: list[Value] = []
        last_column = max((contents[-1][0] for contents in by_row.values()), default=0)
        down: list[list[Value]] = [[] for _ in range(last_column)]
        repeats: dict[Entity, int] = {}
        for number in range(1, max(by_row, default=0) + 1):
            contents = by_row.get(number, ())
            settings = sheet.rows.get(number)
            height, hidden = (settings.height, settings.hidden) if settings is not None else (None, False)
            row = _row(contents, height, sheet.name, 0, hidden=hidden)
            before = repeats[row.entity] = repeats.get(row.entity, -1) + 1
            if before:
                row = _row(contents, height, sheet.name, before, hidden=hidden)
            for column, token in zip(row.columns, row.tokens, strict=True):
                down[column - 1].append(token)
            values += row.tokens
            rows.append(row.entity)
        return rows, down, values

    def _contents(self, sheet: Sheet) -> dict[int, tuple[_Content, ...]]:
        """The cells that show something, by row, in the order of their columns."""
        by_row: dict[int, list[_Content]] = {}
        looks, mixed = self._looks, self._mixed
        current, contents = 0, by_row.setdefault(0, [])
        for (row, column), cell in sheet.cells.items():
            if row != current:
                current, contents = row, by_row.setdefault(row, [])
            style = cell.style
            look = looks.get(id(style))
            if look is None:
                look = looks[id(style)] = look_of(style)
            value = cell.value
            if value is None and cell.is_empty() and not (look.no_font if mixed else look.properties):
                continue
            sort = type(value) if value else repr(value)  # `1` is not `True`, and `0.0` is not `-0.0`
            contents.append((column, sort, value, cell.formula, look, cell.comment, cell.link, mixed))
        # A column occurs once in a row, so nothing behind it is compared.
        return {row: tuple(sorted(members)) for row, members in by_row.items() if members}


def _has_other_scripts(sheet: Sheet) -> bool:
    for cell in sheet.cells.values():
        value = cell.value
        if type(value) is str and not value.isascii() and _OTHER_SCRIPTS.search(value) is not None:
            return True
    return False


@lru_cache(maxsize=_KEPT_ROWS)
def _row(
    contents: tuple[_Content, ...],
    height: float | None,
    sheet: str,  # noqa: ARG001 - rows of two sheets are two objects
    before: int,  # noqa: ARG001 - equal rows of one sheet are several objects
    *,
    hidden: bool,
) -> _Row:
    """The row of a sheet that has so many equal ones before it."""
    told = [
        (column, value) for column, _, value, formula, *_ in contents if formula is None and value is not None
    ]
    tokens = tuple(_token(value) for _, value in told)
    properties = given("row", {"height": _height(height), "hidden": hidden})
    entity = Entity("row", None, properties, map(_cell, contents), tokens)
    return _Row(entity, tokens, tuple(column for column, _ in told))


@lru_cache(maxsize=_KEPT_CELLS)
def _cell(content: _Content) -> Entity:
    column, _, value, formula, look, comment, link, mixed = content
    properties = _properties(value, formula, look, comment, link, mixed=mixed)
    return Entity("cell", letters(column), properties, (), ())


def _height(points: float | None) -> float | None:
    """A height in whole steps of 0.75 points (a pixel), rounded down as LibreOffice does."""
    return points // 0.75 * 0.75 if points is not None else None


def _token(value: Value) -> Value:
    """A value as alignment compares it: the last bits of a number tell nothing."""
    return _rounded(value) if type(value) is float and value else value  # a cache takes `-0.0` for `0.0`


@lru_cache(maxsize=_KEPT_CELLS)
def _rounded(number: float) -> float:
    return float(f"{number:.12g}")


def _properties(
    value: CellValue, formula: str | None, look: Look, comment: str | None, link: str | None, *, mixed: bool
) -> Properties:
    """The properties of a cell; those of its style alone are shared by all cells that have only it."""
    style = look.no_font if mixed and not _in_own_font(value) else look.properties
    if value is None and formula is None and comment is None and link is None:
        return style
    properties = {"value": value, **style} if value is not None else dict(style)
    if type(value) is float and value.is_integer():
        properties["value"] = int(value)
    if type(value) is str and "\n" in value and formula is None:
        properties["wrap"] = True  # a line break is shown as one, whatever the style says
    if formula is not None:
        properties["formula"] = Formula(canonical(formula))
    if comment is not None:
        properties["comment"] = comment
    if link is not None:
        properties["link"] = canonical_link(link)
    return properties


def _in_own_font(value: Value) -> bool:
    """Whether a value is a text whose letters all are of scripts that every font covers."""
    if type(value) is not str or not any(map(str.isalpha, value)):
        return False
    return value.isascii() or _OTHER_SCRIPTS.search(value) is None


@lru_cache(maxsize=4096)
def look_of(style: Style) -> Look:
    """What a style gives to a cell."""
    properties: Properties = {name: getattr(style, name) for name in _STYLE_FIELDS}
    if style.size == int(style.size):
        properties["size"] = int(style.size)
    properties["number_format"] = number_formats.canonical(style.number_format)
    for side in _SIDES:
        if properties[f"border_{side}"] is None:
            del properties[f"border_{side}_colour"]
    properties = given("cell", properties)
    if "font" not in properties:
        return Look(properties, properties)
    return Look(properties, {name: value for name, value in properties.items() if name != "font"})


@lru_cache(maxsize=4096)
def canonical_link(link: str) -> str:
    """An address in one form: a web address of a host alone ends with a slash."""
    parts = urlsplit(link)
    if parts.scheme in ("http", "https") and parts.netloc and not parts.path:
        return parts._replace(path="/").geturl()
    return link
