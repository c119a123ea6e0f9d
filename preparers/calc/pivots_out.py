"""Pivot tables on their way into a file: what they are, the cache that they rest on, and the cells that they show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from openpyxl.pivot.cache import CacheDefinition, CacheField, CacheSource, SharedItems, WorksheetSource
from openpyxl.pivot.fields import Text
from openpyxl.pivot.table import (
    DataField as OpenpyxlDataField,
)
from openpyxl.pivot.table import (
    FieldItem,
    Location,
    PageField,
    PivotField,
    PivotTableStyle,
    RowColField,
    TableDefinition,
)

from forge.preparers.calc.formulas import areas
from forge.preparers.calc.pivots import DATA, Record, Shown, items, records, shown
from forge.preparers.calc.spec import Cell, DataField, Pivot, Sheet, Workbook
from forge.preparers.calc.vocabulary import PIVOT_FUNCTIONS

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

_VERSION = 3
"""The oldest application that may read it, Excel 2007, as LibreOffice writes."""


def with_pivots(sheet: Sheet, book: Workbook) -> Sheet:
    """A sheet with the cells that its pivot tables show; the sheet itself where it has none."""
    if not sheet.pivots:
        return sheet
    cells = dict(sheet.cells)
    for pivot in sheet.pivots:
        cells |= {where: Cell(value) for where, value in shown(pivot, book).cells.items()}
    return replace(sheet, cells=cells)


def add_pivots(worksheets: Sequence[Worksheet], book: Workbook) -> None:
    """Put the pivot tables of a workbook onto the sheets that are being written."""
    caches: dict[str, CacheDefinition] = {}
    number = 0
    for made, sheet in zip(worksheets, book.sheets, strict=True):
        for pivot in sheet.pivots:
            number += 1
            if pivot.source not in caches:
                caches[pivot.source] = _cache(pivot, book)
            definition = _definition(pivot, book, number, list(caches).index(pivot.source) + 1)
            definition.cache = caches[pivot.source]
            holder: Any = made
            holder.add_pivot(definition)


def _cache(pivot: Pivot, book: Workbook) -> CacheDefinition:
    """The cache of a source: its fields and their items; the records are read anew from the cells."""
    rows = records(pivot, book)
    area = areas(pivot.source)[0]
    made: list[Any] = []
    for name in rows[0]:
        words = all(isinstance(row[name], str) for row in rows)
        texts = [Text(v=str(item)) for item in items(name, rows)] if words else []
        made.append(CacheField(name=name, numFmtId=0, sharedItems=SharedItems(_fields=texts)))
    source = CacheSource(
        type="worksheet",
        worksheetSource=WorksheetSource(ref=area.pinned(fixed=False).bare(), sheet=area.sheet),
    )
    return CacheDefinition(
        saveData=False,
        refreshOnLoad=True,
        createdVersion=_VERSION,
        refreshedVersion=_VERSION,
        cacheSource=source,
        cacheFields=made,
    )


def _definition(pivot: Pivot, book: Workbook, number: int, cache: int) -> Any:
    """The table itself. Its data fields have no names of their own, so that their captions follow their functions."""
    rows = records(pivot, book)
    names = list(rows[0])
    several = len(pivot.data) > 1
    down, across = several and not pivot.across, several and pivot.across
    return TableDefinition(
        name=f"PivotTable{number}",
        cacheId=cache,
        dataOnRows=down,
        dataCaption="Values",
        compact=False,
        compactData=False,
        outline=True,
        outlineData=True,
        applyNumberFormats=False,
        createdVersion=_VERSION,
        updatedVersion=_VERSION,
        location=_location(pivot, shown(pivot, book)),
        pivotFields=[_field(name, pivot, rows) for name in names],
        rowFields=_axis(pivot.rows, names, data=down),
        colFields=_axis(pivot.columns, names, data=across),
        pageFields=[PageField(fld=names.index(name), hier=-1) for name in pivot.filters],
        dataFields=[_data_field(item, names) for item in pivot.data],
        pivotTableStyleInfo=PivotTableStyle(
            name="PivotStyleLight16",
            showRowHeaders=True,
            showColHeaders=True,
            showRowStripes=False,
            showColStripes=False,
            showLastColumn=True,
        ),
    )


def _axis(fields: Sequence[str], names: Sequence[str], *, data: bool) -> list[RowColField]:
    """The fields of an axis, with the place of the names of several data fields where these stand there."""
    numbers = [names.index(name) for name in fields]
    return [RowColField(x=number) for number in (*numbers, *([DATA] if data else ()))]


def _data_field(item: DataField, names: Sequence[str]) -> OpenpyxlDataField:
    function: Any = PIVOT_FUNCTIONS[item.function][0]
    return OpenpyxlDataField(fld=names.index(item.field), subtotal=function, baseField=0, baseItem=0)


def _location(pivot: Pivot, view: Shown) -> Location:
    filters = len(pivot.filters)
    return Location(
        ref=view.area,
        firstHeaderRow=1,
        firstDataRow=view.header_rows,
        firstDataCol=view.header_columns,
        rowPageCount=filters or None,
        colPageCount=1 if filters else None,
    )


def _field(name: str, pivot: Pivot, rows: Sequence[Record]) -> PivotField:
    axes = {"axisRow": pivot.rows, "axisCol": pivot.columns, "axisPage": pivot.filters}
    axis: Any = next((axis for axis, fields in axes.items() if name in fields), None)
    data = any(item.field == name for item in pivot.data)
    if axis is None:
        return PivotField(dataField=data, compact=False, showAll=False)
    listed: list[Any] = [
        FieldItem(x=number, h=(name, item) in pivot.hidden or None)
        for number, item in enumerate(items(name, rows))
    ]
    subtotal = name in pivot.subtotals
    if subtotal:
        listed.append(FieldItem(t="default"))
    return PivotField(
        axis=axis, dataField=data, compact=False, showAll=False, defaultSubtotal=subtotal, items=listed
    )
