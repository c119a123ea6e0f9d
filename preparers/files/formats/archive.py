"""Archives: zip, and tar as it is or packed. What lies in one is a file tree like any other."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import posixpath
import re
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping

from forge.errors import PreparerError, UnreadableError
from forge.preparers.files.formats import Reading
from forge.preparers.files.spec import Entry, File, FileTree, Folder, Link

MOST_ENTRIES = 20_000
MOST_BYTES = 64 * 2**20
"""Bytes of all that an archive holds, unpacked; one that holds more is refused before it is unpacked."""

TIME = (1980, 1, 1, 0, 0, 0)
"""The time of every entry that is written: the earliest that all archives can hold."""
_SECONDS = 315_532_800
"""The same in seconds since 1970, UTC."""

_MAGIC: Mapping[bytes, str] = {
    b"PK\x03\x04": "zip",
    b"PK\x05\x06": "zip",
    b"\x1f\x8b": "tar.gz",
    b"BZh": "tar.bz2",
    b"\xfd7zXZ\x00": "tar.xz",
}
_PACKERS: Mapping[str, Callable[[bytes], bytes]] = {
    "tar": bytes,
    "tar.gz": lambda data: gzip.compress(data, mtime=0),
    "tar.bz2": bz2.compress,
    "tar.xz": lzma.compress,
}
_SURROGATE = re.compile("[\ud800-\udfff]")
PACKINGS = ("zip", *_PACKERS)


def packing_of(data: bytes) -> str:
    """How an archive is packed, as its first bytes say."""
    return next((name for magic, name in _MAGIC.items() if data.startswith(magic)), "tar")


def read(data: bytes) -> Reading:
    """What an archive holds, whatever its name says of how it is packed; modes and times in it are not seen.

    Raises:
        UnreadableError: it is damaged, locked, too large when unpacked, or holds what leaves its folder.
    """
    from forge.preparers.files.trees import below  # noqa: PLC0415 - trees hold archives, and archives trees

    return Reading({"format": "archive", "packing": packing_of(data)}, below(unpack(data), nested=True))


def unpack(data: bytes) -> FileTree:
    """The tree that an archive holds.

    Raises:
        UnreadableError: as for `read`.
    """
    entries = _of_zip(data) if packing_of(data) == "zip" else _of_tar(data)
    tree = FileTree()
    try:
        for name, entry in entries:
            path = _path(name)
            if path and not (isinstance(entry, Folder) and isinstance(tree.entries.get(path), Folder)):
                tree.add(path, entry)
    except PreparerError as error:
        if isinstance(error, UnreadableError):
            raise
        raise UnreadableError(f"holds two things in one place: {error}") from error
    except (tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError) as error:
        raise UnreadableError(f"is not an archive that can be read: {error}.") from error
    except (NotImplementedError, ValueError, UnicodeError) as error:
        raise UnreadableError(f"is packed in a way that is not read: {error}.") from error
    return tree


def _path(name: str) -> str:
    """A name in an archive as a path; empty for the folder itself."""
    path = posixpath.normpath(name)
    if _SURROGATE.search(name):
        raise UnreadableError(f"holds {name!r}, a name that is not UTF-8.")
    if path.startswith(("/", "../")) or path == ".." or ".." in name.split("/"):
        raise UnreadableError(f"holds {name!r}, which leaves the folder that it is unpacked to.")
    return "" if path == "." else path


class _Count:
    """How much was unpacked."""

    def __init__(self) -> None:
        self.entries = 0
        self.size = 0

    def add(self, size: int) -> None:
        self.entries += 1
        self.size += size
        if self.entries > MOST_ENTRIES or self.size > MOST_BYTES:
            raise UnreadableError(
                f"holds too much: at most {MOST_ENTRIES:,} files and {MOST_BYTES:,} bytes are unpacked."
            )


def _of_zip(data: bytes) -> Iterator[tuple[str, Entry]]:
    count = _Count()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        for item in archive.infolist():
            count.add(item.file_size)
            mode = item.external_attr >> 16
            if item.flag_bits & 1:
                raise UnreadableError(f"is locked: {item.filename} needs a password.")
            if item.is_dir():
                yield item.filename, Folder()
            elif stat.S_ISLNK(mode):
                yield item.filename, Link(archive.read(item).decode())
            else:
                yield item.filename, File(archive.read(item))


def _of_tar(data: bytes) -> Iterator[tuple[str, Entry]]:
    count, files = _Count(), dict[str, bytes]()
    with tarfile.open(fileobj=io.BytesIO(data), mode="r:*") as archive:
        for item in archive:
            count.add(item.size)
            if item.isdir():
                yield item.name, Folder()
            elif item.issym():
                yield item.name, Link(item.linkname)
            elif item.islnk():
                if item.linkname not in files:
                    raise UnreadableError(f"holds {item.name!r}, a link to what it does not hold.")
                count.add(len(files[item.linkname]))
                yield item.name, File(files[item.linkname])
            elif item.isreg() and not item.issparse():
                content = archive.extractfile(item)
                files[item.name] = content.read() if content is not None else b""
                yield item.name, File(files[item.name])
            else:
                raise UnreadableError(f"holds {item.name!r}, which is no file, folder or link.")


def build(tree: FileTree, packing: str) -> bytes:
    """The bytes of an archive that holds a tree; folders have entries of their own.

    Args:
        tree: what it is to hold.
        packing: one of `PACKINGS`.
    """
    return _zip(tree) if packing == "zip" else _PACKERS[packing](_tar(tree))


def _zip(tree: FileTree) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(tree.entries):
            entry = tree.entries[path]
            item = zipfile.ZipInfo(f"{path}/" if isinstance(entry, Folder) else path, TIME)
            item.create_system = 3  # Unix, whatever the machine
            item.compress_type = zipfile.ZIP_DEFLATED
            item.external_attr = _zip_mode(entry) << 16 | (0x10 if isinstance(entry, Folder) else 0)
            archive.writestr(item, _content(entry))
    return buffer.getvalue()


def _zip_mode(entry: Entry) -> int:
    match entry:
        case File(mode=mode):
            return stat.S_IFREG | mode
        case Folder(mode=mode):
            return stat.S_IFDIR | mode
    return stat.S_IFLNK | 0o777


def _content(entry: Entry) -> bytes:
    return (
        entry.data if isinstance(entry, File) else entry.target.encode() if isinstance(entry, Link) else b""
    )


def _tar(tree: FileTree) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in sorted(tree.entries):
            entry = tree.entries[path]
            item = tarfile.TarInfo(path)
            item.mtime = _SECONDS
            match entry:
                case File(data, mode):
                    item.size, item.mode = len(data), mode
                    archive.addfile(item, io.BytesIO(data))
                case Folder(mode):
                    item.type, item.mode = tarfile.DIRTYPE, mode
                    archive.addfile(item)
                case Link(target):
                    item.type, item.linkname = tarfile.SYMTYPE, target
                    archive.addfile(item)
    return buffer.getvalue()
