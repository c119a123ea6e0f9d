"""Addresses as selectors: `MOUNT#kind[filter]/kind[filter].property`.

A filter is `*` (all), `new` (what was not there at the start), positions from 1 (`2..41`, `3,7`), keys
(`"C","D"`), or property values that must hold (`title="Sales",kind="line"`; values in their JSON form). `#`, `%`
and line breaks in a mount are written as in URLs. Without a property a selector names entities with all below
them; `.*` names every property of them; `.@key` their keys, `.@place` what they stand below, `.@position` at
which position among their kind, `.order:row` the order of their children of a kind.

    ~/Documents/orders.xlsx#sheet["Orders"]/row[2..41]/cell["D"].number_format
    mail#folder["Inbox"]/message["<a@example.org>"].starred
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, TypeAlias
from urllib.parse import unquote

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from forge.errors import StateError
from forge.states.entities import Path
from forge.states.values import Value, decode, encode

_NAME = re.compile(r"[A-Za-z_][\w:-]*")
_PROPERTY = re.compile(rf"\*|@key|@place|@position|{_NAME.pattern}")
_ESCAPED = re.compile("[%#\r\n]")
_POSITIONS = re.compile(r"(\d+)(?:\.\.(\d+))?")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True, slots=True)
class All:
    """Every child of the kind."""


@dataclass(frozen=True, slots=True)
class New:
    """The children of the kind that were not there at the start; along an axis, those at what is new on it."""


@dataclass(frozen=True, slots=True)
class Keys:
    """The children with these keys."""

    keys: tuple[str, ...]


@dataclass(frozen=True)
class Positions:
    """The children of a sequence at these positions, each run from its first to its last."""

    runs: tuple[tuple[int, int], ...]

    def __iter__(self) -> Iterator[int]:
        for first, last in self.runs:
            yield from range(first, last + 1)

    def __contains__(self, position: object) -> bool:
        return position in self._members

    @cached_property
    def _members(self) -> frozenset[int]:
        return frozenset(self)


@dataclass(frozen=True, slots=True)
class Where:
    """The children whose properties have these values."""

    properties: tuple[tuple[str, Value], ...]


Filter: TypeAlias = All | New | Keys | Positions | Where


@dataclass(frozen=True, slots=True)
class SelectorStep:
    """A kind and which of its entities."""

    kind: str
    filter: Filter


@dataclass(frozen=True)
class Selector:
    """A parsed address. In JSON it is its text."""

    mount: str
    steps: tuple[SelectorStep, ...] = ()
    property: str | None = None

    def __str__(self) -> str:
        steps = "/".join(f"{step.kind}[{_filter_text(step.filter)}]" for step in self.steps)
        name = f".{self.property}" if self.property else ""
        mount = _ESCAPED.sub(lambda found: f"%{ord(found[0]):02X}", self.mount)
        return f"{mount}#{steps}{name}"

    def of(self, name: str | None) -> Selector:
        """The same entities with another property, or none."""
        return replace(self, property=name)

    def below(self, kind: str, /, *keys: str | int, **where: Value) -> Selector:
        """Children of the selected entities: by keys, by positions, by property values, or all.

        Raises:
            StateError: keys and positions, or either and property values, are mixed; a position is below 1.
        """
        positions = [key for key in keys if isinstance(key, int)]
        if (positions and len(positions) < len(keys)) or (keys and where):
            raise StateError(f"A {kind} is named by keys, by positions or by properties, not by a mixture.")
        chosen: Filter = All()
        if where:
            chosen = Where(tuple(where.items()))
        elif positions:
            chosen = _runs([(position, position) for position in positions])
        elif keys:
            chosen = Keys(tuple(str(key) for key in keys))
        return self._then(kind, chosen)

    def run(self, kind: str, first: int, last: int) -> Selector:
        """Children of a sequence kind from one position to another, both included.

        Raises:
            StateError: the run is empty or begins before 1.
        """
        return self._then(kind, _runs([(first, last)]))

    def new(self, kind: str) -> Selector:
        """The children of a kind that were not there at the start."""
        return self._then(kind, New())

    def _then(self, kind: str, chosen: Filter) -> Selector:
        return Selector(self.mount, (*self.steps, SelectorStep(kind, chosen)))

    def path(self) -> Path | None:
        """The one path that the selector spells out; None when it may name several places."""
        steps: list[tuple[str, str | int]] = []
        for step in self.steps:
            match step.filter:
                case Keys((key,)):
                    steps.append((step.kind, key))
                case Positions(((first, last),)) if first == last:
                    steps.append((step.kind, first))
                case _:
                    return None
        return tuple(steps)

    @classmethod
    def at(cls, mount: str, path: Path, name: str | None = None) -> Selector:
        """The selector of one path."""
        selector = cls(mount)
        for kind, key in path:
            selector = selector.below(kind, key)
        return selector.of(name)

    @classmethod
    def parse(cls, text: str) -> Selector:
        """The selector that a text says.

        Raises:
            StateError: the text is not a selector; the message says where it stops being one.
        """
        return _parse(text)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """In a pydantic model a selector is its text."""

        def validate(value: object) -> Selector:
            if isinstance(value, Selector):
                return value
            try:
                return cls.parse(str(value))
            except StateError as error:
                raise ValueError(str(error)) from error

        return core_schema.no_info_plain_validator_function(
            validate,
            serialization=core_schema.plain_serializer_function_ser_schema(
                str, return_schema=core_schema.str_schema()
            ),
            json_schema_input_schema=core_schema.str_schema(),
        )


def _filter_text(chosen: Filter) -> str:
    match chosen:
        case All():
            return "*"
        case New():
            return "new"
        case Keys(keys):
            return ",".join(json.dumps(key, ensure_ascii=False) for key in keys)
        case Positions(runs):
            return ",".join(str(a) if a == b else f"{a}..{b}" for a, b in runs)
        case Where(properties):
            return ",".join(
                f"{name}={json.dumps(encode(value), ensure_ascii=False)}" for name, value in properties
            )


@lru_cache(maxsize=4096)
def _parse(text: str) -> Selector:
    mount, mark, rest = text.partition("#")
    if not mark:
        raise StateError(f"An address is MOUNT#kind[filter]/kind[filter].property, but {text!r} has no '#'.")
    steps: list[SelectorStep] = []
    position = 0
    while position < len(rest) and rest[position] != ".":
        if steps:
            position = _expect(rest, position, "/")
        name = _NAME.match(rest, position)
        if name is None:
            raise _unreadable(rest, position, "the name of a kind")
        position = _expect(rest, name.end(), "[")
        chosen, position = _parse_filter(rest, position)
        position = _expect(rest, position, "]")
        steps.append(SelectorStep(name[0], chosen))
    prop = None
    if position < len(rest):
        prop = rest[position + 1 :]
        if not _PROPERTY.fullmatch(prop):
            raise _unreadable(rest, position + 1, "the name of a property")
    return Selector(unquote(mount), tuple(steps), prop)


def _parse_filter(text: str, position: int) -> tuple[Filter, int]:
    if text.startswith("*", position):
        return All(), position + 1
    if text.startswith("new]", position):
        return New(), position + 3
    keys: list[str] = []
    runs: list[tuple[int, int]] = []
    where: list[tuple[str, Value]] = []
    while True:
        if run := _POSITIONS.match(text, position):
            runs.append((int(run[1]), int(run[2] or run[1])))
            position = run.end()
        elif text.startswith('"', position):
            key, position = _json(text, position)
            keys.append(str(key))
        elif name := _NAME.match(text, position):
            value, position = _json(text, _expect(text, name.end(), "="))
            where.append((name[0], decode(value)))
        else:
            raise _unreadable(text, position, "'*', a position, a quoted key or property=value")
        if not text.startswith(",", position):
            break
        position += 1
    if sum(map(bool, (keys, runs, where))) != 1:
        raise _unreadable(text, position, "either positions, keys or properties, not a mixture")
    if keys:
        return Keys(tuple(keys)), position
    return (_runs(runs) if runs else Where(tuple(where))), position


def _runs(runs: list[tuple[int, int]]) -> Positions:
    for first, last in runs:
        if not 0 < first <= last:
            raise StateError(f"Positions count from 1 and runs go upwards, but {first}..{last} was given.")
    return Positions(tuple(runs))


def _json(text: str, position: int) -> tuple[Any, int]:
    try:
        return _DECODER.raw_decode(text, position)
    except json.JSONDecodeError:
        raise _unreadable(text, position, "a value in JSON") from None


def _expect(text: str, position: int, mark: str) -> int:
    if not text.startswith(mark, position):
        raise _unreadable(text, position, repr(mark))
    return position + len(mark)


def _unreadable(text: str, position: int, wanted: str) -> StateError:
    return StateError(f"The address {text!r} cannot be read at character {position + 1}: expected {wanted}.")
