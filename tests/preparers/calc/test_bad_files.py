"""Whatever somebody leaves in place of a workbook is read, or refused with a sentence, soon and without a crash."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from io import BytesIO

import openpyxl
import pytest

from forge.errors import UnreadableError
from forge.states.values import Error, Formula

from ..office_files import OfficeFile
from .rich import rich

FILE = OfficeFile("calc", rich())
CALC = FILE.preparer
with_part, replaced = FILE.with_part, FILE.replaced
SHEET = "xl/worksheets/sheet1.xml"


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
    "the same part twice": (twice, "twice"),
    "no sheets": (
        lambda: with_part("xl/workbook.xml", lambda xml: re.sub(rb"<sheets>.*</sheets>", b"<sheets/>", xml)),
        "it has no sheets",
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
    early, later = (CALC.parse({"": content}).sheets[0].value("B2") for content in (FILE.content, late))
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

    content = office().convert(FILE.content, ".xlsx", ".ods")
    tree = CALC.read({"": content})
    cell = tree.at((("sheet", "Orders"), ("row", 4), ("cell", "C")))
    assert cell is not None
    assert (cell.properties["value"], cell.properties["formula"]) == (12.5, Formula("=SUM(C2:C3)"))
    observed = CALC.observe({"": content})
    assert observed.files[""].startswith(b"PK")
    assert b"opendocument" in observed.files[""][:200]
