"""Lists: how their entries count, how far they are indented, and what they are written with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from forge.preparers.writer.spec import ListFormat

LEVELS = 9
BULLETS = ("•", "◦", "▪")
FIRST_INDENT, INDENT, HANGING = 1.27, 0.63, 0.63
"""Centimetres from the margin to the text of the first level, from one level to the next, and before the text."""

Kind = tuple[int, str, str]
"""The level, the kind and the text of an entry: entries with the same ones count on."""


def text_of(entry: ListFormat) -> str:
    """What is written before an entry, with `%n` for its number."""
    if entry.text is not None:
        return entry.text
    return BULLETS[(entry.level - 1) % len(BULLETS)] if entry.kind == "bullet" else "%n."


def indent(level: int) -> float:
    """The left indent, in centimetres, of a level that says none itself."""
    return round(FIRST_INDENT + INDENT * (level - 1), 2)


def kind_of(entry: ListFormat) -> Kind:
    """With which entries an entry counts."""
    return entry.level, entry.kind, text_of(entry)


class Counter:
    """Counts the entries of a document from its beginning on.

    An entry goes on with the last one of its level, kind and text, unless one of a higher level came between.
    """

    def __init__(self) -> None:
        self._counts: dict[Kind, int] = {}

    def expected(self, entry: ListFormat) -> int:
        """The number of the next entry if nothing is said."""
        return self._counts.get(kind_of(entry), 0) + 1

    def take(self, entry: ListFormat, number: int) -> None:
        """Note that an entry has a number."""
        self._counts = {kind: count for kind, count in self._counts.items() if kind[0] <= entry.level}
        self._counts[kind_of(entry)] = number


@dataclass
class Instance:
    """A list of the file: what stands at each of its levels, and how far each has counted.

    Attributes:
        formats: the kind and text of each level that is used.
        starts: the first number of each level that is used.
    """

    formats: dict[int, tuple[str, str]] = field(default_factory=dict)
    starts: dict[int, int] = field(default_factory=dict)
    counts: dict[int, int] = field(default_factory=dict)

    def fits(self, entry: ListFormat, number: int) -> bool:
        """Whether an entry of this list would have a number."""
        level = entry.level
        known = self.formats.get(level)
        if known is None:
            return not self.formats or min(self.formats) < level
        return known == (entry.kind, text_of(entry)) and (
            entry.kind == "bullet" or self.counts.get(level, self.starts[level] - 1) + 1 == number
        )

    def take(self, entry: ListFormat, number: int) -> None:
        """Put an entry at the end."""
        level = entry.level
        self.formats.setdefault(level, (entry.kind, text_of(entry)))
        self.starts.setdefault(level, number)
        self.counts = {other: count for other, count in self.counts.items() if other < level}
        self.counts[level] = number


def arranged(entries: Iterable[ListFormat]) -> tuple[list[Instance], list[int]]:
    """The lists that a file needs so that every entry has its number, and for each entry the index of its list."""
    instances: list[Instance] = []
    chosen: list[int] = []
    counter = Counter()
    for entry in entries:
        number = entry.start if entry.start is not None else counter.expected(entry)
        counter.take(entry, number)
        recent = dict.fromkeys(chosen[::-1])
        found = next((i for i in recent if instances[i].fits(entry, number)), None)
        if found is None or entry.start is not None:
            instances.append(Instance())
            found = len(instances) - 1
        instances[found].take(entry, number)
        chosen.append(found)
    return instances, chosen
