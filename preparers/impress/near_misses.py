"""Wrong ends that people who know presentations would try, made from the start and the golden state alone."""

from __future__ import annotations

from collections.abc import Callable

from forge.states.changes import Change, Comparison
from forge.states.entities import Entity, Path, State, Tree
from forge.states.patches import Edit, EntityData, Patch
from forge.states.values import Value, same

_LOOK = ("bold", "italic", "underline", "strike", "colour", "font", "size", "script")
_FORMAT = ("width", "height")
_FITTED = ("left", "top", *_FORMAT)
"""What Impress changes on every slide when these get another format, if it is let."""
_NEXT = (1, -1)
"""Which slide is taken for another: the one after it, else the one before."""


def near_misses(start: State, golden: State, mount: str) -> list[Patch]:
    """The near misses of one mount; those that would say the same as the golden state are left out."""
    tree = golden.trees[mount]
    found = [change for change in Comparison(start, golden).changes_of(mount) if change.type == "set"]
    resized = any(not change.path and change.name in _FORMAT for change in found)
    changes = [
        change
        for change in found
        if change.path and change.path[0][0] == "slide" and not (resized and change.name in _FITTED)
    ]
    makers: tuple[Callable[[Tree, str, list[Change]], Patch | None], ...] = (
        _wrong_slide,
        _every_slide,
        _last_left_out,
        _first_word_only,
    )
    return [patch for maker in makers if (patch := maker(tree, mount, changes)) is not None]


def _set(mount: str, path: Path, name: str | None, value: Value) -> Edit:
    return Edit(op="set", mount=mount, path=path, name=name, value=value)


def _value(tree: Tree, path: Path, name: str) -> Value:
    return tree.schema.value(tree.at(path), path[-1][0], name)


def _on(path: Path, number: int) -> Path:
    """The same place on another slide."""
    return (("slide", number), *path[1:])


def _wrong_slide(tree: Tree, mount: str, changes: list[Change]) -> Patch | None:
    """What was asked of one slide, done on its neighbour."""
    slides = {change.path[0][1] for change in changes}
    if len(slides) != 1:
        return None
    number = int(next(iter(slides)))
    for step in _NEXT:
        other = number + step
        there = [tree.at(_on(change.path, other)) for change in changes]
        if not all(entity is not None for entity in there):
            continue
        edits = [_set(mount, change.path, change.name, change.before) for change in changes]
        edits += [_set(mount, _on(change.path, other), change.name, change.after) for change in changes]
        return Patch(name="wrong slide", why="The neighbour of the slide was changed.", edits=tuple(edits))
    return None


def _every_slide(tree: Tree, mount: str, changes: list[Change]) -> Patch | None:
    """What was asked of one slide, done on all that have such a thing."""
    if len({change.path[0][1] for change in changes}) != 1:
        return None
    edits = []
    for number in range(1, len(tree.root.of_kind("slide")) + 1):
        for change in changes:
            path = _on(change.path, number)
            if tree.at(path) is None or change.name in (None, "text", "notes"):
                continue
            if not same(_value(tree, path, change.name), change.after):
                edits.append(_set(mount, path, change.name, change.after))
    if not edits:
        return None
    return Patch(name="every slide", why="All slides were changed instead of one.", edits=tuple(edits))


def _last_left_out(tree: Tree, mount: str, changes: list[Change]) -> Patch | None:  # noqa: ARG001 - one signature
    """The last of several slides, shapes or paragraphs was forgotten."""
    by_name: dict[str | None, list[Change]] = {}
    for change in changes:
        by_name.setdefault(change.name, []).append(change)
    edits = []
    for found in by_name.values():
        paths = {change.path for change in found}
        if len(paths) > 1:
            last = max(found, key=lambda change: [(kind, str(key).zfill(6)) for kind, key in change.path])
            edits.append(_set(mount, last.path, last.name, last.before))
    if not edits:
        return None
    return Patch(name="last left out", why="The last of several places is as it was.", edits=tuple(edits))


def _first_word_only(tree: Tree, mount: str, changes: list[Change]) -> Patch | None:
    """A paragraph of which only the first word was formatted: the text was not selected to its end."""
    edits: list[Edit] = []
    for change in changes:
        if change.kind != "paragraph" or change.name not in _LOOK:
            continue
        paragraph = tree.at(change.path)
        words = str(paragraph.properties.get("text", "")).split() if paragraph is not None else []
        if paragraph is None or len(words) < 3 or len(words[0]) * 2 >= sum(map(len, words)):
            continue
        if paragraph.children or any(edit.path == change.path for edit in edits):
            continue
        edits.append(_set(mount, change.path, change.name, change.before))
        look = {name: paragraph.properties[name] for name in (*_LOOK, "link") if name in paragraph.properties}
        word = Entity("stretch", words[0], {**look, change.name: change.after})
        edits.append(
            Edit(
                op="put",
                mount=mount,
                path=(*change.path, ("stretch", words[0])),
                entity=EntityData.of(word),
            )
        )
    if not edits:
        return None
    return Patch(name="first word only", why="Only the first word was formatted.", edits=tuple(edits))
