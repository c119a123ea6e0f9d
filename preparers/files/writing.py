"""From a file tree to files by path, with the list of what they cannot say."""

from __future__ import annotations

import stat
from datetime import datetime

from forge.errors import PreparerError, UnreadableError
from forge.preparers.attributes import (
    ATTRIBUTES,
    FILE_MODE,
    FOLDER_MODE,
    Attributes,
    folders_above,
    unwritable,
)
from forge.preparers.files.spec import Entry, File, FileTree, Folder, Link
from forge.preparers.files.trees import tree_of

LONGEST_NAME = 255
"""Bytes of one name; common file systems take no more."""
LONGEST_PATH = 900
"""Bytes of a path below the mount."""


def write_tree(tree: FileTree) -> dict[str, bytes]:
    """The files that hold a tree.

    Raises:
        PreparerError: a name cannot be stored, a mode keeps its owner out, a folder above something is missing, or a
            file is not what its name says.
    """
    _check(tree)
    listed = Attributes()
    files: dict[str, bytes] = {}
    for path, entry in tree.entries.items():
        match entry:
            case File(data, mode, modified):
                files[path] = data
                if mode != FILE_MODE:
                    listed.modes[path] = mode
                if modified is not None:
                    listed.times[path] = modified
            case Folder(mode):
                if not tree.below(path):
                    listed.folders.add(path)
                if mode != FOLDER_MODE:
                    listed.modes[path] = mode
            case Link(target):
                listed.links[path] = target
    content = listed.encode()
    return {**files, ATTRIBUTES: content} if content or not files else files


def _check(tree: FileTree) -> None:
    for path, entry in tree.entries.items():
        _check_name(path)
        if fault := _fault(entry):
            raise PreparerError(f"{path} {fault}")
    missing = [path for path in folders_above(tree.entries) if not isinstance(tree.entries.get(path), Folder)]
    if missing:
        raise PreparerError(f"{sorted(missing)[0]} is no folder of the tree, but something lies in it.")
    try:
        tree_of(tree)
    except UnreadableError as error:
        raise PreparerError(f"The tree cannot be read again: {error}") from error


def _fault(entry: Entry) -> str:
    """Why something cannot be stored; empty where it can."""
    match entry:
        case File(mode=mode) if not 0 <= mode <= 0o777 or not mode & stat.S_IRUSR:
            return f"has the mode {mode:o}; one that its owner can read is needed."
        case File(modified=datetime() as modified) if modified.tzinfo is None or modified.microsecond:
            return f"was changed at {modified}; a time in UTC to the second is needed."
        case Folder(mode=mode) if not 0 <= mode <= 0o777 or mode & stat.S_IRWXU != stat.S_IRWXU:
            return f"has the mode {mode:o}; its owner must be able to use it."
        case Link(target=target) if unwritable(target) or target.startswith("/"):
            return f"is a link to {target!r}; a path from its own folder is needed."
    return ""


def _check_name(path: str) -> None:
    parts = path.split("/")
    try:
        longest = max(len(part.encode()) for part in parts)
        whole = len(path.encode())
    except UnicodeEncodeError:
        raise PreparerError(f"{path!r} is no name in UTF-8.") from None
    bad = any(part in ("", ".", "..", ATTRIBUTES) or "\\" in part or unwritable(part) for part in parts)
    if bad or longest > LONGEST_NAME or whole > LONGEST_PATH:
        raise PreparerError(
            f"{path!r} cannot be stored: an empty or reserved part, a control character, or too long."
        )
