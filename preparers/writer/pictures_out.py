"""Pictures on their way into a file."""

from __future__ import annotations

from lxml import etree

from forge.preparers.writer.package_out import Writing
from forge.preparers.writer.spec import Picture
from forge.preparers.writer.vocabulary import EMU_IN_CENTIMETRE, PICTURE, WP
from forge.preparers.writer.xml_out import A, Part, R, element, w

_PIC = f"{{{PICTURE}}}"
_DISTANCE = round(0.3 * EMU_IN_CENTIMETRE)
_WRAPS = {"left": "wrapSquare", "right": "wrapSquare", "centre": "wrapTopAndBottom"}


def drawing(picture: Picture, writing: Writing, part: Part) -> etree._Element:
    """A picture, in the line or anchored to its paragraph."""
    number = writing.drawing()
    extent = {"cx": _emu(picture.width), "cy": _emu(picture.height)}
    about = {"id": number, "name": f"Picture {number}", "descr": picture.alternative or None}
    inner = [
        element(f"{WP}docPr", **about),
        element(f"{WP}cNvGraphicFramePr", element(f"{A}graphicFrameLocks", noChangeAspect=1)),
        _graphic(writing.picture(part, picture.data), about, extent),
    ]
    size = element(f"{WP}extent", **extent)
    room = element(f"{WP}effectExtent", l=0, t=0, r=0, b=0)
    if picture.place == "inline":
        return w("drawing", element(f"{WP}inline", size, room, *inner, distT=0, distB=0, distL=0, distR=0))
    align = element(f"{WP}align")
    align.text = "center" if picture.place == "centre" else picture.place
    offset = element(f"{WP}posOffset")
    offset.text = "0"
    wrap = element(f"{WP}{_WRAPS[picture.place]}")
    if picture.place != "centre":
        wrap.set("wrapText", "bothSides")
    return w(
        "drawing",
        element(
            f"{WP}anchor",
            element(f"{WP}simplePos", x=0, y=0),
            element(f"{WP}positionH", align, relativeFrom="column"),
            element(f"{WP}positionV", offset, relativeFrom="paragraph"),
            size,
            room,
            wrap,
            *inner,
            distT=0,
            distB=0,
            distL=_DISTANCE,
            distR=_DISTANCE,
            simplePos=0,
            relativeHeight=number + 1,
            behindDoc=0,
            locked=0,
            layoutInCell=1,
            allowOverlap=1,
        ),
    )


def _graphic(relation: str, about: dict[str, object], extent: dict[str, int]) -> etree._Element:
    blip = element(f"{A}blip")
    blip.set(f"{R}embed", relation)
    shape = element(
        f"{_PIC}spPr",
        element(f"{A}xfrm", element(f"{A}off", x=0, y=0), element(f"{A}ext", **extent)),
        element(f"{A}prstGeom", element(f"{A}avLst"), prst="rect"),
    )
    return element(
        f"{A}graphic",
        element(
            f"{A}graphicData",
            element(
                f"{_PIC}pic",
                element(f"{_PIC}nvPicPr", element(f"{_PIC}cNvPr", **about), element(f"{_PIC}cNvPicPr")),
                element(f"{_PIC}blipFill", blip, element(f"{A}stretch", element(f"{A}fillRect"))),
                shape,
            ),
            uri=PICTURE,
        ),
    )


def _emu(centimetres: float) -> int:
    return round(centimetres * EMU_IN_CENTIMETRE)
