"""Whatever somebody leaves in place of a document is read, or refused with a sentence, soon and without a crash."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO

import docx
import openpyxl
import pytest
from docx.enum.text import WD_BREAK
from docx.shared import Pt
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from forge.errors import UnreadableError
from forge.preparers.base import preparer
from forge.preparers.calc import package
from forge.preparers.calc.package import pack, unpack

from .rich import noted, rich

WRITER = preparer("writer")
GOOD = WRITER.write(rich())[""]
BODY = "word/document.xml"


def with_part(name: str, change: Callable[[bytes], bytes]) -> bytes:
    parts = unpack(GOOD, "it")
    parts[name] = change(parts[name])
    return pack(parts)


def replaced(name: str, old: bytes, new: bytes) -> bytes:
    def change(content: bytes) -> bytes:
        assert old in content
        return content.replace(old, new, 1)

    return with_part(name, change)


def workbook() -> bytes:
    buffer = BytesIO()
    openpyxl.Workbook().save(buffer)
    return buffer.getvalue()


def bomb() -> bytes:
    parts = unpack(GOOD, "it")
    parts[BODY] = b"<document>" + b" " * 50_000_000 + b"</document>"
    return pack(parts)


def encrypted() -> bytes:
    content = bytearray(GOOD)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = content.find(mark)
        while start >= 0:
            content[start + place] |= 1
            start = content.find(mark, start + 4)
    return bytes(content)


def long() -> bytes:
    return with_part(BODY, lambda xml: xml.replace(b"<w:body>", b"<w:body>" + b"<w:p/>" * 20_001, 1))


DOCTYPE = b'<!DOCTYPE a [<!ENTITY x "y"><!ENTITY z "&x;&x;">]>'
BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "is empty"),
    "text": (lambda: b"Dear Ann,\n", "is not a document: it is no zip package as docx and odt files are"),
    "rich text": (lambda: rb"{\rtf1 Dear Ann}", "is not a document"),
    "password": (
        lambda: bytes.fromhex("D0CF11E0A1B11AE1") + b"\0" * 600, "protected by a password or in the old binary"
    ),
    "encrypted zip": (encrypted, "protected by a password"),
    "truncated": (lambda: GOOD[:-400], "is damaged"),
    "half": (lambda: GOOD[: len(GOOD) // 2], "is damaged"),
    "a workbook": (workbook, "is not a document"),
    "another zip": (lambda: pack({"a.txt": b"a"}), "is not a document: its package names no document part"),
    "a bomb": (bomb, "is a zip bomb"),
    "too large": (lambda: b"PK" + b"\0" * (package.MAX_FILE + 1), "is too large"),
    "too long": (long, "is too large: at most 20,000 blocks"),
    "no body": (lambda: with_part(BODY, lambda xml: re.sub(rb"<w:body>.*</w:body>", b"", xml)), "it has no body"),
    "no main part": (
        lambda: pack({name: part for name, part in unpack(GOOD, "").items() if name != BODY}), "lacks the part"
    ),
    "broken xml": (lambda: with_part(BODY, lambda xml: xml[:-20]), "is no XML"),
    "broken styles": (lambda: with_part("word/styles.xml", lambda xml: xml[:-20]), "is no XML"),
    "entities": (
        lambda: with_part(BODY, lambda xml: DOCTYPE + xml.split(b"?>", 1)[1].replace(b"Sales", b"&z;")),
        "declares a document type",
    ),
    "an outside entity": (
        lambda: with_part(BODY, lambda xml: b'<!DOCTYPE a SYSTEM "file:///etc/passwd">' + xml.split(b"?>", 1)[1]),
        "declares a document type",
    ),
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


def test_a_folder_or_nothing_is_refused() -> None:
    with pytest.raises(UnreadableError, match="one file"):
        WRITER.read({})
    with pytest.raises(UnreadableError, match="one file"):
        WRITER.read({"": GOOD, "other": b""})


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_damage_anywhere_never_crashes(data: st.DataObject) -> None:
    parts = dict(unpack(GOOD, "it"))
    name = data.draw(st.sampled_from(sorted(parts)))
    content = parts[name]
    start = data.draw(st.integers(0, max(len(content) - 1, 0)))
    length = data.draw(st.integers(0, 60))
    parts[name] = content[:start] + data.draw(st.binary(max_size=20)) + content[start + length :]
    with suppress(UnreadableError):
        WRITER.read({"": pack(parts)})


@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_odd_attributes_never_crash(data: st.DataObject) -> None:
    parts = dict(unpack(data.draw(st.sampled_from([GOOD, WRITER.write(noted())[""]])), "it"))
    name = data.draw(st.sampled_from(sorted(part for part in parts if part.endswith((".xml", ".rels")))))
    values = list(re.finditer(rb'="([^"]*)"', parts[name]))
    found = data.draw(st.sampled_from(values))
    odd = data.draw(st.sampled_from([b"", b"-1", b"99999999999", b"x", b"1e9", b"..", b"NaN", b"inf"]))
    parts[name] = parts[name][: found.start(1)] + odd + parts[name][found.end(1) :]
    with suppress(UnreadableError):
        WRITER.read({"": pack(parts)})


def test_styles_that_are_based_on_one_another_in_a_ring_are_read() -> None:
    old = b'w:styleId="Quote"><w:name w:val="Quote"/><w:basedOn w:val="Normal"/>'
    ring = replaced("word/styles.xml", old, old.replace(b"Normal", b"Caption"))
    parts = unpack(ring, "it")
    old = b'<w:name w:val="caption"/><w:basedOn w:val="Normal"/>'
    assert old in parts["word/styles.xml"]
    parts["word/styles.xml"] = parts["word/styles.xml"].replace(old, old.replace(b"Normal", b"Quote"))
    assert WRITER.read({"": pack(parts)}).root.child("style", "Quote") is not None


def test_pictures_outside_the_file_are_not_followed() -> None:
    name = "word/_rels/document.xml.rels"
    parts = unpack(GOOD, "it")
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

    content = office().convert(GOOD, ".docx", ".odt")
    tree = WRITER.read({"": content})
    texts = [entity.properties.get("text") for entity in tree.root.of_kind("paragraph")]
    assert texts[2] == "Sales of Q3 rose, see the list and more here."
    observed = WRITER.observe({"": content})
    assert b"opendocument.text" in observed.files[""][:200]
    parts = unpack(content, "it")
    manifest = parts["META-INF/manifest.xml"]
    parts["META-INF/manifest.xml"] = manifest.replace(
        b"</manifest:manifest>", b"<encryption-data/></manifest:manifest>"
    )
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(parts, key=lambda name: name != "mimetype"):
            archive.writestr(name, parts[name])
    with pytest.raises(UnreadableError, match="password"):
        WRITER.read({"": buffer.getvalue()})
