"""Defects of published task sets, planted into tasks on documents and on presentations.

no  what is planted                                                      found by
 4  the start already passes, whole or in one requirement                solvable
 6  the golden holds what nothing scores, or comes from other data       tight, solvable
 7  the instruction names a heading, slide or paragraph that is not there  grounded
11  a state that the application does not keep                           stable
12  nobody says that the rest must stay as it is                         grounded
13  a size or text of the rubric is not in the instruction               grounded
14  one right way is taken for the only one                              fair
15  a reference fits two headings                                        grounded
19  a constraint that nothing checks                                     grounded, tight
20  a tolerance lets a wrong place through                               tight
21  damage elsewhere goes unnoticed                                      tight
23  the rubric reads a property that no reader has                       solvable
24  names of files that break a set-up                                   clean; hostile names as such pass
25  a start document is not there                                        faithful, set up
33  a typing error in what is expected                                   grounded
35  the result is told                                                   sealed
36  the golden lies about                                                sealed
37  a link to the outside world                                          clean
"""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from forge.skills.contract import KEEP
from forge.skills.impress.alt_text import AltText
from forge.skills.impress.change_case import ChangeCase
from forge.skills.impress.fill_shape import FillShape
from forge.skills.impress.move_object import MoveObject
from forge.skills.impress.set_title import SetTitle
from forge.skills.impress.size import TextSize
from forge.skills.writer.cite import Cite
from forge.skills.writer.font_size import FontSize
from forge.skills.writer.highlight import Highlight
from forge.skills.writer.insert_table import InsertTable
from forge.skills.writer.page_break import PageBreak
from forge.states.rubric import Close, OneOf
from forge.states.selectors import Selector

from ..tasks import made, with_file
from .planting import Parts, assert_every_defect_is_planted, assert_found, assert_good, with_public

BODY = r"word/document\.xml"
KINDS = [
    Cite,
    FontSize,
    Highlight,
    InsertTable,
    PageBreak,
    AltText,
    ChangeCase,
    MoveObject,
    SetTitle,
    TextSize,
]
HOSTILE = "It's 100% – done & “fine”, Übersicht (2)"


def first(parts: Parts) -> str:
    """The id of the first requirement."""
    return parts.rubric.requirements[0].id


def a_stranger(parts: Parts, *sides: str) -> None:
    """Change something that no task is about: a document's last paragraph, a deck's first shape without text."""
    with parts.spec(parts.mount, *sides) as specs:
        for spec in specs:
            if parts.mount.endswith(".docx"):
                spec.paragraphs()[-1].runs[-1].text += " Approved by the board."
            else:
                spec.slides[-1].notes += " Approved by the board."


def test_every_defect_is_planted():
    assert_every_defect_is_planted(sys.modules[__name__])


@pytest.mark.parametrize("kind", KINDS)
def test_the_untouched_bundles_pass(kind, tmp_path):
    assert Parts(made(kind)).together().id == made(kind).id
    assert_good(made(kind), tmp_path)


@pytest.mark.parametrize("kind", [Cite, FontSize, SetTitle, TextSize])
def test_4_the_start_is_the_end(kind, tmp_path):
    parts = Parts(made(kind))
    parts.files["start"] = dict(parts.files["golden"])
    assert_found(parts.together(), tmp_path, "solvable", first(parts), "true before anything is done")


def test_4_a_heading_begins_a_page_already(tmp_path):
    parts = Parts(made(PageBreak, "hard"))
    number = next(iter(parts.rubric.requirements[0].checks()[0].select.steps[0].filter))
    with parts.spec(parts.mount, "start") as (document,):
        document.paragraphs()[number - 1].lay_out(page_break=True)
    assert_found(parts.together(), tmp_path, "solvable", first(parts), "true before anything is done")


def test_4_a_slide_has_its_title_already(tmp_path):
    parts = Parts(made(SetTitle, "hard"))
    number, text = parts.fact("slide").value, parts.fact("text").value
    with parts.spec(parts.mount, "start") as (deck,):
        position = number if isinstance(number, int) else parts.fact("slide").refers.path()[0][1]
        deck.slides[int(position) - 1].find("title").paragraphs[0].runs[0].text = text
    assert_found(parts.together(), tmp_path, "solvable", first(parts), "true before anything is done")


@pytest.mark.parametrize("kind", [FontSize, TextSize])
def test_6_the_golden_holds_what_nothing_scores(kind, tmp_path):
    parts = Parts(made(kind))
    a_stranger(parts, "golden")
    writes = parts.rubric.invariants[0].writes
    parts.change_invariant(
        writes=(
            *writes,
            Selector(parts.mount).below("paragraph" if kind is FontSize else "slide"),
        )
    )
    assert_found(parts.together(), tmp_path, "tight", "undo")


@pytest.mark.parametrize("kind", [Cite, InsertTable, ChangeCase, MoveObject])
def test_6_the_golden_comes_from_other_data(kind, tmp_path):
    parts = Parts(made(kind))
    a_stranger(parts, "golden")
    assert_found(parts.together(), tmp_path, "solvable", "nothing else")


@pytest.mark.parametrize(("kind", "name"), [(PageBreak, "first"), (FontSize, "first"), (AltText, "thing")])
def test_7_what_the_instruction_names_is_not_there(kind, name, tmp_path):
    parts = Parts(made(kind))
    (kind_of_entity, _), *rest = parts.fact(name).refers.path()
    wrong = Selector(parts.mount).below(kind_of_entity, 997)
    for step, key in rest:
        wrong = wrong.below(step, key)
    parts.change_fact(name, refers=replace(wrong, property=parts.fact(name).refers.property))
    assert_found(parts.together(), tmp_path, "grounded", name, "refers to nothing")


@pytest.mark.libreoffice
def test_11_a_page_break_that_is_dropped(tmp_path):
    parts = Parts(made(PageBreak))
    parts.rewrite(BODY, r"(<w:p>)(<w:pPr>)(<w:pStyle [^>]*>)", r"\1\2\3<w:pageBreakBefore/>")
    assert_found(parts.together(), tmp_path, "stable", "page_break_before", engines=True)


@pytest.mark.parametrize("kind", [FontSize, SetTitle])
def test_12_nobody_says_that_the_rest_must_stay(kind, tmp_path):
    parts = Parts(made(kind))
    parts.forget_the_rest()
    assert_found(parts.together(), tmp_path, "grounded", KEEP, "nothing else may change")


def test_13_another_size_in_the_instruction(tmp_path):
    parts = Parts(made(FontSize))
    told = parts.fact("size").value
    parts.change_fact("size", value=told + 2, says=(f"{told + 2:g} pt",))
    assert_found(parts.together(), tmp_path, "grounded", first(parts), "in no fact")


@pytest.mark.parametrize("kind", [SetTitle, AltText])
def test_13_another_text_in_the_instruction(kind, tmp_path):
    parts = Parts(made(kind))
    told = parts.fact("text").value
    parts.change_fact("text", value="Quite another one", says=('"Quite another one"',))
    assert_found(parts.together(), tmp_path, "grounded", "in no fact", told)


@pytest.mark.parametrize("kind", [Highlight, FillShape])
def test_14_one_shade_is_taken_for_the_only_one(kind, tmp_path):
    parts = Parts(made(kind))
    for item in parts.rubric.requirements:
        parts.change_checks(
            item.id,
            lambda check: (
                check.model_copy(update={"options": check.options[:1]}) if isinstance(check, OneOf) else check
            ),
        )
    assert_found(parts.together(), tmp_path, "fair", "other")


def test_15_two_headings_of_one_text(tmp_path):
    parts = Parts(made(PageBreak))
    text = parts.fact("first").value
    with parts.spec(parts.mount) as documents:
        for document in documents:
            twin = next(
                item for item in document.paragraphs() if item.style == "Heading 1" and item.text != text
            )
            twin.runs[0].text = text
    assert_found(parts.together(), tmp_path, "grounded", "first")


def test_19_a_constraint_that_nothing_checks(tmp_path):
    parts = Parts(made(FontSize, "hard"))
    parts.change_rubric(requirements=parts.rubric.requirements[:-1])
    assert_found(parts.together(), tmp_path, "grounded", "third", "no requirement checks it")


def test_20_a_tolerance_lets_a_wrong_place_through(tmp_path):
    parts = Parts(made(MoveObject))
    parts.change_checks(
        first(parts),
        lambda check: check.model_copy(update={"absolute": 9.0}) if isinstance(check, Close) else check,
    )
    assert_found(parts.together(), tmp_path, "tight")


@pytest.mark.parametrize("kind", [Cite, FontSize, ChangeCase, MoveObject])
@pytest.mark.parametrize("how", ["no invariant", "the whole file"])
def test_21_damage_elsewhere_goes_unnoticed(kind, how, tmp_path):
    parts = Parts(made(kind))
    if how == "no invariant":
        parts.change_rubric(invariants=())
    else:
        parts.change_invariant(writes=(*parts.rubric.invariants[0].writes, Selector(parts.mount)))
    assert_found(parts.together(), tmp_path, "tight", "disturb", f"changed besides: {parts.mount}#")


@pytest.mark.parametrize("kind", [FontSize, TextSize])
def test_23_the_rubric_reads_a_property_that_no_reader_has(kind, tmp_path):
    parts = Parts(made(kind))
    parts.change_checks(
        first(parts), lambda check: check.model_copy(update={"select": check.select.of("weight")})
    )
    assert_found(parts.together(), tmp_path, "solvable", "weight")


@pytest.mark.parametrize("kind", [FontSize, SetTitle])
def test_24_hostile_names_pass_and_wrong_ones_do_not(kind, tmp_path):
    for name in (HOSTILE, "aux"):
        parts = Parts(made(kind))
        old = parts.mount.rpartition("/")[2]
        parts.respell(old, name + parts.mount[parts.mount.rindex(".") :])
        if name == HOSTILE:
            assert_good(parts.together(), tmp_path / "a")
        else:
            assert_found(parts.together(), tmp_path / "b", "clean", parts.mount, "reserved")


@pytest.mark.parametrize("kind", [FontSize, SetTitle])
def test_25_a_start_document_is_missing(kind, tmp_path):
    bundle = made(kind)
    path = next(path for path in bundle.public if path.endswith((".docx", ".pptx")))
    bundle = with_file(bundle, path, None)
    assert_found(bundle, tmp_path / "a", "faithful", "start", bundle.mounts[0].mount, "missing")
    assert_found(bundle, tmp_path / "b", "set up", "opens what is not there")


@pytest.mark.parametrize("kind", [SetTitle, AltText])
def test_33_a_typing_error_in_what_is_expected(kind, tmp_path):
    parts = Parts(made(kind))
    typo = parts.fact("text").value[:-1] + "x"
    parts.change_checks(first(parts), lambda check: check.model_copy(update={"expected": typo}))
    with parts.spec(parts.mount, "golden") as (deck,):
        for slide in deck.slides:
            for shape in slide.shapes:
                if shape.description == parts.fact("text").value:
                    shape.description = typo
                if shape.text == parts.fact("text").value:
                    shape.paragraphs[0].runs[0].text = typo
    assert_found(parts.together(), tmp_path, "grounded", "in no fact", typo)


def test_35_the_result_is_told(tmp_path):
    parts = Parts(made(Cite))
    result = parts.fact("text_first").value
    parts.template += f" The paragraph is to read: {result}"
    assert_found(parts.together(), tmp_path, "sealed", "instruction.md", "text_first")


@pytest.mark.parametrize("kind", [Cite, SetTitle])
def test_36_the_golden_lies_about(kind, tmp_path):
    bundle = made(kind)
    content = next(text for path, text in bundle.private.items() if path.endswith((".docx", ".pptx")))
    place = f"environment/files/home/Documents/.old/final{'.docx' if kind is Cite else '.pptx'}"
    assert_found(with_public(bundle, place, content), tmp_path, "sealed", place, "private file")


@pytest.mark.parametrize(
    ("kind", "part"),
    [(FontSize, r"word/_rels/document\.xml\.rels"), (SetTitle, r"ppt/slides/_rels/.*\.rels")],
)
def test_37_a_picture_from_outside(kind, part, tmp_path):
    parts = Parts(made(kind))
    link = (
        '<Relationship Id="rId997" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" '
        'Target="https://pictures.example/logo.png" TargetMode="External"/>'
    )
    parts.rewrite(part, "(</Relationships>)", rf"{link}\1")
    assert_found(parts.together(), tmp_path, "clean", "pictures.example")
