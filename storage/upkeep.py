"""Catalog and object store held against each other: objects that no task needs, tasks whose objects are lost.

Objects are written before the rows that name them, so a run that was killed may leave objects without a row. What
is found is kept in a temporary SQLite file, so that memory stays flat whatever the store's size.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import TypeVar

from forge.errors import StorageError
from forge.storage.catalog import Catalog
from forge.storage.objects import ObjectStore, StoredObject
from forge.storage.workspace import FAMILY, Workspace

GRACE = timedelta(hours=24)
"""Objects that are younger may belong to a run that has not written its rows yet."""
_SOME = 1000
T = TypeVar("T")


@dataclass(frozen=True)
class Orphans:
    """What does not fit together.

    Attributes:
        objects: objects that no task of the catalog names, in the order of their keys.
        tasks: bundle ids of tasks of which an object is missing.
        young: how many objects no task names either, but that are too young to be called orphans.
    """

    objects: tuple[StoredObject, ...]
    tasks: tuple[str, ...]
    young: int

    @property
    def bytes(self) -> int:
        """The bytes of the objects."""
        return sum(item.size for item in self.objects)


def find_orphans(
    workspace: Workspace,
    *,
    now: datetime,
    grace: timedelta = GRACE,
    told: Callable[[int], None] = lambda _: None,
) -> Orphans:
    """Hold the catalog and the object store of a workspace against each other, in both directions.

    Args:
        workspace: the workspace.
        now: the time.
        grace: how old an object must be to count.
        told: is told of each so many objects and tasks that were looked at.

    Raises:
        StorageError: the catalog or the store cannot be read.
    """
    with _scratch() as scratch:
        scratch.execute(
            "CREATE TABLE there (key TEXT PRIMARY KEY, size INTEGER, at TEXT, old INTEGER) WITHOUT ROWID"
        )
        scratch.execute("CREATE TABLE named (key TEXT, bundle TEXT)")
        # The tasks first: an object that is written meanwhile is young, a row that is written meanwhile has objects.
        for keys in _batched(_named(workspace.catalog)):
            scratch.executemany("INSERT INTO named VALUES (?, ?)", keys)
            told(len(keys))
        for found in _batched(workspace.objects.list(f"{FAMILY}/")):
            rows = [(i.key, i.size, i.modified.isoformat(), i.modified <= now - grace) for i in found]
            scratch.executemany("INSERT INTO there VALUES (?, ?, ?, ?)", rows)
            told(len(rows))
        scratch.execute("CREATE INDEX named_by_key ON named (key)")
        unnamed = "FROM there WHERE NOT EXISTS (SELECT 1 FROM named WHERE named.key = there.key)"
        objects = scratch.execute(f"SELECT key, size, at {unnamed} AND old ORDER BY key")
        lost = "SELECT DISTINCT bundle FROM named WHERE key NOT IN (SELECT key FROM there) ORDER BY bundle"
        return Orphans(
            tuple(StoredObject(key, size, datetime.fromisoformat(at)) for key, size, at in objects),
            tuple(bundle for (bundle,) in scratch.execute(lost)),
            scratch.execute(f"SELECT COUNT(*) {unnamed} AND NOT old").fetchone()[0],
        )


def remove_orphans(workspace: Workspace, orphans: Orphans) -> None:
    """Delete objects that no task needs, and take tasks whose objects are lost out of the catalog.

    The candidates of such a task count as failed from then on; a run with the same seed makes it again.

    Raises:
        StorageError: something cannot be removed; what was removed before stays so, and the rest can be done later.
    """
    for bundle in orphans.tasks:
        workspace.catalog.forget(bundle, "The files of its task were lost.")
    for item in orphans.objects:
        workspace.objects.delete(item.key)


def verify(
    objects: ObjectStore, prefix: str = "", told: Callable[[int], None] = lambda _: None
) -> Iterator[tuple[str, StorageError]]:
    """Read every object against its digest; the keys of those that are damaged or cannot be read, with the reason.

    Args:
        objects: the store.
        prefix: only objects whose keys begin so.
        told: is told the bytes of each object that was read.
    """
    for item in objects.list(prefix):
        try:
            objects.get(item.key)
        except StorageError as error:
            yield item.key, error
        told(item.size)


def _batched(items: Iterable[T]) -> Iterator[list[T]]:
    several = iter(items)
    while batch := list(islice(several, _SOME)):
        yield batch


@contextmanager
def _scratch() -> Iterator[sqlite3.Connection]:
    """A temporary database; nothing in it outlives the work."""
    with (
        tempfile.TemporaryDirectory(prefix="forge-store-") as folder,
        closing(sqlite3.connect(Path(folder) / "found.sqlite", isolation_level=None)) as connection,
    ):
        connection.execute("PRAGMA journal_mode = OFF")
        connection.execute("PRAGMA synchronous = OFF")
        yield connection


def _named(catalog: Catalog) -> Iterator[tuple[str, str]]:
    for task in catalog.tasks():
        yield task.public_key, task.bundle
        yield task.private_key, task.bundle
