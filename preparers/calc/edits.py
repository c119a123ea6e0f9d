"""What a workbook is when sheets were renamed, columns inserted or moved, rows deleted: what points follows."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from forge.errors import PreparerError
from forge.preparers.calc.formulas import Area, with_areas
from forge.preparers.calc.places import column_number, letters, place_of
from forge.preparers.calc.places import place as placed
from forge.preparers.calc.spec import Chart, Page, Sheet, Workbook

Span: TypeAlias = tuple[int, int]
Move: TypeAlias = Callable[[Span], Span | None]
"""Where a run of rows or columns goes; None when all of it is gone."""
Change: TypeAlias = Callable[[Area, str | None], Area | None]
"""What becomes of a place, from it and the sheet on which it is spoken of."""

_GONE = "#REF!"


def rename_sheet(workbook: Workbook, old: str, new: str) -> None:
    """Give a sheet another name, also where formulas, names and charts speak of it.

    Raises:
        PreparerError: there is no such sheet, or another one has the name.
    """
    sheet = workbook.sheet(old)
    if any(other is not sheet and other.name.casefold() == new.casefold() for other in workbook.sheets):
        raise PreparerError(
            f"The workbook already has a sheet {new!r}; choose another name than that for {old!r}."
        )
    sheet.name = new
    _follow(workbook, lambda area, _: replace(area, sheet=new) if area.sheet == old else area)
    workbook.active = new if workbook.active == old else workbook.active


def insert_columns(workbook: Workbook, name: str, before: str, number: int = 1) -> None:
    """Insert empty columns into a sheet before a column given by its letter; they look like plain cells."""
    first = column_number(before)

    def move(span: Span) -> Span:
        return tuple(end + number if end >= first else end for end in span)  # type: ignore[return-value]  # a pair

    _reshape(workbook, workbook.sheet(name), columns=move)


def arrange_columns(workbook: Workbook, name: str, order: Sequence[str]) -> None:
    """Bring columns of a sheet that stand side by side into another order; what is frozen stays.

    Args:
        workbook: the workbook.
        name: the sheet.
        order: the letters of the columns as they are now, in their new order.
    """
    numbers = [column_number(letter) for letter in order]
    goes = dict(zip(numbers, range(min(numbers), max(numbers) + 1), strict=True))

    def move(span: Span) -> Span:
        moved = [goes.get(number, number) for number in range(span[0], span[1] + 1)]
        return min(moved), max(moved)

    sheet = workbook.sheet(name)
    freeze = sheet.freeze
    _reshape(workbook, sheet, columns=move)
    sheet.freeze = freeze


def delete_rows(workbook: Workbook, name: str, rows: Collection[int]) -> None:
    """Delete rows of a sheet; what is below moves up."""
    gone = sorted(set(rows))

    def move(span: Span) -> Span | None:
        kept = [row for row in range(span[0], span[1] + 1) if row not in gone]
        return (_above(kept[0]), _above(kept[-1])) if kept else None

    def _above(row: int) -> int:
        return row - sum(other < row for other in gone)

    _reshape(workbook, workbook.sheet(name), rows=move)


def _reshape(workbook: Workbook, sheet: Sheet, rows: Move | None = None, columns: Move | None = None) -> None:
    """Move the rows and columns of a sheet with all that stands on them, and what points at them."""
    by_row, by_column = rows or _stay, columns or _stay
    sheet.cells = {
        (row[0], column[0]): cell
        for (at_row, at_column), cell in sheet.cells.items()
        if (row := by_row((at_row, at_row))) and (column := by_column((at_column, at_column)))
    }
    sheet.rows = {to[0]: row for at, row in sheet.rows.items() if (to := by_row((at, at)))}
    sheet.columns = {to[0]: column for at, column in sheet.columns.items() if (to := by_column((at, at)))}
    if sheet.freeze is not None:
        top, left = place_of(sheet.freeze)
        sheet.freeze = placed(_frozen(by_row, top), _frozen(by_column, left))
    for criterion in sheet.autofilter.criteria if sheet.autofilter is not None else ():
        at = column_number(criterion.column)
        to = by_column((at, at))
        criterion.column = letters(to[0]) if to else criterion.column

    def change(area: Area, home: str | None) -> Area | None:
        if (home if area.sheet is None else area.sheet) != sheet.name:
            return area
        top, bottom = _moved(by_row, area.top, area.bottom)
        left, right = _moved(by_column, area.left, area.right)
        if (top is None) != (area.top is None) or (left is None) != (area.left is None):
            return None
        return replace(area, top=top, bottom=bottom, left=left, right=right)

    _follow(workbook, change)


def _stay(span: Span) -> Span:
    return span


def _frozen(move: Move, first: int) -> int:
    """The first row or column that scrolls, from the one that did."""
    kept = move((1, first - 1)) if first > 1 else None
    return kept[1] + 1 if kept else 1


def _moved(move: Move, first: int | None, last: int | None) -> tuple[int | None, int | None]:
    if first is None or last is None:
        return None, None
    return move((first, last)) or (None, None)


def _follow(workbook: Workbook, change: Change) -> None:
    """Rewrite everything in a workbook that speaks of places; what speaks of nothing but what is gone goes."""

    def written(text: str, home: str | None) -> str:
        return with_areas(text, lambda area: change(area, home))

    workbook.names = {name: written(text, None) for name, text in workbook.names.items()}
    for sheet in workbook.sheets:
        home = sheet.name
        sheet.names = {name: written(text, home) for name, text in sheet.names.items()}
        for cell in sheet.cells.values():
            if cell.formula is not None:
                cell.formula = written(cell.formula, home)
        for rules in (sheet.conditional_formats, sheet.validations):
            for rule in rules:
                rule.range = " ".join(_there(rule.range.split(), written, home))
                rule.formulas = tuple(written(text, home) for text in rule.formulas)
        sheet.conditional_formats = [rule for rule in sheet.conditional_formats if rule.range]
        sheet.validations = [rule for rule in sheet.validations if rule.range]
        sheet.merges = _there(sheet.merges, written, home)
        if sheet.autofilter is not None:
            sheet.autofilter.range = written(sheet.autofilter.range, home)
        for chart in sheet.charts:
            _follow_chart(chart, written, home)
        for pivot in sheet.pivots:
            pivot.source, pivot.anchor = written(pivot.source, home), written(pivot.anchor, home)
        _follow_page(sheet.page, written, home)


_Written = Callable[[str, str | None], str]


def _there(texts: Iterable[str], written: _Written, home: str) -> list[str]:
    """Places as they read now, without those that are gone."""
    return [text for text in (written(text, home) for text in texts) if text != _GONE]


def _follow_chart(chart: Chart, written: _Written, home: str) -> None:
    chart.anchor = written(chart.anchor, home)
    for series in chart.series:
        series.values = written(series.values, home)
        series.categories = written(series.categories, home) if series.categories is not None else None
        series.name = written(series.name, home) if series.name is not None else None


def _follow_page(page: Page, written: _Written, home: str) -> None:
    page.print_area = tuple(_there(page.print_area, written, home))
    if page.repeat_rows is not None:
        page.repeat_rows = written(page.repeat_rows, home)
    if page.repeat_columns is not None:
        page.repeat_columns = written(page.repeat_columns, home)
