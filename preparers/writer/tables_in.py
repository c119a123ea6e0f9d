"""Tables out of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lxml import etree

from forge.preparers.office.markup import number
from forge.preparers.writer.looks_in import colour, switch, value
from forge.preparers.writer.paragraphs_in import Reader
from forge.preparers.writer.spec import BLACK, Border, Cell, Paragraph, Row, Table
from forge.preparers.writer.styles_in import StyleTable
from forge.preparers.writer.vocabulary import LINES_IN_FILE, W, centimetres

_SIDES = ("left", "right", "top", "bottom")
_OTHER_NAMES = {"left": "start", "right": "end"}
_INSIDE = {"left": "insideV", "right": "insideV", "top": "insideH", "bottom": "insideH"}
_VERTICAL = {"center": "center", "both": "center", "bottom": "bottom"}
MOST_COLUMNS = 200
_LONGEST_CHAIN = 20


def read_table(item: etree._Element, reader: Reader) -> Table:
    """A table with its cells; what is merged down stands in its first row only."""
    properties = item.find(f"{W}tblPr")
    lines = list(_line_sources(properties, reader.styles))
    alignment: Any = value(properties, "jc") if properties is not None else None
    table = Table(
        [
            centimetres(number(column.get(f"{W}w") or "0"))
            for column in item.iterfind(f"{W}tblGrid/{W}gridCol")
        ],
        [],
        {"center": "center", "right": "right", "end": "right"}.get(alignment, "left"),  # type: ignore[arg-type]
    )
    rows = list(_rows(item))
    if len(table.widths) > MOST_COLUMNS:
        raise ValueError(f"a table has {len(table.widths)} columns, at most {MOST_COLUMNS} are read")
    merging: dict[int, Cell] = {}
    for at, row in enumerate(rows):
        merging = _read_row(row, at, len(rows), table, merging, lines, reader)
    return table


def _rows(item: etree._Element) -> Iterator[etree._Element]:
    for child in item:
        if child.tag == f"{W}tr":
            yield child
        elif child.tag in (f"{W}sdt", f"{W}sdtContent", f"{W}customXml", f"{W}ins"):
            yield from _rows(child)


def _cells(item: etree._Element) -> Iterator[etree._Element]:
    for child in item:
        if child.tag == f"{W}tc":
            yield child
        elif child.tag in (f"{W}sdt", f"{W}sdtContent", f"{W}customXml"):
            yield from _cells(child)


def _read_row(
    item: etree._Element,
    at: int,
    count: int,
    table: Table,
    merging: dict[int, Cell],
    lines: list[etree._Element],
    reader: Reader,
) -> dict[int, Cell]:
    properties = item.find(f"{W}trPr")
    height = properties.find(f"{W}trHeight") if properties is not None else None
    row = Row(
        header=bool(properties is not None and switch(properties, "tblHeader")),
        height=round(centimetres(number(height.get(f"{W}val") or "0")), 1) if height is not None else None,
    )
    table.rows.append(row)
    column, merged_on = 1, {}
    for cell_item in _cells(item):
        settings = cell_item.find(f"{W}tcPr")
        span = max(int(value(settings, "gridSpan") or 1), 1) if settings is not None else 1
        merge = settings.find(f"{W}vMerge") if settings is not None else None
        above = merging.get(column)
        if column > MOST_COLUMNS:
            raise ValueError(f"a table has more than {MOST_COLUMNS} columns")
        if merge is not None and merge.get(f"{W}val") != "restart" and above is not None:
            above.rows += 1
            merged_on[column] = above
        else:
            last = at == count - 1
            outer = {"left": column == 1, "right": column + span > len(table.widths), "top": at == 0}
            cell = _read_cell(cell_item, settings, {**outer, "bottom": last}, lines, reader)
            cell.columns = span
            row.cells.append(cell)
            if merge is not None:
                merged_on[column] = cell
        column += span
    return merged_on


def _read_cell(
    item: etree._Element,
    settings: etree._Element | None,
    outer: dict[str, bool],
    lines: list[etree._Element],
    reader: Reader,
) -> Cell:
    own = settings.find(f"{W}tcBorders") if settings is not None else None
    vertical: Any = _VERTICAL.get(value(settings, "vAlign") or "", "top") if settings is not None else "top"
    cell = Cell(
        list(_paragraphs(item, reader)) or [Paragraph([], reader.styles.default)],
        fill=colour(value(settings, "shd", "fill")) if settings is not None else None,
        vertical=vertical,
    )
    for side in _SIDES:
        named = _side(own, side) if own is not None else None
        if named is None:
            inherited = side if outer[side] else _INSIDE[side]
            named = next((line for source in lines if (line := _side(source, inherited)) is not None), None)
        setattr(cell, side, _border(named))
    return cell


def _paragraphs(item: etree._Element, reader: Reader) -> Iterator[Paragraph]:
    """The paragraphs of a cell, those of tables within it among them."""
    for child in item:
        tag = str(child.tag).removeprefix(W)
        if tag == "p":
            yield from reader.paragraphs(child)
        elif tag in ("tbl", "tr", "tc", "sdt", "sdtContent", "customXml"):
            yield from _paragraphs(child, reader)
        elif tag.startswith(("bookmark", "commentRange")):
            reader.mark(child)


def _line_sources(properties: etree._Element | None, styles: StyleTable) -> Iterator[etree._Element]:
    """The elements that say the lines of cells that say none: the table's own, then those of its style."""
    if properties is None:
        return
    own = properties.find(f"{W}tblBorders")
    if own is not None:
        yield own
    identity = value(properties, "tblStyle")
    for _ in range(_LONGEST_CHAIN):
        style = styles.tables.get(identity or "")
        if style is None:
            return
        borders = style.find(f"{W}tblPr/{W}tblBorders")
        if borders is not None:
            yield borders
        identity = value(style, "basedOn")


def _side(lines: etree._Element, side: str) -> etree._Element | None:
    found = lines.find(W + side)
    return found if found is not None or side not in _OTHER_NAMES else lines.find(W + _OTHER_NAMES[side])


def _border(item: etree._Element | None) -> Border | None:
    if item is None or item.get(f"{W}val") in (None, "nil", "none"):
        return None
    line: Any = LINES_IN_FILE.get(item.get(f"{W}val") or "", "single")
    width = round(number(item.get(f"{W}sz") or "4") / 8 * 4) / 4
    return Border(line, width, colour(item.get(f"{W}color")) or BLACK)
