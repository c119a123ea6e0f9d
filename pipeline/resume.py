"""Going on with a run: what it recorded before it ended, and that only one process works on it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from pydantic import ValidationError

from forge.errors import UsageError
from forge.gates.distinct import RunNeighbours
from forge.storage import holding
from forge.storage.holding import Hold
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
            return row if row.status != "finished" and not going_on(workspace, row.id) else None
    return None


def crashed(workspace: Workspace, request: RunRequest) -> RunRow | None:
    """The latest run that was asked for the same, if it died at work and nobody has gone on with it; else None."""
    note_crashed(workspace)
    row = unfinished(workspace, request)
    return row if row is not None and row.status == "crashed" else None


def note_crashed(workspace: Workspace) -> list[str]:
    """Note of runs that are said to be running, and on which nobody works, that they died; gives their ids.

    Raises:
        StorageError: the catalog cannot be read or written.
    """
    died = []
    for row in list(workspace.catalog.runs("running")):
        with holding.held(workspace, row.id, patience=0.0) as hold:
            now = workspace.catalog.run(row.id)  # it may have ended since the list was read
            if hold is not None and now is not None and now.status == "running":
                workspace.catalog.end_run(row.id, "crashed", datetime.now(UTC))
                died.append(row.id)
    return died


@contextmanager
def held(workspace: Workspace, run: str) -> Iterator[Hold]:
    """Be the only process that works on a run, on all machines that share its catalog.

    Raises:
        UsageError: another one does.
    """
    with holding.held(workspace, run) as hold:
        if hold is None:
            raise UsageError(
                f"The run {run} is going on in another process.", hint="Wait for it, or stop it first."
            )
        yield hold


def going_on(workspace: Workspace, run: str) -> bool:
    """Whether somebody works on a run at this moment."""
    return holding.is_held(workspace, run)
