"""Edits a workbook in LibreOffice itself. Run by an interpreter that can import `uno`.

    python uno_edits.py PROGRAM FOLDER SOURCE TARGETS

writes `untouched.xlsx`, `edited.xlsx` with all edits but one, `row.xlsx` with an inserted row, and a file
for each edit of the pivot table.
"""

import sys
from pathlib import Path

import uno
import uno_pivots
from worker import documents, sheets, soffice


def cell(document, place):
    return document.Sheets.getByName("Orders").getCellRangeByName(place)


def formats(document, code):
    key = document.NumberFormats.queryKey(code, uno.createUnoStruct("com.sun.star.lang.Locale"), False)
    return (
        key
        if key != -1
        else document.NumberFormats.addNew(code, uno.createUnoStruct("com.sun.star.lang.Locale"))
    )


def remove_chart(document):
    charts = document.Sheets.getByName("Orders").Charts
    charts.removeByName(charts.getByIndex(0).Name)


def border(document):
    line = uno.createUnoStruct("com.sun.star.table.BorderLine2")
    line.OuterLineWidth, line.LineWidth, line.Color = 26, 26, 0xC00000
    cell(document, "B2").TopBorder2 = line


def comment(document):
    sheet = document.Sheets.getByName("Orders")
    sheet.Annotations.insertNew(cell(document, "C3").CellAddress, "Made in the application")


def name(document):
    place = uno.createUnoStruct("com.sun.star.table.CellAddress")
    document.NamedRanges.addNewByName("Made_here", "$Orders.$A$1:$A$3", place, 0)


def validation(document):
    area = cell(document, "D2:D4")
    rule = area.Validation
    rule.Type = uno.Enum("com.sun.star.sheet.ValidationType", "LIST")
    rule.setFormula1('"x";"y"')
    area.Validation = rule


def rows(document):
    document.Sheets.getByName("Orders").Rows.insertByIndex(1, 1)


def page(document):
    style = document.StyleFamilies.getByName("PageStyles").getByName(
        document.Sheets.getByName("Orders").PageStyle
    )
    style.IsLandscape, style.Width, style.Height = True, style.Height, style.Width


def header(document):
    style = document.StyleFamilies.getByName("PageStyles").getByName(
        document.Sheets.getByName("Lists").PageStyle
    )
    style.HeaderIsOn = True
    content = style.RightPageHeaderContent
    content.CenterText.setString("2026 & later")
    style.RightPageHeaderContent = content


EDITS = {
    "cell.value": lambda document: setattr(cell(document, "A2"), "String", "Changed"),
    "cell.formula": lambda document: setattr(cell(document, "C4"), "Formula", "=SUM(C2:C3)*1"),
    "cell.number_format": lambda document: setattr(
        cell(document, "C2"), "NumberFormat", formats(document, "0.000")
    ),
    "cell.bold": lambda document: setattr(cell(document, "A3"), "CharWeight", 150.0),
    "cell.fill": lambda document: setattr(cell(document, "A3"), "CellBackColor", 0xFFFF00),
    "cell.border_top": border,
    "cell.wrap": lambda document: setattr(cell(document, "A3"), "IsTextWrapped", True),
    "cell.comment": comment,
    "column.width": lambda document: setattr(cell(document, "B1").Columns.getByIndex(0), "Width", 5000),
    "column.hidden": lambda document: setattr(cell(document, "B1").Columns.getByIndex(0), "IsVisible", False),
    "row.height": lambda document: setattr(cell(document, "B2").Rows.getByIndex(0), "Height", 2000),
    "row.hidden": lambda document: setattr(cell(document, "B2").Rows.getByIndex(0), "IsVisible", False),
    "merge": lambda document: cell(document, "H1:I1").merge(True),
    "name": name,
    "sheet": lambda document: document.Sheets.insertNewByName("Fresh", 1),
    "sheet.hidden": lambda document: setattr(document.Sheets.getByName("Lists"), "IsVisible", False),
    "sheet.tab_colour": lambda document: setattr(document.Sheets.getByName("Orders"), "TabColor", 0xC00000),
    "protection": lambda document: document.Sheets.getByName("It's, a! Ünï").protect(""),
    "validation": validation,
    "page.orientation": page,
    "page.header": header,
    "chart": remove_chart,
}


def main(program, folder, source, targets):
    office = soffice.Soffice(Path(program), Path(folder))
    office.start()
    try:
        pivots = ((name, (edit,)) for name, edit in uno_pivots.EDITS.items())
        for name, edits in (("untouched", ()), ("edited", EDITS.values()), ("row", (rows,)), *pivots):
            document = documents.load(office.desktop, Path(source), ".xlsx")
            for edit in edits:
                edit(document)
            sheets.keep_view(document, office.toolkit)
            documents.store(document, Path(targets) / f"{name}.xlsx", ".xlsx")
            document.close(False)
    finally:
        office.kill()


if __name__ == "__main__":
    main(*sys.argv[1:])
