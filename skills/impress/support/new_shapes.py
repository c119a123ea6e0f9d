"""New shapes on a slide: what they must be, and what is up to whoever makes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from forge.preparers.impress import places
from forge.preparers.impress.schema import SCHEMA
from forge.preparers.impress.spec import Presentation, Shape, Table
from forge.skills.checks import new_thing
from forge.skills.impress.support.looks import is_dark
from forge.states.places import POSITION
from forge.states.rubric import Absent, AnyCheck, Equals
from forge.states.selectors import Selector
from forge.states.values import Colour, Value

PLACE = ("left", "top", "width", "height")


def new_shape(
    mount: str, number: int, given: Mapping[str, Value], *free: str
) -> tuple[Selector, tuple[AnyCheck, ...], tuple[Selector, ...]]:
    """A new shape of a slide, told by its properties.

    Args:
        mount: the deck.
        number: the slide.
        given: what it must have, None for a default; together they single it out.
        free: what is up to whoever makes it, apart from its place, its size and what it stands before or behind.

    Returns:
        Its selector for the footprint's writes, the checks, and what is free.
    """
    open_to_all = (*PLACE, *free)
    selector, checks = new_thing(SCHEMA, places.slide(mount, number), "shape", given, free=open_to_all)
    return selector, checks, tuple(selector.of(name) for name in (*open_to_all, POSITION))


TEXT_FREE = ("alignment", "bold", "italic", "colour", "font", "size")
"""How new text looks is up to whoever writes it, within this."""


def plain_text(paragraph: Selector) -> tuple[tuple[AnyCheck, ...], tuple[Selector, ...]]:
    """Checks that new paragraphs have nothing unusual about them, for what is not free, and what is free."""
    left = {*TEXT_FREE, "text"}
    checks: list[AnyCheck] = [Absent(select=paragraph.below("stretch"))]
    for item in SCHEMA.kind("paragraph").properties.values():
        if item.name not in left:
            place = paragraph.of(item.name)
            checks.append(
                Absent(select=place) if item.default is None else Equals(select=place, expected=item.default)
            )
    return tuple(checks), tuple(paragraph.of(name) for name in TEXT_FREE)


ROW = 1.1
"""How high a row of a new table is, in centimetres: as a line of text makes it."""


def fills(deck: Presentation) -> tuple[Colour | None, Colour]:
    """What the cells of a new table are filled with, and a second colour: black lines do not show on dark slides."""
    if is_dark(deck.master.background):
        return Colour("#44546A"), Colour("#5A6B82")
    return None, Colour("#DDEBF7")


def new_table(
    place: tuple[float, float],
    width: float,
    headers: Sequence[str] = (),
    *,
    rows: int,
    columns: int,
    fill: Colour | None = None,
    name: str = "Table 90",
) -> Shape:
    """A table without text but in its first row.

    Args:
        place: its left and upper edge in centimetres.
        width: how wide it is.
        headers: what its first row says, from the left.
        rows: how many it has.
        columns: how many it has.
        fill: the colour of its cells, if any.
        name: its name on the slide.
    """
    table = Table.of([[""] * columns for _ in range(rows)], round(width, 2))
    for line in table.rows:
        for cell in line:
            cell.fill = fill
    for cell, text in zip(table.rows[0], headers, strict=False):
        cell.write(text)
    left, top = place
    return Shape(name, round(left, 2), round(top, 2), round(width, 2), round(ROW * rows, 2), table=table)
