"""The small grammar in which phrasings are written: slots, pieces to choose from, and a register in front.

    {{threshold}}                 a slot: the words of the fact `threshold` stand here
    [[highlight|mark]]            one of several pieces; a piece may be empty, and may hold slots and further
    [[…]] [[, newest first|]]           a piece that may be left out [[, ties by {{second}}|]]     a piece
    that is left out where the contract has no fact `second` chatty: …                     a phrasing that
    belongs to one register; without a register it fits all

A piece that names a fact which the contract has not is never chosen, and a phrasing is only taken when every
fact that must be told can be told by it, so one phrasing can serve easy and hard tasks alike.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from random import Random

from forge.errors import SkillError

SLOT = re.compile(r"\{\{\s*([a-z][a-z0-9_]*)\s*\}\}")
"""A slot; its group is the name of the fact."""

_MARK = re.compile(r"\[\[|\||\]\]")
_REGISTER = re.compile(r"(terse|polite|chatty|precise):\s+")


@dataclass(frozen=True)
class Choice:
    """Pieces of which one is taken."""

    pieces: tuple[Sequence, ...]


@dataclass(frozen=True)
class Sequence:
    """Texts and choices, one behind the other."""

    parts: tuple[str | Choice, ...]

    def possible(self, known: Collection[str]) -> bool:
        """Whether it can be said with these facts alone."""
        return all(
            all(name in known for name in slots(part))
            if isinstance(part, str)
            else any(piece.possible(known) for piece in part.pieces)
            for part in self.parts
        )

    def reach(self) -> set[str]:
        """All facts that it may name."""
        found: set[str] = set()
        for part in self.parts:
            if isinstance(part, str):
                found.update(slots(part))
            else:
                found.update(*(piece.reach() for piece in part.pieces))
        return found

    def draw(self, random: Random, known: Collection[str]) -> str:
        """One of the texts that it stands for; the caller makes sure that there is one (`possible`)."""
        return "".join(
            part
            if isinstance(part, str)
            else random.choice([piece for piece in part.pieces if piece.possible(known)]).draw(random, known)
            for part in self.parts
        )


@dataclass(frozen=True)
class Phrasing:
    """A phrasing as it was read.

    Attributes:
        register: the register to which it belongs, or None where it fits all.
        body: its text with the choices.
        request: whether it begins with a small letter: then its first sentence is what is asked for, without
            subject and in the base form of the verb (`sort the list by {{key}}`), and the writer of
            instructions frames it (`Could you sort the list by {{key}}?`). Otherwise it is whole sentences.
    """

    register: str | None
    body: Sequence
    request: bool


def slots(text: str) -> list[str]:
    """The names of the slots of a text, in order, each as often as it stands there."""
    return SLOT.findall(text)


def read_phrasing(text: str) -> Phrasing:
    """A phrasing from the text in which a skill writes it.

    Raises:
        SkillError: brackets do not close, or a bar stands outside of them.
    """
    found = _REGISTER.match(text)
    body = text[found.end() :] if found else text
    first = re.sub(r"[\[|\s]", "", body)[:1]
    return Phrasing(found[1] if found else None, parse(body), request=first.islower())


def parse(text: str) -> Sequence:
    """The choices and texts of a phrasing.

    Raises:
        SkillError: brackets do not close, or a bar stands outside of them.
    """
    sequence, position = _sequence(text, 0, inside=False)
    if position != len(text):
        raise _broken(text, position, "']]' closes nothing")
    return sequence


def _sequence(text: str, position: int, *, inside: bool) -> tuple[Sequence, int]:
    parts: list[str | Choice] = []
    while position < len(text):
        mark = _MARK.search(text, position)
        end = mark.start() if mark else len(text)
        if end > position:
            parts.append(text[position:end])
        position = end
        if mark is None:
            break
        if mark[0] == "[[":
            choice, position = _choice(text, position)
            parts.append(choice)
        elif mark[0] == "|" and not inside:
            raise _broken(text, position, "'|' stands outside of '[[…]]'")
        else:
            break
    return Sequence(tuple(parts)), position


def _choice(text: str, start: int) -> tuple[Choice, int]:
    pieces: list[Sequence] = []
    position = start + 1
    while True:
        piece, position = _sequence(text, position + 1, inside=True)
        pieces.append(piece)
        if text.startswith("]]", position):
            return Choice(tuple(pieces)), position + 2
        if position >= len(text):
            raise _broken(text, start, "'[[' is not closed by ']]'")


def _broken(text: str, position: int, what: str) -> SkillError:
    return SkillError(
        f"The phrasing {text!r} cannot be read at character {position + 1}: {what}.",
        hint="Choices are written [[one|another]], slots {{name}}.",
    )


def tidy(text: str) -> str:
    """A drawn text without the gaps that left-out pieces leave: doubled spaces, spaces before punctuation.

    A name that begins with a full stop, as `.bashrc` or `.{{ending}}` does, keeps the space before it.
    """
    text = re.sub(r"[ \t]{2,}", " ", text)
    return re.sub(r" +([,.;:?!])(?![\w{])", r"\1", text).strip()
