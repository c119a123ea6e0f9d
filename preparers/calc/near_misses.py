"""Wrong ends that people who know spreadsheets would try, made from the start and the golden state alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import itemgetter

from forge.preparers.calc.formulas import plain_number
from forge.preparers.calc.places import column_number
from forge.states.changes import Change, Comparison
from forge.states.entities import Path, State, Tree
from forge.states.patches import Edit, Patch
from forge.states.selectors import Selector
from forge.states.values import Formula, Value, same

Run = list[Change]
"""Changes of one property down a column, from the top."""


def near_misses(start: State, golden: State, mount: str) -> list[Patch]:
    """The near misses of one mount; those that would say the same as the golden state are left out."""
    tree = golden.trees[mount]
    changes = [
        change
        for change in Comparison(start, golden).changes_of(mount)
        if change.type == "set" and change.kind == "cell" and _place(change.path) is not None
    ]
    makers: tuple[Callable[[State, Tree, str, list[Change]], Patch | None], ...] = (
        _constants,
        _one_row_off,
        _last_left_out,
        _numbers_as_text,
    )
    return [patch for maker in makers if (patch := maker(golden, tree, mount, changes)) is not None]


def _place(path: Path) -> tuple[str, int, int] | None:
    """The sheet, row and column of a cell's path."""
    match path:
        case (("sheet", str(sheet)), ("row", int(row)), ("cell", str(column))):
            return sheet, row, column_number(column)
    return None


def _set(mount: str, path: Path, name: str, value: Value) -> Edit:
    return Edit(op="set", mount=mount, path=path, name=name, value=value)


def _constants(golden: State, tree: Tree, mount: str, changes: list[Change]) -> Patch | None:
    """Each new formula replaced by its value; what probes read there does not move with the inputs."""
    paths = [change.path for change in changes if change.name == "formula" and change.after is not None]
    edits = [_set(mount, path, "formula", None) for path in paths]
    if not edits:
        return None
    values = {path: _value(tree, path) for path in paths}
    for probe, readings in golden.trees.items():
        if readings.schema.name != "probe":
            continue
        for reading in readings.root.of_kind("reading"):
            target = Selector.parse(reading.key or "")
            path = target.path()
            if (
                target.mount == mount
                and path in values
                and not same(values[path], reading.properties.get("value"))
            ):
                edits.append(_set(probe, (("reading", reading.key or ""),), "value", values[path]))
    return Patch(
        name="values instead of formulas",
        why="The numbers are right until an input changes; formulas were asked for.",
        edits=tuple(edits),
    )


def _value(tree: Tree, path: Path) -> Value:
    entity = tree.at(path)
    return entity.properties.get("value") if entity is not None else None


def _runs(changes: Iterable[Change], names: tuple[str, ...]) -> list[Run]:
    """Changes of one property that stand below one another without a gap, at least two of them."""
    columns: dict[tuple[str, int, str], list[tuple[int, Change]]] = {}
    for change in changes:
        if change.name in names and change.after is not None and (place := _place(change.path)) is not None:
            sheet, row, column = place
            columns.setdefault((sheet, column, change.name or ""), []).append((row, change))
    runs: list[Run] = []
    for found in columns.values():
        found.sort(key=itemgetter(0))
        below = None
        for row, change in found:
            if row != below:
                runs.append([])
            runs[-1].append(change)
            below = row + 1
    return [run for run in runs if len(run) > 1]


def _one_row_off(golden: State, tree: Tree, mount: str, changes: list[Change]) -> Patch | None:  # noqa: ARG001 - one signature
    """The right values of a column, each in the row below its own."""
    edits: list[Edit] = []
    for run in _runs(changes, ("value",)):
        values = [_value(tree, change.path) for change in run]
        if all(same(values[0], value) for value in values):
            continue
        for change, value in zip(run, [run[0].before, *values[:-1]], strict=True):
            edits.append(_set(mount, change.path, "formula", None))
            edits.append(_set(mount, change.path, "value", value))
    if not edits:
        return None
    return Patch(
        name="one row off", why="Every value stands in the row below the right one.", edits=tuple(edits)
    )


def _last_left_out(golden: State, tree: Tree, mount: str, changes: list[Change]) -> Patch | None:  # noqa: ARG001 - one signature
    """A column that was not filled, formatted or changed down to its last row."""
    last = {run[-1].path: run[-1] for run in _runs(changes, tuple(tree.schema.kinds["cell"].properties))}
    edits = [
        _set(mount, change.path, change.name or "", change.before)
        for change in changes
        if change.path in last
    ]
    if not edits:
        return None
    return Patch(name="last row left out", why="The last row of the range is as it was.", edits=tuple(edits))


def _numbers_as_text(golden: State, tree: Tree, mount: str, changes: list[Change]) -> Patch | None:  # noqa: ARG001 - one signature
    """New numbers that were entered as texts: they look right and cannot be calculated with."""
    edits = [
        _set(mount, change.path, "value", plain_number(float(change.after)))
        for change in changes
        if change.name == "value"
        and isinstance(change.after, int | float)
        and not isinstance(change.after, bool)
        and not isinstance(_formula(tree, change.path), Formula)
    ]
    if not edits:
        return None
    return Patch(
        name="numbers as text", why="The numbers are texts, which formulas pass over.", edits=tuple(edits)
    )


def _formula(tree: Tree, path: Path) -> Value:
    entity = tree.at(path)
    return entity.properties.get("formula") if entity is not None else None
