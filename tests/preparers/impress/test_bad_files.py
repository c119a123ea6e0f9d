"""Whatever somebody leaves in place of a presentation is read, or refused with a sentence, soon and without a crash."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO

import pptx
import pytest

from forge.errors import UnreadableError
from forge.preparers.impress import reading, shapes_in
from forge.preparers.office.package import pack
from forge.states.values import Colour

from ..office_files import OfficeFile
from .rich import picture, rich

FILE = OfficeFile("impress", rich())
IMPRESS = FILE.preparer
with_part, replaced = FILE.with_part, FILE.replaced
SLIDE = "ppt/slides/slide2.xml"
MAIN = "ppt/presentation.xml"
CHART = "ppt/charts/chart1.xml"


def shapes(count: int) -> bytes:
    shape = b'<p:sp><p:nvSpPr><p:cNvPr id="9" name="x"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/></p:sp>'
    return replaced(SLIDE, b"</p:spTree>", shape * count + b"</p:spTree>")


def nested(depth: int) -> bytes:
    return replaced(SLIDE, b"</p:spTree>", b"<p:grpSp>" * depth + b"</p:grpSp>" * depth + b"</p:spTree>")


BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "a main part that is none": (lambda: with_part(MAIN, lambda _: b"<sheet/>"), "its main part is none"),
    "no size": (lambda: with_part(MAIN, lambda xml: re.sub(rb"<p:sldSz[^>]*>", b"", xml)), "how large slides are"),
    "a slide that is none": (lambda: with_part(SLIDE, lambda _: b"<sheet/>"), "is no slide"),
    "a slide that lies outside": (
        lambda: replaced("ppt/_rels/presentation.xml.rels", b'Target="slides/slide2.xml"',
                         b'Target="file:///etc/passwd" TargetMode="External"'),
        "a slide has no part",
    ),
    "a layout that lies outside": (
        lambda: replaced("ppt/slides/_rels/slide2.xml.rels", b'Target="../slideLayouts/slideLayout2.xml"',
                         b'Target="https://example.org/" TargetMode="External"'),
        "has no slideLayout",
    ),
    "a layout that is none": (
        lambda: replaced("ppt/slides/_rels/slide2.xml.rels", b"slideLayouts/slideLayout2.xml", b"slides/slide1.xml"),
        "is no layout and no master",
    ),
    "a layout of itself": (
        lambda: replaced("ppt/slideLayouts/_rels/slideLayout2.xml.rels", b"slideMasters/slideMaster1.xml",
                         b"slideLayouts/slideLayout2.xml"),
        "something impossible",
    ),
    "no theme": (lambda: FILE.without("ppt/theme/theme1.xml"), "lacks the part"),
    "the strict form": (
        lambda: with_part(
            MAIN,
            lambda xml: xml.replace(
                b"http://schemas.openxmlformats.org/presentationml/2006/main",
                b"http://purl.oclc.org/ooxml/presentationml/main",
            ),
        ),
        "in the strict form",
    ),
    "a length that is none": (lambda: replaced(SLIDE, b'<a:off x="7', b'<a:off x="wide7'), "something impossible"),
    "a size that is none": (
        lambda: replaced("ppt/slides/slide2.xml", b"<a:rPr ", b'<a:rPr sz="big" '), "something impossible"
    ),
    "a number that is none": (lambda: replaced(CHART, b"<c:v>4.5</c:v>", b"<c:v>many</c:v>"), "something impossible"),
    "a number without end": (lambda: replaced(CHART, b"<c:v>4.5</c:v>", b"<c:v>inf</c:v>"), "something impossible"),
    "too many points": (
        lambda: replaced(CHART, b'<c:ptCount val="3"/>', b'<c:ptCount val="999999999"/>', -1), "999,999,999 points"
    ),
    "too many shapes": (lambda: shapes(shapes_in.MAX_SHAPES), "more than 500 shapes"),
    "groups without end": (lambda: nested(3_000), "is no XML|something impossible"),
    "too many slides": (
        lambda: with_part(
            MAIN,
            lambda xml: xml.replace(
                b"</p:sldIdLst>", b'<p:sldId id="300" r:id="rId2"/>' * reading.MAX_SLIDES + b"</p:sldIdLst>"
            ),
        ),
        "at most 300 are read",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_refused_with_a_sentence(name: str) -> None:
    make, sentence = BAD[name]
    with pytest.raises(UnreadableError, match=sentence) as caught:
        IMPRESS.read({"": make()})
    assert "\n" not in str(caught.value)


@pytest.fixture(scope="module")
def foreign() -> bytes:
    """A presentation as the library for presentations makes it, with all that its template inherits."""
    made = pptx.Presentation()
    slide = made.slides.add_slide(made.slide_layouts[1])
    slide.shapes.title.text = "A title"
    body = slide.placeholders[1].text_frame
    body.text = "One"
    second = body.add_paragraph()
    second.text, second.level = "Two", 1
    made.slides.add_slide(made.slide_layouts[0]).shapes.title.text = "Another"
    box = slide.shapes.add_textbox(914_400, 914_400, 1_828_800, 914_400)
    box.text_frame.text = "Box"
    group = slide.shapes.add_group_shape()
    inner = group.shapes.add_picture(BytesIO(picture()), 360_000, 720_000, 1_800_000, 1_080_000)
    inner.name = "Inner"
    buffer = BytesIO()
    made.save(buffer)
    return buffer.getvalue()


def test_what_a_template_says_is_inherited(foreign: bytes) -> None:
    deck = IMPRESS.parse({"": foreign})
    first = deck.slides[0]
    assert (deck.width, deck.height) == (25.4, 19.05)
    title = first.title.paragraphs[0]
    assert (title.runs[0].size, title.runs[0].font, title.alignment) == (44, "Calibri", "centre")
    one, two = first.body.paragraphs
    assert [(item.level, item.bullet, item.runs[0].size) for item in (one, two)] == [
        (1, "•", 32),
        (2, "–", 28),
    ]
    assert (first.title.left, first.title.width) == (1.27, 22.86)
    box = next(shape for shape in first.shapes if shape.text == "Box")
    assert (box.paragraphs[0].runs[0].size, box.left, box.width) == (18, 2.54, 5.08)


def test_shapes_of_groups_are_read_one_by_one(foreign: bytes) -> None:
    inner = IMPRESS.parse({"": foreign}).slides[0].shape("Inner")
    assert (inner.kind, inner.left, inner.top, inner.width) == ("picture", 1, 2, 5)


def test_theme_colours_have_their_one_form() -> None:
    def fill(colour: bytes) -> object:
        wanted = b'<a:srgbClr val="00B050"/>'
        deck = IMPRESS.parse({"": replaced("ppt/slides/slide3.xml", wanted, colour)})
        return deck.slides[2].shape("Badge").fill

    assert fill(b'<a:schemeClr val="accent1"/>') == Colour("#4472C4")
    assert fill(b'<a:schemeClr val="bg1"/>') == Colour("#FFFFFF")
    assert fill(b'<a:sysClr val="windowText" lastClr="010203"/>') == Colour("#010203")
    assert fill(b'<a:prstClr val="navy"/>') == Colour("#000080")
    darker = b'<a:schemeClr val="accent1"><a:lumMod val="75000"/></a:schemeClr>'
    lighter = b'<a:schemeClr val="accent1"><a:lumMod val="40000"/><a:lumOff val="60000"/></a:schemeClr>'
    assert fill(darker) == Colour("#2F5597")
    assert fill(lighter) == Colour("#B4C7E7")


def test_other_fills_are_named() -> None:
    gradient = b'<a:gradFill><a:gsLst/></a:gradFill><a:ln w="1">'
    content = with_part(
        "ppt/slides/slide3.xml",
        lambda xml: re.sub(
            rb'<a:solidFill><a:srgbClr val="00B050"/></a:solidFill><a:ln[^>]*>', lambda _: gradient, xml
        ),
    )
    assert IMPRESS.parse({"": content}).slides[2].shape("Badge").fill == "gradient"


def test_other_masters_are_read() -> None:
    parts = FILE.parts()
    layout = parts["ppt/slideLayouts/slideLayout2.xml"]
    behind = b'<p:bg><p:bgPr><a:solidFill><a:srgbClr val="00FF00"/></a:solidFill></p:bgPr></p:bg>'
    parts["ppt/slideLayouts/slideLayout2.xml"] = layout.replace(b"<p:spTree>", behind + b"<p:spTree>", 1)
    tree = IMPRESS.read({"": pack(parts)})
    masters = tree.root.of_kind("master")
    slides = tree.root.of_kind("slide")
    assert [tree.schema.value(item, "master", "background") for item in masters] == [
        Colour("#FFFFFF"), Colour("#00FF00")
    ]  # fmt: skip
    assert [tree.schema.value(item, "slide", "master") for item in slides] == [1, 2, 1, 1, 1]
    assert slides[1].properties["background"] == Colour("#00FF00")


@pytest.mark.libreoffice
def test_opendocument_files_are_read_through_libreoffice() -> None:
    from forge.preparers.office.engine import office  # noqa: PLC0415 - only where it is installed

    content = office().convert(FILE.content, ".pptx", ".odp")
    tree = IMPRESS.read({"": content})
    observed = IMPRESS.observe({"": content})
    assert b"opendocument" in observed.files[""][:200]
    wanted = IMPRESS.read({"": FILE.content}).digest()
    assert (tree.digest(), observed.tree.digest()) == (wanted, wanted)
