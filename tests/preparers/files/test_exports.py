"""PDF and HTML files: what is read of them, whoever made them, and that hostile ones are refused with a reason."""

from __future__ import annotations

import io
import zlib
from contextlib import suppress
from typing import Any

import pypdf
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf.generic import (
    ArrayObject,
    DecodedStreamObject,
    DictionaryObject,
    NameObject,
    NumberObject,
    StreamObject,
)

from forge.errors import UnreadableError
from forge.preparers.files.formats import html, pdf, pdf_out, reading

PAGES = [pdf_out.Page(("Größe 12", "Łódź – Ждан •")), pdf_out.Page(("two",), 297, 210)]


def pages(data: bytes) -> list[dict[str, Any]]:
    """The properties of the pages of a file."""
    return [dict(page.properties) for page in reading("x.pdf", data).children]


def test_a_page_has_its_size_and_its_letters_whoever_draws_them() -> None:
    made = pdf_out.build(PAGES)
    assert pages(made) == [
        {"width": 210, "height": 297, "letters": "Größe12ŁódźЖдан", "text": "Größe 12 Łódź – Ждан •"},
        {"width": 297, "height": 210, "letters": "two", "text": "two"},
    ]
    for other in (
        pdf_out.build(PAGES, packed=True, producer="Other"),
        pdf_out.build(PAGES, apart=True, title="Other"),
    ):
        assert other != made
        assert [page["letters"] for page in pages(other)] == [page["letters"] for page in pages(made)]


def test_the_same_lines_give_the_same_bytes() -> None:
    assert pdf_out.build(PAGES, title="T") == pdf_out.build(PAGES, title="T")


def test_a_page_that_is_turned_is_read_as_it_is_shown() -> None:
    writer = pypdf.PdfWriter(io.BytesIO(pdf_out.build(PAGES[:1])))
    writer.pages[0].rotate(90)
    buffer = io.BytesIO()
    writer.write(buffer)
    assert [(page["width"], page["height"]) for page in pages(buffer.getvalue())] == [(297, 210)]


def test_letters_that_a_font_draws_as_one_are_those_that_they_are() -> None:
    assert pdf.spaced("e\u0301 \ufb01ne  o\ufb03ce\u00ad") == "\u00e9 fine office"


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z", "M")), max_size=30), max_size=4
    )
)
def test_every_letter_that_is_drawn_is_read(lines: list[str]) -> None:
    wanted = pdf._NO_LETTERS.sub("", pdf.spaced(" ".join(lines)))
    (page,) = pages(pdf_out.build([pdf_out.Page(tuple(lines))]))
    assert page.get("letters", "") == wanted


def test_html_is_read_as_it_is_shown() -> None:
    data = (
        b"<HTML><head><title> A  b </title><style>p {}</style></head><body>loose<p>one<br>two &amp; <b>three</b></p>"
        b"<h2>Sheet <em>1</em></h2><ul><li>entry</ul><script>x()</script><table><tr><th>Name<th>No.</tr>"
        b"<tr><td><p>a</p><p>b</p><td>1</tr><tr><td><td></tr></table>behind"
    )
    found = reading("x.htm", data)
    assert found.properties == {"format": "html", "title": "A b"}
    said = [(item.kind, item.properties.get("text")) for item in found.children if item.kind != "table"]
    assert said == [
        *(("paragraph", text) for text in ("loose", "one", "two & three")),
        *(("heading", "Sheet 1"), ("paragraph", "entry"), ("paragraph", "behind")),
    ]
    (table,) = (item for item in found.children if item.kind == "table")
    assert [column.key for column in table.of_kind("column")] == ["Name", "No."]
    assert [[field.properties["value"] for field in row.children] for row in table.of_kind("record")] == [
        ["a b", "1"]
    ]


def written(page: dict[str, Any], *, more: dict[str, Any] | None = None) -> bytes:
    """A file with one page that has some entries."""
    writer = pypdf.PdfWriter()
    made = writer.add_blank_page(100, 100)
    for name, item in (more or {}).items():
        made[NameObject(name)] = item
    for name, item in page.items():
        made[NameObject(name)] = writer._add_object(item)
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def stream(data: bytes, *filters: str) -> StreamObject:
    found = DecodedStreamObject()
    found.set_data(data)
    if filters:
        found[NameObject("/Filter")] = ArrayObject([NameObject(name) for name in filters])
    return found


FONT = DictionaryObject({NameObject("/Font"): DictionaryObject({NameObject("/F1"): DictionaryObject({
    NameObject("/Type"): NameObject("/Font"), NameObject("/Subtype"): NameObject("/Type1"),
    NameObject("/BaseFont"): NameObject("/Helvetica")})})})  # fmt: skip


def bomb(size: int) -> bytes:
    """A page whose content is zeros, a thousand times smaller when packed, twice."""
    packed = zlib.compress(zlib.compress(b"0 " * (size // 2), 9), 9)
    return written({"/Contents": stream(packed, "/FlateDecode", "/FlateDecode")}, more={"/Resources": FONT})


def encrypted() -> bytes:
    writer = pypdf.PdfWriter(io.BytesIO(pdf_out.build(PAGES)))
    writer.encrypt("secret", algorithm="RC4-128")
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def nested_forms() -> bytes:
    """Forms that each draw the next one ten times: ten thousand million in all."""
    writer = pypdf.PdfWriter()
    page = writer.add_blank_page(100, 100)
    below: Any = None
    for _ in range(10):
        form = stream(b"/X Do " * 10 if below is not None else b"BT /F1 9 Tf (x) Tj ET")
        form[NameObject("/Type")], form[NameObject("/Subtype")] = NameObject("/XObject"), NameObject("/Form")
        resources = DictionaryObject(FONT)
        if below is not None:
            resources[NameObject("/XObject")] = DictionaryObject({NameObject("/X"): below})
        form[NameObject("/Resources")] = resources
        below = writer._add_object(form)
    page[NameObject("/Resources")] = DictionaryObject(
        {**FONT, NameObject("/XObject"): DictionaryObject({NameObject("/X"): below})}
    )
    page[NameObject("/Contents")] = writer._add_object(stream(b"/X Do " * 10))
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def endless_kids() -> bytes:
    """A tree of pages that holds itself."""
    return pdf_out.build(PAGES).replace(b"/Kids [ 5 0 R", b"/Kids [ 2 0 R")


HOSTILE = {
    "empty": (b"", "does not begin as one"),
    "text": (b"Minutes\n", "does not begin as one"),
    "head only": (b"%PDF-1.7\n", "cannot be read|can be read"),
    "cut off": (pdf_out.build(PAGES)[:700], "can be read"),
    "encrypted": (encrypted(), "is locked"),
    "large": (b"%PDF-1.4\n" + b" " * pdf.LARGEST, "at most"),
    "bomb": (bomb(40 * 2**20), "takes more|can be read"),
    "many steps": (
        written({"/Contents": stream(b"q Q " * 300_000)}, more={"/Resources": FONT}),
        "takes more|steps",
    ),
    "many pages": (pdf_out.build([pdf_out.Page(())] * (pdf.MOST_PAGES + 1)), "at most 500|takes more"),
    "size of no number": (
        written({}, more={"/MediaBox": ArrayObject([NameObject("/A")] * 4)}),
        "no size",
    ),
    "size of three numbers": (
        written({}, more={"/MediaBox": ArrayObject([NumberObject(1)] * 3)}),
        "can be read",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_document_is_refused_with_a_reason(name: str) -> None:
    data, why = HOSTILE[name]
    with pytest.raises(UnreadableError, match=why):
        reading("x.pdf", data)


@pytest.mark.parametrize("make", [nested_forms, endless_kids])
def test_what_holds_itself_ends(make: Any) -> None:
    try:
        found = reading("x.pdf", make())
    except UnreadableError:
        return
    assert sum(len(str(page.properties)) for page in found.children) < 2**20


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_a_damaged_file_is_read_or_refused(data: st.DataObject) -> None:
    whole = bytearray(pdf_out.build(PAGES, title="T", packed=data.draw(st.booleans())))
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(whole) - 1))
        whole[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=4))
    with suppress(UnreadableError):
        reading("x.pdf", bytes(whole))


@settings(max_examples=150, deadline=None)
@given(st.text(st.sampled_from("<>/ abptdrhle=\"'&;!-1\n"), max_size=80) | st.binary(max_size=60).map(str))
def test_anything_is_a_page_or_refused(text: str) -> None:
    with suppress(UnreadableError):
        html.read(text.encode())


def test_a_page_that_nests_without_end_ends() -> None:
    deep = html.read(b"<div>" * 100_000 + b"x" + b"<table>" * 1000)
    assert len(deep.children) <= 1
    with pytest.raises(UnreadableError, match="at most"):
        html.read(b" " * (html.LONGEST_TEXT + 1))
    with pytest.raises(UnreadableError, match="elements"):
        html.read(b"<p>x" * (html.MOST_ELEMENTS + 1))
