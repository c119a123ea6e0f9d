"""From a kit to rows of values, as they could stand in any kind of table.

Numbers are not uniform: most prices are low and end as prices do, few pieces are ordered more often than
many, some classes are common and others rare, and what is entered by the day stands in the order of the days.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, time, timedelta
from itertools import accumulate
from random import Random
from typing import TypeAlias

from forge.skills.content.kit import ColumnKit, Role, TableKit
from forge.skills.content.names import MAIL_DOMAINS, Names, mail_address

Entry: TypeAlias = int | float | str | date | time | timedelta | None
"""What one field of a row holds; None where it is left empty."""

LONG_PERIOD = timedelta(days=500)
"""Dates over a longer period (hirings, purchases) are not what a list is kept in the order of."""

_IN_ORDER = 0.8
"""The share of lists that are kept in the order of their dates."""
_NOTED = (0.15, 0.45)
"""The share of rows with a note, from a tidy list to one that is talked about a lot."""


@dataclass
class Rows:
    """The content of a table, column by column.

    Attributes:
        kit: what it was made from.
        columns: the entries of each column by its name, all of one length.
        lookup: for each value of the lookup's column, in order, the attribute.
    """

    kit: TableKit
    columns: dict[str, list[Entry]]
    lookup: dict[str, Entry] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(next(iter(self.columns.values())))


def fill(kit: TableKit, count: int, random: Random) -> Rows:
    """Rows for a kit.

    Args:
        kit: the kit.
        count: how many rows.
        random: a stream of its own.
    """
    maker = _Maker(kit, count, random)
    columns = {column.name: maker.column(column) for column in kit.columns}
    return Rows(kit, columns, maker.lookup(columns))


class _Maker:
    def __init__(self, kit: TableKit, count: int, random: Random) -> None:
        self.kit = kit
        self.count = count
        self.random = random
        self.names = Names(kit.locale, random)
        self.made: dict[str, list[Entry]] = {}
        leading = next(
            (column for column in kit.columns if column.role == "date" and not column.follows), None
        )
        ordered = leading is not None and _length(leading) < LONG_PERIOD and random.random() < _IN_ORDER
        self.leading = leading.name if leading is not None and ordered else ""
        self.makers: dict[Role, Callable[[ColumnKit], Sequence[Entry]]] = {
            "identifier": self.identifiers,
            "person": self.people,
            "category": self.classes,
            "status": self.classes,
            "label": self.labels,
            "date": self.dates,
            "email": self.emails,
            "phone": lambda _: [self.names.phone() for _ in range(self.count)],
            "city": self.towns,
            "note": lambda _: self.notes(),
        }

    def column(self, kit: ColumnKit) -> list[Entry]:
        """The entries of a column; those that it follows must have been made before."""
        source = self.made.get(kit.follows)
        if source is not None and kit.role not in ("date", "email"):
            entries = self.following(kit, source)
        elif kit.role in self.makers:
            entries = list(self.makers[kit.role](kit))
        else:
            draw = number_maker(kit, self.random)
            entries = [draw() for _ in range(self.count)]
        self.made[kit.name] = entries
        return entries

    def following(self, kit: ColumnKit, source: Iterable[Entry]) -> list[Entry]:
        """One entry for each value of the column that is followed."""
        keys = list(dict.fromkeys(source))
        part = _Maker(self.kit, len(keys), self.random)
        chosen = dict(
            zip(keys, part.column(kit.model_copy(update={"follows": "", "distinct": None})), strict=True)
        )
        return [chosen[key] for key in source]

    def lookup(self, columns: dict[str, list[Entry]]) -> dict[str, Entry]:
        """The attribute of each value of the lookup's column, in the order of the values."""
        lookup = self.kit.lookup
        if lookup is None:
            return {}
        keys = sorted({str(value) for value in columns[lookup.of] if value is not None})
        part = _Maker(self.kit, len(keys), self.random)
        return dict(zip(keys, part.column(lookup.attribute), strict=True))

    def identifiers(self, kit: ColumnKit) -> list[str]:
        digits = self.random.choice((3, 4, 4, 5, 6))
        first = self.random.randrange(1, 9) * 10 ** (digits - 1) + self.random.randrange(1, 60)
        gaps = self.random.choice((0.0, 0.0, 0.04))
        number, found = first, []
        for _ in range(self.count):
            found.append(f"{kit.prefix}{number}")
            number += 1 if self.random.random() >= gaps else self.random.randrange(2, 5)
        return found

    def people(self, kit: ColumnKit) -> list[str]:
        pool = list(kit.values) or self.names.people(min(kit.distinct or self.count, self.count))
        return self.spread(pool, even=len(pool) < self.count)

    def towns(self, kit: ColumnKit) -> list[str]:
        return self.spread(self.names.towns(kit.distinct or max(6, self.count // 6)), even=True)

    def classes(self, kit: ColumnKit) -> list[str]:
        values = list(kit.values)
        weights = [self.random.uniform(0.25, 1) for _ in values]
        found = self.random.choices(values, weights, k=self.count)
        for place, value in zip(
            self.random.sample(range(self.count), min(self.count, len(values))), values, strict=False
        ):
            found[place] = value  # so that small lists hold every class, as people would choose them
        return found

    def labels(self, kit: ColumnKit) -> list[str]:
        if not kit.qualifiers:
            return self.spread(list(kit.values), even=True)
        pairs = [
            f"{value} {extra}" if len(extra) < 2 else f"{value}, {extra}"
            for value in kit.values
            for extra in kit.qualifiers
        ]
        self.random.shuffle(pairs)
        return self.spread(pairs[: self.count], even=len(pairs) < self.count)

    def spread(self, pool: list[str], *, even: bool) -> list[str]:
        """Entries from a pool: each once as far as it reaches, or some more often than others."""
        if not even and len(pool) >= self.count:
            return pool[: self.count]
        weights = list(accumulate(self.random.uniform(0.3, 1.5) for _ in pool))
        return [pool[bisect(weights, self.random.random() * weights[-1])] for _ in range(self.count)]

    def dates(self, kit: ColumnKit) -> list[Entry]:
        source = self.made.get(kit.follows)
        if source is not None:
            low, high = (int(bound) for bound in kit.bounds())
            width = high - low + 1
            return [
                day + timedelta(days=low + int(width * self.random.random() ** 1.5))
                if isinstance(day, date)
                else None
                for day in source
            ]
        start, end = kit.period()
        days = (end - start).days + 1
        rest = self.random.choice((0.0, 0.0, 0.3, 1.0))
        drawn = [self.day(start, days, rest) for _ in range(self.count)]
        return list(sorted(drawn) if kit.name == self.leading else drawn)

    def day(self, start: date, days: int, rest: float) -> date:
        """A day, on a weekend only with the chance `rest`."""
        while True:
            day = start + timedelta(days=int(days * self.random.random()))
            if day.weekday() < 5 or self.random.random() < rest or days < 8:
                return day

    def emails(self, kit: ColumnKit) -> list[Entry]:
        source = self.made.get(kit.follows) or self.names.people(self.count)
        domains = (
            self.random.sample(MAIL_DOMAINS, 3)
            if self.random.random() < 0.6
            else [self.random.choice(MAIL_DOMAINS)]
        )
        found: dict[Entry, str] = {}
        taken: set[str] = set()
        for name in source:
            if name not in found:
                address = mail_address(str(name), len(found) + 101, self.random.choice(domains))
                found[name] = address if address not in taken else address.replace("@", f"{len(found)}@")
                taken.add(found[name])
        return [found[name] for name in source]

    def notes(self) -> list[Entry]:
        if not self.kit.notes:
            return [None] * self.count
        share = self.random.uniform(*_NOTED)
        return [
            self.random.choice(self.kit.notes) if self.random.random() < share else None
            for _ in range(self.count)
        ]


def number_maker(kit: ColumnKit, random: Random) -> Callable[[], Entry]:
    """A source of numbers, times or durations for a column, with habits of its own."""
    low, high = kit.bounds()
    match kit.role:
        case "time":
            step = random.choice((5, 15, 15, 30))
            first, steps = int(low * 60), max(1, int((high - low) * 60 / step))
            return lambda: _time(first + step * min(steps - 1, int(steps * _middling(random))))
        case "duration":
            part = 5 if high - low >= 30 else 1
            return lambda: timedelta(minutes=int(_skewed(random, low, high) / part + 0.5) * part or part)
        case "percentage":
            coarse = high - low >= 20 and not kit.places()
            unit = float(random.choice((5, 1))) if coarse else 10.0 ** -kit.places()
            digits = kit.places() + 2
            return lambda: round(round((low + (high - low) * _middling(random)) / unit) * unit / 100, digits)
        case "quantity":
            return lambda: int(_skewed(random, low, high + 0.999))  # the highest number can be drawn as well
        case "measurement":
            places = kit.places()
            return lambda: _rounded(low + (high - low) * _middling(random), places)
    return _money_maker(kit, random)


def _money_maker(kit: ColumnKit, random: Random) -> Callable[[], Entry]:
    low, high = kit.bounds()
    places = kit.places()
    if places == 0:
        step: int = 10 ** max(0, len(str(int(high))) - 3)
        return lambda: int(round(_skewed(random, low, high) / step) * step) or step
    endings = random.choice(((99, 95, 49, 0), (0, 50), (90, 50, 20), ()))
    if not endings or high < 15 or low < 1:
        return lambda: _rounded(_skewed(random, low, high), places)
    return lambda: _rounded(int(_skewed(random, low, high)) + random.choice(endings) / 100, places)


def _rounded(number: float, places: int) -> float | int:
    return round(number, places) if places else round(number)


def _skewed(random: Random, low: float, high: float) -> float:
    """A number between two, more often a small one; over a wide range by size."""
    share = (random.random() + random.random()) / 2
    if low > 0 and high / low > 20:
        return low * math.pow(high / low, share)
    return low + (high - low) * math.pow(share, 1.6)


def _middling(random: Random) -> float:
    """A share between 0 and 1, more often in the middle."""
    return (random.random() + random.random() + random.random()) / 3


def _time(minutes: int) -> time:
    return time(minutes // 60 % 24, minutes % 60)


def _length(kit: ColumnKit) -> timedelta:
    start, end = kit.period()
    return end - start
