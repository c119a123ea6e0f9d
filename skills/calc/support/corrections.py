"""Corrections of records: which entries of which rows are to be changed to what, and how that is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from forge.skills.calc.support.facts import column_fact, row_fact
from forge.skills.calc.support.tables import RowReferent, Table, TableColumn
from forge.skills.calc.support.typed import Typed
from forge.skills.content.kit import Role
from forge.skills.contract import Fact

CORRECTED: tuple[Role, ...] = (
    "money",
    "quantity",
    "percentage",
    "measurement",
    "date",
    "time",
    "status",
    "category",
)
ROWS = ("first", "second", "third")


def grammar(form: str, more: str, between: str) -> str:
    """The grammar of one or two entries in each of up to three records, from those of one record."""
    texts = [
        form.format(*(f"{{{{{row}{end}}}}}" for end in ("_column", "", "_value")))
        + f"[[{more.format(*(f'{{{{{row}_{end}}}}}' for end in ('other', 'other_value')))}|]]"
        for row in ROWS
    ]
    return texts[0] + "".join(f"[[{between}{text}|]]" for text in texts[1:])


@dataclass(frozen=True)
class Correction:
    """A record and what is to stand in one or two of its columns."""

    row: RowReferent
    entries: dict[TableColumn, Typed]


def draw(table: Table, random: Random, number: int) -> tuple[Correction, ...]:
    """Corrections of up to three records, to what stands in other rows."""
    found: dict[int, Correction] = {}
    while len(found) < number:
        row = table.referent(random)
        columns = random.sample(table.all(*CORRECTED), random.randint(1, 2))
        found.setdefault(row.row, Correction(row, _entries(table, row.row, columns, random)))
    return tuple(found.values())


def _entries(table: Table, row: int, columns: list[TableColumn], random: Random) -> dict[TableColumn, Typed]:
    """For some columns, what stands there in another row."""
    found: dict[TableColumn, Typed] = {}
    for column in columns:
        others = [value for value in table.values(column) if value not in (None, table.value(column, row))]
        entry = random.choice(others)
        where = table.place(column, row)
        found[column] = Typed(where, entry, column.unit, column.role == "percentage")
    return found


def facts(table: Table, corrections: Sequence[Correction]) -> tuple[list[Fact], list[tuple[str, ...]]]:
    """The facts that tell corrections, and for each entry in turn the names of those that tell it."""
    found: list[Fact] = []
    told: list[tuple[str, ...]] = []
    for name, correction in zip(ROWS, corrections, strict=False):
        found.append(row_fact(name, table, correction.row))
        for end, (column, item) in zip(("", "_other"), correction.entries.items(), strict=False):
            names = (f"{name}{end or '_column'}", f"{name}{end}_value")
            found += [column_fact(names[0], table, column), item.fact(names[1])]
            told.append((name, *names))
    return found, told
