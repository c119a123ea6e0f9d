"""The three sorts of office files: how they are called, and the two formats in which each comes."""

from __future__ import annotations

from dataclasses import dataclass

_OPEN = b"application/vnd.oasis.opendocument."


@dataclass(frozen=True)
class FileType:
    """A sort of office file.

    Attributes:
        name: what people call one.
        suffix: the ending in the format of Microsoft Office (ISO/IEC 29500), which is read and written here.
        open_suffix: the ending in the OpenDocument format (ISO/IEC 26300), which LibreOffice converts.
        open_type: the media type of the latter.
    """

    name: str
    suffix: str
    open_suffix: str
    open_type: bytes

    @property
    def suffixes(self) -> tuple[str, str]:
        """Both endings."""
        return self.suffix, self.open_suffix

    def is_opendocument(self, content: bytes) -> bool:
        """Whether a file is in the OpenDocument format: its first part, stored as it is, names the type."""
        return content.startswith(b"PK") and self.open_type in content[:200]


WORKBOOK = FileType("workbook", ".xlsx", ".ods", _OPEN + b"spreadsheet")
DOCUMENT = FileType("document", ".docx", ".odt", _OPEN + b"text")
PRESENTATION = FileType("presentation", ".pptx", ".odp", _OPEN + b"presentation")
