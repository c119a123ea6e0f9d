"""Names of people and towns, telephone numbers and addresses of e-mail that belong to nobody."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from functools import cache
from random import Random
from typing import TYPE_CHECKING

from forge.skills.content.kit import Locale

if TYPE_CHECKING:
    from mimesis import Address, Person

MIMESIS_LOCALES: Mapping[Locale, str] = {"pt": "pt-br"}
"""Where mimesis calls a language by another name than a kit."""

SURNAME_FIRST: frozenset[Locale] = frozenset({"ja", "zh"})

HARD_NAMES = (
    "Síle O'Brien",
    "Zoë van 't Hoff",
    "Jean-Luc d'Arcy",
    "María José Núñez",
    "Łukasz Żółkiewski",
    "Nguyễn Thị Hoa",
    "Bjørn Ødegård",
    "Chloé L'Écuyer",
    "Анна Ковалёва",
    "Γιώργος Παππάς",
    "田中 美咲",
    "Ali Şahin",
    "Dr. Anne-Sophie Weiß",
    "Robert Smith & Family",
    "Ann Lee, Jr.",
)
"""Names that careless programs trip over; they come up now and then in every language."""

_HARD_SHARE = 0.03
_MOST_TRIES = 40

PHONES: Mapping[Locale, tuple[str, ...]] = {
    "en": ("(312) 555-01##", "(415) 555-01##", "020 7946 0###", "01632 960###"),
    "de": ("030 23125 ###", "040 66969 ###", "089 99998 ###"),
    "fr": ("01 99 00 ## ##", "02 61 91 ## ##", "06 39 98 ## ##"),
    "sv": ("031-390 06 ##", "08-465 004 ##", "070-174 06 ##"),
}
"""Numbers that some countries keep free for fiction; the languages of others use the English ones."""

MAIL_DOMAINS = ("example.com", "example.org", "example.net", "mail.example.com", "post.example.org")
"""Domains that are reserved for examples."""

_IN_LATIN = """
    ł:l ø:o æ:ae œ:oe ß:ss đ:d ð:d þ:th ı:i а:a б:b в:v г:g д:d е:e ж:zh з:z и:i к:k л:l м:m н:n о:o
    п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:shch ъ: ы:y ь: э:e ю:yu я:ya α:a β:v γ:g δ:d ε:e
    ζ:z η:i θ:th ι:i κ:k λ:l μ:m ν:n ξ:x ο:o π:p ρ:r σ:s ς:s τ:t υ:y φ:f χ:ch ψ:ps ω:o
"""
_LETTERS = str.maketrans(dict(pair.split(":") for pair in _IN_LATIN.split()))


class Names:
    """A source of names in one language.

    Attributes:
        locale: the language.
    """

    def __init__(self, locale: Locale, random: Random) -> None:
        self.locale = locale
        self._random = random
        self._person, self._address = _providers(locale)

    def people(self, count: int) -> list[str]:
        """So many different full names, as they are written in a list."""
        self._person.reseed(self._random.getrandbits(32))  # others have drawn from it in the meantime
        turned = self.locale not in SURNAME_FIRST and self._random.random() < 0.08
        return self._different(count, lambda: self._full_name(turned=turned))

    def towns(self, count: int) -> list[str]:
        """Different names of towns; fewer than asked for where the language has no more."""
        self._address.reseed(self._random.getrandbits(32))
        return self._different(count, lambda: " ".join(self._address.city().split()))

    def phone(self) -> str:
        """A telephone number that is nobody's."""
        mask = self._random.choice(PHONES.get(self.locale, PHONES["en"]))
        return "".join(str(self._random.randrange(10)) if sign == "#" else sign for sign in mask)

    def _different(self, count: int, draw: Callable[[], str]) -> list[str]:
        found: dict[str, None] = {}
        vain = 0
        while len(found) < count and vain < _MOST_TRIES:
            before = len(found)
            found[draw()] = None
            vain = 0 if len(found) > before else vain + 1
        return list(found)

    def _full_name(self, *, turned: bool) -> str:
        if self._random.random() < _HARD_SHARE:
            return self._random.choice(HARD_NAMES)
        from mimesis.enums import Gender  # noqa: PLC0415 - loaded by `_providers` already

        gender = Gender.FEMALE if self._random.random() < 0.5 else Gender.MALE
        first, last = self._person.first_name(gender), self._person.last_name(gender)
        if self.locale in SURNAME_FIRST:
            return f"{last} {first}"
        return " ".join((f"{last}, {first}" if turned else f"{first} {last}").split())


def spoken(listed: str) -> str:
    """A name as it is spoken, from one that may stand as in a list: `Lee, Ann` is `Ann Lee`."""
    last, _, first = listed.partition(", ")
    return f"{first} {last}" if first and not first.endswith(".") else listed.replace(",", "")


def mail_address(name: str, number: int, domain: str) -> str:
    """An address of e-mail for a person.

    Args:
        name: the person's full name.
        number: tells apart those whose name cannot be written in Latin letters.
        domain: what stands behind the `@`.
    """
    first, _, last = name.partition(", ")
    written = _unmarked(f"{last} {first}" if last else name).lower().translate(_LETTERS)
    words = "".join(sign if sign.isascii() and sign.isalnum() else " " for sign in written).split()
    if len(words) < 2:
        return f"guest{number}@{domain}"
    return f"{words[0]}.{words[-1]}@{domain}"


def _unmarked(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in apart if not unicodedata.combining(sign) and sign not in "'’.")


@cache
def _providers(locale: Locale) -> tuple[Person, Address]:
    from mimesis import Address, Person  # noqa: PLC0415 - takes a quarter of a second
    from mimesis.locales import Locale as MimesisLocale  # noqa: PLC0415 - the same

    name = MimesisLocale(MIMESIS_LOCALES.get(locale, locale))
    return Person(name), Address(name)
