"""Moving what stands in the rows of a table, as sorting and deleting do."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cmp_to_key
from itertools import pairwise
from random import Random

from forge.preparers.calc.formulas import shifted
from forge.preparers.calc.places import column_number
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.entries import with_entries
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import Role
from forge.skills.content.rows import Entry
from forge.skills.contract import Fact
from forge.states.ordering import comparing
from forge.states.rubric import SortKey
from forge.states.selectors import Selector

GROUPING: tuple[Role, ...] = ("category", "status", "person", "city", "label")
NUMBERS = (
    ("smallest first", "from the smallest to the largest"),
    ("largest first", "from the largest to the smallest"),
)
TEXTS = (("from A to Z", "in alphabetical order"), ("from Z to A", "in reverse alphabetical order"))
ORDERS: dict[Role, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "date": (
        ("oldest first", "from the oldest to the newest"),
        ("newest first", "from the newest to the oldest"),
    ),
    "time": (("earliest first",), ("latest first",)),
    "duration": (("shortest first",), ("longest first",)),
    **dict.fromkeys(GROUPING, TEXTS),
}
"""How the two directions are told for each role, the ascending one first."""

Key = tuple[TableColumn, bool]
"""A column to sort by, and whether its highest value comes first."""


def key_facts(table: Table, keys: Iterable[Key]) -> tuple[Fact, ...]:
    """The facts of up to three keys: `first` and `first_order`, and so on."""
    found: list[Fact] = []
    for name, (column, descending) in zip(("first", "second", "third"), keys, strict=False):
        words = ORDERS.get(column.role, NUMBERS)[descending]
        found += [column_fact(name, table, column), Fact(name=f"{name}_order", value=descending, says=words)]
    return tuple(found)


def sort_keys(keys: Iterable[Key]) -> tuple[SortKey, ...]:
    """Keys as a check that rows are in order wants them."""
    return tuple(
        SortKey(value=Selector("").below("cell", column.letter).of("value"), descending=descending)
        for column, descending in keys
    )


def sorted_rows(table: Table, keys: Sequence[Key], rows: Iterable[int] | None = None) -> list[int]:
    """The numbers of a table's rows in the order of some keys; what ties stays in the order that it has.

    Args:
        table: the table.
        keys: what is sorted by, the most important first.
        rows: the rows in the order from which is sorted; all from the top by default.
    """
    compare = comparing(sort_keys(keys))
    columns = [column for column, _ in keys]
    values = {row: entries(table, row, columns) for row in table.row_numbers}

    def after(first: int, second: int) -> int:
        return compare(values[first], values[second])

    return sorted(table.row_numbers if rows is None else rows, key=cmp_to_key(after))


def entries(table: Table, row: int, columns: Iterable[TableColumn]) -> tuple[Entry, ...]:
    """What stands in some columns of a row."""
    return tuple(table.value(column, row) for column in columns)


def sorts_alike(table: Table, column: TableColumn) -> bool:
    """Whether everybody puts the texts of a column into one order: plain letters, at most one kind of mark."""
    texts = "".join(table.classes(column))
    plain = [sign for sign in unicodedata.normalize("NFKD", texts) if not unicodedata.combining(sign)]
    marks = {sign for sign in plain if not sign.isalnum() and sign != " "}
    return all(map(str.isascii, plain)) and len(marks) <= 1


def ties(table: Table, keys: Sequence[Key]) -> int:
    """How many rows tie with the next one, when sorted, and are not the same record again."""
    columns = [column for column, _ in keys]
    return sum(
        entries(table, one, columns) == entries(table, other, columns)
        and entries(table, one, table.columns) != entries(table, other, table.columns)
        for one, other in pairwise(sorted_rows(table, keys))
    )


def with_ties(table: Table, desktop: Desktop, keys: Sequence[Key], random: Random, number: int) -> Table:
    """A table in which some rows have the last key in common with another one of their group.

    Args:
        table: the table.
        desktop: where it is changed.
        keys: what is to be sorted by.
        random: a stream of its own.
        number: how many rows at most.
    """
    column, groups = keys[-1][0], [item for item, _ in keys[:-1]]
    pairs = [
        (one, other)
        for one, other in pairwise(sorted_rows(table, keys))
        if entries(table, one, groups) == entries(table, other, groups)
    ]
    values = dict(zip(table.row_numbers, table.values(column), strict=True))
    for one, other in random.sample(pairs, min(len(pairs), number)):
        values[other] = values[one]
    return with_entries(table, desktop, column, values.values())


def put_in_order(
    table: Table, desktop: Desktop, order: Sequence[int], columns: Sequence[TableColumn] | None = None
) -> None:
    """Put the rows of a table into another order on a desktop; where `order` is short, the last are emptied.

    Args:
        table: the table.
        desktop: the desktop.
        order: the numbers of the rows from the top on, as they stand now; the header may be among them, and
            is then one of the rows that are moved.
        columns: the columns that are moved; all by default.
    """
    sheet = table.worksheet(desktop)
    top = table.header_row if table.header_row in order else table.first_row
    for column in columns or table.columns:
        number = column_number(column.letter)
        cells = {row: sheet.cells.pop((row, number), None) for row in range(top, table.last_row + 1)}
        for row, source in enumerate(order, top):
            if (cell := cells[source]) is not None:
                sheet.cells[row, number] = cell
                if cell.formula is not None and row != source:
                    cell.formula = shifted(cell.formula, row - source, 0)
