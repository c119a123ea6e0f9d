"""A workbook on its way into a file: openpyxl makes the frame, the cells are put into it with their values."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any

from openpyxl import Workbook as OpenpyxlWorkbook
from openpyxl.comments import Comment
from openpyxl.styles.colors import Color
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.cell_range import CellRange, MultiCellRange
from openpyxl.worksheet.filters import CustomFilter, CustomFilters, FilterColumn, Filters
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.properties import PageSetupProperties

from forge.preparers.calc.cells_out import columns_element, sheet_data
from forge.preparers.calc.charts_out import add_chart
from forge.preparers.calc.domain import check
from forge.preparers.calc.formulas import pinned, stored
from forge.preparers.calc.frames import parts_of
from forge.preparers.calc.pivots_out import add_pivots, with_pivots
from forge.preparers.calc.places import block, column_number, place, range_of
from forge.preparers.calc.rules_out import add_conditional_formats, add_validations
from forge.preparers.calc.spec import Cell, Page, Sheet, Workbook
from forge.preparers.calc.styles import StyleNumbers, argb
from forge.preparers.calc.vocabulary import CENTIMETRES, OPERATORS, PAPERS
from forge.preparers.office.package import pack

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet


MADE = datetime(2026, 1, 5, 8, 0)  # noqa: DTZ001 - a fixed time, so that the same workbook gives the same bytes
HEADER_ROOM = 0.7
"""Centimetres between the margin and the content that a header or footer takes."""

_SHEET_DATA = re.compile(rb"<sheetData\s*/>|<sheetData>.*?</sheetData>", re.DOTALL)
_DIMENSION = re.compile(rb'<dimension ref="[^"]*"\s*/>')


def write_workbook(book: Workbook) -> bytes:
    """The xlsx file of a workbook; the same workbook gives the same bytes.

    Raises:
        PreparerError: the workbook lies outside the domain.
    """
    check(book)
    frame = OpenpyxlWorkbook()
    frame.remove(frame.worksheets[0])
    frame.properties.creator = ""
    frame.properties.created = frame.properties.modified = MADE
    worksheets = [_frame_sheet(frame, sheet) for sheet in book.sheets]
    add_pivots(worksheets, book)
    sheets = [with_pivots(sheet, book) for sheet in book.sheets]
    if book.active is not None:
        frame.active = next(n for n, sheet in enumerate(book.sheets) if sheet.name == book.active)
    for sheet in worksheets:
        sheet.sheet_view.tabSelected = sheet is frame.active
    for name, refers in book.names.items():
        frame.defined_names[name] = DefinedName(name, attr_text=stored(pinned(refers, fixed=True)))

    styles = StyleNumbers(worksheets[0])
    data = [sheet_data(sheet, styles.number) for sheet in sheets]
    parts = parts_of(frame)
    for number, (item, cells) in enumerate(zip(sheets, data, strict=True), 1):
        name = f"xl/worksheets/sheet{number}.xml"
        parts[name] = _with_cells(parts[name], item, cells)
    return pack(parts)


def _with_cells(xml: bytes, sheet: Sheet, cells: str) -> bytes:
    rows, columns = sheet.size()
    used = block(1, 1, max(rows, 1), max(columns, 1)).encode()
    xml = _DIMENSION.sub(lambda _: b'<dimension ref="' + used + b'"/>', xml, count=1)
    return _SHEET_DATA.sub(lambda _: (columns_element(sheet) + cells).encode(), xml, count=1)


def _frame_sheet(frame: OpenpyxlWorkbook, sheet: Sheet) -> Worksheet:
    """Everything of a sheet but its plain cells."""
    made: Worksheet = frame.create_sheet(sheet.name)
    made.sheet_state = "hidden" if sheet.hidden else "visible"
    if sheet.tab_colour is not None:
        made.sheet_properties.tabColor = Color(argb(sheet.tab_colour))
    made.sheet_view.zoomScale = made.sheet_view.zoomScaleNormal = sheet.zoom
    made.sheet_view.showGridLines = sheet.gridlines
    made.freeze_panes = sheet.freeze
    made.merged_cells = MultiCellRange([CellRange(merge) for merge in sheet.merges])
    _add_filter(made, sheet)
    add_conditional_formats(made, sheet.conditional_formats)
    add_validations(made, sheet.validations)
    for chart in sheet.charts:
        add_chart(made, chart)
    for name, refers in sheet.names.items():
        made.defined_names[name] = DefinedName(name, attr_text=stored(pinned(refers, fixed=True)))
    _set_page(made, sheet.page)
    _protect(made, sheet)
    for (row, column), cell in sorted(sheet.cells.items(), key=lambda item: item[0]):
        if cell.comment is not None or cell.link is not None:
            _annotate(made, place(row, column), cell)
    return made


def _annotate(made: Worksheet, where: str, cell: Cell) -> None:
    holder = made[where]
    if cell.comment is not None:
        holder.comment = Comment(cell.comment, "")
    if cell.link is not None and cell.link.startswith("#"):
        holder.hyperlink = Hyperlink(ref=where, location=cell.link[1:])
    elif cell.link is not None:
        holder.hyperlink = Hyperlink(ref=where, target=cell.link)


def _add_filter(made: Worksheet, sheet: Sheet) -> None:
    if sheet.autofilter is None:
        return
    made.auto_filter.ref = sheet.autofilter.range
    left = range_of(sheet.autofilter.range)[1]
    for criterion in sheet.autofilter.criteria:
        column = FilterColumn(colId=column_number(criterion.column) - left)
        if criterion.values or criterion.blanks:
            column.filters = Filters(blank=criterion.blanks or None, filter=list(criterion.values))
        elif criterion.conditions:
            comparisons = [_comparison(*condition) for condition in criterion.conditions]
            column.customFilters = CustomFilters(_and=not criterion.either, customFilter=comparisons)
        made.auto_filter.filterColumn.append(column)


def _comparison(operator: str, value: str) -> CustomFilter:
    name: Any = OPERATORS[operator]
    return CustomFilter(operator=name, val=value)


def _set_page(made: Worksheet, page: Page) -> None:
    setup = made.page_setup
    setup.orientation = page.orientation
    setup.paperSize = PAPERS[page.paper]
    if page.fit_width is None and page.fit_height is None:
        setup.scale = page.scale
    else:
        made.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
        setup.fitToWidth = page.fit_width or 0
        setup.fitToHeight = page.fit_height or 0
    margins = made.page_margins
    margins.left, margins.right = page.left / CENTIMETRES, page.right / CENTIMETRES
    margins.header, margins.top = _margins(page.top, present=any(page.header))
    margins.footer, margins.bottom = _margins(page.bottom, present=any(page.footer))
    options = made.print_options
    options.gridLines = page.gridlines or None
    options.headings = page.headings or None
    options.horizontalCentered = page.centre_horizontally or None
    options.verticalCentered = page.centre_vertically or None
    if page.print_area:
        made.print_area = list(page.print_area)
    made.print_title_rows = page.repeat_rows
    made.print_title_cols = page.repeat_columns
    places: tuple[tuple[tuple[str, str, str], Any], ...] = (
        (page.header, made.oddHeader),
        (page.footer, made.oddFooter),
    )
    for parts, item in places:
        item.left.text, item.center.text, item.right.text = (part or None for part in parts)


def _margins(margin: float, *, present: bool) -> tuple[float, float]:
    """How far, in inches, a header or footer and the content are from the edge of the paper."""
    if not present:
        return 0.3, margin / CENTIMETRES
    return margin / CENTIMETRES, (margin + HEADER_ROOM) / CENTIMETRES


def _protect(made: Worksheet, sheet: Sheet) -> None:
    """The file's flags say what is forbidden."""
    if sheet.protection is None:
        return
    allowed, flags = sheet.protection, made.protection
    flags.sheet = True
    flags.selectLockedCells = not allowed.select_locked
    flags.selectUnlockedCells = not allowed.select_unlocked
    flags.insertColumns = not allowed.insert_columns
    flags.insertRows = not allowed.insert_rows
    flags.deleteColumns = not allowed.delete_columns
    flags.deleteRows = not allowed.delete_rows
    if allowed.password:
        flags.set_password("password")
