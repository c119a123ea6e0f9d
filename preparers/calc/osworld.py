"""Which tasks OSWorld's own metric for spreadsheets judges as their rubrics do.

`compare_table` can hold an end against the golden by the names of the sheets and, sheet by sheet, by the values of the
cells as pandas reads them (numbers to four decimals), by the zoom and by the frozen panes. Each of these is a *view*.
Those in which all right ends look alike are compared. The metric fits a task when every change shows in one of them,
and every wrong end looks different in at least one. What no view shows, it does not judge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from forge.preparers.base import NativeMetric
from forge.states.changes import Change, Comparison
from forge.states.entities import Entity, State, Tree
from forge.states.values import Json, Value, encode

_SHOWN_BY: Mapping[tuple[str, str | None], str] = {
    ("cell", "value"): "sheet_data",
    ("sheet", "zoom"): "zoom",
    ("sheet", "frozen_rows"): "freeze",
    ("sheet", "frozen_columns"): "freeze",
}
"""The view that shows a changed property."""
_DECIMALS = 4
"""To how many decimals `compare_table` compares numbers by default."""

_View = tuple[str, str]
"""The name of a rule, and the sheet that it is about; empty for that about all."""


def native_metric(
    mount: str, start: State, golden: State, right: Sequence[State], wrong: Sequence[State]
) -> NativeMetric | None:
    """`compare_table` with its rules, where it fits; the arguments are those of `Preparer.native_metric`."""
    changes = [change for change in Comparison(start, golden).changes() if not change.derived]
    states = [start, golden, *right, *wrong]
    if not mount.endswith(".xlsx") or not changes or any(mount not in state.trees for state in states):
        return None
    at_start, wanted, *others = (_looks(state.trees[mount]) for state in states)
    rights, wrongs = others[: len(right)], [at_start, *others[len(right) :]]
    compared = [view for view in wanted if all(look.get(view) == wanted[view] for look in rights)]
    if any(_view_of(change) not in compared for change in changes):
        return None
    if any(all(look.get(view) == wanted[view] for view in compared) for look in wrongs):
        return None
    return NativeMetric("compare_table", {"rules": [_rule(view, golden.trees[mount]) for view in compared]})


def _view_of(change: Change) -> _View | None:
    """The view that shows a change; None where none does."""
    rule = _SHOWN_BY.get((change.kind, change.name)) if change.type == "set" else None
    return (rule, str(change.path[0][1])) if rule is not None else None


def _looks(tree: Tree) -> Mapping[_View, object]:
    """How a workbook looks in each view."""
    sheets = tree.root.of_kind("sheet")
    looks: dict[_View, object] = {("sheet_name", ""): tuple(sheet.key for sheet in sheets)}
    for sheet in sheets:
        name = sheet.key or ""
        looks["sheet_data", name] = _values(sheet)
        looks["freeze", name] = tuple(
            sheet.properties.get(side, 0) for side in ("frozen_rows", "frozen_columns")
        )
        looks["zoom", name] = _zoom(sheet)
    return looks


def _values(sheet: Entity) -> Mapping[tuple[int, str | None], str]:
    return {
        (number, cell.key): _text(cell.properties["value"])
        for number, row in enumerate(sheet.of_kind("row"))
        for cell in row.of_kind("cell")
        if cell.properties.get("value") is not None
    }


def _text(value: Value) -> str:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"number {round(float(value), _DECIMALS)!r}"
    return repr(encode(value))


def _zoom(sheet: Entity) -> Value:
    return sheet.properties.get("zoom", 100)


def _rule(view: _View, golden: Tree) -> Json:
    """The rule of a view; sheets are told by their places, `R` in the result and `E` in the expected workbook."""
    rule, name = view
    if rule == "sheet_name":
        return {"type": rule}
    sheets = golden.root.of_kind("sheet")
    at = next(place for place, sheet in enumerate(sheets) if sheet.key == name)
    if rule == "zoom":
        return {"type": rule, "sheet_idx": f"RI{at}", "method": "eq", "ref": encode(_zoom(sheets[at]))}
    return {"type": rule, "sheet_idx0": f"RI{at}", "sheet_idx1": f"EI{at}"}
