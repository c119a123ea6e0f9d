"""Files of exports: each appears whole under its name or not at all, and tells its size and digest."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, BinaryIO, Self

from forge.errors import StorageError, UnavailableError
from forge.exports.base import ExportedTask, Row, compact

if TYPE_CHECKING:
    import pyarrow as pa

GROUP_ROWS = 256
"""The most rows of one group of a parquet file."""
GROUP_BYTES = 4 * 2**20
"""The bytes of texts and archives from which on a group of a parquet file is written, so that memory stays flat."""


@contextmanager
def appearing(file: Path) -> Iterator[BinaryIO]:
    """A file to be written, which takes its name when all of it is on the disk.

    Raises:
        StorageError: it cannot be written; then nothing is there.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        descriptor, work = tempfile.mkstemp(prefix=".", suffix=".new", dir=file.parent)
        try:
            with os.fdopen(descriptor, "wb") as stream:
                yield stream
                stream.flush()
                os.fsync(stream.fileno())
            Path(work).chmod(0o644)
            Path(work).replace(file)
        except BaseException:
            with suppress(OSError):
                Path(work).unlink()
            raise
    except OSError as error:
        raise unwritable(file, error) from error


def unwritable(file: Path, error: OSError) -> StorageError:
    """The error for a file that cannot be written."""
    return StorageError(
        f"{file} cannot be written: {error.strerror or error}.",
        hint="Make room or allow writing, and run the command again: it goes on where it stopped.",
    )


def facts_of(file: Path, **more: Any) -> Row:
    """What is to be known of a file: its bytes, its SHA-256, and more."""
    with file.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return {"bytes": file.stat().st_size, "sha256": digest, **more}


def write_bytes(file: Path, content: bytes) -> None:
    """Write a small file of its own; one of the same size that is there already is taken for it.

    Its name must say what it holds. It appears whole, but is not forced to the disk.

    Raises:
        StorageError: it cannot be written.
    """
    try:
        if file.is_file() and file.stat().st_size == len(content):
            return
        file.parent.mkdir(parents=True, exist_ok=True)
        work = file.with_name(f".{file.name}.new")
        work.write_bytes(content)
        work.replace(file)
    except OSError as error:
        raise unwritable(file, error) from error


def write_lines(file: Path, rows: Iterable[Row]) -> Row:
    """Write rows as JSON Lines; gives the facts of the file."""
    number = 0
    with appearing(file) as stream:
        for number, row in enumerate(rows, 1):  # noqa: B007 - the last number is the count
            stream.write(compact(row).encode() + b"\n")
    return facts_of(file, rows=number)


def write_parquet(file: Path, schema: pa.Schema, rows: Iterable[Row]) -> Row:
    """Write rows as a parquet file; gives the facts of the file."""
    with ParquetFile(file, schema) as written:
        for row in rows:
            written.add(row)
    return written.facts


class ParquetFile:
    """A parquet file that is written row by row, and appears when all of it is on the disk.

    Args:
        file: the file.
        schema: its columns.

    Attributes:
        facts: when it is written, the facts of the file; `memory` is how many bytes its columns have when read.

    Raises:
        UnavailableError: pyarrow is not installed.
        StorageError: it cannot be written.
    """

    def __init__(self, file: Path, schema: pa.Schema) -> None:
        self.facts: Row = {}
        self._arrow, self._parquet = pyarrow()
        self._file, self._schema = file, schema
        self._open = ExitStack()
        self._group: list[Row] = []
        self._size = self._number = self._memory = 0

    def __enter__(self) -> Self:
        stream = self._open.enter_context(appearing(self._file))
        writer = self._parquet.ParquetWriter(stream, self._schema, compression="zstd")
        self._writer = self._open.enter_context(writer)
        return self

    def add(self, row: Row) -> None:
        """Add a row."""
        self._group.append(row)
        self._size += sum(len(value) for value in row.values() if isinstance(value, bytes | str))
        if len(self._group) >= GROUP_ROWS or self._size >= GROUP_BYTES:
            self._flush()

    def _flush(self) -> None:
        if self._group:
            table = self._arrow.Table.from_pylist(self._group, schema=self._schema)
            self._writer.write_table(table)
            self._number += len(self._group)
            self._memory += table.nbytes
            self._group, self._size = [], 0

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if error is None:
                self._flush()
        except BaseException as own:
            self._open.__exit__(type(own), own, own.__traceback__)
            raise
        self._open.__exit__(kind, error, trace)
        if error is None:
            self.facts = facts_of(self._file, rows=self._number, memory=self._memory)


def pyarrow() -> tuple[Any, Any]:
    """The modules `pyarrow` and `pyarrow.parquet`.

    Raises:
        UnavailableError: they are not installed.
    """
    try:
        import pyarrow as pa  # noqa: PLC0415 - 0.2 s, and needed only by formats in parquet
        from pyarrow import parquet  # noqa: PLC0415
    except ImportError as error:
        raise UnavailableError(
            f"Parquet files cannot be written, because pyarrow cannot be loaded: {error}.",
            hint="Install it with: pip install 'cua-forge[exports]'",
        ) from error
    return pa, parquet


def archive_paths(task: str) -> tuple[str, str]:
    """Where the archives of the public and the private part of a task lie in an export."""
    return f"public/{task[:2]}/{task}.tar", f"private/{task[:2]}/{task}.tar"


def put_archives(folder: Path, task: ExportedTask) -> tuple[str, str]:
    """Put both archives of a task into the folder of an export; gives their paths."""
    public, private = archive_paths(task.id)
    write_bytes(folder / public, task.public_archive)
    write_bytes(folder / private, task.private_archive)
    return public, private
