"""A reader that sees nothing would be stable: every documented property, changed, changes what is read."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from forge.preparers.base import preparer
from forge.preparers.mail.rules import Action, Condition, Filter, SavedSearch
from forge.preparers.mail.schema import CARD_TEXTS, SCHEMA
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
from forge.states.changes import Change, diff
from forge.states.entities import State, Tree

from .rich import ANN, message, rich
from .specs import profiles

MAIL = preparer("mail")
Edit = Callable[[Profile], Any]


def changes(before: Tree, after: Tree) -> list[Change]:
    return diff(State({"mail": before}), State({"mail": after}))


def first(number: int = 0, **given: Any) -> Edit:
    def edit(profile: Profile) -> None:
        for name, value in given.items():
            setattr(profile.folder((ANN, "Inbox")).messages[number], name, value)

    return edit


def account(**given: Any) -> Edit:
    return lambda profile: [setattr(profile.account(ANN), *item) for item in given.items()]


def server(name: str, **given: Any) -> Edit:
    return lambda profile: [setattr(getattr(profile.account(ANN), name), *item) for item in given.items()]


def identity(**given: Any) -> Edit:
    return lambda profile: [setattr(profile.account(ANN).identities[0], *item) for item in given.items()]


def rule(**given: Any) -> Edit:
    return lambda profile: [setattr(profile.account(ANN).filters[0], *item) for item in given.items()]


def search(**given: Any) -> Edit:
    return lambda profile: [setattr(profile.local.searches[0], *item) for item in given.items()]


def card(**given: Any) -> Edit:
    return lambda profile: [setattr(profile.book(PERSONAL).cards[0], *item) for item in given.items()]


def mailing_list(**given: Any) -> Edit:
    return lambda profile: [setattr(profile.book(PERSONAL).lists[0], *item) for item in given.items()]


def attached(**given: Any) -> Edit:
    def edit(profile: Profile) -> None:
        held = profile.folder((ANN, "Inbox")).messages[3].attachments
        held[0] = replace(held[0], **given)

    return edit


def second_account(profile: Profile) -> None:
    profile.accounts.append(
        Account(
            "b",
            Server("pop.example.net", "b", 110),
            [Identity("B", "b@example.net")],
            Server("s.example.net", "b", 25),
        )
    )


def other_default(profile: Profile) -> None:
    second_account(profile)
    profile.default_account = "b@pop.example.net"


PROPERTIES: dict[str, Edit] = {
    "profile.default_account": other_default,
    "profile.folder_modes": lambda profile: setattr(profile, "folder_modes", ("all", "smart")),
    "preference.value": lambda profile: profile.preferences.update({"mail.compose.autosaveinterval": 7}),
    "tag.colour": lambda profile: setattr(profile.tags[-1], "colour", "#654321"),
    "account.name": account(name="Harbour"),
    "account.port": server("server", port=110),
    "account.security": server("server", security="starttls"),
    "account.leave_on_server": account(leave_on_server=False),
    "account.check_at_start": lambda profile: None,  # not written, see `SETTINGS`
    "account.check_minutes": account(check_minutes=None),
    "account.empty_trash_on_exit": account(empty_trash_on_exit=True),
    "account.outgoing_host": server("outgoing", host="out.example.org"),
    "account.outgoing_user": server("outgoing", user="other"),
    "account.outgoing_port": server("outgoing", port=587),
    "account.outgoing_security": server("outgoing", security="none"),
    "identity.name": identity(name="Ann M. Lee"),
    "identity.reply_to": identity(reply_to="other@example.org"),
    "identity.organization": identity(organization=""),
    "identity.signature": identity(signature="A."),
    "identity.signature_html": identity(signature_html=True),
    "identity.compose_html": identity(compose_html=False),
    "identity.reply_on_top": identity(reply_on_top=True),
    "identity.quote": identity(quote=False),
    "filter.name": rule(name="Bills"),
    "filter.match": rule(match="any"),
    "filter.enabled": rule(enabled=False),
    "filter.occasions": rule(occasions=("manual",)),
    "condition.field": rule(conditions=[Condition("body", "contains", "invoice, é")]),
    "condition.operator": rule(conditions=[Condition("subject", "is", "invoice, é")]),
    "condition.value": rule(conditions=[Condition("subject", "contains", "bill")]),
    "action.type": rule(actions=[Action("copy", (LOCAL, "Projects", "Harbour"))]),
    "action.value": rule(actions=[Action("move", (LOCAL, "Projects"))]),
    "search.folders": search(folders=[(ANN, "Inbox")]),
    "search.match": search(match="any"),
    "message.from": first(sender="Bob <bob@example.org>"),
    "message.to": first(to=["b@example.org"]),
    "message.cc": first(cc=["b@example.org"]),
    "message.bcc": first(bcc=["b@example.org"]),
    "message.reply_to": first(reply_to=["b@example.org"]),
    "message.subject": first(subject="Budget, part one"),
    "message.date": lambda p: first(date=p.folder((ANN, "Inbox")).messages[0].date + timedelta(seconds=1))(p),
    "message.text": first(text="Hi"),
    "message.html": first(1, html="<p>Hi</p>"),
    "message.in_reply_to": first(in_reply_to="<x@example.org>"),
    "message.references": first(2, references=["<m1@example.org>"]),
    "message.priority": first(priority="lowest"),
    "message.read": first(read=False),
    "message.starred": first(starred=True),
    "message.replied": first(replied=True),
    "message.forwarded": first(forwarded=True),
    "message.tags": first(tags=["Work"]),
    "attachment.name": attached(name="other.txt"),
    "attachment.type": attached(type="text/csv"),
    "attachment.size": attached(content=b"hello!"),
    "attachment.digest": attached(content=b"hallo"),
    **{f"card.{name}": card(**{name: "https://example.org/else"}) for name in CARD_TEXTS},
    "card.emails": card(emails=["z@example.org", "zoe@example.org"]),
    "card.lists": mailing_list(members=["c1", "c2"]),
    "list.name": mailing_list(name="Crew"),
    "list.nickname": mailing_list(nickname="x"),
    "list.description": mailing_list(description="x"),
}

SETTINGS = {"account.check_at_start": (b'login_at_startup", false', b'login_at_startup", true')}
"""What is read and not written: how it is changed in the settings."""

ADDED: dict[str, Edit] = {
    "preference": lambda profile: profile.preferences.update({"mail.tabs.autoHide": False}),
    "tag": lambda profile: profile.tags.append(Tag("Needs reply", "#00FF00")),
    "account": second_account,
    "identity": lambda profile: profile.account(ANN).identities.append(Identity("X", "x@example.org")),
    "filter": lambda profile: profile.account(ANN).filters.append(
        Filter("New", [Condition("to", "is", "x")], [Action("read")])
    ),
    "condition": lambda profile: (
        profile.account(ANN).filters[0].conditions.append(Condition("cc", "is", "x"))
    ),
    "action": lambda profile: profile.account(ANN).filters[0].actions.append(Action("read")),
    "search": lambda profile: profile.local.searches.append(
        SavedSearch("New", [(ANN, "Inbox")], [Condition("to", "is", "x")])
    ),
    "folder": lambda profile: profile.local.folder("Projects").folders.append(Folder("New")),
    "message": lambda profile: profile.local.folder("Projects").messages.append(message(9)),
    "attachment": lambda profile: (
        profile.folder((ANN, "Inbox"))
        .messages[0]
        .attachments.append(Attachment("new.txt", b"x", "text/plain"))
    ),
    "book": lambda profile: profile.books.append(Book("New")),
    "card": lambda profile: profile.book("Clients").cards.append(Card("n1", "New")),
    "list": lambda profile: profile.book("Clients").lists.append(MailingList("n2", "New")),
}


def read(edit: Edit | None = None) -> Tree:
    profile = rich()
    if edit is not None:
        edit(profile)
    return MAIL.read(MAIL.write(profile))


def test_every_property_is_tried() -> None:
    documented = {f"{kind.name}.{name}" for kind in SCHEMA.kinds.values() for name in kind.properties}
    assert documented == set(PROPERTIES)
    assert {kind.name for kind in SCHEMA.kinds.values() if kind.within} == set(ADDED)


@pytest.mark.parametrize("name", PROPERTIES)
def test_a_changed_property_is_read(name: str) -> None:
    kind, _, prop = name.partition(".")
    profile = rich()
    PROPERTIES[name](profile)
    files = dict(MAIL.write(profile))
    if name in SETTINGS:
        files["profile/prefs.js"] = files["profile/prefs.js"].replace(*SETTINGS[name])
    found = changes(read(), MAIL.read(files))
    assert (kind, prop) in {(change.kind, change.name) for change in found if change.type == "set"}


@pytest.mark.parametrize("kind", ADDED)
def test_an_added_and_a_removed_thing_is_read(kind: str) -> None:
    old, new = read(), read(ADDED[kind])
    sparse = ("set", kind) if SCHEMA.kinds[kind].sparse else None
    assert (sparse or ("added", kind)) in {(change.type, change.kind) for change in changes(old, new)}
    assert (sparse or ("removed", kind)) in {(change.type, change.kind) for change in changes(new, old)}


def test_a_moved_message_is_one_change_and_still_itself() -> None:
    def move(profile: Profile) -> None:
        inbox = profile.folder((ANN, "Inbox"))
        profile.folder((LOCAL, "Projects")).messages.append(inbox.messages.pop(3))

    assert [(change.type, change.kind) for change in changes(read(), read(move))] == [("moved", "message")]


def test_what_points_at_a_folder_follows_its_new_name() -> None:
    def rename(profile: Profile) -> None:
        profile.local.folder("Projects").folders[0].name = "Port"
        profile.account(ANN).filters[0].actions[0].value = (LOCAL, "Projects", "Port")

    assert [(change.type, change.kind) for change in changes(read(), read(rename))] == [("renamed", "folder")]


def test_the_order_of_filters_and_identities_is_read() -> None:
    def turn(profile: Profile) -> None:
        profile.account(ANN).filters.reverse()
        profile.account(ANN).identities.reverse()

    assert {(change.type, change.kind) for change in changes(read(), read(turn))} == {
        ("order", "filter"),
        ("order", "identity"),
    }


FLAGS = ("read", "starred", "replied", "forwarded")
TEXTS = ("subject", "sender")


@settings(max_examples=200, suppress_health_check=list(HealthCheck))
@given(profiles, st.data())
def test_sensitive(profile: Profile, data: st.DataObject) -> None:
    """One property of one message of any profile, changed, is the one change that is read."""
    messages = [(path, item) for path, folder in profile.folders() for item in folder.messages]
    if not messages:
        messages = [((LOCAL, "New"), message(1))]
        profile.local.folders.append(Folder("New", [messages[0][1]]))
    before = MAIL.read(MAIL.write(profile))
    _, item = data.draw(st.sampled_from(messages))
    name = data.draw(
        st.sampled_from((*FLAGS, *TEXTS, "date", "tags", "html" if item.html is not None else "text"))
    )
    _alter(item, name)
    after = MAIL.read(MAIL.write(profile))
    found = [(change.kind, change.name) for change in changes(before, after) if not change.derived]
    assert found == [("message", {"sender": "from"}.get(name, name))]


def _alter(item: Message, name: str) -> None:
    if name in FLAGS:
        setattr(item, name, not getattr(item, name))
    elif name == "date":
        item.date += timedelta(minutes=1)
    elif name == "tags":
        item.tags = [] if item.tags else ["Work"]
    elif name in ("text", "html"):
        setattr(item, name, "Nothing like it")
    else:
        setattr(item, name, "someone@new.example.org")
