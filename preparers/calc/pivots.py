"""What a pivot table shows: the summary of its source, laid out as LibreOffice lays it out when it opens a file."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import pstdev, pvariance, stdev, variance

from forge.errors import PreparerError
from forge.preparers.calc.formulas import areas
from forge.preparers.calc.places import block, place_of
from forge.preparers.calc.spec import CellValue, DataField, Pivot, Workbook
from forge.preparers.calc.vocabulary import PIVOT_FUNCTIONS
from forge.states.values import Error

Place = tuple[int, int]
Record = Mapping[str, CellValue]
Numbers = Sequence[float]

TOTAL = "Total Result"
DATA = -2
"""Stands among the fields of an axis for the names of the data fields (ECMA-376 part 1, `rowFields`)."""
BUTTON = "Filter"
"""What LibreOffice's button for a standard filter says; it stands two rows above a table that has one."""

_OF_NUMBERS: dict[str, Callable[[Numbers], float]] = {
    "sum": math.fsum,
    "average": lambda numbers: math.fsum(numbers) / len(numbers),
    "max": max,
    "min": min,
    "product": math.prod,
    "count_numbers": len,
    "deviation": stdev,
    "population_deviation": pstdev,
    "variance": variance,
    "population_variance": pvariance,
}
_NEED_TWO = ("deviation", "variance")


@dataclass(frozen=True)
class Shown:
    """What a pivot table shows.

    Attributes:
        cells: values by row and column of the sheet.
        area: the range of the table itself, without the filter fields above it.
        header_rows: so many rows of it stand above the first data.
        header_columns: so many columns of it stand left of the data.
    """

    cells: Mapping[Place, CellValue]
    area: str
    header_rows: int
    header_columns: int


@dataclass(frozen=True)
class _Line:
    """A row of the table: its labels by column from 0, the items that it is about, the data field of all its cells."""

    labels: Mapping[int, CellValue]
    items: Mapping[str, CellValue] | None
    figure: DataField | None = None
    total: bool = False


def records(pivot: Pivot, book: Workbook) -> list[Record]:
    """The rows of the source of a pivot table below its headers, by the names of its fields.

    Raises:
        PreparerError: the source is no range with a header row, or two of its headers are the same.
    """
    found = areas(pivot.source)
    area = found[0] if len(found) == 1 else None
    if area is None or area.sheet is None or None in (area.top, area.left) or area.top == area.bottom:
        raise PreparerError(
            f"the source {pivot.source!r} of a pivot table must name its sheet and a range with a header row."
        )
    sheet = book.sheet(area.sheet)
    rows = [
        [
            cell.value if (cell := sheet.cells.get((row, column))) is not None else None
            for column in range(area.left or 1, (area.right or 1) + 1)
        ]
        for row in range(area.top or 1, (area.bottom or 1) + 1)
    ]
    names = [str(name) for name in rows[0] if name not in (None, "")]
    if len({name.casefold() for name in names}) < len(rows[0]):
        raise PreparerError(f"each column of {pivot.source!r} needs a header of its own, as a pivot table.")
    return [dict(zip(names, row, strict=True)) for row in rows[1:]]


def items(field: str, rows: Sequence[Record]) -> list[CellValue]:
    """The different values of a field in the order in which a pivot table lists them."""
    return sorted({row[field] for row in rows}, key=lambda value: str(value).casefold())


def value_of(figure: DataField, rows: Sequence[Record]) -> CellValue:
    """What a data field makes of records; None of none."""
    values = [row[figure.field] for row in rows if row[figure.field] is not None]
    if figure.function == "count" or not values:
        return len(values) or None
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if figure.function in _NEED_TWO and len(numbers) < 2:
        return Error("#VALUE!")
    return _OF_NUMBERS[figure.function](numbers)


def caption(figure: DataField) -> str:
    """How the application names a data field."""
    return f"{PIVOT_FUNCTIONS[figure.function][1]} - {figure.field}"


def shown(pivot: Pivot, book: Workbook) -> Shown:
    """What a pivot table shows.

    Raises:
        PreparerError: it has no source that can be read.
    """
    return _Layout(pivot, records(pivot, book)).shown()


class _Layout:
    """A pivot table as it is laid out: the outer row fields, each on a line of its own, above the inner ones."""

    def __init__(self, pivot: Pivot, rows: Sequence[Record]) -> None:
        shut_out = {(field, item) for field, item in pivot.hidden}
        self.pivot = pivot
        self.all = rows
        self.rows = [row for row in rows if not any(pair in shut_out for pair in row.items())]
        self.several = len(pivot.data) > 1
        self.down = self.several and not pivot.across
        self.labels = len(pivot.rows) + self.down
        """So many columns of labels."""
        self.across = [item for name in pivot.columns for item in items(name, self.rows)]

    def shown(self) -> Shown:
        top, left = place_of(self.pivot.anchor)
        cells: dict[Place, CellValue] = {}
        for row, name in enumerate(self.pivot.filters, top):
            cells[row, left], cells[row, left + 1] = name, "- all -"
        top += len(self.pivot.filters) + bool(self.pivot.filters)
        grid = [*self._header(), *map(self._row, self._lines())]
        width = max(map(len, grid))
        for down, values in enumerate(grid, top):
            cells |= {(down, left + right): value for right, value in enumerate(values) if value is not None}
        area = block(top, left, top + len(grid) - 1, left + width - 1)
        return Shown(cells, area, len(self._header()), self.labels)

    def _header(self) -> list[list[CellValue]]:
        pivot = self.pivot
        names: list[CellValue] = [*pivot.rows, *(["Data"] if self.down else [])]
        blank: list[CellValue] = [None] * max(self.labels - 1, 0)
        if pivot.columns:
            corner: CellValue = None if self.several else caption(pivot.data[0])
            start = [corner, *blank] if self.labels else []
            return [[*start, *pivot.columns], [*names, *self.across, TOTAL]]
        if self.several and pivot.across:
            captions = [caption(figure) for figure in pivot.data]
            return [[None, *blank, "Data"], [*names, *captions]]
        return [[*names, None if self.several else caption(pivot.data[0])]]

    def _lines(self) -> Iterator[_Line]:
        yield from self._below({}, self.rows, 0)
        if not self.pivot.rows:
            return
        if self.down:
            for figure in self.pivot.data:
                yield _Line({0: f"Total {caption(figure)}"}, {}, figure, total=True)
        else:
            yield _Line({0: TOTAL}, {}, total=True)

    def _below(self, chosen: Record, rows: Sequence[Record], depth: int) -> Iterator[_Line]:
        """The lines of the records that have the items chosen so far."""
        if depth == len(self.pivot.rows):
            if self.down:
                for figure in self.pivot.data:
                    yield _Line({depth: caption(figure)}, chosen, figure)
            elif not depth:
                yield _Line({}, chosen)
            return
        name = self.pivot.rows[depth]
        innermost = depth == self.labels - 1
        for item in items(name, rows):
            inner = {**chosen, name: item}
            sums = innermost or (name in self.pivot.subtotals and not self.down)
            yield _Line({depth: item}, inner if sums else None)
            yield from (
                self._below(inner, [row for row in rows if row[name] == item], depth + 1)
                if not (innermost)
                else ()
            )

    def _row(self, line: _Line) -> list[CellValue]:
        labels: list[CellValue] = [line.labels.get(column) for column in range(self.labels)]
        if line.items is None:
            return labels
        rows = [row for row in self.rows if all(row[name] == item for name, item in line.items.items())]
        if self.several and self.pivot.across:
            return [*labels, *(value_of(figure, rows) for figure in self.pivot.data)]
        figure = line.figure or self.pivot.data[0]
        values = [value_of(figure, rows)]
        for name in self.pivot.columns:
            parts = [[row for row in rows if row[name] == item] for item in self.across]
            values = [*(value_of(figure, part) for part in parts), *values]
        return [*labels, *values]
