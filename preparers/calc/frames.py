"""The parts of a workbook as openpyxl writes them, in memory alone."""
# ruff: noqa: SLF001 - `write_worksheet` is openpyxl's own but for the temporary file, and what it sets is private there

from __future__ import annotations

from io import BytesIO
from typing import Any

from openpyxl import Workbook
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.writer.excel import ExcelWriter


class _Parts:
    """What openpyxl's writer takes for a zip file: it only keeps the parts."""

    def __init__(self) -> None:
        self.parts: dict[str, bytes] = {}

    def writestr(self, name: str, data: bytes | str) -> None:
        self.parts[name] = data.encode() if isinstance(data, str) else data

    def namelist(self) -> list[str]:
        return list(self.parts)

    def close(self) -> None:
        """Nothing is open."""


class _Writer(ExcelWriter):
    """Writes sheets without a temporary file for each: to make and remove it takes a third of all writing."""

    def write_worksheet(self, ws: Any) -> None:
        ws._drawing = SpreadsheetDrawing()
        ws._drawing.charts = ws._charts
        content: Any = BytesIO()
        writer: Any = WorksheetWriter(ws, content)
        writer.write()
        ws._rels = writer._rels
        self._archive.writestr(ws.path[1:], content.getvalue())  # type: ignore[attr-defined]  # private
        self.manifest.append(ws)


def parts_of(frame: Workbook) -> dict[str, bytes]:
    """The parts of the package of a workbook by name."""
    held = _Parts()
    archive: Any = held
    _Writer(frame, archive).save()
    return held.parts
