"""A profile as the files that Thunderbird opens, the same bytes for the same profile."""

from __future__ import annotations

import json

from forge.preparers.base import Files
from forge.preparers.mail.accounts import Placed, tag_key, write_accounts, write_books, write_tags
from forge.preparers.mail.books import write_book
from forge.preparers.mail.domain import check
from forge.preparers.mail.layout import (
    BELOW,
    FILTERS,
    INSTALLATION,
    INSTALLS,
    PREFS,
    PROFILE,
    PROFILES,
    SEARCHES,
    SESSION,
    STORE,
    folder_uri,
    usual_folders,
)
from forge.preparers.mail.mbox import write_mbox
from forge.preparers.mail.preferences import USUAL
from forge.preparers.mail.prefs import Prefs, write_prefs
from forge.preparers.mail.rules_text import Found, write_filters, write_searches
from forge.preparers.mail.spec import Book, Folder, Profile

QUIET: Prefs = {
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.termsofuse.prefMigrationCheck": True,
    "calendar.timezone.useSystemTimezone": True,
    "datareporting.healthreport.uploadEnabled": False,
    "datareporting.policy.dataSubmissionPolicyBypassNotification": True,
    "extensions.update.enabled": False,
    "mail.biff.show_tray_icon": False,
    "mail.inappnotifications.enabled": False,
    "mail.rights.version": 1,
    "mail.spotlight.firstRunDone": True,
    "mailnews.start_page.enabled": False,
    "mailnews.start_page_override.mstone": "ignore",
    "offline.startup_state": 3,
    "toolkit.telemetry.reportingpolicy.firstRun": False,
}
"""What keeps Thunderbird from asking, telling and fetching by itself; it starts without a network."""

_PROFILES = f"""\
[Install{INSTALLATION}]
Default={PROFILE}
Locked=1

[Profile0]
Name=default
IsRelative=1
Path={PROFILE}
Default=1

[General]
StartWithLastProfile=1
Version=2
"""
_INSTALLS = f"[{INSTALLATION}]\nDefault={PROFILE}\nLocked=1\n"
_WINDOW = "chrome://messenger/content/messenger.xhtml"


def write_profile(profile: Profile) -> Files:
    """The files of a profile, with what leads Thunderbird to it.

    Raises:
        PreparerError: the profile lies outside the domain.
    """
    check(profile)
    prefs, placed = write_accounts(profile.accounts, profile.default_account)
    book_prefs, books = write_books(book.name for book in profile.books)
    own = {name: value for name, value in profile.preferences.items() if value != USUAL[name]}
    files = {
        PREFS: write_prefs({**QUIET, **prefs, **write_tags(profile.tags), **book_prefs, **own}),
        SESSION: _session(profile),
        STORE: _store(profile),
        SEARCHES: write_searches(_searches(profile)),
    }
    keys = {tag.name: tag_key(tag) for tag in profile.tags}
    for item in placed:
        files |= _account(item, keys)
    given = {book.name: book for book in profile.books}
    for name, file in books.items():
        files[file] = write_book(given.get(name, Book(name)))
    inside = {f"{PROFILE}/{path}": content for path, content in files.items()}
    return {PROFILES: _PROFILES.encode(), INSTALLS: _INSTALLS.encode(), **inside}


def _account(item: Placed, tag_keys: dict[str, str]) -> dict[str, bytes]:
    account = item.account
    given = [folder.name for folder in account.folders]
    usual = [Folder(name) for name in usual_folders(account.key) if name not in given]
    files: dict[str, bytes] = {}
    waiting = [(item.directory, folder) for folder in (*usual, *account.folders)]
    while waiting:
        above, folder = waiting.pop()
        place = f"{above}/{folder.name}"
        files[place] = write_mbox(folder.messages, tag_keys)
        waiting += [(place + BELOW, inner) for inner in folder.folders]
    if account.filters:
        files[f"{item.directory}/{FILTERS}"] = write_filters(account.filters, tag_keys)
    return files


def _searches(profile: Profile) -> list[Found]:
    found = [((account.key,), search) for account in profile.accounts for search in account.searches]
    return found + [(path, search) for path, folder in profile.folders() for search in folder.searches]


def _session(profile: Profile) -> bytes:
    """Which folder is shown first."""
    state: dict[str, bool | str] = {"firstTab": True, "folderPaneVisible": True, "messagePaneVisible": True}
    if profile.open_folder:
        state["folderURI"] = folder_uri(profile.open_folder)
    tabs = {"rev": 0, "selectedIndex": 0, "tabs": [{"mode": "mail3PaneTab", "state": state, "ext": {}}]}
    return json.dumps({"rev": 0, "windows": [{"type": "3pane", "tabs": tabs}]}).encode()


def _store(profile: Profile) -> bytes:
    """How the window is arranged."""
    shown = {"folderTree": {"mode": ",".join(profile.folder_modes)}}
    return json.dumps({_WINDOW: shown}).encode()
