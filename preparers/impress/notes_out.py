"""Speaker's notes on their way into a file: a page for each slide that has some, and their master."""

from __future__ import annotations

from forge.preparers.impress.frames import Frame
from forge.preparers.impress.markup import Element, emu, make
from forge.preparers.impress.parts import Paragraph, texts
from forge.preparers.impress.text_out import body

WIDTH, HEIGHT = 19.05, 25.4
"""Of a page of notes, in centimetres."""
_PICTURE: Frame = (0.12, 0.08, 0.76, 0.36)
_TEXT: Frame = (0.1, 0.48, 0.8, 0.44)


def notes_part(notes: str) -> Element:
    """The page of notes of a slide."""
    return make(
        "p:notes",
        None,
        make("p:cSld", None, _tree(texts(*notes.split("\n")))),
        make("p:clrMapOvr", None, make("a:masterClrMapping")),
    )


def notes_master_part(colour_map: dict[str, str]) -> Element:
    """The master of all pages of notes."""
    return make(
        "p:notesMaster",
        None,
        make("p:cSld", None, _tree(texts("Notes"))),
        make("p:clrMap", colour_map),
    )


def _tree(paragraphs: list[Paragraph]) -> Element:
    head = make(
        "p:nvGrpSpPr", None, make("p:cNvPr", {"id": 1, "name": ""}), make("p:cNvGrpSpPr"), make("p:nvPr")
    )
    picture = _placeholder(2, "Slide Image", {"type": "sldImg"}, _PICTURE, None)
    text = _placeholder(3, "Notes", {"type": "body", "sz": "quarter", "idx": 1}, _TEXT, paragraphs)
    return make("p:spTree", None, head, make("p:grpSpPr"), picture, text)


def _placeholder(
    number: int, name: str, holder: dict[str, object], frame: Frame, paragraphs: list[Paragraph] | None
) -> Element:
    left, top, width, height = frame
    place = make(
        "a:xfrm",
        None,
        make("a:off", {"x": emu(left * WIDTH), "y": emu(top * HEIGHT)}),
        make("a:ext", {"cx": emu(width * WIDTH), "cy": emu(height * HEIGHT)}),
    )
    shape = make("p:spPr", None, place, make("a:prstGeom", {"prst": "rect"}, make("a:avLst")))
    named = make(
        "p:nvSpPr",
        None,
        make("p:cNvPr", {"id": number, "name": name}),
        make("p:cNvSpPr", None, make("a:spLocks", {"noGrp": True})),
        make("p:nvPr", None, make("p:ph", holder)),
    )
    text = body("p:txBody", paragraphs, None, None, str) if paragraphs is not None else None
    return make("p:sp", None, named, shape, text)
