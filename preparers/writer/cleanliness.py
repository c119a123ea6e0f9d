"""What a document of a task must not hold: ways out of the file, code, traces of its making, open references."""

from __future__ import annotations

from collections.abc import Iterator

from forge.preparers.base import Problem
from forge.preparers.office.cleanliness import CORE, Limits, link_problems, package_problems, size_problems
from forge.preparers.office.file_types import DOCUMENT
from forge.preparers.writer.following import pretty
from forge.preparers.writer.paragraphs_out import MADE
from forge.states.entities import Tree

LIMITS = Limits(
    DOCUMENT,
    most_bytes=5_000_000,  # ten pages without pictures take about 20 thousand
    most_entities=200_000,
    made=MADE,
    timed=(CORE, "word/document.xml", "word/comments.xml"),
    foreign=((r"attachedTemplate|mailMerge|recipientData", "links to templates or other sources of data"),),
)


def problems(content: bytes, tree: Tree) -> list[Problem]:
    """What is not clean about a document.

    Args:
        content: the file.
        tree: what was read from it.

    Raises:
        UnreadableError: the package cannot be unpacked.
    """
    return [*package_problems(content, LIMITS), *_of_tree(tree)]


def _of_tree(tree: Tree) -> Iterator[Problem]:
    bookmarks = {entity.key for entity in tree.root.walk() if entity.kind == "bookmark"}
    count = 0
    for path, entity in tree.walk():
        count += 1
        link = entity.properties.get("link")
        if isinstance(link, str):
            yield from _link(link, pretty(path, "link"), bookmarks)
    yield from size_problems(count, LIMITS)


def _link(link: str, where: str, bookmarks: set[str | None]) -> Iterator[Problem]:
    if link.startswith("#"):
        if link[1:] not in bookmarks:
            yield Problem(where, f"There is no bookmark {link[1:]!r}.", "a bookmark that exists", link)
        return
    yield from link_problems(link, where)
