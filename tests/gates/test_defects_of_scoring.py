"""Defects that the design makes impossible: whatever is left behind is scored, with a reason, or said to be unscored.

no  what is left behind                                                      what must come of it
 2  right formulas without stored values                                     success, or unscored; never 0
22  nothing, what no reader can read, a workbook that lacks what is asked    0 with a reason, no exception
31  the right value in another format, with another unit, in other letters   success
34  the start, with an answer that it is impossible                          0 on every task
"""

from __future__ import annotations

import shutil

import pytest

from forge.pipeline.scoring import Scored, Unscored, score_result
from forge.preparers.base import preparer
from forge.skills.calc.arithmetic import Arithmetic
from forge.skills.calc.enter_values import EnterValues
from forge.skills.calc.highlight_below import HighlightBelow
from forge.skills.calc.lookup import Lookup
from forge.skills.calc.sort import Sort
from forge.states.rubric import Close

from ..tasks import answering, document, leave, made
from .asking import AskForLargest
from .planting import SHEET, Parts, results, spot

UNPROBED = (EnterValues, HighlightBelow, Sort, AskForLargest)
"""Skills whose results can be scored without the application."""


def scored(bundle, home, *, engines=False) -> Scored:
    result = score_result(bundle, home, engines=engines)
    assert isinstance(result, Scored), result
    return result


def done(bundle, home):
    """The files of the golden and its answer, as somebody leaves them who did everything right."""
    leave(bundle, home, "golden")
    if bundle.golden.answer is not None:
        (home / "answer.txt").write_text(str(bundle.golden.answer))
    return home


# 2: formulas without stored values


def without_values(bundle):
    """The golden workbook of a bundle as a library writes it that cannot calculate."""
    parts = Parts(bundle)
    _, places = results(parts)
    for place in places:
        parts.rewrite(SHEET, rf'(<c r="{place}"[^>]*><f>[^<]*</f>)<v>[^<]*</v>', r"\1", "golden")
    content = parts.files["golden"][parts.mount]
    sheet = preparer("calc").parse(content).sheet(results(parts)[0])
    assert [sheet.value(place) for place in places] == [None] * len(places)
    return content[""]


@pytest.mark.libreoffice
@pytest.mark.parametrize("kind", [Arithmetic, Lookup])
def test_2_right_formulas_without_values_win(tmp_path, kind):
    bundle = made(kind)
    document(bundle, done(bundle, tmp_path)).write_bytes(without_values(bundle))
    result = scored(bundle, tmp_path, engines=True)
    assert (result.score.success, result.score.score, result.troubles) == (True, 1.0, {})


def test_2_nobody_who_could_calculate_them(tmp_path):
    """A task without experiments, so that it is the missing value alone that cannot be scored."""
    parts = Parts(made(EnterValues))
    sheet, *_ = spot(parts.rubric.requirements[0].checks()[0].select)
    parts.edit(lambda book: book.sheet(sheet)["Z1"].put(3, "=1+2"))
    bundle = parts.together()
    assert scored(bundle, done(bundle, tmp_path / "calculated")).score.success
    parts.rewrite(SHEET, "(<f>1[+]2</f>)<v>3</v>", r"\1", "golden")
    left = done(bundle, tmp_path / "not calculated")
    document(bundle, left).write_bytes(parts.files["golden"][parts.mount][""])
    result = score_result(bundle, left, engines=False)
    assert isinstance(result, Unscored)
    assert "Z1" in result.reason
    assert "no calculated value" in result.reason


# 22: what nobody can read, and what lacks everything that is asked for


def emptied(book):
    for sheet in book.sheets:
        sheet.cells.clear()
        sheet.merges.clear()


def elsewhere(book):
    for number, sheet in enumerate(book.sheets):
        sheet.name = f"Other {number}"
    book.active = None


def headless(book):
    for sheet in book.sheets:
        sheet.cells = {(row - 1, column): cell for (row, column), cell in sheet.cells.items() if row > 1}


FAULTS = {
    "no file": lambda file, book: file.unlink(),
    "no folder": lambda file, book: shutil.rmtree(file.parent),
    "no bytes": lambda file, book: file.write_bytes(b""),
    "half": lambda file, book: file.write_bytes(file.read_bytes()[:-900]),
    "a text": lambda file, book: file.write_bytes(b"see the other file"),
    "empty sheets": lambda file, book: emptied(book),
    "other sheets": lambda file, book: elsewhere(book),
    "no first row": lambda file, book: headless(book),
}


def spoil(bundle, home, how):
    """Leave the golden, then do something to it."""
    file = document(bundle, done(bundle, home))
    book = preparer("calc").parse({"": file.read_bytes()})
    before = preparer("calc").tree(book).digest()
    FAULTS[how](file, book)
    if preparer("calc").tree(book).digest() != before:
        book.names.clear()
        for sheet in book.sheets:  # what else it says of the cells that are gone cannot be written
            sheet.autofilter, sheet.charts, sheet.validations, sheet.conditional_formats = None, [], [], []
        file.write_bytes(preparer("calc").write(book)[""])


@pytest.mark.parametrize("how", FAULTS)
@pytest.mark.parametrize("kind", UNPROBED)
def test_22_what_is_left_is_a_loss_with_a_reason(tmp_path, kind, how):
    bundle = made(kind)
    assert scored(bundle, done(bundle, tmp_path / "good")).score.success
    spoil(bundle, tmp_path / "bad", how)
    result = scored(bundle, tmp_path / "bad").score
    assert (result.success, result.score) == (False, 0.0)
    assert all(item.why for item in result.failures())
    assert result.failures()


@pytest.mark.libreoffice
@pytest.mark.parametrize("how", ["no file", "half", "empty sheets", "other sheets"])
def test_22_also_where_the_application_is_asked(tmp_path, how):
    bundle = made(Arithmetic)
    spoil(bundle, tmp_path, how)
    result = scored(bundle, tmp_path, engines=True).score
    assert (result.success, result.score) == (False, 0.0)
    assert all(item.why for item in result.failures())


# 31: units and formats


@pytest.mark.parametrize(
    "answer", ["1250.5", "1,250.50", "$1,250.50", "€ 1 250.5", "1250.50 €", " 1250.500.\n"]
)
def test_31_a_number_in_another_format_is_the_same_answer(tmp_path, answer):
    home = leave(answering(), tmp_path, "golden")
    (home / "answer.txt").write_text(answer)
    assert scored(answering(), home).score.success


@pytest.mark.parametrize("answer", ["12505", "1.250", "-1250.5", "1250.5 or 1251", "about 1250.5?", "0"])
def test_31_and_another_number_is_not(tmp_path, answer):
    home = leave(answering(), tmp_path, "golden")
    (home / "answer.txt").write_text(answer)
    assert scored(answering(), home).score.score == 0.25


@pytest.mark.parametrize("change", [str.lower, str.upper, " {} \n".format, '"{}"'.format])
def test_31_an_entry_in_other_letters_is_the_same_answer(tmp_path, change):
    bundle = made(AskForLargest)
    home = done(bundle, tmp_path)
    json = change is not str.lower and change("x").startswith('"')
    (home / "answer.txt").rename(home / ("answer.json" if json else "answer.txt"))
    (home / ("answer.json" if json else "answer.txt")).write_text(change(bundle.golden.answer))
    assert scored(bundle, home).score.success


@pytest.mark.parametrize("shown", ["[$$-409]#,##0.00", '0.0" inches"', "0%", "#,##0"])
def test_31_a_cell_is_compared_by_its_value_and_not_as_it_is_shown(tmp_path, shown):
    parts = Parts(made(EnterValues))
    item = next(item for item in parts.rubric.requirements if isinstance(item.checks()[0], Close))
    sheet, column, row = spot(item.checks()[0].select)
    with parts.book("golden") as book:
        book.sheet(sheet)[f"{column}{row}"].restyle(number_format=shown)
    bundle = made(EnterValues)
    document(bundle, done(bundle, tmp_path)).write_bytes(parts.files["golden"][parts.mount][""])
    assert scored(bundle, tmp_path).score.success


# 34: giving up


@pytest.mark.parametrize("answer", ["impossible", "n/a", "The task is infeasible.", ""])
@pytest.mark.parametrize("kind", UNPROBED)
def test_34_giving_up_earns_nothing(tmp_path, kind, answer):
    bundle = made(kind)
    leave(bundle, tmp_path)
    (tmp_path / "answer.txt").write_text(answer)
    result = scored(bundle, tmp_path).score
    assert (result.success, result.score) == (False, 0.0)
    assert {item.id for item in result.failures()} == {item.id for item in bundle.rubric.requirements}


@pytest.mark.libreoffice
def test_34_also_where_the_application_is_asked(tmp_path):
    bundle = made(Arithmetic)
    leave(bundle, tmp_path)
    (tmp_path / "answer.txt").write_text("impossible")
    assert scored(bundle, tmp_path, engines=True).score.score == 0.0
