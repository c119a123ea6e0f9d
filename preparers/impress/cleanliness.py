"""What a presentation of a task must not hold: ways out of the file, code, traces of its making."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from urllib.parse import urlsplit

from forge.preparers.base import Problem
from forge.preparers.calc.cleanliness import RESERVED_HOSTS
from forge.preparers.calc.markup import Package
from forge.preparers.calc.package import FIXED_TIME, unpack
from forge.preparers.impress.following import pretty
from forge.preparers.impress.opendocument import is_opendocument
from forge.preparers.impress.writing import MADE
from forge.states.entities import Tree

MAX_BYTES = 8_000_000
"""Of a presentation in a bundle: mostly its pictures."""
MAX_ENTITIES = 50_000

_FOREIGN_PARTS = (
    (re.compile(r"vbaProject|\.bin$|activeX|ctrlProps|customUI|Basic/|Scripts/"), "code or controls"),
    (re.compile(r"embeddings/|oleObject"), "embedded objects"),
    (re.compile(r"printerSettings|customXml/"), "traces of the machine that made it"),
    (re.compile(r"comments/|commentAuthors"), "comments, which cannot be read"),
)
_ABSOLUTE = re.compile(
    rb"file://|[A-Za-z]:\\\\?(?:Users|Documents)|(?<![\w/.])/(?:home|root|tmp|work|Users|var)/\w"
)
_TEXT_PARTS = (".xml", ".rels", ".vml")
_LINK_TYPES = ("hyperlink",)


def problems(content: bytes, tree: Tree) -> list[Problem]:
    """What is not clean about a presentation.

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
    parts = unpack(content, "the presentation", "presentation", "pptx and odp")
    for name in sorted(parts):
        for pattern, what in _FOREIGN_PARTS:
            if pattern.search(name):
                yield Problem(name, f"The file holds {what}.", "no such part", name)
        if name.endswith(_TEXT_PARTS) and (found := _ABSOLUTE.search(parts[name])):
            shown = found[0].decode(errors="replace")
            yield Problem(name, "The file holds an absolute path.", "no absolute path", shown)
    if not is_opendocument(content):
        yield from _relations(Package(parts, "the presentation"))
        yield from _times(content, parts)


def _relations(package: Package) -> Iterator[Problem]:
    """Relations that lead out of the file, other than those of texts, or to parts that are not there."""
    for name in sorted(package.parts):
        if not name.endswith(".rels"):
            continue
        folder, _, file = name.rpartition("_rels/")
        source = folder + file.removesuffix(".rels")
        for relation in package.relations(source).values():
            if relation.external and relation.type not in _LINK_TYPES:
                yield Problem(name, f"A {relation.type} lies outside of the file.", "inside", relation.target)
            if not relation.external and relation.target not in package.parts:
                yield Problem(
                    name, "A relation leads to a part that is not there.", "a part", relation.target
                )


def _times(content: bytes, parts: dict[str, bytes]) -> Iterator[Problem]:
    """Times at which the file was built; ours are fixed."""
    core = parts.get("docProps/core.xml", b"").decode(errors="replace")
    for time in re.findall(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S*?(?=<)", core):
        if time != MADE:
            yield Problem("docProps/core.xml", "The file says when it was made.", MADE, time)
    if author := re.search(r"<(?:dc:creator|cp:lastModifiedBy)[^>]*>([^<]+)<", core):
        yield Problem("docProps/core.xml", "The file says who made it.", "nobody", author[1])
    with zipfile.ZipFile(BytesIO(content)) as archive:
        times = {entry.date_time for entry in archive.infolist()} - {FIXED_TIME}
    if times:
        shown = "-".join(map(str, min(times)[:3]))
        built = "-".join(map(str, FIXED_TIME[:3]))
        yield Problem("file", "The package says when it was built.", built, shown)


def _of_tree(tree: Tree) -> Iterator[Problem]:
    count = 0
    for path, entity in tree.walk():
        count += 1
        link = entity.properties.get("link")
        if isinstance(link, str):
            yield from _link(link, pretty(path, "link"))
        if entity.properties.get("kind") in ("missing picture", "object", "audio", "video"):
            what = f"There is a {entity.properties['kind']}, which cannot be read."
            yield Problem(pretty(path, None), what, "nothing of the sort")
    if count > MAX_ENTITIES:
        yield Problem(
            "file", "The presentation is large.", f"at most {MAX_ENTITIES:,} entities", f"{count:,}"
        )


def _link(link: str, where: str) -> Iterator[Problem]:
    parts = urlsplit(link)
    host = parts.path.rpartition("@")[2] if parts.scheme == "mailto" else (parts.hostname or "")
    if not RESERVED_HOSTS.fullmatch(host.partition("?")[0]):
        yield Problem(where, "A link leads outside and may die.", "a host such as example.org", link)
