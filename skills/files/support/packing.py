"""Archives that tasks make or open."""

from __future__ import annotations

from collections.abc import Iterable

from forge.preparers.files.formats import archive
from forge.preparers.files.spec import FileTree


def packed(tree: FileTree, paths: Iterable[str], packing: str, *, base: str = "") -> bytes:
    """An archive of some files and folders of a tree, each folder with all in it.

    Args:
        tree: the tree.
        paths: what goes in.
        packing: how it is packed.
        base: the folder from which the names in the archive begin.
    """
    inner = FileTree()
    for path in paths:
        for name in [path, *tree.below(path)]:
            own = name.removeprefix(f"{base}/") if base else name
            if own not in inner.entries:
                inner.add(own, tree.entries[name])
    return archive.build(inner, packing)
