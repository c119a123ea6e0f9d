"""Edits of the pivot table of the rich workbook: one for each documented property, and things that are added."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from forge.preparers.calc.spec import DataField, Pivot, Workbook

Edit = Callable[[Workbook], Any]
AMOUNT, UNITS = DataField("Amount"), DataField("Units")


def pivot(**changes: Any) -> Edit:
    """Change the pivot table."""
    return lambda book: [setattr(book.sheet("Sales").pivots[0], *item) for item in changes.items()]


PIVOTS: dict[str, Edit] = {
    "pivot.source": pivot(source="Sales!$A$1:$E$3"),
    "pivot.anchor": pivot(anchor="I2"),
    "pivot.rows": pivot(rows=("Product",)),
    "pivot.columns": pivot(columns=("Product",)),
    "pivot.filters": pivot(filters=("Product",)),
    "pivot.across": pivot(data=(AMOUNT, UNITS), across=True),
    "pivot.subtotals": pivot(rows=("Region", "Product"), subtotals=("Region",)),
    "pivot.hidden": pivot(hidden=(("Region", "South"),)),
    "data_field.field": pivot(data=(UNITS,)),
    "data_field.function": pivot(data=(DataField("Amount", "average"),)),
}
ADDED_PIVOTS: dict[str, Edit] = {
    "pivot": lambda book: book.sheet("Sales").pivots.append(
        Pivot("Sales!$A$1:$E$4", "P1", columns=("Paid",), data=(UNITS,))
    ),
    "data_field": pivot(data=(AMOUNT, UNITS)),
}
