"""A deck to work on: made from a kit or found on a desktop, with what tasks need to know of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.impress.places import role_key
from forge.preparers.impress.spec import STANDARD, Presentation, Shape, Slide
from forge.skills.impress.support.building import Builder, footed, moving
from forge.skills.impress.support.kit import DeckKit, Topic
from forge.skills.impress.support.looks import Theme

_STANDARD_SHARE = 0.25
FEWEST_DRAWINGS = 2
"""Drawings of a slide of which some are to be painted are more than these."""


@dataclass(frozen=True)
class Deck:
    """A deck at the start.

    Attributes:
        mount: where it lies.
        start: the presentation as it is at the start; never edited.
        only_file: no other file is on the desktop.
    """

    mount: str
    start: Presentation
    only_file: bool = True

    def on(self, desktop: Desktop) -> Presentation:
        """The presentation on a desktop, to be edited."""
        found: Presentation = desktop.spec(self.mount)
        return found

    def slide(self, desktop: Desktop, number: int) -> Slide:
        """A slide on a desktop, to be edited."""
        return self.on(desktop).slide(number)

    def shape(self, desktop: Desktop, number: int, key: str) -> Shape:
        """A shape on a desktop by its key, to be edited."""
        return keyed(self.slide(desktop, number))[key]

    def at(self, number: int, key: str) -> Shape:
        """A shape at the start by its key."""
        return keyed(self.start.slide(number))[key]

    def title(self, number: int) -> str:
        """The title of a slide; empty where it has none."""
        found = self.start.slide(number).find("title")
        return found.text if found is not None else ""

    @property
    def numbers(self) -> range:
        """The numbers of all slides."""
        return range(1, len(self.start.slides) + 1)

    def keys(self, number: int, test: Callable[[Shape], bool]) -> list[str]:
        """The keys of those shapes of a slide that pass a test."""
        return [key for key, shape in keyed(self.start.slide(number)).items() if test(shape)]

    def having(self, kind: str) -> list[tuple[int, str]]:
        """The slides that have just one thing of a kind, each with its key."""
        found = []
        for number in self.numbers:
            keys = self.keys(number, KIND_TESTS[kind])
            if len(keys) == 1:
                found.append((number, keys[0]))
        return found


def keyed(slide: Slide) -> dict[str, Shape]:
    """The shapes of a slide by the keys under which its state knows them."""
    counts: dict[str, int] = {}
    found: dict[str, Shape] = {}
    for shape in slide.shapes:
        if shape.role is None:
            found[shape.name] = shape
        else:
            counts[shape.role] = counts.get(shape.role, 0) + 1
            found[role_key(shape.role, counts[shape.role])] = shape
    return found


KIND_TESTS: dict[str, Callable[[Shape], bool]] = {
    "picture": lambda shape: shape.picture is not None,
    "table": lambda shape: shape.table is not None,
    "chart": lambda shape: shape.chart is not None,
    "box": lambda shape: (
        shape.role is None and shape.kind == "rectangle" and shape.fill is None and bool(shape.text)
    ),
    "drawing": lambda shape: shape.role is None and shape.fill is not None,
    "body": lambda shape: shape.role == "body" and bool(shape.text),
    "bullets": lambda shape: shape.role == "body" and len(shape.paragraphs) >= 3,
}
"""Whether a shape is of a kind: a text box has neither fill nor line, a drawing has a fill."""


def _has(deck: Deck, kind: str) -> bool:
    """Whether a task about things of a kind finds them: one alone on a slide, of drawings several beside each other."""
    if kind == "drawing":
        return any(len(deck.keys(number, KIND_TESTS[kind])) > FEWEST_DRAWINGS for number in deck.numbers)
    return bool(deck.having(kind))


def suitable(desktop: Desktop, needs: tuple[str, ...]) -> list[Deck]:
    """The decks on a desktop that have what a task needs."""
    found = []
    for mount, document in desktop.documents.items():
        if document.preparer == "impress":
            deck = Deck(mount, document.spec, len(desktop.documents) == 1)
            if all(_has(deck, kind) for kind in needs if kind in KIND_TESTS):
                found.append(deck)
    return found


def build(kit: DeckKit, slides: int, needs: tuple[str, ...], desktop: Desktop, random: Random) -> Deck:
    """A new deck on a desktop.

    Args:
        kit: what it says.
        slides: how many slides it has, about.
        needs: kinds of things of which it must have some.
        desktop: where it is put.
        random: a stream of its own.
    """
    presentation = Presentation()
    if random.random() < _STANDARD_SHARE:
        presentation.width, presentation.height = STANDARD
    theme = Theme.drawn(random)
    theme.dress(presentation)
    builder = Builder(presentation, kit, theme, random, desktop.cast)
    presentation.slides = _slides(builder, slides, needs, random)
    footed(presentation, kit, random)
    moving(presentation, random)
    mount = f"~/{kit.folder}/{kit.file}.pptx"
    only = not desktop.documents
    desktop.add(mount, "impress", presentation)
    return Deck(mount, presentation, only)


def _slides(builder: Builder, count: int, needs: tuple[str, ...], random: Random) -> list[Slide]:
    """The slides in order: opening, agenda, the middle, closing."""
    topics = list(builder.kit.topics)
    middle = count - 3
    extras: list[str] = [name for name in ("table", "chart", "drawing", "team") if name in needs]
    others: list[str] = [name for name in ("table", "chart", "team", "drawing") if name not in extras]
    extras += random.sample(others, max(0, min(len(others), middle - len(extras) - len(topics) // 2)))
    told = topics[: max(2, middle - len(extras))]
    makers: dict[str, Callable[[], Slide]] = {
        "table": builder.table,
        "chart": builder.chart,
        "team": builder.team,
        "drawing": lambda: builder.steps(topics),
    }
    parts = [[slide] for slide in _told(builder, told, needs, random)]
    lacking = max(0, middle - len(parts) - len(extras))
    for number in random.sample(range(len(parts)), min(lacking, len(parts), 5)):
        parts[number].insert(0, builder.section(told[number]))
    for name in extras:
        random.choice(parts).append(makers[name]())
    inner = [slide for part in parts for slide in part]
    return [builder.opening(), builder.agenda(told), *inner, builder.closing()]


def _told(builder: Builder, topics: list[Topic], needs: tuple[str, ...], random: Random) -> list[Slide]:
    """The slides of the topics, of different kinds, among them those that are needed."""
    usual = [builder.bullets, builder.bullets, builder.columns, builder.pictured, builder.shown]
    by_need = {
        "picture": builder.pictured,
        "box": builder.shown,
        "bullets": builder.bullets,
        "columns": builder.columns,
    }
    kinds = [by_need[name] for name in needs if name in by_need]
    kinds += [random.choice(usual) for _ in range(len(topics) - len(kinds))]
    kinds = kinds[: max(len(topics), 1)]
    random.shuffle(kinds)
    return [make(topic) for make, topic in zip(kinds, topics, strict=False)]
