from __future__ import annotations

import io
from copy import deepcopy
from dataclasses import dataclass, field

from hypothesis import given
from hypothesis import strategies as some
from PIL import Image

from forge.pipeline.drawing.belonging import fresh_colours, owned
from forge.pipeline.drawing.painting import changed, is_at, named, plain_picture, spots, value_at
from forge.preparers.base import preparer
from forge.preparers.calc.spec import Workbook
from forge.preparers.impress.spec import Presentation, Shape, Slide
from forge.preparers.writer.spec import Document, Look, Paragraph, Run
from forge.states.values import Colour

WHITE = Colour("#FFFFFF")


@dataclass(frozen=True)
class Paper:
    type: str = "rag"
    fill: Colour | None = None
    name: str = "Colour"


@dataclass
class Book:
    pages: dict[int, list[Paper]] = field(default_factory=dict)
    stamps: tuple[bytes | None, ...] = ()
    cover: bytes | None = None


def book(*counts):
    return Book({number: [Paper() for _ in range(count)] for number, count in enumerate(counts)}, (), b"x")


def test_fields_that_take_a_colour_or_hold_a_picture_are_found():
    found = spots(book(1, 2))
    assert [(spot.where, spot.is_picture) for spot in found] == [
        (("cover",), True),
        (("pages", 0, 0, "fill"), False),
        (("pages", 1, 0, "fill"), False),
        (("pages", 1, 1, "fill"), False),
    ]
    assert {spot.sort for spot in found} == {("Book", "cover"), ("Paper", "fill")}
    assert named(book(1), "type", "rag") == [("pages", 0, 0, "type")]


@given(some.lists(some.integers(0, 4), max_size=4), some.data())
def test_a_changed_copy_differs_in_what_was_set_and_the_spec_in_nothing(counts, data):
    spec = book(*counts)
    before = deepcopy(spec)
    places = [spot.where for spot in spots(spec) if not spot.is_picture]
    chosen = data.draw(some.sets(some.sampled_from(places)) if places else some.just(set()))
    copy = changed(spec, dict.fromkeys(chosen, WHITE))
    assert spec == before
    assert {where for where in places if value_at(copy, where) == WHITE} == chosen
    assert changed(copy, dict.fromkeys(chosen, None)) == spec


def test_places_that_are_not_there():
    assert is_at(book(1), ("pages", 0, 0, "fill"))
    for where in (("pages", 1), ("pages", 0, 1), ("pages", 0, 0, "line")):
        assert not is_at(book(1), where)


def test_a_plain_picture_has_the_size_of_another():
    stream = io.BytesIO()
    Image.new("RGB", (7, 5), "red").save(stream, "JPEG")
    plain = Image.open(io.BytesIO(plain_picture(stream.getvalue(), WHITE)))
    assert (plain.size, plain.getcolors()) == ((7, 5), [(35, (255, 255, 255))])
    assert plain_picture(b"no picture", WHITE) is None


def owners(name, spec, *paths):
    """Per path, the classes of the fields that are its own, and of those around it."""
    tool = preparer(name)
    found = owned(tool, spec, tool.tree(spec), paths)
    return [
        tuple(
            sorted({spot.sort[0] for spot, mine in group.items() if path in mine})
            for group in (found.own, found.around)
        )
        for path in paths
    ]


def test_fresh_colours_are_new_and_always_the_same():
    spec = Workbook()
    tool = preparer("calc")
    spec.add_sheet("A")["A1"].put("x")
    first = next(fresh_colours(tool.tree(spec)))
    spec.sheet("A")["A1"].restyle(fill=first)
    second = next(fresh_colours(tool.tree(spec)))
    assert first != second
    assert second == next(fresh_colours(tool.tree(spec)))


def test_a_cell_a_row_and_a_column_have_the_fields_of_their_cells():
    spec = Workbook()
    spec.add_sheet("A").put("A1", [["a", "b"], ["c", "d"]])
    sheet = ("sheet", "A")
    paths = [(sheet, ("row", 1), ("cell", "B")), (sheet, ("row", 2)), (sheet, ("column", 2)), (sheet,)]
    tool = preparer("calc")
    found = owned(tool, spec, tool.tree(spec), paths)
    fills = [
        {spot.where[3] for spot, mine in found.own.items() if path in mine and spot.sort[1] == "fill"}
        for path in paths
    ]
    assert fills == [{(1, 2)}, {(2, 1), (2, 2)}, {(1, 2), (2, 2)}, {(1, 1), (1, 2), (2, 1), (2, 2)}]


def test_a_word_of_a_longer_run_shares_its_colour_with_its_neighbours():
    spec = Document()
    spec.add(Paragraph([Run("Plain words and "), Run("bold", Look(bold=True)), Run(".")]))
    paragraph = ("paragraph", 1)
    tool = preparer("writer")
    words = [entity.properties["text"] for _, entity in tool.tree(spec).walk() if entity.kind == "word"]
    bold = (paragraph, ("word", words.index("bold") + 1))
    assert owners("writer", spec, (paragraph,), (paragraph, ("word", 1)), bold) == [
        (["Layout", "Look"], []),
        ([], ["Look"]),
        (["Look"], []),
    ]


def test_a_shape_has_its_fill_and_its_text():
    spec = Presentation([Slide([Shape("One", fill=WHITE), Shape("Two", fill=WHITE)])])
    spec.slides[0].shapes[0].write("Words")
    slide = ("slide", 1)
    own = owners("impress", spec, (slide, ("shape", "One")), (slide, ("shape", "Two")))
    assert own == [(["Run", "Shape"], []), (["Shape"], [])]
