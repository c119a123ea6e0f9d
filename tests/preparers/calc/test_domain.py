"""What cannot be kept is refused before it is written, with a sentence that says where and what would be."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from copy import deepcopy
from datetime import UTC, date, datetime, time
from typing import Any

import pytest

from forge.errors import PreparerError
from forge.preparers.base import preparer
from forge.preparers.calc import filters
from forge.preparers.calc.spec import (
    PLAIN,
    AutoFilter,
    Chart,
    Column,
    ConditionalFormat,
    Criterion,
    Highlight,
    Protection,
    ScalePoint,
    Series,
    Sheet,
    Style,
    Validation,
    Workbook,
)
from forge.states.values import Colour, Error

from .rich import HARD, rich

CALC = preparer("calc")
RED = Highlight(fill=Colour("#C00000"))


def book(edit: Callable[[Sheet], Any]) -> Callable[[], Workbook]:
    def make() -> Workbook:
        made = rich()
        edit(made.sheet("Orders"))
        return made

    return make


def put(value: Any, formula: str | None = None, **style: Any) -> Callable[[], Workbook]:
    def edit(sheet: Sheet) -> None:
        cell = sheet["G7"]
        cell.value, cell.formula, cell.style = value, formula, PLAIN.but(**style)

    return book(edit)


def rule(*arguments: Any, **fields: Any) -> Callable[[], Workbook]:
    return book(lambda sheet: sheet.conditional_formats.append(ConditionalFormat(*arguments, **fields)))


def validation(*arguments: Any, **fields: Any) -> Callable[[], Workbook]:
    return book(lambda sheet: sheet.validations.append(Validation(*arguments, **fields)))


def chart(*arguments: Any, **fields: Any) -> Callable[[], Workbook]:
    return book(lambda sheet: sheet.charts.append(Chart(*arguments, **fields)))


def page(**fields: Any) -> Callable[[], Workbook]:
    return book(lambda sheet: [setattr(sheet.page, *item) for item in fields.items()])


def filtered(*criteria: Criterion) -> Callable[[], Workbook]:
    def make() -> Workbook:
        made = rich()
        made.sheet(HARD).autofilter = AutoFilter("A1:B4", list(criteria))
        return made

    return make


def colourful() -> Workbook:
    made = rich()
    for number in range(60):
        made.sheets[0].cell(20 + number, 1).style = PLAIN.but(fill=Colour(f"#{number:02X}AA33"))
    return made


SALES = [Series("Orders!$C$2:$C$3")]
REFUSED: dict[str, tuple[Callable[[], Workbook], str]] = {
    "no sheets": (Workbook, "at least one sheet"),
    "all hidden": (lambda: Workbook([Sheet("A", hidden=True)]), "not hidden"),
    "two of one name": (lambda: Workbook([Sheet("A"), Sheet("a")]), "Two sheets are called 'a'"),
    "a bad sheet name": (lambda: Workbook([Sheet("A/B")]), r"'A/B' cannot be used: it holds '/'"),
    "a long sheet name": (lambda: Workbook([Sheet("A" * 32)]), "1 to 31 characters"),
    "an apostrophe at the end": (lambda: Workbook([Sheet("A'")]), "begin or end with an apostrophe"),
    "a hidden sheet in front": (lambda: Workbook([Sheet("A"), Sheet("B", hidden=True)], active="B"), "in front"),
    "a name like a cell": (lambda: Workbook([Sheet("A")], names={"Q1": "A!B2"}), "cannot be a defined name"),
    "a name for nothing": (lambda: Workbook([Sheet("A")], names={"Rates": "B!B2"}), "a sheet that exists"),
    "too many colours": (colourful, "keeps apart at most 40"),
    "a number as date": (put(46027, number_format="yyyy-mm-dd"), r"G7: the number 46027 reads as a date"),
    "a date as number": (put(date(2026, 1, 5), number_format="0.00"), "reads as 46027"),
    "a moment as date": (put(datetime(2026, 1, 5), number_format="yyyy-mm-dd"), "reads as datetime.date"),  # noqa: DTZ001 - cells hold local time
    "an early date": (put(date(1900, 2, 1), number_format="yyyy-mm-dd"), "before 1900-03-01"),
    "a zone": (put(datetime(2026, 1, 5, tzinfo=UTC), number_format="yyyy-mm-dd hh:mm"), "without zone"),
    "a split second": (put(time(9, 0, 0, 5), number_format="hh:mm"), "fractions of a second"),
    "infinity": (put(float("inf")), "too large"),
    "too many digits": (put(10**15), "15 digits"),
    "an empty text": (put(""), "use None"),
    "a control character": (put("a\x07b"), "cannot be stored"),
    "an escape of the format": (put("_x0041_"), "cannot be stored"),
    "a line break without wrap": (put("a\nb"), "needs wrap=True"),
    "an error without formula": (put(Error("#N/A")), "result of a formula"),
    "a formatted truth value": (put(True, number_format="0.00"), "truth value"),
    "a formula without value": (put(None, "=1+1"), "needs its stored value"),
    "a formula without equals": (put(2, "1+1"), "must begin with '='"),
    "a constant as formula": (put(True, "=TRUE()"), "is a constant"),
    "a forbidden function": (put(1, "=XLOOKUP(1,A1:A2,B1:B2)"), "XLOOKUP is not allowed: LibreOffice"),
    "the clock": (put(1, "=TODAY()"), "TODAY is not allowed: its value changes with the clock"),
    "a missing sheet": (put(1, "=Nowhere!A1+1"), "names the sheet 'Nowhere'"),
    "a missing name": (put(1, "=Rate*2"), "uses the name 'Rate'"),
    "open brackets": (put(1, "=SUM(A1"), "brackets that do not match"),
    "another workbook": (put(1, "=[1]Sheet!A1+1"), r"holds '\['"),
    "an inherited format": (put(46028, "=B2+1"), "would take the number format 'yyyy-mm-dd' from B2"),
    "a strange font": (put(1, font="Liberation Sans"), "the font 'Liberation Sans' does not survive"),
    "an odd size": (put(1, size=11.3), "the font size 11.3"),
    "a format of the locale": (put(1, number_format="mm-dd-yy"), "shown differently"),
    "an indent of centred text": (put(1, horizontal="center", indent=1), "indent goes with left or right"),
    "a bad choice": (put(1, horizontal="fill"), "horizontal is 'fill'; it can be 'general'"),
    "wrapped and shrunk": (put("x", wrap=True, shrink=True), "not both"),
    "a bad colour": (put(1, fill=Colour("red")), "'red' is no colour"),
    "an empty comment": (book(lambda sheet: setattr(sheet["G7"], "comment", " ")), "comment ' '"),
    "a link on nothing": (book(lambda sheet: setattr(sheet["G7"], "link", "https://example.org/")), "needs a text"),
    "a link to a file": (book(lambda sheet: setattr(sheet["A2"], "link", "file:///etc/passwd")), "cannot be kept"),
    "a merge of one": (book(lambda sheet: sheet.merges.append("G7")), "is one cell"),
    "a merge that wraps in a row without height": (
        book(lambda sheet: (sheet.merges.append("F9:G9"), sheet["F9"].restyle(wrap=True))),
        "F9:G9 wraps its text",
    ),
    "merges that overlap": (book(lambda sheet: sheet.merges.append("F1:G1")), "E1:F1 and F1:G1 overlap"),
    "a covered value": (book(lambda sheet: sheet.merges.append("A1:A2")), "A2 holds something, but A1:A2 covers it"),
    "a hidden column without width": (
        book(lambda sheet: sheet.columns.update({3: Column(hidden=True)})), "give it a width"
    ),
    "a height between pixels": (book(lambda sheet: setattr(sheet.row(2), "height", 20)), "multiples of 0.75"),
    "frozen nothing": (book(lambda sheet: setattr(sheet, "freeze", "A1")), "first cell that scrolls"),
    "frozen rows that fill the screen": (
        book(lambda sheet: (setattr(sheet, "freeze", "A42"), setattr(sheet, "zoom", 100))), "would keep 630 points"
    ),
    "frozen columns that fill the screen": (
        book(lambda sheet: (setattr(sheet, "freeze", "F1"), setattr(sheet, "zoom", 400))), "leaves no room"
    ),
    "a tiny zoom": (book(lambda sheet: setattr(sheet, "zoom", 5)), "the zoom is 5"),
    "a colour on a protected sheet": (book(lambda sheet: setattr(sheet, "protection", Protection())), "tab colour"),
    "a filter without rows": (
        book(lambda sheet: setattr(sheet, "autofilter", AutoFilter("A1:C1"))), "header row and rows below"
    ),
    "a shown row that is filtered": (filtered(Criterion("A", values=("b",))), "row 2 is shown, but the autofilter"),
    "an empty criterion": (filtered(Criterion("A")), "values or conditions"),
    "a criterion elsewhere": (filtered(Criterion("Z", values=("a",))), "criterion for column Z"),
    "equality as condition": (filtered(Criterion("B", conditions=(("=", "1"),))), "list the values"),
    "a rule of no type": (rule("A2:A3", "icons", highlight=RED), "of type 'icons'"),
    "a rule without look": (rule("A2:A3", "unique"), "needs a highlight"),
    "rules that overlap": (rule("C3:C4", "unique", highlight=RED), "C2:C3 and C3:C4 overlap"),
    "a comparison of nothing": (rule("A2", "cell", "<", highlight=RED), "has 0 operands"),
    "an operator that is none": (rule("A2", "cell", "like", ("1",), highlight=RED), "'like' is no comparison"),
    "a rank too many": (rule("A2", "top", rank=101, percent=True, highlight=RED), "rank from 1 to 100"),
    "a text with quotes": (rule("A2", "contains", text='a"b', highlight=RED), "a text without quotes"),
    "a scale of one": (rule("A2", "scale", points=(ScalePoint("min", None, Colour("#C00000")),)), "two or three"),
    "an operand from nowhere": (rule("A2", "cell", "<", ("Nowhere!A1",), highlight=RED), "names the sheet 'Nowhere'"),
    "a list of nothing": (validation("H2"), "options or one reference"),
    "an option with comma": (validation("H2", options=("a,b",)), "no commas"),
    "validations that overlap": (validation("A2:A3", options=("a",)), "A2:A9 and A2:A3 overlap"),
    "a long message": (validation("H2", options=("a",), error="x" * 300), "up to 225 characters"),
    "a chart of no type": (chart("radar", SALES), "of type 'radar'"),
    "a chart of nothing": (chart("line"), "at least one series"),
    "a pie of two": (chart("pie", SALES * 2), "one series and no axes"),
    "different categories": (chart("line", [*SALES, Series("Orders!C2:C3", "Orders!A2:A3")]), "share their"),
    "a scatter chart without x": (chart("scatter", SALES), "horizontal numbers"),
    "a block as series": (chart("line", [Series("Orders!B2:C3")]), "one row or one column"),
    "a series without sheet": (chart("line", [Series("C2:C3")]), "one range with its sheet"),
    "a series named twice": (chart("line", [Series("Orders!C2:C3", name="Orders!C1", typed_name="C")]), "not by both"),
    "a name with quotes": (chart("line", [Series("Orders!C2:C3", typed_name='1/2" pipe')]), "without quotes"),
    "a chart of hidden cells": (chart("line", [Series(f"'{HARD.replace(chr(39), chr(39) * 2)}'!A4")]), "are hidden"),
    "a chart in a hidden row": (
        book(
            lambda sheet: (
                setattr(sheet.row(9), "hidden", True),
                sheet.charts.append(Chart("line", SALES, anchor="H9")),
            )
        ),
        "begins in a hidden row or column",
    ),
    "unknown paper": (page(paper="B5"), "the paper 'B5'"),
    "a margin between millimetres": (page(top=1.234), "whole millimetres"),
    "scaled and fitted": (page(scale=80, fit_width=1, fit_height=1), "no scale"),
    "a font in the header": (page(header=("", '&"Arial"Orders', "")), "codes are &P"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_lies_outside_is_refused(name: str) -> None:
    make, sentence = REFUSED[name]
    with pytest.raises(PreparerError, match=sentence):
        CALC.write(make())


def test_the_rich_workbook_lies_inside() -> None:
    assert CALC.write(rich())[""]


def test_a_filter_can_hide_its_rows_itself() -> None:
    made = filtered(Criterion("B", conditions=((">", "1"), ("<", "3"))))()
    filters.apply(made.sheet(HARD))
    assert {number: row.hidden for number, row in made.sheet(HARD).rows.items()} == {2: True, 4: True}
    assert CALC.write(made)
    made.sheet(HARD)["A2"].put(date(2026, 1, 5))
    made.sheet(HARD).autofilter = AutoFilter("A1:B4", [Criterion("A", values=("a",))])
    with pytest.raises(PreparerError, match="texts and unformatted numbers"):
        filters.apply(made.sheet(HARD))


def test_a_spec_is_easily_built_and_copied() -> None:
    sheet = Workbook().add_sheet("Orders")
    sheet.put("B2", [[date(2026, 1, 5), time(9, 30), 5]])
    assert [cell.style.number_format for cell in sheet.range("B2:D2")] == ["yyyy-mm-dd", "hh:mm", "General"]
    assert (sheet.value("D2"), sheet.value("Z9"), sheet.get("Z9")) == (5, None, None)
    assert sheet.size() == (2, 4)
    copied = deepcopy(sheet)
    copied["D2"].put(6)
    assert (sheet.value("D2"), copied.value("D2")) == (5, 6)
    assert copied["B2"].style is sheet["B2"].style
    assert pickle.loads(pickle.dumps(sheet)) == sheet  # noqa: S301 - our own bytes
    assert repr(Style(bold=True, size=12)) == "Style(size=12, bold=True)"
    with pytest.raises(PreparerError, match=r"no sheet 'Other'; it has 'Orders'"):
        Workbook([sheet]).sheet("Other")
    with pytest.raises(PreparerError, match="already has a sheet"):
        Workbook([sheet]).add_sheet("ORDERS")
