"""What a workbook of a task must not hold: ways out of the file, code, traces of its making, open references."""

from __future__ import annotations

import re
from collections.abc import Iterator

from forge.preparers.base import Problem
from forge.preparers.calc.domain import sheet_name_fault
from forge.preparers.calc.following import pretty
from forge.preparers.calc.formulas import areas, tokens, words
from forge.preparers.calc.writing import MADE
from forge.preparers.office.cleanliness import Limits, link_problems, package_problems, size_problems
from forge.preparers.office.file_types import WORKBOOK
from forge.preparers.office.package import unpack
from forge.states.entities import Tree
from forge.states.values import Formula, Reference, Value

LIMITS = Limits(
    WORKBOOK,
    most_bytes=2_000_000,  # 400 rows take about 30 thousand
    most_entities=200_000,
    made=MADE.strftime("%Y-%m-%dT%H:%M:%SZ"),
    foreign=(
        (r"externalLinks/", "links to other workbooks"),
        (r"connections\.xml|queryTables/", "connections to outside data"),
        (r"slicer|timeline", "slicers, which cannot be read"),
    ),
)
_PIVOT_TABLE = re.compile(r"pivotTables/[^/_]+\.xml$")
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
    return [*package_problems(content, LIMITS), *_of_tree(tree), *_pivots(content, tree)]


def _pivots(content: bytes, tree: Tree) -> Iterator[Problem]:
    """Pivot tables that no sheet has, or whose source lies elsewhere or is not to be found."""
    parts = [name for name in unpack(content, "the workbook", WORKBOOK) if _PIVOT_TABLE.search(name)]
    there = [(path, entity) for path, entity in tree.walk() if parts and entity.kind == "pivot"]
    if len(parts) > len(there):
        yield Problem(parts[-1], "It holds pivot tables that belong to no sheet.")
    for path, entity in there:
        if "source" not in entity.properties:
            yield Problem(
                pretty(path, "source"), "The source of a pivot table lies outside, or is not there."
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
    yield from size_problems(count, LIMITS)


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
    yield from link_problems(link, where)
