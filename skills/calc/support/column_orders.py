"""Orders of the columns of a table: how they are told, taken for others, and brought about."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Literal

from forge.preparers.calc.edits import arrange_columns, insert_columns
from forge.preparers.calc.places import column_number
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.facts import column_fact
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Fact

Order = tuple[TableColumn, ...]
"""All columns of a table from left to right."""
Told = tuple[Order, tuple[Fact, ...], dict[str, Order]]
"""An order, the facts that tell it, and others that a hurried person brings about, by name."""

SIDES = {
    0: ("directly to the left of", "right before"),
    1: ("directly to the right of", "right behind"),
}
NAMES = ("first", "second", "third", "fourth")
REST = ("with the others behind them in their present order", "followed by the others as they stand now")


def moved(table: Table, random: Random) -> Told:
    """One column beside another one."""
    item, anchor = random.choice(far_apart(table))
    if random.random() < 0.5:
        item, anchor = anchor, item
    side = random.randint(0, 1)
    told = (
        column_fact("moved", table, item),
        Fact(name="side", value=side, says=SIDES[side]),
        column_fact("anchor", table, anchor),
    )
    wrong = {
        "other side": beside(table.columns, item, anchor, 1 - side),
        "other way": beside(table.columns, anchor, item, side),
    }
    return beside(table.columns, item, anchor, side), told, wrong


def swapped(table: Table, random: Random) -> Told:
    """Two columns in each other's place."""
    one, other = random.choice(far_apart(table))
    places_of = {one: other, other: one}
    order = tuple(places_of.get(item, item) for item in table.columns)
    told = (column_fact("one", table, one), column_fact("other", table, other))
    wrong = {
        "one moved": beside(table.columns, one, other, 0),
        "other moved": beside(table.columns, other, one, 0),
    }
    return order, told, wrong


def lined_up(table: Table, random: Random) -> Told:
    """Four columns right behind the first, the others after them."""
    start, *rest = table.columns
    chosen = random.sample(rest, 4)
    while sorted(chosen, key=rest.index) == chosen:
        random.shuffle(chosen)
    others = [item for item in rest if item not in chosen]
    told = (
        *(column_fact(name, table, item) for name, item in zip(NAMES, chosen, strict=True)),
        Fact(name="behind", value=True, says=("right behind", "directly after")),
        column_fact("start", table, start),
        Fact(name="rest", value=True, says=REST),
    )
    wrong = {
        "backwards": (start, *reversed(chosen), *others),
        "at the end": (start, *others, *chosen),
        "before": (*chosen, start, *others),
    }
    return (start, *chosen, *others), told, wrong


def far_apart(table: Table) -> list[tuple[TableColumn, TableColumn]]:
    """Pairs of columns between which another one stands, without the first."""
    columns = table.columns[1:]
    return [(one, other) for at, one in enumerate(columns) for other in columns[at + 2 :]]


def beside(columns: Order, item: TableColumn, anchor: TableColumn, side: int) -> Order:
    """The columns with one of them moved to a side of another."""
    left = [other for other in columns if other != item]
    at = left.index(anchor) + side
    return (*left[:at], item, *left[at:])


def arrange(
    table: Table, order: Order, desktop: Desktop, *, widths: Literal["along", "stay", "one"] = "along"
) -> None:
    """Bring whole columns into an order on a desktop.

    Args:
        table: the table.
        order: its columns in their new order.
        desktop: the desktop.
        widths: they go along, or stay where they are, or all become one.
    """
    sheet = table.worksheet(desktop)
    before = [sheet.column(item.letter).width for item in table.columns]
    arrange_columns(table.workbook(desktop), table.sheet, [item.letter for item in order])
    for item, width in zip(table.columns, before, strict=True):
        if widths != "along":
            sheet.column(item.letter).width = width if widths == "stay" else 15.0


def torn(table: Table, order: Order, desktop: Desktop, *, header: bool) -> None:
    """Bring only the headers, or only the data, into an order."""
    sheet = table.worksheet(desktop)
    for row in (table.header_row,) if header else table.row_numbers:
        cells = [copy(sheet[table.place(item, row)]) for item in order]
        for item, cell in zip(table.columns, cells, strict=True):
            sheet.cells[row, column_number(item.letter)] = cell


def copied(table: Table, order: Order, desktop: Desktop) -> None:
    """Bring columns into an order, and leave one of them at its old place as well."""
    item = next(item for item, other in zip(table.columns, order, strict=True) if item != other)
    old, new = column_number(item.letter), column_number(table.columns[order.index(item)].letter)
    arrange(table, order, desktop)
    insert_columns(table.workbook(desktop), table.sheet, item.letter)
    sheet = table.worksheet(desktop)
    for row in (table.header_row, *table.row_numbers):
        sheet.cells[row, old] = copy(sheet.cell(row, new + 1 if new >= old else new))
