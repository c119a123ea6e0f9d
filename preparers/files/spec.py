"""A file tree as skills build and edit it: files, folders and links by their path below the mount.

What a file holds are its bytes; `forge.preparers.files.formats` reads them as what they are and makes them from
lines, tables and values.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from forge.errors import PreparerError
from forge.preparers.attributes import FILE_MODE, FOLDER_MODE


@dataclass
class File:
    """A plain file.

    Attributes:
        data: what it holds.
        mode: its permission bits.
        modified: when it was changed, in UTC; None where nobody says.
    """

    data: bytes = b""
    mode: int = FILE_MODE
    modified: datetime | None = None


@dataclass
class Folder:
    """A folder.

    Attributes:
        mode: its permission bits.
    """

    mode: int = FOLDER_MODE


@dataclass
class Link:
    """A symbolic link.

    Attributes:
        target: where it leads, from the folder that it lies in, as in `../2025/report.txt`.
    """

    target: str


Entry: TypeAlias = File | Folder | Link


@dataclass
class FileTree:
    """What lies in a mount.

    Attributes:
        entries: files, folders and links by path, as in `Reports/2025/summary.txt`; every folder above them as well.
    """

    entries: dict[str, Entry] = field(default_factory=dict)

    def add(self, path: str, entry: Entry | bytes) -> None:
        """Put something at a path where nothing is, with the folders above it.

        Raises:
            PreparerError: something is there, or a file stands where a folder should.
        """
        if path in self.entries:
            raise PreparerError(f"{path} is there already; choose another name or remove it.")
        self.folder(posixpath.dirname(path))
        self.entries[path] = File(entry) if isinstance(entry, bytes) else entry

    def folder(self, path: str) -> None:
        """Make a folder and those above it, where they are missing.

        Raises:
            PreparerError: something else stands there.
        """
        if not path:
            return
        self.folder(posixpath.dirname(path))
        if not isinstance(self.entries.setdefault(path, Folder()), Folder):
            raise PreparerError(f"{path} is no folder, so nothing can lie in it.")

    def file(self, path: str) -> File:
        """The file at a path.

        Raises:
            PreparerError: no file is there.
        """
        entry = self.entries.get(path)
        if not isinstance(entry, File):
            known = ", ".join(sorted(self.entries)[:20])
            raise PreparerError(f"There is no file {path!r}; the tree holds {known}.")
        return entry

    def below(self, path: str) -> list[str]:
        """The paths of everything below a folder, in order."""
        return sorted(name for name in self.entries if name.startswith(f"{path}/") or not path)

    def remove(self, path: str) -> None:
        """Take away what is at a path, a folder with all in it.

        Raises:
            PreparerError: nothing is there.
        """
        if path not in self.entries:
            raise PreparerError(f"There is no {path!r} to be removed.")
        for name in [path, *self.below(path)]:
            del self.entries[name]

    def move(self, old: str, new: str) -> None:
        """Move or rename what is at a path, a folder with all in it.

        Raises:
            PreparerError: nothing is there, or something is where it should go.
        """
        moved = {name: self.entries[name] for name in [old, *self.below(old)] if name in self.entries}
        self.remove(old)
        for name, entry in moved.items():
            self.add(new + name[len(old) :], entry)

    def copy(self, old: str, new: str) -> None:
        """Copy what is at a path, a folder with all in it; a copy has no declared time.

        Raises:
            PreparerError: nothing is there, or something is where it should go.
        """
        if old not in self.entries:
            raise PreparerError(f"There is no {old!r} to be copied.")
        for name in [old, *self.below(old)]:
            entry = deepcopy(self.entries[name])
            if isinstance(entry, File):
                entry.modified = None
            self.add(new + name[len(old) :], entry)

    def files(self) -> Iterator[tuple[str, File]]:
        """The files with their paths, in the order of the paths."""
        for path in sorted(self.entries):
            entry = self.entries[path]
            if isinstance(entry, File):
                yield path, entry

    def folders(self) -> list[str]:
        """The paths of the folders, in order."""
        return sorted(path for path, entry in self.entries.items() if isinstance(entry, Folder))
