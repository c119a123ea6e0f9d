"""Presentations without a model: sentences of eight occasions about the things of over thirty fields of work.

An occasion is one file in `occasions/`: titles, sentences and remarks with slots (`{rows}`, `{a}`, `{person}`), which
the vocabulary of a field of work, names and numbers fill.
"""

from __future__ import annotations

from calendar import month_name
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from forge.skills.content.kit import ColumnKit, TableKit, at_least
from forge.skills.content.names import Names, spoken
from forge.skills.content.offline import CURRENCIES, table_kit
from forge.skills.impress.support.kit import ChartSeries, ChartSlide, DeckKit, TableSlide, Topic
from forge.states.rubric import Model

_FOLDER = Path(__file__).parent.parent / "occasions"
_NEEDS = at_least(category=2, label=1, quantity=2)
_POINTS = (3, 5)
_CATEGORIES = 5
_LETTERS = ("a", "b", "c")
_KINDS = ("Institute", "Office", "House", "Service", "Group", "Partners")
_ROLES = (
    "Lead",
    "Planning",
    "Figures and reports",
    "Training",
    "Contact for questions",
    "Quality",
    "Technology",
)


class OccasionTopic(Model):
    """A topic with several titles and more sentences than a slide needs."""

    label: str
    titles: tuple[str, ...]
    points: tuple[str, ...]
    note: str


class Occasion(Model):
    """What is said on one occasion."""

    names: tuple[str, ...]
    subtitles: tuple[str, ...]
    files: tuple[str, ...]
    folders: tuple[str, ...]
    topics: tuple[OccasionTopic, ...]


@cache
def occasion_names() -> tuple[str, ...]:
    """The occasions for which there is material, in the order of the alphabet."""
    return tuple(sorted(file.stem.replace("_", " ") for file in _FOLDER.glob("*.yaml")))


@cache
def occasion(name: str) -> Occasion:
    """The material of an occasion."""
    import yaml  # noqa: PLC0415 - only who asks for offline content needs it

    text = (_FOLDER / f"{name.replace(' ', '_')}.yaml").read_text("utf-8")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return Occasion.model_validate(yaml.load(text, loader))  # noqa: S506 - a safe loader


def deck_kit(random: Random, variables: Mapping[str, Any]) -> DeckKit:
    """A kit as a model would answer it; `variables` are those of the node `DECK`."""
    names = occasion_names()
    chosen = variables["occasion"] if variables["occasion"] in names else random.choice(names)
    material = occasion(chosen)
    words = table_kit(
        random, {"domain": variables["domain"], "locale": variables["locale"], "needs": _NEEDS, "columns": 8}
    )
    draw = _Slots(words, random)
    topics = random.sample(material.topics, min(len(material.topics), max(3, int(variables["topics"]))))
    topics.sort(key=material.topics.index)
    title = draw.filled(random.choice(material.names), 60)
    return DeckKit(
        domain=words.domain,
        occasion=chosen,
        organization=f"{draw.town} {words.rows} {random.choice(_KINDS)}".title()[:48].strip(),
        title=title,
        subtitle=draw.filled(random.choice(material.subtitles), 60),
        file=draw.filled(random.choice(material.files), 48).replace("/", "-").strip("."),
        folder=draw.filled(random.choice(material.folders), 90),
        topics=tuple(_topic(item, draw, random) for item in topics),
        table=_table(words, draw, random),
        chart=_chart(words, draw, random),
        roles=tuple(random.sample(_ROLES, random.randint(3, 5))),
        locale=words.locale,
    )


class _Slots:
    """What the slots of sentences are filled with: things that stay the same, and numbers that do not."""

    def __init__(self, words: TableKit, random: Random) -> None:
        self._random = random
        names = Names(words.locale, random)
        people = [spoken(name) for name in names.people(6)]
        towns = [town for town in names.towns(4) if len(town) <= 18] or ["Northfield"]
        self.category = random.choice(words.of_role("category"))
        self.town, self.people = towns[0], people
        values = self.values = random.sample(self.category.values, min(3, len(self.category.values)))
        year = random.choice((2024, 2025, 2025))
        label = words.of_role("label")[0]
        self._fixed = {
            "row": words.row,
            "rows": words.rows,
            "Rows": words.rows[:1].upper() + words.rows[1:],
            "area": self.category.name.lower(),
            "Area": self.category.name,
            "label": random.choice(label.values),
            "year": str(year),
            "early": str(year - random.randint(4, 16)),
            "month": month_name[random.randint(1, 12)],
            "quarter": f"Q{random.randint(1, 4)} {year}",
            "town": self.town,
            "person": people[0],
            "person2": people[1],
            **dict(zip(_LETTERS, values, strict=True)),
        }
        self._currency = random.choice(CURRENCIES.get(words.locale, ("€",)))

    def filled(self, text: str, longest: int) -> str:
        """A text with its slots filled, cut at a word where it is too long."""
        random = self._random
        numbers = {
            "n": f"{random.randint(13, 480) * 10:,}",
            "k": str(random.randint(4, 29)),
            "days": str(random.randint(3, 14)),
            "p": str(random.randint(4, 38)),
            "money": self.money(random.randint(8, 480) * 500),
        }
        whole = text.format_map({**self._fixed, **numbers})
        return whole if len(whole) <= longest else whole[:longest].rpartition(" ")[0]

    def money(self, amount: int) -> str:
        """An amount of money in the currency of the place."""
        sign = self._currency
        return f"{sign}{amount:,}" if sign in ("$", "£") else f"{amount:,} {sign}"


def _topic(item: OccasionTopic, draw: _Slots, random: Random) -> Topic:
    points = random.sample(item.points, min(len(item.points), random.randint(*_POINTS)))
    points.sort(key=item.points.index)
    return Topic(
        label=draw.filled(item.label, 40),
        title=draw.filled(random.choice(item.titles), 60),
        points=tuple(draw.filled(point, 125) for point in points),
        note=draw.filled(item.note, 230),
    )


def _table(words: TableKit, draw: _Slots, random: Random) -> TableSlide:
    """Figures by category: a table as people put it on a slide."""
    category = draw.category
    measures = random.sample(words.of_role("quantity"), 2)
    titles = ("{Rows} by {area} at a glance", "{Area} in figures, {year}", "Figures for each {area}")
    header = (category.name, *(item.name for item in measures), "Share of all")
    numbers = [_amounts(measure, len(category.values[:6]), random) for measure in measures]
    shares = _shares(numbers[0])
    rows = [
        (value, *(f"{of[at]:,}" for of in numbers), f"{shares[at]}%")
        for at, value in enumerate(category.values[:6])
    ]
    return TableSlide(title=draw.filled(random.choice(titles), 60), header=header, rows=tuple(rows))


def _amounts(measure: ColumnKit, count: int, random: Random) -> list[int]:
    low, high = measure.bounds()
    return [random.randint(int(low) * 12, int(high) * 24) for _ in range(count)]


def _shares(amounts: Sequence[int]) -> list[int]:
    """The share of each in the sum of all, in whole per cent that sum to 100."""
    exact = [100 * amount / max(1, sum(amounts)) for amount in amounts]
    shares = [int(share) for share in exact]
    rests = sorted(range(len(exact)), key=lambda at: shares[at] - exact[at])
    for at in rests[: 100 - sum(shares)]:
        shares[at] += 1
    return shares


def _chart(words: TableKit, draw: _Slots, random: Random) -> ChartSlide:
    """The course of one measure over some months, in one to three series."""
    measure = random.choice(words.of_role("quantity"))
    first = random.randint(1, 12 - _CATEGORIES)
    months = tuple(month_name[first + step][:3] for step in range(random.randint(4, _CATEGORIES + 1)))
    values = draw.values[: random.randint(1, 3)]
    series = []
    for value in values:
        low = random.randint(5, 400)
        series.append(ChartSeries(name=value, low=low, high=low + random.randint(low // 3 + 2, low + 40)))
    titles = ["{Rows} month by month", "The course of the year in {rows}"]
    if len(values) == 2:
        titles.append("How {a} and {b} developed")
    title = draw.filled(random.choice(titles), 60)
    return ChartSlide(title=title, measure=measure.name, categories=months, series=tuple(series))
