"""Broken profiles: the reader says which file and why, and never anything but `UnreadableError`."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forge.errors import PreparerError, UnreadableError
from forge.preparers.base import Files, preparer
from forge.preparers.mail.rules import Action, Condition, Filter
from forge.preparers.mail.spec import LOCAL, Account, Folder, Profile
from forge.preparers.results import Mounted, read_mount

from .rich import ANN, message, rich

MAIL = preparer("mail")
FILES = MAIL.write(rich())
INBOX = "profile/Mail/pop.example.org/Inbox"
BOOK = "profile/abook.sqlite"


def changed(path: str, content: bytes) -> Files:
    return {**FILES, path: content}


def without(path: str) -> Files:
    return {name: content for name, content in FILES.items() if name != path}


MIXED = FILES[INBOX]
CASES: dict[str, tuple[Files, str]] = {
    "no list of profiles": (without("profiles.ini"), r"no profiles\.ini"),
    "an empty list of profiles": (changed("profiles.ini", b""), r"profiles\.ini names no profile"),
    "a list of profiles that is none": (changed("profiles.ini", b"\xff"), r"profiles\.ini cannot be read"),
    "no settings": (without("profile/prefs.js"), r"profile has no prefs\.js"),
    "settings that break off": (
        changed("profile/prefs.js", FILES["profile/prefs.js"][:-9]),
        r"Line \d+ of prefs\.js is no setting",
    ),
    "settings in another encoding": (
        changed("profile/prefs.js", b'user_pref("a", "\xff");\n'),
        r"prefs\.js is not UTF-8",
    ),
    "a folder that is no mbox": (changed(INBOX, b"PK\x03\x04" + bytes(90)), r"Inbox holds no messages"),
    "a half-written mbox": (
        changed(INBOX, MIXED + b"From - Mon Mar 16 09:00:00 2026\nX-Mozilla-Status: 0001\nFrom: a"),
        r"message 6 of .*Inbox is broken: it breaks off within its headers",
    ),
    "flags that are none": (
        changed(INBOX, MIXED.replace(b"X-Mozilla-Status: 0001", b"X-Mozilla-Status: zz01", 1)),
        r"message 1 of .*Inbox is broken: its flags are b'zz01'",
    ),
    "parts that do not end": (
        changed(INBOX, MIXED[: MIXED.index(b"\n\nFrom ", MIXED.index(b"plan.pdf")) - 60] + b"\n\n"),
        r"message 4 of .*Inbox is broken: its parts do not end",
    ),
    "an address book that is none": (changed(BOOK, b"x" * 4096), r"abook\.sqlite is no SQLite database"),
    "a damaged address book": (
        changed(BOOK, FILES[BOOK][:4096] + b"\x99" * (len(FILES[BOOK]) - 4096)),
        r"abook\.sqlite (is damaged|cannot be read)",
    ),
    "a cut address book": (changed(BOOK, FILES[BOOK][:5000]), r"abook\.sqlite (is damaged|cannot be read)"),
    "an unfinished change": (changed(f"{BOOK}-journal", b"x" * 600), r"abook\.sqlite is half-written"),
    "filters that are none": (
        changed("profile/Mail/pop.example.org/msgFilterRules.dat", b'version="9"\nname="x\n'),
        r"Line 2 of .*msgFilterRules\.dat is no part of a message filter",
    ),
    "a filter that asks nothing": (
        changed("profile/Mail/pop.example.org/msgFilterRules.dat", b'name="x"\ncondition="AND (subject"\n'),
        r"msgFilterRules\.dat has a condition that cannot be read",
    ),
    "an arrangement that is no JSON": (changed("profile/xulstore.json", b"{"), r"xulstore\.json is no JSON"),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_broken_is_told_with_its_file(name: str) -> None:
    files, why = CASES[name]
    with pytest.raises(UnreadableError, match=why):
        MAIL.read(files)


@settings(max_examples=60)
@given(st.sampled_from(sorted(FILES)), st.data())
def test_no_damage_raises_anything_else(path: str, data: st.DataObject) -> None:
    content = bytearray(FILES[path])
    if content:
        at = data.draw(st.integers(0, len(content) - 1))
        content[at : at + data.draw(st.integers(0, 40))] = data.draw(st.binary(max_size=20))
    try:
        MAIL.read(changed(path, bytes(content)))
    except UnreadableError as error:
        assert str(error)  # noqa: PT017 - most damage is harmless, and what is not says why


def test_what_is_marked_deleted_is_absent() -> None:
    files = changed(INBOX, MIXED.replace(b"X-Mozilla-Status: 0001", b"X-Mozilla-Status: 0009", 1))
    inbox = MAIL.parse(files).folder((ANN, "Inbox"))
    assert [item.id for item in inbox.messages] == [f"<m{number}@example.org>" for number in (2, 3, 4, 5)]


def test_a_message_that_is_there_twice_has_two_keys() -> None:
    tree = MAIL.read(changed(INBOX, MIXED + MIXED))
    inbox = tree.at((("account", ANN), ("folder", "Inbox")))
    assert inbox is not None
    assert inbox.child("message", "<m1@example.org> 2") is not None
    assert len(inbox.of_kind("message")) == 10


def test_changes_beside_an_address_book_are_merged(tmp_path: Path) -> None:
    place = tmp_path / "abook.sqlite"
    place.write_bytes(FILES[BOOK])
    database = sqlite3.connect(place)
    database.execute("PRAGMA journal_mode = wal")
    database.execute("INSERT INTO lists VALUES ('l9', 'Late', '', '')")
    database.commit()
    beside = Path(f"{place}-wal").read_bytes()
    files = {**FILES, BOOK: place.read_bytes(), f"{BOOK}-wal": beside}
    database.close()
    assert [item.name for item in MAIL.parse(files).book("Personal Address Book").lists] == ["Team", "Late"]


def test_what_a_running_application_leaves_is_passed_over(tmp_path: Path) -> None:
    root = tmp_path / ".thunderbird"
    for path, content in FILES.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    (root / "profile/lock").symlink_to("127.0.1.1:+4711")
    (root / "profile/cache2").mkdir()
    (root / "profile/cache2/entry").write_bytes(b"x")
    (root / "profile/Mail/pop.example.org/Inbox.msf").write_bytes(b"x")
    assert read_mount(tmp_path, Mounted("~/.thunderbird", "mail", folder=True)) == FILES


def _with(**given: object) -> Profile:
    profile = rich()
    for name, value in given.items():
        setattr(profile.folder((ANN, "Inbox")).messages[0], name, value)
    return profile


def _changed(edit: object) -> Profile:
    profile = rich()
    edit(profile)  # type: ignore[operator]
    return profile


OUTSIDE = {
    "an id without brackets": _with(id="m1@example.org"),
    "a subject of two lines": _with(subject="a\nb"),
    "two spaces": _with(subject="a  b"),
    "an address that is none": _with(to=["Ann"]),
    "a tag that is not there": _with(tags=["Nope"]),
    "no text at all": _with(text=None),
    "control characters": _with(text="a\x00b"),
    "a folder with a slash": _changed(lambda p: p.local.folders.append(Folder("a/b"))),
    "a folder like a file of its own": _changed(lambda p: p.local.folders.append(Folder("a.msf"))),
    "two folders of one name": _changed(lambda p: p.local.folders.append(Folder("projects"))),
    "a message twice": _changed(lambda p: p.folder((ANN, "Inbox")).messages.append(message(1))),
    "no local folders": _changed(lambda p: p.accounts.pop()),
    "an account twice": _changed(lambda p: p.accounts.append(Account(LOCAL))),
    "a setting that nobody knows": _changed(lambda p: p.preferences.update({"a.b": True})),
    "a setting of another type": _changed(lambda p: p.preferences.update({"mail.tabs.autoHide": 1})),
    "a filter into nowhere": _changed(
        lambda p: p.account(ANN).filters.append(
            Filter("x", [Condition("subject", "is", "x")], [Action("move", (LOCAL, "No"))])
        )
    ),
    "a filter with a quote": _changed(
        lambda p: p.account(ANN).filters.append(
            Filter("x", [Condition("subject", "is", '"')], [Action("read")])
        )
    ),
    "a member that is no card": _changed(
        lambda p: p.book("Personal Address Book").lists[0].members.append("x")
    ),
}


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_lies_outside_the_domain_is_refused(name: str) -> None:
    with pytest.raises(PreparerError) as error:
        MAIL.write(OUTSIDE[name])
    assert len(str(error.value)) > 20
