"""What a file tree of a task must not hold: ways to the outside world, paths of other machines, names that collide."""

from __future__ import annotations

import re
from collections.abc import Iterator

from forge.preparers.attributes import ATTRIBUTES
from forge.preparers.base import Files, Problem
from forge.preparers.files.formats.text import decode
from forge.states.entities import Tree

MAX_ENTITIES = 200_000

_LINK = re.compile(r"\b(?:https?|ftp)://([^\s/\"'<>:]+)|file://(?!/home/user\b)\S*", re.IGNORECASE)
_RESERVED = re.compile(r"(?:.+\.)?(?:example\.(?:com|net|org)|example|test|invalid|localhost)")
"""Hosts that are kept free for examples (RFC 2606 and 6761): a link to one cannot die."""
_FOREIGN = re.compile(
    r"(?<![\w.~$}/-])/(?:root|work|Users|mnt|media|home/(?!user\b))[/\w][^\s\"']*|[A-Z]:\\Users\\"
)


def problems(files: Files, tree: Tree) -> list[Problem]:
    """What is not clean about a file tree."""
    return [*_colliding(tree), *_texts(files), *_size(tree)]


def _colliding(tree: Tree) -> Iterator[Problem]:
    """Names that some file systems take for one."""
    seen: dict[str, str] = {}
    for kind in ("folder", "link", "file"):
        for entity in tree.root.of_kind(kind):
            path = entity.key or ""
            other = seen.setdefault(path.casefold(), path)
            if other != path:
                yield Problem(path, "Two names differ in letter case only.", "names that differ", other)


def _texts(files: Files) -> Iterator[Problem]:
    for path, data in files.items():
        text = decode(data) if path != ATTRIBUTES else None
        if text is None:
            continue
        for found in _LINK.finditer(text.text):
            if found[1] is None or not _RESERVED.fullmatch(found[1].casefold()):
                yield Problem(
                    path, "A link leads outside and may die.", "a host such as example.org", found[0]
                )
        for found in _FOREIGN.finditer(text.text):
            yield Problem(
                path, "The file holds a path of some machine.", "a path below the home folder", found[0]
            )


def _size(tree: Tree) -> Iterator[Problem]:
    count = sum(1 for _ in tree.walk())
    if count > MAX_ENTITIES:
        yield Problem("the tree", "The tree is large.", f"at most {MAX_ENTITIES:,} entities", f"{count:,}")
