"""What can be written: everything else would come back from Thunderbird as something else, and is refused."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from forge.errors import PreparerError
from forge.preparers.mail.accounts import tag_key
from forge.preparers.mail.addresses import parts
from forge.preparers.mail.domain_messages import check_message
from forge.preparers.mail.layout import BELOW, is_folder_file
from forge.preparers.mail.preferences import USUAL
from forge.preparers.mail.rules import (
    ACTIONS,
    FIELDS,
    INTO_FOLDER,
    OCCASIONS,
    OPERATORS,
    Action,
    Condition,
    Filter,
    SavedSearch,
)
from forge.preparers.mail.schema import CARD_TEXTS
from forge.preparers.mail.spec import (
    FOLDER_MODES,
    LOCAL,
    Account,
    Book,
    Card,
    Folder,
    Identity,
    MailingList,
    Profile,
    Server,
)
from forge.preparers.mail.vcards import PHONES

LONGEST_NAME = 50
"""Signs of a folder's name; Thunderbird makes up another file name for longer ones."""

PRIORITIES = ("highest", "high", "normal", "low", "lowest")

_NAME_FAULTS = re.compile(r'[/\\;#:*?"<>|~`\x00-\x1f\x7f]|^[. ]|[. ]$|  ')
_HOST = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?")
_USER = re.compile(r"[A-Za-z0-9._@+-]+")
_EMAIL = re.compile(r"[A-Za-z0-9._+'-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+")
_COLOUR = re.compile(r"#[0-9A-F]{6}")
_WEBSITE = re.compile(r"https?://[^\s\\,;]+")
_UID = re.compile(r"[A-Za-z0-9-]{1,60}")
_VALUE_FAULTS = re.compile(r'["\\()\x00-\x1f\x7f]|^\s|\s$')


def check(profile: Profile) -> None:
    """Hold a profile against the domain.

    Raises:
        PreparerError: something lies outside; the message says what and what is allowed.
    """
    keys = [account.key for account in profile.accounts]
    _distinct(keys, "accounts")
    if keys.count(LOCAL) != 1:
        raise PreparerError("A profile has exactly one account without a server, the local folders.")
    servers = [account.key for account in profile.accounts if account.server is not None]
    if profile.default_account is not None and profile.default_account not in servers:
        raise PreparerError(
            f"{profile.default_account!r} is not among the accounts with a server: {servers}."
        )
    tags = _tags(profile)
    folders = {account.key: set[tuple[str, ...]]() for account in profile.accounts}
    for path, _ in profile.folders():
        folders[path[0]].add(path)
    known = set[tuple[str, ...]]().union(*folders.values())
    for account in profile.accounts:
        _account(account, tags, known)
    for path, folder in profile.folders():
        _siblings(folder.folders, folder.searches, "/".join(path))
        for search in folder.searches:
            _search(search, known)
        _distinct([message.id for message in folder.messages], f"messages of {'/'.join(path)}")
        for message in folder.messages:
            check_message(message, tags)
    _distinct([book.name for book in profile.books], "address books")
    for book in profile.books:
        _book(book)
    _preferences(profile)


def _distinct(names: Iterable[str], what: str) -> None:
    seen: set[str] = set()
    for name in names:
        if name.casefold() in seen:
            raise PreparerError(f"Two {what} are called {name!r}; upper and lower case are one.")
        seen.add(name.casefold())


def _line(text: str, what: str, *, empty: bool = True) -> None:
    """One line of text whose spaces are single, as every program leaves it."""
    unseen = any(unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") for sign in text)
    if unseen or text != " ".join(text.split()) or (not text and not empty):
        raise PreparerError(f"The {what} {text!r} must be one line of visible signs with single spaces.")


def _tags(profile: Profile) -> set[str]:
    _distinct([tag.name for tag in profile.tags], "tags")
    _distinct([tag_key(tag) for tag in profile.tags], "keys of tags")
    for tag in profile.tags:
        _line(tag.name, "tag", empty=False)
        if not _COLOUR.fullmatch(tag.colour):
            raise PreparerError(f"The colour of a tag is written '#RRGGBB' in capitals, not {tag.colour!r}.")
        key = tag_key(tag)
        if not key.isascii() or not key.isprintable() or " " in key or key != key.lower():
            raise PreparerError(f"{key!r} cannot be the key of a tag: small letters without spaces.")
    return {tag.name for tag in profile.tags}


def _account(account: Account, tags: set[str], folders: set[tuple[str, ...]]) -> None:
    _line(account.name, "name of an account", empty=False)
    _siblings(account.folders, account.searches, account.name)
    if account.server is None:
        usual = account.leave_on_server and not account.check_at_start and account.check_minutes is None
        if account.identities or account.outgoing or account.name != LOCAL or not usual:
            raise PreparerError("The local folders have no server, no identity and no name of their own.")
    else:
        _server(account.server)
        if not account.identities or account.outgoing is None:
            raise PreparerError(f"The account {account.key} needs an identity and a server for what is sent.")
        _server(account.outgoing)
    if account.check_at_start:
        raise PreparerError("Thunderbird would ask for a password at its start, so no mail is fetched then.")
    if account.check_minutes is not None and not 1 <= account.check_minutes <= 1440:
        raise PreparerError(f"Mail is fetched every 1 to 1440 minutes, not {account.check_minutes}.")
    _distinct([identity.email for identity in account.identities], "identities")
    for identity in account.identities:
        _identity(identity)
    for item in account.filters:
        _filter(item, tags, folders)
    for search in account.searches:
        _search(search, folders)


def _server(server: Server) -> None:
    if not _HOST.fullmatch(server.host) or not _USER.fullmatch(server.user):
        raise PreparerError(f"{server.user!r} at {server.host!r} is no user and host in plain signs.")
    if not 1 <= server.port <= 65535:
        raise PreparerError(f"A port is a number from 1 to 65535, not {server.port}.")


def _identity(identity: Identity) -> None:
    _line(identity.name, "name of an identity")
    _line(identity.organization, "organization")
    for email in (identity.email, identity.reply_to):
        if email or email is identity.email:
            check_email(email)
    if any(unicodedata.category(sign) in ("Cc", "Cs") and sign != "\n" for sign in identity.signature):
        raise PreparerError("A signature holds no control characters besides line feeds.")


def check_email(email: str) -> None:
    """Refuse what is no bare address.

    Raises:
        PreparerError: it is none.
    """
    if not _EMAIL.fullmatch(email) or parts(email) != ("", email):
        raise PreparerError(f"{email!r} is no address such as 'ann@example.org'.")


def _siblings(folders: list[Folder], searches: list[SavedSearch], where: str) -> None:
    names = [*(item.name for item in folders), *(item.name for item in searches)]
    _distinct(names, f"folders of {where}")
    for name in names:
        if fault := folder_name_fault(name):
            raise PreparerError(f"{name!r} cannot be a folder: {fault}.")


def folder_name_fault(name: str) -> str:
    """Why a name cannot be a folder's; empty when it can."""
    if not name or _NAME_FAULTS.search(name) or unicodedata.normalize("NFC", name) != name:
        return "it is empty, or has signs that Thunderbird writes in another way"
    if len(name) > LONGEST_NAME or len(name.encode()) > 2 * LONGEST_NAME:
        return f"it has more than {LONGEST_NAME} letters"
    if not is_folder_file(name) or name.lower().endswith(BELOW):
        return "it ends like one of Thunderbird's own files"
    return ""


def _conditions(conditions: list[Condition]) -> None:
    for item in conditions:
        if item.field not in FIELDS or item.operator not in OPERATORS:
            raise PreparerError(f"A condition cannot ask whether {item.field!r} {item.operator!r} something.")
        numeric = item.operator.endswith("than")
        if numeric != (item.field == "age in days") and item.operator != "is":
            raise PreparerError(f"{item.field!r} and {item.operator!r} do not go together.")
        if item.field == "age in days" and not item.value.isdecimal():
            raise PreparerError(f"An age in days is a whole number, not {item.value!r}.")
        if not item.value or _VALUE_FAULTS.search(item.value):
            raise PreparerError(
                f"The value {item.value!r} of a condition has quotes, brackets or spaces around it."
            )


def _filter(item: Filter, tags: set[str], folders: set[tuple[str, ...]]) -> None:
    _line(item.name, "name of a filter", empty=False)
    if '"' in item.name or "\\" in item.name:
        raise PreparerError(f"The name of a filter has no quotes or backslashes: {item.name!r}.")
    _conditions(item.conditions)
    if not item.actions or bool(item.conditions) == (item.match == "every message"):
        raise PreparerError(f"The filter {item.name!r} needs something to look for and something to do.")
    if not item.occasions or not set(item.occasions) <= set(OCCASIONS):
        raise PreparerError(f"A filter runs on some of {', '.join(OCCASIONS)}, not on {item.occasions}.")
    for action in item.actions:
        _action(action, tags, folders)


def _action(action: Action, tags: set[str], folders: set[tuple[str, ...]]) -> None:
    value = action.value
    match action.type:
        case kind if kind in INTO_FOLDER:
            fits = value in folders
        case "tag":
            fits = value in tags
        case "priority":
            fits = value in PRIORITIES
        case "forward":
            check_email(str(value))
            fits = True
        case kind:
            fits = kind in ACTIONS and not value
    if not fits:
        raise PreparerError(f"A filter cannot {action.type} with {value!r}; is there such a folder or tag?")


def _search(search: SavedSearch, folders: set[tuple[str, ...]]) -> None:
    _conditions(search.conditions)
    if not search.conditions or search.match == "every message":
        raise PreparerError(f"The saved search {search.name!r} looks for nothing.")
    missing = [path for path in search.folders if path not in folders]
    if missing or not search.folders:
        raise PreparerError(
            f"The saved search {search.name!r} looks in folders that are not there: {missing}."
        )


def _book(book: Book) -> None:
    _line(book.name, "name of an address book", empty=False)
    _distinct(
        [card.uid for card in book.cards] + [item.uid for item in book.lists], f"entries of {book.name}"
    )
    _distinct([item.name for item in book.lists], f"lists of {book.name}")
    uids = {card.uid for card in book.cards}
    for card in book.cards:
        _card(card)
    for item in book.lists:
        _list(item, uids)


def _card(card: Card) -> None:
    if not _UID.fullmatch(card.uid):
        raise PreparerError(f"{card.uid!r} cannot tell a card from others: letters, digits and hyphens.")
    for name in CARD_TEXTS:
        text = getattr(card, name)
        for line in text.split("\n") if name == "notes" else [text]:
            _line(line, f"{name} of a card", empty=name != "name")
    if card.website and not _WEBSITE.fullmatch(card.website):
        raise PreparerError(f"{card.website!r} is no address in the web such as 'https://example.org/'.")
    for field in PHONES.values():
        if re.search(r"[;,](?! )|, $", getattr(card, field)):
            raise PreparerError(f"Telephone numbers stand apart by a comma and a space: {card}.")
    for email in card.emails:
        check_email(email)
    _distinct(card.emails, f"addresses of {card.name}")


def _list(item: MailingList, uids: set[str]) -> None:
    _line(item.name, "name of a list", empty=False)
    if re.search(r'[<>;,"]', item.name) or not _UID.fullmatch(item.uid):
        raise PreparerError(f"The list {item.name!r} has signs in its name that a list cannot have.")
    for text in (item.nickname, item.description):
        _line(text, "words about a list")
    if not set(item.members) <= uids or len(set(item.members)) < len(item.members):
        raise PreparerError(f"The members of the list {item.name!r} are cards of its book, each once.")


def _preferences(profile: Profile) -> None:
    for name, value in profile.preferences.items():
        if name not in USUAL:
            raise PreparerError(
                f"There is no preference {name!r} in the domain (`forge.preparers.mail.preferences`)."
            )
        if type(value) is not type(USUAL[name]):
            raise PreparerError(f"{name} is a {type(USUAL[name]).__name__}, so it cannot be {value!r}.")
    modes = profile.folder_modes
    if not modes or tuple(name for name in FOLDER_MODES if name in modes) != modes:
        raise PreparerError(
            f"Folders are shown together by some of {FOLDER_MODES} in this order, not by {modes}."
        )
