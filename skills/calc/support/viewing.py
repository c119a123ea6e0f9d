"""How large a sheet is shown: up to whoever looks at it, and LibreOffice sets it for all sheets together."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from forge.preparers.desktop import Desktop
from forge.skills.calc.support.tables import Table
from forge.skills.contract import Attempt
from forge.states.selectors import Selector


def zooms(table: Table) -> Selector:
    """The zoom of every sheet of a table's workbook, for the footprint's `free`."""
    return Selector(table.mount).below("sheet").of("zoom")


def zoomed(table: Table, act: Callable[[Desktop], None]) -> Iterator[Attempt]:
    """The task done with a look at the sheet from nearby, and with one at all of them from afar."""

    def near(desktop: Desktop) -> None:
        act(desktop)
        table.worksheet(desktop).zoom = 150

    def afar(desktop: Desktop) -> None:
        act(desktop)
        for sheet in table.workbook(desktop).sheets:
            sheet.zoom = 70

    yield Attempt("zoomed_in", near, why="How large a sheet is shown changes nothing in it.")
    yield Attempt("zoomed_out", afar, why="LibreOffice may set the zoom of all sheets together.")
