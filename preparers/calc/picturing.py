"""How workbooks are laid out for pictures that people look at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from forge.preparers.calc.features import Page
from forge.preparers.calc.spec import Workbook


def pictured(books: Sequence[Workbook]) -> Sequence[Workbook]:
    """Workbooks that print each sheet as wide as a page, with grid and headings, changed in place.

    They stay as they are where they are printed differently, for then that is what there is to see.
    """
    layouts = [[(sheet.name, sheet.page) for sheet in book.sheets] for book in books]
    if any(_differ(layouts[0], layout) for layout in layouts):
        return books
    for book in books:
        for sheet in book.sheets:
            sheet.page = replace(
                sheet.page,
                orientation="landscape",
                print_area=(),
                fit_width=1,
                fit_height=0,
                gridlines=True,
                headings=True,
            )
    return books


def _differ(first: list[tuple[str, Page]], second: list[tuple[str, Page]]) -> bool:
    pages, others = dict(first), dict(second)
    return any(pages[name] != others[name] for name in pages.keys() & others.keys())
