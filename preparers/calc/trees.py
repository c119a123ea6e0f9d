"""The state of a workbook: its spec as a tree, every property effective and in one form."""

from __future__ import annotations

from dataclasses import fields
from typing import TypeVar

from forge.preparers.calc.formulas import areas, canonical, pinned, tokens
from forge.preparers.calc.places import letters, place_of, quoted, range_of
from forge.preparers.calc.rows import Properties, Rows, given
from forge.preparers.calc.schema import SCHEMA
from forge.preparers.calc.spec import (
    AutoFilter,
    Chart,
    ConditionalFormat,
    Criterion,
    Highlight,
    Page,
    Pivot,
    Protection,
    ScalePoint,
    Series,
    Sheet,
    Validation,
    Workbook,
)
from forge.states.entities import Entity, Tree
from forge.states.values import Formula, Reference, Value

_SHEET_TOKENS = 200
"""So many values of a sheet tell it from others when it was renamed."""


def tree_of(book: Workbook) -> Tree:
    """The tree of a workbook."""
    children = [_name(name, refers) for name, refers in sorted(book.names.items())]
    rows = Rows(book)
    children += [_sheet(sheet, rows) for sheet in book.sheets]
    return Tree(SCHEMA, Entity("workbook", children=children))


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


def _sheet(sheet: Sheet, rows: Rows) -> Entity:
    standing, down, values = rows.of(sheet)
    children = [_name(name, refers) for name, refers in sorted(sheet.names.items())]
    children += [_column(sheet, number, tokens) for number, tokens in enumerate(down, 1)]
    children += standing
    children += [
        Entity("merge", None, {"range": reference(merge, sheet.name)})
        for merge in sorted(sheet.merges, key=range_of)
    ]
    children += [_conditional_format(item, sheet.name) for item in _in_order(sheet.conditional_formats)]
    children += [_validation(item, sheet.name) for item in _in_order(sheet.validations)]
    if sheet.autofilter is not None:
        children.append(_autofilter(sheet.autofilter, sheet.name))
    children += [_chart(chart, sheet.name) for chart in sheet.charts]
    children += [_pivot(pivot, sheet.name) for pivot in sorted(sheet.pivots, key=_place_of_pivot)]
    children.append(_page(sheet.page, sheet.name))
    if sheet.protection is not None:
        children.append(_protection(sheet.protection))
    frozen_row, frozen_column = place_of(sheet.freeze) if sheet.freeze is not None else (1, 1)
    properties = given(
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


def _column(sheet: Sheet, number: int, values: list[Value]) -> Entity:
    settings = sheet.columns.get(number)
    properties: Properties = {}
    if settings is not None:
        width = round(settings.width, 1) if settings.width is not None else None
        properties = given("column", {"width": width, "hidden": settings.hidden})
    return Entity("column", letters(number), properties, (), tuple(values))


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
        "conditional_format", None, given("conditional_format", properties), map(_point, item.points)
    )


def _point(point: ScalePoint) -> Entity:
    value = point.value if point.type not in ("min", "max") else None
    return Entity("point", None, given("point", {"type": point.type, "value": value, "colour": point.colour}))


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
    return Entity("validation", None, given("validation", properties))


def _autofilter(item: AutoFilter, sheet_name: str) -> Entity:
    criteria = [
        Entity(
            "criterion",
            criterion.column,
            given(
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
    properties = given(
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
    properties: dict[str, Value] = {
        name: reference(text, sheet_name) if areas(text) else text
        for name in ("values", "categories", "name")
        if (text := getattr(item, name))
    }
    if item.typed_name:
        properties["name"] = item.typed_name
    return Entity("series", None, properties)


def _place_of_pivot(pivot: Pivot) -> tuple[int, int]:
    return place_of(pivot.anchor)


def _pivot(pivot: Pivot, sheet_name: str) -> Entity:
    axes = (pivot.rows, pivot.columns)
    outer = tuple(name for axis in axes for name in axis[:-1] if name in pivot.subtotals)
    properties = given(
        "pivot",
        {
            "source": reference(pivot.source, sheet_name) if areas(pivot.source) else None,
            "anchor": reference(pivot.anchor, sheet_name),
            "rows": pivot.rows or None,
            "columns": pivot.columns or None,
            "filters": pivot.filters or None,
            "across": pivot.across and len(pivot.data) > 1,
            "subtotals": outer or None,
            "hidden": tuple(sorted(pivot.hidden)) or None,
        },
    )
    children = [
        Entity("data_field", None, given("data_field", {"field": item.field, "function": item.function}))
        for item in pivot.data
    ]
    content = tuple(value for name, value in properties.items() if name != "anchor")
    data = tuple(value for item in pivot.data for value in (item.field, item.function))
    return Entity("pivot", None, properties, children, content + data)


def _page(page: Page, sheet_name: str) -> Entity:
    properties: Properties = {item.name: getattr(page, item.name) for item in fields(Page)}
    for side in ("top", "bottom", "left", "right"):
        properties[side] = round(getattr(page, side), 1)
    properties["print_area"] = tuple(reference(area, sheet_name) for area in page.print_area) or None
    for name in ("repeat_rows", "repeat_columns"):
        text = properties[name]
        properties[name] = reference(text, sheet_name) if isinstance(text, str) else None
    return Entity("page", "page", given("page", properties))


def _protection(protection: Protection) -> Entity:
    properties: Properties = {item.name: getattr(protection, item.name) for item in fields(Protection)}
    return Entity("protection", "protection", given("protection", properties))
