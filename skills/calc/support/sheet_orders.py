"""Orders of the sheets of a workbook: which ones are right, how they are made, and which ones are wrong."""

from __future__ import annotations

from collections.abc import Collection
from copy import deepcopy
from functools import partial

from forge.preparers.calc import places
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.tables import Table
from forge.skills.contract import Attempt
from forge.states.rubric import Equals

Order = tuple[str, ...]
"""The names of all sheets from the first to the last."""


def order_checks(mount: str, order: Order) -> tuple[Equals, ...]:
    """The checks that all sheets stand in an order."""
    return tuple(
        Equals(select=places.sheet(mount, name, "@position"), expected=number)
        for number, name in enumerate(order, 1)
    )


def beside(there: Order, moved: str, other: str, side: str) -> tuple[Order, ...]:
    """The orders in which one sheet stands beside another, when either is moved and the rest stays."""
    found: list[Order] = []
    pair = (moved, other) if side == "before" else (other, moved)
    for stays in (other, moved):
        rest = [name for name in there if name not in pair or name == stays]
        at = rest.index(stays)
        found.append((*rest[:at], *pair, *rest[at + 1 :]))
    return tuple(dict.fromkeys(found))


def arrange(table: Table, order: Order, desktop: Desktop) -> None:
    """Bring the sheets of a table's workbook into an order."""
    table.workbook(desktop).sheets.sort(key=lambda sheet: order.index(sheet.name))


def near_misses(table: Table, orders: Collection[Order], moved: str) -> list[Attempt]:
    """What people get wrong when they move sheets.

    Args:
        table: a table in the workbook.
        orders: the orders that are right.
        moved: a sheet that is moved.
    """
    order = next(iter(orders))

    def copied(desktop: Desktop) -> None:
        workbook = table.workbook(desktop)
        copy = deepcopy(workbook.sheet(moved))
        copy.name = f"{moved[:28]}_2"
        workbook.sheets.insert(order.index(moved), copy)

    wrong = {
        "reversed": order[::-1],
        "first two exchanged": (order[1], order[0], *order[2:]),
        "last two exchanged": (*order[:-2], order[-1], order[-2]),
        "first one to the end": (*order[1:], order[0]),
        "last one to the front": (order[-1], *order[:-1]),
    }
    return [
        Attempt("copied instead", copied, why="The sheet is there twice."),
        *(
            Attempt(name, partial(arrange, table, other), why="The sheets stand in another order.")
            for name, other in wrong.items()
            if other not in orders
        ),
    ]
