"""Profiles over the declared domain, drawn from a seed.

Hypothesis chooses seeds; the profile of a seed is drawn by `random.Random`, since drawing the thousand choices of a
profile one by one would take a hundred times as long as writing and reading it.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import TypeVar, get_args

from hypothesis import strategies as st

from forge.preparers.mail.domain import folder_name_fault
from forge.preparers.mail.domain_messages import CHARSETS
from forge.preparers.mail.preferences import USUAL
from forge.preparers.mail.rules import FIELDS, OCCASIONS, Action, Condition, Filter, SavedSearch
from forge.preparers.mail.schema import CARD_TEXTS
from forge.preparers.mail.spec import (
    FOLDER_MODES,
    LOCAL,
    PERSONAL,
    Account,
    Attachment,
    Book,
    Card,
    Encoding,
    Folder,
    Identity,
    MailingList,
    Message,
    Preference,
    Priority,
    Profile,
    Security,
    Server,
    Tag,
)

LINES = (
    *(
        "",
        "Re: [a] *b*",
        "Q&A; x=y",
        "0",
        "Ünï cödé",
        "日本語の件名",
        "a, b",
        "=3D",
        "From here",
        ".",
        "-- ",
        "Öl",
    ),
    *(
        "Budget for the harbour, part 2",
        'it\'s "quoted"',
        "(brackets)",
        "a\\b",
        "Straße 9",
        "ЖЖ и",
        "#1 @home",
    ),
    *(
        "A long line of words that has to be folded somewhere because it goes on and on and on until it ends",
        "é" * 60,
    ),
    *(
        "Ein längerer Betreff mit Umlauten: über Äpfel, Öl und Übermut, der sicher umbrochen werden muss",
        "x" * 60,
    ),
    *(
        "50% of it",
        "a/b",
        "<tag>",
        "x; y",
        "1,5 €",
        "…",
        "“so”",
        "中 b",
        "tab\u00e9",
        "-",
        "ß",
        "Te$t",
        "a~b",
        "{c}",
    ),
)
"""Texts of one line, among them some that break careless writers."""

SINGLE = [" ".join(text.split()) for text in LINES]
SOME = [text for text in SINGLE if text]
TEXTS = [*LINES, "From x", ">From y", ">>From", "--", "  in", "x  y "]
EMAILS = [
    f"{user}@{host}.example.org" for user in ("a", "bo.b", "c+d", "e_f-9", "X") for host in ("m", "a-b", "x9")
]
NAMES = [text for text in SOME if not set(text) & set('<>"\\') and "@" not in text]
ADDRESSES = [*EMAILS, *(f"{name} <{EMAILS[at % len(EMAILS)]}>" for at, name in enumerate(NAMES))]
PLAIN = [text for text in SOME if not set(text) & set('<>,;"\\')]
VALUES = [text for text in SOME if not set(text) & set('"\\()')]
FOLDERS = [
    name
    for name in (
        "Work",
        "Räume & Co",
        "a (b) [c]",
        "x'+@=$!",
        "中",
        "Öl-9_",
        "Very long name of a folder, on and on",
    )
    if not folder_name_fault(name)
]
FILES = ("a.txt", "Größe 1.pdf", "b, c (2).png", "it's & =9'.txt", "日本.html", "x" * 50 + ".bin")
TYPES = ("text/plain", "application/pdf", "image/png", "text/html", "application/octet-stream")
MARKUP = ("<p>", "</p>", "<br>", "<b>x</b>", "Öl &amp; Gas", " a  b ", "<ul><li>1</li></ul>", "&nbsp;", "\n")
_T = TypeVar("_T")


class Maker:
    """Draws parts of a profile."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.number = 0

    def some(self, items: list[_T] | tuple[_T, ...], most: int, least: int = 0) -> list[_T]:
        return self.random.sample(list(items), min(len(items), self.random.randint(least, most)))

    def one(self, items: list[_T] | tuple[_T, ...]) -> _T:
        return self.random.choice(items)

    def flag(self) -> bool:
        return self.random.random() < 0.5

    def message(self, tags: list[str]) -> Message:
        self.number += 1
        html = "".join(self.random.choices(MARKUP, k=4)) + "<hr>" if self.flag() else None
        charset = self.one(CHARSETS)
        ids = [f"<t{number}@example.org>" for number in range(9)]
        return Message(
            f"<m{self.number}@example.org>",
            datetime(1990, 1, 1) + timedelta(seconds=self.random.randrange(3_000_000_000)),  # noqa: DTZ001 - UTC
            self.one(ADDRESSES),
            self.some(ADDRESSES, 3),
            self.one(SINGLE),
            None if html is not None and self.flag() else "\n".join(self.some(TEXTS, 5)),
            html,
            *(self.some(ADDRESSES, 1) for _ in range(3)),
            [self.attachment() for _ in range(self.random.randint(0, 2))],
            self.one([None, *ids]),
            self.some(ids, 3),
            self.one(get_args(Priority)),
            *(self.flag() for _ in range(4)),
            self.some(tags, 2),
            charset,
            "base64" if charset == "iso-2022-jp" else self.one(get_args(Encoding)),
        )

    def attachment(self) -> Attachment:
        return Attachment(self.one(FILES), self.random.randbytes(self.random.randint(0, 90)), self.one(TYPES))

    def condition(self) -> Condition:
        if self.random.random() < 0.2:
            asked = self.one(["is", "is greater than", "is less than"])
            return Condition("age in days", asked, str(self.random.randint(0, 999)))
        asked = self.one(["contains", "doesn't contain", "is", "isn't", "begins with", "ends with"])
        return Condition(
            self.one([name for name in FIELDS if name != "age in days"]), asked, self.one(VALUES)
        )

    def action(self, folders: list[tuple[str, ...]], tags: list[str]) -> Action:
        return self.one(
            [
                Action(self.one(["move", "copy"]), self.one(folders)),
                Action("tag", self.one(tags)),
                Action(self.one(["read", "unread", "star", "delete", "stop"])),
                Action("forward", self.one(EMAILS)),
                Action("priority", self.one(["highest", "high", "low", "lowest"])),
            ]
        )

    def rule(self, folders: list[tuple[str, ...]], tags: list[str]) -> Filter:
        asked = [self.condition() for _ in range(self.random.randint(0, 3))]
        match = self.one(["all", "any"]) if len(asked) > 1 else "all"
        actions = [self.action(folders, tags) for _ in range(self.random.randint(1, 3))]
        occasions = tuple(self.some(list(OCCASIONS), 3, 1))
        return Filter(
            self.one(PLAIN), asked, actions, match if asked else "every message", self.flag(), occasions
        )  # type: ignore[arg-type]

    def account(self, host: str) -> Account:
        identities = [
            Identity(
                self.one(SINGLE),
                email,
                self.one(["", *EMAILS]),
                self.one(SINGLE),
                "\n".join(self.some(SINGLE, 3)),
                *(self.flag() for _ in range(4)),
            )
            for email in self.some(EMAILS, 2, 1)
        ]
        return Account(
            self.one(SOME),
            self.server(host),
            identities,
            self.server("smtp.example.org"),
            leave_on_server=self.flag(),
            check_minutes=self.one([None, 1, 10, 45]),
            empty_trash_on_exit=False,
        )

    def server(self, host: str) -> Server:
        user = self.one(["ann", "ann@example.org", "a.b-c_d+e"])
        return Server(host, user, self.random.randint(1, 65535), self.one(get_args(Security)))

    def book(self, name: str, number: int) -> Book:
        cards = []
        for index in range(self.random.randint(0, 3)):
            card = Card(f"card-{number}-{index}", self.one(SOME), emails=self.some(EMAILS, 3))
            for field in CARD_TEXTS:
                if field.endswith("phone") or field == "mobile":
                    setattr(card, field, ", ".join(self.some(PLAIN, 2)))
                elif field != "name":
                    setattr(card, field, self.one(SINGLE))
            card.website = self.one(["", "https://example.org/a?b=c%20d"])
            card.notes = "\n".join(self.some(SOME, 3))
            cards.append(card)
        lists = [
            MailingList(
                f"list-{number}-{index}",
                title,
                self.some([card.uid for card in cards], 3),
                self.one(SINGLE),
                self.one(SINGLE),
            )
            for index, title in enumerate(self.some(PLAIN, 2))
        ]
        return Book(name, cards, lists)

    def profile(self) -> Profile:
        hosts = ["pop.example.org", "mail.example.net"][: self.one([1, 1, 2])]
        profile = Profile([*map(self.account, hosts), Account(LOCAL)])
        profile.tags += [
            Tag(name, self.one(["#123456", "#FF00AA"]))
            for name in self.some(["Straße", "Needs reply", "z9", "To: do"], 2)
        ]
        tags = [tag.name for tag in profile.tags]
        for account in profile.accounts:
            top = ["Inbox", "Sent"] if account.server is not None else []
            account.folders = [Folder(name) for name in (*top, *self.some(FOLDERS, 2))]
            for folder in account.folders:
                folder.folders = [Folder(name) for name in self.some(FOLDERS, 1)]
                for holder in (folder, *folder.folders):
                    holder.messages = [self.message(tags) for _ in range(self.random.randint(0, 2))]
        paths = [path for path, _ in profile.folders()]
        for account in profile.accounts[:-1]:
            account.filters = [self.rule(paths, tags) for _ in range(self.random.randint(0, 2))]
        if self.flag():
            asked = [self.condition(), self.condition()]
            found = SavedSearch("Found 1", self.some(paths, 2, 1), asked, self.one(["all", "any"]))  # type: ignore[arg-type]
            profile.local.searches = [found]
        profile.books = [self.book(name, at) for at, name in enumerate([PERSONAL, *self.some(PLAIN, 1)])]
        profile.preferences = {name: _other(USUAL[name]) for name in self.some(sorted(USUAL), 4)}
        modes = self.some(FOLDER_MODES, 3, 1)
        profile.folder_modes = tuple(name for name in FOLDER_MODES if name in modes)
        profile.default_account = self.one([None, *(account.key for account in profile.accounts[:-1])])
        return profile


def _other(value: Preference) -> Preference:
    if isinstance(value, bool):
        return not value
    return value + 1 if isinstance(value, int) else "#123456"


seeds = st.integers(0, 2**32 - 1)
profiles = seeds.map(lambda seed: Maker(seed).profile())
