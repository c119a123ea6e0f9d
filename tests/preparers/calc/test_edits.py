"""Renaming sheets, inserting columns and deleting rows in a workbook that is full of references."""

from __future__ import annotations

from copy import deepcopy

import pytest

from forge.errors import PreparerError
from forge.preparers.calc.edits import arrange_columns, delete_rows, insert_columns, rename_sheet
from forge.preparers.calc.spec import (
    AutoFilter,
    Chart,
    Column,
    ConditionalFormat,
    Criterion,
    Row,
    Series,
    Validation,
    Workbook,
)
from forge.preparers.calc.trees import tree_of
from forge.states.changes import diff, own_changes
from forge.states.entities import State


@pytest.fixture
def workbook() -> Workbook:
    book = Workbook(names={"Amounts": "'A list'!$B$2:$B$5"})
    sheet = book.add_sheet("A list")
    sheet.put("A1", [["Item", "Amount", "Twice"], ["a", 1], ["b", 2], ["c", 3], ["d", 4]])
    for row in range(2, 6):
        sheet[f"C{row}"].put((row - 1) * 2, f"=B{row}*2")
    sheet.columns[2], sheet.rows[4] = Column(20.0), Row(30.0)
    sheet.freeze, sheet.merges = "B2", ["A7:C7"]
    sheet.autofilter = AutoFilter("A1:C5", [Criterion("B", conditions=((">", "0"),))])
    sheet.conditional_formats = [ConditionalFormat("B2:B5", "cell", ">", ("2",))]
    sheet.validations = [Validation("A3 A5", "whole", ">", ("$B$2",))]
    sheet.page.print_area, sheet.page.repeat_rows = ("A1:C5",), "1:1"
    other = book.add_sheet("Sums")
    other["A1"].put(10, "=SUM('A list'!B2:B5)+SUM(Amounts)-SUM(Amounts)")
    other["A2"].put(3, "='A list'!B4")
    series = Series("'A list'!$B$2:$B$5", "'A list'!$A$2:$A$5", "'A list'!$B$1")
    other.charts = [Chart("column", [series], anchor="D2")]
    return book


def changes(before: Workbook, after: Workbook) -> list[str]:
    start, end = (State({"book": tree_of(book)}) for book in (before, after))
    return [change.describe(start.trees["book"].schema) for change in own_changes(diff(start, end))]


def test_a_renamed_sheet_is_one_change(workbook: Workbook) -> None:
    before = deepcopy(workbook)
    rename_sheet(workbook, "A list", "Jo's")
    assert workbook.sheet("Sums")["A2"].formula == "='Jo''s'!B4"
    assert workbook.names == {"Amounts": "'Jo''s'!$B$2:$B$5"}
    assert workbook.sheet("Sums").charts[0].series[0].name == "'Jo''s'!$B$1"
    assert changes(before, workbook) == ["book#'Jo''s': was named \"A list\""]
    with pytest.raises(PreparerError, match="already has a sheet"):
        rename_sheet(workbook, "Jo's", "SUMS")


def test_an_inserted_column_moves_what_is_right_of_it(workbook: Workbook) -> None:
    insert_columns(workbook, "A list", "B")
    sheet, other = workbook.sheet("A list"), workbook.sheet("Sums")
    assert [sheet.value(place) for place in ("A1", "B1", "C1", "D5")] == ["Item", None, "Amount", 8]
    assert (sheet["D5"].formula, other["A2"].formula) == ("=C5*2", "='A list'!C4")
    assert other["A1"].formula == "=SUM('A list'!C2:C5)+SUM(Amounts)-SUM(Amounts)"
    assert sheet.columns == {3: Column(20.0)}
    assert (sheet.freeze, sheet.merges, sheet.page.print_area) == ("B2", ["A7:D7"], ("A1:D5",))
    assert sheet.autofilter is not None
    assert (sheet.autofilter.range, sheet.autofilter.criteria[0].column) == ("A1:D5", "C")
    assert (sheet.conditional_formats[0].range, sheet.validations[0].formulas) == ("C2:C5", ("$C$2",))


def test_arranged_columns_are_one_change_and_are_followed(workbook: Workbook) -> None:
    before = deepcopy(workbook)
    arrange_columns(workbook, "A list", "CAB")
    sheet, other = workbook.sheet("A list"), workbook.sheet("Sums")
    assert [sheet.value(place) for place in ("A1", "B1", "C1", "A5")] == ["Twice", "Item", "Amount", 8]
    assert (sheet["A5"].formula, other["A2"].formula) == ("=C5*2", "='A list'!C4")
    assert other["A1"].formula == "=SUM('A list'!C2:C5)+SUM(Amounts)-SUM(Amounts)"
    assert (sheet.columns, sheet.freeze) == ({3: Column(20.0)}, "B2")
    assert changes(before, workbook) == ["book#'A list': the column entries stand in another order"]


def test_deleted_rows_take_along_what_stood_in_them(workbook: Workbook) -> None:
    delete_rows(workbook, "A list", (3, 4))
    sheet, other = workbook.sheet("A list"), workbook.sheet("Sums")
    assert [sheet.value(f"A{row}") for row in range(1, 5)] == ["Item", "a", "d", None]
    assert sheet["C3"].formula == "=B3*2"
    assert (other["A2"].formula, workbook.names["Amounts"]) == ("=#REF!", "'A list'!$B$2:$B$3")
    assert (sheet.rows, sheet.freeze, sheet.merges) == ({}, "B2", ["A5:C5"])
    assert (sheet.validations[0].range, sheet.page.repeat_rows) == ("A3", "1:1")
    delete_rows(workbook, "A list", range(2, 4))
    assert (sheet.conditional_formats, sheet.validations) == ([], [])
