"""Documents in the OpenDocument format: told apart by what they hold, and read through LibreOffice."""

from __future__ import annotations

from forge.errors import UnreadableError
from forge.preparers.calc.package import unpack

MIME_TYPE = b"application/vnd.oasis.opendocument.text"


def is_opendocument(content: bytes) -> bool:
    """Whether a file is an odt document: its first part, stored as it is, names the type."""
    return content.startswith(b"PK") and MIME_TYPE in content[:200]


def as_docx(content: bytes) -> bytes:
    """A document as docx: converted where it is an odt file, else as it is.

    Raises:
        UnreadableError: the odt file is protected, damaged or too large.
        EngineError: LibreOffice is not there, did not start, hung or died.
    """
    if not is_opendocument(content):
        return content
    from forge.preparers.office.engine import office  # noqa: PLC0415 - only where an odt file is met

    check_opendocument(content)
    return office().convert(content, ".odt", ".docx")


def check_opendocument(content: bytes) -> None:
    """Make sure that an odt file can be given to LibreOffice.

    Raises:
        UnreadableError: it is protected, damaged or too large.
    """
    parts = unpack(content, "the document", "document", "docx and odt")
    if b"encryption-data" in parts.get("META-INF/manifest.xml", b""):
        raise UnreadableError("the document is protected by a password, so its content cannot be read.")
