"""Formats of which each task is a folder: what they share."""

from __future__ import annotations

import json
from abc import abstractmethod
from collections.abc import Iterator
from pathlib import Path

from forge.exports.base import ExportedTask, Format, Outcome, Row
from forge.exports.files import write_lines
from forge.exports.plan import Shard


class Directories(Format):
    """A format of which each task is a folder, with an index of all tasks beside them in JSON Lines."""

    def write(self, shard: Shard, tasks: Iterator[ExportedTask]) -> Row:
        """Write the folders of a shard, and its part of the index when all are there."""
        index = f"index/{shard.name}.jsonl"
        return {"files": {index: write_lines(self.folder / index, map(self._placed, tasks))}}

    def _placed(self, task: ExportedTask) -> Row:
        return {**task.about(), "split": task.split, **self.place(task)}

    def listed(self, outcome: Outcome, split: str) -> Iterator[Row]:
        """What the index says of the tasks of a split, in order."""
        for shard, about in outcome.records:
            for path in about["files"] if shard.split == split else ():
                with (self.folder / path).open(encoding="utf-8") as lines:
                    yield from map(json.loads, lines)

    @abstractmethod
    def place(self, task: ExportedTask) -> Row:
        """Write what belongs to a task, where it is not there yet; gives what the index says beside `about`."""


def put_bundle(folder: Path, task: ExportedTask) -> str:
    """Write a task's bundle as a folder below that of its split; gives its path.

    The folder's name begins with the applications and ends with the first 16 digits of the bundle's id.
    """
    path = f"{task.split}/{'-'.join(task.row.applications)}-{task.id[:16]}"
    if not (folder / path).is_dir():
        task.bundle.write_to(folder / path)  # appears whole
    return path
