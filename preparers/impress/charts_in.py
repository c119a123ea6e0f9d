"""Charts out of their parts: the numbers that are stored with them."""

from __future__ import annotations

from forge.preparers.impress.markup import Element, children, find, name
from forge.preparers.impress.parts import Chart, Series
from forge.preparers.impress.vocabulary import GROUPINGS, LEGENDS
from forge.preparers.office.markup import number as finite

_GROUPINGS = {value: key for key, value in GROUPINGS.items()}
_LEGENDS = {value: key for key, value in LEGENDS.items()}
_OTHERS = {
    "areaChart": "area",
    "doughnutChart": "doughnut",
    "scatterChart": "scatter",
    "radarChart": "radar",
    "bubbleChart": "bubble",
}
_CACHES = ("c:strCache", "c:numCache", "c:strLit", "c:numLit")
_MOST_POINTS = 10_000


def read_chart(root: Element) -> Chart:
    """The chart of a part.

    Raises:
        ValueError: a number is none.
    """
    drawn = find(root, "c:chart")
    area = find(drawn, "c:plotArea")
    plots = [item for item in area if str(item.tag).endswith("Chart")] if area is not None else []
    series = [item for plot in plots for item in children(plot, "c:ser")]
    chart = Chart(_type(plots[0]) if plots else "column")
    if plots and chart.type in ("column", "bar"):
        grouping = find(plots[0], "c:grouping")
        chart.grouping = _GROUPINGS.get(
            (grouping.get("val") or "") if grouping is not None else "", "clustered"
        )
    for item in series:
        values = [_number(text) for text in _points(item, "c:val", "c:yVal")]
        chart.series.append(Series("".join(text or "" for text in _points(item, "c:tx")), values))
    if series:
        chart.categories = [text or "" for text in _points(series[0], "c:cat", "c:xVal")]
    if (title := find(drawn, "c:title")) is not None:
        chart.title = _text(title)
    axes = children(area, "c:catAx", "c:dateAx", "c:valAx", "c:serAx")
    if axes and plots and chart.type != "pie":
        chart.x_title, chart.y_title = (_axis_title(axes, first=first) for first in (True, False))
    if (legend := find(drawn, "c:legend")) is not None:
        place = find(legend, "c:legendPos")
        chart.legend = _LEGENDS.get((place.get("val") or "r") if place is not None else "r", "right")
    return chart


def _type(plot: Element) -> str:
    kind = str(plot.tag).rpartition("}")[2].replace("3DChart", "Chart")
    if kind == "barChart":
        direction = find(plot, "c:barDir")
        return "bar" if direction is not None and direction.get("val") == "bar" else "column"
    return _OTHERS.get(kind, kind.removesuffix("Chart"))


def _axis_title(axes: list[Element], *, first: bool) -> str | None:
    """The title of the axis of categories, which is the first, or of the other one."""
    for number, axis in enumerate(axes[:2]):
        if (number == 0) == first:
            title = find(axis, "c:title")
            return _text(title) if title is not None else None
    return None


def _text(element: Element) -> str:
    return "".join(item.text or "" for item in element.iter(name("a:t")))


def _points(series: Element, *tags: str) -> list[str | None]:
    """The points that are stored below one of some elements, in order, None where one is missing."""
    holder = next(iter(children(series, *tags)), None)
    if holder is None:
        return []
    direct = find(holder, "c:v")
    if direct is not None:
        return [direct.text]
    caches = list(holder.iter(*map(name, _CACHES)))
    if not caches:
        return []
    count = find(caches[0], "c:ptCount")
    many = int((count.get("val") if count is not None else None) or 0)
    if many > _MOST_POINTS:
        raise ValueError(f"a chart has {many:,} points")
    points: list[str | None] = [None] * many
    for item in children(caches[0], "c:pt"):
        at, value = int(item.get("idx") or 0), find(item, "c:v")
        if 0 <= at < many:
            points[at] = value.text if value is not None else None
    return points


def _number(text: str | None) -> float | None:
    if text is None or text in ("NaN", "#N/A"):
        return None
    value = finite(text)
    return int(value) if value.is_integer() else value
