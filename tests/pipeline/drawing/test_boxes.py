from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some
from PIL import Image

from forge.pipeline.drawing.boxes import LINE, Box, difference, joined, same_outside, stretches

RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)
SIZE = (40, 30)


def page(*painted):
    """A white page with rectangles: colour, top, left, bottom, right."""
    image = Image.new("RGB", SIZE, "white")
    for colour, top, left, bottom, right in painted:
        image.paste(colour, (left, top, right, bottom))
    return image


def boxes(number=0):
    edge = some.integers(1, 12)
    return some.builds(
        lambda top, left, high, wide: Box(number, top, left, top + high, left + wide),
        some.integers(0, 17),
        some.integers(0, 27),
        edge,
        edge,
    )


@given(boxes())
def test_a_painted_box_is_found_where_it_is(box):
    image = page((RED, box.top, box.left, box.bottom, box.right))
    assert stretches(0, [image], [(RED,), (BLUE,)]) == {(RED,): [box]}
    assert difference(0, page(), image) == box
    assert same_outside(page(), image, [box])
    assert not same_outside(page(), image, [])


def test_lines_apart_are_boxes_of_their_own():
    image = page((RED, 2, 3, 5, 9), (RED, 5 + LINE, 3, 12, 30), (RED, 13, 1, 14, 2))
    found = stretches(4, [image], [(RED,)])
    assert found == {(RED,): [Box(4, 2, 3, 5, 9), Box(4, 5 + LINE, 1, 14, 30)]}


def test_a_code_of_two_colours_is_told_from_its_parts():
    one, other = page((RED, 0, 0, 5, 20)), page((BLUE, 0, 0, 5, 10), (RED, 0, 10, 5, 20))
    codes = [(RED, BLUE), (RED, RED), (BLUE, BLUE)]
    assert stretches(0, [one, other], codes) == {
        (RED, BLUE): [Box(0, 0, 0, 5, 10)],
        (RED, RED): [Box(0, 0, 10, 5, 20)],
    }


def test_pages_of_two_sizes_are_not_the_same():
    assert not same_outside(page(), Image.new("RGB", (5, 5)), [Box(0, 0, 0, 99, 99)])
    assert difference(0, page(), page()) is None


def test_what_stands_in_a_column_or_a_row_becomes_one():
    column = [Box(0, top, 5, top + 9, 30) for top in range(0, 100, 10)]
    assert joined(column, 8) == [Box(0, 0, 5, 99, 30)]
    assert joined([Box(0, 0, 0, 9, 30), Box(0, 1, 32, 9, 70)], 8) == [Box(0, 0, 0, 9, 70)]
    apart = [Box(0, 0, 0, 9, 30), Box(0, 50, 0, 59, 30), Box(1, 9, 0, 18, 30)]
    assert joined(apart, 8) == apart
    stairs = [Box(0, 0, 0, 9, 30), Box(0, 9, 30, 18, 60)]
    assert joined(stairs, 8) == stairs, "a box around both would hold what is in neither"


@given(some.lists(boxes() | boxes(1), max_size=8))
def test_joining_loses_nothing(given_boxes):
    found = joined(given_boxes, 3)
    for box in given_boxes:
        assert any(other.page == box.page and other.hull(box) == other for other in found)
