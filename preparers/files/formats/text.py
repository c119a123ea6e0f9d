"""Plain text: lines, with the encoding and the line ends of the file; bytes that are no text."""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from forge.errors import UnreadableError
from forge.preparers.files.formats import Reading
from forge.states.entities import Entity
from forge.states.values import Value

ENCODINGS: Mapping[str, tuple[str, bytes]] = {
    "utf-8": ("utf-8", b""),
    "utf-8 with mark": ("utf-8", codecs.BOM_UTF8),
    "utf-16": ("utf-16-le", codecs.BOM_UTF16_LE),
    "utf-16 big": ("utf-16-be", codecs.BOM_UTF16_BE),
    "latin-1": ("latin-1", b""),
    "windows-1252": ("cp1252", b""),
}
"""The encodings that are told apart, each with Python's name for it and the mark that it begins with."""

BREAKS: Mapping[str, str] = {"lf": "\n", "crlf": "\r\n"}
LONGEST_TEXT = 8 * 2**20
"""Bytes of a file that is read line by line; a longer one is read as bytes."""


@dataclass(frozen=True)
class Decoded:
    """A text and how it was written.

    Attributes:
        text: the text, its lines ended by line feeds.
        encoding: the encoding, one of `ENCODINGS`.
        line_ends: `lf` or `crlf`; where both occur, `lf`, and the odd carriage returns stay in the text.
    """

    text: str
    encoding: str = "utf-8"
    line_ends: str = "lf"

    def properties(self) -> dict[str, Value]:
        """The properties of the file's entity that say how it was written."""
        return {
            "encoding": self.encoding,
            "line_ends": self.line_ends,
            "final_break": not self.text or self.text.endswith("\n"),
        }

    def lines(self) -> list[str]:
        """Its lines, without their ends."""
        lines = self.text.split("\n")
        return lines[:-1] if lines[-1] == "" else lines


def decode(data: bytes) -> Decoded | None:
    """The text that bytes are; None where they are none."""
    for name, (encoding, mark) in ENCODINGS.items():
        if not data.startswith(mark) or (mark and data == b""):
            continue
        try:
            text = data[len(mark) :].decode(encoding)
        except UnicodeDecodeError:
            continue
        if name == "utf-8" and data.startswith(tuple(m for _, m in ENCODINGS.values() if m)):
            continue
        if "\x00" in text or (name == "latin-1" and any("\x80" <= letter < "\xa0" for letter in text)):
            continue
        crlf = "\r\n" in text and text.count("\r\n") == text.count("\n")
        return Decoded(text.replace("\r\n", "\n") if crlf else text, name, "crlf" if crlf else "lf")
    return None


def decoded(data: bytes) -> Decoded:
    """The text that bytes are.

    Raises:
        UnreadableError: they are none.
    """
    found = decode(data)
    if found is None:
        raise UnreadableError("is not a text.")
    return found


def encode(
    lines: Iterable[str], encoding: str = "utf-8", line_ends: str = "lf", *, final_break: bool = True
) -> bytes:
    """The bytes of a text."""
    text = BREAKS[line_ends].join(lines)
    text += BREAKS[line_ends] if final_break and text else ""
    name, mark = ENCODINGS[encoding]
    return mark + text.encode(name)


def read(data: bytes) -> Reading:
    """The lines of a text, or the digest of what is none."""
    found = decode(data) if len(data) <= LONGEST_TEXT else None
    if found is None:
        return Reading({"format": "bytes", "content": hashlib.sha256(data).hexdigest()})
    lines = tuple(Entity("line", None, {"text": line}) for line in found.lines())
    return Reading({"format": "text", **found.properties()}, lines)
