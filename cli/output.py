"""How commands speak: results on standard output (tables, JSON), progress and messages on standard error."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from threading import Event, Thread, Timer
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

if TYPE_CHECKING:
    from pathlib import Path

    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

INTERRUPTED = 128 + 2
"""The exit code of a command that Ctrl-C ended: what a shell shows for a program that SIGINT ended."""
PATIENCE = 2.0
"""Seconds of work before a progress bar is worth a look."""
TELLING = 15.0
"""Seconds between two lines about progress where there is no terminal."""
NARROW = 12
"""Characters that a column of words needs at least."""
SEPARATOR = 3
"""Characters between two columns."""
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
    """Say something on standard error that is not part of the result, in lines as wide as the terminal, or 80.

    A command in backquotes stays on one line, so that it can be copied.
    """
    import re
    import shutil
    import textwrap

    width = shutil.get_terminal_size().columns
    kept = re.sub("`[^`]*`", lambda found: found[0].replace(" ", "\0"), message)
    lines = textwrap.wrap(kept, width, break_long_words=False, break_on_hyphens=False)
    click.echo("\n".join(lines).replace("\0", " "), err=True)


def write_file(file: Path, content: bytes) -> None:
    """Write a file that a user asked for; it appears whole or not at all.

    Raises:
        StorageError: it cannot be written.
    """
    from forge.errors import StorageError

    work = file.with_name(f".{file.name}.new")
    try:
        work.write_bytes(content)
        work.replace(file)
    except OSError as error:
        with suppress(OSError):
            work.unlink()
        raise StorageError(f"{file} cannot be written: {error.strerror or error}.") from error


def verification(engine: str | bool | None, unasked: Iterable[str] = ()) -> str:
    """Which application verified a task, in words; nothing and false mean none.

    Args:
        engine: the applications that did.
        unasked: the preparers whose application did not see it.
    """
    left = ", ".join(unasked)
    but = f", not by the application of {left}" if left else ""
    return f"verified by {engine}{but}" if engine else "NOT verified by its application"


def print_text(text: str, *, indent: int = 0) -> None:
    """Print a text on standard output, wrapped like a table, each of its lines with an indent."""
    import textwrap

    from rich.console import Console

    margin = " " * indent
    for line in _shown(text).split("\n"):
        wrapped = textwrap.wrap(
            line, Console().width, initial_indent=margin, subsequent_indent=margin, break_on_hyphens=False
        )
        click.echo("\n".join(wrapped))


def print_table(
    columns: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    title: str = "",
    right: Collection[str] = (),
) -> None:
    """Print a table on standard output, as wide as the terminal, or 80 columns where there is none.

    Columns of numbers are set to the right, and so are the columns that `right` names; nothing (None) is shown
    as a dash; the first column is kept whole up to a width.
    """
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(
        box=box.SIMPLE_HEAD, title=title or None, title_justify="left", pad_edge=False, show_edge=False
    )
    console = Console(highlight=False)
    raw = [list(row) for row in rows]
    body = [[_shown(value) for value in row] for row in raw]
    to_the_right = [name in right or _numeric(row[at] for row in raw) for at, name in enumerate(columns)]
    widths = [max(map(_width, (name, *(row[at] for row in body)))) for at, name in enumerate(columns)]
    others = zip(widths[1:], to_the_right[1:], strict=True)
    needed = sum(SEPARATOR + (width if fixed else min(width, NARROW)) for width, fixed in others)
    first = console.width - needed
    kept_whole = widths[0] <= min(FIRST_COLUMN, first)
    if not kept_whole and not to_the_right[0]:
        body = [[_broken(row[0], max(first, NARROW)), *row[1:]] for row in body]
    for at, name in enumerate(columns):
        table.add_column(
            name,
            justify="right" if to_the_right[at] else "left",
            overflow="fold",
            no_wrap=to_the_right[at] or (at == 0 and kept_whole),
        )
    for row in body:
        table.add_row(*map(Text, row))
    with console.capture() as captured:  # rich would end the process at a closed pipe; `main` decides that
        console.print(table)
    click.echo("\n".join(line.rstrip() for line in captured.get().splitlines()))


def _width(text: str) -> int:
    return max(map(len, text.split("\n")))


def _broken(name: str, width: int) -> str:
    """A name over several lines, none longer than a width, broken behind its own marks where that is possible."""
    lines = []
    while len(name) > width:
        at = max(name.rfind(mark, 0, width) for mark in " ./_") + 1 or width
        lines.append(name[:at])
        name = name[at:]
    return "\n".join([*lines, name])


def _numeric(values: Iterable[object]) -> bool:
    numbers = [value for value in values if value is not None]
    return bool(numbers) and all(isinstance(number, int | float) for number in numbers)


def _shown(value: object) -> str:
    """A value in a table, without control characters, which could steer a terminal."""
    if value is None:
        return "–"
    return "".join(
        letter if letter.isprintable() or letter == "\n" else "\N{REPLACEMENT CHARACTER}"
        for letter in str(value)
    )


class Progress:
    """How far work is, on standard error, once it lasts: a bar on a terminal, else a line now and then.

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
        self._done = 0
        self._bar: RichProgress | None = None
        self._ended = Event()
        self._teller: Thread = Thread(target=self._tell, daemon=True)

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            self._bar, self._task = self._on_terminal()
            self._teller = Timer(PATIENCE, self._bar.start)
            self._teller.daemon = True
        self._teller.start()
        return self

    def _on_terminal(self) -> tuple[RichProgress, TaskID]:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as RichProgress

        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        bar = RichProgress(*columns, console=Console(stderr=True), transient=True)
        return bar, bar.add_task(self._description, total=self._total)

    def _tell(self) -> None:
        """Say every few seconds how far it is, until it has ended."""
        while not self._ended.wait(TELLING):
            of = f" of {self._total:,}" if self._total is not None else ""
            note(f"{self._description}: {self._done:,}{of}")

    def advance(self, pieces: int = 1) -> None:
        """Say that pieces of work are done."""
        self._done += pieces
        if self._bar is not None:
            self._bar.advance(self._task, pieces)

    def expect(self, total: int) -> None:
        """Say how many pieces of work there are."""
        if self._bar is not None:
            self._bar.update(self._task, total=total)

    def restart(self, description: str, total: int | None = None) -> None:
        """Say that other work begins, of so many pieces where that is known."""
        self._description, self._total, self._done = description, total, 0
        if self._bar is not None:
            self._bar.reset(self._task, description=description, total=total)

    def describe(self, description: str) -> None:
        """Say what is being done now."""
        self._description = description
        if self._bar is not None:
            self._bar.update(self._task, description=description)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        if isinstance(self._teller, Timer):
            self._teller.cancel()
        self._teller.join()
        if self._bar is not None:
            self._bar.stop()
