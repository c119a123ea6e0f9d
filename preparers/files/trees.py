"""A file tree as the state that is graded."""

from __future__ import annotations

import hashlib
import posixpath
from collections.abc import Iterator, Mapping

from forge.preparers.attributes import FILE_MODE, FOLDER_MODE
from forge.preparers.files.formats import format_of, reading, text
from forge.preparers.files.links import destination
from forge.preparers.files.schema import SCHEMA, mode_text
from forge.preparers.files.spec import Entry, File, FileTree, Folder, Link
from forge.states.entities import Entity, Tree
from forge.states.values import Value


def tree_of(spec: FileTree) -> Tree:
    """The state of a file tree.

    Raises:
        UnreadableError: a file is not what its name says, or a link leads in a circle or out of the tree.
    """
    return Tree(SCHEMA, Entity("tree", children=below(spec)))


def below(spec: FileTree, *, nested: bool = False) -> tuple[Entity, ...]:
    """What lies in a tree, folders first, then links and files, each in the order of the paths.

    Args:
        spec: the tree.
        nested: it lies in an archive: modes are not seen, and archives in it are bytes.

    Raises:
        UnreadableError: as for `tree_of`.
    """
    found: dict[type, list[Entity]] = {Folder: [], Link: [], File: []}
    listed: dict[str, list[str]] = {}
    for path in sorted(spec.entries, reverse=True):
        entry = spec.entries[path]
        made = _entity(spec, path, entry, listed, nested=nested)
        found[type(entry)].append(made)
        above, _, name = path.rpartition("/")
        listed.setdefault(above, []).append(f"{name}\0{made.tokens}")
    return (*found[Folder][::-1], *found[Link][::-1], *found[File][::-1])


def _entity(
    spec: FileTree, path: str, entry: Entry, listed: Mapping[str, list[str]], *, nested: bool
) -> Entity:
    match entry:
        case Folder(mode):
            own = {"mode": mode_text(mode)} if mode != FOLDER_MODE and not nested else {}
            digest = _digest("\n".join(listed.get(path, ())).encode())
            return Entity("folder", path, own, tokens=_tokens(path, digest))
        case Link():
            target = posixpath.relpath(destination(spec, path) or ".", posixpath.dirname(path) or ".")
            return Entity("link", path, {"target": target}, tokens=_tokens(path, _digest(target.encode())))
        case File():
            return _file(path, entry, nested=nested)


def _file(path: str, file: File, *, nested: bool) -> Entity:
    bare = nested and format_of(path) == "archive"
    found = text.read(file.data) if bare else reading(path, file.data)
    properties: dict[str, Value] = {**found.properties, "size": len(file.data)}
    if file.mode != FILE_MODE and not nested:
        properties["mode"] = mode_text(file.mode)
    if file.modified is not None:
        properties["modified"] = file.modified
    return Entity("file", path, properties, found.children, tokens=_tokens(path, _digest(file.data)))


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _tokens(path: str, digest: str) -> tuple[Value, ...]:
    """What makes something itself when its path is another: what it holds, and of several alike its own name.

    The digest counts twice, so that what shares nothing but a name is not taken for one.
    """
    return (digest, f"{digest} again", posixpath.basename(path))


def walk_files(tree: Tree) -> Iterator[tuple[str, Entity]]:
    """The files of a state with their paths."""
    for entity in tree.root.of_kind("file"):
        yield entity.key or "", entity
