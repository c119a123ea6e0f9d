"""Ways to move an object on its slide: to a side, into a corner, to an exact place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

from forge.skills.contract import Difficulty
from forge.skills.impress.support.room import overlap
from forge.skills.impress.support.things import Thing

SIDES: Mapping[str, tuple[float | None, float | None]] = {
    "at the left edge of the slide, at the same height": (0, None),
    "at the right edge of the slide, at the same height": (1, None),
    "in the middle between the left and right edges of the slide, at the same height": (0.5, None),
    "at the bottom edge of the slide, without moving it sideways": (None, 1),
}
CORNERS: Mapping[str, tuple[float | None, float | None]] = {
    "exactly in the upper right corner of the slide": (1, 0),
    "exactly in the lower left corner of the slide": (0, 1),
    "exactly in the lower right corner of the slide": (1, 1),
    "exactly in the centre of the slide": (0.5, 0.5),
}
"""The share of the free way that lies before the object, across and down; nothing where it stays."""
_APART = 0.5


@dataclass(frozen=True)
class Way:
    """An object of a size and where it may go, in words and in centimetres, with what it would cover there."""

    thing: Thing
    size: tuple[float, float]
    where: str
    wanted: Mapping[str, float]
    covers: float


def ways_of(thing: Thing, difficulty: Difficulty, share: float) -> Iterator[Way]:
    """The places to which an object can go: not where it is already."""
    deck, shape = thing.deck.start, thing.start
    size = (round(shape.width * share, 2), round(shape.height * share, 2))
    free = (round(deck.width - size[0], 2), round(deck.height - size[1], 2))
    for where, wanted in _exact(free) if difficulty == "hard" else _named(free, difficulty):
        left, top = wanted.get("left", shape.left), wanted.get("top", shape.top)
        if all(abs(getattr(shape, name) - place) > _APART for name, place in wanted.items()):
            box = (left, top, left + size[0], top + size[1])
            covers = overlap(deck, deck.slide(thing.number), box, but=shape)
            yield Way(thing, size, where, wanted, covers)


def _named(free: tuple[float, float], difficulty: Difficulty) -> Iterator[tuple[str, dict[str, float]]]:
    for says, ends in (SIDES if difficulty == "easy" else CORNERS).items():
        places = zip(("left", "top"), free, ends, strict=True)
        yield says, {name: round(most * end, 2) for name, most, end in places if end is not None}


def _exact(free: tuple[float, float]) -> Iterator[tuple[str, dict[str, float]]]:
    across, down = (range(1, max(2, int(most))) for most in free)
    for left, top in product(across, down):
        where = f"{left} cm from the left edge and {top} cm from the top edge of the slide"
        yield where, {"left": float(left), "top": float(top)}
