"""Entries that stand in a column more than once, and the rules that mark them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

from forge.preparers.calc.spec import CellValue, Highlight
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.extents import column_pattern
from forge.skills.calc.support.rules import Condition, Marking
from forge.skills.calc.support.tables import Table, TableColumn

SHARE = 0.06
"""So many of the rows are entered with what another row has, at least three."""


def with_repeats(table: Table, column: TableColumn, desktop: Desktop, random: Random) -> Table:
    """The table after some entries of a column were overwritten with those of other rows."""
    entries = list(table.values(column))
    cells = table.cells(desktop, column)
    rows = random.sample(range(len(entries)), 2 * max(3, int(len(entries) * SHARE)))
    for source, copy in zip(rows[::2], rows[1::2], strict=True):
        entries[copy] = entries[source]
        cells[copy].value = entries[source]
    return replace(table, entries={**table.entries, column.name: tuple(entries)})


def repeats(table: Table, column: TableColumn, look: Highlight) -> Marking:
    """The entries of a column that occur more than once."""
    return Marking(
        table=table,
        column=column,
        look=look,
        rule={"type": "duplicates"},
        conditions=tuple(conditions(table, column)),
        marks=partial(occurs_again, Counter(table.values(column))),
    )


def occurs_again(counts: Counter[Any], value: CellValue) -> bool:
    """Whether a value occurs more than once."""
    return value is not None and counts[value] > 1


def conditions(table: Table, column: TableColumn) -> Iterator[Condition]:
    """The ways of making the rule that mark the same cells."""
    yield Condition(column_pattern(table, column), {"type": "duplicates"})
    letter, last = column.letter, table.last_row
    starts = dict.fromkeys((table.first_row, table.header_row, 1))
    areas = [f"{d}{letter}${top}:{d}{letter}${last}" for d in ("$", "") for top in starts]
    areas += [f"${letter}:${letter}", f"{letter}:{letter}"]
    for top in starts:
        places = (f"{letter}{top}", f"${letter}{top}")
        formulas = [
            f"=COUNTIF({area},{place}){more}" for area in areas for place in places for more in (">1", ">=2")
        ]
        yield Condition.by_formula(column_pattern(table, column, below=False, top=top), formulas)


def counted(marking: Marking) -> dict[str, Any]:
    """The rule as a formula that counts."""
    table, letter = marking.table, marking.column.letter
    place = f"{letter}{table.first_row}"
    area = f"${letter}${table.first_row}:${letter}${table.last_row}"
    return {"type": "formula", "formulas": (f"COUNTIF({area},{place})>1",)}


def later_ones(marking: Marking) -> dict[str, Any]:
    """A formula that counts only down to the row."""
    place = f"{marking.column.letter}{marking.table.first_row}"
    return {
        "type": "formula",
        "formulas": (f"COUNTIF(${marking.column.letter}${marking.table.first_row}:{place},{place})>1",),
    }
