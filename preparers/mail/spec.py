"""What a mail profile is, for those who build and edit one: plain objects that can be changed in place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Literal

from forge.errors import PreparerError
from forge.preparers.mail.contacts import Book, Card, MailingList, named
from forge.preparers.mail.rules import Filter, SavedSearch

__all__ = [
    "COLLECTED",
    "FOLDER_MODES",
    "LOCAL",
    "PERSONAL",
    "Account",
    "Attachment",
    "Book",
    "Card",
    "Filter",
    "Folder",
    "Identity",
    "MailingList",
    "Message",
    "Profile",
    "SavedSearch",
    "Server",
    "Tag",
]

Encoding = Literal["8bit", "quoted-printable", "base64"]
Security = Literal["none", "starttls", "ssl"]
Priority = Literal["highest", "high", "normal", "low", "lowest"]

Preference = bool | int | str


@dataclass(frozen=True)
class Attachment:
    """A file that a message carries.

    Attributes:
        name: its file name.
        content: its bytes.
        type: its media type, as in `application/pdf`.
    """

    name: str
    content: bytes
    type: str = "application/octet-stream"


@dataclass
class Message:
    """A message. Addresses are written as people read them: `Zoë Ünal <zoe@example.org>`, or the address alone.

    Attributes:
        id: its Message-ID with angle brackets.
        date: when it was sent, in UTC without a zone.
        sender: who it is from.
        to: its receivers; likewise `cc`, `bcc` and `reply_to`.
        subject: its subject.
        text: its text; None where there is only `html`.
        html: its text as HTML; None for a plain message.
        attachments: in order.
        in_reply_to: the id of the message that it answers, or None.
        references: the ids of the thread before it, the first one first.
        priority: how urgent its sender finds it.
        read: it has been read; likewise `starred`, `replied` and `forwarded`.
        tags: the names of its tags.
        charset: in which its texts are written to the file. Not part of the state.
        encoding: how its texts are encoded for transport. Not part of the state.
    """

    id: str
    date: datetime
    sender: str
    to: list[str] = field(default_factory=list)
    subject: str = ""
    text: str | None = ""
    html: str | None = None
    cc: list[str] = field(default_factory=list)
    bcc: list[str] = field(default_factory=list)
    reply_to: list[str] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    in_reply_to: str | None = None
    references: list[str] = field(default_factory=list)
    priority: Priority = "normal"
    read: bool = False
    starred: bool = False
    replied: bool = False
    forwarded: bool = False
    tags: list[str] = field(default_factory=list)
    charset: str = "utf-8"
    encoding: Encoding = "8bit"

    def copy(self) -> Message:
        """A copy that can be edited by itself; a general deep copy takes ten times as long."""
        lists: dict[str, Any] = {name: list(getattr(self, name)) for name in _LISTS}
        return replace(self, **lists)

    def __deepcopy__(self, memo: dict[int, object]) -> Message:
        return self.copy()


_LISTS = ("to", "cc", "bcc", "reply_to", "attachments", "references", "tags")


@dataclass
class Folder:
    """A folder of messages, with folders and saved searches below it."""

    name: str
    messages: list[Message] = field(default_factory=list)
    folders: list[Folder] = field(default_factory=list)
    searches: list[SavedSearch] = field(default_factory=list)

    def folder(self, name: str) -> Folder:
        """The folder of a name below this one.

        Raises:
            PreparerError: there is none.
        """
        return named(self.folders, name, f"folder {self.name!r}")

    def message(self, identity: str) -> Message:
        """The message of an id in this folder.

        Raises:
            PreparerError: there is none.
        """
        for item in self.messages:
            if item.id == identity:
                return item
        raise PreparerError(f"The folder {self.name!r} holds no message {identity}.")


@dataclass
class Identity:
    """Who one is when writing.

    Attributes:
        name: as receivers see it.
        email: the address.
        reply_to: where answers go; empty for the address itself.
        organization: as receivers see it.
        signature: the text below messages, or its HTML source.
        signature_html: the signature is HTML.
        compose_html: new messages are written in HTML.
        reply_on_top: an answer begins above the quotation.
        quote: an answer quotes the message.
    """

    name: str
    email: str
    reply_to: str = ""
    organization: str = ""
    signature: str = ""
    signature_html: bool = False
    compose_html: bool = True
    reply_on_top: bool = False
    quote: bool = True


@dataclass
class Server:
    """Where an account fetches its mail, or hands over what is sent.

    Attributes:
        host: its name.
        user: the name with which one logs in.
        port: its port.
        security: how the connection is protected.
    """

    host: str
    user: str
    port: int
    security: Security = "ssl"


@dataclass
class Account:
    """An account, or the local folders where it has no server.

    Attributes:
        name: as the list of folders shows it.
        server: where a POP account fetches its mail; None for the local folders.
        identities: who one is, the usual identity first; none for the local folders.
        outgoing: where mail is handed over that is sent; None for the local folders.
        folders: its folders, in any order.
        searches: the saved searches beside them.
        filters: in the order in which they are tried.
        leave_on_server: messages stay on the server.
        check_at_start: mail is fetched when the application starts.
        check_minutes: mail is fetched every so many minutes; None for never.
        empty_trash_on_exit: the trash is emptied when the application ends.
    """

    name: str
    server: Server | None = None
    identities: list[Identity] = field(default_factory=list)
    outgoing: Server | None = None
    folders: list[Folder] = field(default_factory=list)
    searches: list[SavedSearch] = field(default_factory=list)
    filters: list[Filter] = field(default_factory=list)
    leave_on_server: bool = True
    check_at_start: bool = False
    check_minutes: int | None = None
    empty_trash_on_exit: bool = False

    @property
    def key(self) -> str:
        """What tells it from other accounts: the name of its user at its server."""
        return f"{self.server.user}@{self.server.host}" if self.server is not None else LOCAL

    def usual(self, name: str) -> Folder:
        """One of the folders that an account has in any case, such as the trash; put there where it was not named."""
        if all(item.name != name for item in self.folders):
            self.folders.append(Folder(name))
        return self.folder(name)

    def folder(self, *path: str) -> Folder:
        """The folder that a path of names leads to.

        Raises:
            PreparerError: there is none.
        """
        found = named(self.folders, path[0], f"account {self.name!r}")
        for name in path[1:]:
            found = found.folder(name)
        return found


LOCAL = "Local Folders"
"""The key and the name of the account without a server."""


@dataclass
class Tag:
    """A tag that messages can have.

    Attributes:
        name: as people see it.
        colour: as `#RRGGBB`.
        key: what stands in the files; None for the one that Thunderbird itself gives.
    """

    name: str
    colour: str
    key: str | None = None


def usual_tags() -> list[Tag]:
    """The tags that every profile has at first."""
    return [
        Tag("Important", "#FF0000", "$label1"),
        Tag("Work", "#FF9900", "$label2"),
        Tag("Personal", "#009900", "$label3"),
        Tag("To Do", "#3333FF", "$label4"),
        Tag("Later", "#993399", "$label5"),
    ]


PERSONAL = "Personal Address Book"
COLLECTED = "Collected Addresses"
"""The two address books that are always there."""


FOLDER_MODES = ("all", "smart", "unread", "favorite", "recent", "tags")
"""How folders can be shown together: all, united over accounts, those with something unread, and so on."""


@dataclass
class Profile:
    """A profile: everything that the application keeps of one person.

    Attributes:
        accounts: in the order in which they are shown, the local folders among them.
        default_account: the key of the account from which one writes; None for the first with a server.
        folder_modes: how folders are shown together: names from `FOLDER_MODES`.
        tags: in the order in which they are offered.
        books: the address books; the personal and the collected one are there in any case.
        preferences: the settings that are not the usual ones, by name.
        open_folder: the account's key and the path of the folder that is shown first. Not part of the state.
    """

    accounts: list[Account] = field(default_factory=list)
    default_account: str | None = None
    folder_modes: tuple[str, ...] = ("all",)
    tags: list[Tag] = field(default_factory=usual_tags)
    books: list[Book] = field(default_factory=list)
    preferences: dict[str, Preference] = field(default_factory=dict)
    open_folder: tuple[str, ...] = ()

    def account(self, key: str) -> Account:
        """The account of a key or a name.

        Raises:
            PreparerError: there is none.
        """
        for item in self.accounts:
            if key in (item.key, item.name):
                return item
        known = ", ".join(item.key for item in self.accounts) or "none"
        raise PreparerError(f"The profile has no account {key!r}; it has {known}.")

    @property
    def local(self) -> Account:
        """The local folders.

        Raises:
            PreparerError: there are none.
        """
        return self.account(LOCAL)

    def book(self, name: str) -> Book:
        """The address book of a name.

        Raises:
            PreparerError: there is none.
        """
        return named(self.books, name, "profile")

    def known_book(self, name: str) -> Book:
        """An address book that is there in any case, such as the collected one; put there where it was not named."""
        if all(item.name != name for item in self.books):
            self.books.append(Book(name))
        return self.book(name)

    def folders(self) -> Iterator[tuple[tuple[str, ...], Folder]]:
        """Every folder with its path: the key of its account and the names from there on."""
        waiting: list[tuple[tuple[str, ...], Folder]]
        waiting = [((account.key, item.name), item) for account in self.accounts for item in account.folders]
        while waiting:
            path, folder = waiting.pop(0)
            yield path, folder
            waiting = [((*path, item.name), item) for item in folder.folders] + waiting

    def folder(self, path: tuple[str, ...]) -> Folder:
        """The folder at a path: the key of its account and the names from there on.

        Raises:
            PreparerError: there is none.
        """
        return self.account(path[0]).folder(*path[1:])
