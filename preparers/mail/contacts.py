"""Address books: cards, lists, and what holds them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from forge.errors import PreparerError


class Named(Protocol):
    """What has a name."""

    @property
    def name(self) -> str:
        """Its name."""


_Named = TypeVar("_Named", bound=Named)


def named(items: Sequence[_Named], name: str, where: str) -> _Named:
    """The one of a name.

    Raises:
        PreparerError: there is none; the message says what there is.
    """
    for item in items:
        if item.name == name:
            return item
    known = ", ".join(repr(item.name) for item in items[:20]) or "nothing"
    raise PreparerError(f"The {where} has no {name!r}; it has {known}.")


@dataclass
class Card:
    """Somebody in an address book.

    Attributes:
        uid: what tells the card from others; handed out by whoever makes it.
        name: as it is shown.
        first: the first name.
        last: the last name.
        nickname: a short name.
        emails: the addresses, the first one preferred.
        work_phone: a telephone number; likewise at home, mobile, and one that says nothing of the sort.
            Several stand apart by commas.
        organization: where somebody works.
        department: in which part of it.
        title: as what.
        street: the postal address at work; likewise `city`, `region`, `postcode` and `country`.
        website: an address in the web.
        notes: whatever else.
    """

    uid: str
    name: str
    first: str = ""
    last: str = ""
    nickname: str = ""
    emails: list[str] = field(default_factory=list)
    work_phone: str = ""
    home_phone: str = ""
    mobile: str = ""
    other_phone: str = ""
    organization: str = ""
    department: str = ""
    title: str = ""
    street: str = ""
    city: str = ""
    region: str = ""
    postcode: str = ""
    country: str = ""
    website: str = ""
    notes: str = ""


@dataclass
class MailingList:
    """A list of an address book: who gets a message that is written to it.

    Attributes:
        uid: what tells the list from others; handed out by whoever makes it.
        name: its name.
        members: the uids of cards of the same book.
        nickname: a short name.
        description: what it is for.
    """

    uid: str
    name: str
    members: list[str] = field(default_factory=list)
    nickname: str = ""
    description: str = ""


@dataclass
class Book:
    """An address book."""

    name: str
    cards: list[Card] = field(default_factory=list)
    lists: list[MailingList] = field(default_factory=list)

    def card(self, name: str) -> Card:
        """The card that is shown under a name.

        Raises:
            PreparerError: there is none.
        """
        return named(self.cards, name, f"address book {self.name!r}")

    def mailing_list(self, name: str) -> MailingList:
        """The list of a name.

        Raises:
            PreparerError: there is none.
        """
        return named(self.lists, name, f"address book {self.name!r}")
