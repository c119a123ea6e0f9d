"""A presentation on its way into a file.

Written part by part: the library for presentations starts from a template of its own, stamps the hour, and
leaves open what LibreOffice then fills in, so that what is read would not be what was meant.
"""

from __future__ import annotations

import hashlib

from forge.preparers.impress.charts_out import chart_part
from forge.preparers.impress.domain import check
from forge.preparers.impress.frames import LAYOUTS, layout_of
from forge.preparers.impress.markup import Element, document, emu, make, relations
from forge.preparers.impress.masters_out import (
    COLOUR_MAP,
    MASTER_NUMBER,
    background,
    layout_part,
    master_part,
    theme_part,
)
from forge.preparers.impress.notes_out import HEIGHT, WIDTH, notes_master_part, notes_part
from forge.preparers.impress.parts import Transition
from forge.preparers.impress.pictures import ending
from forge.preparers.impress.shapes_out import tree
from forge.preparers.impress.spec import Presentation, Shape, Slide
from forge.preparers.impress.text_out import styles
from forge.preparers.impress.vocabulary import SPEEDS, TRANSITIONS
from forge.preparers.office.package import pack

MADE = "2026-01-05T08:00:00Z"
"""A fixed time, so that the same presentation gives the same bytes."""

_OFFICE = "application/vnd.openxmlformats-officedocument"
_TYPES = {
    "ppt/presentation.xml": "presentationml.presentation.main",
    "ppt/slideMasters/": "presentationml.slideMaster",
    "ppt/slideLayouts/": "presentationml.slideLayout",
    "ppt/slides/": "presentationml.slide",
    "ppt/notesMasters/": "presentationml.notesMaster",
    "ppt/notesSlides/": "presentationml.notesSlide",
    "ppt/theme/": "theme",
    "ppt/charts/": "drawingml.chart",
}
_FIRST_SLIDE = 256


def write_presentation(deck: Presentation) -> bytes:
    """The pptx file of a presentation; the same presentation gives the same bytes.

    Raises:
        PreparerError: the presentation lies outside the domain.
    """
    check(deck)
    package = _Package()
    package.add("ppt/theme/theme1.xml", theme_part(deck))
    master = _Part(package, "ppt/slideMasters/slideMaster1.xml")
    for number, layout in enumerate(LAYOUTS, 1):
        part = _Part(package, f"ppt/slideLayouts/slideLayout{number}.xml")
        part.relate("slideMaster", "../slideMasters/slideMaster1.xml")
        part.close(layout_part(deck, layout, part))
        master.relate("slideLayout", f"../slideLayouts/slideLayout{number}.xml")
    master.relate("theme", "../theme/theme1.xml")
    master.close(master_part(deck, master))
    main = _Part(package, "ppt/presentation.xml")
    main.relate("slideMaster", "slideMasters/slideMaster1.xml")
    notes = _notes_master(deck, package, main)
    slides = [_slide(slide, number, package, main) for number, slide in enumerate(deck.slides, 1)]
    main.close(_presentation(deck, notes, slides))
    package.frame()
    return pack(package.parts)


def _presentation(deck: Presentation, notes: str | None, slides: list[str]) -> Element:
    return make(
        "p:presentation",
        None,
        make("p:sldMasterIdLst", None, make("p:sldMasterId", {"id": MASTER_NUMBER, "r:id": "rId1"})),
        make("p:notesMasterIdLst", None, make("p:notesMasterId", {"r:id": notes})) if notes else None,
        make(
            "p:sldIdLst",
            None,
            *(
                make("p:sldId", {"id": _FIRST_SLIDE + at, "r:id": relation})
                for at, relation in enumerate(slides)
            ),
        ),
        make("p:sldSz", {"cx": emu(deck.width), "cy": emu(deck.height)}),
        make("p:notesSz", {"cx": emu(WIDTH), "cy": emu(HEIGHT)}),
        styles("p:defaultTextStyle", deck.master, None),
    )


def _notes_master(deck: Presentation, package: _Package, main: _Part) -> str | None:
    """The relation id of the master of notes, where some slide has notes."""
    if not any(slide.notes for slide in deck.slides):
        return None
    package.add("ppt/theme/theme2.xml", theme_part(deck))
    part = _Part(package, "ppt/notesMasters/notesMaster1.xml")
    part.relate("theme", "../theme/theme2.xml")
    part.close(notes_master_part(COLOUR_MAP))
    return main.relate("notesMaster", "notesMasters/notesMaster1.xml")


def _slide(slide: Slide, number: int, package: _Package, main: _Part) -> str:
    """Write a slide; the relation id by which the presentation knows it."""
    layout = layout_of(slide) or "blank"
    part = _Part(package, f"ppt/slides/slide{number}.xml")
    part.relate("slideLayout", f"../slideLayouts/slideLayout{list(LAYOUTS).index(layout) + 1}.xml")
    root = make(
        "p:sld",
        {"show": False if slide.hidden else None},
        make("p:cSld", None, background(slide.background, part), tree(slide.shapes, part, layout)),
        make("p:clrMapOvr", None, make("a:masterClrMapping")),
        _transition(slide.transition) if slide.transition is not None else None,
    )
    if slide.notes:
        notes = _Part(package, f"ppt/notesSlides/notesSlide{number}.xml")
        notes.relate("notesMaster", "../notesMasters/notesMaster1.xml")
        notes.relate("slide", f"../slides/slide{number}.xml")
        notes.close(notes_part(slide.notes))
        part.relate("notesSlide", f"../notesSlides/notesSlide{number}.xml")
    part.close(root)
    return main.relate("slide", f"slides/slide{number}.xml")


def _transition(transition: Transition) -> Element:
    name, settings = TRANSITIONS[transition.type]
    return make(
        "p:transition",
        {
            "spd": SPEEDS[transition.speed],
            "advTm": round(transition.after * 1000) if transition.after is not None else None,
        },
        make(f"p:{name}", settings),
    )


class _Package:
    """The parts written so far, and what several of them share."""

    def __init__(self) -> None:
        self.parts: dict[str, bytes] = {}
        self._pictures: dict[str, str] = {}
        self._charts = 0

    def add(self, name: str, content: bytes) -> None:
        """Put a part into the package."""
        self.parts[name] = content

    def picture(self, content: bytes) -> str:
        """The name of the part that holds a picture, without its folder; equal pictures share one."""
        digest = hashlib.sha256(content).hexdigest()
        if digest not in self._pictures:
            self._pictures[digest] = f"image{len(self._pictures) + 1}.{ending(content)}"
            self.add(f"ppt/media/{self._pictures[digest]}", content)
        return self._pictures[digest]

    def chart(self, content: bytes) -> str:
        """The name of a new part that holds a chart, without its folder."""
        self._charts += 1
        name = f"chart{self._charts}.xml"
        self.add(f"ppt/charts/{name}", content)
        return name

    def frame(self) -> None:
        """Add the parts that say what the package holds."""
        self.add("docProps/core.xml", _core())
        self.add(
            "_rels/.rels",
            relations([("rId1", "officeDocument", "ppt/presentation.xml", False)]).replace(
                b"</Relationships>",
                b'<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/'
                b'metadata/core-properties" Target="docProps/core.xml"/></Relationships>',
            ),
        )
        self.add("[Content_Types].xml", self._types())

    def _types(self) -> bytes:
        defaults = {
            "rels": "application/vnd.openxmlformats-package.relationships+xml",
            "xml": "application/xml",
        }
        defaults |= {"png": "image/png", "jpeg": "image/jpeg"}
        lines = [f'<Default Extension="{key}" ContentType="{value}"/>' for key, value in defaults.items()]
        overrides = {"docProps/core.xml": "application/vnd.openxmlformats-package.core-properties+xml"}
        for name in sorted(self.parts):
            for start, kind in _TYPES.items():
                if name.startswith(start) and "/_rels/" not in name:
                    overrides[name] = f"{_OFFICE}.{kind}+xml"
        lines += [f'<Override PartName="/{key}" ContentType="{value}"/>' for key, value in overrides.items()]
        return (
            '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
            '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
            f"{''.join(lines)}</Types>"
        ).encode()


def _core() -> bytes:
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
        '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" '
        'xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f'<dcterms:created xsi:type="dcterms:W3CDTF">{MADE}</dcterms:created>'
        f'<dcterms:modified xsi:type="dcterms:W3CDTF">{MADE}</dcterms:modified></cp:coreProperties>'
    ).encode()


class _Part:
    """A part with relations, while it is written."""

    def __init__(self, package: _Package, name: str) -> None:
        self._package = package
        self._name = name
        self._relations: list[tuple[str, str, str, bool]] = []

    def relate(self, kind: str, target: str, *, external: bool = False) -> str:
        """Point at something; the relation id, the same for the same target."""
        for key, known, where, _ in self._relations:
            if (known, where) == (kind, target):
                return key
        key = f"rId{len(self._relations) + 1}"
        self._relations.append((key, kind, target, external))
        return key

    def link(self, address: str) -> str:
        """The relation id of an outside address."""
        return self.relate("hyperlink", address, external=True)

    def picture(self, content: bytes) -> str:
        """The relation id of a picture."""
        return self.relate("image", f"../media/{self._package.picture(content)}")

    def chart(self, shape: Shape) -> str:
        """The relation id of the chart of a shape, a new one each time."""
        if shape.chart is None:
            raise AssertionError("a shape without a chart is no chart")
        return self.relate("chart", f"../charts/{self._package.chart(chart_part(shape.chart))}")

    def close(self, root: Element) -> None:
        """Write the part and its relations."""
        self._package.add(self._name, document(root))
        folder, _, file = self._name.rpartition("/")
        if self._relations:
            self._package.add(f"{folder}/_rels/{file}.rels", relations(self._relations))
