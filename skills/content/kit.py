"""A domain kit: the few hundred tokens from which code expands a table of any size.

A kit says what a row is, which columns there are and which words, ranges and sentences belong to them. A
content node returns it; `forge.skills.content.rows` fills it with rows.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from typing import Annotated, Any, Literal, get_args

from pydantic import (
    AfterValidator,
    Field,
    SerializerFunctionWrapHandler,
    field_validator,
    model_serializer,
    model_validator,
)

from forge.errors import SkillError
from forge.states.rubric import Model

Role = Literal[
    "identifier",
    "person",
    "category",
    "label",
    "status",
    "date",
    "time",
    "duration",
    "money",
    "quantity",
    "percentage",
    "measurement",
    "email",
    "phone",
    "city",
    "note",
]
"""What a column holds: the key of a row, a person, one of a few classes, a name of a thing, …"""

ROLES: tuple[Role, ...] = get_args(Role)
NUMERIC_ROLES: frozenset[Role] = frozenset({"money", "quantity", "percentage", "measurement"})
STANDS_RIGHT: frozenset[Role] = NUMERIC_ROLES | {"date", "time", "duration"}
"""The roles of which a spreadsheet puts entries at the right of their cells."""
WORDED_ROLES: Mapping[Role, int] = {"category": 3, "status": 2, "label": 4}
"""The roles that take their cells from `values`, with the fewest they need."""

Locale = Literal["cs", "de", "el", "en", "es", "fr", "it", "ja", "nl", "pl", "pt", "ru", "sv", "tr", "zh"]
"""The languages whose names of people and towns a kit can ask for."""

LOCALES: tuple[Locale, ...] = get_args(Locale)

Needs = Mapping[Role, int]
"""How many columns of each role a task needs at least."""


def at_least(**columns: int) -> Needs:
    """The columns that a task needs: `at_least(money=1, category=2)`.

    Raises:
        SkillError: there is no such role.
    """
    unknown = sorted(columns.keys() - set(ROLES))
    if unknown:
        raise SkillError(f"{', '.join(unknown)} is no role of a column; the roles are {', '.join(ROLES)}.")
    return {role: columns[role] for role in ROLES if role in columns}


RANGES: Mapping[Role, tuple[float, float, int]] = {
    "time": (8, 18, 0),
    "duration": (15, 240, 0),
    "money": (5, 500, 2),
    "quantity": (1, 40, 0),
    "percentage": (0, 100, 0),
    "measurement": (1, 100, 1),
    "date": (1, 21, 0),
}
"""Bounds and decimals where a kit says nothing: hours, minutes, money, pieces, per cent, units, days."""

INSTRUCTION_WORDS = frozenset(  # one word after the other is read more easily than a list of literals
    """
    address all amount answer average before below between blank blue bold border bottom cell cells
    change changes chart clear close color colour column columns comment copy count data date delete
    document done duplicate duplicates each edit empty entries entry fill filter final first font
    format formula freeze green header headers heading hidden highlight id keep label last left link
    list maximum mean merge minimum name names new note notes number old open orange order page
    paste percent print protect range record records red remove rename result right row rows save
    saved sheet sheets sort split status sum summary tab table text time title top total type unit
    value values width workbook yellow
    """.split()  # noqa: SIM905 - the same
)
"""Words that instructions are made of: alone, none of them names a column, a sheet or a value."""

_HOSTILE = re.compile(r"^[=+@]|[\[\]{}<>|\\`]")
_NOT_IN_FILES = re.compile(r'[/\\:*?"<>|]')
_NOT_IN_SHEETS = re.compile(r"[\[\]:*?/\\]|^'|'$")


def clean(text: str) -> str:
    """A text of one line in composed Unicode form, its spaces single.

    Raises:
        ValueError: it holds control characters, brackets of markup or begins like a formula.
    """
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn") for sign in text):
        raise ValueError(f"{text!r} holds invisible control characters")
    if found := _HOSTILE.search(text):
        raise ValueError(f"{text!r} holds {found[0]!r}, which a plain label does not")
    return text


def _file_name(text: str) -> str:
    if _NOT_IN_FILES.search(text) or text.startswith(".") or text.endswith("."):
        raise ValueError(f"{text!r} cannot name a file everywhere")
    return text


def _sheet_name(text: str) -> str:
    if _NOT_IN_SHEETS.search(text):
        raise ValueError(f"{text!r} cannot name a sheet")
    return text


def _folder(text: str) -> str:
    parts = text.strip("/").split("/")
    for part in parts:
        if not part:
            raise ValueError(f"the folder {text!r} has an empty step")
        _file_name(part)
    return "/".join(parts)


Label = Annotated[str, AfterValidator(clean), Field(min_length=1, max_length=48)]
Sentence = Annotated[str, AfterValidator(clean), Field(min_length=1, max_length=120)]
FileName = Annotated[Label, AfterValidator(_file_name)]
SheetName = Annotated[
    str, AfterValidator(clean), AfterValidator(_sheet_name), Field(min_length=1, max_length=31)
]
Folder = Annotated[Sentence, AfterValidator(_folder)]


def speaks_like_instructions(text: str) -> bool:
    """Whether a name would be taken for a word of the instruction around it."""
    return text.casefold().strip(" .:") in INSTRUCTION_WORDS


class Kit(Model):
    """A part of a kit. Its JSON leaves out what is left open: tokens cost money."""

    @model_serializer(mode="wrap")
    def _brief(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        written: dict[str, Any] = write(self)
        fields = type(self).model_fields
        return {
            name: value
            for name, value in written.items()
            if fields[name].is_required() or getattr(self, name) != fields[name].default
        }


class ColumnKit(Kit):
    """One column.

    Attributes:
        name: its header.
        role: what it holds.
        values: the words of a category, status or label.
        qualifiers: for labels, what can follow a value (a size, an edition): many labels from few words.
        prefix: what stands before the numbers of an identifier.
        low: the smallest number; hours of a time, minutes of a duration, days of a date behind another.
        high: the largest number.
        decimals: digits behind the point.
        unit: the unit of a measurement or the sign of a currency.
        start: the first date.
        end: the last date.
        follows: the column that decides this one: a price follows its product, an e-mail its person, a later
            date an earlier one.
        distinct: how many different people or towns there are; None for as many as rows.
    """

    name: Label
    role: Role
    values: tuple[Label, ...] = Field(default=(), max_length=40)
    qualifiers: tuple[Label, ...] = Field(default=(), max_length=16)
    prefix: Annotated[str, AfterValidator(clean), Field(max_length=8)] = ""
    low: float | None = Field(default=None, ge=-1e6, le=1e8)
    high: float | None = Field(default=None, ge=-1e6, le=1e8)
    decimals: int | None = Field(default=None, ge=0, le=4)
    unit: Annotated[str, AfterValidator(clean), Field(max_length=8)] = ""
    start: date | None = None
    end: date | None = None
    follows: str = ""
    distinct: int | None = Field(default=None, ge=1, le=400)

    @field_validator("values", "qualifiers")
    @classmethod
    def _distinct(cls, words: tuple[str, ...]) -> tuple[str, ...]:
        """Each word once, without those that an instruction could be talking in."""
        kept = {word.casefold(): word for word in reversed(words) if not speaks_like_instructions(word)}
        return tuple(reversed(kept.values()))

    @model_validator(mode="after")
    def _fits_its_role(self) -> ColumnKit:
        fewest = WORDED_ROLES.get(self.role, 0)
        if len(self.values) < fewest:
            raise ValueError(
                f"the {self.role} column {self.name!r} needs at least {fewest} different values of its own"
            )
        low, high = self.bounds()
        if low >= high:
            raise ValueError(
                f"the column {self.name!r} runs from {low:g} to {high:g}; low must be below high"
            )
        if self.role == "time" and not 0 <= low < high <= 24:
            raise ValueError(f"the times of {self.name!r} are hours from 0 to 24")
        if self.role == "measurement" and not self.unit:
            raise ValueError(f"the measurement {self.name!r} needs a unit")
        first, last = self.period()
        if not (date(2000, 1, 1) <= first < last <= date(2035, 12, 31)):
            raise ValueError(f"the dates of {self.name!r} must run forward between 2000 and 2035")
        return self

    def bounds(self) -> tuple[float, float]:
        """The smallest and largest number, those of the role where the kit says nothing."""
        low, high, _ = RANGES.get(self.role, (0, 1, 0))
        return (low if self.low is None else self.low), (high if self.high is None else self.high)

    def places(self) -> int:
        """The digits behind the point."""
        return RANGES.get(self.role, (0, 1, 0))[2] if self.decimals is None else self.decimals

    def period(self) -> tuple[date, date]:
        """The first and last date; the year 2025 where the kit says nothing."""
        return self.start or date(2025, 1, 6), self.end or date(2025, 12, 19)


class LookupKit(Kit):
    """A second sheet with one attribute for each value of a column.

    Attributes:
        sheet: its name.
        of: the column of the table whose values are its keys.
        attribute: what it says about each.
    """

    sheet: SheetName
    of: str
    attribute: ColumnKit


class TableKit(Kit):
    """A table as its people know it.

    Attributes:
        domain: the field of work, as in `clinic visits`.
        row: what one row is, as in `visit`.
        rows: the same for many.
        sheet: the name of the sheet.
        title: a heading that may stand above the table.
        file: the file's name without its ending.
        folder: the folder in the home folder, as in `Documents/Sales`.
        columns: the columns from left to right, the one that tells rows apart first.
        notes: remarks as colleagues type them.
        lookup: a second sheet about the values of one column.
        locale: the language of people's names and towns.
    """

    domain: Label
    row: Label
    rows: Label
    sheet: SheetName
    title: Sentence
    file: FileName
    folder: Folder
    columns: tuple[ColumnKit, ...] = Field(min_length=3, max_length=14)
    notes: tuple[Sentence, ...] = Field(default=(), max_length=8)
    lookup: LookupKit | None = None
    locale: Locale = "en"

    @model_validator(mode="before")
    @classmethod
    def _kept_apart(cls, data: object) -> object:
        """Repair what models get wrong all the time, so that they need not be asked again.

        Headers that are words of instructions get the row's name in front (`Date` becomes `Order date`), and
        values that are headers as well are left out.
        """
        if not (isinstance(data, dict) and isinstance(data.get("columns"), list | tuple)):
            return data
        columns = [column for column in data["columns"] if isinstance(column, dict)]
        if not columns or len(columns) != len(data["columns"]):
            return data
        row = str(data.get("row", "")).strip()
        called = {
            name: _telling(name, row) for column in columns if isinstance(name := column.get("name"), str)
        }
        headers = {name.casefold() for name in called.values()}
        apart = []
        for column in columns:
            changes: dict[str, Any] = {}
            for part in ("name", "follows"):
                if column.get(part) in called:
                    changes[part] = called[column[part]]
            if isinstance(values := column.get("values"), list | tuple):
                changes["values"] = [word for word in values if str(word).casefold() not in headers]
            apart.append({**column, **changes})
        lookup = data.get("lookup")
        if isinstance(lookup, dict) and lookup.get("of") in called:
            lookup = {**lookup, "of": called[lookup["of"]]}
        return {**data, "columns": apart, "lookup": lookup}

    @model_validator(mode="after")
    def _consistent(self) -> TableKit:
        names = [column.name for column in self.columns]
        if self.lookup is not None:
            names.append(self.lookup.attribute.name)
        _once("column", names)
        for name in (*names, self.sheet):
            if speaks_like_instructions(name):
                raise ValueError(
                    f"{name!r} is a word of instructions; a name must say more, as in 'Order date'"
                )
        headers = {name.casefold() for name in names}
        for column in self.columns:
            if both := next((word for word in column.values if word.casefold() in headers), None):
                raise ValueError(f"{both!r} is a header as well as a value of {column.name!r}; rename one")
        known = {column.name: place for place, column in enumerate(self.columns)}
        for place, column in enumerate(self.columns):
            if column.follows and known.get(column.follows, place) >= place:
                raise ValueError(f"{column.name!r} follows {column.follows!r}, which must stand before it")
        self._check_lookup(known)
        return self

    def _check_lookup(self, known: Mapping[str, int]) -> None:
        if self.lookup is None:
            return
        of = self.lookup.of
        if of not in known or self.columns[known[of]].role not in WORDED_ROLES:
            raise ValueError(f"the lookup is about {of!r}, which must be a category, status or label column")
        if self.lookup.sheet.casefold() == self.sheet.casefold() or speaks_like_instructions(
            self.lookup.sheet
        ):
            raise ValueError(f"the lookup sheet {self.lookup.sheet!r} needs a telling name of its own")

    def of_role(self, role: Role) -> tuple[ColumnKit, ...]:
        """The columns of a role, from left to right."""
        return tuple(column for column in self.columns if column.role == role)

    def lacking(self, needs: Needs) -> dict[Role, int]:
        """How many columns of which roles are missing for a task."""
        have = Counter(column.role for column in self.columns)
        return {role: number - have[role] for role, number in needs.items() if have[role] < number}


def _telling(name: str, row: str) -> str:
    """A header that is no word of instructions."""
    return f"{row} {name}".strip().capitalize() if speaks_like_instructions(name) else name


def _once(what: str, names: Iterable[str]) -> None:
    seen: dict[str, str] = {}
    for name in names:
        folded = " ".join(name.casefold().split())
        if folded in seen:
            raise ValueError(f"two {what}s cannot both be called {name!r}")
        seen[folded] = name
