"""Conditional formats and validations of a file."""

from __future__ import annotations

from typing import Any

from lxml import etree

from forge.preparers.calc.formulas import canonical
from forge.preparers.calc.places import block, range_of
from forge.preparers.calc.spec import ConditionalFormat, Highlight, ScalePoint, Sheet, Validation
from forge.preparers.calc.styles_in import StyleTable
from forge.preparers.calc.vocabulary import CONDITIONS_IN_FILE, MAIN, OPERATORS_IN_FILE, VALIDATIONS_IN_FILE
from forge.preparers.office.markup import flag

_NO_VALUE = ("min", "max")


def read_conditional_formats(root: etree._Element, sheet: Sheet, styles: StyleTable) -> None:
    """The rules of a sheet in the order of their priority."""
    found = [
        (int(rule.get("priority") or 0), _conditional_format(_ranges(area), rule, styles))
        for area in root.iterchildren(f"{MAIN}conditionalFormatting")
        for rule in area.iterchildren(f"{MAIN}cfRule")
    ]
    found.sort(key=lambda pair: pair[0])
    sheet.conditional_formats.extend(item for _, item in found)


def _ranges(element: etree._Element) -> str:
    """Where a rule applies.

    Raises:
        PreparerError: it says something that is no range.
    """
    return " ".join(block(*range_of(part)) for part in (element.get("sqref") or "").split())


def _conditional_format(where: str, rule: etree._Element, styles: StyleTable) -> ConditionalFormat:
    kind = rule.get("type") or "expression"
    difference = rule.get("dxfId")
    look = styles.highlight(int(difference)) if difference is not None else Highlight()
    item = ConditionalFormat(where, type=CONDITIONS_IN_FILE.get(kind, kind), highlight=look)
    match kind:
        case "cellIs" | "expression":
            item.formulas = tuple(_operand(formula) for formula in rule.iterchildren(f"{MAIN}formula"))
            if kind == "cellIs":
                item.operator = OPERATORS_IN_FILE.get(rule.get("operator") or "equal")
        case "top10":
            item.type = "bottom" if flag(rule.get("bottom")) else "top"
            item.rank = int(rule.get("rank") or 10)
            item.percent = flag(rule.get("percent"))
        case "aboveAverage":
            above = flag(rule.get("aboveAverage"), default=True)
            item.type = "above_average" if above else "below_average"
        case "colorScale":
            item.points = _points(rule.find(f"{MAIN}colorScale"), styles, coloured=True)
            item.highlight = Highlight()
        case "dataBar":
            bar = rule.find(f"{MAIN}dataBar")
            item.points = _points(bar, styles, coloured=False)
            item.colour = styles.palette.colour(bar.find(f"{MAIN}color")) if bar is not None else None
            item.highlight = Highlight()
        case "iconSet":
            icons = rule.find(f"{MAIN}iconSet")
            item.points = _points(icons, styles, coloured=False)
            item.text = icons.get("iconSet") if icons is not None else None
        case _:
            item.text = rule.get("text") or None
    return item


def _operand(element: etree._Element) -> str:
    return canonical(element.text or "")


def _points(element: etree._Element | None, styles: StyleTable, *, coloured: bool) -> tuple[ScalePoint, ...]:
    if element is None:
        return ()
    colours = [styles.palette.colour(item) for item in element.iterchildren(f"{MAIN}color")]
    points = []
    for place, item in enumerate(element.iterchildren(f"{MAIN}cfvo")):
        kind: Any = item.get("type") or "num"
        value = item.get("val") if kind not in _NO_VALUE else None
        colour = colours[place] if coloured and place < len(colours) else None
        points.append(ScalePoint(kind, value, colour))
    return tuple(points)


def read_validations(root: etree._Element, sheet: Sheet) -> None:
    """What may be entered into a sheet."""
    for element in root.iterfind(f"{MAIN}dataValidations/{MAIN}dataValidation"):
        kind = element.get("type") or "none"
        if kind != "none" or flag(element.get("showInputMessage")):
            sheet.validations.append(_validation(kind, element))


def _validation(kind: str, element: etree._Element) -> Validation:
    item = Validation(_ranges(element), type=VALIDATIONS_IN_FILE.get(kind, kind))
    first = element.findtext(f"{MAIN}formula1") or ""
    second = element.findtext(f"{MAIN}formula2") or ""
    if kind == "list" and first.startswith('"'):
        item.options = tuple(first.strip('"').replace('""', '"').split(","))
    elif first:
        item.formulas = (canonical(first),)
    if kind not in ("list", "custom", "none"):
        item.operator = OPERATORS_IN_FILE.get(element.get("operator") or "between")
        if item.operator in ("between", "not between") and second:
            item.formulas += (canonical(second),)
    item.allow_blank = flag(element.get("allowBlank"))
    item.dropdown = not flag(element.get("showDropDown"))  # the file's flag hides the button
    if flag(element.get("showInputMessage")):
        item.prompt_title = element.get("promptTitle") or None
        item.prompt = element.get("prompt") or None
    severity: Any = element.get("errorStyle") or "stop"
    item.severity = severity if flag(element.get("showErrorMessage")) else None
    if item.severity is not None:
        item.error_title = element.get("errorTitle") or None
        item.error = element.get("error") or None
    return item
