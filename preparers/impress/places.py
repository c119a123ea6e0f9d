"""Places of a presentation: the keys under which things stand, and the selectors that name them."""

from __future__ import annotations

from forge.preparers.impress.parts import Role
from forge.states.selectors import Selector


def role_key(role: Role, number: int = 1) -> str:
    """The key of a placeholder: its role, with its number where it is not the first one of that role."""
    return _numbered(role, number)


def phrase_key(text: str, phrase: str, start: int | None = None) -> str:
    """The key of a stretch of a paragraph: its words, with a number where they stand there before as well.

    Args:
        text: the text of the paragraph.
        phrase: the words.
        start: where they begin; None for the first place.
    """
    earlier = 0
    if start is not None:
        at = text.find(phrase)
        while 0 <= at < start:
            earlier += 1
            at = text.find(phrase, at + 1)
    return _numbered(phrase, earlier + 1)


def _numbered(name: str, number: int) -> str:
    return name if number == 1 else f"{name} ({number})"


def letters(column: int) -> str:
    """The letters of a column of a table from its number: 1 is `A`, 28 is `AB`."""
    text = ""
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(65 + rest) + text
    return text


def presentation(mount: str, prop: str | None = None) -> Selector:
    """The presentation itself: the size of its slides."""
    return Selector(mount).of(prop)


def slides(mount: str, prop: str | None = None) -> Selector:
    """All slides."""
    return Selector(mount).below("slide").of(prop)


def new_slides(mount: str, prop: str | None = None) -> Selector:
    """The slides that were not there at the start."""
    return Selector(mount).new("slide").of(prop)


def slide(mount: str, number: int, prop: str | None = None) -> Selector:
    """A slide by its number from 1, with all that stands on it, or one property of it."""
    return Selector(mount).below("slide", number).of(prop)


def shapes(mount: str, number: int, prop: str | None = None) -> Selector:
    """All shapes of a slide."""
    return slide(mount, number).below("shape").of(prop)


def new_shapes(mount: str, number: int, prop: str | None = None) -> Selector:
    """The shapes of a slide that were not there at the start."""
    return slide(mount, number).new("shape").of(prop)


def shape(mount: str, number: int, key: str, prop: str | None = None) -> Selector:
    """A shape of a slide by its name; a placeholder by its role, as in `title` or `body (2)`."""
    return slide(mount, number).below("shape", key).of(prop)


def title(mount: str, number: int, prop: str | None = None) -> Selector:
    """The only paragraph of a slide's title."""
    return paragraph(mount, number, "title", 1, prop)


def paragraphs(mount: str, number: int, key: str, prop: str | None = None) -> Selector:
    """All paragraphs of a shape."""
    return shape(mount, number, key).below("paragraph").of(prop)


def paragraph(mount: str, number: int, key: str, which: int, prop: str | None = None) -> Selector:
    """A paragraph of a shape by its number from 1."""
    return shape(mount, number, key).below("paragraph", which).of(prop)


def stretches(mount: str, number: int, key: str, prop: str | None = None) -> Selector:
    """All stretches of a shape that look unlike the rest of their paragraph."""
    return paragraphs(mount, number, key).below("stretch").of(prop)


def stretch(mount: str, number: int, key: str, which: int, phrase: str, prop: str | None = None) -> Selector:
    """Words of a paragraph that look unlike the rest of it, by `phrase_key`."""
    return paragraph(mount, number, key, which).below("stretch", phrase).of(prop)


def table_cell(mount: str, number: int, key: str, row: int, column: int, prop: str | None = None) -> Selector:
    """A cell of a table by row and column from 1, or one property of it."""
    return shape(mount, number, key).below("row", row).below("cell", letters(column)).of(prop)


def chart(mount: str, number: int, key: str, prop: str | None = None) -> Selector:
    """A chart, or one property of it."""
    return shape(mount, number, key).below("chart", "chart").of(prop)


def series(mount: str, number: int, key: str, which: int | None = None, prop: str | None = None) -> Selector:
    """A series of a chart by its number from 1, or all of them."""
    found = chart(mount, number, key)
    return (found.below("series") if which is None else found.below("series", which)).of(prop)


def transition(mount: str, number: int, prop: str | None = None) -> Selector:
    """How a slide comes in; nothing where it has no transition."""
    return slide(mount, number).below("transition", "transition").of(prop)


def masters(mount: str, prop: str | None = None) -> Selector:
    """All masters."""
    return Selector(mount).below("master").of(prop)
