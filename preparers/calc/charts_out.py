"""Charts on their way into a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from openpyxl.chart import AreaChart, BarChart, DoughnutChart, LineChart, PieChart, ScatterChart
from openpyxl.chart.data_source import AxDataSource, NumDataSource, NumRef, StrRef
from openpyxl.chart.legend import Legend
from openpyxl.chart.marker import Marker
from openpyxl.chart.series import Series as OpenpyxlSeries
from openpyxl.chart.series import SeriesLabel, XYSeries

from forge.preparers.calc.formulas import pinned
from forge.preparers.calc.spec import Chart, Series

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_GROUPINGS = {"clustered": "standard", "stacked": "stacked", "percent": "percentStacked"}
_LEGENDS = {"right": "r", "left": "l", "top": "t", "bottom": "b"}


def add_chart(made: Worksheet, chart: Chart) -> None:
    """Put a chart onto a sheet that is being written."""
    drawn: Any = _empty(chart)
    for number, series in enumerate(chart.series):
        drawn.series.append(_series(chart, series, number))
    if chart.title is not None:
        drawn.title = chart.title
        drawn.title.overlay = False
    else:
        drawn.auto_title_deleted = True
    if chart.legend is None:
        drawn.legend = None
    else:
        drawn.legend = Legend()
        drawn.legend.position = _LEGENDS[chart.legend]
        drawn.legend.overlay = False
    if chart.type not in ("pie", "doughnut"):
        for axis, title in ((drawn.x_axis, chart.x_title), (drawn.y_axis, chart.y_title)):
            axis.delete = False
            if title is not None:
                axis.title = title
                axis.title.overlay = False
    drawn.width, drawn.height = chart.width, chart.height
    made.add_chart(drawn, chart.anchor)


def _empty(chart: Chart) -> Any:
    grouping: Any = _GROUPINGS[chart.grouping]
    drawn: Any
    match chart.type:
        case "column" | "bar":
            drawn = BarChart()
            drawn.type = "col" if chart.type == "column" else "bar"
            drawn.grouping = chart.grouping if chart.grouping == "clustered" else grouping
            drawn.overlap = None if chart.grouping == "clustered" else 100
            return drawn
        case "line":
            return LineChart(grouping=grouping)
        case "area":
            return AreaChart(grouping=grouping)
        case "pie":
            return PieChart()
        case "doughnut":
            return DoughnutChart(holeSize=50)
    drawn = ScatterChart()
    drawn.scatterStyle = "lineMarker"
    return drawn


def _series(chart: Chart, series: Series, number: int) -> Any:
    made: Any
    values = NumDataSource(numRef=NumRef(f=pinned(series.values, fixed=True)))
    title = SeriesLabel(v=series.typed_name) if series.typed_name is not None else None
    if series.name is not None:
        title = SeriesLabel(strRef=StrRef(f=pinned(series.name, fixed=True)))
    labels = pinned(series.categories, fixed=True) if series.categories is not None else None
    if chart.type == "scatter":
        across = AxDataSource(numRef=NumRef(f=labels)) if labels is not None else None
        made = XYSeries(idx=number, order=number, tx=title, xVal=across, yVal=values)
        made.marker = Marker(symbol="circle", size=7)
        made.graphicalProperties.line.noFill = True
        return made
    texts = AxDataSource(strRef=StrRef(f=labels)) if labels is not None else None
    made = OpenpyxlSeries(idx=number, order=number, tx=title, cat=texts, val=values)
    if chart.type == "line":
        made.smooth = False
    return made
