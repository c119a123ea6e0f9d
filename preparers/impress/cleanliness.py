"""What a presentation of a task must not hold: ways out of the file, code, traces of its making."""

from __future__ import annotations

from collections.abc import Iterator

from forge.preparers.base import Problem
from forge.preparers.impress.following import pretty
from forge.preparers.impress.writing import MADE
from forge.preparers.office.cleanliness import Limits, link_problems, package_problems, size_problems
from forge.preparers.office.file_types import PRESENTATION
from forge.states.entities import Tree

LIMITS = Limits(
    PRESENTATION,
    most_bytes=8_000_000,  # mostly its pictures
    most_entities=50_000,
    made=MADE,
    foreign=((r"comments/|commentAuthors", "comments, which cannot be read"),),
)


def problems(content: bytes, tree: Tree) -> list[Problem]:
    """What is not clean about a presentation.

    Args:
        content: the file.
        tree: what was read from it.

    Raises:
        UnreadableError: the package cannot be unpacked.
    """
    return [*package_problems(content, LIMITS), *_of_tree(tree)]


def _of_tree(tree: Tree) -> Iterator[Problem]:
    count = 0
    for path, entity in tree.walk():
        count += 1
        link = entity.properties.get("link")
        if isinstance(link, str):
            yield from link_problems(link, pretty(path, "link"))
        if entity.properties.get("kind") in ("missing picture", "object", "audio", "video"):
            what = f"There is a {entity.properties['kind']}, which cannot be read."
            yield Problem(pretty(path, None), what, "nothing of the sort")
    yield from size_problems(count, LIMITS)
