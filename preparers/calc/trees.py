"""The state of a workbook: its spec as a tree, every property effective and in one form."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import lru_cache
from typing import TypeVar
from urllib.parse import urlsplit

from forge.preparers.calc import number_formats
from forge.preparers.calc.formulas import areas, canonical, pinned, tokens
from forge.preparers.calc.places import letters, place_of, quoted, range_of
from forge.preparers.calc.schema import SCHEMA
from forge.preparers.calc.spec import (
    AutoFilter,
    Cell,
    Chart,
    ConditionalFormat,
    Criterion,
    Highlight,
    Page,
    Protection,
    ScalePoint,
    Series,
    Sheet,
    Style,
    Validation,
    Workbook,
)
from forge.states.entities import Entity, Tree
from forge.states.values import Formula, Reference, Value

Properties = dict[str, Value]

_STYLE_FIELDS = tuple(item.name for item in fields(Style))
_SIDES = ("left", "right", "top", "bottom")
_PLAIN = Style()
_SHEET_TOKENS = 200
"""So many values of a sheet tell it from others when it was renamed."""


def tree_of(book: Workbook) -> Tree:
    """The tree of a workbook."""
    children = [_name(name, refers) for name, refers in sorted(book.names.items())]
    cells = _Cells(book)
    children += [_sheet(sheet, cells) for sheet in book.sheets]
    return Tree(SCHEMA, Entity("workbook", children=children))


def _given(kind: str, properties: Properties) -> Properties:
    """Properties without those that equal the default of their kind."""
    documented = SCHEMA.kinds[kind].properties
    return {
        name: value
        for name, value in properties.items()
        if value is not None and value != documented[name].default
    }


def _name(name: str, refers: str) -> Entity:
    return Entity("name", name, {"refers": _place_or_formula(refers)})


def _place_or_formula(text: str) -> Value:
    """What a name stands for: a reference where it is nothing but places, else a formula."""
    body = text.removeprefix("=")
    if all(token.kind in ("area", "space") or token.text == "," for token in tokens(body)) and body:
        return Reference(canonical(pinned(body, fixed=False)))
    return Formula("=" + canonical(body))


def reference(text: str, sheet_name: str) -> Reference:
    """Places of a sheet, which it may leave out, as a reference in full and without absolute marks."""
    parts = [area.pinned(fixed=False) for area in areas(text)]
    prefix = f"{quoted(sheet_name)}!"
    return Reference(" ".join(str(area) if area.sheet is not None else f"{prefix}{area}" for area in parts))


def _sheet(sheet: Sheet, cells: _Cells) -> Entity:
    rows, columns, values = _rows(sheet, cells)
    children = [_name(name, refers) for name, refers in sorted(sheet.names.items())]
    children += columns
    children += rows
    children += [
        Entity("merge", None, {"range": reference(merge, sheet.name)})
        for merge in sorted(sheet.merges, key=range_of)
    ]
    children += [_conditional_format(item, sheet.name) for item in _in_order(sheet.conditional_formats)]
    children += [_validation(item, sheet.name) for item in _in_order(sheet.validations)]
    if sheet.autofilter is not None:
        children.append(_autofilter(sheet.autofilter, sheet.name))
    children += [_chart(chart, sheet.name) for chart in sheet.charts]
    children.append(_page(sheet.page, sheet.name))
    if sheet.protection is not None:
        children.append(_protection(sheet.protection))
    frozen_row, frozen_column = place_of(sheet.freeze) if sheet.freeze is not None else (1, 1)
    properties = _given(
        "sheet",
        {
            "hidden": sheet.hidden,
            "tab_colour": sheet.tab_colour,
            "zoom": sheet.zoom,
            "gridlines": sheet.gridlines,
            "frozen_rows": frozen_row - 1,
            "frozen_columns": frozen_column - 1,
        },
    )
    return Entity("sheet", sheet.name, properties, children, tuple(values[:_SHEET_TOKENS]))


def _rows(sheet: Sheet, cells: _Cells) -> tuple[list[Entity], list[Entity], list[Value]]:
    """The rows with their cells, the columns, and all values, up to the last cell that is not blank."""
    by_row: dict[int, list[tuple[int, Entity, Value]]] = {}
    last_column = 0
    for (row, column), cell in sheet.cells.items():
        properties = cells.properties(cell)
        if properties:
            entity = Entity("cell", letters(column), properties, (), ())
            token = _token(cell.value) if cell.formula is None else None
            by_row.setdefault(row, []).append((column, entity, token))
            last_column = max(last_column, column)
    rows: list[Entity] = []
    values: list[Value] = []
    down: list[list[Value]] = [[] for _ in range(last_column)]
    for number in range(1, max(by_row, default=0) + 1):
        standing = sorted(by_row.get(number, ()), key=lambda item: item[0])
        across = [token for _, _, token in standing if token is not None]
        for column, _, token in standing:
            if token is not None:
                down[column - 1].append(token)
        values += across
        settings = sheet.rows.get(number)
        properties = (
            _given("row", {"height": _height(settings.height), "hidden": settings.hidden})
            if settings is not None
            else {}
        )
        rows.append(Entity("row", None, properties, [entity for _, entity, _ in standing], tuple(across)))
    return rows, [_column(sheet, number, down[number - 1]) for number in range(1, last_column + 1)], values


def _height(points: float | None) -> float | None:
    """A height in whole steps of 0.75 points (a pixel), rounded down as LibreOffice does."""
    return points // 0.75 * 0.75 if points is not None else None


def _token(value: Value) -> Value:
    """A value as alignment compares it: the last bits of a number tell nothing."""
    return float(f"{value:.12g}") if type(value) is float else value


_OTHER_SCRIPTS = re.compile(
    "[\u0590-\u109f\u1100-\u11ff\u1200-\u18af\u2e80-\ua4ff\ua800-\uabff\uac00-\ud7ff\uf900-\ufaff"
    "\ufb1d-\ufeff\uff00-\uffef\U00010000-\U0001cfff\U00020000-\U0003ffff]"
)
"""Signs of scripts for which an application takes another font than the one that was chosen, and stores that."""


def _column(sheet: Sheet, number: int, values: list[Value]) -> Entity:
    settings = sheet.columns.get(number)
    properties: Properties = {}
    if settings is not None:
        width = round(settings.width, 1) if settings.width is not None else None
        properties = _given("column", {"width": width, "hidden": settings.hidden})
    return Entity("column", letters(number), properties, (), tuple(values))


class _Cells:
    """What the cells of one workbook show.

    An application has a font of its own for scripts that the chosen one does not cover, and stores that one for
    such texts; and in a workbook with such texts also for some cells without any letters. So there the font of
    these cells tells nothing, and is left out.
    """

    def __init__(self, book: Workbook) -> None:
        self._styles: dict[int, Properties] = {}
        self._mixed = any(
            type(cell.value) is str and not cell.value.isascii() and _OTHER_SCRIPTS.search(cell.value)
            for sheet in book.sheets
            for cell in sheet.cells.values()
        )

    def properties(self, cell: Cell) -> Properties:
        """The properties of a cell; those of its style alone are shared by all cells that have only it."""
        look = self._styles.get(id(cell.style))
        if look is None:
            look = self._styles[id(cell.style)] = style_properties(cell.style)
        value = cell.value
        if value is None and cell.formula is None and cell.comment is None and cell.link is None:
            if not self._mixed or "font" not in look:
                return look
            return {name: own for name, own in look.items() if name != "font"}
        properties = {"value": value, **look} if value is not None else dict(look)
        if self._mixed and not _in_own_font(value):
            properties.pop("font", None)
        if type(value) is float and value.is_integer():
            properties["value"] = int(value)
        if type(value) is str and "\n" in value and cell.formula is None:
            properties["wrap"] = True  # a line break is shown as one, whatever the style says
        if cell.formula is not None:
            properties["formula"] = Formula(canonical(cell.formula))
        if cell.comment is not None:
            properties["comment"] = cell.comment
        if cell.link is not None:
            properties["link"] = canonical_link(cell.link)
        return properties


def _in_own_font(value: Value) -> bool:
    """Whether a value is a text whose letters all are of scripts that every font covers."""
    if type(value) is not str or not any(map(str.isalpha, value)):
        return False
    return value.isascii() or _OTHER_SCRIPTS.search(value) is None


@lru_cache(maxsize=4096)
def style_properties(style: Style) -> Properties:
    """The properties that a style gives to a cell, without defaults. To be read only: it is shared."""
    if style == _PLAIN:
        return {}
    properties: Properties = {name: getattr(style, name) for name in _STYLE_FIELDS}
    if style.size == int(style.size):
        properties["size"] = int(style.size)
    properties["number_format"] = number_formats.canonical(style.number_format)
    for side in _SIDES:
        if properties[f"border_{side}"] is None:
            del properties[f"border_{side}_colour"]
    return _given("cell", properties)


@lru_cache(maxsize=4096)
def canonical_link(link: str) -> str:
    """An address in one form: a web address of a host alone ends with a slash."""
    parts = urlsplit(link)
    if parts.scheme in ("http", "https") and parts.netloc and not parts.path:
        return parts._replace(path="/").geturl()
    return link


_Placed = TypeVar("_Placed", ConditionalFormat, Validation)


def _in_order(items: list[_Placed]) -> list[_Placed]:
    """By place; those of one place stay in their order."""
    return sorted(items, key=lambda item: [range_of(part) for part in item.range.split()])


def _conditional_format(item: ConditionalFormat, sheet_name: str) -> Entity:
    operands = [Formula(canonical(f"={formula.removeprefix('=')}")) for formula in item.formulas]
    properties: Properties = {
        "range": reference(item.range, sheet_name),
        "type": item.type,
        "operator": item.operator,
        "first": operands[0] if operands else None,
        "second": operands[1] if len(operands) > 1 else None,
        "text": item.text,
        "rank": item.rank,
        "percent": item.percent,
        **{part.name: getattr(item.highlight, part.name) for part in fields(Highlight)},
        "bar_colour": item.colour,
    }
    return Entity(
        "conditional_format", None, _given("conditional_format", properties), map(_point, item.points)
    )


def _point(point: ScalePoint) -> Entity:
    value = point.value if point.type not in ("min", "max") else None
    return Entity(
        "point", None, _given("point", {"type": point.type, "value": value, "colour": point.colour})
    )


def _validation(item: Validation, sheet_name: str) -> Entity:
    operands = [Formula(canonical(f"={formula.removeprefix('=')}")) for formula in item.formulas]
    properties: Properties = {
        "range": reference(item.range, sheet_name),
        "type": item.type,
        "operator": item.operator,
        "first": operands[0] if operands else None,
        "second": operands[1] if len(operands) > 1 else None,
        "options": item.options or None,
        "allow_blank": item.allow_blank,
        "dropdown": item.dropdown,
        "prompt_title": item.prompt_title,
        "prompt": item.prompt,
        "error_title": item.error_title,
        "error": item.error,
        "severity": item.severity or "none",
    }
    return Entity("validation", None, _given("validation", properties))


def _autofilter(item: AutoFilter, sheet_name: str) -> Entity:
    criteria = [
        Entity(
            "criterion",
            criterion.column,
            _given(
                "criterion",
                {
                    "values": _listed(criterion),
                    "blanks": criterion.blanks,
                    "conditions": criterion.conditions if _listed(criterion) is None else None,
                    "either": criterion.either,
                },
            ),
        )
        for criterion in sorted(item.criteria, key=lambda criterion: place_of(f"{criterion.column}1"))
    ]
    return Entity("autofilter", "autofilter", {"range": reference(item.range, sheet_name)}, criteria)


def _listed(criterion: Criterion) -> tuple[str, ...] | None:
    """The values that a criterion lists; equality with one text without wildcards is a list of one."""
    match criterion.conditions:
        case (("=", text),) if not set(text) & {"*", "?"}:
            return (text,)
    return tuple(sorted(criterion.values)) or None


def _chart(chart: Chart, sheet_name: str) -> Entity:
    properties = _given(
        "chart",
        {
            "type": chart.type,
            "grouping": chart.grouping,
            "title": chart.title,
            "x_title": chart.x_title,
            "y_title": chart.y_title,
            "legend": chart.legend,
            "anchor": reference(chart.anchor, sheet_name),
        },
    )
    children = [_series(item, sheet_name) for item in chart.series]
    content = tuple(value for name, value in properties.items() if name != "anchor")
    data = tuple(child.properties.get("values") for child in children)
    return Entity("chart", None, properties, children, content + data)


def _series(item: Series, sheet_name: str) -> Entity:
    return Entity(
        "series",
        None,
        {
            name: reference(text, sheet_name) if areas(text) else text
            for name in ("values", "categories", "name")
            if (text := getattr(item, name))
        },
    )


def _page(page: Page, sheet_name: str) -> Entity:
    properties: Properties = {item.name: getattr(page, item.name) for item in fields(Page)}
    for side in ("top", "bottom", "left", "right"):
        properties[side] = round(getattr(page, side), 1)
    properties["print_area"] = tuple(reference(area, sheet_name) for area in page.print_area) or None
    for name in ("repeat_rows", "repeat_columns"):
        text = properties[name]
        properties[name] = reference(text, sheet_name) if isinstance(text, str) else None
    return Entity("page", "page", _given("page", properties))


def _protection(protection: Protection) -> Entity:
    properties: Properties = {item.name: getattr(protection, item.name) for item in fields(Protection)}
    return Entity("protection", "protection", _given("protection", properties))
