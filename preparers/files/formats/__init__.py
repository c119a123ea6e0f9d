"""How the content of a file is read: as what its name says it is.

`reading` gives the properties and children of a file's entity. One module for each format reads it, and makes the bytes
of a file from lines, tables or values, for skills.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from forge.errors import UnreadableError
from forge.states.entities import Entity
from forge.states.values import Value

FORMATS = (
    "text",
    "csv",
    "json",
    "yaml",
    "ini",
    "desktop",
    "xml",
    "shell",
    "cron",
    "archive",
    "pdf",
    "html",
    "bytes",
)
"""What a file can be read as."""

_SUFFIXES: Mapping[str, str] = {
    ".csv": "csv",
    ".tsv": "csv",
    ".json": "json",
    ".yaml": "yaml",
    ".yml": "yaml",
    ".ini": "ini",
    ".cfg": "ini",
    ".desktop": "desktop",
    ".trashinfo": "desktop",
    ".xml": "xml",
    ".env": "shell",
    ".crontab": "cron",
    ".pdf": "pdf",
    ".html": "html",
    ".htm": "html",
    ".zip": "archive",
    ".tar": "archive",
    ".tgz": "archive",
    ".tar.gz": "archive",
    ".tar.bz2": "archive",
    ".tar.xz": "archive",
}
_NAMES: Mapping[str, str] = {
    ".bashrc": "shell",
    ".bash_aliases": "shell",
    ".bash_profile": "shell",
    ".profile": "shell",
    ".env": "shell",
    "crontab": "cron",
    "mimeapps.list": "desktop",
}
"""Names of whole files; they come before the endings."""


@dataclass(frozen=True)
class Reading:
    """What a file holds.

    Attributes:
        properties: of the file's entity.
        children: of the file's entity.
    """

    properties: Mapping[str, Value] = field(default_factory=dict)
    children: tuple[Entity, ...] = ()


def format_of(path: str) -> str:
    """What a file of this name is read as; what no name tells is text where it is text, else bytes."""
    name = path.rpartition("/")[2].casefold()
    if name in _NAMES:
        return _NAMES[name]
    endings = [ending for ending in _SUFFIXES if name.endswith(ending)]
    return _SUFFIXES[max(endings, key=len)] if endings else "text"


def reading(path: str, data: bytes) -> Reading:
    """What a file holds, as its name says.

    Raises:
        UnreadableError: it is not what its name says; the message says which file and why.
    """
    try:
        return _reading(format_of(path), data)
    except UnreadableError as error:
        raise UnreadableError(f"{path} {error}") from error


@lru_cache(maxsize=4096)
def _reading(form: str, data: bytes) -> Reading:
    return _reader(form)(data)


def _reader(form: str) -> Callable[[bytes], Reading]:
    # The readers load parsers that nothing else needs; `forge --help` must stay quick.
    from forge.preparers.files.formats import (  # noqa: PLC0415
        archive,
        cron,
        html,
        ini,
        pdf,
        shell,
        table,
        text,
        values,
        xml,
    )

    return {
        "text": text.read,
        "csv": table.read,
        "json": values.read_json,
        "yaml": values.read_yaml,
        "ini": ini.read,
        "desktop": ini.read_desktop,
        "xml": xml.read,
        "shell": shell.read,
        "cron": cron.read,
        "archive": archive.read,
        "pdf": pdf.read,
        "html": html.read,
    }[form]
