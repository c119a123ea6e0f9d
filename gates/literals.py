"""The literals of a requirement: what no reader could guess, and whether facts account for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from forge.errors import StateError
from forge.gates.patterns import spelled_out
from forge.skills.contract import Fact
from forge.states.answers import ANSWER_MOUNT
from forge.states.entities import Entity, State, Tree
from forge.states.places import KEY, PLACE
from forge.states.probes import PROBE_SCHEMA
from forge.states.rubric import (
    AnyCheck,
    Before,
    Close,
    Count,
    Equals,
    Matches,
    OneOf,
    Ordered,
    Requirement,
    SameMultiset,
)
from forge.states.selectors import Keys, Selector, SelectorStep, Where
from forge.states.values import Colour, Error, Formula, Reference, Value, same

PROBE_MOUNT = f"{PROBE_SCHEMA.name}:"
"""How the mounts of probes begin."""

_IN_FORMULA = re.compile(r'"((?:[^"]|"")*)"|(?<![\w.$:!])(\d+(?:\.\d+)?)(?![\w.:(])')
_WORDS = re.compile(r"[^\W_]+")
_TRIVIAL_IN_FORMULA = (0.0, 1.0)
"""Numbers that formulas need as switches (exact match, true), not as anybody's wish."""


@dataclass(frozen=True)
class Literal:
    """Something that a requirement spells out.

    Attributes:
        item: the requirement's id.
        where: the address that is checked.
        kind: `value`, `key` (of what is not there at the start), `count`, `pattern` or `file`.
        value: what is spelled out.
        folded: whether letter case and outer spaces do not matter.
    """

    item: str
    where: str
    kind: str
    value: Value
    folded: bool = False


def literals(requirement: Requirement, start: Known) -> Iterator[Literal]:
    """The literals of a requirement, tolerances excepted.

    Truth values, *nothing* and the default of a property are none: they are what a constraint comes down to.

    Args:
        requirement: the requirement.
        start: what the start state holds: keys that stand there are not literals.
    """
    for check in requirement.checks():
        where = str(check.select)
        folded = isinstance(check, Equals) and check.text != "exact"
        for kind, spelled in _spelled(check):
            value = _last_key(spelled) if check.select.property == PLACE else spelled
            if kind == "value" and start.is_default(check.select, value):
                continue
            yield Literal(requirement.id, where, kind, value, folded)
        for selector in _selectors(check):
            for kind, value in start.missing(selector):
                yield Literal(requirement.id, where, kind, value)


def _last_key(place: Value) -> Value:
    """The key of the last step of a place that is written as text, as in `folder[Archive]`."""
    return place.rpartition("[")[2].removesuffix("]") if isinstance(place, str) else place


def _spelled(check: AnyCheck) -> Iterator[tuple[str, Value]]:
    match check:
        case Equals() | Close():
            yield from (
                ("value", value) for value in (check.each if check.each is not None else (check.expected,))
            )
        case OneOf():
            yield from (("value", value) for value in check.options)
        case Matches():
            yield "pattern", check.pattern
        case Count():
            yield "count", check.expected
        case Before() if check.by:
            yield "value", check.by
        case SameMultiset() if check.expected is not None:
            yield from (("value", value) for value in check.expected)


def _selectors(check: AnyCheck) -> Iterator[Selector]:
    """The selectors of a check; those that go on from its places, from the root."""
    yield check.select
    relative: Sequence[Selector] = ()
    if isinstance(check, Ordered):
        relative = [key.value for key in check.by]
    elif isinstance(check, SameMultiset):
        relative = check.columns
    for selector in relative:
        yield Selector(check.select.mount, (*check.select.steps, *selector.steps), selector.property)


class Known:
    """What a start state holds, as far as selectors name it."""

    def __init__(self, state: State) -> None:
        self.state = state

    @cached_property
    def _entities(self) -> dict[str, dict[str, list[Entity]]]:
        """The entities of each mount by kind."""
        found: dict[str, dict[str, list[Entity]]] = {mount: {} for mount in self.state.trees}
        for mount, tree in self.state.trees.items():
            for entity in tree.root.walk():
                found[mount].setdefault(entity.kind, []).append(entity)
        return found

    @cached_property
    def _keys(self) -> dict[str, dict[str, set[str | None]]]:
        """The keys of each mount by kind."""
        return {
            mount: {kind: {entity.key for entity in entities} for kind, entities in kinds.items()}
            for mount, kinds in self._entities.items()
        }

    def is_default(self, selector: Selector, value: Value) -> bool:
        """Whether a value is the default of the property that a selector names."""
        tree = self.state.tree(selector.mount)
        if tree is None or selector.property is None:
            return False
        kind = selector.steps[-1].kind if selector.steps else tree.root.kind
        prop = tree.schema.kind(kind).properties.get(selector.property)
        return prop is not None and prop.default is not None and same(prop.default, value)

    def missing(self, selector: Selector) -> Iterator[tuple[str, Value]]:
        """The keys and values by which a selector names what the state does not hold, each with its kind."""
        if selector.mount == ANSWER_MOUNT:
            return
        if selector.mount.startswith(PROBE_MOUNT):
            for step in selector.steps:
                for key in step.filter.keys if isinstance(step.filter, Keys) else ():
                    yield from self.missing(Selector.parse(key))
            return
        if selector.mount not in self.state.trees:
            yield "file", selector.mount
        for step in selector.steps:
            yield from self._missing_of(selector.mount, step)

    def _missing_of(self, mount: str, step: SelectorStep) -> Iterator[tuple[str, Value]]:
        tree = self.state.tree(mount)
        if isinstance(step.filter, Keys):
            kinds = self._keys.get(mount, {})
            axis = tree.schema.kind(step.kind).axis if tree is not None else ""
            for key in step.filter.keys:
                if key not in kinds.get(step.kind, ()) and key not in kinds.get(axis, ()):
                    yield "key", key
        elif isinstance(step.filter, Where):
            for name, value in step.filter.properties:
                if tree is None or not self._stands(tree, mount, step.kind, name, value):
                    yield "value", value

    def _stands(self, tree: Tree, mount: str, kind: str, name: str, value: Value) -> bool:
        """Whether a value is a property's default, or some entity of the kind has it."""
        if name == KEY:
            return value in self._keys[mount].get(kind, ())
        prop = tree.schema.kind(kind).properties.get(name)
        return (prop is not None and same(prop.default, value)) or any(
            same(entity.properties.get(name), value) for entity in self._entities[mount].get(kind, ())
        )


class Account:
    """What facts account for."""

    def __init__(self, facts: Iterable[Fact]) -> None:
        self._atoms: set[tuple[str, Value]] = set()
        self._texts: list[str] = []
        self._lengths: set[int] = set()
        for fact in facts:
            self._add(fact.value)

    def _add(self, value: Value) -> None:
        if isinstance(value, tuple):
            self._lengths.add(len(value))
            for item in value:
                self._add(item)
            return
        self._atoms.add(atom(value))
        text = plain_text(value)
        if text is not None:
            self._texts.append(text)

    def holds(self, literal: Literal) -> bool:
        """Whether a literal is the value of a fact, or a part of it."""
        value = literal.value
        match literal.kind:
            case "count":
                return atom(value) in self._atoms or value in self._lengths
            case "pattern":
                return self._meets(str(value))
            case "file":
                name = str(value).rpartition("/")[2]
                return any(self.holds_value(part) for part in (value, name, name.rpartition(".")[0]))
        return self.holds_value(value, folded=literal.folded)

    def holds_value(self, value: Value, *, folded: bool = False) -> bool:
        """Whether a value is that of a fact, or a part of it: an element of a list, whole words of a text."""
        if value is None or isinstance(value, bool) or atom(value) in self._atoms:
            return True
        if isinstance(value, tuple):
            return all(self.holds_value(item, folded=folded) for item in value)
        if isinstance(value, Formula):
            return self._holds_formula(value.text)
        text = plain_text(value)
        if text is None:
            return False
        if folded:
            text = " ".join(text.split()).casefold()
            return any(is_part(text, " ".join(own.split()).casefold()) for own in self._texts)
        return any(is_part(text, own) for own in self._texts) or self._holds_number_text(text)

    def _holds_number_text(self, text: str) -> bool:
        try:
            return atom(float(text)) in self._atoms
        except ValueError:
            return False

    def _holds_formula(self, text: str) -> bool:
        """Whether every text and number in a formula is a fact's; places and functions are no literals."""
        for quoted, number in _IN_FORMULA.findall(text):
            if number:
                if float(number) not in _TRIVIAL_IN_FORMULA and not self.holds_value(float(number)):
                    return False
            elif quoted and not self.holds_value(quoted.replace('""', '"')):
                return False
        return True

    def _meets(self, pattern: str) -> bool:
        """Whether a pattern fits a fact, or facts account for every word and number that it spells out."""
        try:
            compiled = re.compile(pattern)
        except re.error as error:
            raise StateError(
                f"The pattern {pattern!r} of the rubric is no regular expression: {error}."
            ) from error
        if pattern in self._texts or any(map(compiled.fullmatch, self._texts)):
            return True
        folded = bool(compiled.flags & re.IGNORECASE)
        return all(
            self.holds_value(text.strip(), folded=folded)
            or all(self.holds_value(word, folded=folded) for word in _WORDS.findall(text))
            for text in spelled_out(pattern)
        )


def atom(value: Value) -> tuple[str, Value]:
    """A single value as it is compared: numbers to twelve digits, a date and its midnight alike."""
    if isinstance(value, bool):
        return "boolean", value
    if isinstance(value, int | float):
        return "number", float(f"{value:.12g}")
    if isinstance(value, datetime):
        midnight = (value.hour, value.minute, value.second, value.microsecond) == (0, 0, 0, 0)
        return "date", value.date() if midnight else value
    if isinstance(value, date):
        return "date", value
    return type(value).__name__, value


def plain_text(value: Value) -> str | None:
    """The letters of a value that is made of letters; None for numbers, dates and the like."""
    match value:
        case str():
            return value
        case Reference(text) | Colour(text) | Error(text) | Formula(text):
            return text
    return None


def is_part(text: str, whole: str) -> bool:
    """Whether a text stands in another one as a whole: no letter beside a letter, no digit beside a digit."""
    if not text:
        return not whole
    at = whole.find(text)
    while at >= 0:
        end = at + len(text)
        if not _runs_on(whole[at - 1 : at], text[0]) and not _runs_on(text[-1], whole[end : end + 1]):
            return True
        at = whole.find(text, at + 1)
    return False


def _runs_on(first: str, second: str) -> bool:
    return (first.isalpha() and second.isalpha()) or (first.isdigit() and second.isdigit())
