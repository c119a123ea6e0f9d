"""Shapes out of a file, with what they take from their layout and master."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import cast

from forge.errors import UnreadableError
from forge.preparers.impress.charts_in import read_chart
from forge.preparers.impress.colours import fill_of, says_fill
from forge.preparers.impress.inheritance import Heritage, Sheet, heritage, holder_of
from forge.preparers.impress.markup import CENTIMETRE, POINT, Element, children, find, local, name
from forge.preparers.impress.parts import Anchor, Dash, Line, Role, Table, TableCell
from forge.preparers.impress.spec import Shape
from forge.preparers.impress.text_in import Links, read_paragraphs
from forge.preparers.impress.vocabulary import ANCHORS, DASHES, GEOMETRIES
from forge.states.values import Colour

MAX_SHAPES = 500
"""Of one slide."""
MAX_CELLS = 2_000
"""Of one table."""

_ROLES: dict[str, Role] = {
    "title": "title",
    "ctrTitle": "title",
    "subTitle": "subtitle",
    "dt": "date",
    "ftr": "footer",
    "sldNum": "slide number",
}
_ANCHORS = {value: key for key, value in ANCHORS.items()}
_DASHES = {value: key for key, value in DASHES.items()} | {
    "sysDash": "dashed",
    "lgDash": "dashed",
    "dot": "dotted",
}
_GEOMETRIES = {value: key for key, value in GEOMETRIES.items()} | {"straightConnector1": "line"}
_EMBED = name("r:embed")
_ID = name("r:id")
_WHOLE_TURN = 360.0
_QUARTER = 0.25


@dataclass(frozen=True)
class Place:
    """How the coordinates of a group turn into those of the slide."""

    left: float = 0.0
    top: float = 0.0
    across: float = 1.0
    down: float = 1.0

    def inside(self, group: Element) -> Place:
        """The same for a group that stands within this one."""
        frame = find(group, "p:grpSpPr", "a:xfrm")
        parts = [find(frame, tag) for tag in ("a:off", "a:ext", "a:chOff", "a:chExt")]
        if frame is None or any(part is None for part in parts):
            return self
        (x, y), (w, h), (inner_x, inner_y), (inner_w, inner_h) = (
            _pair(part) for part in parts if part is not None
        )
        across = self.across * (w / inner_w if inner_w else 1)
        down = self.down * (h / inner_h if inner_h else 1)
        return Place(
            self.left + x * self.across - inner_x * across,
            self.top + y * self.down - inner_y * down,
            across,
            down,
        )


def _pair(part: Element) -> tuple[int, int]:
    keys = ("x", "y") if local(part).endswith("ff") else ("cx", "cy")
    return int(part.get(keys[0]) or 0), int(part.get(keys[1]) or 0)


@dataclass(frozen=True)
class Surroundings:
    """What is needed to read the shapes of one part.

    Attributes:
        layout: the layout, or the master whose own shapes are read.
        defaults: how texts look by default in the presentation.
        links: where relations lead outside, by id.
        picture: the bytes of a picture by relation id, None where there is none.
        chart: the root of a chart by relation id, None where there is none.
        what: how the file is called in messages.
    """

    layout: Sheet
    defaults: Element | None
    links: Links
    picture: Callable[[str], bytes | None]
    chart: Callable[[str], Element | None]
    what: str


def read_shapes(tree: Element | None, around: Surroundings, *, placeholders: bool) -> list[Shape]:
    """The shapes of a slide from the one at the back; those of groups one by one.

    Args:
        tree: where they stand.
        around: what they take from elsewhere.
        placeholders: whether those count that are placeholders.

    Raises:
        UnreadableError: there are too many.
    """
    found: list[Shape] = []
    for element, place in _drawn(tree, Place()):
        if not placeholders and holder_of(element) is not None:
            continue
        if len(found) == MAX_SHAPES:
            raise UnreadableError(f"{around.what} is too large: a slide has more than {MAX_SHAPES} shapes.")
        found.append(_shape(element, place, around))
    return found


def _drawn(tree: Element | None, place: Place) -> Iterator[tuple[Element, Place]]:
    for item in tree if tree is not None else ():
        match local(item):
            case "grpSp":
                yield from _drawn(item, place.inside(item))
            case "sp" | "pic" | "graphicFrame" | "cxnSp":
                yield item, place
            case "AlternateContent":
                yield from _drawn(find(item, "mc:Fallback"), place)


def _shape(element: Element, place: Place, around: Surroundings) -> Shape:
    named = next(element.iter(name("p:cNvPr")), None)
    took = heritage(element, around.layout, around.defaults)
    holder = holder_of(element)
    shape = Shape(
        (named.get("name") or "") if named is not None else "",
        description=(named.get("descr") or None) if named is not None else None,
    )
    _set_frame(shape, element, place, took)
    match local(element):
        case "pic":
            _picture(shape, element, around)
        case "graphicFrame":
            _frame(shape, element, took, around)
        case _:
            if holder is not None:
                shape.role = _ROLES.get(holder.get("type") or "", "body")
            _drawing(shape, element, took)
            body = find(element, "p:txBody")
            shape.paragraphs = read_paragraphs(body, took, around.links)
            shape.anchor = _anchor(body, took)
    shape.line = _line(find(element, "p:spPr"), element, took)
    return shape


def _set_frame(shape: Shape, element: Element, place: Place, took: Heritage) -> None:
    frame = find(element, "p:xfrm")
    for properties in (find(element, "p:spPr"), *took.properties("p:spPr")):
        if frame is None:
            frame = find(properties, "a:xfrm")
    offset, extent = find(frame, "a:off"), find(frame, "a:ext")
    if frame is None or offset is None or extent is None:
        shape.left = shape.top = shape.width = shape.height = 0.0
        return
    (x, y), (width, height) = _pair(offset), _pair(extent)
    shape.left = _length(place.left + x * place.across)
    shape.top = _length(place.top + y * place.down)
    shape.width, shape.height = _length(width * place.across), _length(height * place.down)
    shape.rotation = round(int(frame.get("rot") or 0) / 60_000, 1) % _WHOLE_TURN
    flips = [frame.get(key) in ("1", "true") for key in ("flipH", "flipV")]
    shape.flipped = local(element) == "cxnSp" and flips[0] != flips[1]


def _length(units: float) -> float:
    """Centimetres to a tenth of a millimetre: LibreOffice stores a hundredth less with every save."""
    return round(units / CENTIMETRE, 2) + 0.0


def _drawing(shape: Shape, element: Element, took: Heritage) -> None:
    """The outline and the fill of a drawn shape."""
    own = find(element, "p:spPr")
    geometry = find(own, "a:prstGeom")
    if geometry is not None:
        preset = geometry.get("prst") or "rect"
        shape.geometry = _GEOMETRIES.get(preset, preset)
    elif find(own, "a:custGeom") is not None:
        shape.geometry = "custom"
    if local(element) == "cxnSp" and geometry is None:
        shape.geometry = "line"
    for properties in (own, *took.properties("p:spPr")):
        if says_fill(properties):
            shape.fill = fill_of(properties, took.palette)
            return
    reference = find(element, "p:style", "a:fillRef")
    if reference is not None and int(reference.get("idx") or 0) and shape.geometry != "line":
        shape.fill = took.palette.of(reference)


def _line(properties: Element | None, element: Element, took: Heritage) -> Line | None:
    own = find(properties, "a:ln")
    reference = find(element, "p:style", "a:lnRef")
    colour = took.palette.of(reference) if reference is not None and int(reference.get("idx") or 0) else None
    if own is not None and says_fill(own):
        filled = fill_of(own, took.palette)
        colour = filled if isinstance(filled, Colour) else None
    if colour is None:
        return None
    width = int((own.get("w") if own is not None else None) or 9525) / POINT
    dash = find(own, "a:prstDash")
    named = "solid" if dash is None else dash.get("val") or "solid"
    if find(own, "a:custDash") is not None:
        named = "sysDash"
    return Line(
        colour,
        max(round(width / _QUARTER) * _QUARTER, 0.0),
        cast(Dash, _DASHES.get(named, named)),
    )


def _anchor(body: Element | None, took: Heritage) -> Anchor:
    settings = [find(body, "a:bodyPr"), *(find(item, "a:bodyPr") for item in took.properties("p:txBody"))]
    said = next((item.get("anchor") for item in settings if item is not None and item.get("anchor")), None)
    return cast(Anchor, _ANCHORS.get(said or "t", "top"))


def _picture(shape: Shape, element: Element, around: Surroundings) -> None:
    media = next(element.iter(name("a:audioFile"), name("a:videoFile")), None)
    if media is not None:
        shape.geometry = local(media).removesuffix("File")
        return
    blip = find(element, "p:blipFill", "a:blip")
    shape.picture = around.picture(blip.get(_EMBED) or "") if blip is not None else None
    if shape.picture is None:
        shape.geometry = "missing picture"


def _frame(shape: Shape, element: Element, took: Heritage, around: Surroundings) -> None:
    data = find(element, "a:graphic", "a:graphicData")
    table, chart = find(data, "a:tbl"), find(data, "c:chart")
    if table is not None:
        shape.table = _table(table, took, around)
    elif chart is not None and (root := around.chart(chart.get(_ID) or "")) is not None:
        shape.chart = read_chart(root)
    else:
        shape.geometry = "object"


def _table(table: Element, took: Heritage, around: Surroundings) -> Table:
    widths = [_length(int(item.get("w") or 0)) for item in children(find(table, "a:tblGrid"), "a:gridCol")]
    cells = replace(took, shapes=[], lists=took.lists)
    rows = [[_cell(cell, cells, around) for cell in children(row, "a:tc")] for row in children(table, "a:tr")]
    if sum(map(len, rows)) > MAX_CELLS:
        raise UnreadableError(f"{around.what} is too large: a table has more than {MAX_CELLS:,} cells.")
    return Table(rows, widths)


def _cell(cell: Element, took: Heritage, around: Surroundings) -> TableCell:
    properties = find(cell, "a:tcPr")
    anchor = (properties.get("anchor") if properties is not None else None) or "t"
    fill = fill_of(properties, took.palette)
    return TableCell(
        read_paragraphs(find(cell, "a:txBody"), took, around.links),
        fill,
        cast(Anchor, _ANCHORS.get(anchor, "top")),
    )
