"""The zip package of an office document: packed with fixed times and order, unpacked with guards."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO

from forge.errors import UnreadableError
from forge.preparers.office.file_types import FileType

MAX_FILE = 20_000_000
"""Bytes of a file; a workbook of 400 rows has about 30 thousand."""
MAX_UNPACKED = 80_000_000
"""Bytes of all parts together."""
MAX_PARTS = 2_000
MAX_RATIO = 200
"""How much smaller a part may be packed; sheets full of one number reach about 100."""

FIXED_TIME = (2026, 1, 5, 8, 0, 0)
_FIRST = ("[Content_Types].xml", "_rels/.rels", "xl/workbook.xml")
_OLE = bytes.fromhex("D0CF11E0A1B11AE1")


def pack(parts: Mapping[str, bytes]) -> bytes:
    """A package of parts by name; the same parts give the same bytes."""
    names = [name for name in _FIRST if name in parts]
    names += sorted(set(parts) - set(names))
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for name in names:
            info = zipfile.ZipInfo(name, FIXED_TIME)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.create_system = 0
            info.external_attr = 0
            archive.writestr(info, parts[name])
    return buffer.getvalue()


def unpack(content: bytes, what: str, file_type: FileType) -> dict[str, bytes]:
    """The parts of a package by name.

    Args:
        content: the bytes of the file.
        what: how the file is called in messages.
        file_type: the sort of file that it should be, for messages.

    Raises:
        UnreadableError: it is empty, of another type, encrypted, damaged or too large; the message says which.
    """
    if not content:
        raise UnreadableError(f"{what} is empty: it holds no bytes.")
    if len(content) > MAX_FILE:
        raise UnreadableError(f"{what} is too large: {len(content):,} bytes, at most {MAX_FILE:,} are read.")
    if content.startswith(_OLE):
        raise UnreadableError(
            f"{what} is protected by a password or in the old binary format, so its content cannot be read."
        )
    if not content.startswith(b"PK"):
        endings = " and ".join(suffix[1:] for suffix in file_type.suffixes)
        raise UnreadableError(
            f"{what} is not a {file_type.name}: it is no zip package as {endings} files are."
        )
    try:
        with zipfile.ZipFile(BytesIO(content)) as archive:
            return _parts(archive, what)
    except (
        zipfile.BadZipFile,
        zipfile.LargeZipFile,
        zlib.error,
        NotImplementedError,
        RuntimeError,
        EOFError,
    ) as error:
        raise UnreadableError(f"{what} is damaged: {error}.") from error
    except (OSError, ValueError) as error:
        raise UnreadableError(f"{what} is damaged: its package cannot be unpacked ({error}).") from error


def _parts(archive: zipfile.ZipFile, what: str) -> dict[str, bytes]:
    entries = archive.infolist()
    if len(entries) > MAX_PARTS:
        raise UnreadableError(f"{what} has {len(entries):,} parts, at most {MAX_PARTS:,} are read.")
    if any(entry.flag_bits & 1 for entry in entries):
        raise UnreadableError(f"{what} is protected by a password, so its content cannot be read.")
    total = sum(entry.file_size for entry in entries)
    if total > MAX_UNPACKED:
        raise UnreadableError(f"{what} would unpack to {total:,} bytes, at most {MAX_UNPACKED:,} are read.")
    parts: dict[str, bytes] = {}
    for entry in entries:
        if entry.is_dir():
            continue
        if entry.file_size > 1_000_000 and entry.file_size > MAX_RATIO * max(entry.compress_size, 1):
            raise UnreadableError(
                f"{what} is a zip bomb: {entry.filename} unpacks {entry.compress_size:,} bytes "
                f"to {entry.file_size:,}."
            )
        if entry.filename in parts:
            raise UnreadableError(f"{what} is damaged: it holds the part {entry.filename} twice.")
        with archive.open(entry) as part:
            parts[entry.filename] = part.read(entry.file_size + 1)
    return parts
