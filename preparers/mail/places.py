"""Places of a profile: the selectors that name accounts, folders, messages, cards and settings."""

from __future__ import annotations

from forge.states.selectors import Selector
from forge.states.values import Value

FolderPath = tuple[str, ...]
"""The key of an account and the names of folders from there on."""


def account(mount: str, key: str, prop: str | None = None) -> Selector:
    """An account with all that belongs to it, or one property of it."""
    return Selector(mount).below("account", key).of(prop)


def identity(mount: str, key: str, email: str, prop: str | None = None) -> Selector:
    """Who one is in an account when writing, or one property of that."""
    return account(mount, key).below("identity", email).of(prop)


def filters(mount: str, key: str, prop: str | None = None, **where: Value) -> Selector:
    """The message filters of an account that have some properties, or all."""
    return account(mount, key).below("filter", **where).of(prop)


def folder(mount: str, path: FolderPath) -> Selector:
    """A folder with its messages and all below it."""
    found = account(mount, path[0])
    for name in path[1:]:
        found = found.below("folder", name)
    return found


def messages(mount: str, path: FolderPath, *identities: str, prop: str | None = None) -> Selector:
    """The messages of a folder by their ids, or all, or one property of them."""
    return folder(mount, path).below("message", *identities).of(prop)


def matching(mount: str, path: FolderPath, prop: str | None = None, **where: Value) -> Selector:
    """The messages of a folder that have some properties."""
    return folder(mount, path).below("message", **where).of(prop)


def everywhere(mount: str, depth: int, prop: str, **where: Value) -> Selector:
    """One property of every message, or of some by properties, in a folder `depth` steps below its account."""
    found = Selector(mount).below("account")
    for _ in range(depth):
        found = found.below("folder")
    return found.below("message", **where).of(prop)


def book(mount: str, name: str) -> Selector:
    """An address book with all its cards and lists."""
    return Selector(mount).below("book", name)


def cards(mount: str, name: str, *uids: str, prop: str | None = None, **where: Value) -> Selector:
    """The cards of an address book: by what their makers call them, by properties, or all."""
    return book(mount, name).below("card", *uids, **where).of(prop)


def lists(mount: str, name: str, *uids: str, prop: str | None = None, **where: Value) -> Selector:
    """The lists of an address book, likewise."""
    return book(mount, name).below("list", *uids, **where).of(prop)


def preference(mount: str, name: str) -> Selector:
    """What a preference is set to."""
    return Selector(mount).below("preference", name).of("value")


def tag(mount: str, name: str, prop: str | None = None) -> Selector:
    """A tag, or its colour."""
    return Selector(mount).below("tag", name).of(prop)
