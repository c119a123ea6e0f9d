"""The pivot tables of a file, and the cells that they take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from lxml import etree

from forge.errors import UnreadableError
from forge.preparers.calc.formulas import areas, pinned
from forge.preparers.calc.pivots import BUTTON, DATA
from forge.preparers.calc.places import block, fixed, place, range_of
from forge.preparers.calc.spec import DataField, Pivot, Sheet, Workbook
from forge.preparers.calc.vocabulary import MAIN, PIVOT_FUNCTIONS_IN_FILE
from forge.preparers.office.markup import RELATION, Package, Relation, flag


def read_pivots(package: Package, relations: Mapping[str, Relation], sheet: Sheet) -> list[str]:
    """Put the pivot tables of a sheet onto it; gives the ranges whose cells are theirs."""
    taken = [_read(package, item.target, sheet) for item in relations.values() if item.type == "pivotTable"]
    sheet.pivots.sort(key=lambda pivot: range_of(pivot.anchor))
    return taken


def leave_out(sheet: Sheet, taken: Iterable[str]) -> None:
    """Take out of a sheet the cells of its pivot tables: they follow from elsewhere."""
    for top, left, bottom, right in map(range_of, taken):
        for row, column in [at for at in sheet.cells if top <= at[0] <= bottom and left <= at[1] <= right]:
            del sheet.cells[row, column]


def resolve_sources(book: Workbook) -> None:
    """Let pivot tables over a defined name say the range that it stands for, as LibreOffice stores them."""
    names = {name.casefold(): refers for name, refers in book.names.items()}
    for sheet in book.sheets:
        for pivot in sheet.pivots:
            refers = names.get(pivot.source.casefold())
            if refers is not None and areas(refers):
                pivot.source = pinned(refers.removeprefix("="), fixed=True)


def _read(package: Package, part: str, sheet: Sheet) -> str:
    root = package.xml(part)
    caches = [item for item in package.relations(part).values() if item.type == "pivotCacheDefinition"]
    if not caches:
        raise UnreadableError(f"{package.what} is damaged: the pivot table {part} has no cache.")
    cache = package.xml(caches[0].target)
    names = [item.get("name") or "" for item in cache.iterfind(f"{MAIN}cacheFields/{MAIN}cacheField")]
    anchor, taken = _place(root, sheet)
    columns = _axis(root, "colFields", "field", "x")
    pivot = Pivot(
        _source(cache),
        anchor,
        rows=_named(_axis(root, "rowFields", "field", "x"), names),
        columns=_named(columns, names),
        filters=_named(_axis(root, "pageFields", "pageField", "fld"), names),
        data=tuple(_data_field(item, names) for item in root.iterfind(f"{MAIN}dataFields/{MAIN}dataField")),
        across=DATA in columns,
    )
    _read_fields(root, cache, names, pivot)
    sheet.pivots.append(pivot)
    return taken


def _place(root: etree._Element, sheet: Sheet) -> tuple[str, str]:
    """Where it begins, and the range that it takes with filter fields and the button above it."""
    location = root.find(f"{MAIN}location")
    if location is None:
        raise UnreadableError("a pivot table has no place")
    top, left, bottom, right = range_of(location.get("ref") or "")
    filters = len(root.findall(f"{MAIN}pageFields/{MAIN}pageField"))
    button = top - filters - 2
    cell = sheet.cells.get((button, left))
    if cell is not None and cell.value == BUTTON:
        top = button
    elif filters:
        top -= filters + 1
    return place(max(top, 1), left), block(max(top, 1), left, bottom, max(right, left + bool(filters)))


def _axis(root: etree._Element, name: str, item: str, attribute: str) -> list[int]:
    return [int(field.get(attribute) or 0) for field in root.iterfind(f"{MAIN}{name}/{MAIN}{item}")]


def _named(numbers: Sequence[int], names: Sequence[str]) -> tuple[str, ...]:
    return tuple(names[number] for number in numbers if number >= 0)


def _data_field(item: etree._Element, names: Sequence[str]) -> DataField:
    function = item.get("subtotal") or "sum"
    return DataField(names[int(item.get("fld") or 0)], PIVOT_FUNCTIONS_IN_FILE.get(function, function))


def _source(cache: etree._Element) -> str:
    """The range of the source, or its name; nothing where it lies outside of the workbook."""
    origin = cache.find(f"{MAIN}cacheSource")
    source = origin.find(f"{MAIN}worksheetSource") if origin is not None else None
    if origin is None or source is None or origin.get("type") != "worksheet" or source.get(f"{RELATION}id"):
        return ""
    sheet, where = source.get("sheet"), source.get("ref")
    if sheet is not None and where is not None:
        return fixed(sheet, where)
    return source.get("name") or ""


def _read_fields(root: etree._Element, cache: etree._Element, names: Sequence[str], pivot: Pivot) -> None:
    """Which fields have results of their own, and which items are left out; a filter field may show one alone."""
    subtotals, hidden = [], []
    pages = {
        int(item.get("fld") or 0): int(item.get("item") or 0)
        for item in root.iterfind(f"{MAIN}pageFields/{MAIN}pageField")
        if item.get("item") is not None
    }
    shared = [
        item.find(f"{MAIN}sharedItems") for item in cache.iterfind(f"{MAIN}cacheFields/{MAIN}cacheField")
    ]
    for number, field in enumerate(root.iterfind(f"{MAIN}pivotFields/{MAIN}pivotField")):
        if field.get("axis") is None:
            continue
        if flag(field.get("defaultSubtotal"), default=True) or any(
            flag(field.get(name)) for name in map(str, field.keys()) if name.endswith("Subtotal")
        ):
            subtotals.append(names[number])
        values = [item.get("v") or "" for item in shared[number] if isinstance(item.tag, str)]  # type: ignore[union-attr]  # in order
        for at, item in enumerate(field.iterfind(f"{MAIN}items/{MAIN}item")):
            chosen = pages.get(number, at)
            if item.get("x") is not None and (flag(item.get("h")) or chosen != at):
                hidden.append((names[number], values[int(item.get("x") or 0)]))
    pivot.subtotals, pivot.hidden = tuple(subtotals), tuple(hidden)
