"""From files by path, with their list of attributes, to a file tree; strict, and it says which file is at fault."""

from __future__ import annotations

import posixpath

from forge.errors import PreparerError, UnreadableError
from forge.preparers.attributes import ATTRIBUTES, FILE_MODE, FOLDER_MODE, Attributes, folders_above
from forge.preparers.base import Files
from forge.preparers.files.spec import File, FileTree, Folder, Link
from forge.preparers.files.trees import tree_of


def read_tree(files: Files) -> FileTree:
    """The file tree that files hold.

    Raises:
        UnreadableError: the mount is a single file; the list of attributes is damaged or names what is not there; a
            file is not what its name says; a link leads out of the tree or in a circle.
    """
    if "" in files:
        raise UnreadableError("A file tree is a folder, but the mount is one file.")
    listed = Attributes.decode(files.get(ATTRIBUTES, b""))
    tree = FileTree()
    contents = {path: data for path, data in files.items() if path != ATTRIBUTES}
    paths = [*contents, *listed.links, *listed.folders]
    for path in sorted({*folders_above(paths), *listed.folders}):
        tree.entries[path] = Folder(listed.modes.get(path, FOLDER_MODE))
    try:
        for path, data in sorted(contents.items()):
            tree.add(path, File(data, listed.modes.get(path, FILE_MODE), listed.times.get(path)))
        for path, target in sorted(listed.links.items()):
            tree.add(path, Link(target))
    except PreparerError as error:
        raise UnreadableError(f"Two things lie in one place: {error}") from error
    for path in (*listed.modes, *listed.times):
        if path not in tree.entries:
            raise UnreadableError(f"{posixpath.basename(ATTRIBUTES)} names {path!r}, which is not there.")
    tree_of(tree)  # raises where a file is not what its name says
    return tree
