"""Signs that stand between the parts of entries."""

from __future__ import annotations

from forge.skills.calc.support.tables import Table, TableColumn
from forge.skills.contract import Difficulty

SIGNS: dict[Difficulty, dict[str, tuple[str, ...]]] = {
    "easy": {"@": ("the @ sign", "the at sign (@)")},
    "medium": {"/": ("the slash",), ";": ("the semicolon",), ":": ("the colon",)},
    "hard": {
        " - ": ("the hyphens (without the spaces around them)",),
        " / ": ("the slashes (without the spaces around them)",),
        "; ": ("the semicolons (without the spaces behind them)",),
    },
}
"""Where the entries are split, in words."""


def signs_between(table: Table, column: TableColumn, level: Difficulty) -> list[str]:
    """The signs that stand in no entry of a column, so that each of them divides one part from the next."""
    there = "".join(table.classes(column))
    return [sign for sign in SIGNS[level] if sign.strip() not in there]


def fitted(parts: list[str], width: int) -> list[str | None]:
    """So many parts: the last ones left out, or empty ones added."""
    return [*parts, *[None] * width][:width]
