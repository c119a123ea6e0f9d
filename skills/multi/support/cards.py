"""Cards of the address book that are filled from elsewhere."""

from __future__ import annotations

import re

from forge.preparers.desktop import Desktop
from forge.preparers.mail.places import cards
from forge.preparers.mail.spec import PERSONAL, Book, Card
from forge.skills.contract import Fact
from forge.skills.mail.story import MOUNT
from forge.skills.multi.support.mails import profile_on
from forge.states.selectors import Selector


def book_on(desktop: Desktop) -> Book:
    """The personal address book of a desktop."""
    return profile_on(desktop).book(PERSONAL)


def card_of(desktop: Desktop, name: str) -> Card:
    """The card that is shown under a name."""
    return book_on(desktop).card(name)


def card(uid: str, prop: str | None = None) -> Selector:
    """A card that is there, or a property of it."""
    return cards(MOUNT, PERSONAL, uid, prop=prop)


def phone_pattern(number: str) -> str:
    """A pattern for a telephone number however its digits are grouped."""
    digits = [re.escape(sign) for sign in number if sign.isdigit() or sign == "+"]
    return r"[\s()./-]*" + r"[\s()./-]*".join(digits)


def bare(number: str) -> str:
    """A telephone number without anything between its digits."""
    return "".join(sign for sign in number if sign.isdigit() or sign == "+")


def book_fact() -> Fact:
    """The personal address book."""
    refers = Selector(MOUNT).below("book", PERSONAL)
    says = ("the personal address book", f'the address book "{PERSONAL}"')
    return Fact(name="addresses", value=PERSONAL, says=says, refers=refers)
