"""Cards of an address book as vCard 4.0 (RFC 6350), in the words that Thunderbird uses."""

from __future__ import annotations

import re
from collections.abc import Iterable

from forge.errors import UnreadableError
from forge.preparers.mail.spec import Card

PHONES = {"work": "work_phone", "home": "home_phone", "cell": "mobile", "": "other_phone"}
"""The field of a card for each type of telephone number."""

_LINE = re.compile(r'(?:[\w-]+\.)?([\w-]+)((?:;[\w-]+=(?:"[^"]*"|[^:;"]*))*):(.*)', re.DOTALL)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


def write_vcard(card: Card) -> str:
    """The vCard of a card."""
    lines = ["BEGIN:VCARD", "VERSION:4.0"]
    lines += [f"EMAIL{';PREF=1' if number == 0 else ''}:{email}" for number, email in enumerate(card.emails)]
    lines += _texts(
        ("FN", card.name), ("NICKNAME", card.nickname), ("NOTE", card.notes), ("TITLE", card.title)
    )
    lines += _lists(("ORG", [card.organization, card.department]), ("N", [card.last, card.first, "", "", ""]))
    address = ["", "", card.street, card.city, card.region, card.postcode, card.country]
    lines += _lists(("ADR;TYPE=work", address))
    for type_, name in PHONES.items():
        kind = f";TYPE={type_}" if type_ else ""
        lines += [f"TEL{kind};VALUE=TEXT:{_escaped(number)}" for number in _split(getattr(card, name))]
    lines += [f"URL;TYPE=work;VALUE=URL:{card.website}"] if card.website else []
    lines += [f"UID:{card.uid}", "END:VCARD"]
    return "".join(f"{line}\r\n" for line in lines)


def read_vcard(text: str, uid: str, where: str) -> Card:
    """The card that a vCard describes.

    Raises:
        UnreadableError: it is no vCard.
    """
    lines = re.sub(r"\r?\n[ \t]", "", text).splitlines()
    if not lines or lines[0].upper() != "BEGIN:VCARD" or lines[-1].upper() != "END:VCARD":
        raise UnreadableError(
            f"The card {uid} of {where} is no vCard: it does not stand between BEGIN and END."
        )
    card = Card(uid, "")
    emails: list[tuple[int, str]] = []
    for line in lines[1:-1]:
        found = _LINE.fullmatch(line)
        if found is None:
            raise UnreadableError(f"The card {uid} of {where} has a line that is no property: {line[:60]!r}.")
        name, value = found[1].upper(), found[3]
        types = {item.casefold() for item in re.findall(r"TYPE=\"?([^;\"]*)", found[2], re.IGNORECASE)}
        if name == "EMAIL":
            first = re.search(r"PREF=(\d+)", found[2], re.IGNORECASE)
            emails.append((int(first[1]) if first else 101, _plain(value)))
        else:
            _take(card, name, types, value)
    card.emails = [email for _, email in sorted(emails, key=lambda item: item[0]) if email]
    return card


def _take(card: Card, name: str, types: set[str], value: str) -> None:
    parts = [_plain(part) for part in re.split(r"(?<!\\);", value)]
    parts += [""] * (7 - len(parts))
    match name:
        case "FN":
            card.name = _plain(value)
        case "NICKNAME":
            card.nickname = _plain(value)
        case "NOTE":
            card.notes = _plain(value)
        case "TITLE":
            card.title = _plain(value)
        case "ORG":
            card.organization, card.department = parts[:2]
        case "N":
            card.last, card.first = parts[:2]
        case "ADR" if not card.street and not card.city and not card.country:
            card.street, card.city, card.region, card.postcode, card.country = parts[2:7]
        case "URL" if not card.website:
            card.website = _plain(value)
        case "TEL":
            field = next((PHONES[type_] for type_ in ("cell", "home", "work") if type_ in types), PHONES[""])
            number = _plain(value).removeprefix("tel:")
            setattr(card, field, ", ".join(filter(None, (getattr(card, field), number))))


def _split(numbers: str) -> list[str]:
    return [number for number in numbers.split(", ") if number]


def _texts(*given: tuple[str, str]) -> list[str]:
    return [f"{name}:{_escaped(text)}" for name, text in given if text]


def _lists(*given: tuple[str, list[str]]) -> list[str]:
    return [f"{name}:{';'.join(map(_escaped, items))}" for name, items in given if any(items)]


def _escaped(text: str) -> str:
    return re.sub(r"([\\,;])", r"\\\1", text).replace("\n", "\\n")


def _plain(value: str) -> str:
    return _ESCAPE.sub(lambda found: "\n" if found[1] in "nN" else found[1], value)


def columns(card: Card) -> Iterable[tuple[str, str]]:
    """What Thunderbird keeps beside the vCard to find cards quickly, with names in its words."""
    emails = [*card.emails, "", ""]
    given = (
        ("DisplayName", card.name),
        ("FirstName", card.first),
        ("LastModifiedDate", "1773651600"),
        ("LastName", card.last),
        ("NickName", card.nickname),
        ("PopularityIndex", "0"),
        ("PrimaryEmail", emails[0]),
        ("SecondEmail", emails[1]),
    )
    return [(name, value) for name, value in given if value]
