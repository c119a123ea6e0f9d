"""Files in the OpenDocument format: read through LibreOffice."""

from __future__ import annotations

from forge.errors import UnreadableError
from forge.preparers.office.file_types import FileType
from forge.preparers.office.package import unpack


def converted(content: bytes, file_type: FileType) -> bytes:
    """A file in the format that is read here: converted where it is an OpenDocument file, else as it is.

    Raises:
        UnreadableError: the OpenDocument file is protected, damaged or too large.
        EngineError: LibreOffice is not there, did not start, hung or died.
    """
    if not file_type.is_opendocument(content):
        return content
    from forge.preparers.office.engine import office  # noqa: PLC0415 - only where such a file is met

    check(content, file_type)
    return office().convert(content, file_type.open_suffix, file_type.suffix)


def check(content: bytes, file_type: FileType) -> None:
    """Make sure that a file can be given to LibreOffice: bombs and other types are refused before it meets them.

    Raises:
        UnreadableError: it is protected, damaged, too large or of another type.
    """
    parts = unpack(content, f"the {file_type.name}", file_type)
    if b"encryption-data" in parts.get("META-INF/manifest.xml", b""):
        raise UnreadableError(
            f"the {file_type.name} is protected by a password, so its content cannot be read."
        )
