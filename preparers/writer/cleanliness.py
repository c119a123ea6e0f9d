"""What a document of a task must not hold: ways out of the file, code, traces of its making, open references."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Mapping
from io import BytesIO
from urllib.parse import urlsplit

from forge.preparers.base import Problem
from forge.preparers.calc.cleanliness import RESERVED_HOSTS
from forge.preparers.calc.package import FIXED_TIME
from forge.preparers.writer.following import pretty
from forge.preparers.writer.opendocument import is_opendocument
from forge.preparers.writer.paragraphs_out import MADE
from forge.preparers.writer.reading import open_package
from forge.states.entities import Tree

MAX_BYTES = 5_000_000
"""Of a document in a bundle; ten pages without pictures take about 20 thousand."""
MAX_ENTITIES = 200_000

_FOREIGN_PARTS = (
    (re.compile(r"vbaProject|vbaData|\.bin$|activeX|customUI|Basic/|Scripts/"), "code or controls"),
    (re.compile(r"embeddings/|oleObject|Object \d"), "embedded objects"),
    (re.compile(r"attachedTemplate|mailMerge|recipientData"), "links to templates or other sources of data"),
    (re.compile(r"printerSettings|customXml/"), "traces of the machine that made it"),
)
_ABSOLUTE = re.compile(
    rb"absPath|file://|[A-Za-z]:\\\\?(?:Users|Documents)|(?<![\w/.:])/(?:home|root|tmp|work|Users|var)/\w"
)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[^<\"]*")


def problems(content: bytes, tree: Tree) -> list[Problem]:
    """What is not clean about a document.

    Args:
        content: the file.
        tree: what was read from it.

    Raises:
        UnreadableError: the package cannot be unpacked.
    """
    return [*_of_package(content), *_of_tree(tree)]


def _of_package(content: bytes) -> Iterator[Problem]:
    if len(content) > MAX_BYTES:
        yield Problem("file", "The file is large.", f"at most {MAX_BYTES:,} bytes", f"{len(content):,} bytes")
    package = open_package(content, "the document")
    for name in sorted(package.parts):
        for pattern, what in _FOREIGN_PARTS:
            if pattern.search(name):
                yield Problem(name, f"The file holds {what}.", "no such part", name)
        if not name.startswith("word/media/") and (found := _ABSOLUTE.search(package.parts[name])):
            shown = found[0].decode(errors="replace")
            yield Problem(name, "The file holds an absolute path.", "no absolute path", shown)
        if name.endswith(".rels"):
            owner = name.replace("_rels/", "").removesuffix(".rels")
            for relation in package.relations(owner).values():
                if relation.external and relation.type != "hyperlink":
                    yield Problem(
                        name, f"A {relation.type} lies outside the file.", "all inside", relation.target
                    )
    if not is_opendocument(content):
        yield from _times(content, package.parts)


def _times(content: bytes, parts: Mapping[str, bytes]) -> Iterator[Problem]:
    """Times at which the file was built; ours are fixed."""
    for name in ("docProps/core.xml", "word/document.xml", "word/comments.xml"):
        for time in _TIME.findall(parts.get(name, b"").decode(errors="replace")):
            if time != MADE:
                yield Problem(name, "The file says when it was made.", MADE, time)
    core = parts.get("docProps/core.xml", b"").decode(errors="replace")
    if author := re.search(r"<(?:dc:creator|cp:lastModifiedBy)>([^<]+)<", core):
        yield Problem("docProps/core.xml", "The file says who made it.", "nobody", author[1])
    with zipfile.ZipFile(BytesIO(content)) as archive:
        times = {entry.date_time for entry in archive.infolist()} - {FIXED_TIME}
    if times:
        shown = "-".join(map(str, min(times)[:3]))
        yield Problem(
            "file", "The package says when it was built.", "-".join(map(str, FIXED_TIME[:3])), shown
        )


def _of_tree(tree: Tree) -> Iterator[Problem]:
    bookmarks = {entity.key for entity in tree.root.walk() if entity.kind == "bookmark"}
    count = 0
    for path, entity in tree.walk():
        count += 1
        link = entity.properties.get("link")
        if isinstance(link, str):
            yield from _link(link, pretty(path, "link"), bookmarks)
    if count > MAX_ENTITIES:
        yield Problem("file", "The document is large.", f"at most {MAX_ENTITIES:,} entities", f"{count:,}")


def _link(link: str, where: str, bookmarks: set[str | None]) -> Iterator[Problem]:
    if link.startswith("#"):
        if link[1:] not in bookmarks:
            yield Problem(where, f"There is no bookmark {link[1:]!r}.", "a bookmark that exists", link)
        return
    parts = urlsplit(link)
    host = parts.path.rpartition("@")[2] if parts.scheme == "mailto" else (parts.hostname or "")
    if not RESERVED_HOSTS.fullmatch(host.partition("?")[0]):
        yield Problem(where, "A link leads outside and may die.", "a host such as example.org", link)
