"""What a model writes of a presentation: its topics with their sentences, a table, a chart, the people's roles.

A few hundred tokens, from which `forge.skills.impress.support.deck` makes slides.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Annotated, Any, Self

from pydantic import AfterValidator, Field, model_validator

from forge.skills.content.kit import FileName, Folder, Label, Locale, clean
from forge.skills.nodes import Node
from forge.states.rubric import Model

Line = Annotated[str, AfterValidator(clean), Field(min_length=4, max_length=64)]
"""A title or another single line."""
Point = Annotated[str, AfterValidator(clean), Field(min_length=4, max_length=130)]
Remark = Annotated[str, AfterValidator(clean), Field(min_length=8, max_length=240)]
Entry = Annotated[str, AfterValidator(clean), Field(min_length=1, max_length=40)]
FEWEST_TOPICS = 3


class Topic(Model):
    """What one slide is about.

    Attributes:
        label: as the agenda calls it, in few words.
        title: as the slide is headed.
        points: what it says, a sentence each.
        note: what the speaker says beside it.
    """

    label: Line
    title: Line
    points: tuple[Point, ...] = Field(min_length=3, max_length=6)
    note: Remark


class TableSlide(Model):
    """A table with a header: as many entries in each row."""

    title: Line
    header: tuple[Entry, ...] = Field(min_length=2, max_length=5)
    rows: tuple[tuple[Entry, ...], ...] = Field(min_length=3, max_length=7)

    @model_validator(mode="after")
    def _rectangular(self) -> Self:
        if any(len(row) != len(self.header) for row in self.rows):
            raise ValueError(f"each row of the table needs {len(self.header)} entries, as many as the header")
        return self


class ChartSeries(Model):
    """A series of a chart, its numbers between two bounds."""

    name: Entry
    low: int = Field(ge=0, le=1_000_000)
    high: int = Field(ge=1, le=2_000_000)

    @model_validator(mode="after")
    def _upwards(self) -> Self:
        if self.low >= self.high:
            raise ValueError(f"the series {self.name!r} runs from {self.low} to {self.high}")
        return self


class ChartSlide(Model):
    """A chart: what it counts, for which categories, in which series."""

    title: Line
    measure: Entry
    categories: tuple[Entry, ...] = Field(min_length=3, max_length=8)
    series: tuple[ChartSeries, ...] = Field(min_length=1, max_length=3)


class DeckKit(Model):
    """A presentation as its speaker thinks of it.

    Attributes:
        domain: the field of work.
        occasion: what it is for, as in `kick off`.
        organization: whose it is.
        title: on the first slide; likewise the subtitle.
        file: the file's name without its ending.
        folder: the folder in the home folder.
        topics: what is spoken about, in order.
        table: a table for one of the slides.
        chart: a chart for another.
        roles: what the people of the team do.
        locale: the language of people's names.
    """

    domain: Label
    occasion: Label
    organization: Label
    title: Line
    subtitle: Line
    file: FileName
    folder: Folder
    topics: tuple[Topic, ...] = Field(min_length=FEWEST_TOPICS, max_length=10)
    table: TableSlide
    chart: ChartSlide
    roles: tuple[Entry, ...] = Field(min_length=3, max_length=6)
    locale: Locale = "en"

    @model_validator(mode="after")
    def _apart(self) -> Self:
        _once(
            "title", [self.title, self.table.title, self.chart.title, *(item.title for item in self.topics)]
        )
        _once("line", [item for topic in self.topics for item in (topic.label, *topic.points)])
        _once("role", self.roles)
        _once("header", self.table.header)
        _once("category", self.chart.categories)
        _once("series", [item.name for item in self.chart.series])
        return self


def _once(what: str, texts: Iterable[str]) -> None:
    seen: set[str] = set()
    for text in texts:
        folded = "".join(sign for sign in text.casefold() if sign.isalnum())
        if folded in seen:
            raise ValueError(f"two {what}s cannot both be {text!r}")
        seen.add(folded)


_SYSTEM = """\
You invent a presentation that somebody in an ordinary workplace would give. Answer one JSON object from which a
program makes the slides.

Fields: domain; occasion; organization (invented); title and subtitle of the first slide; file (a file name
without ending) and folder (below the home folder); topics, each with label (two or three words for the agenda), title
(of the slide; other words than the label), points (4 or 5 whole sentences or telling phrases of at most 100 characters)
and note (one or two sentences for the speaker); table (title, header of 3 or 4 words, 3 to 6 rows of texts); chart
(title, measure, 4 to 6 categories, 1 to 3 series with name, low, high as whole numbers); roles (4 people's jobs).

Rules: one coherent matter; concrete and everyday; no two titles, labels or points alike; nothing about real companies
or persons; no links; no brackets. At most 900 tokens."""

_PROMPT = """\
Field of work: {{ domain }}. Occasion: {{ occasion }}. Language of people's names (locale): {{ locale }}.
Topics: {{ topics }}."""


def _offline(random: Random, variables: Mapping[str, Any]) -> DeckKit:
    from forge.skills.impress.support.offline import deck_kit  # noqa: PLC0415 - not needed to list skills

    return deck_kit(random, variables)


DECK: Node[DeckKit] = Node(
    name="deck",
    system=_SYSTEM,
    prompt=_PROMPT,
    schema=DeckKit,
    offline=_offline,
    temperature=0.9,
    max_tokens=2200,
)
"""The content of one presentation. Variables: `domain`, `occasion`, `locale`, `topics`."""
