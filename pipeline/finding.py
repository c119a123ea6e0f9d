"""What a user means by a task: the folder of a bundle, or the id of a kept task, whole or its beginning."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING

from forge.errors import UsageError
from forge.skills.registry import all_skills, matching
from forge.storage.bundle import Bundle

if TYPE_CHECKING:
    from forge.storage.models import TaskRow
    from forge.storage.workspace import Workspace

_ID = re.compile(r"[0-9a-fA-F]{1,64}")
_LIST = "`forge tasks` lists the tasks of a workspace, and --workspace chooses another one."


@dataclass(frozen=True)
class Located:
    """Where a bundle is.

    Attributes:
        name: how the user named it.
        workspace: where it is kept, or where records of it may be.
        task: the kept task; None for a folder.
    """

    name: str
    workspace: Workspace
    task: TaskRow | None = None

    def load(self) -> Bundle:
        """The bundle.

        Raises:
            StorageError: it is missing, damaged or no bundle.
        """
        if self.task is not None:
            return self.workspace.bundle(self.task)
        return Bundle.from_directory(Path(self.name))


def locate(name: str, workspace: Workspace) -> Located:
    """Where the bundle that a name means is; nothing is read of it yet.

    Raises:
        UsageError: it is neither a folder nor a task, or several tasks begin so.
        StorageError: the catalog cannot be read.
    """
    if os.path.isdir(name):  # noqa: PTH112 - unlike Path it takes any text, too long ones as well
        return Located(name, workspace)
    if os.path.lexists(name):
        raise UsageError(f"{name} is a file; a bundle is a folder.")
    if not _ID.fullmatch(name):
        raise UsageError(
            f"There is no folder {name!r}, and it is not the id of a task, which is hexadecimal.", hint=_LIST
        )
    require_made(workspace)
    return Located(name, workspace, workspace.catalog.task(name.lower()))


def require_made(workspace: Workspace) -> None:
    """Refuse a workspace in which nothing was made.

    Raises:
        UsageError: nothing was.
    """
    if not workspace.has_catalog:
        raise UsageError(
            f"Nothing has been made in the workspace {workspace.root} yet.",
            hint="`forge run --skills GLOB` makes tasks, and --workspace chooses another folder.",
        )


def kept_as(bundle: Bundle, workspace: Workspace) -> TaskRow | None:
    """The task whose bundle this is, or None where the workspace does not hold it.

    Raises:
        StorageError: the catalog cannot be read.
    """
    if not workspace.has_catalog:
        return None
    try:
        return workspace.catalog.task(bundle.id)
    except UsageError:
        return None


def require_known(globs: Sequence[str], workspace: Workspace) -> None:
    """Refuse a glob that names no skill: neither one that is installed nor one that made a candidate.

    Raises:
        UsageError: a glob names none; the message names the nearest.
        StorageError: the catalog cannot be read.
    """
    made: set[str] = set()
    if globs and workspace.has_catalog:
        from forge.storage.reports import outcomes  # noqa: PLC0415 - the database is loaded only when used

        made = {outcome.skill for outcome in outcomes(workspace.catalog)}
    for glob in globs:
        if not any(fnmatchcase(skill, glob) for skill in made):
            matching(glob, sorted({*all_skills(), *made}))
