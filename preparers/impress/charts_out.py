"""Charts on their way into a file: a part of their own each, with the numbers in it."""

from __future__ import annotations

from collections.abc import Sequence

from lxml import etree

from forge.preparers.impress.markup import NAMESPACES, Element, holding, make, name
from forge.preparers.impress.parts import WHITE, Chart, Series
from forge.preparers.impress.text_out import solid
from forge.preparers.impress.vocabulary import GROUPINGS, LEGENDS
from forge.states.values import Colour

_CATEGORIES, _VALUES = 111, 222
_COLOURS = tuple(
    Colour(code)
    for code in ("#4472C4", "#ED7D31", "#A5A5A5", "#FFC000", "#5B9BD5", "#70AD47", "#264478", "#9E480E")
)
"""Of series, and of the pieces of a pie."""


def chart_part(chart: Chart) -> bytes:
    """The part of a chart."""
    root = etree.Element(
        name("c:chartSpace"), nsmap={prefix: NAMESPACES[prefix] for prefix in ("c", "a", "r")}
    )
    root.append(make("c:roundedCorners", {"val": False}))
    drawn = make(
        "c:chart",
        None,
        _title(chart.title) if chart.title is not None else None,
        make("c:autoTitleDeleted", {"val": chart.title is None}),
        _area(chart),
        _legend(chart.legend) if chart.legend is not None else None,
        make("c:plotVisOnly", {"val": True}),
        make("c:dispBlanksAs", {"val": "gap"}),
    )
    root.append(drawn)
    # Its texts are black, so that it needs a light ground on dark slides as well.
    root.append(make("c:spPr", None, solid(WHITE), make("a:ln", None, make("a:noFill"))))
    content: bytes = etree.tostring(root, xml_declaration=True, encoding="UTF-8", standalone=True)
    return content


def _title(text: str) -> Element:
    run = make("a:r", None, make("a:rPr", {"lang": "en-US"}), holding("a:t", text))
    rich = make("c:rich", None, make("a:bodyPr"), make("a:lstStyle"), make("a:p", None, run))
    return make("c:title", None, make("c:tx", None, rich), make("c:overlay", {"val": False}))


def _legend(place: str) -> Element:
    return make(
        "c:legend",
        None,
        make("c:legendPos", {"val": LEGENDS[place]}),
        make("c:overlay", {"val": False}),
    )


def _area(chart: Chart) -> Element:
    drawn = [_series(chart, series, number) for number, series in enumerate(chart.series)]
    axes = [make("c:axId", {"val": _CATEGORIES}), make("c:axId", {"val": _VALUES})]
    varied = make("c:varyColors", {"val": chart.type == "pie"})
    grouping = make("c:grouping", {"val": "standard" if chart.type == "line" else GROUPINGS[chart.grouping]})
    layout = make("c:layout")
    match chart.type:
        case "pie":
            return make(
                "c:plotArea",
                None,
                layout,
                make("c:pieChart", None, varied, *drawn, make("c:firstSliceAng", {"val": 0})),
            )
        case "line":
            marked = make("c:marker", {"val": True})
            plot = make("c:lineChart", None, grouping, varied, *drawn, marked, *axes)
        case _:
            overlap = make("c:overlap", {"val": 0 if chart.grouping == "clustered" else 100})
            direction = make("c:barDir", {"val": "bar" if chart.type == "bar" else "col"})
            gap = make("c:gapWidth", {"val": 100})
            plot = make("c:barChart", None, direction, grouping, varied, *drawn, gap, overlap, *axes)
    lying = chart.type == "bar"
    return make(
        "c:plotArea",
        None,
        layout,
        plot,
        _axis("c:catAx", (_CATEGORIES, _VALUES), "l" if lying else "b", chart.x_title),
        _axis("c:valAx", (_VALUES, _CATEGORIES), "b" if lying else "l", chart.y_title),
    )


def _axis(tag: str, numbers: tuple[int, int], place: str, title: str | None) -> Element:
    return make(
        tag,
        None,
        make("c:axId", {"val": numbers[0]}),
        make("c:scaling", None, make("c:orientation", {"val": "minMax"})),
        make("c:delete", {"val": False}),
        make("c:axPos", {"val": place}),
        _title(title) if title is not None else None,
        make("c:numFmt", {"formatCode": "General", "sourceLinked": False}),
        make("c:majorTickMark", {"val": "out"}),
        make("c:minorTickMark", {"val": "none"}),
        make("c:tickLblPos", {"val": "nextTo"}),
        make("c:crossAx", {"val": numbers[1]}),
        make("c:crosses", {"val": "autoZero"}),
    )


def _series(chart: Chart, series: Series, number: int) -> Element:
    colour = solid(_COLOURS[number % len(_COLOURS)])
    if chart.type == "line":
        look = make("c:spPr", None, make("a:ln", {"w": 28_575}, colour))
    else:
        look = make("c:spPr", None, colour)
    letter, last = chr(66 + number), len(chart.categories) + 1
    return make(
        "c:ser",
        None,
        make("c:idx", {"val": number}),
        make("c:order", {"val": number}),
        make("c:tx", None, _texts(f"Sheet1!${letter}$1", [series.name])),
        look if chart.type != "pie" else None,
        make("c:marker", None, make("c:symbol", {"val": "none"})) if chart.type == "line" else None,
        make("c:invertIfNegative", {"val": False}) if chart.type in ("bar", "column") else None,
        *([_piece(at) for at in range(len(chart.categories))] if chart.type == "pie" else []),
        make("c:cat", None, _texts(f"Sheet1!$A$2:$A${last}", chart.categories)),
        make("c:val", None, _numbers(f"Sheet1!${letter}$2:${letter}${last}", series.values)),
        make("c:smooth", {"val": False}) if chart.type == "line" else None,
    )


def _piece(number: int) -> Element:
    return make(
        "c:dPt",
        None,
        make("c:idx", {"val": number}),
        make("c:bubble3D", {"val": False}),
        make("c:spPr", None, solid(_COLOURS[number % len(_COLOURS)])),
    )


def _texts(place: str, texts: Sequence[str]) -> Element:
    points = [make("c:pt", {"idx": at}, holding("c:v", text)) for at, text in enumerate(texts)]
    cache = make("c:strCache", None, make("c:ptCount", {"val": len(texts)}), *points)
    return make("c:strRef", None, holding("c:f", place), cache)


def _numbers(place: str, values: Sequence[float | None]) -> Element:
    points = [
        make("c:pt", {"idx": at}, holding("c:v", repr(value)))
        for at, value in enumerate(values)
        if value is not None
    ]
    count = make("c:ptCount", {"val": len(values)})
    cache = make("c:numCache", None, holding("c:formatCode", "General"), count, *points)
    return make("c:numRef", None, holding("c:f", place), cache)
