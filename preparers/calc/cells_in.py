"""The cells of a file: values and formulas together, from one pass over the sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from lxml import etree

from forge.errors import UnreadableError
from forge.preparers.calc.formulas import canonical, shifted
from forge.preparers.calc.places import LAST_COLUMN, LAST_ROW, place_of
from forge.preparers.calc.serials import DATE_1904, from_serial
from forge.preparers.calc.spec import Cell, CellValue, Row, Sheet, Style
from forge.preparers.calc.styles_in import StyleTable
from forge.preparers.calc.vocabulary import MAIN
from forge.preparers.office.markup import flag
from forge.preparers.office.markup import number as finite
from forge.states.values import Error

MAX_CELLS = 400_000
"""Cells of a sheet that are read; a table of 400 rows has some thousands."""

_C, _V, _F, _IS = f"{MAIN}c", f"{MAIN}v", f"{MAIN}f", f"{MAIN}is"
_T, _R, _ROW = f"{MAIN}t", f"{MAIN}r", f"{MAIN}row"
_ESCAPED = re.compile("_x([0-9A-Fa-f]{4})_")
_BOOLEANS = {"=TRUE": True, "=FALSE": False}


def shared_texts(root: etree._Element) -> list[str]:
    """The shared texts of a file."""
    return [text_of(item) for item in root.iterchildren(f"{MAIN}si")]


def text_of(item: etree._Element) -> str:
    """The text of an element whose runs are each formatted on their own, without phonetic hints."""
    parts = []
    for child in item:
        if child.tag == _T:
            parts.append(child.text or "")
        elif child.tag == _R:
            parts.extend(run.text or "" for run in child.iterchildren(_T))
    return unescaped("".join(parts))


def unescaped(text: str) -> str:
    """A text in which the format's escapes for control characters are resolved."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


class CellReader:
    """Reads the cells of the sheets of one file.

    Args:
        what: how the file is called in messages.
        texts: its shared texts.
        styles: its styles.
        from_1904: its dates count from 1904.
    """

    def __init__(self, what: str, texts: Sequence[str], styles: StyleTable, *, from_1904: bool) -> None:
        self._what = what
        self._texts = texts
        self._styles = styles
        self._days = DATE_1904 if from_1904 else 0

    def read(self, data: etree._Element, sheet: Sheet) -> None:
        """Put the rows and cells of a `sheetData` element into a sheet.

        Raises:
            UnreadableError: they are more than are read, or stand outside a sheet.
        """
        self._shared: dict[str, tuple[str, int, int]] = {}
        row = 0
        for element in data.iterchildren(_ROW):
            row = int(element.get("r") or row + 1)
            if not 0 < row <= LAST_ROW:
                raise UnreadableError(f"{self._what} is damaged: sheet {sheet.name!r} has a row {row}.")
            self._row(element, row, sheet)
            if len(sheet.cells) > MAX_CELLS:
                raise UnreadableError(
                    f"{self._what} has too many cells on sheet {sheet.name!r}: at most {MAX_CELLS:,} are read."
                )

    def _row(self, element: etree._Element, row: int, sheet: Sheet) -> None:
        custom = flag(element.get("customHeight"))
        hidden = flag(element.get("hidden"))
        if custom or hidden:
            height = element.get("ht")
            sheet.rows[row] = Row(finite(height) if custom and height is not None else None, hidden)
        column = 0
        for cell in element.iterchildren(_C):
            where = cell.get("r")
            column = place_of(where)[1] if where is not None else column + 1
            if column > LAST_COLUMN:
                raise UnreadableError(f"{self._what} is damaged: sheet {sheet.name!r} reaches too far right.")
            sheet.cells[row, column] = self._cell(cell, row, column)

    def _cell(self, element: etree._Element, row: int, column: int) -> Cell:
        style = self._styles.style(int(element.get("s") or 0))
        kind = element.get("t") or "n"
        formula: str | None = None
        content: str | None = None
        value: CellValue = None
        for child in element:
            tag = child.tag
            if tag == _V:
                content = child.text
            elif tag == _F:
                formula = self._formula(child, row, column)
            elif tag == _IS:
                value = text_of(child)
        if content is not None:
            value = self._value(kind, content, style)
        elif kind == "str" and formula is not None:
            value = ""
        if formula in _BOOLEANS:
            return Cell(_BOOLEANS[formula], None, style)
        return Cell(value, formula, style)

    def _value(self, kind: str, content: str, style: Style) -> CellValue:
        try:
            match kind:
                case "s":
                    return self._texts[int(content)]
                case "n":
                    return self._number(content, style)
                case "str" | "inlineStr":
                    return unescaped(content)
                case "b":
                    return content.strip() in ("1", "true")
                case "e":
                    return Error(content)
                case "d":
                    return datetime.fromisoformat(content)
        except (ValueError, IndexError) as error:
            raise UnreadableError(
                f"{self._what} is damaged: a cell holds {content[:40]!r} ({error})."
            ) from error
        raise UnreadableError(f"{self._what} is damaged: a cell is of the unknown type {kind!r}.")

    def _number(self, content: str, style: Style) -> CellValue:
        number: float = int(content) if content.isdecimal() and len(content) < 16 else finite(content)
        if isinstance(number, float) and number.is_integer() and abs(number) < 1e15:
            number = int(number)
        found = from_serial(number, style.number_format)
        if self._days and found is not number:
            found = from_serial(number + self._days, style.number_format)
        return found

    def _formula(self, element: etree._Element, row: int, column: int) -> str | None:
        """The formula of a cell in canonical form, also where it shares that of another cell."""
        text = element.text
        kind = element.get("t")
        if kind == "shared":
            group = element.get("si") or ""
            if text:
                self._shared[group] = (text, row, column)
            elif group in self._shared:
                first, first_row, first_column = self._shared[group]
                text = shifted(first, row - first_row, column - first_column)
        if not text:
            return None
        formula = canonical(f"={text}")
        return f"{{{formula}}}" if kind == "array" else formula


def used(sheet: Sheet) -> Iterator[tuple[int, int]]:
    """The places of cells that hold something."""
    return (
        where
        for where, cell in sheet.cells.items()
        if cell.value is not None or cell.formula is not None or cell.comment or cell.link
    )
