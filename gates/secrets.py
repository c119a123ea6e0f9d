"""Private values as they could stand in a text: numbers, dates and words in the forms in which people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import product

from forge.gates.literals import atom, is_part, plain_text
from forge.skills.contract import Fact
from forge.states.values import Value, show

FEWEST_LETTERS = 3
"""Letters from which a text tells something; shorter ones stand in any text."""
TELLING_DIGITS = 3
"""Digits from which a number, or a text such as `LN-2041`, tells something; shorter ones stand in any text."""

_GAP = r"[ '’\u00a0\u202f]"
"""What stands between groups of three digits in some countries."""
_NUMBER = re.compile(
    rf"(?<![\w.,])(?:\d{{1,3}}(?:{_GAP}\d{{3}})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*)(?!\w)(?:\s?%)?"
)
_POINT = re.compile(rf"(\d{{1,3}}(?:(?:,|{_GAP})\d{{3}})+|\d+)(?:\.(\d+))?")
_COMMA = re.compile(rf"(\d{{1,3}}(?:(?:\.|{_GAP})\d{{3}})+|\d+)(?:,(\d+))?")
_WORD = re.compile(r"[^\W_]+")
_MONTHS = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)


@dataclass(frozen=True)
class Secret:
    """A private value.

    Attributes:
        fact: the fact whose value it is, or a part of it.
        value: the value.
        answer: whether it is the answer that the agent must give.
    """

    fact: str
    value: Value
    answer: bool


def secrets(facts: Iterable[Fact], answers: Iterable[str]) -> list[Secret]:
    """The single values of private facts that no public fact holds.

    What a public fact holds is no secret, as in the labels that a formula chooses from. An answer is one even then,
    unless a public fact lists it among others to choose from.

    Args:
        facts: all facts of the contract.
        answers: the names of those that the agent must answer with.
    """
    facts = list(facts)
    named = set(answers)
    told = [value for fact in facts if fact.public for value in _single(fact.value)]
    atoms = {atom(value) for value in told}
    choices = {
        atom(value)
        for fact in facts
        if fact.public and isinstance(fact.value, tuple) and len(fact.value) > 1
        for value in _single(fact.value)
    }
    texts = [text for value in told if (text := _spelling(value)) is not None]
    found: dict[Secret, None] = {}
    for fact in facts:
        for value in () if fact.public else _single(fact.value):
            answer = fact.name in named
            known = atom(value) in choices if answer else atom(value) in atoms or _within(value, texts)
            if not known and (answer or tells(value)):
                found[Secret(fact.name, value, answer)] = None
    return list(found)


def tells(value: Value) -> bool:
    """Whether a value is telling by itself: one that short that it stands in any text is not."""
    if value is None or isinstance(value, bool):
        return False
    if isinstance(value, int | float):
        return len(re.sub(r"\D", "", f"{abs(value):.12g}".partition("e")[0]).lstrip("0")) >= TELLING_DIGITS
    text = plain_text(value)
    return text is None or (
        sum(letter.isalpha() for letter in text) >= FEWEST_LETTERS
        or sum(letter.isdigit() for letter in text) >= TELLING_DIGITS
    )


class Search:
    """Looks for many secrets in texts at once."""

    def __init__(self, wanted: Iterable[Secret]) -> None:
        self._numbers: list[tuple[float, Secret]] = []
        self._words: dict[tuple[str, ...], Secret] = {}
        self._patterns: list[tuple[re.Pattern[str], Secret]] = []
        for secret in wanted:
            self._add(secret)
        self._longest = max(map(len, self._words), default=0)

    def _add(self, secret: Secret) -> None:
        value = secret.value
        text = plain_text(value)
        if text is not None:
            words = tuple(word.casefold() for word in _WORD.findall(text))
            if words and isinstance(value, str):
                self._words.setdefault(words, secret)
            elif text.strip():
                self._patterns.append((re.compile(re.escape(text), re.IGNORECASE), secret))
        elif isinstance(value, int | float) and not isinstance(value, bool):
            self._numbers.append((abs(float(value)), secret))
        elif not isinstance(value, bool):
            self._patterns += [(re.compile(form, re.IGNORECASE), secret) for form in _forms(value)]

    def within(self, text: str) -> Iterator[tuple[Secret, str]]:
        """The secrets that stand in a text, each with how it stands there."""
        yield from self._numbers_in(text)
        yield from self._words_in(text)
        for pattern, secret in self._patterns:
            if hit := pattern.search(text):
                yield secret, hit[0]

    def _numbers_in(self, text: str) -> Iterator[tuple[Secret, str]]:
        for match in _NUMBER.finditer(text) if self._numbers else ():
            for number, decimals in _readings(match[0]):
                for size, secret in self._numbers:
                    if _same_number(number, decimals, size, rounded=secret.answer):
                        yield secret, match[0].strip()

    def _words_in(self, text: str) -> Iterator[tuple[Secret, str]]:
        matches = list(_WORD.finditer(text)) if self._words else []
        folded = [match[0].casefold() for match in matches]
        for place, first in enumerate(matches):
            for length in range(1, min(self._longest, len(matches) - place) + 1):
                found = self._words.get(tuple(folded[place : place + length]))
                if found is not None:
                    yield found, text[first.start() : matches[place + length - 1].end()]


def _single(value: Value) -> Iterator[Value]:
    if isinstance(value, tuple):
        for item in value:
            yield from _single(item)
    else:
        yield value


def _spelling(value: Value) -> str | None:
    """A text, or a date or time as it is written for machines; None for other values."""
    return value.isoformat() if isinstance(value, date | time) else plain_text(value)


def _within(value: Value, texts: list[str]) -> bool:
    text = plain_text(value) or (show(value) if isinstance(value, int | float) else None)
    return text is not None and any(is_part(text.casefold(), own.casefold()) for own in texts)


def _readings(text: str) -> Iterator[tuple[float, int]]:
    """The numbers that a string of digits and separators can mean, each with its decimals."""
    digits = text.rstrip("% \u00a0\u202f")
    for form in (_POINT, _COMMA):
        if match := form.fullmatch(digits):
            decimals = match[2] or ""
            whole = re.sub(r"\D", "", match[1])
            number = float(f"{whole}.{decimals or 0}")
            yield number, len(decimals)
            if text.endswith("%"):
                yield number / 100, len(decimals) + 2


def _same_number(number: float, decimals: int, size: float, *, rounded: bool) -> bool:
    """Whether a number that was read is one of this size or, where asked for, one rounded to its decimals."""
    if abs(number - size) <= 1e-9 * max(1.0, size):
        return True
    near = abs(number - size) <= 0.5 * 10**-decimals * (1 + 1e-9)
    return rounded and near and not size.is_integer() and tells(number)


def _forms(value: Value) -> list[str]:
    """The ways to write a date, a time or a duration, as patterns."""
    match value:
        case datetime():
            return _dates(value.date())
        case date():
            return _dates(value)
        case time():
            return _times(value.hour, value.minute)
        case timedelta():
            minutes = round(value.total_seconds() / 60)
            return [rf"(?<!\d){minutes // 60}:{minutes % 60:02}(?!\d)"]
    return []


def _dates(day: date) -> list[str]:
    month = _MONTHS[day.month - 1]
    name = rf"(?:{month}|{month[:3]}\.?)"
    ending = r"(?:st|nd|rd|th)?"
    forms = [rf"(?<!\d)0?{day.day}{ending}\.?\s(?:of\s)?{name}", rf"\b{name}\s0?{day.day}{ending}(?!\d)"]
    numbers = (rf"0?{day.day}", rf"0?{day.month}")
    years = (f"{day.year}", f"{day.year % 100:02}")
    for (first, second), year in product((numbers, numbers[::-1]), years):
        forms.append(rf"(?<!\d){first}(?P<mark>[./-]){second}(?P=mark){year}(?!\d)")
    return [*forms, rf"(?<!\d){day.year}(?P<mark>[./-])0?{day.month}(?P=mark)0?{day.day}(?!\d)"]


def _times(hour: int, minute: int) -> list[str]:
    half = hour % 12 or 12
    suffix = "a" if hour < 12 else "p"
    return [rf"(?<!\d)0?{hour}[:.]{minute:02}(?!\d)", rf"(?<!\d)0?{half}[:.]{minute:02}\s?{suffix}\.?m\b"]
