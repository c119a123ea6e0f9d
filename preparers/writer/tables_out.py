"""Tables and tables of contents on their way into a file."""

from __future__ import annotations

from collections.abc import Iterator

from lxml import etree

from forge.preparers.writer.looks import Layout, TabStop
from forge.preparers.writer.looks_out import layout_properties, style_id
from forge.preparers.writer.package_out import Writing
from forge.preparers.writer.paragraphs_out import paragraph_element
from forge.preparers.writer.spec import Border, Cell, Contents, Entry, Paragraph, Row, Table
from forge.preparers.writer.vocabulary import LINES, twips
from forge.preparers.writer.xml_out import Child, Part, w

_SIDES = ("top", "left", "bottom", "right")
_CELL_MARGIN = 108
"""Twips between the text of a cell and its sides, as applications have it where nothing is said."""
_RIGHT_EDGE = 16.0
"""Centimetres from the margin to the numbers of the pages in a table of contents."""


def table_element(table: Table, writing: Writing, part: Part) -> etree._Element:
    """A table of fixed widths with every line said at its cells."""
    margins = [w(side, w=_CELL_MARGIN, type="dxa") for side in ("left", "right")]
    made = w(
        "tbl",
        w(
            "tblPr",
            w("tblW", w=sum(map(twips, table.widths)), type="dxa"),
            w("jc", val=table.alignment),
            w("tblLayout", type="fixed"),
            w("tblCellMar", *margins),
        ),
        w("tblGrid", *(w("gridCol", w=twips(width)) for width in table.widths)),
    )
    grid = table.grid()
    for number, row in enumerate(table.rows, 1):
        made.append(_row(number, row, table, grid, writing, part))
    return made


def _row(
    number: int,
    row: Row,
    table: Table,
    grid: dict[tuple[int, int], Cell],
    writing: Writing,
    part: Part,
) -> etree._Element:
    height = w("trHeight", val=twips(row.height), hRule="atLeast") if row.height is not None else None
    settings = [item for item in (height, w("tblHeader") if row.header else None) if item is not None]
    made = w("tr", w("trPr", *settings) if settings else None)
    column = 1
    while column <= len(table.widths):
        cell = grid.get((number, column))
        merge = None
        if cell is None:
            above = next(row for row in range(number - 1, 0, -1) if (row, column) in grid)
            cell, merge = grid[above, column], "continue"
        elif cell.rows > 1:
            merge = "restart"
        made.append(_cell(cell, column, merge, table, writing, part))
        column += cell.columns
    return made


def _cell(
    cell: Cell, column: int, merge: str | None, table: Table, writing: Writing, part: Part
) -> etree._Element:
    width = sum(map(twips, table.widths[column - 1 : column - 1 + cell.columns]))
    lines = [_border(side, getattr(cell, side)) for side in _SIDES]
    made = w(
        "tc",
        w(
            "tcPr",
            w("tcW", w=width, type="dxa"),
            w("gridSpan", val=cell.columns) if cell.columns > 1 else None,
            w("vMerge", val=merge) if merge is not None else None,
            w("tcBorders", *lines),
            w("shd", val="clear", color="auto", fill=cell.fill.code[1:]) if cell.fill is not None else None,
            w("vAlign", val=cell.vertical) if cell.vertical != "top" else None,
        ),
    )
    if merge == "continue":
        made.append(w("p"))
    else:
        made.extend(paragraph_element(paragraph, writing, part) for paragraph in cell.paragraphs)
    return made


def _border(side: str, border: Border | None) -> Child:
    if border is None:
        return w(side, val="nil")
    return w(side, val=LINES[border.line], sz=round(border.width * 8), space=0, color=border.colour.code[1:])


def contents_element(contents: Contents, writing: Writing, part: Part) -> etree._Element:
    """A table of contents, as applications recognise one: a field with its lines, in a block of its own."""
    title = Paragraph.of(contents.title, "TOC Heading")
    content = w("sdtContent", paragraph_element(title, writing, part))
    content.extend(_lines(contents))
    gallery = w("docPartGallery", val="Table of Contents")
    return w("sdt", w("sdtPr", w("docPartObj", gallery, w("docPartUnique"))), content)


def _lines(contents: Contents) -> Iterator[etree._Element]:
    instruction = w("instrText")
    instruction.text = f' TOC \\o "1-{contents.levels}" \\h \\z \\u '
    begin = [
        w("r", w("fldChar", fldCharType="begin")),
        w("r", instruction),
        w("r", w("fldChar", fldCharType="separate")),
    ]
    entries = contents.entries or [Entry("")]
    for index, entry in enumerate(entries):
        layout = Layout(tabs=(TabStop(_RIGHT_EDGE, "right", "dots"),))
        said = [item for item in layout_properties(layout) if item is not None]
        made = w("p", w("pPr", w("pStyle", val=style_id(f"TOC {entry.level}")), *said))
        if index == 0:
            made.extend(begin)
        text, page = w("t"), w("t")
        text.text, page.text = entry.text, entry.page
        made.append(w("r", text, w("tab"), page))
        if index == len(entries) - 1:
            made.append(w("r", w("fldChar", fldCharType="end")))
        yield made
