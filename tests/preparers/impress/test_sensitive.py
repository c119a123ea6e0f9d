"""A reader that sees nothing would be stable: every documented property, changed, changes what is read."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from forge.preparers import office
from forge.preparers.base import preparer
from forge.preparers.impress.frames import new_slide
from forge.preparers.impress.schema import SCHEMA
from forge.preparers.impress.spec import (
    Line,
    Paragraph,
    Presentation,
    Run,
    Series,
    Shape,
    TableCell,
    Transition,
    texts,
)
from forge.preparers.office.installation import installation, interpreters
from forge.states.changes import Change, diff
from forge.states.entities import State, Tree

from .rich import BLUE, RED, picture, rich

IMPRESS = preparer("impress")
Edit = Callable[[Presentation], Any]

LOOK: dict[str, Any] = {
    "bold": True,
    "italic": True,
    "underline": "double",
    "strike": True,
    "colour": BLUE,
    "font": "Georgia",
    "size": 33,
    "script": "superscript",
    "link": "https://example.org/",
}


def slide(number: int, **changes: Any) -> Edit:
    return lambda deck: [setattr(deck.slide(number), *item) for item in changes.items()]


def shape(name: str, number: int = 3, **changes: Any) -> Edit:
    return lambda deck: [setattr(deck.slide(number).shape(name), *item) for item in changes.items()]


def body(which: int, **changes: Any) -> Edit:
    return lambda deck: [setattr(deck.slide(2).body.paragraphs[which], *item) for item in changes.items()]


def run(which: int, at: int, **changes: Any) -> Edit:
    return lambda deck: [
        setattr(deck.slide(2).body.paragraphs[which].runs[at], *item) for item in changes.items()
    ]


def stretch(name: str) -> Edit:
    value = {"bold": False}.get(name, LOOK[name])
    return run(2, 1, **{name: value})


def chart(**changes: Any) -> Edit:
    return lambda deck: [setattr(deck.slide(4).shape("Sales").chart, *item) for item in changes.items()]


def series(**changes: Any) -> Edit:
    return lambda deck: [
        setattr(deck.slide(4).shape("Sales").chart.series[0], *item) for item in changes.items()
    ]  # type: ignore[union-attr]  # it has one


def cell(**changes: Any) -> Edit:
    return lambda deck: [
        setattr(deck.slide(4).shape("Plan").table.rows[1][1], *item) for item in changes.items()
    ]  # type: ignore[union-attr]  # it has one


def transition(**changes: Any) -> Edit:
    return lambda deck: [setattr(deck.slide(2).transition, *item) for item in changes.items()]


def as_placeholder(deck: Presentation) -> None:
    """Make a body of the note on the third slide."""
    note = deck.slide(3).shape("Note")
    note.role, note.name = "body", ""


def wider(deck: Presentation) -> None:
    """Make the first column of the table wider and the second narrower."""
    table = deck.slide(4).shape("Plan").table
    assert table is not None
    table.widths = [8.0, 4.0]


PROPERTIES: dict[str, Edit] = {
    "presentation.width": lambda deck: setattr(deck, "width", 25.4),
    "presentation.height": lambda deck: setattr(deck, "height", 21.0),
    "master.background": lambda deck: setattr(deck.master, "background", BLUE),
    "slide.hidden": slide(2, hidden=True),
    "slide.notes": slide(2, notes="Thank nobody."),
    "slide.background": slide(2, background=RED),
    "shape.kind": shape("Badge", geometry="diamond"),
    "shape.role": as_placeholder,
    "shape.left": shape("Note", left=10.01),
    "shape.top": shape("Note", top=5.01),
    "shape.width": shape("Note", width=6.01),
    "shape.height": shape("Note", height=2.01),
    "shape.rotation": shape("Badge", rotation=1),
    "shape.flipped": shape("Rule", flipped=True),
    "shape.fill": shape("Badge", fill=RED),
    "shape.line": shape("Badge", line=Line(BLUE, 2)),
    "shape.line_width": shape("Badge", line=Line(RED, 2.25)),
    "shape.line_dash": shape("Badge", line=Line(RED, 2, "dashed")),
    "shape.anchor": shape("Badge", anchor="bottom"),
    "shape.description": shape("Logo", description="A red field."),
    "shape.picture": shape("Logo", picture=picture("green")),
    "paragraph.text": run(0, 0, text="Opened three shops"),
    "paragraph.level": body(1, level=3),
    "paragraph.alignment": body(0, alignment="centre"),
    "paragraph.bullet": body(0, bullet="1."),
    "paragraph.line_spacing": body(0, line_spacing=150),
    "paragraph.before": body(0, before=12),
    "paragraph.after": body(0, after=3),
    **{f"paragraph.{name}": run(0, 0, **{name: value}) for name, value in LOOK.items()},
    **{f"stretch.{name}": stretch(name) for name in LOOK},
    "column.width": wider,
    "cell.fill": cell(fill=RED),
    "cell.anchor": cell(anchor="middle"),
    "chart.type": chart(type="bar"),
    "chart.grouping": chart(grouping="stacked"),
    "chart.title": chart(title="Turnover"),
    "chart.x_title": chart(x_title="Quarter"),
    "chart.y_title": chart(y_title="Amount"),
    "chart.legend": chart(legend="bottom"),
    "chart.categories": chart(categories=["Q1", "Q2", "Q4"]),
    "series.name": series(name="East"),
    "series.values": series(values=[3, 4.5, 6]),
    "transition.type": transition(type="wipe"),
    "transition.speed": transition(speed="fast"),
    "transition.after": transition(after=5),
}
NOT_WRITTEN = {"slide.master"}
"""Properties of what can only be read: see `test_other_masters_are_read`."""

ADDED: dict[str, Edit] = {
    "slide": lambda deck: deck.slides.insert(2, new_slide(deck, "content", "Fresh", "One\nTwo")),
    "shape": lambda deck: deck.slide(5).shapes.append(Shape("Fresh", 1, 1, 3, 2, fill=RED)),
    "paragraph": lambda deck: deck.slide(2).body.paragraphs.insert(1, Paragraph([Run("Fresh")])),
    "stretch": body(0, runs=[Run("Opened two "), Run("shops", italic=True)]),
    "row": lambda deck: deck.slide(4).shape("Plan").table.rows.append([TableCell(texts("x")), TableCell()]),  # type: ignore[union-attr]  # it has one
    "series": lambda deck: deck.slide(4).shape("Sales").chart.series.append(Series("East", [1, 2, 3])),  # type: ignore[union-attr]  # it has one
    "transition": slide(3, transition=Transition()),
}
EXAMPLES_OF_ONE = {"presentation", "master", "column", "cell", "chart"}
"""Kinds that cannot be added by themselves."""


def changes(before: Tree, after: Tree) -> list[Change]:
    return diff(State({"deck": before}), State({"deck": after}))


@cache
def untouched() -> tuple[bytes, Tree]:
    """The file of the presentation and what is read from it."""
    files = IMPRESS.write(rich())
    return files[""], IMPRESS.read(files)


def test_every_documented_property_has_a_change() -> None:
    documented = {f"{kind.name}.{name}" for kind in SCHEMA.kinds.values() for name in kind.properties}
    assert documented == set(PROPERTIES) | NOT_WRITTEN
    assert set(SCHEMA.kinds) == set(ADDED) | EXAMPLES_OF_ONE


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_changed_property_is_read(name: str) -> None:
    kind, _, prop = name.partition(".")
    after = rich()
    PROPERTIES[name](after)
    content, old = untouched()
    files = IMPRESS.write(after)
    assert files[""] != content
    found = changes(old, IMPRESS.read(files))
    touched = {(change.kind, change.name) for change in found if change.type == "set"}
    if name == "shape.role":
        assert {(change.type, change.kind) for change in found} & {("renamed", "shape"), ("added", "shape")}
    else:
        assert (kind, prop) in touched


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in PROPERTIES
        if name.split(".")[0] in ("shape", "paragraph", "stretch", "transition") and name != "shape.role"
    ],
)
def test_what_is_changed_in_one_place_is_one_change(name: str) -> None:
    after = rich()
    PROPERTIES[name](after)
    found = changes(untouched()[1], IMPRESS.read(IMPRESS.write(after)))
    most = {"paragraph.level": 3, "stretch.link": 2}.get(name, 1)  # a level has its own bullet and size
    assert len(found) <= most, [change.describe(SCHEMA) for change in found]


@pytest.mark.parametrize("kind", ADDED)
def test_an_added_and_a_removed_thing_is_read(kind: str) -> None:
    after = rich()
    ADDED[kind](after)
    old, new = untouched()[1], IMPRESS.read(IMPRESS.write(after))
    assert [(change.type, change.kind) for change in changes(old, new)] == [("added", kind)]
    assert [(change.type, change.kind) for change in changes(new, old)] == [("removed", kind)]


def test_moved_slides_and_shapes_and_paragraphs_are_one_change_each() -> None:
    moved, raised, sorted_ = rich(), rich(), rich()
    moved.slides.insert(1, moved.slides.pop(3))
    shapes = raised.slide(3).shapes
    shapes.append(shapes.pop(1))
    sorted_.slide(2).body.paragraphs.reverse()
    old = untouched()[1]
    for deck, kind in ((moved, "slide"), (raised, "shape"), (sorted_, "paragraph")):
        found = changes(old, IMPRESS.read(IMPRESS.write(deck)))
        assert [(change.type, change.kind) for change in found] == [("order", kind)]


def test_a_renamed_shape_is_one_change() -> None:
    after = rich()
    after.slide(3).shape("Note").name = "Remark"
    found = changes(untouched()[1], IMPRESS.read(IMPRESS.write(after)))
    assert [(change.type, change.kind) for change in found] == [("renamed", "shape")]


@pytest.fixture(scope="module")
def edited(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Presentations as LibreOffice stores them after edits of its own."""
    found = installation()
    assert found is not None
    targets = tmp_path_factory.mktemp("edited")
    source = targets / "source.pptx"
    source.write_bytes(IMPRESS.write(rich())[""])
    script = Path(__file__).with_name("uno_edits.py")
    environment = {**os.environ, "PYTHONPATH": str(Path(office.__file__).parent)}
    for interpreter in interpreters(found.program):
        with tempfile.TemporaryDirectory(prefix="forge-office-test-") as folder:
            command = [interpreter, str(script), str(found.program), folder, str(source), str(targets)]
            done = subprocess.run(
                command, env=environment, capture_output=True, text=True, check=False, timeout=300
            )
        if done.returncode == 0:
            return targets
    pytest.fail(f"no interpreter could edit the presentation: {done.stderr[-2000:]}")


LIBREOFFICE_EDITS: dict[str, list[str]] = {
    "untouched": [],
    "texts": [
        "set slide 2.hidden: false → true",
        'set slide 2.notes: "Thank the team.\nThen go on." → "Say something else."',
        'set slide 2/\'title\'/paragraph 1.text: "What we did" → "What we have done"',
        'set slide 2/\'body\'/paragraph 1.alignment: "left" → "centre"',
        "added slide 2/'body'/paragraph 1/'shops': added",
        "set slide 3/'Logo'.left: 2 → 12.35",
        "set slide 3/'Logo'.top: 5 → 6.79",
        'set slide 3/\'Logo\'.description: "A red field" → "Something else"',
        "set slide 3/'Badge'.rotation: 0 → 30",
        "set slide 3/'Badge'.fill: #00B050 → #FFC000",
        "set slide 3/'Badge'.line: #C00000 → #1F4E79",
        "set slide 3/'Badge'.line_width: 2 → 4.5",
        "added slide 3/'rectangle': added",
        'set slide 4/\'Plan\'/row 2/cell B/paragraph 1.text: "Ann" → "Zoe"',
    ],
    "looks": [
        "set slide 2.background: #FFFFFF → #00B050",
        "set slide 2/'title'/paragraph 1.bold: false → true",
        "set slide 2/'body'/paragraph 1.size: 28 → 22",
        "set slide 2/'body'/paragraph 2.size: 24 → 22",
        "set slide 2/'body'/paragraph 3.size: 28 → 22",
        "set slide 2/'body'/paragraph 3/'nine'.size: 28 → 22",
        "set slide 2/'body'/paragraph 4.size: 28 → 22",
        'set slide 2/transition.type: "fade" → "wipe"',
        "order slide 3: the shape entries stand in another order",
        "added slide 3/'Note'/paragraph 1/'text': added",
        "set slide 3/'Logo'.width: 6 → 3",
        "set slide 3/'Logo'.height: 4.5 → 2.25",
    ],
    "parts": [
        'set slide 2/\'body\'/paragraph 1.bullet: "•" → "1."',
        "set slide 2/'body'/paragraph 4.level: 1 → 2",
        'set slide 2/\'body\'/paragraph 4.bullet: "•" → "–"',
        "added slide 3: added",
        "removed slide 3/'Note': removed",
        "removed slide 4: removed",
    ],
    "copy": ["added slide 3: added"],
    "page": ["set width: 33.86 → 19.05", "set height: 19.05 → 33.86"],
    "master": [
        "set master 1.background: #FFFFFF → #FFF2CC",
        "set slide 1.background: #FFFFFF → #FFF2CC",
        "set slide 2.background: #FFFFFF → #FFF2CC",
        "set slide 4.background: #FFFFFF → #FFF2CC",
    ],
}
"""What is read after edits in LibreOffice itself: all of them, and nothing else."""


@pytest.mark.libreoffice
@pytest.mark.parametrize("name", LIBREOFFICE_EDITS)
def test_what_libreoffice_changed_is_read(edited: Path, name: str) -> None:
    after = IMPRESS.read({"": (edited / f"{name}.pptx").read_bytes()})
    found = [
        f"{item.type} {item.describe(SCHEMA)}".replace("deck#", "") for item in changes(untouched()[1], after)
    ]
    assert found == LIBREOFFICE_EDITS[name]
