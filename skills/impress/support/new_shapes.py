"""New shapes on a slide: what they must be, and what is up to whoever makes them."""

from __future__ import annotations

from collections.abc import Mapping

from forge.preparers.impress import places
from forge.preparers.impress.schema import SCHEMA
from forge.skills.checks import new_thing
from forge.states.places import POSITION
from forge.states.rubric import Absent, AnyCheck, Equals
from forge.states.selectors import Selector
from forge.states.values import Value

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
