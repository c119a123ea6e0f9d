"""Whatever somebody leaves in place of a workbook is read, or refused with a sentence, soon and without a crash."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from itertools import pairwise

import docx
import openpyxl
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from forge.errors import UnreadableError
from forge.preparers.base import preparer
from forge.preparers.calc import package
from forge.preparers.calc.package import pack, unpack
from forge.preparers.calc.spec import Workbook
from forge.states.values import Error, Formula

from .rich import rich

CALC = preparer("calc")
GOOD = CALC.write(rich())[""]
SHEET = "xl/worksheets/sheet1.xml"


def with_part(name: str, change: Callable[[bytes], bytes]) -> bytes:
    parts = unpack(GOOD, "it")
    parts[name] = change(parts[name])
    return pack(parts)


def replaced(name: str, old: bytes, new: bytes) -> bytes:
    def change(content: bytes) -> bytes:
        assert old in content
        return content.replace(old, new, 1)

    return with_part(name, change)


def document() -> bytes:
    buffer = BytesIO()
    docx.Document().save(buffer)
    return buffer.getvalue()


def bomb() -> bytes:
    parts = unpack(GOOD, "it")
    parts[SHEET] = b"<worksheet>" + b" " * 50_000_000 + b"</worksheet>"
    return pack(parts)


def encrypted() -> bytes:
    content = bytearray(GOOD)
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = content.find(mark)
        while start >= 0:
            content[start + place] |= 1
            start = content.find(mark, start + 4)
    return bytes(content)


def twice() -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(SHEET, "<a/>")
        archive.writestr(SHEET.replace("1", "2"), "<a/>")
    return buffer.getvalue().replace(b"sheet2", b"sheet1")


def rows(count: int, column: str = "A") -> bytes:
    data = "".join(f'<row r="{row}"><c r="{column}{row}"><v>1</v></c></row>' for row in range(1, count + 1))
    return with_part(
        SHEET,
        lambda xml: re.sub(rb"<sheetData>.*</sheetData>", f"<sheetData>{data}</sheetData>".encode(), xml),
    )


BAD: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "is empty"),
    "text": (lambda: b"Name,Amount\nAnn,5\n", "is not a workbook: it is no zip package"),
    "password": (
        lambda: bytes.fromhex("D0CF11E0A1B11AE1") + b"\0" * 600, "protected by a password or in the old binary"
    ),
    "encrypted zip": (encrypted, "protected by a password"),
    "truncated": (lambda: GOOD[:-400], "is damaged"),
    "half": (lambda: GOOD[: len(GOOD) // 2], "is damaged"),
    "a document": (document, "is not a workbook|is damaged"),
    "another zip": (lambda: pack({"a.txt": b"a"}), "is not a workbook: its package names no workbook part"),
    "a bomb": (bomb, "is a zip bomb"),
    "too large": (lambda: b"PK" + b"\0" * (package.MAX_FILE + 1), "is too large"),
    "the same part twice": (twice, "twice"),
    "no sheets": (
        lambda: with_part("xl/workbook.xml", lambda xml: re.sub(rb"<sheets>.*</sheets>", b"<sheets/>", xml)),
        "it has no sheets",
    ),
    "a sheet without part": (
        lambda: pack({name: part for name, part in unpack(GOOD, "").items() if name != SHEET}), "lacks the part"
    ),
    "broken xml": (lambda: with_part(SHEET, lambda xml: xml[:-20]), "is no XML"),
    "entities": (
        lambda: with_part(
            SHEET, lambda xml: b'<!DOCTYPE a [<!ENTITY x "y"><!ENTITY z "&x;&x;">]>' + xml.replace(b"Name", b"&z;")
        ),
        "declares a document type",
    ),
    "an outside entity": (
        lambda: with_part(SHEET, lambda xml: b'<!DOCTYPE a SYSTEM "file:///etc/passwd">' + xml),
        "declares a document type",
    ),
    "the strict form": (
        lambda: with_part(
            "xl/workbook.xml",
            lambda xml: xml.replace(
                b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
                b"http://purl.oclc.org/ooxml/spreadsheetml/main",
            ),
        ),
        "in the strict form",
    ),
    "a row that is none": (lambda: replaced(SHEET, b'<row r="1"', b'<row r="-4"'), "has a row -4"),
    "a cell that is none": (lambda: replaced(SHEET, b'r="A1"', b'r="A0"'), "something impossible"),
    "a number that is none": (lambda: replaced(SHEET, b"<v>5</v>", b"<v>five</v>"), "a cell holds 'five'"),
    "a text that is not there": (
        lambda: replaced(SHEET, b'<c r="C2"><v>5</v>', b'<c r="C2" t="s"><v>77</v>'), "a cell holds '77'"
    ),
    "a type that is none": (
        lambda: replaced(SHEET, b'<c r="C2"><v>', b'<c r="C2" t="q"><v>'), "unknown type 'q'"
    ),
    "too many rows": (lambda: rows(20_001), "is too large: sheet 'Orders' reaches to"),
    "too far right": (lambda: rows(2, "ZZZ"), "something impossible|too far right|is too large"),
    "a merge that is none": (lambda: replaced(SHEET, b'ref="E1:F1"', b'ref="E1:"'), "something impossible"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_refused_with_a_sentence(name: str) -> None:
    make, sentence = BAD[name]
    with pytest.raises(UnreadableError, match=sentence) as caught:
        CALC.read({"": make()})
    assert "\n" not in str(caught.value)


def test_a_folder_or_nothing_is_refused() -> None:
    with pytest.raises(UnreadableError, match="one file"):
        CALC.read({})
    with pytest.raises(UnreadableError, match="one file"):
        CALC.read({"": GOOD, "other": b""})


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
        CALC.read({"": pack(parts)})


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_odd_attributes_never_crash(data: st.DataObject) -> None:
    parts = dict(unpack(GOOD, "it"))
    name = data.draw(st.sampled_from(sorted(part for part in parts if part.endswith((".xml", ".rels")))))
    values = list(re.finditer(rb'="([^"]*)"', parts[name]))
    found = data.draw(st.sampled_from(values))
    odd = data.draw(
        st.sampled_from([b"", b"-1", b"99999999999", b"x", b"1e9", b"A1:XFD1048576", b"..", b"NaN"])
    )
    parts[name] = parts[name][: found.start(1)] + odd + parts[name][found.end(1) :]
    with suppress(UnreadableError):
        CALC.read({"": pack(parts)})


def test_a_merge_of_everything_costs_nothing() -> None:
    content = replaced(SHEET, b'ref="E1:F1"', b'ref="A6:XFD1048576"')
    assert CALC.parse({"": content}).sheets[0].merges == ["A6:XFD1048576"]


def test_settings_of_all_columns_cost_nothing() -> None:
    content = replaced(
        SHEET, b"<cols>", b'<cols><col min="5" max="16384" width="3" customWidth="1" hidden="1"/>'
    )
    sheet = CALC.parse({"": content}).sheets[0]
    assert set(sheet.columns) == {1, 2, 5, 6}


def test_what_the_library_alone_writes_is_read() -> None:
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.append(["Name", True, 2.5, "=A1", "a\nb", None, "=1/0"])
    sheet["A2"].number_format = "yyyy-mm-dd"
    sheet["B2"] = "#N/A"
    buffer = BytesIO()
    made.save(buffer)
    cells = CALC.parse({"": buffer.getvalue()}).sheets[0].cells
    assert [cells[1, column].value for column in (1, 2, 3, 5)] == ["Name", True, 2.5, "a\nb"]
    assert (cells[1, 4].formula, cells[1, 4].value) == ("=A1", None)
    assert cells[2, 2].value == Error("#N/A")


def test_shared_and_array_formulas_are_read_in_full() -> None:
    data = (
        b'<sheetData><row r="1"><c r="A1"><v>1</v></c><c r="B1"><f t="shared" ref="B1:B3" si="0">A1*$A$1</f>'
        b'<v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c><c r="B2"><f t="shared" si="0"/><v>2</v></c></row>'
        b'<row r="3"><c r="C3"><f t="array" ref="C3">SUM(A1:A2*2)</f><v>6</v></c></row></sheetData>'
    )
    content = with_part(SHEET, lambda xml: re.sub(rb"<sheetData>.*</sheetData>", lambda _: data, xml))
    cells = CALC.parse({"": content}).sheets[0].cells
    assert cells[2, 2].formula == "=A2*$A$1"
    assert cells[3, 3].formula == "{=SUM(A1:A2*2)}"


def test_dates_of_the_other_epoch_are_the_same_dates() -> None:
    late = replaced("xl/workbook.xml", b"<workbookPr", b'<workbookPr date1904="1"')
    early, later = (CALC.parse({"": content}).sheets[0].value("B2") for content in (GOOD, late))
    assert (later - early).days == 1462


def test_styles_of_whole_columns_reach_the_used_cells() -> None:
    content = replaced(SHEET, b"<cols>", b'<cols><col min="4" max="5" width="3" customWidth="1" style="1"/>')
    sheet = CALC.parse({"": content}).sheets[0]
    assert sheet.cells[3, 5].style == sheet.cells[1, 1].style


def test_theme_and_indexed_colours_have_their_one_form() -> None:
    def fill(colour: bytes) -> object:
        content = with_part(
            "xl/styles.xml", lambda xml: xml.replace(b'fgColor rgb="FFDDEBF7"', b"fgColor " + colour)
        )
        style = CALC.parse({"": content}).sheets[0]["A1"].style
        return style.fill.code if style.fill is not None else None

    assert fill(b'theme="0"') == "#FFFFFF"
    assert fill(b'theme="1"') == "#000000"
    assert fill(b'theme="4"') == "#4F81BD"
    assert fill(b'theme="4" tint="-0.5"') != fill(b'theme="4" tint="0.5"')
    assert fill(b'indexed="10"') == "#FF0000"


@pytest.mark.libreoffice
def test_opendocument_files_are_read_through_libreoffice() -> None:
    from forge.preparers.office.engine import office  # noqa: PLC0415 - only where it is installed

    content = office().convert(GOOD, ".xlsx", ".ods")
    tree = CALC.read({"": content})
    cell = tree.at((("sheet", "Orders"), ("row", 4), ("cell", "C")))
    assert cell is not None
    assert (cell.properties["value"], cell.properties["formula"]) == (12.5, Formula("=SUM(C2:C3)"))
    observed = CALC.observe({"": content})
    assert observed.files[""].startswith(b"PK")
    assert b"opendocument" in observed.files[""][:200]
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
        CALC.read({"": buffer.getvalue()})


def test_parts_come_in_a_fixed_order() -> None:
    with zipfile.ZipFile(BytesIO(CALC.write(Workbook([rich().sheets[1]]))[""])) as archive:
        names = archive.namelist()
    assert names[0] == "[Content_Types].xml"
    assert all(a < b for a, b in pairwise(names[3:]))
