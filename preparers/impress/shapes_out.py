"""Shapes on their way into a file."""

from __future__ import annotations

from typing import Protocol

from forge.preparers.impress.markup import Element, emu, make
from forge.preparers.impress.parts import Line, Role, Table, TableCell
from forge.preparers.impress.spec import Shape
from forge.preparers.impress.text_out import body, points, solid
from forge.preparers.impress.vocabulary import ANCHORS, DASHES, GEOMETRIES, ROLES

_CHART = "http://schemas.openxmlformats.org/drawingml/2006/chart"
_TABLE = "http://schemas.openxmlformats.org/drawingml/2006/table"


class Part(Protocol):
    """The part of the package in which shapes stand: it hands out relations."""

    def link(self, address: str) -> str:
        """The relation id of an outside address."""
        ...

    def picture(self, content: bytes) -> str:
        """The relation id of a picture."""
        ...

    def chart(self, shape: Shape) -> str:
        """The relation id of the chart of a shape."""
        ...


def tree(shapes: list[Shape], part: Part, layout: str) -> Element:
    """All shapes of a slide, a layout or a master."""
    frame = make(
        "a:xfrm",
        None,
        *(
            make(tag, {"x": 0, "y": 0}) if tag.endswith("ff") else make(tag, {"cx": 0, "cy": 0})
            for tag in _FRAME
        ),
    )
    head = [
        make(
            "p:nvGrpSpPr",
            None,
            make("p:cNvPr", {"id": 1, "name": ""}),
            make("p:cNvGrpSpPr"),
            make("p:nvPr"),
        ),
        make("p:grpSpPr", None, frame),
    ]
    counts: dict[str, int] = {}
    written = []
    for number, shape in enumerate(shapes, 2):
        if shape.role is not None:
            counts[shape.role] = counts.get(shape.role, 0) + 1
        written.append(_shape(shape, number, counts.get(shape.role or "", 0), part, layout))
    return make("p:spTree", None, *head, *written)


_FRAME = ("a:off", "a:ext", "a:chOff", "a:chExt")


def _shape(shape: Shape, number: int, ordinal: int, part: Part, layout: str) -> Element:
    named = make(
        "p:cNvPr",
        {
            "id": number,
            "name": shape.name or f"{(shape.role or shape.kind).capitalize()} {number}",
            "descr": shape.description,
        },
    )
    if shape.kind == "picture":
        return _picture(shape, named, part)
    if shape.kind in ("table", "chart"):
        return _frame(shape, named, part)
    if shape.kind == "line":
        return make(
            "p:cxnSp",
            None,
            make("p:nvCxnSpPr", None, named, make("p:cNvCxnSpPr"), make("p:nvPr")),
            _properties(shape),
        )
    holder = make(
        "p:nvPr", None, placeholder(shape.role, ordinal, layout) if shape.role is not None else None
    )
    locks = make("a:spLocks", {"noGrp": True}) if shape.role is not None else None
    text_box = True if shape.role is None and shape.fill is None and shape.line is None else None
    settings = make("p:cNvSpPr", {"txBox": text_box if shape.geometry == "rectangle" else None}, locks)
    return make(
        "p:sp",
        None,
        make("p:nvSpPr", None, named, settings, holder),
        _properties(shape),
        body("p:txBody", shape.paragraphs, shape.role, _anchor(shape), part.link),
    )


def _anchor(shape: Shape) -> str | None:
    if shape.anchor is None and shape.role is None:
        return "top"
    return shape.anchor


def placeholder(role: Role, ordinal: int, layout: str) -> Element:
    """What makes a shape the placeholder of a role; its number finds it in the layout."""
    match role:
        case "title":
            return make("p:ph", {"type": "ctrTitle" if layout == "title" else "title"})
        case "subtitle":
            return make("p:ph", {"type": "subTitle", "idx": 1})
        case "body":
            return make("p:ph", {"type": "body" if layout == "master" else None, "idx": ordinal})
    index = {"date": 10, "footer": 11, "slide number": 12}[role]
    return make("p:ph", {"type": ROLES[role], "sz": "quarter", "idx": index})


def frame(tag: str, shape: Shape) -> Element:
    """Where a shape stands, how large it is and how it is turned."""
    return make(
        tag,
        {
            "rot": round(shape.rotation * 60_000) or None,
            "flipV": shape.flipped or None,
        },
        make("a:off", {"x": emu(shape.left), "y": emu(shape.top)}),
        make("a:ext", {"cx": emu(shape.width), "cy": emu(shape.height)}),
    )


def _properties(shape: Shape) -> Element:
    geometry = make("a:prstGeom", {"prst": GEOMETRIES[shape.geometry]}, make("a:avLst"))
    fill = solid(shape.fill)
    if fill is None and shape.kind not in ("line", "picture"):
        fill = make("a:noFill")
    return make("p:spPr", None, frame("a:xfrm", shape), geometry, fill, _line(shape.line))


def _line(line: Line | None, tag: str = "a:ln") -> Element:
    if line is None:
        return make(tag, None, make("a:noFill"))
    return make(
        tag,
        {"w": points(line.width)},
        solid(line.colour),
        make("a:prstDash", {"val": DASHES[line.dash]}),
    )


def _picture(shape: Shape, named: Element, part: Part) -> Element:
    if shape.picture is None:
        raise AssertionError("a picture without its bytes passed the checks")
    return make(
        "p:pic",
        None,
        make(
            "p:nvPicPr",
            None,
            named,
            make("p:cNvPicPr", None, make("a:picLocks", {"noChangeAspect": True})),
            make("p:nvPr"),
        ),
        make(
            "p:blipFill",
            None,
            make("a:blip", {"r:embed": part.picture(shape.picture)}),
            make("a:stretch", None, make("a:fillRect")),
        ),
        _properties(shape),
    )


def _frame(shape: Shape, named: Element, part: Part) -> Element:
    if shape.table is not None:
        data = make("a:graphicData", {"uri": _TABLE}, _table(shape, shape.table, part))
    else:
        data = make("a:graphicData", {"uri": _CHART}, make("c:chart", {"r:id": part.chart(shape)}))
    return make(
        "p:graphicFrame",
        None,
        make(
            "p:nvGraphicFramePr",
            None,
            named,
            make("p:cNvGraphicFramePr", None, make("a:graphicFrameLocks", {"noGrp": True})),
            make("p:nvPr"),
        ),
        frame("p:xfrm", shape),
        make("a:graphic", None, data),
    )


def _table(shape: Shape, table: Table, part: Part) -> Element:
    count = len(table.rows)
    height = emu(shape.height) // count
    heights = [height] * (count - 1) + [emu(shape.height) - height * (count - 1)]
    rows = [
        make("a:tr", {"h": height}, *(_cell(cell, part) for cell in row))
        for row, height in zip(table.rows, heights, strict=True)
    ]
    grid = make("a:tblGrid", None, *(make("a:gridCol", {"w": emu(width)}) for width in table.widths))
    return make("a:tbl", None, make("a:tblPr", {"firstRow": True, "bandRow": True}), grid, *rows)


def _cell(cell: TableCell, part: Part) -> Element:
    text = body("a:txBody", cell.paragraphs, None, None, part.link)
    text.replace(text[0], make("a:bodyPr"))
    edges = (_line(Line(width=1.0), f"a:ln{side}") for side in "LRTB")
    return make(
        "a:tc",
        None,
        text,
        make(
            "a:tcPr",
            {"anchor": ANCHORS[cell.anchor]},
            *edges,
            make("a:noFill") if cell.fill is None else solid(cell.fill),
        ),
    )
