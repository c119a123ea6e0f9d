"""What the file of a task must not hold, whatever its sort: ways out, code, traces of its making."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from io import BytesIO
from urllib.parse import urlsplit

from forge.preparers.base import Problem
from forge.preparers.office.file_types import FileType
from forge.preparers.office.markup import Package
from forge.preparers.office.package import FIXED_TIME, unpack

RESERVED_HOSTS = re.compile(r"(?:.+\.)?(?:example\.(?:com|net|org)|example|test|invalid|localhost)")
"""Hosts that are kept free for examples (RFC 2606 and 6761): a link to one cannot die."""

CORE = "docProps/core.xml"
"""The part that says who made a file, and when."""

_FOREIGN_PARTS = (
    (
        r"vbaProject|vbaData|\.bin$|macrosheets/|activeX|ctrlProps|customUI|Basic/|Scripts/",
        "code or controls",
    ),
    (r"embeddings/|oleObject|Object \d", "embedded objects"),
    (r"printerSettings|customXml/", "traces of the machine that made it"),
)
_TEXT_PARTS = (".xml", ".rels", ".vml")
_FOLDERS = ("home", "root", "tmp", "work", "Users", "var")
_ABSOLUTE = re.compile(
    rf"absPath|file:/|[A-Za-z]:\\\\?(?:Users|Documents)|(?<![\w/.:])/(?:{'|'.join(_FOLDERS)})/\w".encode()
)
_IN_ABSOLUTE = (b"absPath", b"file:/", b":\\", *(f"/{name}/".encode() for name in _FOLDERS))
"""One of these is in whatever `_ABSOLUTE` finds, and they are found ten times as fast."""
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^<\"]*")
_AUTHOR = re.compile(r"<(?:dc:creator|cp:lastModifiedBy)[^>]*>([^<]+)<")


@dataclass(frozen=True)
class Limits:
    """What a sort of file may hold.

    Attributes:
        file_type: the sort.
        most_bytes: how large a file may be.
        most_entities: how many entities what was read from it may have.
        made: the time that its parts may name, as they write it.
        timed: the parts that name times.
        foreign: parts that it must not have besides those that none may have: a pattern for their names, and what
            they are.
    """

    file_type: FileType
    most_bytes: int
    most_entities: int
    made: str
    timed: Sequence[str] = (CORE,)
    foreign: Sequence[tuple[str, str]] = field(default=())


def package_problems(content: bytes, limits: Limits) -> Iterator[Problem]:
    """What is not clean about the package of a file.

    Raises:
        UnreadableError: it cannot be unpacked.
    """
    if len(content) > limits.most_bytes:
        most = f"at most {limits.most_bytes:,} bytes"
        yield Problem("file", "The file is large.", most, f"{len(content):,} bytes")
    what = f"the {limits.file_type.name}"
    parts = unpack(content, what, limits.file_type)
    for name in sorted(parts):
        for pattern, sort in (*_FOREIGN_PARTS, *limits.foreign):
            if re.search(pattern, name):
                yield Problem(name, f"The file holds {sort}.", "no such part", name)
        if name.endswith(_TEXT_PARTS):
            yield from _absolute_paths(name, parts[name])
    if not limits.file_type.is_opendocument(content):
        yield from _relations(Package(parts, what))
        yield from _traces(content, parts, limits)


def size_problems(count: int, limits: Limits) -> Iterator[Problem]:
    """What is wrong about the number of entities of a file."""
    if count > limits.most_entities:
        what = f"The {limits.file_type.name} is large."
        yield Problem("file", what, f"at most {limits.most_entities:,} entities", f"{count:,}")


def link_problems(link: str, where: str) -> Iterator[Problem]:
    """What is wrong about a link to the outside."""
    parts = urlsplit(link)
    host = parts.path.rpartition("@")[2] if parts.scheme == "mailto" else (parts.hostname or "")
    if not RESERVED_HOSTS.fullmatch(host.partition("?")[0]):
        yield Problem(where, "A link leads outside and may die.", "a host such as example.org", link)


def _absolute_paths(name: str, content: bytes) -> Iterator[Problem]:
    if any(sign in content for sign in _IN_ABSOLUTE) and (found := _ABSOLUTE.search(content)):
        shown = found[0].decode(errors="replace")
        yield Problem(name, "The file holds an absolute path.", "no absolute path", shown)


def _relations(package: Package) -> Iterator[Problem]:
    """Relations that lead out of the file, other than those of texts, or to parts that are not there."""
    for name in sorted(package.parts):
        if not name.endswith(".rels"):
            continue
        folder, _, file = name.rpartition("_rels/")
        for relation in package.relations(folder + file.removesuffix(".rels")).values():
            if relation.external:
                if relation.type != "hyperlink":
                    what = f"A {relation.type} lies outside of the file."
                    yield Problem(name, what, "inside", relation.target)
            elif relation.target.partition("#")[0] not in package.parts:
                what = "A relation leads to a part that is not there."
                yield Problem(name, what, "a part", relation.target)


def _traces(content: bytes, parts: Mapping[str, bytes], limits: Limits) -> Iterator[Problem]:
    """Who built the file, and when; ours is made by nobody at a fixed time."""
    for name in limits.timed:
        for time in _TIME.findall(parts.get(name, b"").decode(errors="replace")):
            if time != limits.made:
                yield Problem(name, "The file says when it was made.", limits.made, time)
    if author := _AUTHOR.search(parts.get(CORE, b"").decode(errors="replace")):
        yield Problem(CORE, "The file says who made it.", "nobody", author[1])
    with zipfile.ZipFile(BytesIO(content)) as archive:
        times = {entry.date_time for entry in archive.infolist()} - {FIXED_TIME}
    if times:
        shown, fixed = ("-".join(map(str, time[:3])) for time in (min(times), FIXED_TIME))
        yield Problem("file", "The package says when it was built.", fixed, shown)
