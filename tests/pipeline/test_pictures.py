from __future__ import annotations

import io

import pytest
from PIL import Image

from forge.errors import UnavailableError
from forge.pipeline import pictures
from forge.pipeline.pictures import CAPTION, GAP, PAGES, side_by_side
from forge.preparers.base import preparer
from forge.preparers.calc.spec import Workbook
from forge.states.changes import Comparison
from forge.states.entities import State
from forge.storage.bundle import ENVIRONMENT

from ..tasks import OLD, STOCK, answering, highlighting, with_file


def page(colour, width=40, height=30):
    stream = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(stream, "PNG")
    return stream.getvalue()


@pytest.fixture
def drawn(monkeypatch):
    """Let an application that is not there draw given pages, and note what it was given."""
    given = []

    def put(*sides):
        pages = iter(sides)

        class Office:
            def render(self, content, suffix, dpi):
                given.append((content, suffix))
                return next(pages)

        monkeypatch.setattr(pictures, "office", Office)
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
    assert colours(side_by_side(highlighting())) == [(BLUE, GREEN)]
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
    assert len(colours(side_by_side(highlighting()))) == PAGES
    drawn([page("red")], [page("red")])
    assert colours(side_by_side(highlighting())) == [(RED, RED)]


def test_what_is_on_one_side_only_stands_alone(drawn):
    given = drawn([page("red")], [page("red")], [page("green")])
    assert colours(side_by_side(answering())) == [(RED, RED), (GREEN, BACK)]
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


@pytest.mark.libreoffice
def test_the_application_draws():
    image = Image.open(io.BytesIO(side_by_side(highlighting())))
    assert image.width > 800
    assert len(image.convert("L").getcolors()) > 10
