"""What every format is, and a task as formats see it."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from forge.errors import StorageError
from forge.exports.plan import Shard
from forge.exports.request import ExportRequest
from forge.storage import archives
from forge.storage.bundle import ENVIRONMENT, INSTRUCTION, Bundle

if TYPE_CHECKING:
    from forge.storage.models import TaskRow
    from forge.storage.workspace import Workspace

Row = dict[str, Any]


@dataclass(frozen=True)
class ExportedTask:
    """A task on its way out.

    Attributes:
        row: what the catalog knows of it.
        split: its split.
        place: its place within the split, from 0.
        public_archive: the public part as a tar archive, as it is stored.
        private_archive: the private part, likewise; nothing of it belongs into what an agent or a prompt sees.
    """

    row: TaskRow
    split: str
    place: int
    public_archive: bytes
    private_archive: bytes

    @property
    def id(self) -> str:
        """The bundle's id."""
        return self.row.bundle

    @cached_property
    def bundle(self) -> Bundle:
        """Both parts, checked against the id.

        Raises:
            StorageError: they are damaged, or of another task.
        """
        bundle = Bundle.from_archives(self.public_archive, self.private_archive)
        if bundle.id != self.id:
            raise StorageError(
                f"The objects of task {self.id} hold the bundle {bundle.id}: its row was changed.",
                hint="Restore the catalog from a copy, or make the task again with the run's seed.",
            )
        return bundle

    @cached_property
    def _told(self) -> Mapping[str, bytes]:
        return archives.pick(
            self.public_archive, (INSTRUCTION, ENVIRONMENT), f"the public part of task {self.id}"
        )

    @property
    def instruction(self) -> str:
        """The instruction as the agent reads it."""
        return self._told[INSTRUCTION].decode().rstrip("\n")

    @cached_property
    def setup(self) -> Row:
        """The set-up of the environment, as it is stored."""
        setup: Row = json.loads(self._told[ENVIRONMENT])
        return setup

    def private(self, *paths: str) -> list[str]:
        """Some files of the private part, as texts."""
        found = archives.pick(self.private_archive, paths, f"the private part of task {self.id}")
        return [found[path].decode() for path in paths]

    def about(self) -> Row:
        """What may be told of the task to anybody: nothing of its private part but the digest."""
        row = self.row
        return {
            "id": row.bundle,
            "skills": list(row.skills),
            "applications": list(row.applications),
            "area": row.area,
            "difficulty": row.difficulty,
            "domain": row.domain,
            "locale": row.locale,
            "hostile": row.hostile,
            "verified_by": row.engine,
            "public_digest": row.public_digest,
            "private_digest": row.private_digest,
        }


@dataclass(frozen=True)
class Outcome:
    """A whole export, when everything but what describes it is written.

    Attributes:
        request: what was asked for.
        counts: the tasks of each split.
        groups: how many groups of tasks that belong together there are.
        records: what is known of each shard, in order.
        workspace: where the tasks come from.
        pictures: whether pictures may be made.
    """

    request: ExportRequest
    counts: Mapping[str, int]
    groups: int
    records: tuple[tuple[Shard, Row], ...]
    workspace: Workspace
    pictures: bool


class Format(ABC):
    """A format.

    Attributes:
        name: its name.
        says: what reads it.

    Args:
        folder: where it is written.
    """

    name: ClassVar[str]
    says: ClassVar[str]

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @abstractmethod
    def write(self, shard: Shard, tasks: Iterator[ExportedTask]) -> Row:
        """Write a shard; one of which some is there already is completed.

        Returns:
            What is to be known of it: `files`, facts of each by its path.

        Raises:
            StorageError: it cannot be written.
        """

    def describe(self, outcome: Outcome) -> None:  # noqa: B027 - most formats need nothing that describes them
        """Write what describes the whole."""


def compact(value: object) -> str:
    """JSON in one line, with sorted keys."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
