"""Formulas, references, number formats, dates and addresses have one form, and move as applications move them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge.errors import PreparerError
from forge.preparers.base import preparer
from forge.preparers.calc import formulas, number_formats, places
from forge.preparers.calc.following import pretty, sources
from forge.preparers.calc.serials import from_serial, to_serial
from forge.preparers.calc.spec import PLAIN, Column, Workbook
from forge.states.changes import Comparison, diff
from forge.states.entities import State
from forge.states.resolve import values
from forge.states.selectors import Selector

from .spec_cells import durations, moments, sheet_names

CALC = preparer("calc")
MOUNT = "~/orders.xlsx"


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("=SUM( A1 : B2 )", "=SUM(A1:B2)"),
        ("=sum(b2:a1)*2.50", "=SUM(A1:B2)*2.5"),
        ('=_xlfn.TEXTJOIN(", ",TRUE(),A1:A1048576)', '=TEXTJOIN(", ",TRUE,A:A)'),
        ("=$A$1:XFD$1", "=$1:$1"),
        ("='Orders'!a1", "=Orders!A1"),
        ("='It''s, a!'!$C$2", "='It''s, a!'!$C$2"),
        ("=Données!B2", "='Données'!B2"),
        (
            "=2*2026Übersicht!$B$2",
            "=2*'2026Übersicht'!$B$2",
        ),  # LibreOffice quotes no name that begins with a digit
        ('="a  ""b"""&1E3', '="a  ""b"""&1000'),
        ("=1:3 A:A", "=1:3 A:A"),
        ("=LOG10(A1)+my_name", "=LOG10(A1)+my_name"),
        ("=IF(false,1,)", "=IF(FALSE,1,)"),
        ("=-2^2%", "=-2^2%"),
    ],
)
def test_formulas_have_one_form(written: str, canonical: str) -> None:
    assert formulas.canonical(written) == canonical
    assert formulas.canonical(canonical) == canonical


@given(
    st.lists(
        st.sampled_from(
            ["=", "A1", "$B$20", "ROUND(", "TRUE(", "IF(", ")", ",", "+", "12", "0", "1", ".", ":", " "]
        )
    )
)
def test_what_is_taken_for_canonical_is(parts: list[str]) -> None:
    text = "=" + "".join(parts)
    assert formulas.canonical(text) == formulas._canonical(text)


@given(st.text("=SUMIF(A1:$B$2,\"x<\"&C3)+'Q 1'!A:A;#N/A 1.5e3%", max_size=40))
def test_tokens_lose_nothing(text: str) -> None:
    assert "".join(token.text for token in formulas.tokens(text)) == text
    once = formulas.canonical(text)
    assert formulas.canonical(once) == once


@given(sheet_names)
def test_quoted_sheet_names_are_found_again(name: str) -> None:
    reference = places.fixed(name, "B2:C9")
    (area,) = formulas.areas(f"=SUM({reference})*2")
    assert (area.sheet, area.top, area.left, area.bottom, area.right) == (name, 2, 2, 9, 3)
    assert str(area) == reference


def test_stored_formulas_mark_newer_functions() -> None:
    assert (
        formulas.stored('=TEXTJOIN(",",TRUE,A1)&CONCATENATE(A1)')
        == '_xlfn.TEXTJOIN(",",TRUE,A1)&CONCATENATE(A1)'
    )
    assert formulas.functions("=_xlfn.STDEV.S(A1)+Sum (B1)") == ["STDEV.S", "SUM"]


def test_a_formula_that_is_copied_shifts() -> None:
    assert formulas.shifted("=A1+$A1+A$1+$A$1+B:B+3:3", 2, 1) == "=B3+$A3+B$1+$A$1+C:C+5:5"
    assert formulas.shifted("=A1", -1, 0) == "=#REF!"


@pytest.mark.parametrize(
    ("written", "canonical", "kind"),
    [
        (r"yyyy\-mm\-dd", "yyyy-mm-dd", "date"),
        ('mmm\\ d", "yyyy', "mmm d, yyyy", "date"),
        ("[$-409]H:MM\\ am/pm", "h:mm AM/PM", "time"),
        ("YYYY-MM-DD HH:MM", "yyyy-mm-dd hh:mm", "date and time"),
        ("[H]:mm", "[h]:mm", "duration"),
        ("[$€-407]\\ #,##0.00", "€ #,##0.00", "number"),
        ('"$"#,##0.00;[RED]\\-"$"#,##0.00', "$#,##0.00;[Red]-$#,##0.00", "number"),
        ('0.0\\ "k""g"', '0.0 "kg"', "number"),
        ("General", "General", "number"),
        ("mmm-yy", "mmm-yy", "date"),
        ("mm:ss", "mm:ss", "time"),
        ("0.00E+00", "0.00E+00", "number"),
        ("@", "@", "number"),
    ],
)
def test_number_formats_have_one_form_and_a_kind(written: str, canonical: str, kind: str) -> None:
    assert number_formats.canonical(written) == canonical
    assert number_formats.canonical(canonical) == canonical
    assert number_formats.kind(canonical) == kind


@given(moments | durations)
def test_moments_come_back_from_their_numbers(value: datetime | timedelta) -> None:
    code = "yyyy-mm-dd hh:mm:ss" if isinstance(value, datetime) else "[h]:mm:ss"
    stored = float(f"{to_serial(value):.15g}")  # as many digits as applications keep
    assert from_serial(stored, code) == value


def test_the_same_number_is_read_by_its_format() -> None:
    assert to_serial(date(2026, 1, 5)) == 46027
    assert from_serial(46027, "yyyy-mm-dd") == date(2026, 1, 5)
    assert from_serial(46027.5, "yyyy-mm-dd") == datetime(2026, 1, 5, 12)  # noqa: DTZ001 - cells hold local time
    assert from_serial(0.5, "hh:mm") == time(12)
    assert from_serial(1.5, "[h]:mm") == timedelta(hours=36)
    assert from_serial(46027, "0.00") == 46027


def test_selectors_name_what_they_say() -> None:
    book = two_sheets()
    state = State({MOUNT: CALC.tree(book)})
    assert values(places.cells(MOUNT, "Orders", "B2:B4", "value"), state) == [1, 2, 3]
    assert values(places.cell(MOUNT, "Orders", "$A$3", "value"), state) == ["Ben"]
    assert values(places.column(MOUNT, "Orders", "B", prop="width"), state) == [12.0]
    assert str(places.cell(MOUNT, "It's, a!", "C7", "fill")) == (
        '~/orders.xlsx#sheet["It\'s, a!"]/row[7]/cell["C"].fill'
    )
    for selector in (places.merges(MOUNT, "Orders", "D1:E1"), places.series(MOUNT, "Orders", 1, 1, "values")):
        assert Selector.parse(str(selector)) == selector
    with pytest.raises(PreparerError, match="not a cell"):
        places.cell(MOUNT, "Orders", "7C")


def test_addresses_read_as_people_write_them() -> None:
    cell = (("sheet", "Orders"), ("row", 7), ("cell", "C"))
    assert pretty(cell, "value") == "Orders!C7.value"
    assert pretty((("sheet", "My orders"), ("column", 3)), "width") == "'My orders'!column C.width"
    assert pretty((("sheet", "Orders"), ("page", "page")), "paper") == "Orders!page.paper"
    assert (
        pretty((("sheet", "Orders"), ("chart", 1), ("series", 2)), "values")
        == "Orders!chart[1]/series[2].values"
    )


def two_sheets() -> Workbook:
    book = Workbook(names={"Amounts": "Orders!$B$2:$B$4"})
    orders = book.add_sheet("Orders")
    orders.put("A1", [["Name", "Amount"], ["Ann", 1], ["Ben", 2], ["Cy", 3]])
    orders["B5"].put(6, "=SUM(B2:B4)")
    orders.columns[2] = Column(12.0)
    orders.merges.append("D1:E1")
    totals = book.add_sheet("Totals")
    totals["A1"].put(6, "=Orders!B5")
    totals["A2"].put(2, "=AVERAGE(Amounts)")
    totals["A3"].put(3, "=MAX(Orders!B:B)/2")
    return book


def moved(book: Workbook, sheet: str, where: Callable[[int, int], tuple[int, int] | None]) -> None:
    """Put every cell of a sheet elsewhere, without touching any formula."""
    cells = book.sheet(sheet).cells
    book.sheet(sheet).cells = {new: cell for old, cell in cells.items() if (new := where(*old)) is not None}


def insert_row(book: Workbook) -> None:
    moved(book, "Orders", lambda row, column: (row + (row > 2), column))
    book.sheet("Orders").put("A3", [["Bea", 0]])
    book.sheet("Orders")["B6"].formula = "=SUM(B2:B5)"
    book.sheet("Totals")["A1"].formula = "=Orders!B6"
    book.names["Amounts"] = "Orders!$B$2:$B$5"


def delete_row(book: Workbook) -> None:
    moved(book, "Orders", lambda row, column: None if row == 2 else (row - (row > 2), column))
    book.sheet("Orders")["B4"].formula = "=SUM(B2:B3)"
    book.sheet("Totals")["A1"].formula = "=Orders!B4"
    book.names["Amounts"] = "Orders!$B$2:$B$3"


def insert_column(book: Workbook) -> None:
    moved(book, "Orders", lambda row, column: (row, column + (column > 1)))
    orders = book.sheet("Orders")
    orders.columns = {3: Column(12.0)}
    orders.merges = ["E1:F1"]
    orders.put("B1", [["City"], ["Bonn"], ["Kiel"], ["Ulm"]])
    orders["C5"].formula = "=SUM(C2:C4)"
    book.sheet("Totals")["A1"].formula = "=Orders!C5"
    book.sheet("Totals")["A3"].formula = "=MAX(Orders!C:C)/2"
    book.names["Amounts"] = "Orders!$C$2:$C$4"


def sort_rows(book: Workbook) -> None:
    moved(book, "Orders", lambda row, column: (6 - row if 2 <= row <= 4 else row, column))


def rename_sheet(book: Workbook) -> None:
    book.sheet("Orders").name = "Sales 2026"
    book.sheet("Totals")["A1"].formula = "='Sales 2026'!B5"
    book.sheet("Totals")["A3"].formula = "=MAX('Sales 2026'!B:B)/2"
    book.names["Amounts"] = "'Sales 2026'!$B$2:$B$4"


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (insert_row, {("added", "row")}),
        (delete_row, {("removed", "row")}),
        (insert_column, {("added", "column"), ("set", "cell")}),
        (sort_rows, {("order", "row")}),
        (rename_sheet, {("renamed", "sheet")}),
    ],
)
def test_what_moves_along_is_no_change(
    edit: Callable[[Workbook], None], expected: set[tuple[str, str]]
) -> None:
    book = two_sheets()
    edit(book)
    before, after = State({MOUNT: CALC.tree(two_sheets())}), State({MOUNT: CALC.tree(book)})
    found = [change for change in diff(before, after) if not change.derived]
    assert {(change.type, change.kind) for change in found} == expected
    if ("set", "cell") in expected:
        assert all(change.path[-1] == ("cell", "B") for change in found if change.type == "set")


def test_a_formula_that_did_not_move_along_is_a_change() -> None:
    book = two_sheets()
    insert_row(book)
    book.sheet("Totals")["A1"].formula = "=Orders!B5"
    before, after = State({MOUNT: CALC.tree(two_sheets())}), State({MOUNT: CALC.tree(book)})
    found = {(change.path, change.name) for change in diff(before, after) if change.type == "set"}
    assert ((("sheet", "Totals"), ("row", 1), ("cell", "A")), "formula") in found


def test_a_selector_follows_an_inserted_row_and_column() -> None:
    for edit, place in ((insert_row, ("row", 6)), (insert_column, ("row", 5))):
        book = two_sheets()
        edit(book)
        comparison = Comparison(State({MOUNT: CALC.tree(two_sheets())}), State({MOUNT: CALC.tree(book)}))
        path = comparison.follower.follow(MOUNT, (("sheet", "Orders"), ("row", 5), ("cell", "B")))
        assert path is not None
        assert path[1] == place


def test_sources_of_a_value_are_the_cells_of_its_formula() -> None:
    tree = CALC.tree(two_sheets())
    total = (("sheet", "Orders"), ("row", 5), ("cell", "B"))
    amounts = {(("sheet", "Orders"), ("row", row), ("cell", "B")) for row in (2, 3, 4)}
    assert {path for path, _ in sources(tree, total, "value")} == amounts
    mean = (("sheet", "Totals"), ("row", 2), ("cell", "A"))
    assert {path for path, _ in sources(tree, mean, "value")} == amounts
    whole = (("sheet", "Totals"), ("row", 3), ("cell", "A"))
    assert {path[1] for path, _ in sources(tree, whole, "value")} == {("row", row) for row in range(1, 6)}
    assert list(sources(tree, total, "fill")) == []
    assert list(sources(tree, (("sheet", "Orders"), ("row", 2), ("cell", "B")), "value")) == []


def test_the_font_of_other_scripts_tells_nothing() -> None:
    def fonts(text: str) -> list[object]:
        book = Workbook()
        sheet = book.add_sheet("Names")
        sheet.put("A1", [["Ann", text, 5, "12-3"]], PLAIN.but(font="Arial"))
        return values(places.cells(MOUNT, "Names", "A1:D1", "font"), State({MOUNT: CALC.tree(book)}))

    assert fonts("Ольга") == ["Arial"] * 4
    assert fonts("田中") == ["Arial", "Calibri", "Calibri", "Calibri"]


def test_a_range_to_the_end_of_the_sheet_is_followed_at_once() -> None:
    def book(edit: Callable[[Workbook], None] | None) -> State:
        made = two_sheets()
        made.sheet("Totals")["A4"].put(6, "=SUM(Orders!B2:B1048576)")
        if edit is not None:
            edit(made)
        return State({MOUNT: CALC.tree(made)})

    found = [change for change in diff(book(None), book(insert_row)) if not change.derived]
    assert {(change.type, change.kind) for change in found} == {("added", "row")}
