"""The state of a profile: its spec as a tree, every property effective and in one form."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from forge.preparers.mail.addresses import parts, shown
from forge.preparers.mail.following import reference
from forge.preparers.mail.layout import usual_folders
from forge.preparers.mail.mime_in import readable_text, tidy
from forge.preparers.mail.preferences import USUAL
from forge.preparers.mail.rules import Action, Condition, Filter, SavedSearch
from forge.preparers.mail.schema import CARD_TEXTS, SCHEMA
from forge.preparers.mail.spec import (
    COLLECTED,
    PERSONAL,
    Account,
    Attachment,
    Book,
    Card,
    Folder,
    Identity,
    Message,
    Profile,
)
from forge.states.entities import Entity, Tree
from forge.states.values import Colour, Value

Properties = dict[str, Value]

_FOLDER_TOKENS = 50
"""So many of its messages tell a folder from others when it was renamed."""


def tree_of(profile: Profile) -> Tree:
    """The tree of a profile."""
    first = next((account.key for account in profile.accounts if account.server is not None), None)
    properties = _given(
        "profile",
        {
            "default_account": profile.default_account or first,
            "folder_modes": profile.folder_modes,
        },
    )
    children = [
        Entity("preference", name, {"value": value})
        for name, value in sorted(profile.preferences.items())
        if type(value) is not type(USUAL[name]) or value != USUAL[name]
    ]
    children += [Entity("tag", tag.name, {"colour": Colour(tag.colour)}) for tag in profile.tags]
    children += [_account(account) for account in profile.accounts]
    given = [book.name for book in profile.books]
    books = [*profile.books, *(Book(name) for name in (PERSONAL, COLLECTED) if name not in given)]
    children += [_book(book) for book in sorted(books, key=lambda book: book.name)]
    return Tree(SCHEMA, Entity("profile", None, properties, children))


def _given(kind: str, properties: Properties) -> Properties:
    """Properties without those that hold nothing or equal the default of their kind."""
    documented = SCHEMA.kinds[kind].properties
    return {
        name: value
        for name, value in properties.items()
        if value is not None and value not in ("", ()) and value != documented[name].default
    }


def _account(account: Account) -> Entity:
    server, outgoing = account.server, account.outgoing
    properties: Properties = {
        "name": account.name,
        "port": server.port if server is not None else None,
        "security": server.security if server is not None else None,
        "leave_on_server": account.leave_on_server,
        "check_at_start": account.check_at_start,
        "check_minutes": account.check_minutes,
        "empty_trash_on_exit": account.empty_trash_on_exit,
    }
    if outgoing is not None:
        properties |= {
            "outgoing_host": outgoing.host,
            "outgoing_user": outgoing.user,
            "outgoing_port": outgoing.port,
            "outgoing_security": outgoing.security,
        }
    names = [folder.name for folder in account.folders]
    usual = [Folder(name) for name in usual_folders(account.key) if name not in names]
    children = [_identity(identity) for identity in account.identities]
    children += [_filter(item) for item in account.filters]
    children += _searches(account.searches)
    children += _folders([*account.folders, *usual])
    return Entity("account", account.key, _given("account", properties), children)


def _identity(identity: Identity) -> Entity:
    properties: Properties = {name: getattr(identity, name) for name in SCHEMA.kinds["identity"].properties}
    properties["signature"] = tidy(identity.signature)
    if not identity.signature.strip():
        properties["signature_html"] = False
    return Entity("identity", identity.email, _given("identity", properties))


def _filter(item: Filter) -> Entity:
    properties: Properties = {
        "name": item.name,
        "match": item.match,
        "enabled": item.enabled,
        "occasions": tuple(sorted(item.occasions)),
    }
    children = [*map(_condition, item.conditions), *map(_action, item.actions)]
    return Entity("filter", None, _given("filter", properties), children, (item.name,))


def _condition(item: Condition) -> Entity:
    return Entity("condition", None, {"field": item.field, "operator": item.operator, "value": item.value})


def _action(item: Action) -> Entity:
    value: Value = reference(item.value) if isinstance(item.value, tuple) else item.value
    return Entity("action", None, _given("action", {"type": item.type, "value": value}))


def _searches(searches: Iterable[SavedSearch]) -> list[Entity]:
    return [
        Entity(
            "search",
            item.name,
            _given(
                "search",
                {"folders": tuple(reference(path) for path in sorted(item.folders)), "match": item.match},
            ),
            map(_condition, item.conditions),
        )
        for item in sorted(searches, key=lambda item: item.name)
    ]


def _folders(folders: Iterable[Folder]) -> list[Entity]:
    return [_folder(folder) for folder in sorted(folders, key=lambda folder: folder.name)]


def _folder(folder: Folder) -> Entity:
    messages, below = list(_messages(folder.messages)), _folders(folder.folders)
    tokens = [item.key for item in (*messages[:_FOLDER_TOKENS], *below)]
    return Entity("folder", folder.name, {}, [*_searches(folder.searches), *messages, *below], tuple(tokens))


def _messages(messages: Iterable[Message]) -> Iterable[Entity]:
    seen: dict[str, int] = {}
    for message in messages:
        entity = _message(message)
        key = message.id or f"(no id) {_digest(repr(sorted(entity.properties.items())).encode())[:16]}"
        seen[key] = seen.get(key, 0) + 1
        yield entity.with_key(f"{key} {seen[key]}" if seen[key] > 1 else key)


def _message(message: Message) -> Entity:
    properties: Properties = {
        "from": _address(message.sender),
        **{name: tuple(map(_address, getattr(message, name))) for name in ("to", "cc", "bcc", "reply_to")},
        "subject": " ".join(message.subject.split()),
        "date": message.date,
        "text": readable_text(message),
        "html": tidy(message.html) if message.html is not None else None,
        "in_reply_to": message.in_reply_to,
        "references": tuple(message.references),
        "priority": message.priority,
        "read": message.read,
        "starred": message.starred,
        "replied": message.replied,
        "forwarded": message.forwarded,
        "tags": tuple(sorted(set(message.tags))),
    }
    return Entity("message", message.id, _given("message", properties), map(_attachment, message.attachments))


def _address(text: str) -> str:
    return shown(*parts(" ".join(text.split())))


def _attachment(item: Attachment) -> Entity:
    digest = _digest(item.content)
    properties: Properties = {
        "name": item.name,
        "type": item.type,
        "size": len(item.content),
        "digest": digest,
    }
    return Entity("attachment", None, properties, (), (item.name, digest))


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def _book(book: Book) -> Entity:
    lists: dict[str, list[str]] = {}
    for item in book.lists:
        for uid in item.members:
            lists.setdefault(uid, []).append(item.name)
    children = [_card(card, lists.get(card.uid, [])) for card in book.cards]
    children += [
        Entity(
            "list",
            item.uid,
            _given("list", {"name": item.name, "nickname": item.nickname, "description": item.description}),
        )
        for item in book.lists
    ]
    return Entity("book", book.name, {}, children)


def _card(card: Card, lists: list[str]) -> Entity:
    properties: Properties = {name: getattr(card, name).strip() for name in CARD_TEXTS}
    properties["emails"] = tuple(card.emails)
    properties["lists"] = tuple(sorted(set(lists)))
    return Entity("card", card.uid, _given("card", properties))
