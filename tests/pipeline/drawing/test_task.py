from __future__ import annotations

import io

import pytest
from PIL import Image

from forge.errors import UnavailableError
from forge.pipeline.drawing import task as pictures
from forge.pipeline.drawing.boxes import Box
from forge.pipeline.drawing.marks import Mark
from forge.pipeline.drawing.placing import Drawing
from forge.pipeline.drawing.task import CAPTION, COLOURS, GAP, PAGES, side_by_side
from forge.pipeline.wording import ChangeGroup
from forge.preparers.base import preparer
from forge.preparers.calc.spec import Workbook
from forge.states.changes import Comparison
from forge.states.entities import State
from forge.storage.bundle import ENVIRONMENT

from ...tasks import OLD, STOCK, answering, highlighting, with_file


def page(colour, width=40, height=30):
    return Image.new("RGB", (width, height), colour)


@pytest.fixture
def drawn(monkeypatch):
    """Let an application that is not there draw given pages, and note what it was given."""
    given = []

    def put(*sides, boxes=()):
        pages = iter(sides)

        class Document:
            """A document of which everything that is asked for stands in the same boxes."""

            def __init__(self, owner, files, suffix):
                given.append((files[""], suffix))
                self.drawing = Drawing(next(pages))

            def places(self, paths):
                return {path: list(boxes) for path in paths} if boxes else {}

        monkeypatch.setattr(pictures, "Document", Document)
        monkeypatch.setattr(pictures, "pages_of", lambda pages: pages)
        return given

    return put


def colours(picture):
    image = Image.open(io.BytesIO(picture))
    return [
        (image.getpixel((GAP + 5, top)), image.getpixel((2 * GAP + 45, top)))
        for top in range(CAPTION + 5, image.height, CAPTION + GAP + 30)
    ]


CALC = preparer("calc")
RED, BLUE, GREEN, BACK = (255, 0, 0), (0, 0, 255), (0, 128, 0), (208, 208, 208)


def test_the_pages_that_differ_stand_side_by_side(drawn):
    given = drawn([page("red"), page("blue")], [page("red"), page("green")])
    assert colours(side_by_side(highlighting(), marked=False)) == [(BLUE, GREEN)]
    (start,), (golden,) = highlighting().start_files().values(), highlighting().golden_files().values()
    assert [suffix for _, suffix in given] == [".xlsx", ".xlsx"]
    for (content, _), files in zip(given, (start, golden), strict=True):
        before, after = (State({"book": CALC.read(side)}) for side in (files, {"": content}))
        told = {(change.kind, change.name) for change in Comparison(before, after).changes()}
        pages = {
            ("page", name) for name in ("orientation", "fit_width", "fit_height", "gridlines", "headings")
        }
        assert told == pages, "it is laid out for a picture, and nothing else is changed"


def test_pages_that_are_printed_differently_are_drawn_as_they_are():
    book, other = Workbook(), Workbook()
    book.add_sheet("Orders").put("A1", [["Order"]])
    other.add_sheet("Orders").put("A1", [["Order"]])
    other.sheet("Orders").page.orientation = "landscape"
    sides = [CALC.write(book), CALC.write(other)]
    assert [CALC.read(files).digest() for files in CALC.pictured(sides)] == [
        CALC.read(files).digest() for files in sides
    ]


def test_at_most_a_few_pages_are_drawn_and_the_first_where_none_differs(drawn):
    drawn([page("red")] * 5, [page("blue")] * 5)
    assert len(colours(side_by_side(highlighting(), marked=False))) == PAGES
    drawn([page("red")], [page("red")])
    assert colours(side_by_side(highlighting(), marked=False)) == [(RED, RED)]


def test_what_is_on_one_side_only_stands_alone(drawn):
    given = drawn([page("red")], [page("red")], [page("green")])
    assert colours(side_by_side(answering(), marked=False)) == [(RED, RED), (GREEN, BACK)]
    assert len(given) == 3
    assert [item.mount for item in answering().mounts] == [STOCK, OLD]


def test_a_picture_that_would_be_too_large_is_refused(drawn):
    drawn([page("red", 5000, 5000)], [page("blue", 5000, 5000)])
    with pytest.raises(UnavailableError, match="too large"):
        side_by_side(highlighting())


def test_documents_that_no_application_draws_are_named(drawn):
    drawn()
    record = highlighting().public[ENVIRONMENT].replace(b".xlsx", b".mail")
    with pytest.raises(UnavailableError, match=r"Nothing of .*\.mail can be drawn"):
        side_by_side(with_file(highlighting(), ENVIRONMENT, record))


def pixels(picture):
    image = Image.open(io.BytesIO(picture))
    return image.size, {
        f"#{red:02x}{green:02x}{blue:02x}" for _, (red, green, blue) in image.getcolors(1 << 24)
    }


def test_changes_are_framed_in_a_colour_and_listed(drawn):
    sides = [page("white", 200, 100)], [page("white", 200, 100)]
    drawn(*sides)
    (_, bare), plain = pixels(side_by_side(highlighting(), marked=False)), {COLOURS[0]}
    assert not bare & plain
    drawn([page("white", 200, 100)], [page("white", 200, 100)], boxes=[Box(0, 40, 50, 60, 90)])
    framed = Image.open(io.BytesIO(side_by_side(highlighting())))
    red = tuple(bytes.fromhex(COLOURS[0][1:]))
    left, top = GAP + 200 + GAP + 50 - 3, CAPTION + 40 - 3
    assert framed.getpixel((left + 20, top)) == red, "the frame stands around the box on the golden"
    assert framed.getpixel((left + 20, top + 10)) == (255, 255, 255), "and is empty"


def test_the_page_with_the_marks_is_drawn(drawn):
    drawn([page("red")] * 5, [page("blue")] * 5, boxes=[Box(3, 5, 5, 10, 10)])
    picture = Image.open(io.BytesIO(side_by_side(highlighting())))
    assert picture.getpixel((GAP + 2, CAPTION + 2)) == RED
    assert picture.getpixel((GAP + 2, CAPTION + GAP + 30 + CAPTION + 2)) != RED, "it is the only one"


def test_what_is_marked_nowhere_is_called_so():
    changes = ChangeGroup("zoom set", 3, ("a", "b", "c"))
    side, other = ("m", 1), ("m", 0)
    box, far = Box(0, 1, 1, 2, 2), Box(6, 1, 1, 2, 2)
    mark = Mark(1, changes, [{side: [box]}, {other: [far]}, {}])
    assert mark.unseen({"m": {0}}) == (
        "1 of 3 marked here; more on page 7; 1 of them without a place that can be told from a picture"
    )
    assert mark.pages("m") == {0, 6}
    assert Mark(1, changes, [{side: [box]}] * 3).unseen({"m": {0}}) == ""
    assert Mark(1, changes, [{}] * 3).unseen({"m": {0}}) == (
        "not marked here; without a place that can be told from a picture"
    )


@pytest.mark.libreoffice
def test_the_application_draws_and_what_changes_is_framed():
    (width, _), found = pixels(side_by_side(highlighting()))
    assert width > 800
    assert len(found) > 10
    assert COLOURS[0] in found
