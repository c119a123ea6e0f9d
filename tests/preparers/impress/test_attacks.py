"""Requirements on slides can be said, attacked and protected: what skills and mutants need of the schema."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from forge.preparers.base import preparer
from forge.preparers.impress import places
from forge.preparers.impress.frames import new_slide
from forge.preparers.impress.spec import Presentation, Run, Shape
from forge.states.entities import State, share
from forge.states.mutants import Attack
from forge.states.rubric import Absent, Close, Count, Equals, Invariant, Requirement, Rubric
from forge.states.score import score

from .rich import RED, picture, rich

IMPRESS = preparer("impress")
MOUNT = "~/deck.pptx"


def bold_title(deck: Presentation) -> None:
    for run in deck.slide(3).title.paragraphs[0].runs:
        run.bold, run.size = True, 44


def red_word(deck: Presentation) -> None:
    deck.slide(2).body.paragraphs[0].runs = [Run("Opened two "), Run("shops", colour=RED)]


def moved_slide(deck: Presentation) -> None:
    deck.slides.insert(1, deck.slides.pop(3))


def wider_picture(deck: Presentation) -> None:
    deck.slide(3).shape("Logo").width = 8.0


def added_slide(deck: Presentation) -> None:
    deck.slides.insert(2, new_slide(deck, "content", "Next steps", "Hire\nBuild"))


def added_picture(deck: Presentation) -> None:
    deck.slide(4).shapes.append(Shape("Image 1", 1, 9, 6, 4.5, picture=picture("green")))


def deleted_box(deck: Presentation) -> None:
    deck.slide(3).shapes.remove(deck.slide(3).shape("Note"))


TITLE = places.title(MOUNT, 3)
WORD = places.stretch(MOUNT, 2, "body", 1, "shops")

OTHERWISE = {"bold": False, "italic": False, "strike": False, "size": 28, "font": "Arial"}
"""How the rest of the paragraph looks."""

TASKS: dict[str, tuple[Callable[[Presentation], Any], list[Any], list[Any]]] = {
    "the title of slide 3 is bold and 44 pt": (
        bold_title,
        [Equals(select=TITLE.of("bold"), expected=True), Equals(select=TITLE.of("size"), expected=44)],
        [TITLE.of("bold"), TITLE.of("size")],
    ),
    "the word shops is red": (
        red_word,
        [
            Equals(select=WORD.of("colour"), expected=RED),
            *(Equals(select=WORD.of(name), expected=value) for name, value in OTHERWISE.items()),
            *(Absent(select=WORD.of(name)) for name in ("underline", "script", "link")),
        ],
        [WORD],
    ),
    "slide 4 is moved before slide 2": (
        moved_slide,
        [Equals(select=places.slide(MOUNT, 4, "@position"), expected=2)],
        [places.presentation(MOUNT, "order:slide")],
    ),
    "the logo is 8 cm wide": (
        wider_picture,
        [Close(select=places.shape(MOUNT, 3, "Logo", "width"), expected=8, absolute=0.05)],
        [places.shape(MOUNT, 3, "Logo", "width")],
    ),
    "the note is deleted": (
        deleted_box,
        [Count(select=places.shape(MOUNT, 3, "Note"), expected=0)],
        [places.shape(MOUNT, 3, "Note")],
    ),
}  # fmt: skip


def states(change: Callable[[Presentation], Any]) -> tuple[State, State]:
    start, end = rich(), rich()
    change(end)
    tree = IMPRESS.tree(start)
    return State({MOUNT: tree}), State({MOUNT: share(tree, IMPRESS.tree(end))})


@pytest.mark.parametrize("change", [item[0] for item in TASKS.values()] + [added_slide, added_picture])
def test_every_change_and_every_property_can_be_attacked(change: Callable[[Presentation], Any]) -> None:
    start, golden = states(change)
    attack = Attack(start, golden, (), additions=False, random=Random(1))
    found = list(attack.mutants())
    coverage = attack.coverage()
    assert coverage.unattacked == ()
    assert len(found) > 80
    properties = {
        f"{kind}.{name}"
        for kind in (
            "slide",
            "shape",
            "paragraph",
            "stretch",
            "cell",
            "chart",
            "series",
            "transition",
            "master",
        )
        for name in IMPRESS.schema.kinds[kind].properties
    }
    assert properties <= set(coverage.classes), properties - set(coverage.classes)


@pytest.mark.parametrize("name", TASKS)
def test_a_rubric_lets_the_golden_win_and_all_mutants_lose(name: str) -> None:
    change, checks, writes = TASKS[name]
    start, golden = states(change)
    requirement = Requirement(id="asked for", says=name, any_of=(tuple(checks),))
    rubric = Rubric(requirements=(requirement,), invariants=(Invariant(writes=tuple(writes)),))
    assert score(rubric, start, golden).success
    attack = Attack(start, golden, (), additions=False, random=Random(2))
    won = [mutant.what for mutant in attack.mutants() if score(rubric, start, mutant.state).success]
    assert won == []
