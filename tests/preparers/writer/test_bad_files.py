"""Whatever somebody leaves in place of a document is read, or refused with a sentence, soon and without a crash."""

from __future__ import annotations

import re
from collections.abc import Callable
from io import BytesIO

import docx
import pytest
from docx.enum.text import WD_BREAK
from docx.shared import Pt

from forge.errors import UnreadableError
from forge.preparers.office.package import pack

from ..office_files import OfficeFile
from .rich import rich

FILE = OfficeFile("writer", rich())
WRITER = FILE.preparer
with_part, replaced = FILE.with_part, FILE.replaced
BODY = "word/document.xml"


def long() -> bytes:
    return with_part(BODY, lambda xml: xml.replace(b"<w:body>", b"<w:body>" + b"<w:p/>" * 20_001, 1))


DOCTYPE = b'<!DOCTYPE a [<!ENTITY x "y"><!ENTITY z "&x;&x;">]>'
BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "too long": (long, "is too large: at most 20,000 blocks"),
    "no body": (lambda: with_part(BODY, lambda xml: re.sub(rb"<w:body>.*</w:body>", b"", xml)), "it has no body"),
    "broken styles": (lambda: with_part("word/styles.xml", lambda xml: xml[:-20]), "is no XML"),
    "the strict form": (
        lambda: with_part(
            BODY,
            lambda xml: xml.replace(
                b"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
                b"http://purl.oclc.org/ooxml/wordprocessingml/main",
            ),
        ),
        "in the strict form",
    ),
    "a size that is none": (
        lambda: replaced("word/styles.xml", b'<w:sz w:val="22"/>', b'<w:sz w:val="big"/>'), "impossible"
    ),
    "an indent that is none": (lambda: replaced("word/numbering.xml", b'w:left="720"', b'w:left="far"'), "impossible"),
    "a span that is none": (
        lambda: replaced(BODY, b"<w:tcBorders>", b'<w:gridSpan w:val="x"/><w:tcBorders>'), "impossible"
    ),
    "a span over too much": (
        lambda: replaced(BODY, b"<w:tcBorders>", b'<w:gridSpan w:val="99999999"/><w:tcBorders>'),
        "more than 200 columns",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_refused_with_a_sentence(name: str) -> None:
    make, sentence = BAD[name]
    with pytest.raises(UnreadableError, match=sentence) as caught:
        WRITER.read({"": make()})
    assert "\n" not in str(caught.value)


def test_styles_that_are_based_on_one_another_in_a_ring_are_read() -> None:
    old = b'w:styleId="Quote"><w:name w:val="Quote"/><w:basedOn w:val="Normal"/>'
    ring = replaced("word/styles.xml", old, old.replace(b"Normal", b"Caption"))
    parts = FILE.parts(ring)
    old = b'<w:name w:val="caption"/><w:basedOn w:val="Normal"/>'
    assert old in parts["word/styles.xml"]
    parts["word/styles.xml"] = parts["word/styles.xml"].replace(old, old.replace(b"Normal", b"Quote"))
    assert WRITER.read({"": pack(parts)}).root.child("style", "Quote") is not None


def test_pictures_outside_the_file_are_not_followed() -> None:
    name = "word/_rels/document.xml.rels"
    parts = FILE.parts()
    parts[name] = re.sub(
        rb'Target="media/[^"]*"', b'Target="file:///etc/passwd" TargetMode="External"', parts[name]
    )
    tree = WRITER.read({"": pack(parts)})
    assert not [entity for _, entity in tree.walk() if entity.kind == "picture"]


def test_what_the_library_alone_writes_is_read() -> None:
    made = docx.Document()
    made.add_heading("Minutes", 1)
    paragraph = made.add_paragraph("Those ")
    paragraph.add_run("present").bold = True
    paragraph.add_run().add_break(WD_BREAK.PAGE)
    paragraph.paragraph_format.space_after = Pt(6)
    made.add_paragraph("First", style="List Bullet")
    made.add_table(rows=2, cols=2, style="Table Grid").cell(0, 1).text = "x"
    buffer = BytesIO()
    made.save(buffer)
    document = WRITER.parse({"": buffer.getvalue()})
    heading, text, item = document.paragraphs()[:3]
    assert (heading.style, heading.text) == ("Heading 1", "Minutes")
    assert [run.look.bold for run in text.runs] == [None, True]
    assert (text.layout.after, item.layout.page_break) == (6.0, True)
    assert item.list_format is not None
    assert item.list_format.kind == "bullet"
    cell = document.tables()[0].rows[0].cells[1]
    assert (cell.text, cell.left is not None) == ("x", True)
    tree = WRITER.read({"": buffer.getvalue()})
    word = tree.root.of_kind("paragraph")[1].of_kind("word")[1]
    assert (word.properties["bold"], word.properties.get("font")) == (True, "Cambria")


def test_a_page_break_alone_in_a_paragraph_breaks_before_the_next() -> None:
    plain = b"<w:p><w:r><w:t>a</w:t></w:r></w:p><w:p><w:r><w:t>b</w:t></w:r></w:p>"
    broken = plain.replace(b"</w:p><w:p>", b'</w:p><w:p><w:r><w:br w:type="page"/></w:r></w:p><w:p>')
    content = with_part(BODY, lambda xml: xml.replace(b"<w:body>", b"<w:body>" + broken, 1))
    found = WRITER.parse({"": content}).paragraphs()[:3]
    assert [(item.text, bool(item.layout.page_break)) for item in found] == [
        ("a", False),
        ("", False),
        ("b", True),
    ]


def test_a_page_break_within_a_paragraph_parts_it() -> None:
    broken = b'<w:p><w:r><w:t>a</w:t><w:br w:type="page"/><w:t>b</w:t></w:r></w:p>'
    content = with_part(BODY, lambda xml: xml.replace(b"<w:body>", b"<w:body>" + broken, 1))
    found = WRITER.parse({"": content}).paragraphs()[:2]
    assert [(item.text, bool(item.layout.page_break)) for item in found] == [("a", False), ("b", True)]


@pytest.mark.libreoffice
def test_opendocument_files_are_read_through_libreoffice() -> None:
    from forge.preparers.office.engine import office  # noqa: PLC0415 - only where it is installed

    content = office().convert(FILE.content, ".docx", ".odt")
    tree = WRITER.read({"": content})
    texts = [entity.properties.get("text") for entity in tree.root.of_kind("paragraph")]
    assert texts[2] == "Sales of Q3 rose, see the list and more here."
    observed = WRITER.observe({"": content})
    assert b"opendocument.text" in observed.files[""][:200]
