"""What a document derives from itself: tables of contents, which say what the headings say."""

from __future__ import annotations

from collections.abc import Iterator

from forge.preparers.base import Problem
from forge.preparers.writer.following import pretty
from forge.states.entities import Tree


def miscalculated(tree: Tree, observed: Tree | None) -> list[Problem]:  # noqa: ARG001 - one signature
    """Tables of contents that do not say what the headings say.

    Nothing else in a document follows from something else, and what does is never left out of the file, so this
    needs no application.
    """
    return list(_stale(tree))


def _stale(tree: Tree) -> Iterator[Problem]:
    headings = [
        (str(entity.properties.get("text", "")).strip(), level)
        for entity in tree.root.of_kind("paragraph")
        if isinstance(level := entity.properties.get("outline_level", 0), int) and level
    ]
    for number, contents in enumerate(tree.root.of_kind("contents"), 1):
        levels = tree.schema.value(contents, "contents", "levels")
        wanted = [(text, level) for text, level in headings if isinstance(levels, int) and level <= levels]
        have = [
            (entry.properties.get("text", ""), entry.properties.get("level", 1))
            for entry in contents.of_kind("entry")
        ]
        if have != wanted:
            yield Problem(
                pretty((("contents", number),), None),
                "The table of contents does not say what the headings say.",
                "; ".join(text for text, _ in wanted),
                "; ".join(str(text) for text, _ in have),
            )
