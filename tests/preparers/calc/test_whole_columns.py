"""LibreOffice writes a filter of whole columns as `A:B`, which says as much as a range."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

from forge.preparers.calc.reading import read_workbook
from forge.preparers.calc.spec import AutoFilter, Workbook
from forge.preparers.calc.trees import tree_of
from forge.preparers.calc.writing import write_workbook
from forge.states.values import Reference


def rewritten(content: bytes, old: bytes, new: bytes) -> bytes:
    made = BytesIO()
    with ZipFile(BytesIO(content)) as source, ZipFile(made, "w") as target:
        for name in source.namelist():
            target.writestr(name, source.read(name).replace(old, new))
    return made.getvalue()


def test_a_filter_of_whole_columns_is_read() -> None:
    book = Workbook()
    sheet = book.add_sheet("List")
    sheet.put("A1", [["Item", "State"], ["a", "x"], ["b", "y"]])
    sheet.autofilter = AutoFilter("A1:B3")
    content = rewritten(write_workbook(book), b'ref="A1:B3"', b'ref="A:B"')
    found = read_workbook(content, "the workbook")
    read = found.sheet("List").autofilter
    assert read is not None
    assert read.range == "A1:B1048576"
    path = (("sheet", "List"), ("autofilter", "autofilter"))
    assert tree_of(found).at(path).properties["range"] == Reference("List!A:B")
