"""How commands speak: results on standard output (tables, JSON), progress and messages on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from threading import Timer
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

PATIENCE = 2.0
"""Seconds of work before a progress bar is worth a look."""
FIRST_COLUMN = 44
"""The widest first column that is kept whole: that of the longest skill ids."""


def print_json(value: object) -> None:
    """Print a value as JSON on standard output.

    Args:
        value: anything made of plain values, dataclasses, pydantic models, paths and dates.
    """
    from pydantic_core import to_jsonable_python

    click.echo(json.dumps(to_jsonable_python(value), indent=2, ensure_ascii=False, allow_nan=False))


def note(message: str) -> None:
    """Say something on standard error that is not part of the result."""
    click.echo(message, err=True)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]], *, title: str = "") -> None:
    """Print a table on standard output, as wide as the terminal, or 80 columns where there is none.

    Columns of numbers are set to the right; nothing (None) is shown as a dash; the first column is kept
    whole up to a width.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(
        box=box.SIMPLE_HEAD, title=title or None, title_justify="left", pad_edge=False, show_edge=False
    )
    body = [list(row) for row in rows]
    for place, name in enumerate(columns):
        numbers = [row[place] for row in body if row[place] is not None]
        right = bool(numbers) and all(isinstance(number, int | float) for number in numbers)
        longest = max((len(_shown(row[place])) for row in body), default=0)
        table.add_column(
            name,
            justify="right" if right else "left",
            overflow="fold",
            no_wrap=right or (place == 0 and longest <= FIRST_COLUMN),
        )
    for row in body:
        table.add_row(*(Text(_shown(value)) for value in row))
    console = Console(highlight=False)
    with console.capture() as captured:  # rich would end the process at a closed pipe; `main` decides that
        console.print(table)
    click.echo(captured.get(), nl=False)


def _shown(value: object) -> str:
    """A value in a table, without control characters, which could steer a terminal."""
    if value is None:
        return "–"
    return "".join(
        letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}"
        for letter in str(value)
    )


class Progress:
    """A progress bar on standard error, shown only on a terminal and only when the work lasts.

    with Progress("Making tasks", total=16) as progress:
        progress.advance()
    """

    def __init__(self, description: str, total: int | None = None) -> None:
        """Prepare a bar.

        Args:
            description: what is being done.
            total: how many pieces of work there are; None where that is not known.
        """
        self._description = description
        self._total = total
        self._bar: RichProgress | None = None

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import Progress as RichProgress

            self._bar = RichProgress(console=Console(stderr=True), transient=True)
            self._task = self._bar.add_task(self._description, total=self._total)
            self._timer = Timer(PATIENCE, self._bar.start)
            self._timer.daemon = True
            self._timer.start()
        return self

    def advance(self, pieces: int = 1) -> None:
        """Say that pieces of work are done."""
        if self._bar is not None:
            self._bar.advance(self._task, pieces)

    def describe(self, description: str) -> None:
        """Say what is being done now."""
        if self._bar is not None:
            self._bar.update(self._task, description=description)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar is not None:
            self._timer.cancel()
            self._timer.join()
            self._bar.stop()
