"""The charts of a file."""

from __future__ import annotations

from typing import Any

from lxml import etree

from forge.preparers.calc.places import place
from forge.preparers.calc.spec import Chart, Series, Sheet
from forge.preparers.office.markup import RELATION, Package, flag

_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_ANCHOR = "{http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing}"
_TEXT = "{http://schemas.openxmlformats.org/drawingml/2006/main}"

_TYPES = {
    "lineChart": "line",
    "line3DChart": "line",
    "areaChart": "area",
    "area3DChart": "area",
    "pieChart": "pie",
    "pie3DChart": "pie",
    "doughnutChart": "doughnut",
    "scatterChart": "scatter",
}
_GROUPINGS = {"stacked": "stacked", "percentStacked": "percent"}
_LEGENDS = {"r": "right", "l": "left", "t": "top", "b": "bottom", "tr": "right"}
EMU = 360_000
"""In a centimetre, the unit of places in drawings."""


def read_charts(package: Package, drawing: str, sheet: Sheet) -> None:
    """Put the charts of a drawing part onto a sheet, in the order in which they lie over one another."""
    relations = package.relations(drawing)
    for anchor in package.xml(drawing).iterchildren(tag=etree.Element):
        frame = anchor.find(f".//{_CHART}chart")
        relation = relations.get(frame.get(f"{RELATION}id") or "") if frame is not None else None
        if relation is None:
            continue
        chart = _chart(package.xml(relation.target))
        start = anchor.find(f"{_ANCHOR}from")
        if start is not None:
            row, column = (int(start.findtext(f"{_ANCHOR}{name}") or 0) for name in ("row", "col"))
            chart.anchor = place(row + 1, column + 1)
        sheet.charts.append(chart)


def _chart(root: etree._Element) -> Chart:
    body = root.find(f"{_CHART}chart")
    plot = body.find(f"{_CHART}plotArea") if body is not None else None
    if body is None or plot is None:
        return Chart("none")
    drawn = [item for item in plot.iterchildren(tag=etree.Element) if item.tag.endswith("Chart")]
    chart = Chart(" and ".join(dict.fromkeys(_type(item) for item in drawn)) or "none")
    for item in drawn:
        grouping: Any = _GROUPINGS.get(_val(item, "grouping") or "", "clustered")
        chart.grouping = grouping
        chart.series.extend(_series(element) for element in item.iterchildren(f"{_CHART}ser"))
    if not flag(_val(body, "autoTitleDeleted")) or body.find(f"{_CHART}title") is not None:
        chart.title = _title(body)
    across = {_val(item, "axId") for item in drawn}  # the first axis that a plot names is the one across
    for axis in plot.iterchildren(tag=etree.Element):
        if axis.tag.endswith("Ax") and (title := _title(axis)) is not None:
            if _val(axis, "axId") in across:
                chart.x_title = title
            else:
                chart.y_title = title
    legend = body.find(f"{_CHART}legend")
    where: Any = _LEGENDS.get(_val(legend, "legendPos") or "r", "right") if legend is not None else None
    chart.legend = where
    return chart


def _type(item: etree._Element) -> str:
    name = etree.QName(item).localname
    if name in ("barChart", "bar3DChart"):
        return "bar" if _val(item, "barDir") == "bar" else "column"
    return _TYPES.get(name, name.removesuffix("Chart"))


def _val(item: etree._Element, name: str) -> str | None:
    child = item.find(f"{_CHART}{name}")
    return child.get("val") if child is not None else None


def _title(item: etree._Element) -> str | None:
    """The text of the title of a chart or an axis, its paragraphs as lines; None for none."""
    title = item.find(f"{_CHART}title")
    if title is None:
        return None
    paragraphs = title.findall(f"{_CHART}tx/{_CHART}rich/{_TEXT}p")
    text = "\n".join("".join(run.text or "" for run in item.iter(f"{_TEXT}t")) for item in paragraphs)
    return text or title.findtext(f"{_CHART}tx/{_CHART}strRef/{_CHART}f") or None


def _series(element: etree._Element) -> Series:
    title = element.find(f"{_CHART}tx")
    name = title.findtext(f".//{_CHART}f") if title is not None else None
    typed = title.findtext(f".//{_CHART}v") if title is not None and not name else None
    if name and name.startswith('"'):  # LibreOffice writes what is typed as a reference to a text
        typed, name = name[1:-1], None
    return Series(
        values=_reference(element, "val") or _reference(element, "yVal") or "",
        categories=_reference(element, "cat") or _reference(element, "xVal"),
        name=name,
        typed_name=typed,
    )


def _reference(element: etree._Element, name: str) -> str | None:
    """The reference in a part of a series, or the text that is written out there."""
    part = element.find(f"{_CHART}{name}")
    if part is None:
        return None
    found = part.findtext(f".//{_CHART}f")
    return found if found else part.findtext(f".//{_CHART}v")
