"""One profile that has something of every kind, for tests that change it."""

from __future__ import annotations

from datetime import datetime

from forge.preparers.mail.rules import Action, Condition, Filter, SavedSearch
from forge.preparers.mail.spec import (
    LOCAL,
    PERSONAL,
    Account,
    Attachment,
    Book,
    Card,
    Folder,
    Identity,
    MailingList,
    Message,
    Profile,
    Server,
    Tag,
)

ANN = "ann.lee@pop.example.org"
HARD = "Räume & Co, (a) [1] x'+@=$!"


def message(number: int, **given: object) -> Message:
    plain: dict[str, object] = {
        "id": f"<m{number}@example.org>",
        "date": datetime(2026, 3, number, 9, 30),  # noqa: DTZ001 - UTC without a zone, as messages have it
        "sender": "Bob Müller <bob@example.org>",
        "to": ["Ann Lee <ann@example.org>"],
        "subject": f"Budget, part {number}",
        "text": "Hi Ann,\n\nFrom here on it is Öl.\n>From there\n\nBob",
    }
    return Message(**{**plain, **given})  # type: ignore[arg-type]


def rich() -> Profile:
    """The profile; each call gives a new one."""
    account = Account(
        "ann@example.org",
        Server("pop.example.org", "ann.lee", 995),
        [
            Identity("Ann Lee", "ann@example.org", signature="Ann\nHarbour & Co", organization="Harbour"),
            Identity("The harbour", "harbour@example.org", signature="<b>H</b>", signature_html=True),
        ],
        Server("smtp.example.org", "ann", 465),
        check_minutes=10,
    )
    thread = ["<m1@example.org>", "<m2@example.org>"]
    account.folders = [
        Folder(
            "Inbox",
            [
                message(1, read=True, tags=["Important", "Straße"]),
                message(2, html="<p>Hi <b>Ann</b></p><p>x &amp; y</p>", text=None, priority="high"),
                message(3, in_reply_to=thread[-1], references=thread, cc=["Lee, Zoë <zoe@example.org>"]),
                message(
                    4,
                    starred=True,
                    attachments=[
                        Attachment("Größe 1.txt", b"hello", "text/plain"),
                        Attachment("plan.pdf", b"%PDF-\x00\xff", "application/pdf"),
                    ],
                ),
                message(5, replied=True, forwarded=True, bcc=["x@example.org"], reply_to=["y@example.org"]),
            ],
            [Folder(HARD, [message(6)])],
        ),
        Folder("Drafts", [message(7, sender="Ann Lee <ann@example.org>")]),
    ]
    local = Account(LOCAL)
    local.folders = [Folder("Projects", [], [Folder("Harbour", [message(8)])])]
    local.searches = [
        SavedSearch("Old budgets", [(ANN, "Inbox"), (LOCAL, "Projects")], [
            Condition("subject", "contains", "Budget"), Condition("age in days", "is greater than", "30"),
        ])
    ]  # fmt: skip
    account.filters = [
        Filter(
            "Invoices",
            [Condition("subject", "contains", "invoice, é"), Condition("from", "is", "bob@example.org")],
            [Action("move", (LOCAL, "Projects", "Harbour")), Action("tag", "Straße"), Action("star")],
        ),
        Filter("Rest", [], [Action("copy", (ANN, "Inbox", HARD))], "every message", enabled=False),
    ]
    profile = Profile([account, local])
    profile.tags.append(Tag("Straße", "#123456"))
    profile.books = [
        Book(
            PERSONAL,
            [
                Card(
                    "c1",
                    "Zoë Ünal",
                    "Zoë",
                    "Ünal",
                    "Zo",
                    ["zoe@example.org", "z@example.org"],
                    notes="a\nb; c",
                ),
                Card("c2", "Bob Müller", emails=["bob@example.org"], mobile="0170 2, 0171 3"),
            ],
            [MailingList("l1", "Team", ["c1"], "t", "all of us")],
        ),
        Book("Clients", [Card("k1", "Cy", organization="ACME; Co", department="R&D", city="Köln")]),
    ]
    profile.preferences = {"mail.biff.play_sound": False, "mail.compose.autosaveinterval": 9}
    profile.open_folder = (ANN, "Inbox")
    return profile
