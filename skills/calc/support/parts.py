"""Parts of a text that a formula builds: how cell values are written in it, and in what words that is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from forge.preparers.calc.serials import to_serial
from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.content.rows import Entry

DATE_CODE = "yyyy-mm-dd"
DATES = {DATE_CODE: "%Y-%m-%d", "yyyy": "%Y"}
"""How dates are written under the codes for them."""
NUMERALS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
LARGE = 300
"""Numbers above it may need a separator for thousands, at the latest in an experiment."""


@dataclass(frozen=True)
class Part:
    """A part of a text: a value under a format code, or as it is where there is none.

    Attributes:
        code: `0.00`, `00000`, `yyyy-mm-dd`, `yyyy`, or nothing.
        before: the letters that stand before it.
    """

    code: str = ""
    before: str = ""

    def formula(self, place: str) -> str:
        """How a formula writes the value of a cell."""
        value = f'TEXT({place},"{self.code}")' if self.code else place
        return f'"{self.before}"&{value}' if self.before else value

    def text(self, value: Entry) -> str:
        """How a value is written.

        Codes have as many decimals as the values need, so nothing is rounded.
        """
        return self.before + self._written(value)

    def _written(self, value: Entry) -> str:
        if isinstance(value, date):
            return value.strftime(DATES[self.code]) if self.code else str(to_serial(value))
        if isinstance(value, int | float) and self.code:
            decimals = len(self.code.partition(".")[2])
            return f"{value:0{len(self.code)}.{decimals}f}"
        return f"{value:.10g}" if isinstance(value, int | float) else str(value)


def joined(parts: Sequence[Part], separator: str, places: Sequence[str]) -> str:
    """The formula that joins parts with a separator."""
    between = f'&"{separator}"&' if separator else "&"
    return "=" + between.join(part.formula(place) for part, place in zip(parts, places, strict=True))


def joined_text(parts: Sequence[Part], separator: str, *values: Entry) -> str:
    """The text that it gives."""
    return separator.join(part.text(value) for part, value in zip(parts, values, strict=True))


def fixed_part(table: Table, column: TableColumn) -> Part:
    """A column as a part: dates as year, month and day, numbers with so many decimals that some need zeros."""
    if column.role == "date":
        return Part(DATE_CODE)
    lengths = {len(f"{number:.10g}".partition(".")[2]) for number in table.numbers(column)}
    return Part("0." + "0" * (max(lengths) + (len(lengths) == 1))) if lengths else Part()


def part_words(part: Part, table: Table, column: TableColumn) -> tuple[str, ...]:
    """How it is said in which form a part is wanted; nothing where it is written as it is."""
    if part.code == DATE_CODE:
        return ("as YYYY-MM-DD", "in the form YYYY-MM-DD")
    if not part.code:
        return ()
    decimals = len(part.code.partition(".")[2])
    noun = "decimal" if decimals == 1 else "decimals"
    tail = " and no thousands separator" if max(table.numbers(column)) > LARGE else ""
    return tuple(f"{how} {NUMERALS[decimals]} {noun}{tail}" for how in ("with exactly", "always with"))
