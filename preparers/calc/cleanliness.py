"""What a workbook of a task must not hold: ways out of the file, code, traces of its making, open references."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from urllib.parse import urlsplit

from forge.preparers.base import Problem
from forge.preparers.calc.domain import sheet_name_fault
from forge.preparers.calc.following import pretty
from forge.preparers.calc.formulas import areas, tokens, words
from forge.preparers.calc.opendocument import is_opendocument
from forge.preparers.calc.package import FIXED_TIME, unpack
from forge.preparers.calc.writing import MADE
from forge.states.entities import Tree
from forge.states.values import Formula, Reference, Value

MAX_BYTES = 2_000_000
"""Of a workbook in a bundle; 400 rows take about 30 thousand."""
MAX_ENTITIES = 200_000

RESERVED_HOSTS = re.compile(r"(?:.+\.)?(?:example\.(?:com|net|org)|example|test|invalid|localhost)")
"""Hosts that are kept free for examples (RFC 2606 and 6761): a link to one cannot die."""

_FOREIGN_PARTS = (
    (
        re.compile(r"vbaProject|\.bin$|macrosheets/|activeX|ctrlProps|customUI|Basic/|Scripts/"),
        "code or controls",
    ),
    (re.compile(r"externalLinks/"), "links to other workbooks"),
    (re.compile(r"connections\.xml|queryTables/"), "connections to outside data"),
    (re.compile(r"embeddings/|oleObject"), "embedded objects"),
    (re.compile(r"printerSettings|customXml/"), "traces of the machine that made it"),
    (re.compile(r"pivot"), "pivot tables, which cannot be read"),
)
_FOLDERS = ("home", "root", "tmp", "work", "Users", "var")
_ABSOLUTE = re.compile(
    r"absPath|file://|[A-Za-z]:\\\\?(?:Users|Documents)"
    rf"|(?<![\w/.])/(?:{'|'.join(_FOLDERS)})/\w".encode()
)
_IN_ABSOLUTE = (b"absPath", b"file://", b":\\", *(f"/{name}/".encode() for name in _FOLDERS))
"""One of these is in whatever `_ABSOLUTE` finds, and they are found ten times as fast."""
_SEPARATE_BOOK = re.compile(r"\[\d+\]|\.xls[xmb]?\b", re.IGNORECASE)


_POINTING = frozenset({Formula, Reference, tuple})
"""The types of values that can name places, or hold such values."""


def problems(content: bytes, tree: Tree) -> list[Problem]:
    """What is not clean about a workbook.

    Args:
        content: the file.
        tree: what was read from it.

    Raises:
        UnreadableError: the package cannot be unpacked.
    """
    return [*_of_package(content), *_of_tree(tree)]


def _of_package(file: bytes) -> Iterator[Problem]:
    if len(file) > MAX_BYTES:
        yield Problem("file", "The file is large.", f"at most {MAX_BYTES:,} bytes", f"{len(file):,} bytes")
    parts = unpack(file, "the workbook")
    for name in sorted(parts):
        for pattern, what in _FOREIGN_PARTS:
            if pattern.search(name):
                yield Problem(name, f"The file holds {what}.", "no such part", name)
        content = parts[name]
        if any(sign in content for sign in _IN_ABSOLUTE) and (found := _ABSOLUTE.search(content)):
            shown = found[0].decode(errors="replace")
            yield Problem(name, "The file holds an absolute path.", "no absolute path", shown)
    if not is_opendocument(file):
        yield from _times(file, parts)


def _times(content: bytes, parts: dict[str, bytes]) -> Iterator[Problem]:
    """Times at which the file was built; ours are fixed."""
    made = MADE.strftime("%Y-%m-%dT%H:%M:%SZ")
    core = parts.get("docProps/core.xml", b"").decode(errors="replace")
    for time in re.findall(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S*?(?=<)", core):
        if time != made:
            yield Problem("docProps/core.xml", "The file says when it was made.", made, time)
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
    sheets = {entity.key for entity in tree.root.of_kind("sheet")}
    names = {entity.key or "" for entity in tree.root.of_kind("name")}
    for sheet in tree.root.of_kind("sheet"):
        names |= {entity.key or "" for entity in sheet.of_kind("name")}
        if fault := sheet_name_fault(sheet.key or ""):
            yield Problem(pretty((("sheet", sheet.key or ""),), None), f"The name is not safe: {fault}.")
    count = 0
    for path, entity in tree.walk():
        count += 1
        for name, value in entity.properties.items():
            if type(value) in _POINTING:
                yield from _references(value, pretty(path, name), sheets, names)
            elif name == "link" and isinstance(value, str):
                yield from _link(value, pretty(path, name), sheets)
    if count > MAX_ENTITIES:
        yield Problem("file", "The workbook is large.", f"at most {MAX_ENTITIES:,} entities", f"{count:,}")


def _references(value: Value, where: str, sheets: set[str | None], names: set[str]) -> Iterator[Problem]:
    if isinstance(value, tuple):
        for item in value:
            yield from _references(item, where, sheets, names)
    if not isinstance(value, Formula | Reference):
        return
    if _SEPARATE_BOOK.search(value.text):
        yield Problem(where, "A reference leads to another workbook.", "this workbook only", value.text)
    if any(token.kind == "error" and token.text == "#REF!" for token in tokens(value.text)):
        yield Problem(where, "A reference leads nowhere.", "a place", value.text)
    for area in areas(value.text):
        if area.sheet is not None and area.sheet not in sheets:
            yield Problem(where, f"There is no sheet {area.sheet!r}.", "a sheet that exists", value.text)
    for word in words(value.text):
        if word not in names:
            yield Problem(where, f"The name {word!r} is not defined.", "a defined name", value.text)


def _link(link: str, where: str, sheets: set[str | None]) -> Iterator[Problem]:
    if link.startswith("#"):
        for area in areas(link[1:]):
            if area.sheet is not None and area.sheet not in sheets:
                yield Problem(
                    where, f"The link leads to a sheet {area.sheet!r}.", "a sheet that exists", link
                )
        return
    parts = urlsplit(link)
    host = parts.path.rpartition("@")[2] if parts.scheme == "mailto" else (parts.hostname or "")
    if not RESERVED_HOSTS.fullmatch(host.partition("?")[0]):
        yield Problem(where, "A link leads outside and may die.", "a host such as example.org", link)
