"""A profile read from its files, strictly: what is missing, half-written or broken is told with its file."""

from __future__ import annotations

import configparser
import json
from collections.abc import Iterable

from forge.errors import UnreadableError
from forge.preparers.base import Files
from forge.preparers.mail.accounts import Placed, Reader
from forge.preparers.mail.books import read_book
from forge.preparers.mail.layout import (
    BELOW,
    FILTERS,
    INSTALLATION,
    PREFS,
    PROFILES,
    SEARCHES,
    STORE,
    is_folder_file,
)
from forge.preparers.mail.mbox import read_mbox
from forge.preparers.mail.preferences import USUAL
from forge.preparers.mail.prefs import Prefs, parse_prefs
from forge.preparers.mail.rules_text import read_filters, read_searches
from forge.preparers.mail.spec import FOLDER_MODES, Account, Folder, Profile


def read_profile(files: Files) -> Profile:
    """The profile that Thunderbird would open.

    Raises:
        UnreadableError: a file is missing, half-written, damaged or broken; the message says which one and why.
    """
    start = _profile_directory(files)
    inside = {path[len(start) :]: content for path, content in files.items() if path.startswith(start)}
    if PREFS not in inside:
        raise UnreadableError(
            f"The profile {start.rstrip('/')} has no {PREFS}, which describes its accounts."
        )
    prefs = parse_prefs(inside[PREFS], PREFS)
    reader = Reader(prefs, PREFS)
    tags = reader.tags()
    names = {tag.key or "": tag.name for tag in tags}
    profile = Profile(default_account=reader.default_account(), tags=tags)
    for item in reader.accounts():
        profile.accounts.append(_account(inside, item, names))
    _put_searches(profile, inside)
    profile.books = [read_book(inside, file, name) for name, file in reader.books().items() if file in inside]
    profile.preferences = _preferences(prefs)
    profile.folder_modes = _folder_modes(inside.get(STORE, b"{}"))
    return profile


def _profile_directory(files: Files) -> str:
    """The directory of the profile that the installed application opens, with a slash behind."""
    if PROFILES not in files:
        raise UnreadableError(f"There is no {PROFILES}, which says where the profile lies.")
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(files[PROFILES].decode("utf-8"))
    except (configparser.Error, UnicodeDecodeError) as error:
        raise UnreadableError(f"{PROFILES} cannot be read: {' '.join(str(error).split())}.") from error
    own = f"Install{INSTALLATION}"
    if parser.has_option(own, "Default"):
        return parser[own]["Default"].rstrip("/") + "/"
    sections = [parser[name] for name in parser.sections() if name.startswith("Profile")]
    chosen = [item for item in sections if item.get("Default") == "1"] or sections[:1]
    if not chosen or not chosen[0].get("Path"):
        raise UnreadableError(f"{PROFILES} names no profile.")
    return chosen[0]["Path"].rstrip("/") + "/"


def _account(files: Files, item: Placed, tag_names: dict[str, str]) -> Account:
    account, start = item.account, f"{item.directory}/"
    own = {path[len(start) :]: content for path, content in files.items() if path.startswith(start)}
    account.folders = _folders(own, "", tag_names, start)
    if FILTERS in own:
        account.filters = read_filters(own[FILTERS], tag_names, start + FILTERS)
    return account


def _folders(files: Files, above: str, tag_names: dict[str, str], start: str) -> list[Folder]:
    """The folders in one directory with all below them, by name."""
    own = {path[len(above) :]: content for path, content in files.items() if path.startswith(above)}
    plain = {name for name in own if "/" not in name and is_folder_file(name)}
    below = {path.partition("/")[0] for path in own if "/" in path}
    parents = {name.removesuffix(BELOW) for name in below if name.endswith(BELOW)}
    found: list[Folder] = []
    for name in sorted(plain | parents):
        messages = read_mbox(own.get(name, b""), tag_names, f"{start}{above}{name}")
        found.append(Folder(name, messages, _folders(files, f"{above}{name}{BELOW}/", tag_names, start)))
    return found


def _put_searches(profile: Profile, files: Files) -> None:
    """Saved searches to where they stand, in the place of the empty folders that Thunderbird makes for them."""
    for above, search in read_searches(files.get(SEARCHES, b""), SEARCHES):
        account = next((item for item in profile.accounts if item.key == above[0]), None) if above else None
        holder: Account | Folder | None = account
        for name in above[1:]:
            holder = _child(holder.folders, name) if holder is not None else None
        if holder is None:
            continue  # of an account or a folder that is gone
        shadow = _child(holder.folders, search.name)
        if shadow is not None and not shadow.messages:
            holder.folders.remove(shadow)
        holder.searches.append(search)


def _child(folders: Iterable[Folder], name: str) -> Folder | None:
    return next((item for item in folders if item.name == name), None)


def _preferences(prefs: Prefs) -> Prefs:
    return {
        name: value
        for name, value in prefs.items()
        if name in USUAL and (type(value) is not type(USUAL[name]) or value != USUAL[name])
    }


def _folder_modes(content: bytes) -> tuple[str, ...]:
    try:
        store = json.loads(content)
        window = store.get("chrome://messenger/content/messenger.xhtml", {})
        modes = str(window.get("folderTree", {}).get("mode", "all"))
    except (ValueError, AttributeError) as error:
        raise UnreadableError(f"{STORE} is no JSON object of windows: {error}.") from error
    return tuple(name for name in FOLDER_MODES if name in modes.split(",")) or ("all",)
