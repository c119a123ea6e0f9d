"""Settings in sections: INI files, desktop entries, default applications, what the trash knows of a file."""

from __future__ import annotations

import configparser
from collections.abc import Mapping

from forge.errors import UnreadableError
from forge.preparers.files.formats import Reading
from forge.preparers.files.formats.text import decoded
from forge.states.entities import Entity

_NO_SECTION = "\x00"
"""No section hands its entries on to the others: what is called DEFAULT is one like any other."""


def read(data: bytes) -> Reading:
    """The sections with their entries, and the comments; a semicolon behind the last of a list is not seen.

    Raises:
        UnreadableError: a line is no entry, stands before any section, or a name occurs twice.
    """
    text = decoded(data)
    try:
        parsed = parser(text.text)
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
        if line.strip()[:1] in ("#", ";")
    ]
    return Reading({"format": "ini", **text.properties()}, (*sections, *comments))


def parser(text: str) -> configparser.RawConfigParser:
    """A text of settings as Python's own parser reads it, letters as they are written.

    Raises:
        configparser.Error: it is none.
    """
    found = configparser.RawConfigParser(
        strict=True, default_section=_NO_SECTION, comment_prefixes=("#", ";"), empty_lines_in_values=False
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
