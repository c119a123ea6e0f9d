"""What skills that ask for formulas share: experiments, conditions, rounding, grading, cash books."""

from __future__ import annotations

from datetime import date
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forge.errors import SkillError
from forge.preparers.desktop import Desktop
from forge.skills.calc.band_lookup import GRADES
from forge.skills.calc.support.bands import draw_limits, put_bands
from forge.skills.calc.support.books import put_book
from forge.skills.calc.support.cases import decided
from forge.skills.calc.support.conditional import Conditional
from forge.skills.calc.support.criteria import COMPARE, Criterion, draw_criteria, edge_cases
from forge.skills.calc.support.experiments import Inputs, spot_of
from forge.skills.calc.support.figures import AVERAGE, COUNT, SUM
from forge.skills.calc.support.formula_cells import FormulaCells, formula_column
from forge.skills.calc.support.layout import Plan, build
from forge.skills.calc.support.months import with_blanks
from forge.skills.calc.support.roundings import Mode, Rounding
from forge.skills.calc.support.side_sheets import add_side_sheet, rearranged
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import at_least
from forge.skills.content.offline import domain_names, table_kit
from forge.skills.instruction.voices import VOCABULARY
from forge.skills.instruction.words import ORDINARY
from forge.states.rubric import Equals
from forge.states.values import Error

NEEDS = at_least(category=1, status=1, money=2, quantity=1, date=1)
SEEDS = st.integers(0, 10_000)


def a_table(seed: int, rows: int = 30) -> tuple[Table, Desktop]:
    random = Random(seed)
    wanted: dict[str, Any] = {
        "domain": random.choice(domain_names()),
        "locale": "en",
        "needs": NEEDS,
        "columns": 8,
    }
    desktop = Desktop()
    return build(table_kit(random, wanted), Plan(rows), desktop, random), desktop


def doubled(table: Table) -> FormulaCells[int]:
    """A column with twice the first amount."""
    money = table.column("money")
    return formula_column(
        table,
        table.new_column("Twice"),
        lambda row: f"={table.place(money, row)}*2",
        lambda inputs, row: inputs.number(table, money, row) * 2,
        experiments=({spot_of(table, money, table.last_row): 21},),
        probed=(table.first_row, table.last_row),
        sources=(table.selector(money, "value"),),
    )


def test_what_a_probe_reads_tells_formulas_from_numbers() -> None:
    table, desktop = a_table(1)
    cells, probe = doubled(table), doubled(table).probes[0]
    first, last = (str(reading) for reading in probe.readings)
    money = table.column("money")
    live, typed, short = desktop.copy(), desktop.copy(), desktop.copy()
    cells.fill(live)
    cells.fill(typed, live=False)
    cells.fill(short, left_out=[table.last_row])
    assert live.readings[probe.id] == {first: table.number(money, table.first_row) * 2, last: 42}
    assert typed.readings[probe.id][last] == table.number(money, table.last_row) * 2
    assert last not in short.readings[probe.id]
    cell = table.cell(live, table.new_column("Twice"), table.first_row)
    assert cell.formula == f"={table.place(money, table.first_row)}*2"
    assert table.cell(typed, table.new_column("Twice"), table.first_row).formula is None


def test_looks_and_widths_are_free_and_what_is_written_is_not() -> None:
    cells = doubled(a_table(2)[0])
    written, free = {str(item) for item in cells.writes}, {str(item) for item in cells.free}
    assert not written & free
    assert str(cells.cells("value")) in written
    assert str(cells.cells("bold")) in free
    assert not any(str(cells.cells(name)) in written | free for name in ("comment", "link"))


def test_blank_cells_may_be_empty_or_show_nothing() -> None:
    table = a_table(3)[0]
    cells = doubled(table)
    value, formula = table.at("Z1", "value"), table.at("Z1", "formula")
    values = next(item for item in with_blanks(cells.requirements(), value, formula) if item.id == "values")
    assert len(values.any_of) == 2
    assert any(isinstance(check, Equals) and check.expected == "" for check in values.any_of[1])


OPERANDS: dict[str, tuple[str, ...]] = {
    "number": ("<", "<=", ">", ">="),
    "text": ("=", "<>"),
    "date": ("<", "<=", ">", ">="),
}


@pytest.mark.parametrize(
    ("kind", "operator"), [(kind, one) for kind, many in OPERANDS.items() for one in many]
)
def test_the_edges_of_a_condition_tell_it_from_what_it_is_taken_for(kind: str, operator: str) -> None:
    table = a_table(4)[0]
    column = {"number": table.column("money"), "text": table.column("status"), "date": table.column("date")}[
        kind
    ]
    operand: Any = {"number": 40, "text": table.classes(table.column("status"))[0], "date": date(2025, 3, 1)}[
        kind
    ]
    criterion = Criterion(table, column, operator, operand)
    assert criterion.holds(criterion.edge(met=True))
    assert not criterion.holds(criterion.edge(met=False))
    edges = [criterion.edge(met=met) for met in (True, False)]
    assert any(criterion.holds(edge) != criterion.loose().holds(edge) for edge in edges)


def test_a_condition_is_written_as_formulas_want_it() -> None:
    table = a_table(5)[0]
    day, status, money = table.column("date"), table.column("status"), table.column("money")
    assert Criterion(table, day, ">=", date(2025, 3, 1)).match == '">="&DATE(2025,3,1)'
    assert Criterion(table, status, "=", 'the "old" one').match == '"the ""old"" one"'
    assert Criterion(table, status, "<>", "Open").match == '"<>Open"'
    assert Criterion(table, money, "<", 40).test("B7") == "B7<40"
    assert Criterion(table, status, "=", "Open", written="$A4").match == "$A4"


@given(SEEDS, st.integers(1, 2))
@settings(max_examples=15, deadline=None)
def test_conditions_divide_the_rows_and_are_tried_in_every_combination(seed: int, number: int) -> None:
    table = a_table(seed)[0]
    criteria = draw_criteria(table, Random(seed), number)
    start = Inputs()
    fitting = [row for row in table.row_numbers if all(item.fits(start, row) for item in criteria)]
    assert 4 <= len(fitting) <= len(table) - 4
    tried = table.row_numbers[-(2**number) :]
    after = Inputs(edge_cases(criteria, tried))
    assert len({tuple(item.fits(after, row) for item in criteria) for row in tried}) == 2**number
    assert all(item.fits(after, table.last_row) for item in criteria)


def test_conditions_that_no_table_gives_are_refused() -> None:
    table = a_table(6)[0]
    with pytest.raises(SkillError, match="conditions"):
        draw_criteria(table, Random(1), 3, [table.column("status")])


def test_comparisons_are_those_of_the_words() -> None:
    assert [COMPARE[sign](2, 2) for sign in ("<", "<=", ">", ">=", "=", "<>")] == [
        False,
        True,
        False,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("join", "met", "case"),
    [
        ("and", (True, False), 1),
        ("or", (True, False), 0),
        ("else", (False, True), 1),
        ("else", (False, False), 2),
    ],
)
def test_conditions_decide_between_cases(join: Any, met: tuple[bool, ...], case: int) -> None:
    assert decided(join, met) == case


def test_figures_of_the_rows_that_meet_a_condition() -> None:
    table = a_table(7)[0]
    money, status = table.column("money"), table.column("status")
    text = table.classes(status)[0]
    rows = table.rows_where(status, lambda value: value == text)
    condition = (Criterion(table, status, "=", text),)
    numbers = [table.number(money, row) for row in rows]
    items = {figure: Conditional(table, table, figure, money, condition) for figure in (COUNT, SUM, AVERAGE)}
    assert items[COUNT].value(Inputs()) == len(rows)
    assert items[SUM].value(Inputs()) == pytest.approx(sum(numbers))
    assert items[AVERAGE].value(Inputs()) == pytest.approx(sum(numbers) / len(numbers))
    assert items[SUM].formula() == f'=SUMIFS({table.range(money)},{table.range(status)},"{text}")'
    none = Conditional(table, table, AVERAGE, money, (Criterion(table, money, "<", -1),))
    assert none.value(Inputs()) == Error("#DIV/0!")


MODES: dict[Mode, str] = {"nearest": ROUND_HALF_UP, "up": ROUND_CEILING, "down": ROUND_FLOOR}


@given(
    st.decimals(0, 100_000, places=2),
    st.sampled_from(sorted(MODES)),
    st.sampled_from(["1", "5", "10", "0.1"]),
)
def test_rounding_is_what_decimal_arithmetic_gives(number: Decimal, mode: Mode, step: str) -> None:
    rounding = Rounding(mode, step)
    if rounding.is_sure(float(number)):
        wanted = (number / Decimal(step)).quantize(Decimal(1), MODES[mode]) * Decimal(step)
        assert rounding.value(float(number)) == pytest.approx(float(wanted))


@pytest.mark.parametrize("step", ["0.1", "1", "5", "50"])
def test_the_edges_of_rounding_tell_all_ways_apart(step: str) -> None:
    edges = Rounding("up", step).edges()
    outcomes = {tuple(Rounding(mode, step).value(edge) for edge in edges) for mode in MODES}
    assert len(outcomes) == 3
    assert all(tuple(edges) != outcome for outcome in outcomes)


def test_rounding_is_written_with_the_function_that_fits() -> None:
    assert Rounding("nearest", "0.1").formula("B2") == "=ROUND(B2,1)"
    assert Rounding("up", "100").formula("B2") == "=ROUNDUP(B2,-2)"
    assert Rounding("down", "5").formula("B2") == "=FLOOR(B2,5)"
    assert Rounding("nearest", "50").formula("B2*C2") == "=MROUND(B2*C2,50)"
    assert Rounding("up", "5").cut("B2") == "=-INT(-(B2)/5)*5"


@given(SEEDS, st.booleans())
@settings(max_examples=10, deadline=None)
def test_numbers_are_graded_by_the_highest_limit_that_they_reach(seed: int, falls: bool) -> None:
    table, desktop = a_table(seed)
    amount, limits = draw_limits(table, Random(seed), 4)
    bands = list(zip(limits, "abcd", strict=False))
    grading = put_bands(
        table, desktop, amount, ("Limits", "At least", "Grade"), bands[::-1] if falls else bands
    )
    assert grading.falls == falls
    for limit, grade in bands:
        assert grading.grade(Inputs(), limit) == grade
        assert grading.grade(Inputs(), limit - 0.01) != grade
    after = Inputs(grading.shifted_limits(grading.rows_to_try(Random(seed))))
    assert (
        grading.graded(after, table.last_row) == bands[-2][1]
        or grading.graded(after, table.last_row) == f"{bands[-2][1]} II"
    )
    assert grading.remembered(after, table.last_row) == bands[-1][1]


def test_no_grade_is_a_word_that_instructions_are_made_of() -> None:
    words = {word.casefold() for _, _, grades in GRADES for word in grades}
    assert not words & (VOCABULARY | ORDINARY)


@given(SEEDS, st.booleans())
@settings(max_examples=10, deadline=None)
def test_a_cash_book_carries_on_what_is_left(seed: int, kinds: bool) -> None:
    table, desktop = a_table(seed)
    book = put_book(table, desktop, Random(seed), 20, unfinished=6, kinds=kinds)
    sheet, left = book.table.worksheet(desktop), book.left
    for row in range(book.table.first_row + 1, book.first):
        before, after = (sheet.value(book.table.place(left, at)) for at in (row - 1, row))
        assert after == pytest.approx(before + book.change(Inputs(), row))
    assert sheet.value(book.table.place(left, book.first)) is None
    outward = -book.change(Inputs(), book.first)
    assert book.added(Inputs(), book.first) == pytest.approx(
        book.value(Inputs(), book.first - 1) + abs(outward)
    )
    assert book.moved(Inputs(), book.first) != book.value(Inputs(), book.first)


def test_a_small_table_is_brought_into_another_order() -> None:
    table, desktop = a_table(8)
    columns = {
        TableColumn("Key", "label", ""): ["x", "y", "z"],
        TableColumn("Said", "label", ""): ["1st", "2nd", "3rd"],
    }
    table, side = add_side_sheet(table, desktop, "A list: short?", columns)
    assert (side.sheet, table.only_sheet) == ("A list short", False)
    turned = rearranged(side, desktop, side.columns[::-1], [2, 4])
    sheet = turned.worksheet(desktop)
    assert [[sheet.value(f"{letter}{row}") for letter in "AB"] for row in range(1, 5)] == [
        ["Said", "Key"],
        ["1st", "x"],
        ["3rd", "z"],
        [None, None],
    ]
    assert turned.values("Key") == ("x", "z")
