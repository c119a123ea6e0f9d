"""Cells that are to look like others: every field of a style checked."""

from __future__ import annotations

from collections.abc import Mapping

from forge.preparers.calc.schema import SCHEMA
from forge.preparers.calc.trees import tree_of
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.calc.support.typed import STYLE_FIELDS
from forge.states.rubric import Absent, Equals
from forge.states.selectors import Selector
from forge.states.values import Value

Look = Mapping[str, Value]
"""What a state says of how a cell looks, without defaults."""


def column_looks(table: Table, desktop: Desktop) -> dict[TableColumn, Look]:
    """How the cells of each column look: the last one that is not empty."""
    tree = tree_of(table.workbook(desktop))
    found: dict[TableColumn, Look] = {}
    for column in table.columns:
        filled = table.rows_where(column, lambda entry: entry is not None) or [table.last_row]
        cell = tree.at((("sheet", table.sheet), ("row", filled[-1]), ("cell", column.letter)))
        own = cell.properties if cell is not None else {}
        found[column] = {name: value for name, value in own.items() if name in STYLE_FIELDS}
    return found


def style_checks(looks: Mapping[Selector, Look]) -> tuple[Equals | Absent, ...]:
    """Checks that cells have their looks, from the cells of each."""
    found: list[Equals | Absent] = []
    for name in STYLE_FIELDS:
        default = SCHEMA.documented("cell", name).default
        for select, look in looks.items():
            value, selected = look.get(name, default), select.of(name)
            found.append(
                Absent(select=selected) if value is None else Equals(select=selected, expected=value)
            )
    return tuple(found)


def look_values(looks: Mapping[Selector, Look]) -> tuple[Value, ...]:
    """Everything that looks hold, each once, for a fact."""
    return tuple({repr(value): value for look in looks.values() for value in look.values()}.values())
