"""Facts as Calc skills tell them: columns, sheets, files, rows, and those that any skill tells."""

from __future__ import annotations

from forge.skills.calc.support.tables import ColumnName, RowReferent, Table
from forge.skills.contract import Fact
from forge.skills.facts import date_fact, entry_fact, number_fact, plain, text_fact, worked_out
from forge.states.selectors import Selector

__all__ = [
    "cell_fact",
    "column_fact",
    "date_fact",
    "entry_fact",
    "file_fact",
    "number_fact",
    "plain",
    "row_fact",
    "sheet_fact",
    "text_fact",
    "worked_out",
]


def column_fact(name: str, table: Table, column: ColumnName, *, optional: bool = False) -> Fact:
    """A column of a table; it refers to its header."""
    item = table.named(column)
    says = [f'the "{item.name}" column', f'the column "{item.name}"', f'column {item.letter} ("{item.name}")']
    if item.name[:1].isupper() and item.name.replace(" ", "").isalpha():
        says.insert(0, f"the {item.name} column")
    return Fact(
        name=name, value=item.name, says=tuple(says), refers=table.header_selector(item), optional=optional
    )


def sheet_fact(table: Table, name: str = "sheet") -> Fact:
    """The sheet of a table; it need not be told where the workbook has no other."""
    sheet = table.sheet
    says = [f'the "{sheet}" sheet', f'the sheet "{sheet}"']
    if sheet.replace(" ", "").isalnum():
        says.insert(0, f"the {sheet} sheet")
    return Fact(
        name=name, value=sheet, says=tuple(says), refers=table.sheet_selector(), optional=table.only_sheet
    )


def file_fact(table: Table, name: str = "file") -> Fact:
    """The workbook of a table; it need not be told where there is no other."""
    file = table.mount.rpartition("/")[2]
    says = (f'"{file}"', f'the workbook "{file}"', f'the file "{file}"')
    return Fact(name=name, value=file, says=says, refers=Selector(table.mount), optional=table.only_file)


def row_fact(name: str, table: Table, referent: RowReferent) -> Fact:
    """A row, spoken of by an entry that no other row has."""
    entry = plain(referent.value)
    says = (
        f'the {table.noun} whose {referent.column.name} is "{entry}"',
        f'the row with "{entry}" in the "{referent.column.name}" column',
    )
    refers = table.cell_selector(referent.column, referent.row, "value")
    return Fact(name=name, value=referent.value, says=says, refers=refers)


def cell_fact(name: str, where: str, *, optional: bool = False) -> Fact:
    """One cell, spoken of by its place."""
    return Fact(name=name, value=where, says=(f"cell {where}", where), optional=optional)
