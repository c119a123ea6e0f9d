"""Which tables the Writer preparer can write."""

from __future__ import annotations

from collections.abc import Mapping

from forge.errors import PreparerError
from forge.preparers.writer.domain_texts import check_paragraph
from forge.preparers.writer.spec import Cell, Document, Row, Table
from forge.preparers.writer.vocabulary import LINES

MOST_COLUMNS = 60
HIGHEST_HEADER = 6.0
"""Centimetres; one that is higher than the page is not repeated, and the application drops that it should be."""
_USUAL_SIZE, _LETTER, _POINT = 14, 0.025, 0.0353
"""Points of a letter, centimetres of its width for each point of its size, and centimetres of a point."""
BORDER_WIDTHS = (0.5, 0.75, 1.0, 1.5, 2.25, 3.0)
"""Points; applications offer these."""


def check_table(table: Table, document: Document) -> None:
    """Make sure that a table can be written.

    Raises:
        PreparerError: it cannot; the message says why.
    """
    if not table.rows or not 1 <= len(table.widths) <= MOST_COLUMNS:
        raise PreparerError(f"A table has at least one row and 1 to {MOST_COLUMNS} columns.")
    if any(not (0.5 <= width <= 50 and round(width, 1) == width) for width in table.widths):
        raise PreparerError("A column is 0.5 to 50 centimetres wide, with at most one decimal.")
    grid = table.grid()
    _check_cover(table, grid)
    for row in table.rows:
        _check_row(row)
    for cell in grid.values():
        _check_cell(cell)
    for (row_number, column), cell in grid.items():
        room = sum(table.widths[column - 1 : column - 1 + cell.columns])
        if table.rows[row_number - 1].header and _height(cell, room) > HIGHEST_HEADER:
            raise PreparerError(
                "A header row is so high that LibreOffice would not repeat it; write less into it."
            )
        for paragraph in cell.paragraphs:
            check_paragraph(paragraph, document, body=False)


def _height(cell: Cell, width: float) -> float:
    """About how high, in centimetres, the content of a cell is at most."""
    height = 0.0
    for paragraph in cell.paragraphs:
        size = max((run.look.size or _USUAL_SIZE for run in paragraph.runs), default=_USUAL_SIZE)
        letters = sum(len(run.text) for run in paragraph.runs)
        lines = paragraph.text.count("\n") + 1 + letters * size * _LETTER / width
        spacing = (paragraph.layout.before or 0) + (paragraph.layout.after or size)
        height += (lines * size * 1.5 + spacing) * _POINT
    return height


def _check_cover(table: Table, grid: Mapping[tuple[int, int], Cell]) -> None:
    """Every place of a table belongs to one cell, and every column has a cell that begins in it."""
    covered: set[tuple[int, int]] = set()
    for (row, column), cell in grid.items():
        places = {
            (row + down, column + across) for down in range(cell.rows) for across in range(cell.columns)
        }
        if places & covered or cell.rows < 1 or cell.columns < 1:
            raise PreparerError(f"Cells of a table overlap in row {row}.")
        covered |= places
    columns = range(1, len(table.widths) + 1)
    if covered != {(row, column) for row in range(1, len(table.rows) + 1) for column in columns}:
        raise PreparerError("The cells of a table must cover its rows and columns, no more and no less.")
    if {column for _, column in grid} != set(columns):
        raise PreparerError("In every column of a table a cell begins, else two columns become one.")


def _check_row(row: Row) -> None:
    if row.height is not None and not (0.1 <= row.height <= 50 and round(row.height, 1) == row.height):
        raise PreparerError(f"A row is {row.height} cm high; it is 0.1 to 50, with at most one decimal.")
    if not row.cells:
        raise PreparerError("In every row of a table a cell begins.")


def _check_cell(cell: Cell) -> None:
    if not cell.paragraphs:
        raise PreparerError("A cell needs at least one paragraph, which may be empty.")
    if any("\t" in paragraph.text or paragraph.layout.tabs for paragraph in cell.paragraphs):
        raise PreparerError(
            "A cell holds a tab or tab stops, over which LibreOffice may never finish laying out a table."
        )
    for side in ("left", "right", "top", "bottom"):
        border = getattr(cell, side)
        if border is not None and (border.line not in LINES or border.width not in BORDER_WIDTHS):
            raise PreparerError(f"The line {border} cannot be written.")
