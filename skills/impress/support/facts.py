"""Facts as Impress skills tell them: slides, shapes, lines, colours, numbers, each with natural words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from forge.preparers.impress import places
from forge.skills.contract import Fact
from forge.skills.impress.support.deck import Deck
from forge.states.selectors import Selector
from forge.states.values import Colour, Value

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")

SHADES: Mapping[str, tuple[str, ...]] = {
    "red": ("#FF0000", "#C9211E", "#F10D0C", "#FF3838", "#C00000"),
    "green": ("#00A933", "#008000", "#00FF00", "#127622", "#3FAF46", "#00B050"),
    "blue": ("#2A6099", "#0000FF", "#0070C0", "#355269", "#5983B0", "#4472C4"),
    "yellow": ("#FFFF00", "#FFFF38", "#FFF200", "#E6E905"),
    "orange": ("#FF8000", "#FF860D", "#EA7500", "#FFA500", "#ED7D31"),
    "purple": ("#800080", "#A1467E", "#861141", "#7030A0", "#BF0041"),
}
"""Shades that a palette of LibreOffice or of a common theme calls by a name or that anybody would call by it."""


@dataclass(frozen=True)
class Named:
    """A colour as a task asks for it.

    Attributes:
        name: its plain name, as in `red`.
        codes: the shades that count as it, the usual one first.
        exact: only the usual one counts, and its code is told.
    """

    name: str
    codes: tuple[Colour, ...]
    exact: bool

    @property
    def usual(self) -> Colour:
        """The shade that the reference solution takes."""
        return self.codes[0]

    def fact(self, name: str) -> Fact:
        """What is told of it."""
        if self.exact:
            code = self.usual.code
            return Fact(name=name, value=self.usual, says=(f"{self.name} ({code})",))
        return Fact(name=name, value=self.codes, says=(self.name,))


def named_colour(random: Random, *others: Colour | None, exact: bool = False) -> Named:
    """A colour none of whose shades is among others.

    Args:
        random: a stream of its own.
        others: colours that are there.
        exact: one shade is asked for by its code.
    """
    names = [name for name, codes in SHADES.items() if not {Colour(code) for code in codes} & set(others)]
    name = random.choice(sorted(names))
    codes = tuple(Colour(code) for code in SHADES[name])
    return Named(name, codes[:1] if exact else codes, exact)


def slide_fact(name: str, deck: Deck, number: int, *, optional: bool = False) -> Fact:
    """A slide, by its number or, where no other is headed alike, by its title."""
    says = [f"slide {number}"]
    if number <= len(ORDINALS):
        says.append(f"the {ORDINALS[number - 1]} slide")
    if number == len(deck.numbers):
        says.append("the last slide")
    title = deck.title(number)
    if title and sum(_bare(deck.title(other)) == _bare(title) for other in deck.numbers) == 1:
        says += [f'the slide "{title}"', f'the slide titled "{title}"']
    return Fact(
        name=name, value=number, says=tuple(says), refers=places.slide(deck.mount, number), optional=optional
    )


def _bare(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())


def shape_fact(name: str, deck: Deck, number: int, key: str, *says: str) -> Fact:
    """A shape of a slide that another fact tells; the words must fit it alone on that slide."""
    return Fact(name=name, value=key, says=says, refers=places.shape(deck.mount, number, key))


def line_fact(name: str, deck: Deck, number: int, key: str, which: int) -> Fact:
    """A paragraph of a shape, by its text."""
    text = deck.at(number, key).paragraphs[which - 1].text
    says = (f'the line "{text}"', f'the line that says "{text}"')
    refers = places.paragraph(deck.mount, number, key, which, "text")
    return Fact(name=name, value=text, says=says, refers=refers)


def text_fact(name: str, text: str, *, optional: bool = False) -> Fact:
    """A text that is to be written, in quotes."""
    return Fact(name=name, value=text, says=(f'"{text}"',), optional=optional)


def number_fact(name: str, number: float, *, unit: str = "") -> Fact:
    """A number with its unit."""
    shown = f"{number:g}"
    says = (f"{shown} {unit}",) if unit else (shown,)
    return Fact(name=name, value=number, says=says)


def words_fact(name: str, value: Value, *says: str) -> Fact:
    """A wish that natural words tell."""
    return Fact(name=name, value=value, says=says)


def file_fact(deck: Deck, name: str = "file") -> Fact:
    """The presentation; it need not be told where there is no other file."""
    file = deck.mount.rpartition("/")[2]
    says = (f'"{file}"', f'the presentation "{file}"', f'the file "{file}"')
    return Fact(name=name, value=file, says=says, refers=Selector(deck.mount), optional=deck.only_file)


def worked_out(name: str, value: Value, *found_in: Selector) -> Fact:
    """A private fact: what follows from places of the start."""
    return Fact(name=name, value=value, public=False, worked_out_from=found_in)
