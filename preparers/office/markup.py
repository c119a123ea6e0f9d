"""The XML parts of a package: parsed without entities and network, found by their relations."""

from __future__ import annotations

import math
import posixpath
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from lxml import etree

from forge.errors import PreparerError, UnreadableError
from forge.preparers.office.file_types import FileType
from forge.preparers.office.package import unpack

T = TypeVar("T")

RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_RELATIONS = "{http://schemas.openxmlformats.org/package/2006/relationships}"
_STRICT = "http://purl.oclc.org/ooxml/"


class Relation(NamedTuple):
    """Where a part points: the last word of the relation's type, the target, and whether it is outside."""

    type: str
    target: str
    external: bool


class Package:
    """The parts of a package, each parsed when it is asked for."""

    def __init__(self, parts: Mapping[str, bytes], what: str) -> None:
        self.parts = parts
        self.what = what

    def xml(self, name: str) -> etree._Element:
        """The root of a part.

        Raises:
            UnreadableError: the part is missing, is no XML or declares a document type.
        """
        content = self.parts.get(name)
        if content is None:
            raise UnreadableError(f"{self.what} is damaged: it lacks the part {name}.")
        parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
        try:
            root = etree.fromstring(content, parser)
        except etree.XMLSyntaxError as error:
            raise UnreadableError(f"{self.what} is damaged: {name} is no XML ({error.msg}).") from error
        information: Any = root.getroottree().docinfo
        if information.doctype:
            raise UnreadableError(f"{self.what} is damaged: {name} declares a document type.")
        if _STRICT in str(root.tag):
            raise UnreadableError(
                f"{self.what} is in the strict form of the format, which is not read; save it in the usual one."
            )
        return root

    def relations(self, name: str) -> dict[str, Relation]:
        """Where a part points, by relation id; targets inside the package as names of parts."""
        folder, _, file = name.rpartition("/")
        rels = f"{folder}/_rels/{file}.rels" if folder else f"_rels/{file}.rels"
        if rels not in self.parts:
            return {}
        found: dict[str, Relation] = {}
        for item in self.xml(rels).iter(f"{_RELATIONS}Relationship"):
            target = item.get("Target") or ""
            external = item.get("TargetMode") == "External"
            if not external:
                target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
            kind = (item.get("Type") or "").rpartition("/")[2]
            found[item.get("Id") or ""] = Relation(kind, target, external)
        return found


def read_package(content: bytes, what: str, file_type: FileType, read: Callable[[Package], T]) -> T:
    """What a file holds, as a reader of its package says.

    Args:
        content: the bytes of the file.
        what: how the file is called in messages.
        file_type: the sort of file that it should be.
        read: reads it; a value that cannot be is a fault of the file.

    Raises:
        UnreadableError: the file is empty, of another type, protected, damaged or too large.
    """
    package = Package(unpack(content, what, file_type), what)
    try:
        return read(package)
    except UnreadableError:
        raise
    except (ValueError, KeyError, IndexError, OverflowError, RecursionError, PreparerError) as error:
        raise UnreadableError(f"{what} is damaged: it says something impossible ({error}).") from error


def flag(text: str | None, *, default: bool = False) -> bool:
    """A truth value as the format writes it."""
    return default if text is None else text in ("1", "true", "on")


def number(text: str | None, default: float = 0.0) -> float:
    """A number as the format writes it.

    Raises:
        ValueError: it is none, or not finite.
    """
    value = default if text is None else float(text)
    if not math.isfinite(value):
        raise ValueError(f"{text!r} is no number")
    return value
