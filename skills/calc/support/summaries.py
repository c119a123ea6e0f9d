"""Small tables of figures beside a long one, as charts are made of: by class, or over time."""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from statistics import fmean

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.side_sheets import add_side_sheet
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.rows import Entry

_SINGLE = re.compile(r"\b(?:per|price|unit|rate|each|single)\b", re.IGNORECASE)
"""Words of amounts of one piece, of which nobody makes a total."""


def by_class(table: Table, desktop: Desktop, random: Random, *, totals: bool = False) -> tuple[Table, Table]:
    """A sheet with figures for each class of a column: how many rows, and totals or means of the numbers.

    Args:
        table: a table with a column of role `category` and columns of numbers.
        desktop: the desktop.
        random: a stream of its own.
        totals: a row of totals stands below.

    Returns:
        The table that was there, now no longer on the only sheet, and the new one.
    """
    group = table.pick(random, "category")
    classes = list(table.classes(group))
    columns: dict[TableColumn, list[Entry]] = {
        TableColumn(group.name, "category", ""): list(classes),
        TableColumn(f"Number of {table.nouns}", "quantity", ""): [
            table.values(group).count(name) for name in classes
        ],
    }
    for column in _some(table, random):
        work: Callable[[Sequence[float]], float] = sum if _adds_up(column) else fmean
        name = f"{'Total' if _adds_up(column) else 'Average'} {column.inside}"
        columns[replace(column, name=name)] = [
            _figure(work, [n for n, of in _pairs(table, column, group) if of == wanted], column)
            for wanted in classes
        ]
    table, side = add_side_sheet(table, desktop, f"By {group.inside}", columns)
    return table, _with_totals(side, desktop) if totals else side


def _adds_up(column: TableColumn) -> bool:
    return column.role in ("money", "quantity") and _SINGLE.search(column.name) is None


def _some(table: Table, random: Random) -> list[TableColumn]:
    """Up to four columns of numbers, two of money among them where there are so many."""
    money = list(table.all("money"))[:2]
    others = [column for column in table.numeric if column not in money]
    return money + random.sample(others, min(2, len(others)))


def _pairs(table: Table, column: TableColumn, group: TableColumn) -> list[tuple[float, Entry]]:
    entries = zip(table.values(column), table.values(group), strict=True)
    return [(value, of) for value, of in entries if isinstance(value, int | float)]


def _figure(work: Callable[[Sequence[float]], float], numbers: Sequence[float], column: TableColumn) -> float:
    value = work(numbers) if numbers else 0
    return round(value, 4 if column.role == "percentage" else 2)


def _with_totals(side: Table, desktop: Desktop) -> Table:
    """The table with a row of totals right below."""
    sheet, row = side.worksheet(desktop), side.last_row + 1
    for column in side.columns:
        cell = sheet[side.place(column, row)]
        cell.style = sheet[side.place(column, side.last_row)].style.but(bold=True)
        if _adds_up(column):
            cell.put(round(sum(side.numbers(column)), 2), f"=SUM({side.range(column)})")
    sheet[side.place(side.columns[0], row)].put("Total")
    return replace(side, total_row=row)


WEEKS = 13
"""The weeks of a quarter."""

PERIODS: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "Monthly figures": ("Month", tuple(month_name)[1:]),
    "Weekly figures, first half": ("Week", tuple(f"Week {number}" for number in range(1, 2 * WEEKS + 1))),
    "Quarterly figures": (
        "Quarter",
        tuple(f"Q{quarter} {year}" for year in range(2020, 2025) for quarter in range(1, 5)),
    ),
}
"""What sheets of figures over time are called, the header of the periods, and the periods."""

_QUARTER = re.compile(r"(?<![A-Za-z])Q([1-4])(?!\d)")


def over_time(table: Table, desktop: Desktop, random: Random) -> tuple[Table, Table]:
    """A sheet with figures over time: what the numbers of a table might have been, period by period.

    Returns:
        The table that was there, now no longer on the only sheet, and the new one.
    """
    name = random.choice(sorted(PERIODS))
    header, periods = PERIODS[name]
    if (quarter := _quarter(table, desktop)) is not None:
        name, header = "Weekly figures", "Week"
        periods = tuple(f"Week {WEEKS * (quarter - 1) + number}" for number in range(1, WEEKS + 1))
    columns: dict[TableColumn, list[Entry]] = {TableColumn(header, "label", ""): list(periods)}
    for column in _some(table, random):
        columns[column] = _walk(column, fmean(table.numbers(column)) * 10, len(periods), random)
    return add_side_sheet(table, desktop, name, columns)


def _quarter(table: Table, desktop: Desktop) -> int | None:
    """The quarter that a table says it is about: in the name of its file or sheet, or in its title."""
    above = table.worksheet(desktop).cells.items()
    titles = [str(cell.value) for (row, _), cell in above if row < table.header_row]
    found = _QUARTER.search(" ".join((table.mount, table.sheet, *titles)))
    return int(found[1]) if found else None


def _walk(column: TableColumn, start: float, length: int, random: Random) -> list[Entry]:
    """Numbers that go up and down from one period to the next."""
    found: list[Entry] = []
    level = start if column.role != "percentage" else start / 10
    for _ in range(length):
        level *= random.uniform(0.88, 1.14)
        found.append(
            round(level)
            if column.role == "quantity"
            else round(level, 3 if column.role == "percentage" else 2)
        )
    return found
