"""Wrong ends that people who know file managers would try, made from the start and the golden state alone."""

from __future__ import annotations

import posixpath
from collections.abc import Callable

from forge.states.changes import Change, Comparison, differs
from forge.states.entities import Entity, Path, State
from forge.states.patches import Edit, EntityData, Patch


def near_misses(start: State, golden: State, mount: str) -> list[Patch]:
    """The near misses of one mount; those that would say the same as the golden state are left out."""
    if mount not in golden.trees:
        return []
    changes = [
        change
        for change in Comparison(start, golden).changes_of(mount)
        if change.kind == "file" and len(change.path) == 1
    ]
    makers: tuple[Callable[[str, list[Change]], Patch | None], ...] = (
        _copied,
        _one_left,
        _empty,
        _deeper,
    )
    made = [patch for maker in makers if (patch := maker(mount, changes)) is not None]
    return [patch for patch in made if differs(golden, patch.apply(start, golden))]


def _insert(mount: str, key: str, entity: Entity) -> Edit:
    return Edit(op="put", mount=mount, path=(("file", key),), entity=EntityData.of(entity.with_key(key)))


def _moves(changes: list[Change]) -> list[tuple[str, Path, Entity]]:
    """What was moved or renamed: the path before and after, and what it is."""
    return [
        (str(change.before), change.path, change.place.new)
        for change in changes
        if change.type == "renamed" and change.place is not None and change.place.new is not None
    ]


def _copied(mount: str, changes: list[Change]) -> Patch | None:
    """Everything that should have been moved stands at its old place as well."""
    edits = tuple(_insert(mount, old, entity) for old, _, entity in _moves(changes))
    if not edits:
        return None
    return Patch(name="copied, not moved", why="The files still stand where they were.", edits=edits)


def _one_left(mount: str, changes: list[Change]) -> Patch | None:
    """Of several files that should have been moved one was forgotten."""
    moves = _moves(changes)
    if len(moves) < 2:
        return None
    old, path, entity = moves[-1]
    edits = (Edit(op="remove", mount=mount, path=path), _insert(mount, old, entity))
    return Patch(name="one file forgotten", why="The last of the files was not moved.", edits=edits)


def _empty(mount: str, changes: list[Change]) -> Patch | None:
    """The new files have the right names and hold nothing."""
    fresh = [c for c in changes if c.type == "added" and c.place is not None and c.place.new is not None]
    edits = tuple(
        _insert(mount, str(change.path[0][1]), Entity("file", "", change.place.new.properties))
        for change in fresh
        if change.place is not None and change.place.new is not None and change.place.new.children
    )
    if not edits:
        return None
    return Patch(name="empty files", why="The new files hold nothing.", edits=edits)


def _deeper(mount: str, changes: list[Change]) -> Patch | None:
    """What should lie in a folder lies in a folder of the same name within it."""
    edits: list[Edit] = []
    for change in changes:
        entity = change.place.new if change.place is not None else None
        if change.type not in ("added", "renamed") or entity is None:
            continue
        key = str(change.path[0][1])
        folder, name = posixpath.split(key)
        if folder:
            wrong = posixpath.join(folder, posixpath.basename(folder), name)
            edits += [Edit(op="remove", mount=mount, path=change.path), _insert(mount, wrong, entity)]
    if not edits:
        return None
    return Patch(
        name="a folder too deep",
        why="The files lie in a folder of the same name within the right one.",
        edits=tuple(edits),
    )
