"""Wrong ends that people who know word processors would try, made from the start and the golden state alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import takewhile

from forge.preparers.writer.following import paragraph_reference
from forge.states.changes import Change, Comparison
from forge.states.entities import Path, State, Tree
from forge.states.patches import Edit, EntityData, Patch
from forge.states.values import Value, same

Changes = list[Change]


def near_misses(start: State, golden: State, mount: str) -> list[Patch]:
    """The near misses of one mount; those that would say the same as the golden state are left out."""
    tree = golden.trees[mount]
    changes = [change for change in Comparison(start, golden).changes_of(mount) if not change.derived]
    makers: tuple[Callable[[Tree, str, Changes], Patch | None], ...] = (
        _last_left_out,
        _whole_paragraph,
        _next_paragraph,
        _one_place_off,
        _case_changed,
        _shown_not_typed,
    )
    return [patch for maker in makers if (patch := maker(tree, mount, changes)) is not None]


def _set(mount: str, path: Path, name: str, value: Value) -> Edit:
    return Edit(op="set", mount=mount, path=path, name=name, value=value)


def _sets(changes: Iterable[Change], kind: str) -> Changes:
    return [change for change in changes if change.type == "set" and change.kind == kind]


def _last_left_out(tree: Tree, mount: str, changes: Changes) -> Patch | None:  # noqa: ARG001 - one signature
    """Of several places that were changed in one way, the last is as it was."""
    by_name: dict[tuple[str, str | None], Changes] = {}
    for change in changes:
        if change.type == "set":
            by_name.setdefault((change.kind, change.name), []).append(change)
    last = {path for run in by_name.values() if len(run) > 1 for path in _last_place([c.path for c in run])}
    edits = [
        _set(mount, change.path, change.name or "", change.before)
        for change in changes
        if change.type == "set" and change.path in last
    ]
    if not edits:
        return None
    return Patch(name="last left out", why="The last of the places is as it was.", edits=tuple(edits))


def _last_place(paths: list[Path]) -> list[Path]:
    """The last of some places: words that stand side by side are one, where there are others."""
    kind, number = paths[-1][-1]
    if kind != "word" or not isinstance(number, int):
        return paths[-1:]
    chain = [(*paths[-1][:-1], (kind, at)) for at in range(number, 0, -1)]
    together = list(takewhile(set(paths).__contains__, chain))
    return together if len(together) < len(paths) else paths[-1:]


def _whole_paragraph(tree: Tree, mount: str, changes: Changes) -> Patch | None:
    """Where some words of a paragraph were formatted, all of them are."""
    edits: dict[tuple[Path, str], Edit] = {}
    for change in _sets(changes, "word"):
        above = tree.at(change.path[:-1])
        name = change.name or ""
        if above is None or name in ("link", "field", "footnote", "change"):
            continue
        for number, word in enumerate(above.of_kind("word"), 1):
            path = (*change.path[:-1], ("word", number))
            if not same(tree.schema.value(word, "word", name), change.after):
                edits[path, name] = _set(mount, path, name, change.after)
    if not edits:
        return None
    return Patch(
        name="whole paragraph",
        why="The whole paragraph is formatted, not the words that were meant.",
        edits=tuple(edits.values()),
    )


def _next_paragraph(tree: Tree, mount: str, changes: Changes) -> Patch | None:
    """What was set at one paragraph is set at the next one too."""
    edits = []
    for change in _sets(changes, "paragraph"):
        step = change.path[-1]
        if change.name in ("text", "style") or not isinstance(step[1], int):
            continue
        path = (*change.path[:-1], ("paragraph", step[1] + 1))
        entity = tree.at(path)
        name = change.name or ""
        if entity is None or any(other.path == path for other in changes):
            continue
        if not same(tree.schema.value(entity, "paragraph", name), change.after):
            edits.append(_set(mount, path, name, change.after))
    if not edits:
        return None
    return Patch(
        name="next paragraph too", why="The selection reached into the next paragraph.", edits=tuple(edits)
    )


def _one_place_off(tree: Tree, mount: str, changes: Changes) -> Patch | None:
    """A new paragraph or table stands behind the paragraph before which it belongs."""
    body = tree.root.of_kind("paragraph")
    for change in changes:
        if change.type != "added" or len(change.path) != 1:
            continue
        kind, number = change.path[0]
        entity = tree.at(change.path)
        if entity is None or not isinstance(number, int):
            continue
        if kind == "paragraph" and number < len(body):
            following = body[number]
            if tree.schema.content(following) == tree.schema.content(entity):
                continue
            edits = (
                Edit(op="remove", mount=mount, path=change.path),
                Edit(
                    op="insert", mount=mount, path=(("paragraph", number + 1),), entity=EntityData.of(entity)
                ),
            )
            return Patch(name="one place off", why="The new paragraph stands one further down.", edits=edits)
        if kind == "table":
            before = int(str(getattr(entity.properties.get("before"), "text", "paragraph 1")).split()[-1])
            if before < len(body):
                moved = _set(mount, change.path, "before", paragraph_reference(before + 1))
                return Patch(
                    name="one place off",
                    why="The new table stands one paragraph further down.",
                    edits=(moved,),
                )
    return None


def _case_changed(tree: Tree, mount: str, changes: Changes) -> Patch | None:  # noqa: ARG001 - one signature
    """A new text with its first letter in the other case."""
    edits = []
    for change in _sets(changes, "paragraph"):
        if change.name != "text" or not isinstance(change.after, str):
            continue
        at = next((index for index, sign in enumerate(change.after) if sign.isalpha()), None)
        if at is not None:
            other = change.after[:at] + change.after[at].swapcase() + change.after[at + 1 :]
            if other not in (change.after, change.before):
                edits.append(_set(mount, change.path, "text", other))
    if not edits:
        return None
    return Patch(name="other case", why="The first letter is in the wrong case.", edits=tuple(edits))


def _shown_not_typed(tree: Tree, mount: str, changes: Changes) -> Patch | None:
    """Letters that should be capitals are only shown as such, or a field is a number that was typed."""
    edits = []
    for change in _sets(changes, "paragraph"):
        before, after = change.before, change.after
        if (
            change.name == "text"
            and isinstance(before, str)
            and isinstance(after, str)
            and before.upper() == after != before
        ):
            edits.append(_set(mount, change.path, "text", before))
            entity = tree.at(change.path)
            for number, _ in enumerate(entity.of_kind("word") if entity is not None else (), 1):
                edits.append(_set(mount, (*change.path, ("word", number)), "caps", "all"))
    if not edits:
        return None
    return Patch(
        name="shown in capitals",
        why="The text is as it was and only looks like capitals.",
        edits=tuple(edits),
    )
