"""Conditional formats and validations on their way into a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from openpyxl.formatting.rule import ColorScale, DataBar, FormatObject, Rule
from openpyxl.styles import Font, PatternFill
from openpyxl.styles.colors import Color
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.worksheet.datavalidation import DataValidation

from forge.preparers.calc.formulas import stored
from forge.preparers.calc.spec import ConditionalFormat, Highlight, ScalePoint, Validation
from forge.preparers.calc.styles import argb
from forge.preparers.calc.vocabulary import OPERATORS, TEXT_RULES, VALIDATIONS

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet


def add_conditional_formats(made: Worksheet, formats: list[ConditionalFormat]) -> None:
    """Write the rules of a sheet, the first one with the highest priority."""
    for priority, item in enumerate(formats, 1):
        rule = _rule(item)
        made.conditional_formatting.add(item.range, rule)
        rule.priority = priority


def _rule(item: ConditionalFormat) -> Rule:
    """One rule, in the file's words."""
    parts = _own_parts(item)
    if item.type not in ("scale", "bar"):
        parts["dxf"] = _look(item.highlight)
    return Rule(**parts)


def _own_parts(item: ConditionalFormat) -> dict[str, Any]:
    """What a rule of its type says besides how it looks."""
    match item.type:
        case "cell":
            operator = OPERATORS[item.operator or "="]
            return {"type": "cellIs", "operator": operator, "formula": [stored(f) for f in item.formulas]}
        case "formula":
            return {"type": "expression", "formula": [stored(f) for f in item.formulas]}
        case "top" | "bottom":
            bottom = item.type == "bottom" or None
            return {"type": "top10", "rank": item.rank, "percent": item.percent or None, "bottom": bottom}
        case "above_average" | "below_average":
            return {"type": "aboveAverage", "aboveAverage": None if item.type == "above_average" else False}
        case "scale" | "bar":
            return _scale(item)
        case "duplicates" | "unique":
            return {"type": "duplicateValues" if item.type == "duplicates" else "uniqueValues"}
    kind, operator, formula = TEXT_RULES[item.type]
    first = item.range.split()[0].split(":")[0]
    wanted = formula.format(text=item.text, cell=first)
    return {"type": kind, "operator": operator, "text": item.text, "formula": [wanted]}


def _scale(item: ConditionalFormat) -> dict[str, Any]:
    if item.type == "bar" and item.colour is not None:
        bar = DataBar(cfvo=_points(item.points), color=Color(argb(item.colour)))
        return {"type": "dataBar", "dataBar": bar}
    colours = [Color(argb(point.colour)) for point in item.points if point.colour is not None]
    return {"type": "colorScale", "colorScale": ColorScale(cfvo=_points(item.points), color=colours)}


def _points(points: tuple[ScalePoint, ...]) -> list[FormatObject]:
    return [FormatObject(point.type, point.value) for point in points]


def _look(highlight: Highlight) -> DifferentialStyle:
    font = None
    parts = (highlight.bold, highlight.italic, highlight.underline, highlight.strike, highlight.colour)
    if any(part is not None for part in parts):
        font = Font(
            b=highlight.bold,
            i=highlight.italic,
            u=highlight.underline,
            strike=highlight.strike,
            color=argb(highlight.colour) if highlight.colour is not None else None,
        )
    fill = None
    if highlight.fill is not None:
        # In a difference the background is the colour that shows.
        fill = PatternFill("solid", fgColor=argb(highlight.fill), bgColor=argb(highlight.fill))
    return DifferentialStyle(font=font, fill=fill)


def add_validations(made: Worksheet, validations: list[Validation]) -> None:
    """Write what may be entered into a sheet."""
    for item in validations:
        kind: Any = VALIDATIONS[item.type]
        operator: Any = OPERATORS[item.operator] if item.operator is not None else None
        first = stored(item.formulas[0]) if item.formulas else None
        if item.options:
            first = '"' + ",".join(item.options) + '"'
        made.data_validations.append(
            DataValidation(
                sqref=item.range,
                type=kind,
                operator=operator,
                formula1=first,
                formula2=stored(item.formulas[1]) if len(item.formulas) > 1 else None,
                allowBlank=item.allow_blank,
                showDropDown=not item.dropdown,  # the file's flag hides the button
                showInputMessage=item.prompt is not None or item.prompt_title is not None,
                promptTitle=item.prompt_title,
                prompt=item.prompt,
                showErrorMessage=item.severity is not None,
                errorTitle=item.error_title,
                error=item.error,
                errorStyle=item.severity if item.severity not in (None, "stop") else None,
            )
        )
