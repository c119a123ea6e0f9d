"""Changing what stands in a column at the start, so that there is something to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.rows import Entry

REGIONS = ("North", "South", "East", "West", "Central")


def with_entries(table: Table, desktop: Desktop, column: TableColumn, entries: Iterable[Entry]) -> Table:
    """A table with other entries in one of its columns, from the first row down.

    Args:
        table: the table.
        desktop: where they are put.
        column: the column; its cells keep their looks.
        entries: one for each row.
    """
    found = tuple(entries)
    for cell, entry in zip(table.cells(desktop, column), found, strict=True):
        cell.value = entry
    return replace(table, entries={**table.entries, column.name: found})


def with_codes(
    table: Table, desktop: Desktop, column: TableColumn, sign: str, parts: int, random: Random
) -> Table:
    """A table in which the entries of a column are several fields in one, as in `K47/Cardiology/North`.

    Args:
        table: the table.
        desktop: where the entries are changed.
        column: a column of texts; each class gets a code of its own.
        sign: what stands between the parts.
        parts: two for a code and the text as it was, three for a region as well.
        random: a stream of its own.
    """
    classes = table.classes(column)
    numbers = random.sample(range(10, 100), len(classes))
    codes = {text: f"{random.choice('KRTX')}{number}" for text, number in zip(classes, numbers, strict=True)}
    texts = [str(entry) for entry in table.values(column)]
    fields = [(codes[text], text, random.choice(REGIONS))[:parts] for text in texts]
    return with_entries(table, desktop, column, map(sign.join, fields))


def with_numbers(table: Table, desktop: Desktop, column: TableColumn, random: Random) -> Table:
    """A table in which a column counts up in numbers of different lengths, with gaps."""
    digits = random.choice([number for number in (3, 4, 5, 6) if 10**number > 20 * len(table)][:3])
    found: set[int] = set()
    while len(found) < len(table):
        found.add(int(10 ** random.uniform(0.3, digits + 0.3)))
    return with_entries(table, desktop, column, sorted(found))
