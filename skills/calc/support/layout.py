"""Laying a kit out on sheets as people do; `build` gives the workbook's `Table` that skills work with.

What a task does not need is drawn by chance, so that no two workbooks look alike; names of sheets and files
that careless programs trip over come up now and then.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from forge.preparers.calc.places import letters
from forge.preparers.calc.spec import Cell, Column, Row, Sheet, Workbook
from forge.preparers.desktop import Desktop
from forge.skills.calc.support.looks import Look, width_for
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.dirt import Dirt, soil
from forge.skills.content.kit import ColumnKit, TableKit
from forge.skills.content.rows import Entry, fill
from forge.states.values import Colour

HARD_NAMES = 0.12
"""The share of sheets, and of files, whose names hold quotes, commas, ampersands or other scripts."""
TITLED = 0.3
"""The share of tables that stand below a title."""
INDENTED = 0.06
"""The share of tables that leave the first column free."""

ROW_STEP = 0.75
"""Heights of rows are multiples of it, in points."""

_MEASURED_ROWS = 60
_TABS = ("#4472C4", "#70AD47", "#FFC000", "#C00000")


@dataclass(frozen=True)
class Plan:
    """What a workbook is to hold.

    Attributes:
        rows: rows of data.
        lookup: the second sheet about one column is laid out where the kit has one.
        archive: an older table with the same columns stands on a further sheet.
        read_me: a sheet with remarks.
        figures: a sheet with key figures, which are formulas over the table.
        totals: a row of totals below the data.
        dirt: what is wrong with the entries.
        dirty_columns: columns of the kit to which dirt is confined; empty for the likely ones.
    """

    rows: int
    lookup: bool = True
    archive: bool = False
    read_me: bool = False
    figures: bool = False
    totals: bool = False
    dirt: tuple[Dirt, ...] = ()
    dirty_columns: tuple[str, ...] = ()


def build(kit: TableKit, plan: Plan, desktop: Desktop, random: Random) -> Table:
    """Expand a kit on a new workbook, mount it on a desktop, and say where the table is.

    Args:
        kit: what it is about.
        plan: what the workbook is to hold.
        desktop: where it is mounted.
        random: a stream of its own.
    """
    from forge.skills.calc.support import sheets  # noqa: PLC0415 - it lays tables out with what is defined below

    rows = fill(kit, plan.rows, random)
    for kind in plan.dirt:
        soil(rows, kind, random, columns=plan.dirty_columns)
    book = Book(kit, file_mount(kit, desktop.documents, random), random)
    sheet = book.sheet(kit.sheet, hard=True)
    table = book.lay_out(sheet, kit.columns, rows.columns, titled=random.random() < TITLED)
    if plan.totals:
        table = sheets.add_totals(book, table)
    if plan.lookup and kit.lookup is not None:
        table = replace(table, lookup=sheets.add_lookup(book, kit.lookup, rows.lookup))
    if plan.archive:
        sheets.add_archive(book, plan.rows)
    if plan.figures:
        sheets.add_figures(book, table)
    if plan.read_me:
        sheets.add_read_me(book)
    if len(book.workbook.sheets) > 1 and random.random() < 0.3:
        book.workbook.sheets.remove(sheet)
        book.workbook.sheets.insert(random.randint(0, len(book.workbook.sheets)), sheet)
    book.workbook.active = sheet.name
    only_file = all(document.preparer != "calc" for document in desktop.documents.values())
    desktop.add(book.mount, "calc", book.workbook)
    return replace(table, only_sheet=len(book.workbook.sheets) == 1, only_file=only_file)


def file_mount(kit: TableKit, taken: Collection[str], random: Random) -> str:
    """Where a workbook of a kit lies: a natural name in its folder, none that is taken."""
    stem = kit.file
    if random.random() < HARD_NAMES:
        hard = ("{} & more", "{}, final", "Jo's {}", "{} (2)", "Übersicht {}", "{} 一覧", "{} – copy")
        stem = random.choice(hard).format(stem)
    number = 1
    while (mount := f"~/{kit.folder}/{stem}{f' {number}' if number > 1 else ''}.xlsx") in taken:
        number += 1
    return mount


class Book:
    """A workbook in the making: whose habits it shows, and which names its sheets have.

    Attributes:
        kit: what it is about.
        mount: where it will lie.
        random: a stream of its own.
        look: the habits of whoever made it.
        workbook: the workbook.
    """

    def __init__(self, kit: TableKit, mount: str, random: Random) -> None:
        self.kit = kit
        self.mount = mount
        self.random = random
        self.look = Look.draw(random)
        self.workbook = Workbook()

    def sheet(self, wanted: str, *, hard: bool = False) -> Sheet:
        """A new sheet, its name unlike the others'; with `hard`, one to trip over now and then."""
        name = wanted
        if hard and self.random.random() < HARD_NAMES:
            forms = ("{}, checked", "{} & Co", "Jo's {}", "{} (new)", "{} – Übersicht", "{} 一覧", "{} 100%")
            made = [text for form in forms if len(text := form.format(wanted)) <= 31]
            name = self.random.choice(made or [wanted])
        taken = {sheet.name.casefold() for sheet in self.workbook.sheets}
        number = 2
        while name.casefold() in taken:
            name, number = f"{wanted[:27]} {number}", number + 1
        sheet = self.workbook.add_sheet(name)
        if self.random.random() < 0.08:
            sheet.tab_colour = Colour(self.random.choice(_TABS))
        return sheet

    def lay_out(
        self,
        sheet: Sheet,
        columns: Sequence[ColumnKit],
        entries: Mapping[str, Sequence[Entry]],
        *,
        titled: bool = False,
    ) -> Table:
        """Write a table on a sheet, and say where it stands.

        Args:
            sheet: an empty sheet.
            columns: the columns from left to right.
            entries: what stands in each of them by its name.
            titled: a title stands above.
        """
        random, look = self.random, self.look
        left = 2 if random.random() < INDENTED else 1
        header_row = self._title(sheet, left) if titled else 1
        placed: list[TableColumn] = []
        for number, kit in enumerate(columns, left):
            name, code = look.header_text(kit), look.number_format(kit)
            header = look.header_style(kit)
            sheet.cells[header_row, number] = Cell(name, None, header)
            style = look.style(kit, code)
            values = entries[kit.name]
            for row, value in enumerate(values, header_row + 1):
                sheet.cells[row, number] = Cell(value, None, style)
            width = width_for(name, set(values[:_MEASURED_ROWS]), code, header)
            sheet.columns[number] = Column(width)
            placed.append(TableColumn(name, kit.role, letters(number), code, kit.unit))
        self._view(sheet, header_row, len(columns))
        return Table(
            mount=self.mount,
            sheet=sheet.name,
            header_row=header_row,
            columns=tuple(placed),
            entries={item.name: tuple(entries[kit.name]) for item, kit in zip(placed, columns, strict=True)},
            noun=self.kit.row,
            nouns=self.kit.rows,
            domain=self.kit.domain,
            locale=self.kit.locale,
        )

    def _title(self, sheet: Sheet, left: int) -> int:
        """Write a title, perhaps with a line below it; the row in which the header can stand."""
        self.headline(sheet, left, self.kit.title)
        row = 2
        if self.random.random() < 0.4:
            lines = (
                "Draft, not yet checked",
                "Internal use only",
                "Figures as reported by the team",
                "Working copy",
            )
            sheet.cells[2, left] = Cell(
                self.random.choice(lines), None, self.look.body.but(italic=True).bordered(None)
            )
            row = 3
        return row + (self.random.random() < 0.7)

    def headline(self, sheet: Sheet, column: int, text: str) -> None:
        """Write a headline into the first row, which becomes as high as it needs to be."""
        style = self.look.title
        sheet.cells[1, column] = Cell(text, None, style)
        sheet.rows[1] = Row(height=round(style.size * 1.4 / ROW_STEP) * ROW_STEP)

    def _view(self, sheet: Sheet, header_row: int, columns: int) -> None:
        """What somebody has set for reading and printing, or not."""
        random = self.random
        if random.random() < 0.2:
            sheet.freeze = f"A{header_row + 1}"
        if random.random() < 0.1:
            sheet.zoom = random.choice((80, 90, 110, 120))
        if columns > 6 and random.random() < 0.4:
            sheet.page.orientation = "landscape"
