"""Rows that are made again are the same objects, and nothing is taken for what it is not."""

from __future__ import annotations

from copy import deepcopy

import pytest
from hypothesis import given

from forge.preparers.calc import rows
from forge.preparers.calc.preparer import PREPARER
from forge.preparers.calc.spec import CellValue, Sheet, Style, Workbook
from forge.preparers.calc.trees import tree_of
from forge.states.entities import Entity

from .specs import workbooks


def rows_of(book: Workbook) -> tuple[Entity, ...]:
    return tree_of(book).root.children[0].of_kind("row")


def book_of(*values: list[CellValue]) -> Workbook:
    book = Workbook()
    book.add_sheet("One").put("A1", values)
    return book


def test_a_copy_has_the_rows_that_nobody_touched() -> None:
    book = book_of(["a", 1], ["b", 2], ["c", 3])
    copied = deepcopy(book)
    copied.sheets[0]["B2"].restyle(bold=True)
    before, after = rows_of(book), rows_of(copied)
    assert [one is other for one, other in zip(before, after, strict=True)] == [True, False, True]
    assert before[1].children[0] is after[1].children[0]
    assert after[1].children[1].properties == {"value": 2, "bold": True}


def test_a_file_reads_as_the_rows_of_its_spec() -> None:
    book = book_of(["a", 1.5, True], ["b", 2, None])
    assert rows_of(PREPARER.parse(PREPARER.write(book))) == rows_of(book)


def test_equal_rows_of_a_sheet_are_several_objects() -> None:
    found = rows_of(book_of(["same"], ["same"], ["other"], ["same"]))
    assert len({id(row) for row in found}) == 4
    assert found[0].children[0].properties == found[3].children[0].properties


def test_rows_of_two_sheets_are_two_objects() -> None:
    book = book_of(["same"])
    book.add_sheet("Two").put("A1", [["same"]])
    one, two = tree_of(book).root.of_kind("sheet")
    assert one.of_kind("row")[0] is not two.of_kind("row")[0]


@pytest.mark.parametrize("value", [1, 1.0, True, "1", 0, -0.0, 0.0, False])
def test_values_that_python_takes_for_one_are_told_apart(value: CellValue) -> None:
    for other in (1, True, 1.0, "1", 0, 0.0, -0.0, False, value):
        rows_of(book_of([other]))
    (row,) = rows_of(book_of([value]))
    expected = int(value) if type(value) is float else value
    assert repr(row.children[0].properties["value"]) == repr(expected)
    assert repr(row.tokens) == repr((value,))


def test_other_scripts_in_a_workbook_are_seen_though_a_row_is_known() -> None:
    book = book_of([1])
    book.sheets[0]["A1"].style = Style(font="Arial")
    assert rows_of(book)[0].children[0].properties["font"] == "Arial"
    book.sheets.append(Sheet("Names"))
    book.sheets[1]["A1"].put("東京")
    assert "font" not in rows_of(book)[0].children[0].properties


@given(workbooks())
def test_what_is_remembered_is_what_is_made(book: Workbook) -> None:
    known = tree_of(book).digest()
    rows._row.cache_clear()
    rows._cell.cache_clear()
    assert tree_of(book).digest() == known
