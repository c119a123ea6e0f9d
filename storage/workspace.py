"""The workspace: one folder with the catalog and the objects, or the way to where they are kept."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from forge.errors import StorageError
from forge.storage.bundle import Bundle
from forge.storage.catalog import Catalog
from forge.storage.database import sqlite_url
from forge.storage.models import TaskRow
from forge.storage.objects import LocalObjects, ObjectStore, key_of

DEFAULT = ".forge"
FAMILY = "bundles"
CATALOG = "catalog.sqlite"


class Workspace:
    """Where everything is kept that Forge makes.

    Catalog and objects are opened when they are first asked for.

    Args:
        path: the folder; by default that of `FORGE_HOME`, else `.forge` in the current folder.
        environment: where `FORGE_HOME`, `FORGE_DATABASE_URL` and `FORGE_S3_…` are looked up.

    Attributes:
        root: the folder.
    """

    def __init__(self, path: Path | None = None, environment: Mapping[str, str] = os.environ) -> None:
        self._environment = environment
        self.root = (path or Path(environment.get("FORGE_HOME") or DEFAULT)).expanduser().absolute()

    def folder(self, name: str) -> Path:
        """A folder below the workspace, made where it is not there.

        Raises:
            StorageError: it cannot be made or written.
        """
        folder = self.root / name
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._unwritable(folder, error.strerror or str(error)) from error
        if not os.access(folder, os.W_OK | os.X_OK):
            raise self._unwritable(folder, "Permission denied")
        return folder

    def _unwritable(self, folder: Path, reason: str) -> StorageError:
        return StorageError(
            f"The workspace {self.root} cannot be used: {folder} cannot be written ({reason}).",
            hint="Choose another folder with --workspace or FORGE_HOME.",
        )

    @property
    def has_catalog(self) -> bool:
        """Whether there is a catalog; one that is only looked into need not be made."""
        return bool(self._environment.get("FORGE_DATABASE_URL")) or (self.root / CATALOG).exists()

    @cached_property
    def catalog(self) -> Catalog:
        """The catalog: the database of `FORGE_DATABASE_URL`, else `catalog.sqlite` in the workspace.

        Raises:
            UsageError: the URL cannot be read.
            StorageError: the database cannot be used.
        """
        url = self._environment.get("FORGE_DATABASE_URL")
        return Catalog.open(url or sqlite_url(self.folder("") / CATALOG))

    @cached_property
    def objects(self) -> ObjectStore:
        """The objects: the bucket of `FORGE_S3_ENDPOINT`, else the folder `objects` in the workspace.

        Raises:
            UsageError: settings are missing.
            StorageError: the bucket or the folder cannot be used.
        """
        if not self._environment.get("FORGE_S3_ENDPOINT"):
            return LocalObjects(self.folder("objects"))
        from forge.storage.s3 import S3Objects, S3Settings  # noqa: PLC0415 - the client is loaded only when used

        store = S3Objects(S3Settings.from_environment(self._environment))
        store.prepare()
        return store

    def bundle(self, task: TaskRow) -> Bundle:
        """The bundle of a task, checked against its id.

        Raises:
            StorageError: an object is missing or damaged.
        """
        bundle = Bundle.from_archives(self.objects.get(task.public_key), self.objects.get(task.private_key))
        if bundle.id != task.bundle:
            raise StorageError(
                f"The objects of task {task.bundle} hold the bundle {bundle.id}: its row was changed.",
                hint="Restore the catalog from a copy, or make the task again with the run's seed.",
            )
        return bundle

    def close(self) -> None:
        """Close the catalog's connections where it was opened."""
        if "catalog" in self.__dict__:
            self.catalog.close()


def public_key(archive: bytes) -> str:
    """The object's key of the archive of a public part."""
    return key_of(archive, FAMILY, "public.tgz")


def private_key(archive: bytes) -> str:
    """The object's key of the archive of a private part."""
    return key_of(archive, FAMILY, "private.tgz")
