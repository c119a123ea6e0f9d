"""Facts as Calc skills tell them: columns, sheets, files, rows, numbers, dates, texts, each with natural words."""

from __future__ import annotations

from datetime import date, time

from forge.errors import SkillError
from forge.skills.calc.support.tables import ColumnName, RowReferent, Table
from forge.skills.content.rows import Entry
from forge.skills.contract import Fact
from forge.states.selectors import Selector
from forge.states.values import Value


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


def text_fact(name: str, text: str, *, optional: bool = False) -> Fact:
    """A text that is to be written or looked for, in quotes."""
    return Fact(name=name, value=text, says=(f'"{text}"',), optional=optional)


def number_fact(name: str, number: float, *, unit: str = "", optional: bool = False) -> Fact:
    """A number, with separators for thousands where it is large.

    Args:
        name: the fact.
        number: the number.
        unit: what may stand with it: a currency's sign, or a unit.
        optional: it need not be told.
    """
    shown = plain(number)
    says = [f"{number:,}" if isinstance(number, int) or number >= 1000 else shown]
    says += [shown] if shown not in says else []
    if unit in ("$", "£", "€"):
        says.append(f"{unit}{says[0]}")
    elif unit:
        says.append(f"{says[0]} {unit}")
    return Fact(name=name, value=number, says=tuple(says), optional=optional)


def date_fact(name: str, day: date, *, optional: bool = False) -> Fact:
    """A date, in forms that can be read in one way only."""
    month = day.strftime("%B")
    says = (f"{day.day} {month} {day.year}", f"{month} {day.day}, {day.year}", day.isoformat())
    return Fact(name=name, value=day, says=says, optional=optional)


def entry_fact(name: str, entry: Entry, *, unit: str = "", percentage: bool = False) -> Fact:
    """An entry of whatever type that is to be typed in.

    Args:
        name: the fact.
        entry: the entry.
        unit: of a number.
        percentage: a number is told as a percentage.
    """
    match entry:
        case str():
            return text_fact(name, entry)
        case time():
            return Fact(name=name, value=entry, says=(f"{entry:%H:%M}",))
        case date():
            return date_fact(name, entry)
        case int() | float() if percentage:
            return Fact(name=name, value=entry, says=(f"{plain(round(entry * 100, 6))}%",))
        case int() | float():
            return number_fact(name, entry, unit=unit)
    raise SkillError(f"{entry!r} is nothing that can be told to be typed in.")


def worked_out(name: str, value: Value, *places: Selector) -> Fact:
    """A private fact: what follows from places of the start."""
    return Fact(name=name, value=value, public=False, worked_out_from=places)


def plain(value: object) -> str:
    """A value in plain words: whole numbers without a decimal point."""
    if isinstance(value, float):
        return f"{value:.10g}"
    return str(value)
