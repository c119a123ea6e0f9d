"""Domain kits without a model: over thirty fields of work, their words drawn and mixed by chance.

A domain is one file in `domains/`: names that a thing can have (the first is what `follows` and `of` refer
to), pools of words of which one is taken, ranges of which one is taken and varied. `{period}`, `{year}`,
`{month}` and `{quarter}` stand for the time that the list covers.
"""

from __future__ import annotations

from calendar import month_name
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from forge.errors import UsageError
from forge.skills.content.kit import LOCALES, ColumnKit, Locale, LookupKit, Needs, Role, TableKit
from forge.skills.content.stock import completed
from forge.states.rubric import Model

_FOLDER = Path(__file__).parent / "domains"

CURRENCIES: Mapping[Locale, tuple[str, ...]] = {
    "cs": ("Kč",),
    "en": ("$", "£", "$"),
    "ja": ("$",),
    "pl": ("zł",),
    "pt": ("R$", "€"),
    "sv": ("kr",),
    "zh": ("$",),
}
"""What money is counted in where a language is spoken; elsewhere in euros."""

_WITHOUT_CURRENCY = 0.4
_WITH_LOOKUP = 0.5


class DomainColumn(Model):
    """A column that a table of this domain can have.

    Attributes:
        names: its possible headers.
        role: what it holds.
        keep: it is never left out.
        pools: lists of words, of which one is taken.
        qualifiers: lists of qualifiers, of which one is taken.
        prefix: possible prefixes of an identifier.
        ranges: lowest, highest and decimals, of which one is taken.
        units: possible units of a measurement.
        follows: the first name of the column that decides this one.
        few: how many different people there are; below 1 the share of the rows.
        years: its dates go back so many years.
    """

    names: tuple[str, ...]
    role: Role
    keep: bool = False
    pools: tuple[tuple[str, ...], ...] = ()
    qualifiers: tuple[tuple[str, ...], ...] = ()
    prefix: tuple[str, ...] = ("",)
    ranges: tuple[tuple[float, float, int], ...] = ()
    units: tuple[str, ...] = ("",)
    follows: str = ""
    few: float | None = None
    years: int = 0


class DomainLookup(DomainColumn):
    """A second sheet that can go with it: its names, and the first name of the column it is about."""

    sheets: tuple[str, ...]
    of: str


class Domain(Model):
    """A field of work."""

    row: tuple[str, str]
    files: tuple[str, ...]
    folders: tuple[str, ...]
    sheets: tuple[str, ...]
    titles: tuple[str, ...]
    columns: tuple[DomainColumn, ...]
    notes: tuple[str, ...]
    lookups: tuple[DomainLookup, ...]


@cache
def domain_names() -> tuple[str, ...]:
    """The fields of work for which there is material, in the order of the alphabet."""
    return tuple(sorted(file.stem.replace("_", " ") for file in _FOLDER.glob("*.yaml")))


@cache
def domain(name: str) -> Domain:
    """The material of a field of work.

    Raises:
        UsageError: there is none of that name.
    """
    import yaml  # noqa: PLC0415 - only who asks for offline content needs it

    file = _FOLDER / f"{name.replace(' ', '_')}.yaml"
    if not file.is_file():
        raise UsageError(f"There is no material on {name!r}; there is on {', '.join(domain_names())}.")
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return Domain.model_validate(yaml.load(file.read_text("utf-8"), loader))  # noqa: S506 - a safe loader


@dataclass(frozen=True)
class Period:
    """The time that a list covers."""

    start: date
    end: date
    words: Mapping[str, str]

    def fits(self, template: str) -> bool:
        """Whether a name speaks of a time of this kind."""
        return all(field in self.words or f"{{{field}}}" not in template for field in ("month", "quarter"))


def table_kit(random: Random, variables: Mapping[str, Any]) -> TableKit:
    """A kit as a model would answer it; `variables` are those of the node `TABLE`."""
    name = variables.get("domain") or random.choice(domain_names())
    material = domain(name if name in domain_names() else random.choice(domain_names()))
    needs: Needs = variables.get("needs") or {}
    locale: Locale = variables.get("locale") or random.choice(LOCALES)
    maker = _Maker(random, material, locale, int(variables.get("rows") or 60))
    return maker.kit(name, needs, int(variables.get("columns") or 7), lookup=bool(variables.get("lookup")))


class _Maker:
    def __init__(self, random: Random, material: Domain, locale: Locale, rows: int) -> None:
        self.random = random
        self.material = material
        self.locale = locale
        self.rows = rows
        self.period = _period(random)
        self.currency = (
            "" if random.random() < _WITHOUT_CURRENCY else random.choice(CURRENCIES.get(locale, ("€",)))
        )
        self.called: dict[str, str] = {}

    def kit(self, name: str, needs: Needs, count: int, *, lookup: bool) -> TableKit:
        material, random = self.material, self.random
        other = random.choice(material.lookups) if lookup or random.random() < _WITH_LOOKUP else None
        chosen = self.chosen(needs, count, {other.of} if other is not None else set())
        about = other.of if other is not None else ""
        for item in (*chosen, other) if other is not None else chosen:
            self.called[item.names[0]] = self.unused(item.names)
        columns = [self.column(item, plain=item.names[0] == about) for item in chosen]
        kit = TableKit(
            domain=name,
            row=material.row[0],
            rows=material.row[1],
            sheet=self.named(material.sheets, 31),
            title=self.named(material.titles, 120),
            file=self.named(material.files, 48),
            folder=self.named(material.folders, 120),
            columns=tuple(columns),
            notes=tuple(random.sample(material.notes, min(4, len(material.notes)))),
            lookup=self.lookup(other) if other is not None else None,
            locale=self.locale,
        )
        return completed(kit, needs, random, lookup=lookup)

    def chosen(self, needs: Needs, count: int, wanted: Collection[str]) -> list[DomainColumn]:
        """Columns in their natural order: those that are always there, those that are needed, some others."""
        columns = self.material.columns
        taken = {n for n, item in enumerate(columns) if item.keep or item.names[0] in wanted}
        for role, number in needs.items():
            have = sum(columns[n].role == role for n in taken)
            others = [n for n, item in enumerate(columns) if item.role == role and n not in taken]
            taken.update(self.random.sample(others, max(0, min(number - have, len(others)))))
        others = [n for n in range(len(columns)) if n not in taken]
        taken.update(self.random.sample(others, max(0, min(count - len(taken), len(others)))))
        return [columns[n] for n in sorted(taken)]

    def column(self, item: DomainColumn, *, plain: bool = False) -> ColumnKit:
        """A column; a plain one has no qualifiers, so that a second sheet can be about its values."""
        random = self.random
        unit = self.currency if item.role == "money" else random.choice(item.units)
        details: dict[str, Any] = {"name": self.called[item.names[0]], "role": item.role, "unit": unit}
        if item.pools:
            details["values"] = self.words(random.choice(item.pools), item.role)
        if item.qualifiers and not plain and random.random() < 0.7:
            details["qualifiers"] = random.choice(item.qualifiers)
        if item.role == "identifier":
            details["prefix"] = random.choice(item.prefix)
        if item.ranges:
            details.update(self.range(random.choice(item.ranges), item.role))
        if item.follows in self.called:
            details["follows"] = self.called[item.follows]
        if item.role == "date":
            start = self.period.start.replace(year=self.period.start.year - item.years)
            details.update(start=start, end=self.period.end)
        if item.few is not None:
            details["distinct"] = max(2, int(item.few if item.few >= 1 else item.few * self.rows))
        return ColumnKit(**details)

    def unused(self, names: Sequence[str]) -> str:
        """One of several headers that no other column has."""
        taken = {name.casefold() for name in self.called.values()}
        return self.random.choice(
            [name for name in names if name.casefold() not in taken] or [names[0] + " too"]
        )

    def words(self, pool: Sequence[str], role: Role) -> tuple[str, ...]:
        """Most of a pool, in any order; the stages of a status stay in theirs. No word is a header as well."""
        headers = {name.casefold() for name in self.called.values()}
        pool = [word for word in pool if word.casefold() not in headers]
        fewest = {"status": 2, "category": 3}.get(role, 5)
        kept = self.random.sample(range(len(pool)), self.random.randint(min(fewest, len(pool)), len(pool)))
        return tuple(pool[n] for n in (sorted(kept) if role == "status" else kept))

    def range(self, bounds: tuple[float, float, int], role: Role) -> dict[str, float | int]:
        """A range of the domain, varied a little where it is about money or amounts."""
        low, high, decimals = bounds
        if role in ("money", "quantity") and high > 130:
            stretch = self.random.uniform(0.75, 1.25)
            digits = max(0, len(str(int(high))) - 2)
            high = max(low * 2, round(high * stretch / 10**digits) * 10**digits)
        return {"low": low, "high": high, "decimals": decimals}

    def lookup(self, item: DomainLookup) -> LookupKit | None:
        attribute = self.column(DomainColumn(**item.model_dump(exclude={"sheets", "of"})))
        sheets = [name for name in item.sheets if name not in self.material.sheets]
        return LookupKit(sheet=self.random.choice(sheets), of=self.called[item.of], attribute=attribute)

    def named(self, templates: Sequence[str], longest: int) -> str:
        """One of several names with its period filled in."""
        fitting = [text.format_map(self.period.words) for text in templates if self.period.fits(text)]
        return self.random.choice([text for text in fitting if len(text) <= longest])


def _period(random: Random) -> Period:
    """A month, a quarter or a year that is over by spring 2026."""
    year = random.choice((2024, 2025, 2025, 2025))
    kind = random.choice(("year", "year", "quarter", "quarter", "month"))
    if kind == "year":
        return Period(date(year, 1, 1), date(year, 12, 31), {"year": str(year), "period": str(year)})
    if kind == "quarter":
        number = random.randint(1, 4)
        words = {"quarter": f"Q{number} {year}", "period": f"Q{number} {year}", "year": str(year)}
        return Period(date(year, 3 * number - 2, 1), _last_day(year, 3 * number), words)
    month = random.randint(1, 12)
    named = f"{month_name[month]} {year}"
    return Period(
        date(year, month, 1), _last_day(year, month), {"month": named, "period": named, "year": str(year)}
    )


def _last_day(year: int, month: int) -> date:
    return (date(year, month, 28) + timedelta(days=4)).replace(day=1) - timedelta(days=1)
