"""Things on slides that tasks speak of: the picture, the table, the coloured field, in words that fit nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress import places
from forge.preparers.impress.spec import Shape
from forge.skills.contract import Fact
from forge.skills.impress.support.deck import Deck, keyed
from forge.skills.impress.support.facts import shape_fact, slide_fact
from forge.states.selectors import Selector

WORDS: Mapping[str, tuple[str, ...]] = {
    "picture": ("the picture", "the image"),
    "table": ("the table",),
    "chart": ("the chart", "the diagram"),
    "box": ("the text box",),
    "drawing": ("the coloured field", "the filled shape"),
}


@dataclass(frozen=True)
class Thing:
    """A shape that is the only one of its kind on its slide.

    Attributes:
        deck: the deck.
        kind: its kind, as in `WORDS`.
        number: the slide.
        key: its key.
    """

    deck: Deck
    kind: str
    number: int
    key: str

    @property
    def start(self) -> Shape:
        """The shape at the start."""
        return self.deck.at(self.number, self.key)

    def shape(self, desktop: Desktop) -> Shape:
        """The shape on a desktop, to be edited."""
        return self.deck.shape(desktop, self.number, self.key)

    def select(self, prop: str | None = None) -> Selector:
        """The shape, or one of its properties."""
        return places.shape(self.deck.mount, self.number, self.key, prop)

    def facts(self, suffix: str = "") -> tuple[Fact, Fact]:
        """The facts `slide` and `thing`."""
        return (
            slide_fact(f"slide{suffix}", self.deck, self.number),
            shape_fact(f"thing{suffix}", self.deck, self.number, self.key, *WORDS[self.kind]),
        )

    def remove(self, desktop: Desktop) -> None:
        """Take it away."""
        self.deck.slide(desktop, self.number).shapes.remove(self.shape(desktop))

    def another(self, random: Random) -> Thing:
        """Something else, on this slide or, where nothing else can be, on another one."""
        here = [
            Thing(self.deck, self.kind, self.number, key)
            for key in keyed(self.deck.start.slide(self.number))
            if key != self.key
        ]
        return random.choice(here)


def things(deck: Deck, *kinds: str) -> list[Thing]:
    """All things of some kinds that are the only ones of their kind on their slide."""
    return [Thing(deck, kind, number, key) for kind in kinds for number, key in deck.having(kind)]
