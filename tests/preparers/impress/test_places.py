"""Selectors of presentations, the looks of paragraphs, and how addresses read."""

from __future__ import annotations

import pytest

from forge.errors import PreparerError
from forge.preparers.base import preparer
from forge.preparers.impress import places
from forge.preparers.impress.frames import LAYOUTS, layout_of, new_slide
from forge.preparers.impress.schema import SCHEMA
from forge.preparers.impress.spec import Colour, Master, Paragraph, Presentation, Run
from forge.preparers.impress.stretches import looks_of
from forge.states.changes import Comparison
from forge.states.entities import State
from forge.states.resolve import resolve, values
from forge.states.selectors import Selector
from forge.states.values import Value

from .rich import RED, rich

IMPRESS = preparer("impress")
MOUNT = "~/deck.pptx"


def read(selector: Selector) -> list[Value]:
    return values(selector, State({MOUNT: IMPRESS.tree(rich())}))


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        (places.presentation(MOUNT, "width"), [33.86]),
        (places.slides(MOUNT, "hidden"), [False, False, True, False, False]),
        (places.slide(MOUNT, 2, "notes"), ["Thank the team.\nThen go on."]),
        (places.title(MOUNT, 2, "text"), ["What we did"]),
        (places.title(MOUNT, 2, "size"), [40]),
        (places.shape(MOUNT, 3, "Logo", "width"), [6]),
        (places.shape(MOUNT, 1, places.role_key("slide number"), "role"), ["slide number"]),
        (places.paragraphs(MOUNT, 2, "body", "level"), [1, 2, 1, 1]),
        (places.paragraph(MOUNT, 2, "body", 3, "bold"), [False]),
        (places.stretch(MOUNT, 2, "body", 3, "nine", "colour"), [RED]),
        (places.stretches(MOUNT, 2, "body", "bold"), [True]),
        (places.table_cell(MOUNT, 4, "Plan", 2, 2).below("paragraph", 1).of("text"), ["Ann"]),
        (places.chart(MOUNT, 4, "Sales", "title"), ["Sales"]),
        (places.series(MOUNT, 4, "Sales", 2, "name"), ["South"]),
        (places.transition(MOUNT, 2, "type"), ["fade"]),
        (places.masters(MOUNT, "background"), [Colour("#FFFFFF")]),
    ],
)
def test_selectors_name_what_they_say(selector: Selector, found: list[Value]) -> None:
    assert read(selector) == found
    assert Selector.parse(str(selector)) == selector


def test_new_things_are_found_by_that() -> None:
    after = rich()
    after.slides.insert(1, new_slide(after, "content", "Fresh", "One"))
    comparison = Comparison(State({MOUNT: IMPRESS.tree(rich())}), State({MOUNT: IMPRESS.tree(after)}))
    fresh = places.new_slides(MOUNT).below("shape", "title").below("paragraph", 1).of("text")
    assert [place.after("text") for place in resolve(fresh, comparison)] == ["Fresh"]
    followed = resolve(places.title(MOUNT, 2, "text"), comparison)
    assert [place.after("text") for place in followed] == ["What we did"]


def looks(*runs: Run) -> tuple[bool, list[str]]:
    found = looks_of(Paragraph(list(runs)), Master(), None)
    assert found is not None
    base, stretches = found
    return base.bold, [stretch.key for stretch in stretches]


def test_a_paragraph_looks_as_most_of_its_letters() -> None:
    assert looks(Run("Only "), Run("a few", bold=True), Run(" words are bold")) == (False, ["a few"])
    assert looks(Run("Not "), Run("all but one word", bold=True)) == (True, ["Not"])
    assert looks(Run("same", bold=True), Run("size")) == (True, ["size"])


def test_spaces_look_like_nothing() -> None:
    assert looks(Run("Only"), Run(" a ", bold=True), Run("word of it")) == (False, ["a"])
    assert looks(
        Run("Only "), Run("two", bold=True), Run(" "), Run("words", bold=True), Run(" of many more")
    ) == (
        False,
        ["two words"],
    )
    assert looks(Run("All"), Run(" ", bold=True), Run("plain")) == (False, [])


def test_equal_words_are_told_apart() -> None:
    assert looks(Run("a rose is "), Run("a", bold=True), Run(" rose")) == (False, ["a (2)"])
    assert places.phrase_key("a rose is a rose", "rose", 12) == "rose (2)"
    assert places.phrase_key("a rose is a rose", "rose") == "rose"


def test_how_addresses_read() -> None:
    assert SCHEMA.pretty is not None
    assert SCHEMA.pretty((), "width") == "width"
    path = (("slide", 3), ("shape", "Logo"))
    assert SCHEMA.pretty(path, "width") == "slide 3/'Logo'.width"
    assert SCHEMA.pretty((("slide", 2), ("transition", "transition")), "type") == "slide 2/transition.type"


def test_layouts_are_what_their_roles_say() -> None:
    deck = Presentation()
    for name, roles in LAYOUTS.items():
        slide = new_slide(deck, name, *(f"text {number}" for number in range(len(roles))))
        assert layout_of(slide) == name
        assert [shape.text for shape in slide.shapes] == [f"text {number}" for number in range(len(roles))]


def test_what_is_not_there_is_said() -> None:
    deck = rich()
    with pytest.raises(PreparerError, match="slides 1 to 5"):
        deck.slide(6)
    with pytest.raises(PreparerError, match=r"no shape 'Gone'; it has 'Logo', 'Note'"):
        deck.slide(3).shape("Gone")
    with pytest.raises(PreparerError, match=r"no body 1; its placeholders are: title"):
        _ = deck.slide(3).body
