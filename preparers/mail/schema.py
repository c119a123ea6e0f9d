"""The kinds of entity of a mail profile and their properties: what can be graded in Thunderbird.

profile
├── preference               by its name
├── tag                      by its name
├── account                  by its user and host; the local folders are one too
│   ├── identity             by its address, the usual one first
│   ├── filter               in the order in which they are tried
│   │   ├── condition
│   │   └── action
│   ├── search               a saved search, by its name (also below a folder)
│   └── folder               by its name (also below a folder)
│       └── message          by its Message-ID; moved to another folder it is still itself
│           └── attachment
└── book                     an address book, by its name
    ├── card                 by the number that its maker gave it
    └── list                 likewise
"""

from __future__ import annotations

from typing import get_args

from forge.preparers.mail.following import pretty, rewrite
from forge.preparers.mail.rules import ACTIONS, FIELDS, OPERATORS
from forge.preparers.mail.spec import Card, Priority, Security
from forge.states.entities import Entity, Kind, Property, Schema
from forge.states.values import Colour, Reference

_FOLDER = Reference("Local Folders/Trash")
_SECURITIES = get_args(Security)
_EMAIL = "someone.else@example.org"

CARD_TEXTS = {
    "name": "as it is shown",
    "first": "the first name",
    "last": "the last name",
    "nickname": "a short name",
    "work_phone": "the telephone at work; several stand apart by commas",
    "home_phone": "the telephone at home",
    "mobile": "the mobile telephone",
    "other_phone": "a telephone of which nothing more is said",
    "organization": "where somebody works",
    "department": "in which part of it",
    "title": "as what",
    "street": "the street of the postal address",
    "city": "the town",
    "region": "the state or province",
    "postcode": "the postal code",
    "country": "the country",
    "website": "an address in the web",
    "notes": "whatever else",
}
"""The fields of a card that are texts, with what they are."""
assert set(CARD_TEXTS) | {"uid", "emails"} == set(Card.__dataclass_fields__)  # noqa: S101 - one list of fields


def _text(name: str, says: str, example: str = "Something else") -> Property:
    return Property(name, example=example, says=says)


def _flag(name: str, default: bool, says: str) -> Property:
    return Property(name, default, says=says)


_KINDS = (
    Kind.of(
        "profile",
        Property(
            "default_account",
            example="someone@pop.example.org",
            says="the key of the account one writes from",
        ),
        Property(
            "folder_modes",
            ("all",),
            example=("smart",),
            says="how the list of folders shows them together, by name",
        ),
    ),
    Kind.of(
        "preference",
        Property("value", example=True, says="what it is set to; nothing where it is as it is at first"),
        sparse=True,
        within=("profile",),
        example=Entity("preference", "mail.tabs.autoHide", {"value": False}),
    ),
    Kind.of(
        "tag",
        Property("colour", example=Colour("#123456"), says="its colour"),
        within=("profile",),
        example=Entity("tag", "Another tag", {"colour": Colour("#123456")}),
    ),
    Kind.of(
        "account",
        _text("name", "as the list of folders shows it"),
        Property("port", example=110, says="the port of its server"),
        Property("security", choices=_SECURITIES, says="how the connection to its server is protected"),
        _flag("leave_on_server", True, "messages stay on the server"),
        _flag("check_at_start", False, "mail is fetched at the start"),
        Property(
            "check_minutes", example=15, says="mail is fetched every so many minutes; nothing for never"
        ),
        _flag("empty_trash_on_exit", False, "the trash is emptied at the end"),
        _text("outgoing_host", "the server that takes what is sent", "smtp.example.net"),
        _text("outgoing_user", "the name with which one logs in there", "someone"),
        Property("outgoing_port", example=25, says="its port"),
        Property("outgoing_security", choices=_SECURITIES, says="how the connection to it is protected"),
        within=("profile",),
        example=Entity("account", "someone@pop.example.org", {"name": "someone@example.org", "port": 110}),
    ),
    Kind.of(
        "identity",
        _text("name", "the name that receivers see"),
        _text("reply_to", "where answers go, if not to the address itself", _EMAIL),
        _text("organization", "the organization that receivers see"),
        _text("signature", "the text below messages, or its HTML source"),
        _flag("signature_html", False, "the signature is HTML"),
        _flag("compose_html", True, "new messages are written in HTML"),
        _flag("reply_on_top", False, "an answer begins above the quotation"),
        _flag("quote", True, "an answer quotes the message"),
        ordered=True,
        within=("account",),
        example=Entity("identity", _EMAIL, {"name": "Someone Else"}),
    ),
    Kind.of(
        "filter",
        _text("name", "its name"),
        Property(
            "match", "all", choices=("all", "any", "every message"), says="whether all conditions must hold"
        ),
        _flag("enabled", True, "it runs"),
        Property("occasions", ("arrival", "manual"), example=("manual",), says="when it runs"),
        align="sequence",
        within=("account",),
        example=Entity("filter", None, {"name": "Another filter"}, (), ("Another filter",)),
    ),
    Kind.of(
        "condition",
        Property("field", choices=FIELDS, says="where it looks"),
        Property("operator", choices=OPERATORS, says="how it compares"),
        _text("value", "with what"),
        align="sequence",
        within=("filter", "search"),
        example=Entity("condition", None, {"field": "subject", "operator": "contains", "value": "else"}),
    ),
    Kind.of(
        "action",
        Property("type", choices=tuple(ACTIONS), says="what is done"),
        Property("value", example="x", says="the folder, the name of the tag, the address or the priority"),
        align="sequence",
        within=("filter",),
        example=Entity("action", None, {"type": "star"}),
    ),
    Kind.of(
        "search",
        Property("folders", example=(_FOLDER,), says="where it looks, in the order of the names"),
        Property(
            "match", "all", choices=("all", "any", "every message"), says="whether all conditions must hold"
        ),
        within=("account",),
        example=Entity("search", "Another search", {"folders": (_FOLDER,)}),
    ),
    Kind.of("folder", within=("account", "folder"), example=Entity("folder", "Another folder")),
    Kind.of(
        "message",
        _text("from", "who it is from", f"Someone Else <{_EMAIL}>"),
        *(
            Property(name, example=(f"Someone Else <{_EMAIL}>",), says=says)
            for name, says in (
                ("to", "its receivers, in order"),
                ("cc", "who gets a copy"),
                ("bcc", "who gets a copy unseen by the others"),
                ("reply_to", "where answers go"),
            )
        ),
        _text("subject", "its subject"),
        Property("date", says="when it was sent, in UTC"),
        Property("text", example="Something else", follows="html", says="its text as one reads it"),
        _text("html", "the source of its text where that is HTML", "<p>Something else</p>"),
        _text("in_reply_to", "the id of the message that it answers", "<else@example.org>"),
        Property("references", example=("<else@example.org>",), says="the ids of the thread before it"),
        Property("priority", "normal", choices=get_args(Priority), says="how urgent its sender finds it"),
        _flag("read", False, "it has been read"),
        _flag("starred", False, "it has a star"),
        _flag("replied", False, "it has been answered"),
        _flag("forwarded", False, "it has been forwarded"),
        Property("tags", example=("Important",), says="the names of its tags, in their order"),
        roams=True,
        arbitrary=True,
        within=("folder",),
        example=Entity("message", "<another@example.org>", {"from": _EMAIL, "subject": "Another message"}),
    ),
    Kind.of(
        "attachment",
        _text("name", "its file name", "else.txt"),
        _text("type", "its media type", "text/plain"),
        Property("size", example=1, says="the number of its bytes"),
        _text("digest", "the SHA-256 of its bytes, as hexadecimal", "00"),
        align="sequence",
        within=("message",),
        example=Entity(
            "attachment", None, {"name": "else.txt", "type": "text/plain", "size": 0, "digest": "00"}
        ),
    ),
    Kind.of("book", within=("profile",), example=Entity("book", "Another book")),
    Kind.of(
        "card",
        *(_text(name, says) for name, says in CARD_TEXTS.items()),
        Property("emails", example=(_EMAIL,), says="the addresses, the preferred one first"),
        Property(
            "lists", example=("Another list",), says="the names of the lists of this book that it is on"
        ),
        arbitrary=True,
        within=("book",),
        example=Entity("card", "another", {"name": "Someone Else", "emails": (_EMAIL,)}),
    ),
    Kind.of(
        "list",
        _text("name", "its name"),
        _text("nickname", "a short name"),
        _text("description", "what it is for"),
        arbitrary=True,
        within=("book",),
        example=Entity("list", "another", {"name": "Another list"}),
    ),
)

SCHEMA = Schema(
    "mail",
    {kind.name: kind for kind in _KINDS},
    rewrite,
    pretty=pretty,
    targets=("account", "folder"),
)
"""The schema of mail profiles."""
