"""A workbook out of its file: one pass over each part, nothing that the file hides is executed or followed."""

from __future__ import annotations

from collections.abc import Mapping

from lxml import etree

from forge.errors import UnreadableError
from forge.preparers.calc.cells_in import CellReader, shared_texts, text_of
from forge.preparers.calc.charts_in import read_charts
from forge.preparers.calc.formulas import areas, canonical
from forge.preparers.calc.pivots_in import leave_out, read_pivots, resolve_sources
from forge.preparers.calc.places import MAX_COLUMN, MAX_ROW, block, place_of, range_of
from forge.preparers.calc.rules_in import read_conditional_formats, read_validations
from forge.preparers.calc.settings_in import (
    read_columns,
    read_filter,
    read_merges,
    read_page,
    read_protection,
    read_view,
)
from forge.preparers.calc.spec import Sheet, Workbook
from forge.preparers.calc.styles_in import StyleTable
from forge.preparers.calc.vocabulary import MAIN
from forge.preparers.office.file_types import WORKBOOK
from forge.preparers.office.markup import RELATION, Package, Relation, flag, read_package


def read_workbook(content: bytes, what: str = "the workbook") -> Workbook:
    """The workbook that an xlsx file holds, in canonical form.

    Raises:
        UnreadableError: the file is empty, of another type, protected, damaged or too large.
    """
    return read_package(content, what, WORKBOOK, _workbook)


def _workbook(package: Package) -> Workbook:
    main = _main_part(package)
    root = package.xml(main)
    relations = package.relations(main)
    by_type = {relation.type: relation.target for relation in relations.values() if not relation.external}
    styles = StyleTable(package, by_type.get("styles"), by_type.get("theme"))
    texts = by_type.get("sharedStrings")
    properties = root.find(f"{MAIN}workbookPr")
    cells = CellReader(
        package.what,
        shared_texts(package.xml(texts)) if texts is not None else (),
        styles,
        from_1904=properties is not None and flag(properties.get("date1904")),
    )
    book = Workbook()
    for item in root.iterfind(f"{MAIN}sheets/{MAIN}sheet"):
        sheet = Sheet(item.get("name") or "", hidden=item.get("state", "visible") != "visible")
        if any(other.name.casefold() == sheet.name.casefold() for other in book.sheets):
            raise UnreadableError(f"{package.what} is damaged: two sheets are called {sheet.name!r}.")
        book.sheets.append(sheet)
        relation = relations.get(item.get(f"{RELATION}id") or "")
        if relation is None:
            raise UnreadableError(f"{package.what} is damaged: the sheet {sheet.name!r} has no part.")
        if relation.type == "worksheet":
            _sheet(package, relation.target, sheet, cells, styles)
    if not book.sheets:
        raise UnreadableError(f"{package.what} is damaged: it has no sheets.")
    names = [sheet.name.casefold() for sheet in book.sheets]
    if len(set(names)) < len(names):
        raise UnreadableError(f"{package.what} is damaged: two of its sheets have one name.")
    _names(root, book)
    resolve_sources(book)
    return book


def _main_part(package: Package) -> str:
    for relation in package.relations("").values():
        if relation.type == "officeDocument":
            if not relation.target.startswith("xl/") and "content.xml" in package.parts:
                break
            return relation.target
    raise UnreadableError(f"{package.what} is not a workbook: its package names no workbook part.")


def _sheet(package: Package, part: str, sheet: Sheet, cells: CellReader, styles: StyleTable) -> None:
    root = package.xml(part)
    relations = package.relations(part)
    data = root.find(f"{MAIN}sheetData")
    if data is not None:
        cells.read(data, sheet)
    _links(root, relations, sheet)
    for relation in relations.values():
        if relation.type == "comments":
            _comments(package.xml(relation.target), sheet)
    taken = read_pivots(package, relations, sheet)
    leave_out(sheet, taken)
    rows, columns = sheet.size()
    if rows > MAX_ROW or columns > MAX_COLUMN:
        raise UnreadableError(
            f"{package.what} is too large: sheet {sheet.name!r} reaches to {block(1, 1, rows, columns)}, "
            f"at most {MAX_ROW:,} rows and {MAX_COLUMN:,} columns are read."
        )
    read_columns(root, sheet, styles)
    leave_out(sheet, taken)  # the style of a column made some anew
    read_merges(root, sheet)
    read_view(root, sheet, styles)
    read_filter(root, sheet)
    read_conditional_formats(root, sheet, styles)
    read_validations(root, sheet)
    read_page(root, sheet)
    read_protection(root, sheet)
    drawing = root.find(f"{MAIN}drawing")
    if drawing is not None:
        target = relations.get(drawing.get(f"{RELATION}id") or "")
        if target is not None:
            read_charts(package, target.target, sheet)


def _links(root: etree._Element, relations: Mapping[str, Relation], sheet: Sheet) -> None:
    for item in root.iterfind(f"{MAIN}hyperlinks/{MAIN}hyperlink"):
        top, left, _, _ = range_of(item.get("ref") or "A1")
        relation = relations.get(item.get(f"{RELATION}id") or "")
        location = item.get("location")
        target = relation.target if relation is not None else ""
        sheet.cell(top, left).link = target + (f"#{location}" if location else "") or None


def _comments(root: etree._Element, sheet: Sheet) -> None:
    for item in root.iterfind(f"{MAIN}commentList/{MAIN}comment"):
        text = item.find(f"{MAIN}text")
        row, column = place_of(item.get("ref") or "A1")
        sheet.cell(row, column).comment = (text_of(text) if text is not None else "") or None


def _names(root: etree._Element, book: Workbook) -> None:
    """Defined names, and what reserved ones say about printing."""
    for item in root.iterfind(f"{MAIN}definedNames/{MAIN}definedName"):
        name, refers = item.get("name") or "", (item.text or "").strip()
        local = item.get("localSheetId")
        sheet = book.sheets[int(local)] if local is not None else None
        if name.startswith("_xlnm."):
            if sheet is not None:
                _reserved(name.removeprefix("_xlnm."), refers, sheet)
        elif not flag(item.get("hidden")):
            holder = sheet.names if sheet is not None else book.names
            holder[name] = canonical(refers)


def _reserved(name: str, refers: str, sheet: Sheet) -> None:
    if name == "Print_Area":
        sheet.page.print_area = tuple(area.bare() for area in areas(refers))
    elif name == "Print_Titles":
        for area in areas(refers):
            if area.left is None:
                sheet.page.repeat_rows = area.bare()
            elif area.top is None:
                sheet.page.repeat_columns = area.bare()
