"""Words of a document that a task speaks of: sentences and mentions, where they stand, and what is beside them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from forge.errors import SkillError
from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.spec import Colour, Paragraph, Run
from forge.preparers.writer.words import pieces
from forge.skills.contract import Fact
from forge.skills.writer.support.papers import Paper
from forge.states.selectors import Positions as At
from forge.states.selectors import Selector, SelectorStep

COLOURS = {
    "red": ("#FF0000", "#C9211E", "#C00000", "#CC0000"),
    "blue": ("#0000FF", "#2A6099", "#0070C0", "#0066CC"),
    "green": ("#00A933", "#008000", "#00B050", "#00FF00"),
    "orange": ("#FF8000", "#FFA500", "#ED7D31", "#FF6600"),
    "purple": ("#800080", "#7030A0", "#55308D", "#993366"),
}
"""Shades that applications offer under these names, the plainest first."""
MARKERS = {
    "yellow": ("#FFFF00", "#FFFF38", "#FFDE59"),
    "light green": ("#00FF00", "#81D41A", "#92D050"),
    "turquoise": ("#00FFFF", "#00DCDC", "#55D6D6"),
}
"""The same of markers."""

_SENTENCE = re.compile(r"(?<=[.!?]) +(?=\S)")
_TITLES = ("Dr.", "Jr.", "St.")
_FEWEST_WORDS = 6


@dataclass(frozen=True)
class Spot:
    """Words that stand side by side in a paragraph of the body.

    Attributes:
        number: of the paragraph.
        text: what they say.
        occurrence: for which time they say it there, from 1.
        first: the position of the first word, from 1.
        last: the position of the last.
    """

    number: int
    text: str
    occurrence: int
    first: int
    last: int


def spots(paper: Paper, number: int, text: str) -> list[Spot]:
    """Everywhere in a paragraph where words say something."""
    words, wanted = paper.words(number), pieces(text)
    starts = [at for at in range(len(words) - len(wanted) + 1) if words[at : at + len(wanted)] == wanted]
    return [Spot(number, text, time, at + 1, at + len(wanted)) for time, at in enumerate(starts, 1)]


def sentences(paper: Paper, numbers: Collection[int] | None = None) -> list[Spot]:
    """The sentences that no other one resembles, of paragraphs of prose with several, without their full stops."""
    found = []
    for number in paper.prose_numbers(numbers):
        parts = _SENTENCE.split(paper.text(number))
        if len(parts) < 2 or any(title in paper.text(number) for title in _TITLES):
            continue
        for part in parts:
            bare = part.rstrip(".!?")
            if len(bare.split()) >= _FEWEST_WORDS and '"' not in bare and _start(paper, bare) is not None:
                found += spots(paper, number, bare)[:1]
    return found


def _start(paper: Paper, sentence: str) -> str | None:
    """The first words of a sentence, so many that they stand nowhere else."""
    words = sentence.split(" ")
    for count in range(3, min(9, len(words)) + 1):
        start = " ".join(words[:count]).rstrip(",:;")
        if start in sentence and paper.everything.casefold().count(start.casefold()) == 1:
            return start
    return None


def some_sentences(paper: Paper, random: Random, count: int) -> tuple[Spot, ...]:
    """Sentences of different paragraphs, in the order of the document.

    Raises:
        SkillError: there are not so many.
    """
    by_paragraph: dict[int, list[Spot]] = {}
    for spot in sentences(paper):
        by_paragraph.setdefault(spot.number, []).append(spot)
    if len(by_paragraph) < count:
        raise SkillError(f"Only {len(by_paragraph)} paragraphs hold sentences that can be told from others.")
    chosen = random.sample(sorted(by_paragraph), count)
    return tuple(random.choice(by_paragraph[number]) for number in sorted(chosen))


def sentence_fact(name: str, paper: Paper, spot: Spot) -> Fact:
    """A sentence, spoken of by its first words."""
    start = _start(paper, spot.text)
    says = (
        f'the sentence that begins "{start}"',
        f'the sentence beginning with "{start}"',
        f'the sentence starting "{start}"',
    )
    return Fact(name=name, value=spot.text, says=says)


def term_fact(name: str, text: str) -> Fact:
    """Every mention of something."""
    says = (f'every mention of "{text}"', f'all occurrences of "{text}"', f'"{text}" wherever it occurs')
    return Fact(name=name, value=text, says=says)


def colour_fact(name: str, called: str, shades: Sequence[str]) -> Fact:
    """A colour by its name; its shades are equally right."""
    return Fact(name=name, value=tuple(Colour(shade) for shade in shades), says=(called,))


def words(paper: Paper, chosen: Collection[Spot], prop: str | None = None) -> list[Selector]:
    """The words of some spots, one selector for each paragraph."""
    by_paragraph: dict[int, list[tuple[int, int]]] = {}
    for spot in chosen:
        by_paragraph.setdefault(spot.number, []).append((spot.first, spot.last))
    return [_run(paper, number, sorted(runs), prop) for number, runs in by_paragraph.items()]


def edges(paper: Paper, chosen: Collection[Spot], prop: str) -> Iterator[Selector]:
    """The punctuation right beside some spots: who selects words may take it along or not."""
    for spot in chosen:
        all_words = paper.words(spot.number)
        for position in (spot.first - 1, spot.last + 1):
            if 1 <= position <= len(all_words) and not any(map(str.isalnum, all_words[position - 1])):
                yield _run(paper, spot.number, [(position, position)], prop)


def _run(paper: Paper, number: int, runs: list[tuple[int, int]], prop: str | None) -> Selector:
    step = SelectorStep("word", At(tuple(runs)))
    return Selector(paper.mount, (*places.paragraphs(paper.mount, number).steps, step), prop)


def runs_of(paper: Paper, desktop: Desktop, spot: Spot, *, stop: bool = False) -> list[Run]:
    """The runs of a spot on a desktop, parted from what is around them.

    Args:
        paper: the document.
        desktop: where it is edited.
        spot: the words.
        stop: with the punctuation right behind them.

    Raises:
        SkillError: the paragraph does not say that so often.
    """
    paragraph: Paragraph = paper.paragraph(desktop, spot.number)
    at = -1
    for _ in range(spot.occurrence):
        at = paragraph.text.find(spot.text, at + 1)
        if at < 0:
            there = paragraph.text.count(spot.text)
            raise SkillError(
                f"Paragraph {spot.number} of {paper.file} should say {spot.text!r} {spot.occurrence} times, but "
                f"it does {there} times; it says: {paragraph.text!r}."
            )
    end = at + len(spot.text)
    text = spot.text
    if stop and end < len(paragraph.text) and paragraph.text[end] in ".,;:!?":
        text += paragraph.text[end]
    return paragraph.find(text, paragraph.text[: at + len(text)].count(text))


def mark(paper: Paper, desktop: Desktop, chosen: Collection[Spot], *, stops: int = 0, **look: Any) -> None:
    """Format the words of some spots; of the first so many with the punctuation behind them."""
    for index, spot in enumerate(chosen):
        for run in runs_of(paper, desktop, spot, stop=index < stops):
            run.restyle(**look)


def mark_start(paper: Paper, chosen: Collection[Spot], **look: Any) -> None:
    """Format the words of some spots in the start itself, each of which stands once in its paragraph."""
    for spot in chosen:
        for run in paper.body[spot.number - 1].find(spot.text):
            run.restyle(**look)
