"""Defects of instructions and of what they refer to, planted into good bundles.

no  what is planted                                                      found by
 7  the instruction names a column or a sheet that is not there          grounded
12  nobody says that the rest must stay as it is                         grounded
13  a number or a name of the rubric is not in the instruction           grounded
15  a reference fits several things                                      grounded
28  two right answers                                                    grounded
30  a date that can be read in two ways                                  readable
35  the answer is told, stands first or in a label                       sealed
"""

from __future__ import annotations

from datetime import date

import pytest

from forge.skills.calc.arithmetic import Arithmetic
from forge.skills.calc.enter_values import EnterValues
from forge.skills.calc.highlight_below import HighlightBelow
from forge.skills.calc.sort import Sort
from forge.skills.contract import KEEP
from forge.states.selectors import Selector

from ..tasks import made
from .asking import AskForLargest
from .planting import Parts, assert_found, spot

TELLS_SHEET = " This is about {{sheet}}."


def test_7_a_column_that_is_not_there(tmp_path):
    parts = Parts(made(HighlightBelow))
    sheet, column, row = spot(parts.fact("column").refers)
    parts.edit(lambda book: setattr(book.sheet(sheet)[f"{column}{row}"], "value", "Something else"))
    assert_found(
        parts.together(), tmp_path, "grounded", "column", str(parts.fact("column").refers), "Something else"
    )


def test_7_a_sheet_that_is_not_there(tmp_path):
    parts = Parts(made(Sort))
    parts.template += TELLS_SHEET
    told = parts.fact("sheet")

    def rename(book):
        book.sheet(told.value).name = "Archive of 2019"
        book.active = None

    parts.edit(rename)
    assert_found(parts.together(), tmp_path, "grounded", "sheet", str(told.refers), "refers to nothing")


def test_12_nobody_says_that_the_rest_must_stay(tmp_path):
    parts = Parts(made(HighlightBelow))
    parts.forget_the_rest()
    assert_found(parts.together(), tmp_path, "grounded", KEEP, "nothing else may change")


def test_13_another_number_in_the_instruction(tmp_path):
    parts = Parts(made(HighlightBelow))
    told = parts.fact("threshold").value
    parts.change_fact("threshold", value=told + 2, says=(str(told + 2),))
    assert_found(parts.together(), tmp_path, "grounded", "rule", "in no fact", f"={told}")


def test_13_another_name_in_the_instruction(tmp_path):
    parts = Parts(made(Arithmetic))
    told = parts.fact("header").value
    parts.change_fact("header", value="Sum of it all", says=('"Sum of it all"',))
    assert_found(parts.together(), tmp_path, "grounded", "labels", "in no fact", told)


def test_15_two_columns_of_one_name(tmp_path):
    parts = Parts(made(HighlightBelow))
    sheet, column, row = spot(parts.fact("column").refers)
    other = f"{'B' if column == 'A' else 'A'}{row}"
    parts.edit(lambda book: setattr(book.sheet(sheet)[other], "value", parts.fact("column").value))
    assert_found(parts.together(), tmp_path, "grounded", "column", "called the same", f"{other}.value")


def test_15_two_sheets_that_nobody_can_tell_apart(tmp_path):
    parts = Parts(made(Sort))
    parts.template += TELLS_SHEET
    twin = parts.fact("sheet").value + "."
    parts.edit(lambda book: book.add_sheet(twin))
    assert_found(parts.together(), tmp_path, "grounded", "sheet", "called the same", twin)


def test_28_two_right_answers(tmp_path):
    parts = Parts(made(AskForLargest))
    _, column, header = spot(parts.fact("column").refers)
    sheet, _, row = spot(parts.fact("answer").refers)
    other = f"{column}{header + 1 if row > header + 1 else header + 2}"
    parts.edit(lambda book: setattr(book.sheet(sheet)[other], "value", parts.fact("top").value))
    assert_found(parts.together(), tmp_path, "grounded", "top", str(parts.fact("top").refers), "2 things")


@pytest.mark.parametrize("day", ["3/2/2026", "03.02.26", "3-2-2026"])
def test_30_a_date_that_can_be_read_in_two_ways(tmp_path, day):
    parts = Parts(made(EnterValues))
    entries = parts.fact("entries")
    says = tuple(f"{words}, as of {day}," for words in entries.says)
    parts.change_fact("entries", value=(*entries.value, date(2026, 2, 3)), says=says)
    assert_found(parts.together(), tmp_path, "readable", "instruction.md", "two ways", day)


def test_35_the_answer_stands_in_the_instruction(tmp_path):
    parts = Parts(made(AskForLargest))
    answer = parts.fact("answer").value
    parts.template += f" I think that it is {answer}."
    assert_found(parts.together(), tmp_path, "sealed", "instruction.md", "answer", answer)


def test_35_a_result_stands_in_the_instruction(tmp_path):
    parts = Parts(made(Arithmetic))
    result = max(parts.fact("results").value)
    parts.template += f" The largest should be {result:,.2f}."
    assert_found(parts.together(), tmp_path, "sealed", "instruction.md", "results", f"{result:,.2f}")


def test_35_the_answer_stands_first(tmp_path):
    parts = Parts(made(AskForLargest))
    answer = parts.fact("answer")
    sheet, column, row = spot(answer.refers)
    first = next(iter(answer.worked_out_from[0].steps[1].filter))

    def swap(book):
        cells = book.sheet(sheet).cells
        for across in range(1, book.sheet(sheet).size()[1] + 1):
            cells[row, across], cells[first, across] = cells[first, across], cells[row, across]

    parts.edit(swap)
    moved = Selector(parts.mount).below("sheet", sheet).below("row", first).below("cell", column).of("value")
    parts.change_fact("answer", refers=moved)
    assert_found(
        parts.together(), tmp_path, "sealed", "answer", f"{column}{first}.value", "first of the entries"
    )


def test_35_the_answer_stands_in_a_label(tmp_path):
    parts = Parts(made(AskForLargest))
    answer = parts.fact("answer").value
    parts.edit(lambda book: book.add_sheet(f"Best {answer}"))
    assert_found(parts.together(), tmp_path, "sealed", "answer", "in a label", f"Best {answer}")
