"""Headers and footers as applications store them: what is shown counts, not how it looks."""

from __future__ import annotations

from html import escape
from io import BytesIO
from zipfile import ZipFile

import pytest

from forge.preparers.base import preparer
from forge.preparers.calc.reading import read_workbook
from forge.preparers.calc.spec import Workbook

LOOKS = '&"Times New Roman,Regular"&12&Kffffff'
"""What LibreOffice 7.4 writes in front of a text."""
MARK = "Replace me"


@pytest.mark.parametrize(
    ("stored", "parts"),
    [
        (f"&L{LOOKS}Internal&C{LOOKS}Page &P of &N", ("Internal", "Page &P of &N", "")),
        (f"&R{LOOKS}2025 budget", ("", "", "2025 budget")),
        (f"&C{LOOKS}R&&D && Legal&R&A", ("", "R&&D && Legal", "&A")),
        ("&B&IDraft&L&D", ("&D", "Draft", "")),
    ],
)
def test_the_look_of_a_footer_is_left_out(stored: str, parts: tuple[str, str, str]) -> None:
    book = Workbook()
    book.add_sheet("Orders").page.footer = ("", MARK, "")
    written = ZipFile(BytesIO(preparer("calc").write(book)[""]))
    file = BytesIO()
    with ZipFile(file, "w") as changed:
        for name in written.namelist():
            part = written.read(name).decode()
            changed.writestr(name, part.replace(f"&amp;C{MARK}", escape(stored)))
    assert read_workbook(file.getvalue()).sheets[0].page.footer == parts
