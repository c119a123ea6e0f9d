"""Going on with a run: what it recorded before it ended, and that only one process works on it."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import ValidationError

from forge.errors import UsageError
from forge.gates.distinct import RunNeighbours
from forge.storage.workspace import Workspace

if TYPE_CHECKING:
    from forge.pipeline.run import RunRequest, SkillResult
    from forge.storage.models import RunRow

NOT_LOOKED_INTO = 200
"""Runs back in time among which one that can be gone on with is looked for."""


@dataclass(frozen=True)
class Recorded:
    """What a run has recorded of one skill.

    Attributes:
        candidates: the names of the candidates that ended.
        neighbours: the accepted tasks.
    """

    candidates: frozenset[str]
    neighbours: RunNeighbours


def recorded(workspace: Workspace, run: str, result: SkillResult, glob: str) -> Recorded:
    """What a run has recorded of the skills of a glob; it is counted into their result.

    Raises:
        StorageError: the catalog cannot be read.
    """
    neighbours = RunNeighbours()
    names = set()
    rows = list(workspace.catalog.candidates(run=run, skills=(glob,)))
    for row in sorted(rows, key=lambda row: row.index):
        names.add(row.candidate)
        result.count(row.status, row.gate, row.reason, row.bundle)
    for bundle, fingerprint in workspace.catalog.fingerprints(run, glob):
        neighbours.add(bundle, fingerprint)
    return Recorded(frozenset(names), neighbours)


def request_of(row: RunRow) -> RunRequest:
    """What a run was asked to make.

    Raises:
        UsageError: another version of Forge started it, with parameters that this one does not know.
    """
    from forge.pipeline.run import RunRequest  # noqa: PLC0415 - the run itself needs this module

    try:
        return RunRequest.model_validate(row.parameters)
    except ValidationError as error:
        wrong = ", ".join(str(problem["loc"][0]) for problem in error.errors())
        raise UsageError(
            f"The run {row.id} was started by another version of Forge; this one does not know its {wrong}.",
            hint=f"Use that version, or start anew: {row.command}. Stored answers are not paid again.",
        ) from None


def unfinished(workspace: Workspace, request: RunRequest) -> RunRow | None:
    """The latest run that was asked for the same, did not finish, and on which nobody works; None without one."""
    wanted = request.model_dump(mode="json")
    for _, row in zip(range(NOT_LOOKED_INTO), workspace.catalog.runs(), strict=False):
        if row.parameters == wanted:
            return row if row.status != "finished" and not _going_on(workspace, row.id) else None
    return None


@contextmanager
def held(workspace: Workspace, run: str) -> Iterator[None]:
    """Be the only process on this machine that works on a run. The system lets go when a process dies.

    Raises:
        UsageError: another one does.
    """
    with (workspace.folder("runs") / f"{run}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(
                f"The run {run} is going on in another process.", hint="Wait for it, or stop it first."
            ) from None
        yield


def _going_on(workspace: Workspace, run: str) -> bool:
    try:
        with held(workspace, run):
            return False
    except UsageError:
        return True
