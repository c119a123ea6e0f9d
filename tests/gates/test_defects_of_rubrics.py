"""Defects of rubrics, planted into good bundles.

no  what is planted                                                      found by
10  formulas are compared as text                                        fair
14  one of several right ways is taken for the only one                  fair
19  a constraint is told and never checked                               grounded, tight
20  a tolerance lets a wrong number through                              tight
21  damage elsewhere goes unnoticed                                      tight
23  the rubric reads what no reader gives                                solvable
31  a format that nobody asked for is required                           fair
34  an alternative for those who give up                                 tight
"""

from __future__ import annotations

import pytest

from forge.skills.calc.arithmetic import Arithmetic
from forge.skills.calc.enter_values import EnterValues
from forge.skills.calc.highlight_below import HighlightBelow
from forge.skills.calc.sort import Sort
from forge.states.answers import ANSWER
from forge.states.rubric import Close, Equals, OneOf
from forge.states.selectors import Selector
from forge.states.values import Formula

from ..tasks import made
from .asking import AskForLargest
from .planting import Parts, assert_found, results, spot


def test_10_formulas_compared_as_text(tmp_path):
    parts = Parts(made(Arithmetic))
    sheet, places = results(parts)
    with parts.book("golden") as book:
        written = tuple(Formula(book.sheet(sheet)[place].formula) for place in places)
    select = parts.requirement("values").any_of[0][0].select.of("formula")
    parts.change_requirement(
        "formulas", any_of=((Equals(select=select, each=written),),), reason="as the solution has it"
    )
    assert_found(parts.together(), tmp_path, "fair", "in_sum", f"{places[0]}.formula")


def test_14_one_right_way_is_taken_for_the_only_one(tmp_path):
    parts = Parts(made(HighlightBelow))
    parts.change_requirement("rule", any_of=parts.requirement("rule").any_of[:1])
    assert_found(parts.together(), tmp_path, "fair", "formula", "rule", "conditional_format")


def rows_of(book, select):
    """What stands in each of the selected rows."""
    sheet = book.sheet(select.steps[0].filter.keys[0])
    width = sheet.size()[1]
    return [
        [sheet.cell(row, column).value for column in range(1, width + 1)] for row in select.steps[1].filter
    ]


def test_14_ties_must_stand_as_in_the_golden(tmp_path):
    parts = Parts(made(Sort))
    (order, header) = parts.requirement("order").any_of[0]
    with parts.book("start") as book:
        before = rows_of(book, order.select)
    with parts.book("golden") as book:
        after = rows_of(book, order.select)
    first = next(iter(order.select.steps[1].filter))
    each = tuple(first + after.index(row) for row in before)
    only = Equals(select=order.select.of("@position"), each=each)
    parts.change_requirement("order", any_of=((only, header),), reason="as the solution has it")
    assert_found(parts.together(), tmp_path, "fair", "ties backwards", "order")


def test_19_a_constraint_that_nothing_checks(tmp_path):
    parts = Parts(made(Arithmetic))
    kept = tuple(item for item in parts.rubric.requirements if item.id != "formulas")
    parts.change_rubric(requirements=kept)
    bundle = parts.together()
    assert_found(bundle, tmp_path / "a", "grounded", "formulas", "no requirement checks it")
    assert_found(bundle, tmp_path / "b", "tight", "near miss", "values instead of formulas")


def test_20_a_tolerance_lets_a_wrong_number_through(tmp_path):
    parts = Parts(made(EnterValues))
    item = next(item for item in parts.rubric.requirements if isinstance(item.checks()[0], Close))
    parts.change_checks(item.id, lambda check: check.model_copy(update={"relative": 0.4}))
    _, column, row = spot(item.checks()[0].select)
    assert_found(parts.together(), tmp_path, "tight", f"{column}{row}.value")


@pytest.mark.parametrize("how", ["no invariant", "the whole workbook", "another file"])
def test_21_damage_elsewhere_goes_unnoticed(tmp_path, how):
    parts = Parts(made(HighlightBelow))
    guards = parts.rubric.invariants
    if how == "no invariant":
        parts.change_rubric(invariants=())
    elif how == "the whole workbook":
        parts.change_invariant(writes=(*guards[0].writes, Selector(parts.mount)))
    else:
        parts.change_invariant(mounts=("~/Documents/other.xlsx",))
    sheet, *_ = spot(parts.fact("column").refers)
    assert_found(parts.together(), tmp_path, "tight", "disturb", f"changed besides: {parts.mount}#{sheet}.")


def test_23_the_rubric_reads_a_property_that_no_reader_has(tmp_path):
    parts = Parts(made(EnterValues))
    item = parts.rubric.requirements[0]
    parts.change_checks(
        item.id, lambda check: check.model_copy(update={"select": check.select.of("matches")})
    )
    assert_found(parts.together(), tmp_path, "solvable", "matches")


def test_23_the_rubric_reads_what_no_probe_reads(tmp_path):
    parts = Parts(made(Arithmetic))
    (probe,) = parts.rubric.probes
    never = probe.reading(Selector(parts.mount).below("sheet", "Nowhere").below("row", 1).below("cell", "A"))
    parts.change_checks(
        "formulas",
        lambda check: check.model_copy(update={"select": never}) if isinstance(check, Close) else check,
    )
    assert_found(parts.together(), tmp_path, "solvable", "formulas", "Nowhere")


def test_34_an_alternative_for_those_who_give_up(tmp_path):
    parts = Parts(made(AskForLargest))
    options = (parts.fact("answer").value, "impossible")
    parts.change_checks("answer", lambda check: OneOf(select=ANSWER, options=options))
    assert_found(parts.together(), tmp_path, "tight", "impossible")


def test_31_a_format_that_nobody_asked_for(tmp_path):
    parts = Parts(made(Arithmetic))
    sheet, places = results(parts)
    (check,) = parts.requirement("values").checks()
    with parts.book("golden") as book:
        shown = book.sheet(sheet)[places[0]].style.number_format
    look = Equals(select=check.select.of("number_format"), expected=shown)
    parts.change_requirement("values", any_of=((check, look),), reason="as the solution has it")
    assert_found(parts.together(), tmp_path, "fair", "undressed", "values", f"{places[0]}.number_format")
