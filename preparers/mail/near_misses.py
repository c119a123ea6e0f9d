"""Wrong ends that people who know mail would try, made from the start and the golden state alone."""

from __future__ import annotations

from collections.abc import Iterator

from forge.states.changes import Change, Comparison
from forge.states.entities import Entity, Path, State, Tree
from forge.states.patches import Patch, patch_between
from forge.states.values import same


def near_misses(start: State, golden: State, mount: str) -> list[Patch]:
    """The near misses of one mount; those that would say the same as the golden state are left out."""
    changes = list(Comparison(start, golden).changes_of(mount))
    moved = [change for change in changes if change.type == "moved" and change.kind == "message"]
    marked = [change for change in changes if change.type == "set" and change.kind == "message"]
    tree = golden.trees[mount]
    found = [*_moves(tree, moved), *_marks(tree, marked)]
    return [patch_between(name, why, golden, golden.with_tree(mount, state)) for name, why, state in found]


Miss = tuple[str, str, Tree]


def _moves(tree: Tree, moved: list[Change]) -> Iterator[Miss]:
    """Messages that came into a folder that lies beside the right one, or that were thrown away."""
    if not moved:
        return
    for other in _beside(tree, moved[0].path[:-1]):
        why = f"The messages lie in {other[-1][1]}, which is another folder."
        yield "moved to another folder", why, _put(tree, moved, other)
        break
    trash = (moved[0].path[0], ("folder", "Trash"))
    if tree.at(trash) is not None and moved[0].path[:-1] != trash:
        yield "thrown away", "The messages were deleted instead of moved.", _put(tree, moved, trash)


def _beside(tree: Tree, path: Path) -> Iterator[Path]:
    """The folders beside one."""
    above = tree.at(path[:-1])
    for folder in above.of_kind("folder") if above is not None else ():
        if folder.key != path[-1][1] and folder.key != "Trash":
            yield (*path[:-1], ("folder", folder.key or ""))


def _put(tree: Tree, moved: list[Change], folder: Path) -> Tree:
    """The messages in another folder."""
    for change in moved:
        message = tree.at(change.path)
        if message is not None:
            tree = tree.with_entity(change.path, None).with_entity((*folder, change.path[-1]), message)
    return tree


def _marks(tree: Tree, marked: list[Change]) -> Iterator[Miss]:
    """What was done to messages done to a neighbour as well, or not to the last of them."""
    first = marked[0] if marked else None
    if first is None or first.name is None:
        return
    alike = [change for change in marked if change.name == first.name and same(change.after, first.after)]
    changed = {change.path for change in marked}
    neighbour = _neighbour(tree, first, changed)
    if neighbour is not None:
        path, entity = neighbour
        edited = entity.with_properties(**{first.name: first.after})
        yield "one too many", "The same was done to a message beside them.", tree.with_entity(path, edited)
    last = alike[-1]
    left = tree.at(last.path) if len(alike) > 1 else None
    if left is not None:
        edited = left.with_properties(**{first.name: last.before})
        yield (
            "last one left out",
            "The last of the messages is as it was.",
            tree.with_entity(last.path, edited),
        )


def _neighbour(tree: Tree, change: Change, changed: set[Path]) -> tuple[Path, Entity] | None:
    """A message of the same folder to which nothing was done and that would look another way."""
    folder = tree.at(change.path[:-1])
    for message in folder.of_kind("message") if folder is not None else ():
        path = (*change.path[:-1], ("message", message.key or ""))
        value = tree.schema.value(message, "message", change.name or "")
        if path not in changed and not same(value, change.after):
            return path, message
    return None
