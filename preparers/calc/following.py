"""What the schema of workbooks knows of places: how formulas move, what they depend on, how addresses read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from weakref import WeakKeyDictionary

from forge.preparers.calc.formulas import Area, areas, with_areas, words
from forge.preparers.calc.places import LAST_ROW, MAX_ROW, letters, quoted
from forge.states.alignment import Follower
from forge.states.entities import Entity, Path, Tree
from forge.states.values import Formula, Reference, Value

_Span = tuple[int, int] | None
_spans: WeakKeyDictionary[Follower, dict[tuple[str, str, str, int, int], _Span]] = WeakKeyDictionary()
"""For each follower, where runs of rows and columns went: formulas ask for the same ones again and again."""


def rewrite(value: Value, follower: Follower, mount: str, path: Path) -> Value:
    """A formula, a reference or a list of them, as it reads after rows, columns and sheets have moved.

    A range becomes the hull of where its rows and columns went; what is gone reads `#REF!`.
    """
    if isinstance(value, tuple):
        return tuple(rewrite(item, follower, mount, path) for item in value)
    if not isinstance(value, Formula | Reference):
        return value
    home = str(path[0][1]) if path and path[0][0] == "sheet" else None
    moved = with_areas(value.text, partial(_moved, follower=follower, mount=mount, home=home))
    return type(value)(moved)


def _moved(area: Area, *, follower: Follower, mount: str, home: str | None) -> Area | None:
    sheet = area.sheet if area.sheet is not None else home
    if sheet is None:
        return area
    new_path = follower.follow(mount, (("sheet", sheet),))
    if new_path is None:
        return None
    rows = columns = None
    if area.top is not None and area.bottom is not None:
        rows = _span(follower, mount, sheet, "row", area.top, area.bottom)
        if rows is None:
            return None
    if area.left is not None and area.right is not None:
        columns = _span(follower, mount, sheet, "column", area.left, area.right)
        if columns is None:
            return None
    top, bottom = rows or (None, None)
    left, right = columns or (None, None)
    renamed = str(new_path[0][1]) if area.sheet is not None else None
    return replace(area, sheet=renamed, top=top, left=left, bottom=bottom, right=right)


def _span(follower: Follower, mount: str, sheet: str, kind: str, first: int, last: int) -> _Span:
    """The hull of where the rows or columns from one to another went; None when all are gone."""
    known = _spans.setdefault(follower, {})
    key = (mount, sheet, kind, first, last)
    if key not in known:
        if last - first > 0:
            # Beyond the last row that is read nothing stands; what is there moves along with its end.
            numbers = [*range(first, min(last, MAX_ROW) + 1), *([last] if last > MAX_ROW else ())]
            parts = [_span(follower, mount, sheet, kind, number, number) for number in numbers]
            there = [part for part in parts if part is not None]
            known[key] = (min(p[0] for p in there), max(p[1] for p in there)) if there else None
        else:
            new = follower.follow(mount, (("sheet", sheet), (kind, first)))
            known[key] = (min(int(new[-1][1]), LAST_ROW),) * 2 if new is not None else None
    return known[key]


def sources(tree: Tree, path: Path, name: str) -> Iterable[tuple[Path, str]]:
    """The cells, as paths with `value`, from which the value of a formula cell follows."""
    cell = tree.at(path)
    if name != "value" or cell is None or not path or path[0][0] != "sheet":
        return
    formula = cell.properties.get("formula")
    if isinstance(formula, Formula):
        yield from _cells_of(tree, formula.text, str(path[0][1]), frozenset())


def _cells_of(tree: Tree, formula: str, home: str, seen: frozenset[str]) -> Iterator[tuple[Path, str]]:
    for area in areas(formula):
        name = area.sheet if area.sheet is not None else home
        sheet = tree.root.child("sheet", name)
        if sheet is not None:
            for path in _cells_in(sheet, area):
                yield (("sheet", name), *path), "value"
    for word in words(formula):
        named = tree.root.child("name", word)
        own = tree.root.child("sheet", home)
        named = (own.child("name", word) if own is not None else None) or named
        refers = named.properties.get("refers") if named is not None else None
        if isinstance(refers, Formula | Reference) and word not in seen:
            yield from _cells_of(tree, refers.text, home, seen | {word})


def _cells_in(sheet: Entity, area: Area) -> Iterator[Path]:
    """The places of an area, as far as the sheet is used; a single cell also beyond."""
    rows, columns = len(sheet.of_kind("row")), len(sheet.of_kind("column"))
    single = area.top is not None and area.left is not None
    single = single and (area.top, area.left) == (area.bottom, area.right)
    last_row = area.bottom or rows if single else min(area.bottom or rows, rows)
    last_column = area.right or columns if single else min(area.right or columns, columns)
    for row in range(area.top or 1, last_row + 1):
        for column in range(area.left or 1, last_column + 1):
            yield (("row", row), ("cell", letters(column)))


def pretty(path: Path, name: str | None) -> str:
    """An address as people of spreadsheets write it: `Orders!C7.value`, `Orders!row 7.height`."""
    if not path:
        return name or "workbook"
    suffix = f".{name}" if name else ""
    if path[0][0] != "sheet":
        return _steps(path) + suffix
    sheet, rest = quoted(str(path[0][1])), path[1:]
    match rest:
        case ():
            return sheet + suffix
        case (("row", row), ("cell", column)):
            return f"{sheet}!{column}{row}{suffix}"
        case (("row", row),):
            return f"{sheet}!row {row}{suffix}"
        case (("column", int(column)),):
            return f"{sheet}!column {letters(column)}{suffix}"
    return f"{sheet}!{_steps(rest)}{suffix}"


def _steps(path: Path) -> str:
    """Steps in the plain form; what there is only one of stands without its key."""
    return "/".join(kind if kind == key else f"{kind}[{key}]" for kind, key in path)
