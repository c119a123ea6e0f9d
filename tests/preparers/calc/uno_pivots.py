"""Edits of the pivot table of a workbook in LibreOffice itself, for `uno_edits.py`: one for each property."""

import uno


def enum(kind, name):
    return uno.Enum(f"com.sun.star.sheet.{kind}", name)


def tables(document):
    return document.Sheets.getByName("Sales").getDataPilotTables()


def field(document, name, orientation=None, function=None, **properties):
    item = tables(document).getByIndex(0).DataPilotFields.getByName(name)
    if orientation is not None:
        item.Orientation = enum("DataPilotFieldOrientation", orientation)
    if function is not None:
        item.Function = enum("GeneralFunction", function)
    for key, value in properties.items():
        setattr(item, key, value)


def insert(document, name, column, fields, source="A1:E4"):
    descriptor = tables(document).createDataPilotDescriptor()
    sheet = document.Sheets.getByName("Sales")
    descriptor.setSourceRange(sheet.getCellRangeByName(source).RangeAddress)
    descriptor.ShowFilterButton = False
    for key, orientation in fields:
        descriptor.DataPilotFields.getByName(key).Orientation = enum("DataPilotFieldOrientation", orientation)
    tables(document).insertNewByName(name, sheet.getCellByPosition(column, 1).CellAddress, descriptor)


def moved(document):
    tables(document).removeByName(tables(document).getByIndex(0).Name)
    insert(document, "Moved", 8, [("Region", "ROW"), ("Amount", "DATA")])


def source(document):
    table = tables(document).getByIndex(0)
    table.setSourceRange(document.Sheets.getByName("Sales").getCellRangeByName("A1:E3").RangeAddress)


def across(document):
    field(document, "Units", "DATA", "SUM")
    field(document, "Data", "COLUMN")


def subtotals(document):
    field(document, "Product", "ROW")
    field(document, "Region", Subtotals=(enum("GeneralFunction", "AUTO"),))


def hidden(document):
    items = tables(document).getByIndex(0).DataPilotFields.getByName("Region").Items
    items.getByName("South").IsHidden = True


def other_data(document):
    field(document, "Amount", "HIDDEN")
    field(document, "Units", "DATA", "SUM")


EDITS = {
    "pivot.source": source,
    "pivot.anchor": moved,
    "pivot.rows": lambda document: field(document, "Product", "ROW"),
    "pivot.columns": lambda document: field(document, "Product", "COLUMN"),
    "pivot.filters": lambda document: field(document, "Product", "PAGE"),
    "pivot.across": across,
    "pivot.subtotals": subtotals,
    "pivot.hidden": hidden,
    "data_field.field": other_data,
    "data_field.function": lambda document: field(document, "Amount", function="AVERAGE"),
    "data_field": lambda document: field(document, "Units", "DATA", "SUM"),
    "pivot": lambda document: insert(document, "Another", 15, [("Paid", "ROW"), ("Units", "DATA")]),
}
