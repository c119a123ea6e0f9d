"""What a sheet has besides its cells: view, columns, merges, filter, page, protection."""

from __future__ import annotations

import re

from lxml import etree

from forge.preparers.calc.formulas import Area, Token, tokens
from forge.preparers.calc.places import LAST_COLUMN, LAST_ROW, block, letters, place, range_of
from forge.preparers.calc.spec import AutoFilter, Column, Criterion, Protection, Sheet, Style
from forge.preparers.calc.styles_in import StyleTable
from forge.preparers.calc.vocabulary import CENTIMETRES, MAIN, OPERATORS_IN_FILE, PAPERS_IN_FILE
from forge.preparers.office.markup import flag, number

_HEADER_PIECE = re.compile(
    r"""(?sx)
    &(?P<side>[LCR])
  | (?P<look>&"[^"]*" | &K(?:[0-9A-Fa-f]{6}|\d\d[+-]\d{3}) | &\d+ | &[BIUEXYSOH])
  | (?P<content>&. | [^&]+ | &)
    """
)
"""A piece of a header: a mark of a part, a font, size, colour or weight, or what is shown; `&&` shows one `&`."""


def read_view(root: etree._Element, sheet: Sheet, styles: StyleTable) -> None:
    """The tab's colour, zoom, grid lines and frozen panes."""
    sheet.tab_colour = styles.palette.colour(root.find(f"{MAIN}sheetPr/{MAIN}tabColor"))
    view = root.find(f"{MAIN}sheetViews/{MAIN}sheetView")
    if view is None:
        return
    sheet.zoom = int(view.get("zoomScale") or 100)
    sheet.gridlines = flag(view.get("showGridLines"), default=True)
    pane = view.find(f"{MAIN}pane")
    if pane is not None and pane.get("state") in ("frozen", "frozenSplit"):
        rows, columns = int(number(pane.get("ySplit"))), int(number(pane.get("xSplit")))
        if rows or columns:
            sheet.freeze = place(rows + 1, columns + 1)


def read_columns(root: etree._Element, sheet: Sheet, styles: StyleTable) -> None:
    """Widths, hidden columns, and the styles of whole columns and rows, within the used range."""
    rows, columns = sheet.size()
    for item in root.iterfind(f"{MAIN}cols/{MAIN}col"):
        first, last = int(item.get("min") or 1), min(int(item.get("max") or 1), columns)
        custom, hidden = flag(item.get("customWidth")), flag(item.get("hidden"))
        width = number(item.get("width")) if custom else None
        if hidden or width is not None:
            for column in range(first, last + 1):
                sheet.columns[column] = Column(width, hidden)
        if item.get("style", "0") != "0":
            style = styles.style(int(item.get("style") or 0))
            _fill(sheet, style, range(1, rows + 1), range(first, last + 1))
    for item in root.iterfind(f"{MAIN}sheetData/{MAIN}row[@customFormat]"):
        row = int(item.get("r") or 0)
        if flag(item.get("customFormat")) and 0 < row <= rows:
            _fill(sheet, styles.style(int(item.get("s") or 0)), range(row, row + 1), range(1, columns + 1))


def _fill(sheet: Sheet, style: Style, rows: range, columns: range) -> None:
    """Give the style of a whole row or column to those of its cells that the file does not mention."""
    for row in rows:
        for column in columns:
            if (row, column) not in sheet.cells:
                sheet.cell(row, column).style = style


def read_merges(root: etree._Element, sheet: Sheet) -> None:
    """Merged ranges; what the cells that they cover hold is not seen, so it is dropped."""
    for item in root.iterfind(f"{MAIN}mergeCells/{MAIN}mergeCell"):
        merge = block(*_box(item.get("ref") or "A1"))
        sheet.merges.append(merge)
    if sheet.merges:
        boxes = [range_of(merge) for merge in sheet.merges]
        for row, column in list(sheet.cells):
            if any(
                top <= row <= bottom and left <= column <= right and (row, column) != (top, left)
                for top, left, bottom, right in boxes
            ):
                del sheet.cells[row, column]


def _box(text: str) -> tuple[int, int, int, int]:
    """Top row, left column, bottom row and right column of places, also of whole columns or rows as in `A:F`."""
    match tokens(text):
        case [Token(area=Area() as area)]:
            return area.top or 1, area.left or 1, area.bottom or LAST_ROW, area.right or LAST_COLUMN
    return range_of(text)


def read_filter(root: etree._Element, sheet: Sheet) -> None:
    """The autofilter and what it lets through."""
    item = root.find(f"{MAIN}autoFilter")
    if item is None or not item.get("ref"):
        return
    top, left, bottom, right = _box(item.get("ref") or "")
    sheet.autofilter = AutoFilter(block(top, left, bottom, right))
    for column in item.iterchildren(f"{MAIN}filterColumn"):
        criterion = Criterion(letters(left + int(column.get("colId") or 0)))
        for child in column.iterchildren(tag=etree.Element):
            _read_criterion(child, criterion)
        if criterion.values or criterion.blanks or criterion.conditions:
            sheet.autofilter.criteria.append(criterion)


def _read_criterion(child: etree._Element, criterion: Criterion) -> None:
    match etree.QName(child).localname:
        case "filters":
            criterion.values = tuple(_listed(item) for item in child.iterchildren(tag=etree.Element))
            criterion.blanks = flag(child.get("blank"))
        case "customFilters":
            criterion.conditions = tuple(
                (OPERATORS_IN_FILE.get(item.get("operator") or "equal", "="), item.get("val") or "")
                for item in child.iterchildren(f"{MAIN}customFilter")
            )
            criterion.either = len(criterion.conditions) > 1 and not flag(child.get("and"))
        case "top10":
            kind = "top" if flag(child.get("top"), default=True) else "bottom"
            unit = "%" if flag(child.get("percent")) else ""
            criterion.conditions = ((kind, f"{number(child.get('val')):g}{unit}"),)
        case other:
            criterion.conditions = ((other, ""),)


def _listed(item: etree._Element) -> str:
    """A text that a filter lets through; a day, month or year as far as it is given."""
    if etree.QName(item).localname == "filter":
        return item.get("val") or ""
    parts = [item.get(name) for name in ("year", "month", "day")]
    return "-".join(f"{int(part):02d}" for part in parts if part is not None)


def read_page(root: etree._Element, sheet: Sheet) -> None:
    """How the sheet is printed, but for what defined names say."""
    page = sheet.page
    setup = root.find(f"{MAIN}pageSetup")
    fit = root.find(f"{MAIN}sheetPr/{MAIN}pageSetUpPr")
    if setup is not None:
        landscape = setup.get("orientation") == "landscape"
        page.orientation = "landscape" if landscape else "portrait"
        paper = int(setup.get("paperSize") or 1)
        page.paper = PAPERS_IN_FILE.get(paper, f"number {paper}")
        page.scale = int(setup.get("scale") or 100)
    if fit is not None and flag(fit.get("fitToPage")):
        page.scale = 100
        page.fit_width = int(setup.get("fitToWidth") or 1) if setup is not None else 1
        page.fit_height = int(setup.get("fitToHeight") or 1) if setup is not None else 1
    options = root.find(f"{MAIN}printOptions")
    if options is not None:
        page.gridlines = flag(options.get("gridLines"))
        page.headings = flag(options.get("headings"))
        page.centre_horizontally = flag(options.get("horizontalCentered"))
        page.centre_vertically = flag(options.get("verticalCentered"))
    page.header = _three_parts(root.findtext(f"{MAIN}headerFooter/{MAIN}oddHeader") or "")
    page.footer = _three_parts(root.findtext(f"{MAIN}headerFooter/{MAIN}oddFooter") or "")
    margins = root.find(f"{MAIN}pageMargins")
    if margins is not None:
        # A header stands at the margin; how far below it the content begins depends on its fonts.
        top, bottom = "header" if any(page.header) else "top", "footer" if any(page.footer) else "bottom"
        page.top, page.bottom, page.left, page.right = (
            number(margins.get(side)) * CENTIMETRES for side in (top, bottom, "left", "right")
        )


def _three_parts(text: str) -> tuple[str, str, str]:
    """The left, centre and right part of a header or footer; what stands before any mark is in the centre.

    How the text looks is left out: LibreOffice writes font, size and colour into every header that it stores.
    """
    parts = {"L": "", "C": "", "R": ""}
    side = "C"
    for piece in _HEADER_PIECE.finditer(text):
        side = piece["side"] or side
        parts[side] += piece["content"] or ""
    return parts["L"].strip(), parts["C"].strip(), parts["R"].strip()


def read_protection(root: etree._Element, sheet: Sheet) -> None:
    """What a protected sheet still allows; the file's flags say what is forbidden."""
    item = root.find(f"{MAIN}sheetProtection")
    if item is None or not flag(item.get("sheet")):
        return
    sheet.protection = Protection(
        select_locked=not flag(item.get("selectLockedCells")),
        select_unlocked=not flag(item.get("selectUnlockedCells")),
        insert_columns=not flag(item.get("insertColumns"), default=True),
        insert_rows=not flag(item.get("insertRows"), default=True),
        delete_columns=not flag(item.get("deleteColumns"), default=True),
        delete_rows=not flag(item.get("deleteRows"), default=True),
        password=any(item.get(name) for name in ("password", "hashValue")),
    )
