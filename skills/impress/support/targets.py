"""Texts that tasks speak of: a title, a list, a column, a box, told in words that fit nothing else on the slide."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress import places
from forge.preparers.impress.spec import Paragraph, Run
from forge.preparers.impress.stretches import Look, look_of
from forge.preparers.impress.vocabulary import NO_BULLET
from forge.skills.contract import Attempt, Fact
from forge.skills.impress.support.deck import KIND_TESTS, Deck
from forge.skills.impress.support.facts import shape_fact, slide_fact
from forge.states.selectors import Selector

_GROWN, _FITTED = 0.8, 0.3


@dataclass(frozen=True)
class Target:
    """The whole text of one shape.

    Attributes:
        deck: the deck.
        number: the slide.
        key: the shape.
        says: words for its text.
    """

    deck: Deck
    number: int
    key: str
    says: tuple[str, ...]

    def paragraphs(self, desktop: Desktop) -> list[Paragraph]:
        """Its paragraphs on a desktop, to be edited."""
        return self.deck.shape(desktop, self.number, self.key).paragraphs

    def runs(self, desktop: Desktop) -> list[Run]:
        """Its runs on a desktop, to be edited."""
        return [run for paragraph in self.paragraphs(desktop) for run in paragraph.runs]

    @property
    def text(self) -> list[Paragraph]:
        """Its paragraphs at the start."""
        return self.deck.at(self.number, self.key).paragraphs

    @property
    def looks(self) -> list[Look]:
        """How its runs look at the start."""
        shape, master = self.deck.at(self.number, self.key), self.deck.start.master
        return [
            look_of(run, master, shape.role, paragraph.level)
            for paragraph in shape.paragraphs
            for run in paragraph.runs
        ]

    @property
    def alignments(self) -> list[str]:
        """How its lines are aligned at the start."""
        shape, master = self.deck.at(self.number, self.key), self.deck.start.master
        return [item.alignment or master.style(shape.role).alignment for item in shape.paragraphs]

    def select(self, prop: str | None = None) -> Selector:
        """All its paragraphs."""
        return places.paragraphs(self.deck.mount, self.number, self.key, prop)

    @property
    def height(self) -> Selector:
        """The height of its shape: up to whoever changes the text."""
        return places.shape(self.deck.mount, self.number, self.key, "height")

    def facts(self, suffix: str = "") -> tuple[Fact, Fact]:
        """The facts `slide` and `target`."""
        return (
            slide_fact(f"slide{suffix}", self.deck, self.number),
            shape_fact(f"target{suffix}", self.deck, self.number, self.key, *self.says),
        )

    def sized(self, desktop: Desktop, by: float) -> None:
        """Make its shape higher."""
        shape = self.deck.shape(desktop, self.number, self.key)
        shape.height = round(shape.height + by, 2)

    def elsewhere(self, random: Random) -> Target | None:
        """A text of the same kind on another slide."""
        others = [
            Target(self.deck, number, self.key, self.says)
            for number in self.deck.numbers
            if number != self.number
            and self.deck.keys(number, lambda shape: bool(shape.text)).count(self.key)
        ]
        return random.choice(others) if others else None


def targets(deck: Deck, *, plain: bool = True) -> list[Target]:
    """All texts of a deck that can be told in words.

    Args:
        deck: the deck.
        plain: only those that look alike throughout each paragraph.
    """
    return [item for item in _all(deck) if not plain or all(map(is_plain, item.text))]


def _all(deck: Deck) -> Iterator[Target]:
    for number in deck.numbers:
        keys = deck.keys(number, lambda shape: bool(shape.text))
        for key in keys:
            says = _words(deck, number, key, keys)
            if says:
                yield Target(deck, number, key, says)


def _words(deck: Deck, number: int, key: str, keys: list[str]) -> tuple[str, ...]:
    match key:
        case "title":
            return ("the title", "the heading", "the slide title")
        case "subtitle":
            return ("the subtitle", "the line below the title")
        case "body" if "body (2)" in keys:
            return ("the left column", "the text in the left column")
        case "body (2)":
            return ("the right column", "the text in the right column")
        case "body":
            listed = all(item.bullet != NO_BULLET for item in deck.at(number, key).paragraphs)
            return ("the list", "the whole list below the title") if listed else ("the text below the title",)
    for kind, says in (
        ("box", ("the text box", "the text in the text box")),
        ("drawing", ("the text in the coloured field", "the words in the filled shape")),
    ):
        if deck.keys(number, KIND_TESTS[kind]) == [key]:
            return says
    return ()


def is_plain(paragraph: Paragraph) -> bool:
    """Whether a paragraph looks alike throughout and has no link."""
    return len({str(replace(run, text="")) for run in paragraph.runs}) <= 1


def by_slide(found: list[Target]) -> dict[int, list[Target]]:
    """Targets by the number of their slide."""
    grouped: dict[int, list[Target]] = {}
    for item in found:
        grouped.setdefault(item.number, []).append(item)
    return grouped


def resized(items: tuple[Target, ...], act: Attempt) -> tuple[Attempt, ...]:
    """The task done, and the shape made a little higher, or fitted to its text."""

    def variant(name: str, by: float, why: str) -> Attempt:
        def edit(desktop: Desktop) -> None:
            act.act(desktop)
            for item in items:
                item.sized(desktop, by)

        return Attempt(name, edit, why=why)

    return (
        variant("box_grown", _GROWN, "The frame of the text was pulled down a little."),
        variant("box_fitted", -_FITTED, "The frame of the text was fitted to it."),
    )
