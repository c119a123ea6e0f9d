"""Files as people keep them: minutes, letters, lists, exports, settings and pictures, about the rows of a kit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random

from forge.preparers.files.formats import table, text, values
from forge.skills.content.kit import TableKit
from forge.skills.content.rows import Entry, Rows

SENTENCES = (
    "{person} will send the figures for {label} before the next meeting.",
    "We still wait for an answer about {label}.",
    "{person} and {other} looked into {label} again and found nothing unusual.",
    "The list of {rows} was checked against the paper copies.",
    "{label} needs another look; {person} takes care of it.",
    "Nobody objected to the plan for {label}.",
    "{other} asked whether {label} can be moved to next month.",
    "Two {rows} were entered twice and have been put right.",
    "{person} is away until the end of the month; {other} stands in.",
    "The costs of {label} were higher than expected.",
    "Thanks to {person} for the quick help with {label}.",
    "From now on each {row} is noted on the day it happens.",
)
TITLES = ("Minutes", "Weekly notes", "Phone call", "To do", "Plan", "Report", "Feedback", "Handover")
HARD = (
    "Größe & Gewicht.txt",
    "O'Brien, re. deposit.txt",
    "second draft (final) v2.md",
    "-old notes.txt",
    "100% checked.txt",
    "résumé Zoë.md",
    "日程.txt",
    "#1 priority.txt",
)
"""Names that careless commands trip over; they come up now and then."""


@dataclass(frozen=True)
class Writer:
    """Somebody who writes about the rows of a kit.

    Attributes:
        rows: the content.
        people: who is spoken of.
        labels: what is spoken of.
        random: a stream of its own.
    """

    rows: Rows
    people: tuple[str, ...]
    labels: tuple[str, ...]
    random: Random

    @property
    def kit(self) -> TableKit:
        """The kit."""
        return self.rows.kit

    def sentence(self) -> str:
        """One sentence."""
        person, other = self.random.sample(self.people, 2)
        made = self.random.choice(SENTENCES).format(
            person=person,
            other=other,
            label=self.random.choice(self.labels),
            row=self.kit.row,
            rows=self.kit.rows,
        )
        return made[0].upper() + made[1:]

    def sentences(self, count: int) -> list[str]:
        """Different sentences."""
        found: dict[str, None] = {}
        while len(found) < count:
            found[self.sentence()] = None
        return list(found)

    def day(self) -> date:
        """A day of the last two years."""
        return date(2024, 1, 8) + timedelta(days=self.random.randrange(760))

    def note(self, lines: int = 0) -> bytes:
        """A short text with a heading."""
        wanted = lines or self.random.randint(3, 9)
        heading = f"{self.random.choice(TITLES)}, {self.day().isoformat()}"
        return text.encode([heading, "", *self.sentences(wanted)])

    def export(self, count: int = 0) -> bytes:
        """Some of the rows as a table in CSV."""
        size = min(count or self.random.randint(4, 12), len(self.rows))
        first = self.random.randrange(len(self.rows) - size + 1)
        return self.table(range(first, first + size))

    def table(self, places: Sequence[int]) -> bytes:
        """Some rows, by their places, as a table in CSV."""
        records = [[plain(self.rows.columns[c.name][place]) for c in self.kit.columns] for place in places]
        return table.build([column.name for column in self.kit.columns], records)

    def settings(self) -> bytes:
        """The settings of a small program in JSON."""
        value = {
            "title": self.kit.title,
            "language": self.kit.locale,
            "columns": [column.name for column in self.kit.columns[:4]],
            "window": {
                "width": self.random.choice([1024, 1280, 1440]),
                "height": self.random.choice([768, 800, 900]),
            },
            "backup": {"enabled": self.random.random() < 0.5, "days": self.random.randint(2, 30)},
        }
        return values.build_json(value)

    def picture(self) -> bytes:
        """Something that is no text, as long as a small picture."""
        return b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + self.random.randbytes(self.random.randint(60, 300))


def plain(entry: Entry) -> str:
    """An entry as it stands in a table."""
    match entry:
        case None:
            return ""
        case float():
            return f"{entry:.10g}"
        case date():
            return entry.isoformat()
    return str(entry)
