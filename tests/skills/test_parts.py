"""What parts need, touch and survey, and documents that are found instead of made."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forge.errors import SkillError
from forge.preparers.desktop import Desktop
from forge.preparers.files.spec import FileTree
from forge.preparers.impress.spec import Presentation
from forge.skills import inches
from forge.skills.content.names import Names
from forge.skills.contract import Company, Skill
from forge.skills.parts import surveyed, texts_around, touched_between
from forge.skills.registry import skill
from forge.skills.writer.support.found import parts_of, suitable_papers
from forge.skills.writer.support.house import House
from forge.skills.writer.support.kit import DOCUMENT
from forge.skills.writer.support.layout import Plan, build
from forge.states.selectors import Selector

FOLDER = "~/Work"


def tree(*paths: str) -> Desktop:
    desktop, made = Desktop(), FileTree()
    for path in paths:
        made.add(path, b"text\n")
    desktop.add(FOLDER, "files", made)
    return desktop


def test_what_is_touched_is_what_comes_goes_or_changes() -> None:
    before, after = tree("kept.txt", "Logs/one.log", "old.txt"), tree("kept.txt", "Logs/one.log", "new.txt")
    after.spec(FOLDER).file("Logs/one.log").data = b"another text\n"
    touched = touched_between(before.state(), after.state())
    assert set(touched[FOLDER]) == {"Logs/one.log", "old.txt", "new.txt"}
    assert touched_between(before.state(), before.copy().state()) == {}


@pytest.mark.parametrize(
    ("folders", "expected"),
    [(("",), True), (("Logs",), True), (("Logs/one.log",), True), (("Log",), False), ((), False)],
)
def test_a_folder_that_is_surveyed_holds_what_lies_below_it(folders: tuple[str, ...], expected: bool) -> None:
    touched = {FOLDER: ("Logs/one.log",)}
    assert bool(surveyed(touched, {FOLDER: folders})) is expected
    assert surveyed(touched, {"~/Elsewhere": folders}) is None


def test_words_rest_on_the_text_of_their_paragraph() -> None:
    place = Selector.parse("~/a.docx#paragraph[3]/word[2..4].bold")
    assert [str(text) for text in texts_around(place)] == ["~/a.docx#paragraph[3].text"]
    assert list(texts_around(Selector.parse("~/a.docx#paragraph[3].alignment"))) == []


def test_no_document_lies_in_a_folder_that_is_a_mount_nor_around_it() -> None:
    desktop = tree("a.txt")
    with pytest.raises(SkillError, match="lies in ~/Work"):
        desktop.add(f"{FOLDER}/slides.pptx", "impress", Presentation())
    with pytest.raises(SkillError, match="lies around ~/Work"):
        desktop.add("~", "files", FileTree())
    desktop.add(f"{FOLDER}ing.pptx", "impress", Presentation())


@given(st.integers(0, 10_000), st.sampled_from(("memo", "report", "minutes", "letter")))
@settings(max_examples=12, deadline=None)
def test_a_document_is_found_as_it_was_made(seed: int, form: str) -> None:
    variables = {"domain": "city library", "form": form, "sections": 3, "locale": "en"}
    kit = DOCUMENT.offline(Random(seed), variables)
    desktop = Desktop(cast=tuple(Names("en", Random(seed)).people(10)))
    made = build(kit, Plan(frozenset({"table", "list"}), frozenset({"footnotes"})), desktop, Random(seed))
    (found,) = suitable_papers(desktop, {"table"}, {"footnotes"}, kit, Random(seed + 1))
    assert found.house == made.house
    assert found.prose.people == made.prose.people
    assert found.headings() == made.headings()
    assert {"table", "list"} <= parts_of(made.spec)
    assert suitable_papers(desktop, {"picture"}, (), kit, Random(seed)) == []
    assert suitable_papers(desktop, (), {"table"}, kit, Random(seed)) == []


def test_the_look_of_a_house_can_be_read_without_a_table() -> None:
    kit = DOCUMENT.offline(Random(3), {"domain": "museum", "form": "memo", "sections": 3, "locale": "en"})
    made = build(kit, Plan(without=frozenset({"table"})), Desktop(), Random(3))
    read = House.of(made.spec)
    assert (read.font, read.size, read.body, read.margin) == (
        made.house.font,
        made.house.size,
        made.house.body,
        made.house.margin,
    )


@pytest.mark.parametrize("identity", ["writer.text.highlight", "impress.text.color", "calc.view.freeze"])
def test_people_are_pointed_to_where_they_stand(identity: str) -> None:
    pointing = skill(identity)
    parameters = pointing.sample(Random(1), "medium")
    nodes = pointing.nodes
    kits = {node.name: node.offline(Random(1), pointing.variables(parameters)) for node in nodes}
    desktop = Desktop(cast=tuple(Names("en", Random(4)).people(10)))
    pointing.furnish(Company((pointing,), (parameters,), kits), desktop, Random(2))
    pointers = [found for name in desktop.cast if (found := pointing.pointer(desktop, name)) is not None]
    assert pointers, "somebody of the cast stands where it can be told"
    for name in desktop.cast:
        pointer = pointing.pointer(desktop, name)
        if pointer is not None:
            assert all(name not in says for says in pointer.says)
            assert len(desktop.documents) == 1
    assert pointing.pointer(desktop, "Nobody Atall") is None
    assert type(pointing).pointer is not Skill.pointer


def test_the_slots_of_footnotes_are_filled() -> None:
    random = Random(1)
    variables = {"domain": "museum", "form": "report", "sections": 3, "locale": "en"}
    kit = DOCUMENT.offline(random, variables).model_copy(
        update={"footnotes": ("Up by {percent}.", "As of {month}.")}
    )
    paper = build(kit, Plan(frozenset(["footnotes"])), Desktop(), random)
    notes = [run.footnote for item in paper.body for run in item.runs if run.footnote]
    assert len(notes) == 2
    assert not any("{" in note for note in notes)


@pytest.mark.parametrize(
    ("length", "per_inch", "left"),
    [(12, inches.POINTS, 11.52), (18, inches.POINTS, 18), (0.75, inches.CENTIMETRES, 0.74)],
)
def test_a_field_in_inches_cuts_what_it_cannot_hold(length: float, per_inch: float, left: float) -> None:
    assert inches.kept(length, per_inch) == left
    assert length - inches.kept(length, per_inch) <= inches.lost(per_inch)
