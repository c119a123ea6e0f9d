"""Formats of which each task is a row, with its archives in files beside: what they share."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING

from forge.exports.base import ExportedTask, Format, Row
from forge.exports.files import put_archives, pyarrow, write_lines, write_parquet
from forge.exports.plan import Shard

if TYPE_CHECKING:
    import pyarrow as pa


class Rows(Format):
    """A format of which each task is a row; the archives of its two parts lie below `public/` and `private/`.

    The trainer's environment is made from the public one. The private one is for what scores, and no row holds
    anything of it.
    """

    def write(self, shard: Shard, tasks: Iterator[ExportedTask]) -> Row:
        """Write the archives of a shard's tasks, and their rows."""
        name, facts = self.write_rows(shard, map(self._placed, tasks))
        return {"files": {name: facts}}

    def _placed(self, task: ExportedTask) -> Row:
        return self.row(task, *put_archives(self.folder, task))

    @abstractmethod
    def write_rows(self, shard: Shard, rows: Iterator[Row]) -> tuple[str, Row]:
        """Write the rows of a shard; gives the file's path and facts."""

    @abstractmethod
    def row(self, task: ExportedTask, public: str, private: str) -> Row:
        """The row of a task.

        Args:
            task: the task.
            public: where the archive of its public part lies.
            private: where that of its private part lies.
        """


class JsonRows(Rows):
    """Rows in JSON Lines."""

    def write_rows(self, shard: Shard, rows: Iterator[Row]) -> tuple[str, Row]:
        """Write the rows of a shard."""
        path = f"data/{shard.name}.jsonl"
        return path, write_lines(self.folder / path, rows)


class ParquetRows(Rows):
    """Rows in parquet."""

    def write_rows(self, shard: Shard, rows: Iterator[Row]) -> tuple[str, Row]:
        """Write the rows of a shard."""
        path = f"data/{shard.name}.parquet"
        return path, write_parquet(self.folder / path, self.schema(), rows)

    @abstractmethod
    def schema(self) -> pa.Schema:
        """The columns."""


def messages(task: ExportedTask) -> list[Row]:
    """The prompt: the instruction, and nothing else of the task."""
    return [{"role": "user", "content": task.instruction}]


def task_columns() -> list[tuple[str, pa.DataType]]:
    """The columns of what `ExportedTask.about` tells."""
    arrow, _ = pyarrow()
    text, texts = arrow.string(), arrow.list_(arrow.string())
    return [
        ("id", text),
        ("skills", texts),
        ("applications", texts),
        ("area", text),
        ("difficulty", text),
        ("domain", text),
        ("locale", text),
        ("hostile", arrow.bool_()),
        ("verified_by", text),
        ("public_digest", text),
        ("private_digest", text),
    ]


def message_list() -> pa.DataType:
    """The type of a column of messages."""
    arrow, _ = pyarrow()
    return arrow.list_(arrow.struct([("role", arrow.string()), ("content", arrow.string())]))
