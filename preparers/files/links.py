"""Where links lead, from the names alone: nothing is looked up on a disk."""

from __future__ import annotations

import posixpath

from forge.errors import UnreadableError
from forge.preparers.files.spec import FileTree, Link

MOST_STEPS = 40
"""Links that one link leads through; the kernel follows no more."""


def destination(tree: FileTree, path: str) -> str:
    """Where a link leads as its text says it, as a path of the tree; the empty path is the mount itself.

    Raises:
        UnreadableError: it leads out of the tree, or in a circle.
    """
    first = _step(tree, path, path)
    place = first
    for _ in range(MOST_STEPS):
        through = next(
            (above for above in _upwards(place) if isinstance(tree.entries.get(above), Link)), None
        )
        if through is None:
            return first
        place = posixpath.normpath(
            posixpath.join(_step(tree, through, path), place[len(through) :].lstrip("/") or ".")
        )
        place = "" if place == "." else place
    raise UnreadableError(f"{path} is a link that leads in a circle.")


def _step(tree: FileTree, path: str, whose: str) -> str:
    link = tree.entries[path]
    target = link.target if isinstance(link, Link) else ""
    place = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
    if place == ".." or place.startswith(("../", "/")):
        raise UnreadableError(f"{whose} is a link that leads out of the folder, to {target}.")
    return "" if place == "." else place


def _upwards(path: str) -> list[str]:
    """A path and the folders above it, the highest first."""
    parts = path.split("/")
    return ["/".join(parts[:end]) for end in range(1, len(parts) + 1)]
