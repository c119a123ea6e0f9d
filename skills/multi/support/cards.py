"""Cards of the address book that are filled from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from forge.preparers.desktop import Desktop
from forge.preparers.mail.places import cards
from forge.preparers.mail.spec import PERSONAL, Book, Card
from forge.skills.contract import Fact
from forge.skills.mail.support.phones import bare
from forge.skills.mail.support.story import MOUNT
from forge.skills.multi.support.mails import profile_on
from forge.states.selectors import Selector

Contact = tuple[str, str, str]
"""The full name of somebody, an address and a telephone number."""


def book_on(desktop: Desktop) -> Book:
    """The personal address book of a desktop."""
    return profile_on(desktop).book(PERSONAL)


def card_of(desktop: Desktop, name: str) -> Card:
    """The card that is shown under a name."""
    return book_on(desktop).card(name)


def card(uid: str, prop: str | None = None) -> Selector:
    """A card that is there, or a property of it."""
    return cards(MOUNT, PERSONAL, uid, prop=prop)


def book_fact() -> Fact:
    """The personal address book."""
    refers = Selector(MOUNT).below("book", PERSONAL)
    says = ("the personal address book", f'the address book "{PERSONAL}"')
    return Fact(name="addresses", value=PERSONAL, says=says, refers=refers)


def add_cards(
    desktop: Desktop,
    people: Sequence[Contact],
    field: str = "work_phone",
    *,
    parted: bool = False,
    alone: bool = False,
) -> None:
    """Make a card for each of some people, in the personal address book.

    Args:
        desktop: the desktop.
        people: who gets one.
        field: where the telephone number goes.
        parted: with the first and the last name as well.
        alone: the number without anything between its digits.
    """
    for number, (name, email, phone) in enumerate(people, 1):
        made = Card(f"{number:032x}", name, emails=[email])
        setattr(made, field, bare(phone) if alone else phone)
        if parted:
            made.first, _, made.last = name.rpartition(" ")
        book_on(desktop).cards.append(made)
