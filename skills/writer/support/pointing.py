"""People told by where they stand in a table of a document instead of by name."""

from __future__ import annotations

from forge.preparers.calc.places import letters
from forge.preparers.desktop import Desktop
from forge.preparers.writer import places
from forge.preparers.writer.spec import Document, Table
from forge.skills.contract import Pointer


def person_in_document(desktop: Desktop, name: str) -> Pointer | None:
    """Words for a person by the row of a table in which the name stands; None where no row can be told from others."""
    for mount, item in desktop.documents.items():
        if item.preparer != "writer":
            continue
        document: Document = item.spec
        tables = document.tables()
        if len(tables) == 1 and (pointer := _pointer(mount, tables[0], name)) is not None:
            return pointer
    return None


def _pointer(mount: str, table: Table, name: str) -> Pointer | None:
    head, *rows = [[" ".join(p.text for p in cell.paragraphs) for cell in row.cells] for row in table.rows]
    keys = [row[0] for row in rows]
    for number, row in enumerate(rows, 2):
        if name not in row[1:] or keys.count(row[0]) > 1 or '"' in row[0]:
            continue
        column = row.index(name, 1)
        file = mount.rpartition("/")[2]
        return Pointer(
            says=(
                f'the person in the "{head[column]}" column beside "{row[0]}" (see the table in "{file}")',
                f'whoever the table in "{file}" has as "{head[column]}" (in the row of "{row[0]}")',
            ),
            place=places.cell_paragraphs(mount, 1, f"{letters(column + 1)}{number}", "text"),
            through=(places.cell_paragraphs(mount, 1, f"A{number}", "text"),),
        )
    return None
