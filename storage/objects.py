"""The object store: bytes under keys that name their digest, in a local folder or on an S3 server.

Objects are written once and never changed. A key holds the SHA-256 of its object, so every reading is
checked, and whoever writes one twice writes the same. An object whose key says so is kept compressed; its digest
is that of what was given, so it does not depend on who compresses.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import re
import tempfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from forge.errors import StorageError

PARALLEL = 8
"""How many objects are put at once: what a disk's flush or a server's answer takes is mostly waiting."""

COMPRESSED = ".tgz"
"""How the keys of objects end that are kept compressed: archives that `tar -xzf` unpacks."""
COMPRESSION = 3
"""gzip's level: the highest, 9, takes four times as long for a tenth less."""
LARGEST = 512 * 2**20
"""Bytes that an object may have; compressed, a bomb could name any number."""

_KEY = re.compile(r"[a-z]+/([0-9a-f]{2})/((?:\1)[0-9a-f]{62})\.[a-z]+\.[a-z]+")


def key_of(data: bytes, family: str, ending: str) -> str:
    """The key of an object, as in `bundles/ab/ab….public.tgz`.

    Such keys work on every S3 server: lower-case ASCII, and no key is a folder of another one.

    Args:
        data: the object.
        family: what kind of objects it belongs to, in lower-case letters.
        ending: the end of its name, two words in lower-case letters with a dot between.
    """
    digest = hashlib.sha256(data).hexdigest()
    return checked(f"{family}/{digest[:2]}/{digest}.{ending}")


def checked(key: str) -> str:
    """A key that is one.

    Raises:
        StorageError: it is not.
    """
    if not _KEY.fullmatch(key):
        raise StorageError(
            f"{key!r} is not the key of an object; keys are FAMILY/AB/SHA256.PART.KIND, AB the first digits."
        )
    return key


def fits(key: str, data: bytes) -> bool:
    """Whether an object is the one that its key names."""
    return hashlib.sha256(data).hexdigest() == key.split("/")[2][:64]


def stored_form(key: str, data: bytes) -> bytes:
    """The bytes under which an object is kept: compressed with gzip where its key ends in `.tgz`.

    The archives of bundles, mostly JSON and file headers, take an eighth of their size, in a millisecond of CPU.
    """
    return gzip.compress(data, COMPRESSION, mtime=0) if key.endswith(COMPRESSED) else data


def given_form(key: str, stored: bytes) -> bytes | None:
    """The object of what is stored under a key; None where that is not it.

    Args:
        key: its key.
        stored: the bytes that the store holds; whoever put them there may not be trusted.
    """
    data = stored
    if key.endswith(COMPRESSED):
        unpacker = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)  # gzip
        try:
            data = unpacker.decompress(stored, LARGEST + 1)
        except zlib.error:
            return None
        if not unpacker.eof or unpacker.unused_data or len(data) > LARGEST:
            return None
    return data if fits(key, data) else None


@dataclass(frozen=True)
class StoredObject:
    """An object as a listing shows it.

    Attributes:
        key: its key.
        size: its bytes.
        modified: when it was written, in UTC.
    """

    key: str
    size: int
    modified: datetime


class ObjectStore(ABC):
    """Keeps objects. Safe for several threads and processes at once.

    Every method raises `StorageError` when the store cannot be reached, read or written.
    """

    def put(self, key: str, data: bytes) -> None:
        """Keep an object; on return it is durable. One that is there already is left, a damaged one replaced.

        Raises:
            StorageError: the key is not that of the object.
        """
        if not fits(checked(key), data):
            raise StorageError(f"The object given for {key} has another digest; it would damage the store.")
        self._put(key, stored_form(key, data))

    def put_all(self, objects: Mapping[str, bytes]) -> None:
        """Keep several objects at once; on return all of them are durable."""
        with ThreadPoolExecutor(max_workers=min(PARALLEL, max(1, len(objects)))) as pool:
            for _ in pool.map(self.put, objects.keys(), objects.values()):
                pass

    @abstractmethod
    def get(self, key: str) -> bytes:
        """An object, its content checked against its key.

        Raises:
            StorageError: it is missing or damaged; the message says which and what to do.
        """

    @abstractmethod
    def exists(self, key: str) -> bool:
        """Whether there is an object under a key; its content is not looked at."""

    @abstractmethod
    def list(self, prefix: str = "") -> Iterator[StoredObject]:
        """All objects whose keys begin with a prefix, in the order of their keys."""

    @abstractmethod
    def delete(self, key: str) -> None:
        """Remove an object; one that is not there is gone already."""

    @abstractmethod
    def address(self, key: str, hours: int) -> str:
        """A URL under which an object can be read for some hours, as it is stored, without the store's secrets.

        Raises:
            StorageError: the object is missing.
        """

    @abstractmethod
    def _put(self, key: str, data: bytes) -> None: ...

    @abstractmethod
    def __str__(self) -> str:
        """Where the objects lie, for messages."""

    def missing(self, key: str) -> StorageError:
        """The error for an object that is not there."""
        return StorageError(
            f"The object {key} is not in {self}.",
            hint="Restore it from a copy of the store, or make the task again with the run's seed.",
        )

    def damaged(self, key: str, stored: bytes) -> StorageError:
        """The error for an object whose content is not the one that its key names."""
        return StorageError(
            f"The object {key} in {self} is damaged: its {len(stored):,} bytes hold another SHA-256.",
            hint="Restore it from a copy of the store, or make the task again with the run's seed.",
        )


class LocalObjects(ObjectStore):
    """Objects as files below a folder.

    A file appears under its name only when all of it is on the disk, so a crash leaves at most a file whose name
    begins with a dot.

    Args:
        folder: the folder; it is made when the first object is put.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __str__(self) -> str:
        return str(self.folder)

    def get(self, key: str) -> bytes:
        """An object, its content checked against its key."""
        try:
            stored = (self.folder / checked(key)).read_bytes()
        except FileNotFoundError:
            raise self.missing(key) from None
        except OSError as error:
            raise self._refused(key, "read", error) from error
        data = given_form(key, stored)
        if data is None:
            raise self.damaged(key, stored)
        return data

    def exists(self, key: str) -> bool:
        """Whether there is an object under a key."""
        return (self.folder / checked(key)).is_file()

    def list(self, prefix: str = "") -> Iterator[StoredObject]:
        """All objects whose keys begin with a prefix, in the order of their keys."""
        try:
            yield from self._list(prefix)
        except OSError as error:
            raise self._refused(prefix, "listed", error) from error

    def _list(self, prefix: str) -> Iterator[StoredObject]:
        for family in _entries(self.folder):
            for part in _entries(family):
                if not part.relative_to(self.folder).as_posix().startswith(prefix[: len(family.name) + 3]):
                    continue
                for file in _entries(part):
                    key = file.relative_to(self.folder).as_posix()
                    if key.startswith(prefix) and _KEY.fullmatch(key):
                        status = file.stat()
                        yield StoredObject(key, status.st_size, datetime.fromtimestamp(status.st_mtime, UTC))

    def delete(self, key: str) -> None:
        """Remove an object."""
        try:
            (self.folder / checked(key)).unlink(missing_ok=True)
        except OSError as error:
            raise self._refused(key, "removed", error) from error

    def address(self, key: str, hours: int) -> str:  # noqa: ARG002 - a file may be read as long as it is there
        """The URL of the object's file."""
        if not self.exists(key):
            raise self.missing(key)
        return (self.folder / key).resolve().as_uri()

    def _put(self, key: str, data: bytes) -> None:
        target = self.folder / key
        try:
            if target.is_file() and target.stat().st_size == len(data) and target.read_bytes() == data:
                return
            target.parent.mkdir(parents=True, exist_ok=True)
            self._replace(target, data)
        except OSError as error:
            raise self._refused(key, "written", error) from error

    def _replace(self, target: Path, data: bytes) -> None:
        descriptor, work = tempfile.mkstemp(prefix=".", dir=target.parent)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                stream.write(data)
                stream.flush()
                os.fsync(stream.fileno())
            Path(work).replace(target)
        except BaseException:
            with suppress(FileNotFoundError):
                Path(work).unlink()
            raise
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)  # the name is on the disk, too
        finally:
            os.close(folder)

    def _refused(self, key: str, done: str, error: OSError) -> StorageError:
        return StorageError(
            f"The object {key} in {self} could not be {done}: {error.strerror or error}.",
            hint="Make room or allow writing, and run the command again: what was kept stays.",
        )


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(entry for entry in folder.iterdir() if not entry.name.startswith("."))
    except (FileNotFoundError, NotADirectoryError):
        return []
