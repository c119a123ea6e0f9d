"""A folder on a disk as files by path, with the list of what plain files cannot say; links are never followed."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from forge.errors import UnreadableError
from forge.preparers.attributes import ATTRIBUTES, FILE_MODE, FOLDER_MODE, HOME, Attributes, unwritable

LARGEST_FILE = 64 * 2**20
"""Bytes of one result file; more is refused unread."""

LARGEST_FOLDER = 256 * 2**20
"""Bytes of all files of one folder mount together."""

MOST_FILES = 20_000
"""Files of one folder mount; more are refused. Folders and links count as well where they are state."""

_SORTS = {
    stat.S_IFBLK: "a block device",
    stat.S_IFCHR: "a character device",
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
}


def read_tree(root: Path, name: str, wants: Callable[[str], bool] = lambda _: True) -> dict[str, bytes]:
    """The files of a folder and, where there is something to say, their list of attributes.

    Args:
        root: the folder.
        name: what it is called in messages.
        wants: whether a file says something of the state, by its path.

    Raises:
        UnreadableError: something is no file, folder or link, bears a name that nobody can write, cannot be read, or
            there is too much.
    """
    files: dict[str, bytes] = {}
    found = Attributes()
    filled: set[str] = set()
    folders: set[str] = set()
    total = 0
    for count, (path, status) in enumerate(_walk(root, name), 1):
        if count > MOST_FILES:
            raise UnreadableError(f"{name} is too large: at most {MOST_FILES:,} files and folders are read.")
        if stat.S_ISREG(status.st_mode) and not wants(path):
            continue
        filled.add(path.rpartition("/")[0])
        if stat.S_ISLNK(status.st_mode):
            found.links[path] = _target(root, path, name)
            continue
        mode = stat.S_IMODE(status.st_mode) & 0o777
        if stat.S_ISDIR(status.st_mode):
            folders.add(path)
            if mode != FOLDER_MODE:
                found.modes[path] = mode
            continue
        if mode != FILE_MODE:
            found.modes[path] = mode
        found.times[path] = datetime.fromtimestamp(int(status.st_mtime), UTC)
        files[path] = _content(root, path, name, status)
        total += len(files[path])
        if total > LARGEST_FOLDER:
            raise UnreadableError(f"{name} is too large: at most {LARGEST_FOLDER:,} bytes are read.")
    found.folders = folders - filled
    listed = found.encode()
    if listed or not files:
        files[ATTRIBUTES] = listed
    return files


def _walk(root: Path, name: str) -> Iterator[tuple[str, os.stat_result]]:
    """Everything below a folder but the folder itself, with its state; what is no file, folder or link is refused."""
    waiting = [""]
    while waiting:
        above = waiting.pop()
        try:
            with os.scandir(root / above) as entries:
                for entry in entries:
                    path = f"{above}/{entry.name}" if above else entry.name
                    _check_name(entry.name, above, name)
                    status = entry.stat(follow_symlinks=False)
                    if sort := _SORTS.get(stat.S_IFMT(status.st_mode)):
                        raise UnreadableError(
                            f"{name}/{path} is {sort}; only files, folders and links are read."
                        )
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(path)
                    yield path, status
        except OSError as error:
            raise UnreadableError(f"{name}/{above} cannot be read: {error.strerror or error}.") from error


def _check_name(own: str, above: str, name: str) -> None:
    where = f"{name}/{above}" if above else name
    try:
        own.encode()
    except UnicodeEncodeError:
        raise UnreadableError(
            f"{where} holds a file whose name is not UTF-8: {os.fsencode(own)!r}."
        ) from None
    if unwritable(own):
        raise UnreadableError(
            f"{where} holds a file whose name has a line break or control character: {own!r}."
        )
    if own == ATTRIBUTES:
        raise UnreadableError(f"{where} holds a file named {ATTRIBUTES}, a name that is taken.")


def _target(root: Path, path: str, name: str) -> str:
    try:
        target = os.readlink(root / path)  # noqa: PTH115 - the text of the link, not a normalised path
        target.encode()
    except OSError as error:
        raise UnreadableError(f"{name}/{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeEncodeError:
        raise UnreadableError(f"{name}/{path} is a link to a name that is not UTF-8.") from None
    if unwritable(target):
        raise UnreadableError(f"{name}/{path} is a link to a name with a line break or control character.")
    for place in (HOME + name.removeprefix("~"), str(root.resolve())):
        if target == place or target.startswith(f"{place}/"):  # spelt out in full, it leads to the same
            return os.path.relpath(target, f"{place}/{path.rpartition('/')[0]}")
    return target


def _content(root: Path, path: str, name: str, status: os.stat_result) -> bytes:
    if status.st_size > LARGEST_FILE:
        raise UnreadableError(
            f"{name}/{path} has {status.st_size:,} bytes; at most {LARGEST_FILE:,} are read."
        )
    try:
        return (root / path).read_bytes()
    except OSError as error:
        raise UnreadableError(f"{name}/{path} cannot be read: {error.strerror or error}.") from error
