"""Sheets that are to be copies of others: checks that nothing in them differs, and other and wrong ways of copying."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import partial

from forge.preparers.calc import edits, places
from forge.preparers.calc.places import block, letters
from forge.preparers.calc.schema import SCHEMA
from forge.preparers.calc.spec import PLAIN, Sheet, Workbook
from forge.preparers.desktop import Desktop
from forge.skills.contract import Attempt
from forge.states.entities import Entity
from forge.states.rubric import Absent, AnyCheck, Count, Equals, Exists
from forge.states.selectors import Selector
from forge.states.values import Value

_KINDS = tuple(kind.name for kind in SCHEMA.kinds.values() if "sheet" in kind.within and kind.name != "row")
_FREE = ("zoom",)


def is_plain(sheet: Sheet) -> bool:
    """Whether a sheet holds nothing but cells, and can be seen."""
    things = (sheet.merges, sheet.conditional_formats, sheet.validations, sheet.charts, sheet.names)
    return not (any(things) or sheet.autofilter or sheet.protection or sheet.hidden) and bool(sheet.cells)


@dataclass(frozen=True)
class SheetCopy:
    """A sheet that is to be a copy of another one.

    Attributes:
        mount: the workbook.
        source: the sheet that is copied, as the state has it.
        name: the name of the copy.
        index: its position from 0 in the end.
    """

    mount: str
    source: Entity
    name: str
    index: int

    @property
    def sheet(self) -> Selector:
        """The copy with all that is on it."""
        return places.sheet(self.mount, self.name)

    def checks(self) -> tuple[AnyCheck, ...]:
        """It is there, at its place, and holds what the source held at the start."""
        return (
            Exists(select=self.sheet),
            Equals(select=self.sheet.of("@position"), expected=self.index + 1),
            *self._cells(),
            *self._around(),
        )

    def _cells(self) -> Iterator[AnyCheck]:
        rows, width = self.source.of_kind("row"), len(self.source.of_kind("column"))
        area = places.cells(self.mount, self.name, block(1, 1, len(rows), width))
        cells = [row.child("cell", letters(number)) for row in rows for number in range(1, width + 1)]
        filled = sum(cell is not None and cell.properties.get("value") is not None for cell in cells)
        yield Count(select=self.sheet.below("row").below("cell").of("value"), expected=filled)
        for name in SCHEMA.kind("cell").properties:
            yield _alike(area.of(name), [SCHEMA.value(cell, "cell", name) for cell in cells])

    def _around(self) -> Iterator[AnyCheck]:
        for kind in ("row", "column"):
            members = self.source.of_kind(kind)
            for name in SCHEMA.kind(kind).properties:
                values = [SCHEMA.value(member, kind, name) for member in members]
                yield _alike(self.sheet.run(kind, 1, len(members)).of(name), values)
        page = self.source.child("page", "page")
        for name in SCHEMA.kind("page").properties:
            yield _alike(self.sheet.below("page", "page").of(name), [SCHEMA.value(page, "page", name)])
        for name in SCHEMA.kind("sheet").properties:
            if name not in _FREE:
                yield _alike(self.sheet.of(name), [SCHEMA.value(self.source, "sheet", name)])
        for kind in _KINDS:
            yield Absent(select=self.sheet.below(kind))

    def add(self, desktop: Desktop, source: str | None = None) -> Sheet:
        """Copy the source, or another sheet, on a desktop."""
        workbook: Workbook = desktop.spec(self.mount)
        copy = deepcopy(workbook.sheet(source or self.source.key or ""))
        copy.name = self.name
        workbook.sheets.insert(self.index, copy)
        return copy


def _alike(select: Selector, values: Sequence[Value]) -> AnyCheck:
    """The check that places hold values: one for all where they are the same."""
    if all(value is None for value in values):
        return Absent(select=select)
    if all(value == values[0] and type(value) is type(values[0]) for value in values):
        return Equals(select=select, expected=values[0])
    return Equals(select=select, each=tuple(values))


def copy_all(copies: Sequence[SheetCopy], desktop: Desktop) -> None:
    """Make copies, one after the other."""
    for item in copies:
        item.add(desktop)


def near_misses(copies: Sequence[SheetCopy]) -> list[Attempt]:
    """What people get wrong when they copy sheets."""
    first, *others = copies
    source = first.source.key or ""

    def moved(desktop: Desktop) -> None:
        copy_all(copies, desktop)
        desktop.spec(first.mount).remove_sheet(source)

    def renamed(desktop: Desktop) -> None:
        edits.rename_sheet(desktop.spec(first.mount), source, first.name)

    def blank(desktop: Desktop) -> None:
        copy_all(copies, desktop)
        desktop.spec(first.mount).sheet(first.name).cells.clear()

    def values(desktop: Desktop) -> None:
        copy_all(copies, desktop)
        sheet: Sheet = desktop.spec(first.mount).sheet(first.name)
        sheet.columns.clear()
        for cell in sheet.cells.values():
            cell.style = PLAIN.but(number_format=cell.style.number_format)

    wrong: dict[str, Callable[[Desktop], None]] = {
        "moved": moved,
        "renamed instead": renamed,
        "without content": blank,
        "values alone": values,
        "other name": partial(copy_all, [replace(first, name=first.name.upper()), *others]),
    }
    found = [Attempt(name, act, why="It is no such copy.") for name, act in wrong.items()]
    moved_on = [replace(item, index=number if first.index else 1000) for number, item in enumerate(copies)]
    found.append(Attempt("at another place", partial(copy_all, moved_on), why="It stands elsewhere."))
    if others:
        found.append(Attempt("one copy only", partial(copy_all, [first]), why="A copy is missing."))
    return found
