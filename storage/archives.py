"""Files by path, as one digest and as one deterministic archive, and what neither may hold.

The same rules judge a folder edited by hand, an archive from a store, and what Forge made itself.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import tarfile
from collections.abc import Collection, Mapping
from pathlib import Path

from forge.errors import StorageError

Contents = Mapping[str, bytes]
"""The content of files by their relative path, written with `/`."""

MAX_FILES = 20_000
"""The most files that one part of a bundle may hold."""
MAX_FILE_BYTES = 64 * 2**20
"""The most bytes of one file."""
MAX_PART_BYTES = 256 * 2**20
"""The most bytes of all files of one part together."""
MAX_PATH_BYTES = 1024
"""The most bytes of a path."""
MAX_NAME_BYTES = 255
"""The most bytes of one part of a path: more, and common file systems refuse it."""

TIME = 315_532_800
"""The time of every file in an archive, 1980-01-01 UTC in seconds: the earliest that all formats can hold."""

_UNSAFE = re.compile(r"[\\\x00-\x1f\x7f]")
"""A backslash or a control character."""

_END = bytes(2 * tarfile.BLOCKSIZE)
"""What a whole tar archive ends with."""


def digest(contents: Contents) -> str:
    """SHA-256 of files, as hexadecimal.

    The hash runs over all files in the order of their paths' UTF-8 bytes: the length of the path in bytes as
    8 bytes, big end first, the path, the length of the content likewise, the content.
    """
    total = hashlib.sha256()
    for path, content in ordered(contents):
        name = path.encode()
        total.update(len(name).to_bytes(8, "big"))
        total.update(name)
        total.update(len(content).to_bytes(8, "big"))
        total.update(content)
    return total.hexdigest()


def ordered(contents: Contents) -> list[tuple[str, bytes]]:
    """The files in the order of their paths' UTF-8 bytes."""
    return sorted(contents.items(), key=lambda item: item[0].encode())


def check(contents: Contents, what: str) -> None:
    """Refuse names that are not safe and amounts that are not bounded.

    Args:
        contents: the files.
        what: what holds them, for the message.

    Raises:
        StorageError: a name leaves its folder, is not portable or collides; or there is too much.
    """
    check_amounts(what, len(contents), sum(map(len, contents.values())))
    folders: set[str] = set()
    for path, content in contents.items():
        check_name(path, what)
        check_size(path, len(content), what)
        parent = path.rpartition("/")[0]
        while parent and parent not in folders:
            folders.add(parent)
            parent = parent.rpartition("/")[0]
    if both := sorted(folders & contents.keys()):
        raise StorageError(f"{what} holds {both[0]!r} both as a file and as a folder; rename one of them.")


def check_amounts(what: str, files: int, size: int) -> None:
    """Refuse too many files or too many bytes in all.

    Raises:
        StorageError: there are more than `MAX_FILES` files or `MAX_PART_BYTES` bytes.
    """
    if files > MAX_FILES:
        raise StorageError(f"{what} holds {files:,} files; at most {MAX_FILES:,} are allowed.")
    if size > MAX_PART_BYTES:
        raise StorageError(f"{what} holds {size:,} bytes; at most {MAX_PART_BYTES:,} are allowed.")


def check_size(path: str, size: int, what: str) -> None:
    """Refuse a file that is too large.

    Raises:
        StorageError: it has more than `MAX_FILE_BYTES` bytes.
    """
    if size > MAX_FILE_BYTES:
        raise StorageError(f"{path} in {what} has {size:,} bytes; at most {MAX_FILE_BYTES:,} are allowed.")


def check_name(path: str, what: str) -> None:
    """Refuse a path that leaves its folder or that some file system could not hold.

    Raises:
        StorageError: the path is absolute, has `.`, `..` or empty parts, a backslash or control characters,
            is not valid Unicode, or is too long.
    """
    try:
        length = len(path.encode())
        longest = max(len(name.encode()) for name in path.split("/"))
    except UnicodeEncodeError:
        raise StorageError(f"{what} holds a file whose name {path!r} is not valid Unicode.") from None
    reason = ""
    if path.startswith("/"):
        reason = "is absolute"
    elif any(name in ("", ".", "..") for name in path.split("/")):
        reason = "has an empty part, '.' or '..'"
    elif _UNSAFE.search(path):
        reason = "holds a backslash or a control character"
    elif length > MAX_PATH_BYTES or longest > MAX_NAME_BYTES:
        reason = f"is longer than {MAX_PATH_BYTES} bytes, or one of its parts than {MAX_NAME_BYTES}"
    if reason:
        raise StorageError(f"{what} holds a file named {path!r}, which {reason}; it is refused.")


def pack(contents: Contents) -> bytes:
    """A tar archive (POSIX pax) of files; the same files give the same bytes.

    Files stand in the order of `ordered`, with the time `TIME`, owner 0, no owner names, and mode 0755 for
    names that end in `.sh`, 0644 otherwise. There are no entries for folders.
    """
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, content in ordered(contents):
            member = tarfile.TarInfo(path)
            member.size = len(content)
            member.mtime = TIME
            member.mode = 0o755 if path.endswith(".sh") else 0o644
            archive.addfile(member, io.BytesIO(content))
    return buffer.getvalue()


def unpack(data: bytes, what: str) -> dict[str, bytes]:
    """The files of a tar archive.

    Args:
        data: the archive.
        what: what it is, for messages.

    Raises:
        StorageError: the archive is damaged, or holds anything but plain, safe files within the limits.
    """
    contents: dict[str, bytes] = {}
    total = 0
    if not data.endswith(_END):
        raise StorageError(f"{what} is not a tar archive, or it was cut off: its end is missing.")
    try:
        with tarfile.open(fileobj=io.BytesIO(data), mode="r:") as archive:
            for member in archive:
                check_name(member.name, what)
                if member.type not in (tarfile.REGTYPE, tarfile.AREGTYPE) or member.issparse():
                    raise StorageError(
                        f"{what} holds {member.name!r}, which is not a plain file; it is refused."
                    )
                if member.name in contents:
                    raise StorageError(f"{what} holds {member.name!r} twice; it is refused.")
                check_size(member.name, member.size, what)
                total += member.size
                check_amounts(what, len(contents) + 1, total)
                contents[member.name] = _content(archive, member, what)
    except (tarfile.TarError, ValueError, EOFError) as error:
        raise StorageError(f"{what} is not a tar archive that can be read: {error}.") from error
    check(contents, what)
    return contents


def pick(data: bytes, paths: Collection[str], what: str) -> dict[str, bytes]:
    """Some files of an archive that `pack` made and whose digest was checked; the rest is passed over.

    It reads the headers itself: `tarfile` takes 0.1 ms for each, and most files are not wanted.

    Args:
        data: the archive.
        paths: the paths of the files, short and in ASCII.
        what: what it is, for messages.

    Raises:
        StorageError: one of them is not there, or the archive is damaged.
    """
    found: dict[str, bytes] = {}
    at = 0
    try:
        while at < len(data) and data[at] and len(found) < len(paths):
            name = data[at : at + 100].rstrip(b"\0").decode("ascii", "replace")
            size = int(data[at + 124 : at + 135], 8)
            content = at + tarfile.BLOCKSIZE
            if name in paths and data[at + 156 : at + 157] == tarfile.REGTYPE and not data[at + 345]:
                found[name] = data[content : content + size]
            at = content + -(-size // tarfile.BLOCKSIZE) * tarfile.BLOCKSIZE
    except (ValueError, IndexError) as error:
        raise StorageError(f"{what} is not a tar archive that can be read: {error}.") from error
    for path in paths:
        if path not in found:
            raise StorageError(f"{what} has no {path}.")
    return found


def _content(archive: tarfile.TarFile, member: tarfile.TarInfo, what: str) -> bytes:
    stream = archive.extractfile(member)
    content = stream.read() if stream is not None else b""
    if len(content) != member.size:
        raise StorageError(f"{what} ends in the middle of {member.name!r}: it was cut off.")
    return content


def read_folder(folder: Path) -> dict[str, bytes]:
    """All files below a folder.

    Raises:
        StorageError: the folder is missing or cannot be read, or holds links, devices, pipes, unsafe names
            or more than the limits allow.
    """
    contents: dict[str, bytes] = {}
    total = 0
    waiting = [folder]
    try:
        while waiting:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    path = Path(entry.path).relative_to(folder).as_posix()
                    check_name(path, str(folder))
                    if entry.is_symlink():
                        raise StorageError(
                            f"{path} in {folder} is a link; links are refused, put the file itself."
                        )
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(Path(entry.path))
                        continue
                    contents[path] = _file(entry, path, folder)
                    total += len(contents[path])
                    check_amounts(str(folder), len(contents), total)
    except OSError as error:
        raise StorageError(f"{folder} cannot be read: {error.strerror or error}.") from error
    return contents


def _file(entry: os.DirEntry[str], path: str, folder: Path) -> bytes:
    if not entry.is_file(follow_symlinks=False):
        raise StorageError(
            f"{path} in {folder} is a device, a pipe or a socket, not a plain file; it is refused."
        )
    check_size(path, entry.stat(follow_symlinks=False).st_size, str(folder))
    descriptor = os.open(entry.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as stream:
        content = stream.read(MAX_FILE_BYTES + 1)
    check_size(path, len(content), str(folder))
    return content
