"""Where things lie in a profile: folders as files, and the addresses by which Thunderbird speaks of folders."""

from __future__ import annotations

import re
from urllib.parse import quote, unquote, urlsplit

from forge.preparers.mail.spec import LOCAL, Account

PROFILES = "profiles.ini"
INSTALLS = "installs.ini"
PREFS = "prefs.js"
SESSION = "session.json"
STORE = "xulstore.json"
SEARCHES = "virtualFolders.dat"
FILTERS = "msgFilterRules.dat"
BELOW = ".sbd"
"""The ending of the directory that holds what is below a folder."""

INSTALLATION = "FDC34C9F024745EB"
"""What Thunderbird calls its installation in /usr/lib/thunderbird, where Debian puts it: it hashes the path."""

PROFILE = "profile"
"""The directory of the profile that is written; one that is read may have any name."""

MAIL_FOLDERS = ("Inbox", "Drafts", "Templates", "Sent", "Archives", "Junk", "Trash")
"""The folders that an account with a server has in any case, in the order in which they are shown."""

LOCAL_FOLDERS = ("Trash", "Unsent Messages")
"""The folders that the local ones have in any case; Thunderbird makes them where they are missing."""

LOCAL_SERVER = "nobody@Local%20Folders"

_NO_FOLDERS = (
    ".msf",
    ".dat",
    ".html",
    ".json",
    ".sqlite",
    ".toc",
    ".snm",
    ".lock",
    "~",
    "-wal",
    "-shm",
    "-journal",
)
"""Endings of files beside folders that are none."""

_BOOK_FILE = re.compile(r"(?:abook[\w-]*|history)\.sqlite")

_PLAIN = "-._"
"""The signs that stand for themselves in the address of a folder, besides letters and digits."""


def usual_folders(account_key: str) -> tuple[str, ...]:
    """The folders that an account has in any case."""
    return LOCAL_FOLDERS if account_key == LOCAL else MAIL_FOLDERS


def mail_directory(account: Account, number: int) -> str:
    """Where an account's folders lie below the profile; `number` tells apart accounts at one host."""
    if account.server is None:
        return f"Mail/{LOCAL}"
    return f"Mail/{account.server.host}" + (f"-{number}" if number > 1 else "")


def is_folder_file(name: str) -> bool:
    """Whether a file among those of an account holds the messages of a folder."""
    return not name.startswith((".", "#")) and not name.lower().endswith(_NO_FOLDERS)


def folder_uri(path: tuple[str, ...]) -> str:
    """The address of a folder from the key of its account and the names from there on."""
    account, *names = path
    if account == LOCAL:
        server = LOCAL_SERVER
    else:
        user, _, host = account.rpartition("@")
        server = f"{_quoted(user, also='')}@{host}"
    return "/".join((f"mailbox://{server}", *map(_quoted, names)))


def folder_path(uri: str) -> tuple[str, ...]:
    """The key of an account and names from an address: the inverse of `folder_uri`."""
    parts = urlsplit(uri)
    names = [unquote(name) for name in parts.path.split("/") if name]
    user, _, host = parts.netloc.rpartition("@")
    key = LOCAL if parts.netloc == LOCAL_SERVER else f"{unquote(user)}@{unquote(host)}"
    return (key, *names)


def _quoted(name: str, also: str = "+") -> str:
    """A name as Thunderbird writes it in an address; in the name of a user a plus is written out too."""
    return quote(name, safe=_PLAIN + also).replace("~", "%7E")


def is_kept(path: str) -> bool:
    """Whether a file below the folder of profiles says something of the state; the application has many others."""
    if path in (PROFILES, INSTALLS):
        return True
    _, _, inside = path.partition("/")
    if inside.startswith("Mail/"):
        name = inside.rpartition("/")[2]
        return name == FILTERS or is_folder_file(name)
    base = inside.removesuffix("-wal").removesuffix("-journal")
    return inside in (PREFS, SESSION, STORE, SEARCHES) or _BOOK_FILE.fullmatch(base) is not None
