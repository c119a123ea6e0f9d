"""Sentences with their slots filled: people, dates, amounts, things of one document."""

from __future__ import annotations

import re
from calendar import day_name, month_name
from collections.abc import Sequence
from datetime import date, timedelta
from random import Random

from forge.errors import SkillError
from forge.preparers.writer.domain_texts import text_fault
from forge.skills.content.names import Names, spoken
from forge.skills.writer.support.kit import DocumentKit

FEWEST_PEOPLE = 4
"""So many people a document speaks of at least."""

_SLOT = re.compile(r"\{(\w+)\}")
_DAY_ONE = date(2025, 9, 1)
_CURRENCIES = {"en": ("$", "£"), "cs": ("€",), "pl": ("€",), "sv": ("€",)}


class Prose:
    """Fills the sentences of one document.

    Attributes:
        people: who is spoken of, by full names.
    """

    def __init__(self, kit: DocumentKit, random: Random, cast: Sequence[str] = ()) -> None:
        self._kit = kit
        self._random = random
        self.people = _people(kit, random, cast)
        self._currency = random.choice(_CURRENCIES.get(kit.locale, ("€",)))

    def fill(self, template: str) -> str:
        """A sentence with something else in each of its slots."""
        used: dict[str, str] = {}

        def put(found: re.Match[str]) -> str:
            name = found[1]
            if name not in used:
                used[name] = self._word(name, used)
            return used[name]

        text = _SLOT.sub(put, template)
        return text[0].upper() + text[1:]

    def paragraph(self, templates: list[str] | tuple[str, ...]) -> str:
        """Several sentences as one paragraph."""
        return " ".join(self.fill(template) for template in templates)

    def day(self) -> str:
        """A day as people write it."""
        day = _DAY_ONE + timedelta(days=self._random.randint(0, 500))
        return f"{day.day} {month_name[day.month]} {day.year}"

    def money(self) -> str:
        """An amount of money."""
        amount = round(
            self._random.choice((90, 240, 900, 3_000, 12_000)) * self._random.uniform(0.6, 2.2), -1
        )
        return f"{self._currency}{amount:,.0f}"

    def thing(self) -> str:
        """Something that is used there."""
        return self._random.choice(self._kit.things)

    def _word(self, name: str, used: dict[str, str]) -> str:
        random = self._random
        match name:
            case "person" | "other":
                taken = {used.get("person"), used.get("other")}
                return random.choice([person for person in self.people if person not in taken])
            case "date":
                return self.day()
            case "month":
                return month_name[random.randint(1, 12)]
            case "weekday":
                return day_name[random.randint(0, 4)]
            case "time":
                return f"{random.randint(7, 19)}:{random.choice(('00', '15', '30', '45'))}"
            case "number":
                return str(random.choice((random.randint(13, 40), random.randint(41, 480))))
            case "percent":
                return f"{random.randint(3, 48)}%"
            case "money":
                return self.money()
            case "place":
                return random.choice(self._kit.places)
        return self.thing()


def _people(kit: DocumentKit, random: Random, cast: Sequence[str]) -> tuple[str, ...]:
    """Some people whose names a document can hold, first names first: those of the cast, where there is one."""
    found: dict[str, None] = {}
    for name in map(spoken, cast or Names(kit.locale, random).people(14)):
        if text_fault(name) is None:
            found[name] = None
    if len(found) < FEWEST_PEOPLE:
        raise SkillError(
            f"Documents can hold the names of {len(found)} people of the cast, which are too few."
        )
    return tuple(found)[:6]
