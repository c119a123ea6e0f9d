"""Ranges that are merged into one cell with a label: how they are told, checked, and merged otherwise or wrongly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial

from forge.preparers.calc.places import block, range_of
from forge.preparers.calc.trees import reference
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.facts import text_fact
from forge.skills.calc.support.tables import Table
from forge.skills.calc.support.typed import STYLE_FIELDS
from forge.skills.contract import Attempt, Fact
from forge.states.rubric import AnyCheck, Equals, Exists, Requirement
from forge.states.selectors import Selector

_ALIGNMENT = ("horizontal", "vertical", "wrap")


@dataclass(frozen=True)
class Merging:
    """A range that is to be one cell.

    Attributes:
        table: the table on whose sheet it is.
        area: the range.
        label: the text to be typed into it; None where its first cell has one that stays.
        centred: the text is to stand in the middle.
    """

    table: Table
    area: str
    label: str | None
    centred: bool

    @property
    def first(self) -> str:
        """The cell that holds the text."""
        return self.area.partition(":")[0]

    @property
    def merge(self) -> Selector:
        """The merge."""
        return self.table.sheet_selector().below("merge", range=reference(self.area, self.table.sheet))

    def stretched(self, rows: int, columns: int) -> Merging:
        """The same over a range with so many rows and columns more, or fewer."""
        top, left, bottom, right = range_of(self.area)
        return replace(self, area=block(top, left, bottom + rows, right + columns))

    def shifted(self, rows: int) -> Merging:
        """The same so many rows further down."""
        top, left, bottom, right = range_of(self.area)
        return replace(self, area=block(top + rows, left, bottom + rows, right))

    def facts(self, prefix: str = "") -> list[Fact]:
        """The facts `range` and, where it is so, `label` and `centred`."""
        full = reference(self.area, self.table.sheet)
        said = (f"the range {self.area}", self.area)
        found = [Fact(name=f"{prefix}range", value=(self.area, full), says=said)]
        if self.label is not None:
            found.append(text_fact(f"{prefix}label", self.label))
        if self.centred:
            found.append(Fact(name=f"{prefix}centred", value="center", says=("centred", "in the middle")))
        return found

    def requirement(self, prefix: str = "") -> Requirement:
        """It is merged, with its text as it should be."""
        table = self.table
        checks: list[AnyCheck] = [Exists(select=self.merge)]
        if self.label is not None:
            checks.append(Equals(select=table.at(self.first, "value"), expected=self.label, text="trimmed"))
        if self.centred:
            checks.append(Equals(select=table.at(self.first, "horizontal"), expected="center"))
        says = f"{self.area} is one cell."
        facts = tuple(fact.name for fact in self.facts(prefix))
        return Requirement(id=f"{prefix}merge", says=says, any_of=(tuple(checks),), facts=facts)

    @property
    def writes(self) -> list[Selector]:
        """What is written, for the footprint."""
        found = [self.merge]
        if self.label is not None:
            found.append(self.table.at(self.first, "value"))
        if self.centred:
            found.append(self.table.at(self.first, "horizontal"))
        return found

    @property
    def free(self) -> list[Selector]:
        """How the cell looks is up to anybody; of a text that stays, only how it is aligned.

        Merges have no order but that in which they are read.
        """
        names = _ALIGNMENT if self.label is None else STYLE_FIELDS
        sheet, (_, left, _, right) = self.table.sheet_selector(), range_of(self.area)
        columns = [] if self.label is None else [sheet.run("column", left - 1, right)]
        looks = [self.table.at(self.area, name) for name in names if name != "horizontal" or not self.centred]
        return [*looks, *columns, sheet.below("row").of("height"), sheet.of("order:merge")]

    def apply(self, desktop: Desktop, **looks: object) -> None:
        """Merge it on a desktop, with looks of its own."""
        sheet = self.table.worksheet(desktop)
        sheet.merges.append(self.area)
        cell = sheet[self.first]
        if self.label is not None:
            cell.put(self.label)
        cell.restyle(**({"horizontal": "center"} if self.centred else {}), **looks)


def apply_all(mergings: Sequence[Merging], desktop: Desktop, **looks: object) -> None:
    """Merge several ranges."""
    for item in mergings:
        item.apply(desktop, **looks)


def variants(mergings: Sequence[Merging]) -> list[Attempt]:
    """The same with other looks."""
    act, why = partial(partial, apply_all, mergings), "Nobody asked how the text stands in the cell."
    return [
        Attempt("in the middle of the height", act(vertical="center"), why=why),
        Attempt("wrapped at the top", act(vertical="top", wrap=True), why=why),
    ]


def near_misses(mergings: Sequence[Merging]) -> list[Attempt]:
    """What people get wrong when they merge."""
    first, *others = mergings
    top, left, bottom, right = range_of(first.area)

    def unmerged(desktop: Desktop) -> None:
        apply_all(mergings, desktop)
        first.table.worksheet(desktop).merges.remove(first.area)

    def by_rows(desktop: Desktop) -> None:
        apply_all(mergings, desktop)
        first.table.worksheet(desktop).merges.remove(first.area)
        first.table.worksheet(desktop).merges += [
            block(row, left, row, right) for row in range(top, bottom + 1)
        ]

    wrong: dict[str, Callable[[Desktop], None]] = {
        "not merged": unmerged,
        "one column too many": partial(apply_all, [first.stretched(0, 1), *others]),
        "one row down": partial(apply_all, [first.shifted(1), *others]),
    }
    if right - left > 1:
        wrong["one column short"] = partial(apply_all, [first.stretched(0, -1), *others])
    if bottom > top and right > left:
        wrong["row by row"] = by_rows
    if others:
        wrong["first one only"] = partial(apply_all, [first])
    if first.label is not None:
        wrong["without its text"] = partial(apply_all, [replace(first, label=None), *others])
    if first.centred:
        wrong["not centred"] = partial(apply_all, [replace(first, centred=False), *others])
    return [Attempt(name, act, why="It is not the cell that was asked for.") for name, act in wrong.items()]
