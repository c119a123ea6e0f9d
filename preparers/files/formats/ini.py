"""Settings in sections: INI files, desktop entries, default applications, what the trash knows of a file."""

from __future__ import annotations

import configparser
import re
from collections.abc import Mapping

from forge.errors import UnreadableError
from forge.preparers.files.formats import Reading
from forge.preparers.files.formats.text import Decoded, decoded
from forge.states.entities import Entity

_NO_SECTION = "\x00"
"""No section hands its entries on to the others: what is called DEFAULT is one like any other."""

_COMMENTS: Mapping[str, tuple[str, ...]] = {"ini": ("#", ";"), "desktop": ("#",)}
_DESKTOP_LINE = re.compile(r"\s*|#.*|\[[^\[\]]+\]\s*|[^\s=\[#][^=]*=.*")
"""Desktop Entry Specification, *Basic format of the file*: GLib ignores a file with any other line as a whole."""


def read(data: bytes) -> Reading:
    """The sections with their entries, and the comments; a semicolon behind the last of a list is not seen.

    Raises:
        UnreadableError: a line is no entry, stands before any section, or a name occurs twice.
    """
    return _read(decoded(data), "ini")


def read_desktop(data: bytes) -> Reading:
    """Likewise for what freedesktop.org defines: nothing but `#` comments, `[sections]` and `name=value`.

    Raises:
        UnreadableError: a line is none of these, stands before any section, or a name occurs twice.
    """
    text = decoded(data)
    for number, line in enumerate(text.lines(), 1):
        if not _DESKTOP_LINE.fullmatch(line):
            raise UnreadableError(
                f"is not a file of settings: line {number} is no entry, section or comment."
            )
    return _read(text, "desktop")


def _read(text: Decoded, form: str) -> Reading:
    try:
        parsed = parser(text.text, form)
    except configparser.Error as error:
        raise UnreadableError(f"is not a file of settings: {' '.join(str(error).split())}.") from error
    sections = [
        Entity(
            "section",
            name,
            {},
            [Entity("entry", key, {"value": value.removesuffix(";")}) for key, value in parsed.items(name)],
        )
        for name in parsed.sections()
    ]
    comments = [
        Entity("comment", None, {"text": line.strip().lstrip("#;").strip()})
        for line in text.lines()
        if line.strip()[:1] in _COMMENTS[form]
    ]
    return Reading({"format": form, **text.properties()}, (*sections, *comments))


def parser(text: str, form: str = "ini") -> configparser.RawConfigParser:
    """A text of settings as Python's own parser reads it, letters as they are written.

    Args:
        text: the text.
        form: `ini`, or `desktop` where a colon parts nothing and a semicolon begins no comment.

    Raises:
        configparser.Error: it is none.
    """
    found = configparser.RawConfigParser(
        strict=True,
        default_section=_NO_SECTION,
        delimiters=("=", ":") if form == "ini" else ("=",),
        comment_prefixes=_COMMENTS[form],
        empty_lines_in_values=False,
    )
    found.optionxform = str  # type: ignore[assignment,method-assign] # so says its documentation
    found.read_string(text)
    return found


def build(sections: Mapping[str, Mapping[str, str]], heading: str = "", *, spaced: bool = False) -> bytes:
    """The bytes of a file of settings.

    Args:
        sections: entries by section.
        heading: a comment above all.
        spaced: spaces stand around the equals signs.
    """
    sign = " = " if spaced else "="
    blocks = [
        "\n".join([f"[{name}]", *(f"{key}{sign}{value}" for key, value in entries.items())])
        for name, entries in sections.items()
    ]
    return (f"# {heading}\n\n" * bool(heading) + "\n\n".join(blocks) + "\n").encode()
