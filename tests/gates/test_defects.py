"""Each defect that published task sets had, planted into a good bundle: `forge check` must name the right gate.

Here those of documents, goldens and environments; those of rubrics, of wordings, of making and of scoring stand in
files of their own.

 no  what is planted                                                      found by
  1  a formula of the golden has no stored value                          calculated
  3  the stored value of a formula is stale                               calculated
  4  the start already passes, whole or in one requirement                solvable
  5  a sheet's name with a comma breaks an address                        solvable; hostile names as such pass
  6  the golden holds what nothing scores, or comes from other data       tight, solvable, grounded
  9  a function that engines and versions work out differently            calculated; the engine is named
 11  a state that the application does not keep                           stable, clean
 24  names of files that break a set-up                                   clean; hostile names as such pass
 25  what the set-up or a formula needs is not there                      set up, faithful, clean
 26  a step that cannot be run twice                                      set up
 29  a value that moves with the clock; a clock that was not declared     calculated, set up
 32  results from the wrong column, order or experiment                   solvable, calculated
 33  a typing error in what is expected                                   grounded, calculated
 36  golden, results or grader lie within the agent's reach               sealed
"""

from __future__ import annotations

import json
import re
import sys

import pytest

from forge.skills.calc.arithmetic import Arithmetic
from forge.skills.calc.enter_values import EnterValues
from forge.skills.calc.highlight_below import HighlightBelow
from forge.skills.calc.lookup import Lookup
from forge.skills.calc.sort import Sort
from forge.skills.setup import Setup
from forge.states.rubric import Close
from forge.states.selectors import Selector
from forge.storage.bundle import ENVIRONMENT, RUBRIC

from ..tasks import ENGINE, made, with_file
from . import (
    test_defects_of_making,
    test_defects_of_rubrics,
    test_defects_of_scoring,
    test_defects_of_wording,
)
from .asking import AskForLargest
from .planting import SHEET, Parts, assert_found, assert_good, edited, results, spot, with_public

HOSTILE = ('Q1, "North" & Söhne!', "It's 100% – done, 見積 (2)")
GOLDEN = "environment/files/home/Documents/.old/final.xlsx"


@pytest.mark.parametrize("kind", [Arithmetic, AskForLargest, EnterValues, HighlightBelow, Lookup, Sort])
def test_the_untouched_bundles_pass(kind, tmp_path):
    assert_good(made(kind), tmp_path)


@pytest.mark.libreoffice
@pytest.mark.parametrize("kind", [Arithmetic, AskForLargest, Lookup])
def test_the_untouched_bundles_pass_with_the_application(kind, tmp_path):
    assert_good(made(kind), tmp_path, engines=True)


def test_taking_apart_and_putting_together_changes_nothing():
    for kind in (Arithmetic, AskForLargest, Lookup):
        assert Parts(made(kind)).together().id == made(kind).id


def test_every_defect_is_planted():
    """The tables are what the tests are, and lack only what a workbook cannot show without a model or a screen."""
    covered = set()
    files = (
        test_defects_of_making,
        test_defects_of_rubrics,
        test_defects_of_scoring,
        test_defects_of_wording,
    )
    for module in (sys.modules[__name__], *files):
        listed = {int(number) for number in re.findall(r"^ *(\d+)  ", module.__doc__, re.MULTILINE)}
        heads = "".join(re.match(r"(?:test_(?:\d+_(?:and_)?)+)?", name)[0] for name in vars(module))
        assert {int(number) for number in re.findall(r"\d+", heads)} == listed
        covered |= listed
    assert covered == {*range(1, 37), 42} - {8, 16, 17, 18}


# Values that formulas should have


def test_1_a_formula_without_a_stored_value(tmp_path):
    parts = Parts(made(Arithmetic))
    _, places = results(parts)
    cell = rf'(<c r="{places[2]}"[^>]*><f>[^<]*</f>)<v>[^<]*</v>'
    parts.rewrite(SHEET, cell, r"\1", "golden")
    assert_found(parts.together(), tmp_path, "calculated", f"{places[2]}.value", "no stored value")


@pytest.mark.libreoffice
def test_3_a_stale_stored_value(tmp_path):
    """All else follows the stale value, as where a solution was worked out from a file that nobody recalculated."""
    parts = Parts(made(Arithmetic))
    sheet, places = results(parts)
    stale = (155.25, *parts.fact("results").value[1:])
    parts.change_fact("results", value=stale)
    parts.change_checks("values", lambda check: check.model_copy(update={"each": stale}))
    with parts.book("golden") as book:
        book.sheet(sheet)[places[0]].value = stale[0]
    assert_found(
        parts.together(), tmp_path, "calculated", f"{places[0]}.value", "stale", "155.25", engines=True
    )


@pytest.mark.parametrize("formula", ["_xlfn.XLOOKUP(1,A1:A2,A1:A2)", "_xlfn.LET(a,1,a)"])
def test_9_a_function_that_engines_work_out_differently(tmp_path, formula):
    parts = Parts(made(Arithmetic))
    _, places = results(parts)
    parts.rewrite(SHEET, rf'(<c r="{places[0]}"[^>]*><f>)[^<]*', rf"\1{formula}", "golden")
    name = formula.partition("(")[0].removeprefix("_xlfn.")
    assert_found(parts.together(), tmp_path, "calculated", f"{places[0]}.value", f"{name} is not allowed")


def test_9_the_bundle_names_the_engine():
    bundle = made(Arithmetic)
    assert bundle.contract.engine == ENGINE
    assert f'engine = "{ENGINE}"'.encode() in bundle.public["task.toml"]


def test_29_a_value_that_moves_with_the_clock(tmp_path):
    parts = Parts(made(Arithmetic))
    _, places = results(parts)
    parts.rewrite(SHEET, rf'(<c r="{places[0]}"[^>]*><f>)', r"\1TODAY()-TODAY()+", "golden")
    assert_found(
        parts.together(), tmp_path, "calculated", f"{places[0]}.value", "TODAY is not allowed", "clock"
    )


def test_32_results_from_the_wrong_column(tmp_path):
    parts = Parts(made(Arithmetic))
    sheet, places = results(parts)
    with parts.book("golden") as book:
        wrong = book.sheet(sheet)[places[0]]
        wrong.put(wrong.value + 1, f"{wrong.formula}+1")
    assert_found(parts.together(), tmp_path, "solvable", "values", f"{places[0]}.value")


def test_32_results_in_the_wrong_order(tmp_path):
    parts = Parts(made(Arithmetic))
    backwards = parts.fact("results").value[::-1]
    parts.change_fact("results", value=backwards)
    parts.change_checks("values", lambda check: check.model_copy(update={"each": backwards}))
    assert_found(parts.together(), tmp_path, "solvable", "values")


@pytest.mark.libreoffice
def test_32_results_of_another_experiment(tmp_path):
    """What a probe should read was worked out wrongly, in the fact, the rubric and the golden alike."""
    parts = Parts(made(Arithmetic))
    (probe,) = parts.rubric.probes
    wrong = {place: value + 1 for place, value in parts.golden.readings[probe.id].items()}
    parts.golden = parts.golden.model_copy(update={"readings": {probe.id: wrong}})
    parts.change_fact("outcomes", value=tuple(wrong.values()))
    moved = iter(wrong.values())
    parts.change_checks(
        "formulas",
        lambda check: (
            check.model_copy(update={"each": (next(moved),)}) if isinstance(check, Close) else check
        ),
    )
    assert_found(parts.together(), tmp_path, "calculated", str(probe.readings[0]), "experiment", engines=True)


def test_33_a_typing_error_in_the_answer(tmp_path):
    parts = Parts(made(AskForLargest))
    answer = parts.fact("answer")
    typo = answer.value[:-1] + "x"
    parts.change_fact("answer", value=typo)
    parts.change_checks("answer", lambda check: check.model_copy(update={"expected": typo}))
    parts.golden = parts.golden.model_copy(update={"answer": typo})
    assert_found(parts.together(), tmp_path, "grounded", "answer", str(answer.refers), typo, answer.value)


@pytest.mark.libreoffice
def test_33_a_typing_error_in_a_result(tmp_path):
    parts = Parts(made(Lookup))
    sheet, places = results(parts)
    typo = (parts.fact("results").value[0] * 10, *parts.fact("results").value[1:])
    parts.change_fact("results", value=typo)
    parts.change_checks("values", lambda check: check.model_copy(update={"each": typo}))
    with parts.book("golden") as book:
        book.sheet(sheet)[places[0]].value = typo[0]
    assert_found(parts.together(), tmp_path, "calculated", places[0], str(typo[0]), engines=True)


# What the start already holds, and where the golden comes from


def test_4_the_start_is_the_end(tmp_path):
    parts = Parts(made(HighlightBelow))
    parts.files["start"] = dict(parts.files["golden"])
    assert_found(parts.together(), tmp_path, "solvable", "rule", "true before anything is done")


def test_4_the_start_passes_in_part(tmp_path):
    parts = Parts(made(EnterValues))
    first = parts.rubric.requirements[0]
    (check,) = first.checks()
    sheet, column, row = spot(check.select)
    with parts.book("start") as book:
        book.sheet(sheet)[f"{column}{row}"].value = check.expected
    assert_found(parts.together(), tmp_path, "solvable", first.id, "true before anything is done")


def test_6_the_golden_holds_what_nothing_scores(tmp_path):
    parts = Parts(made(EnterValues))
    sheet, *_ = spot(parts.rubric.requirements[0].checks()[0].select)
    with parts.book("golden") as book:
        book.sheet(sheet)["Z9"].value = "Approved by the board"
    place = Selector(parts.mount).below("sheet", sheet).below("row", 9).below("cell", "Z")
    free = parts.rubric.invariants[0].writes
    parts.change_invariant(writes=(*free, place, Selector(parts.mount).below("sheet", sheet).below("column")))
    assert_found(parts.together(), tmp_path, "tight", "undo", "Z9")


def test_6_the_golden_comes_from_other_data(tmp_path):
    parts = Parts(made(Arithmetic))
    sheet, column, row = spot(parts.fact("first").refers)
    place = f"{column}{row + 3}"
    with parts.book("golden") as book:
        book.sheet(sheet)[place].value += 1
    assert_found(parts.together(), tmp_path, "solvable", "nothing else", place)


def test_6_a_result_rests_on_what_the_agent_does_not_have(tmp_path):
    parts = Parts(made(Arithmetic))
    prices = (
        Selector(parts.mount).below("sheet", "Prices 2026").below("row", 1).below("cell", "A").of("value")
    )
    parts.change_fact("results", worked_out_from=(prices,))
    assert_found(parts.together(), tmp_path, "grounded", "results", str(prices), "not there at the start")


# Names


@pytest.mark.libreoffice
@pytest.mark.parametrize("kind", [Arithmetic, HighlightBelow])
@pytest.mark.parametrize("name", HOSTILE)
def test_5_and_24_hostile_names_are_good_ones(kind, name, tmp_path):
    file = name.replace('"', "”")
    bundle = made(kind, sheet=name, file=file, folder="Документы/R & D, Köln's")
    assert bundle.mounts[0].mount.endswith(f"/R & D, Köln's/{file}.xlsx")
    assert_good(bundle, tmp_path, engines=True)


def test_5_a_name_breaks_an_address(tmp_path):
    name = "Q1, North"
    bundle = made(HighlightBelow, sheet=name)
    whole, broken = json.dumps(f'["{name}"]')[1:-1].encode(), json.dumps('["Q1","North"]')[1:-1].encode()
    rubric = bundle.private[RUBRIC]
    assert whole in rubric
    bundle = with_file(bundle, RUBRIC, rubric.replace(whole, broken))
    assert_found(bundle, tmp_path, "solvable", "rule", "nothing")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("what?.xlsx", "file systems refuse"),
        ("a: b.xlsx", "file systems refuse"),
        ("aux.xlsx", "reserved"),
        (" sums.xlsx", "ends or begins with a space"),
        ("zero\u200bwidth.xlsx", "cannot be seen"),
        ("u\u0308bersicht.xlsx", "composed form"),
    ],
)
def test_24_names_that_break_a_set_up(tmp_path, name, why):
    parts = Parts(made(HighlightBelow))
    parts.respell(parts.mount.rpartition("/")[2], name)
    assert_found(parts.together(), tmp_path, "clean", parts.mount, why)


# Files and set-up


@pytest.mark.libreoffice
def test_11_a_filter_that_hides_nothing(tmp_path):
    parts = Parts(made(HighlightBelow))
    flt = (
        '<autoFilter ref="A1:C20"><filterColumn colId="0"><filters><filter val="none of them"/></filters>'
        "</filterColumn></autoFilter>"
    )
    parts.rewrite(SHEET, "(</sheetData>)", rf"\1{flt}")
    assert_found(parts.together(), tmp_path, "stable", "autofilter: removed", engines=True)


def test_11_a_table_that_cannot_be_read(tmp_path):
    parts = Parts(made(HighlightBelow))
    parts.add_part("xl/pivotTables/pivotTable1.xml", b"<pivotTableDefinition/>")
    assert_found(parts.together(), tmp_path, "clean", "xl/pivotTables/pivotTable1.xml", "belong to no sheet")


def test_25_a_start_document_is_missing(tmp_path):
    bundle = made(HighlightBelow)
    path = next(path for path in bundle.public if path.endswith(".xlsx"))
    bundle = with_file(bundle, path, None)
    assert_found(bundle, tmp_path / "a", "faithful", "start", bundle.mounts[0].mount, "missing")
    assert_found(bundle, tmp_path / "b", "set up", "opens what is not there", path.rpartition("/")[2])


def test_25_the_set_up_opens_what_is_not_there(tmp_path):
    parts = Parts(made(HighlightBelow))
    parts.record = parts.record.model_copy(update={"setup": Setup(open=("~/Documents/gone.xlsx",))})
    assert_found(parts.together(), tmp_path, "set up", "steps[0]", "opens what is not there", "gone.xlsx")


def test_25_a_formula_needs_a_sheet_that_is_missing(tmp_path):
    parts = Parts(made(Lookup))
    name = parts.fact("list").value
    parts.rewrite(r"xl/workbook\.xml", f'name="{name}"', 'name="Mislaid"')
    assert_found(parts.together(), tmp_path, "clean", f"no sheet '{name}'")


def test_26_a_step_that_cannot_be_run_twice(tmp_path):
    bundle = made(HighlightBelow)
    step = {"type": "execute", "parameters": {"command": ["mv", "a.xlsx", "b.xlsx"]}}
    bundle = edited(bundle, ENVIRONMENT, steps=[*bundle.environment.steps, step])
    assert_found(bundle, tmp_path, "set up", f"steps[{len(bundle.environment.steps) - 1}]", "run twice")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("clock", "2031-01-01T00:00:00"),
        ("timezone", "Asia/Tokyo"),
        ("locale", "de_DE.UTF-8"),
        ("home", "/home/x"),
    ],
)
def test_29_an_environment_that_was_not_declared(tmp_path, field, value):
    bundle = edited(made(HighlightBelow), ENVIRONMENT, **{field: value})
    assert_found(bundle, tmp_path, "set up", field, value)


# Within the agent's reach


@pytest.mark.parametrize("kind", [Arithmetic, Lookup, AskForLargest])
def test_36_a_hidden_sheet_holds_the_solution(tmp_path, kind):
    parts = Parts(made(kind))
    name = "results" if kind is not AskForLargest else "answer"
    values = parts.fact(name).value

    def add(book):
        sheet = book.add_sheet("Key")
        sheet.put("B2", [[value] for value in (values if isinstance(values, tuple) else (values,))])
        sheet.hidden = True

    parts.edit(add)
    assert_found(parts.together(), tmp_path, "sealed", name, "Key")


def test_36_the_golden_lies_about(tmp_path):
    bundle = made(HighlightBelow)
    content = next(content for path, content in bundle.private.items() if path.endswith(".xlsx"))
    assert_found(with_public(bundle, GOLDEN, content), tmp_path / "a", "sealed", GOLDEN, "private file")
    parts = Parts(bundle)
    parts.add_part("docProps/thumbnail.jpeg", b"a picture")  # other bytes, the same document
    content = parts.files["golden"][parts.mount][""]
    assert_found(with_public(bundle, GOLDEN, content), tmp_path / "b", "sealed", GOLDEN, "is the golden")


@pytest.mark.parametrize(
    "path", ["tests/rubric.json", "contract.json", "tests/test.sh", "solution/golden.json"]
)
def test_36_the_grader_lies_about(tmp_path, path):
    bundle = made(Arithmetic)
    place = f"environment/{path.replace('/', '_')}"
    found = with_public(bundle, place, bundle.private[path])
    assert_found(found, tmp_path, "sealed", place, "private file")


def test_36_the_metadata_tell(tmp_path):
    bundle = made(AskForLargest)
    answer, digest = bundle.golden.answer, bundle.contract.mounts[0].golden
    toml = bundle.public["task.toml"]
    told = with_file(bundle, "task.toml", toml + f'\n[metadata.more]\nbest = "{answer}"\n'.encode())
    assert_found(told, tmp_path / "a", "sealed", "task.toml", "answer", answer)
    bundle = made(Arithmetic)
    digest = bundle.contract.mounts[0].golden
    told = with_file(
        bundle, "environment/Dockerfile", bundle.public["environment/Dockerfile"] + f"# {digest}\n".encode()
    )
    assert_found(told, tmp_path / "b", "sealed", "environment/Dockerfile", "digest")
