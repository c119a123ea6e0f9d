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
from forge.storage.bundle import CONTRACT, ENVIRONMENT, INSTRUCTION, Bundle
from forge.storage.records import ContractRecord, EnvironmentRecord

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
    def public(self) -> Mapping[str, bytes]:
        """The files of the public part.

        Raises:
            StorageError: they are damaged, or not those of the task.
        """
        found = archives.unpack(self.public_archive, f"the public part of task {self.id}")
        if archives.digest(found) != self.row.public_digest:
            raise StorageError(f"The public part of task {self.id} has another digest than the catalog says.")
        return found

    @cached_property
    def bundle(self) -> Bundle:
        """Both parts, checked against the id.

        Raises:
            StorageError: they are damaged, or of another task.
        """
        bundle = Bundle(
            self.public, archives.unpack(self.private_archive, f"the private part of task {self.id}")
        )
        if bundle.id != self.id:
            raise StorageError(f"The objects of task {self.id} hold the bundle {bundle.id}.")
        return bundle

    @cached_property
    def instruction(self) -> str:
        """The instruction as the agent reads it."""
        return self.public[INSTRUCTION].decode().rstrip("\n")

    @cached_property
    def environment(self) -> EnvironmentRecord:
        """The set-up of the environment."""
        return EnvironmentRecord.model_validate_json(self.public[ENVIRONMENT])

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


def contract_of(private_archive: bytes, task: str) -> ContractRecord:
    """The contract in the archive of a private part: its first member, read without unpacking the rest.

    Raises:
        StorageError: the archive is damaged or holds no contract.
    """
    contents = archives.first(private_archive, f"the private part of task {task}")
    if contents[0] != CONTRACT:
        raise StorageError(f"The private part of task {task} does not begin with {CONTRACT}.")
    return ContractRecord.model_validate_json(contents[1])


def compact(value: object) -> str:
    """JSON in one line, with sorted keys."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
