"""Figures of a column of numbers: sums, averages and the like, as functions, in words, and in sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from forge.preparers.calc.places import column_number, letters
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.looks import width_for
from forge.skills.calc.support.tables import Table, TableColumn
from forge.states.values import Error


@dataclass(frozen=True)
class Figure:
    """A figure of some numbers.

    Attributes:
        function: the function that gives it.
        label: how it is labelled.
        words: how people speak of it.
        subtotal: its number among those of the function SUBTOTAL.
    """

    function: str
    label: str
    words: tuple[str, ...]
    subtotal: int

    def of(self, numbers: Sequence[float]) -> float | Error:
        """Its value; an error where it has none."""
        match self.function:
            case "SUM":
                return sum(numbers)
            case "COUNT":
                return len(numbers)
            case "MAX":
                return max(numbers, default=0)
            case "MIN":
                return min(numbers, default=0)
        return sum(numbers) / len(numbers) if numbers else Error("#DIV/0!")


SUM = Figure("SUM", "Total", ("the sum", "the total"), 9)
AVERAGE = Figure("AVERAGE", "Average", ("the average", "the mean"), 1)
HIGHEST = Figure("MAX", "Highest", ("the highest value", "the largest value"), 4)
LOWEST = Figure("MIN", "Lowest", ("the lowest value", "the smallest value"), 5)
COUNT = Figure("COUNT", "Number", ("the number", "the count"), 2)
FIGURES = (SUM, AVERAGE, HIGHEST, LOWEST)


def own_format(figure: Figure, amounts: TableColumn) -> str:
    """A number format that a figure keeps: without one, it would be shown like the first cells it refers to."""
    if figure == COUNT:
        return "0"
    if amounts.number_format != "General":
        return amounts.number_format
    return "0" if amounts.role == "quantity" and figure != AVERAGE else "0.00"


def beyond(numbers: Sequence[float], *, below: bool) -> int:
    """A whole number above all others, or below them."""
    return int(min(numbers)) - 2 if below else int(max(numbers)) + 2


def put_labels(
    table: Table, desktop: Desktop, rows: Sequence[int], labels: Sequence[str], columns: Sequence[TableColumn]
) -> None:
    """Put rows that wait for figures below a table, at the start: a label each, and empty cells with looks."""
    sheet, first = table.worksheet(desktop), table.columns[0]
    for row, label in zip(rows, labels, strict=True):
        sheet[table.place(first, row)].put(label)
        for item in (first, *columns):
            style = table.cell(desktop, item, table.last_row).style
            number_format = "General" if item == first else item.number_format
            sheet[table.place(item, row)].style = style.but(bold=True, number_format=number_format)


def put_box(table: Table, desktop: Desktop, label: str, number_format: str) -> str:
    """Put a label beside a table, at the start, with an empty cell below it.

    Returns:
        The place of the empty cell.
    """
    letter, row = letters(column_number(table.free_column) + 1), table.first_row + 1
    sheet = table.worksheet(desktop)
    style = table.cell(desktop, table.columns[0], row).style.but(
        horizontal="general", number_format="General"
    )
    sheet[f"{letter}{row}"].put(label)
    sheet[f"{letter}{row}"].style = style.but(bold=True)
    sheet[f"{letter}{row + 1}"].style = style.but(number_format=number_format)
    sheet.column(letter).width = width_for(label, (), number_format, style)
    return f"{letter}{row + 1}"
