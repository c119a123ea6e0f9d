"""Pivot tables: what the file shows is what LibreOffice works out, and what it takes is no cell of the sheet."""

from __future__ import annotations

from io import BytesIO

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forge.errors import PreparerError, UnreadableError
from forge.preparers.base import preparer
from forge.preparers.calc.edits import insert_columns, rename_sheet
from forge.preparers.calc.spec import DataField, Protection, Workbook
from forge.preparers.office.file_types import WORKBOOK
from forge.preparers.office.package import pack, unpack

from ..laws import SLOW, differences, stable_examples
from .pivot_edits import pivot
from .rich import rich
from .spec_pivots import sheets_with_pivots

CALC = preparer("calc")


def shown(content: bytes) -> dict[tuple[str, str], object]:
    """The values of all cells of a file, numbers to twelve digits."""
    book = openpyxl.load_workbook(BytesIO(content), data_only=True)
    return {
        (sheet.title, cell.coordinate): f"{cell.value:.10g}"
        if isinstance(cell.value, int | float)
        else cell.value
        for sheet in book
        for row in sheet.iter_rows()
        for cell in row
        if cell.value is not None
    }


@pytest.mark.libreoffice
@settings(max_examples=stable_examples(40), suppress_health_check=SLOW)
@given(st.data())
def test_a_file_shows_what_libreoffice_works_out(data: st.DataObject) -> None:
    book = Workbook(data.draw(sheets_with_pivots("Orders", "Summary")))
    files = CALC.write(book)
    observed = CALC.observe(files)
    assert differences(CALC.read(files), observed.tree) == []
    assert shown(files[""]) == shown(observed.files[""])


REFUSED = {
    "no data": (pivot(data=()), "needs a data field"),
    "a field that is not there": (pivot(rows=("Town",)), "has no field 'Town'; it has Region, Product"),
    "a field twice": (pivot(filters=("Region",)), "'Region' stands in two places"),
    "too deep": (pivot(rows=("Region", "Product", "Paid", "Units")), "at most 3 fields down"),
    "one data field side by side": (pivot(across=True), "several data fields stand side by side"),
    "numbers as items": (pivot(rows=("Units",)), "the items of 'Units' must be words"),
    "the sum of words": (pivot(data=(DataField("Paid"),)), "the sum of 'Paid' needs numbers"),
    "an unknown function": (pivot(data=(DataField("Amount", "median"),)), "cannot work out 'median'"),
    "results of the last field": (pivot(subtotals=("Region",)), "only outer fields"),
    "an item that is not there": (pivot(hidden=(("Region", "West"),)), "'West' is no item of 'Region'"),
    "all items hidden": (
        pivot(hidden=(("Region", "North"), ("Region", "South"))), "no item of 'Region' that can be hidden"
    ),
    "an item of no axis": (pivot(hidden=(("Paid", "yes"),)), "it stands neither down nor across"),
    "its own source": (pivot(anchor="C3"), "covers"),
    "another cell": (lambda book: book.sheet("Sales").put("I3", [["x"]]), "the pivot table at H1 covers I3"),
    "a merge": (lambda book: book.sheet("Sales").merges.append("I3:J3"), "covers the merge I3:J3"),
    "no header row": (pivot(source="Sales!$A$1:$E$1"), "a range with a header row"),
    "a header without text": (pivot(source="Sales!$A$1:$F$4"), "needs a header of its own"),
    "a protected sheet": (
        lambda book: setattr(book.sheet("Sales"), "protection", Protection()), "a protected sheet cannot hold"
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_kept_is_refused(name: str) -> None:
    edit, sentence = REFUSED[name]
    book = rich()
    edit(book)
    with pytest.raises(PreparerError, match=sentence):
        CALC.write(book)


def test_what_a_pivot_table_takes_is_no_cell_of_its_sheet() -> None:
    sheet = CALC.parse(CALC.write(rich())).sheet("Sales")
    assert sheet.size() == (4, 5)
    assert [item.anchor for item in sheet.pivots] == ["H1"]


def test_the_button_and_the_filter_fields_belong_to_it() -> None:
    book = rich()
    pivot(filters=("Product", "Paid"), anchor="H3")(book)
    parts = unpack(CALC.write(book)[""], "it", WORKBOOK)
    sheet = "xl/worksheets/sheet4.xml"
    button = b'<row r="2"><c r="H2" t="inlineStr"><is><t>Filter</t></is></c>'
    start = b'<row r="2">'
    assert start in parts[sheet]
    at = parts[sheet].index(start) + len(start)
    end = parts[sheet].index(b"</row>", at)
    parts[sheet] = (
        parts[sheet][: at - len(start)]
        + start
        + parts[sheet][at:end]
        + button[len(start) :]
        + parts[sheet][end:]
    )
    read = CALC.parse({"": pack(parts)}).sheet("Sales")
    assert read.pivots[0].anchor == "H2"
    assert read.size() == (4, 5)


def changed(name: str, old: bytes, new: bytes) -> dict[str, bytes]:
    """The file of the rich workbook with something else in one part."""
    parts = unpack(CALC.write(rich())[""], "it", WORKBOOK)
    assert old in parts[name]
    parts[name] = parts[name].replace(old, new)
    return {"": pack(parts)}


CACHE, TABLE = "xl/pivotCache/pivotCacheDefinition1.xml", "xl/pivotTables/pivotTable1.xml"


def test_a_source_by_name_is_the_range_of_the_name() -> None:
    book = rich()
    book.names["Sold"] = "Sales!$A$1:$E$4"
    parts = unpack(CALC.write(book)[""], "it", WORKBOOK)
    old = b'<worksheetSource ref="A1:E4" sheet="Sales"'
    assert old in parts[CACHE]
    parts[CACHE] = parts[CACHE].replace(old, b'<worksheetSource name="sold"')
    assert differences(CALC.tree(book), CALC.read({"": pack(parts)})) == []


def test_of_a_filter_field_that_shows_one_item_the_others_are_hidden() -> None:
    book = rich()
    pivot(filters=("Product",))(book)
    parts = unpack(CALC.write(book)[""], "it", WORKBOOK)
    old = b'<pageField fld="1"'
    assert old in parts[TABLE]
    parts[TABLE] = parts[TABLE].replace(old, b'<pageField fld="1" item="1"')
    files = {"": pack(parts)}
    assert CALC.parse(files).sheet("Sales").pivots[0].hidden == (("Product", "Coffee"),)


def test_damaged_pivot_tables_are_refused_with_a_sentence() -> None:
    rels = "xl/pivotTables/_rels/pivotTable1.xml.rels"
    for files in (
        changed(rels, b"pivotCacheDefinition", b"somethingElse"),
        changed(TABLE, b'fld="3"', b'fld="77"'),
        changed(TABLE, b'ref="H1:I4"', b'ref="nowhere"'),
    ):
        with pytest.raises(UnreadableError):
            CALC.read(files)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'<worksheetSource ref="A1:E4" sheet="Sales"', b'<worksheetSource name="Gone"'),
        (b'type="worksheet"', b'type="external"'),
    ],
)
def test_a_source_that_the_workbook_has_not_is_not_clean(old: bytes, new: bytes) -> None:
    files = changed(CACHE, old, new)
    (problem,) = CALC.problems(files, CALC.read(files))
    assert problem.where == "Sales!pivot[1].source"


def test_pivot_tables_follow_their_source_and_their_place() -> None:
    book = rich()
    rename_sheet(book, "Sales", "Sold goods")
    insert_columns(book, "Sold goods", "A")
    (table,) = book.sheet("Sold goods").pivots
    assert (table.source, table.anchor) == ("'Sold goods'!$B$1:$F$4", "I1")
