"""Address books as SQLite databases, written to the same bytes for the same cards and read from bytes."""

from __future__ import annotations

import contextlib
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

from forge.errors import UnreadableError
from forge.preparers.base import Files
from forge.preparers.mail.spec import Book, Card, MailingList
from forge.preparers.mail.vcards import columns, read_vcard, write_vcard

_SCHEMA = """
CREATE TABLE properties (card TEXT, name TEXT, value TEXT);
CREATE TABLE lists (uid TEXT PRIMARY KEY, name TEXT, nickName TEXT, description TEXT);
CREATE TABLE list_cards (list TEXT, card TEXT, PRIMARY KEY(list, card));
CREATE INDEX properties_card ON properties(card);
CREATE INDEX properties_name ON properties(name);
PRAGMA user_version = 4;
"""
"""What Thunderbird 153 makes."""

_HEADER = b"SQLite format 3\0"
_CHANGES, _VALID_FOR, _LIBRARY = slice(24, 28), slice(92, 96), slice(96, 100)
_WAL = "-wal"


def write_book(book: Book) -> bytes:
    """The database of an address book."""
    with contextlib.closing(sqlite3.connect(":memory:")) as database:
        database.executescript(_SCHEMA)
        for card in book.cards:
            rows = [*columns(card), ("_vCard", write_vcard(card))]
            database.executemany(
                "INSERT INTO properties VALUES (?, ?, ?)", [(card.uid, *row) for row in sorted(rows)]
            )
        for item in book.lists:
            row = (item.uid, item.name, item.nickname, item.description)
            database.execute("INSERT INTO lists VALUES (?, ?, ?, ?)", row)
            members = [(item.uid, member) for member in item.members]
            database.executemany("INSERT INTO list_cards VALUES (?, ?)", members)
        database.commit()
        content = bytearray(database.serialize())
    # How often it was changed and which library wrote it are of no meaning, and are not the same everywhere.
    content[_CHANGES] = content[_VALID_FOR] = (1).to_bytes(4)
    content[_LIBRARY] = (3_040_001).to_bytes(4)
    return bytes(content)


def read_book(files: Files, path: str, name: str) -> Book:
    """The address book that a database holds, with what Thunderbird has not yet merged into it.

    Args:
        files: the files of the profile.
        path: the database among them.
        name: the name of the book.

    Raises:
        UnreadableError: it is no database of cards, damaged, or half-written.
    """
    content = files[path]
    if not content:
        return Book(name)
    if not content.startswith(_HEADER):
        raise UnreadableError(f"{path} is no SQLite database.")
    if files.get(f"{path}-journal"):
        raise UnreadableError(
            f"{path} is half-written: a journal of changes that were not finished lies beside it."
        )
    try:
        with _opened(content, files.get(path + _WAL, b"")) as database:
            faults = database.execute("PRAGMA integrity_check(1)").fetchone()
            if faults != ("ok",):
                raise UnreadableError(f"{path} is damaged: {faults[0]}.")
            return Book(name, list(_cards(database, path)), list(_lists(database)))
    except sqlite3.Error as error:
        raise UnreadableError(f"{path} cannot be read as an address book: {error}.") from error


@contextlib.contextmanager
def _opened(content: bytes, unmerged: bytes) -> Iterator[sqlite3.Connection]:
    """The database, in memory; on the disk where changes lie beside it that only SQLite can merge."""
    if not unmerged:
        plain = content[:18] + b"\x01\x01" + content[20:]  # what says that changes lie beside it
        with contextlib.closing(sqlite3.connect(":memory:")) as database:
            database.deserialize(plain)
            yield database
        return
    with tempfile.TemporaryDirectory(prefix="forge-mail-") as folder:
        place = Path(folder) / "book.sqlite"
        place.write_bytes(content)
        Path(f"{place}{_WAL}").write_bytes(unmerged)
        with contextlib.closing(sqlite3.connect(place)) as database:
            yield database


def _cards(database: sqlite3.Connection, path: str) -> Iterator[Card]:
    rows = database.execute("SELECT card, name, value FROM properties ORDER BY rowid")
    found: dict[str, dict[str, str]] = {}
    for card, name, value in rows:
        found.setdefault(card, {})[name] = value
    for uid, given in found.items():
        text = given.get("_vCard")
        if text is not None:
            yield read_vcard(text, uid, path)
        else:  # as versions before 102 kept cards
            emails = [given[name] for name in ("PrimaryEmail", "SecondEmail") if given.get(name)]
            names = (given.get("DisplayName", ""), given.get("FirstName", ""), given.get("LastName", ""))
            yield Card(uid, *names, nickname=given.get("NickName", ""), emails=emails)


def _lists(database: sqlite3.Connection) -> Iterator[MailingList]:
    members: dict[str, list[str]] = {}
    for uid, card in database.execute("SELECT list, card FROM list_cards ORDER BY rowid"):
        members.setdefault(uid, []).append(card)
    rows = database.execute("SELECT uid, name, nickName, description FROM lists ORDER BY rowid")
    for uid, name, nickname, description in rows:
        yield MailingList(uid, name or "", members.get(uid, []), nickname or "", description or "")
