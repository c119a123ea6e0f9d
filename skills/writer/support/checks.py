"""Checks that several skills need: what words and paragraphs that were typed look like."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from forge.preparers.writer import places
from forge.preparers.writer.lists import text_of
from forge.preparers.writer.spec import Layout, Look
from forge.preparers.writer.trees import layout_properties, look_properties
from forge.preparers.writer.words import words_of
from forge.skills.contract import Fact
from forge.skills.writer.support.papers import Paper
from forge.states.rubric import Absent, AnyCheck, Count, Equals, Exists
from forge.states.selectors import Selector
from forge.states.values import Value

SERIES = "{{first}}[[ and {{second}}|, {{second}} and {{third}}|]]"
"""In a phrasing: one, two or three things that are called by the facts of these names."""

_THINGS = ("link", "field", "footnote", "change")


def said(paper: Paper, number: int, prop: str | None = None) -> Selector:
    """The words of a paragraph without the marks of footnotes, whose look nobody sees."""
    paragraph = paper.body[number - 1]
    words = words_of(paragraph, paper.look(number))
    return places.words(
        paper.mount, number, *(at for at, word in enumerate(words, 1) if word.footnote is None), prop=prop
    )


def just(selector: Selector, wanted: Mapping[str, Value], free: Collection[str] = ()) -> Iterator[AnyCheck]:
    """Checks that properties are what they should be; None stands for nothing."""
    for name, value in wanted.items():
        if name in free:
            continue
        if value is None:
            yield Absent(select=selector.of(name))
        else:
            yield Equals(select=selector.of(name), expected=value)


def plain_words(selector: Selector, look: Look, free: Collection[str] = ()) -> Iterator[AnyCheck]:
    """Checks that words have a look and are nothing but words."""
    yield from just(selector, {**look_properties(look), **dict.fromkeys(_THINGS)}, free)


def typed_paragraph(
    selector: Selector, paper: Paper, model: int, free: Collection[str] = ()
) -> Iterator[AnyCheck]:
    """Checks that a new paragraph is there and looks like one that was there, in a list or not."""
    yield Exists(select=selector)
    like, look = paper.body[model - 1], paper.look(model)
    entry = like.list_format
    wanted = {
        "style": like.style,
        **layout_properties(paper.layout(model)),
        "list": entry.kind if entry is not None else None,
        "list_level": entry.level if entry is not None else 1,
        "list_sign": text_of(entry) if entry is not None else None,
        "list_start": None,
    }
    yield from just(selector, wanted, free)
    yield from plain_words(selector.below("word"), look, free)
    for kind in ("picture", "comment", "bookmark"):
        yield Absent(select=selector.below(kind))


LOOK_NAMES = tuple(look_properties(Look()))
LAYOUT_NAMES = tuple(layout_properties(Layout()))
BORDER_NAMES = tuple(
    f"border_{side}{part}"
    for side in ("left", "right", "top", "bottom")
    for part in ("", "_width", "_colour")
)


def any_of(selector: Selector, names: Iterable[str]) -> tuple[Selector, ...]:
    """Several properties of the same entities."""
    return tuple(selector.of(name) for name in names)


def blank_lines(paper: Paper) -> Selector:
    """Empty paragraphs of the body: who presses Enter once more has broken nothing."""
    return Selector(paper.mount).below("paragraph", text="")


FEW = 3
"""So many empty lines may be left at a place."""


def few_blank_lines(
    paper: Paper, checks: Sequence[AnyCheck], most: int
) -> tuple[Fact, tuple[tuple[AnyCheck, ...], ...]]:
    """Checks, each time with another number of empty paragraphs: as many as there were, and up to so many more.

    Returns:
        The private fact that tells these numbers, and what a requirement has in `any_of`.
    """
    there = sum(not item.text for item in paper.body)
    numbers = tuple(range(there, there + most + 1))
    fact = Fact(name="blanks", value=numbers, public=False, worked_out_from=(Selector(paper.mount),))
    return fact, tuple((*checks, Count(select=blank_lines(paper), expected=number)) for number in numbers)
