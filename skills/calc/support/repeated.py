"""Records that stand in a table more than once: put there, found again, and removed in right and wrong ways."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random

from forge.preparers.calc import edits
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.entries import with_entries
from forge.skills.calc.support.moving import entries
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.rows import Entry
from forge.skills.contract import Attempt
from forge.states.rubric import Absent, AnyCheck, Unchanged
from forge.states.selectors import Selector


def groups(table: Table, columns: Sequence[TableColumn]) -> list[list[int]]:
    """The rows that agree in some columns, from the top, in groups of at least two."""
    found: dict[tuple[Entry, ...], list[int]] = {}
    for row in table.row_numbers:
        found.setdefault(entries(table, row, columns), []).append(row)
    return [rows for rows in found.values() if len(rows) > 1]


def with_repetitions(
    table: Table,
    desktop: Desktop,
    random: Random,
    *,
    same: int,
    alike: int,
    other: Mapping[TableColumn, bool],
) -> Table:
    """A table in which some rows were overwritten with records that stand further up.

    Args:
        table: the table.
        desktop: where it is changed.
        random: a stream of its own.
        same: how many are repetitions.
        alike: how many only look like it, at most four.
        other: columns that differ from the record further up: True in those that only look like it, False in
            repetitions.
    """
    columns = {column: list(table.values(column)) for column in table.columns}
    for number, (source, target) in enumerate(_pairs(table, random, same, alike)):
        for column, values in columns.items():
            entry = table.value(column, source)
            differs = other.get(column)
            if differs is not None and differs == (number >= same):
                entry = random.choice([value for value in table.values(column) if value not in (None, entry)])
            values[target - table.first_row] = entry
    for column, values in columns.items():
        table = with_entries(table, desktop, column, values)
    return table


def _pairs(table: Table, random: Random, same: int, alike: int) -> list[tuple[int, int]]:
    """Rows further up, each with a row to be overwritten, which is not the last of all.

    No two of the rows further up are neighbours in the end, and at least two other rows are left between a row and
    its repetition: where any of several equal rows may stay, exchanging neighbours would else be
    right as well.
    """
    targets = random.sample(table.row_numbers[4:-1], same + alike)
    kept = [row for row in table.row_numbers if row not in targets]
    free, beside = set(kept), set[int]()
    found: list[tuple[int, int]] = []
    for target in targets[:same]:
        above = kept[: max(0, bisect_left(kept, target) - 2)]
        sources = [row for row in above if row in free and row not in beside]
        source = random.choice(sources or [row for row, _ in found if row in above])
        if random.random() > 0.2:
            free.discard(source)
        place = kept.index(source)
        beside.update(kept[max(place - 1, 0) : place], kept[place + 1 : place + 2])
        found.append((source, target))
    resembled: list[int] = []  # each by one row: two of them could be the same
    for target in targets[same:]:
        resembled.append(random.choice([row for row in kept if row < target and row not in resembled]))
        found.append((resembled[-1], target))
    return found


@dataclass(frozen=True)
class Repeated:
    """Which rows of a table are the same.

    Attributes:
        table: the table.
        keys: the columns in which they agree; none for all.
        groups: the rows that are the same, from the top.
        alike: rows that are taken for repetitions and are none.
    """

    table: Table
    keys: tuple[TableColumn, ...]
    groups: list[list[int]]
    alike: list[int]

    @property
    def repetitions(self) -> list[int]:
        """The rows that repeat one further up."""
        return sorted(row for rows in self.groups for row in rows[1:])

    def remove(self, desktop: Desktop, rows: Collection[int], below: int = 0) -> None:
        """Delete rows; below the table, so many columns keep their looks."""
        table = self.table
        sheet = table.worksheet(desktop)
        styles = [sheet[table.place(column, table.last_row)].style for column in table.columns[:below]]
        edits.delete_rows(table.workbook(desktop), table.sheet, rows)
        for row in range(table.last_row - len(rows) + 1, table.last_row + 1):
            for column, style in zip(table.columns, styles, strict=False):
                sheet[table.place(column, row)].style = style

    def empty(self, desktop: Desktop) -> None:
        """Empty the rows and leave them where they are."""
        for row in self.repetitions:
            for column in self.table.columns:
                self.table.cell(desktop, column, row).value = None

    def rows(self, rows: Iterable[int]) -> Selector:
        """Some rows of the sheet."""
        return self.table.sheet_selector().below("row", *rows)

    def ways(self, rows: list[int]) -> tuple[tuple[AnyCheck, ...], ...]:
        """One of some rows is left: the first, or any where they are the same throughout."""
        return tuple(
            (
                Unchanged(select=self.rows([kept])),
                Absent(select=self.rows([row for row in rows if row != kept])),
            )
            for kept in (rows[:1] if self.keys else rows)
        )

    def variants(self) -> list[Attempt]:
        """Other ways of removing the repetitions."""
        act, why = partial(partial, self.remove), "Looks without content are left below."
        found = [
            Attempt("looks left below", act(rows=self.repetitions, below=len(self.table.columns)), why=why),
            Attempt("looks left in one column", act(rows=self.repetitions, below=1), why=why),
        ]
        if not self.keys:
            upper = [row for rows in self.groups for row in rows[:-1]]
            found.append(Attempt("the last ones stay", act(rows=upper), why="The records are the same."))
        return found

    def near_misses(self) -> list[Attempt]:
        """What people get wrong with repetitions."""
        act, gone = partial(partial, self.remove), self.repetitions
        found = [
            Attempt("one left over", act(rows=gone[:-1]), why="A record still stands there twice."),
            Attempt(
                "all of them removed",
                act(rows=[row for rows in self.groups for row in rows]),
                why="None is left.",
            ),
            Attempt("only emptied", self.empty, why="The rows are still there, empty."),
        ]
        if self.alike:
            both = act(rows=[*gone, *self.alike])
            found.append(
                Attempt("similar ones as well", both, why="Records that are no duplicates are gone.")
            )
        if self.keys:
            upper = act(rows=[row for rows in self.groups for row in rows[:-1]])
            found.append(Attempt("the last ones stay", upper, why="The first ones were to stay."))
        return found
