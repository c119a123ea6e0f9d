"""Clean files, right values and near misses: what the preparer tells gates about workbooks."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge.preparers.base import Problem, preparer
from forge.preparers.calc import places
from forge.preparers.calc.functions import ALLOWED, REFUSED, why_not
from forge.preparers.calc.spec import Workbook
from forge.preparers.office import cleanliness
from forge.preparers.office.file_types import WORKBOOK
from forge.preparers.office.package import pack, unpack
from forge.states.changes import Comparison, own_changes
from forge.states.entities import State, Tree, share
from forge.states.probes import probe_tree
from forge.states.resolve import values
from forge.states.rubric import ProbeSpec
from forge.states.values import Error

from .rich import rich

CALC = preparer("calc")
MOUNT = "~/orders.xlsx"
BOOK, SHEET = "xl/workbook.xml", "xl/worksheets/sheet1.xml"


def with_part(name: str, change: Callable[[bytes], bytes]) -> dict[str, bytes]:
    parts = unpack(CALC.write(rich())[""], "it", WORKBOOK)
    parts[name] = change(parts.get(name, b""))
    return {"": pack(parts)}


def replaced(name: str, old: bytes, new: bytes) -> dict[str, bytes]:
    def change(content: bytes) -> bytes:
        assert old in content
        return content.replace(old, new, 1)

    return with_part(name, change)


def problems(files: dict[str, bytes]) -> list[Problem]:
    return CALC.problems(files, CALC.read(files))


def miscalculated(files: dict[str, bytes], observed: Tree | None = None) -> list[Problem]:
    return CALC.miscalculated(CALC.read(files), observed)


def linked(target: bytes) -> dict[str, bytes]:
    return replaced("xl/worksheets/_rels/sheet1.xml.rels", b"https://example.org/", target)


UNCLEAN: dict[str, tuple[Callable[[], dict[str, bytes]], str, str]] = {
    "macros": (lambda: with_part("xl/vbaProject.bin", lambda _: b"x"), "xl/vbaProject.bin", "code or controls"),
    "another workbook": (
        lambda: with_part("xl/externalLinks/externalLink1.xml", lambda _: b"<a/>"),
        "xl/externalLinks/externalLink1.xml",
        "links to other workbooks",
    ),
    "outside data": (lambda: with_part("xl/connections.xml", lambda _: b"<a/>"), "xl/connections.xml", "outside data"),
    "an embedded file": (
        lambda: with_part("xl/embeddings/a.docx", lambda _: b"x"), "xl/embeddings/a.docx", "embedded objects"
    ),
    "a printer": (
        lambda: with_part("xl/printerSettings/printerSettings1.xml", lambda _: b"x"),
        "xl/printerSettings/printerSettings1.xml",
        "traces of the machine",
    ),
    "a path": (
        lambda: replaced(BOOK, b"<workbookPr/>", b'<workbookPr/><a absPath="/home/user/x"/>'), BOOK, "absolute path"
    ),
    "a home folder": (lambda: replaced(SHEET, b"<t>Ann</t>", b"<t>see /home/user/x</t>"), SHEET, "absolute path"),
    "a drive": (lambda: replaced(SHEET, b"<t>Ann</t>", b"<t>C:\\Users\\ann</t>"), SHEET, "absolute path"),
    "an author": (
        lambda: replaced("docProps/core.xml", b"</cp:core", b"<dc:creator>Ann</dc:creator></cp:core"),
        "docProps/core.xml",
        "who made it",
    ),
    "a time": (
        lambda: replaced("docProps/core.xml", b"2026-01-05T08:00:00Z", b"2026-02-07T08:00:00Z"),
        "docProps/core.xml",
        "when it was made",
    ),
    "a link to a live site": (lambda: linked(b"https://www.wikipedia.org/"), "Orders!A3.link", "may die"),
    "mail to a real host": (lambda: linked(b"mailto:ann@mail.com"), "Orders!A3.link", "may die"),
    "a name of a missing sheet": (
        lambda: replaced(BOOK, b"Lists!$B$1:$B$3", b"Gone!$B$1:$B$3"), "name[Rates].refers", "no sheet 'Gone'"
    ),
    "a name of nothing": (lambda: replaced(BOOK, b"Lists!$B$1:$B$3", b"#REF!"), "name[Rates].refers", "leads nowhere"),
    "a formula to a missing sheet": (
        lambda: replaced(SHEET, b"SUM(C2:C3)", b"SUM(Gone!C2:C3)"), "Orders!C4.formula", "no sheet 'Gone'"
    ),
    "a formula with a missing name": (
        lambda: replaced(SHEET, b"SUM(C2:C3)", b"SUM(Gone)"), "Orders!C4.formula", "'Gone' is not defined"
    ),
    "a formula to another workbook": (
        lambda: replaced(SHEET, b"SUM(C2:C3)", b"SUM([1]Orders!C2:C3)"), "Orders!C4.formula", "another workbook"
    ),
    "a chart of a missing sheet": (
        lambda: replaced("xl/charts/chart1.xml", b"Orders!$C$2:$C$3", b"Gone!$C$2:$C$3"),
        "Orders!chart[1]/series[1].values",
        "no sheet 'Gone'",
    ),
}  # fmt: skip


def test_a_prepared_workbook_is_clean() -> None:
    assert problems(CALC.write(rich())) == []


@pytest.mark.parametrize("name", UNCLEAN)
def test_what_is_not_clean_is_named_with_its_place(name: str) -> None:
    make, where, what = UNCLEAN[name]
    found = problems(make())
    assert [(problem.where, what in problem.what) for problem in found] == [(where, True)], found


def totals(formula: str, value: object) -> Workbook:
    book = Workbook()
    sheet = book.add_sheet("Orders")
    sheet.put("A1", [[1], [2], [3]])
    sheet["A4"].put(value, formula)  # type: ignore[arg-type]  # also wrong ones
    return book


def problems_of(formula: bytes, value: bytes) -> list[Problem]:
    parts = unpack(CALC.write(totals("=SUM(A1:A3)", 6))[""], "it", WORKBOOK)
    parts[SHEET] = parts[SHEET].replace(b"<f>SUM(A1:A3)</f><v>6</v>", b"<f>%s</f>%s" % (formula, value))
    return miscalculated({"": pack(parts)})


def test_a_right_workbook_is_calculated() -> None:
    book = totals("=SUM(A1:A3)", 6)
    assert miscalculated(CALC.write(book), CALC.tree(book)) == []


@pytest.mark.parametrize(
    ("formula", "value", "what"),
    [
        (b"SUM(A1:A3)", b"", "has no stored value"),
        (b"XLOOKUP(1,A1:A3,A1:A3)", b"<v>1</v>", "XLOOKUP is not allowed"),
        (b"NOW()", b"<v>1</v>", "NOW is not allowed: its value changes with the clock"),
        (b"FROBNICATE(1)", b"<v>1</v>", "FROBNICATE is not allowed: it is not among those"),
    ],
)
def test_formulas_that_cannot_be_trusted_are_named(formula: bytes, value: bytes, what: str) -> None:
    found = problems_of(formula, value)
    assert [problem.where for problem in found] == ["Orders!A4.value"]
    assert what in found[0].what


def test_an_error_value_is_named() -> None:
    found = miscalculated(CALC.write(totals("=1/0", Error("#DIV/0!"))))
    assert [(problem.where, problem.actual) for problem in found] == [("Orders!A4.value", "#DIV/0!")]


@pytest.mark.libreoffice
def test_a_stale_value_is_found_by_the_application() -> None:
    files = CALC.write(totals("=SUM(A1:A3)", 7))
    found = miscalculated(files, CALC.observe(files).tree)
    assert [(p.where, p.expected, p.actual) for p in found] == [("Orders!A4.value", "6", "7")]
    good = CALC.write(totals("=SUM(A1:A3)", 6))
    assert miscalculated(good, CALC.observe(good).tree) == []


@pytest.mark.libreoffice
def test_a_probe_tells_a_formula_from_a_number() -> None:
    probe = ProbeSpec(
        id="more",
        mount=MOUNT,
        inputs=((places.cell(MOUNT, "Orders", "A1"), 10),),
        readings=(places.cell(MOUNT, "Orders", "A4"),),
    )
    (address,) = map(str, probe.readings)
    constant = totals("=SUM(A1:A3)", 6)
    constant.sheet("Orders")["A4"].formula = None
    for book, expected in ((totals("=SUM(A1:A3)", 6), 15), (constant, 6)):
        observed = CALC.observe(CALC.write(book), [probe])
        assert observed.readings == {"more": {address: expected}}
        assert observed.engine.startswith("LibreOffice ")
        assert CALC.tree(book).digest() == observed.tree.digest()


def filled(rows: int) -> tuple[State, State]:
    """A start and a golden state: a column of formulas, one of numbers and one of colours was added."""
    start = Workbook()
    sheet = start.add_sheet("Orders")
    sheet.put("A1", [["Name", "Price", "Quantity"]] + [[f"n{row}", row, 2] for row in range(2, rows + 2)])
    golden = Workbook([sheet])
    before = CALC.tree(golden)
    sheet.put("D1", [["Total", "Rank"]])
    for row in range(2, rows + 2):
        sheet[f"D{row}"].put(row * 2, f"=B{row}*C{row}")
        sheet[f"E{row}"].put(row)
        sheet[f"A{row}"].restyle(bold=True)
    after = share(before, CALC.tree(golden))
    reading = str(places.cell(MOUNT, "Orders", "D2"))
    probes = probe_tree({reading: 40})
    return State({MOUNT: before}), State({MOUNT: after, "probe:p": probes})


def test_near_misses_are_wrong_ends_that_people_would_try() -> None:
    start, golden = filled(4)
    patches = {patch.name: patch for patch in CALC.near_misses(start, golden, MOUNT)}
    assert set(patches) == {
        "values instead of formulas",
        "one row off",
        "last row left out",
        "numbers as text",
    }
    states = {name: patch.apply(start, golden) for name, patch in patches.items()}
    for state in states.values():
        assert own_changes(Comparison(golden, state).changes())

    def column(name: str, letter: str, prop: str) -> list[object]:
        return list(values(places.cells(MOUNT, "Orders", f"{letter}2:{letter}5", prop), states[name]))

    assert column("values instead of formulas", "D", "formula") == [None] * 4
    assert column("values instead of formulas", "D", "value") == [4, 6, 8, 10]
    reading = states["values instead of formulas"].trees["probe:p"].root.children[0]
    assert reading.properties["value"] == 4
    assert column("one row off", "E", "value") == ["Rank", 2, 3, 4]
    assert column("last row left out", "E", "value") == [2, 3, 4, None]
    assert column("last row left out", "A", "bold") == [True, True, True, False]
    assert column("numbers as text", "E", "value") == ["2", "3", "4", "5"]
    assert column("numbers as text", "D", "value") == [4, 6, 8, 10]


def test_nothing_done_has_no_near_misses() -> None:
    start, _ = filled(3)
    assert CALC.near_misses(start, start, MOUNT) == []


def test_every_function_is_allowed_or_refused_with_a_reason() -> None:
    assert not ALLOWED & set(REFUSED)
    assert why_not("SUM") is None
    for name, reason in REFUSED.items():
        assert why_not(name) == f"{name} is not allowed: {reason}"


@given(st.from_regex(cleanliness._ABSOLUTE))
def test_whatever_is_an_absolute_path_is_looked_at(content: bytes) -> None:
    assert any(sign in content for sign in cleanliness._IN_ABSOLUTE)
