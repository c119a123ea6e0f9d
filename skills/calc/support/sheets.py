"""What stands beside a table: totals below it, further sheets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta

from forge.preparers.calc.places import quoted
from forge.preparers.calc.spec import Cell, CellValue, Column
from forge.skills.calc.support.layout import Book
from forge.skills.calc.support.looks import width_for
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.kit import ColumnKit, LookupKit
from forge.skills.content.rows import Entry, fill

ARCHIVES = ("Archive", "Previous year", "Older {rows}", "Last season")
READ_ME = ("Read me", "About this list", "Hints", "For the deputy")
FIGURES = ("Key figures", "Overview", "Main figures")

_DAYS_BACK = timedelta(days=364)


def add_totals(book: Book, table: Table) -> Table:
    """A row with the sums of amounts right below the data."""
    sheet = book.workbook.sheet(table.sheet)
    row = table.last_row + 1
    style = book.look.body.but(bold=True, border_top="thin")
    summed = {item.name for item in table.all("money", "quantity")}
    for item in table.columns:
        cell = sheet[f"{item.letter}{row}"]
        cell.style = style.but(number_format=item.number_format if item.name in summed else "General")
        if item.name in summed:
            cell.put(sum(table.numbers(item)), f"=SUM({table.range(item)})")
    first = table.columns[0]
    if first.name not in summed:
        sheet[f"{first.letter}{row}"].put("Total")
    return replace(table, total_row=row)


def add_lookup(book: Book, kit: LookupKit, attributes: Mapping[str, Entry]) -> Table:
    """A sheet with one row for each value of a column."""
    key = next(column for column in book.kit.columns if column.name == kit.of)
    entries: dict[str, list[Entry]] = {key.name: [*attributes], kit.attribute.name: [*attributes.values()]}
    table = book.lay_out(book.sheet(kit.sheet), (key, kit.attribute), entries)
    return replace(table, noun=kit.of.lower(), nouns=kit.sheet.lower())


def add_archive(book: Book, rows: int) -> Table:
    """An older and shorter table with the same columns."""
    kit = book.kit
    columns = tuple(_earlier(column) for column in kit.columns)
    older = kit.model_copy(update={"columns": columns, "lookup": None})
    filled = fill(older, max(8, int(rows * book.random.uniform(0.25, 0.6))), book.random)
    name = book.random.choice(ARCHIVES).format(rows=kit.rows)
    return book.lay_out(book.sheet(name[:31]), columns, filled.columns)


def _earlier(column: ColumnKit) -> ColumnKit:
    if column.role != "date" or column.follows:
        return column
    start, end = column.period()
    return column.model_copy(update={"start": start - _DAYS_BACK, "end": end - _DAYS_BACK})


def add_read_me(book: Book) -> None:
    """A sheet with a few remarks, as one leaves them for whoever comes next."""
    sheet = book.sheet(book.random.choice(READ_ME))
    lines = (*book.kit.notes, "Ask before you sort or delete anything")
    book.headline(sheet, 1, f"About the list of {book.kit.rows}")
    for row, line in enumerate(lines, 2):
        sheet.cells[row, 1] = Cell(line, None, book.look.body.bordered(None))
    sheet.columns[1] = Column(60.0)


def add_figures(book: Book, table: Table) -> None:
    """A sheet with key figures, formulas over the table."""
    sheet = book.sheet(book.random.choice(FIGURES))
    figures: list[tuple[str, CellValue, str, TableColumn | None]] = [
        (f"Number of {table.nouns}", len(table), f"=COUNTA({_on(table, table.columns[0])})", None)
    ]
    for column in table.numeric[:3]:
        numbers = table.numbers(column)
        function, label, value = book.random.choice(
            (
                ("MAX", "Highest", max(numbers)),
                ("MIN", "Lowest", min(numbers)),
                ("AVERAGE", "Mean", sum(numbers) / len(numbers)),
            )
        )
        text = f"{label} {column.inside}"
        figures.append((text, value, f"={function}({_on(table, column)})", column))
    body = book.look.body
    for row, (text, result, formula, source) in enumerate(figures, 2):
        sheet.cells[row, 1] = Cell(text, None, body)
        code = source.number_format if source is not None else "General"
        sheet.cells[row, 2] = Cell(result, formula, body.but(number_format=code, bold=True))
    labels = [text for text, *_ in figures]
    book.headline(sheet, 1, f"{book.kit.domain.capitalize()} in brief")
    sheet.columns[1] = Column(width_for("", labels, "General", body))
    sheet.columns[2] = Column(14.0)


def _on(table: Table, column: TableColumn) -> str:
    return f"{quoted(table.sheet)}!{table.range(column)}"
