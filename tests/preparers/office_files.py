"""Office files that are changed by hand, for tests of what a reader makes of them."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Mapping
from io import BytesIO
from typing import Any, cast

from forge.preparers.base import preparer
from forge.preparers.office.package import pack, unpack
from forge.preparers.office.preparer import OfficePreparer


class OfficeFile:
    """A good file, and what somebody might make of it.

    Attributes:
        preparer: reads and writes it.
        content: the good file.
    """

    def __init__(self, name: str, spec: object) -> None:
        self.preparer = cast("OfficePreparer[Any]", preparer(name))
        self.content = self.preparer.write(spec)[""]

    def parts(self, content: bytes | None = None) -> dict[str, bytes]:
        """The parts of the good file, or of another one."""
        return unpack(self.content if content is None else content, "it", self.preparer.file_type)

    def with_part(self, name: str, change: Callable[[bytes], bytes]) -> bytes:
        """The file with one part changed."""
        parts = self.parts()
        parts[name] = change(parts[name])
        return pack(parts)

    def replaced(self, name: str, old: bytes, new: bytes, count: int = 1) -> bytes:
        """The file with something else at places of a part, where it must be found."""

        def change(content: bytes) -> bytes:
            assert old in content
            return content.replace(old, new, count)

        return self.with_part(name, change)

    def without(self, name: str) -> bytes:
        """The file without a part."""
        parts = self.parts()
        del parts[name]
        return pack(parts)

    def flagged(self) -> bytes:
        """The file with every part marked as encrypted."""
        content = bytearray(self.content)
        for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
            start = content.find(mark)
            while start >= 0:
                content[start + place] |= 1
                start = content.find(mark, start + 4)
        return bytes(content)


def open_document(parts: Mapping[str, bytes]) -> bytes:
    """The package of an OpenDocument file: the part that names its type comes first."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(parts, key=lambda name: name != "mimetype"):
            archive.writestr(name, parts[name])
    return buffer.getvalue()
