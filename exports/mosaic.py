"""The picture sheet of a data set: start and golden of a few tasks, of different skills."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from forge.errors import UnavailableError, UnreadableError
from forge.exports.base import Outcome
from forge.pipeline.drawing.run import scaled, stacked
from forge.pipeline.drawing.task import side_by_side
from forge.storage.catalog import TaskFilter

if TYPE_CHECKING:
    from PIL.Image import Image

    from forge.storage.models import TaskRow

SHOWN = 6
TRIED = 24
"""How many tasks are shown, and how many are tried: of some nothing can be drawn."""
WIDTH, HEIGHT = 1100, 330
"""Pixels of one task, and the most above which the rest of its picture is cut off."""
GAP = 12


def mosaic(outcome: Outcome) -> bytes | None:
    """A PNG picture with the tasks of an export; None where none can be drawn.

    Raises:
        EngineError: an application did not start, hung or died.
        StorageError: a bundle is damaged.
    """
    tiles: list[Image] = []
    for task in _chosen(outcome):
        try:
            drawn = side_by_side(outcome.workspace.bundle(task), marked=False)
        except (UnavailableError, UnreadableError):
            continue  # nothing of it can be drawn here
        tiles.append(_tile(drawn))
        if len(tiles) == SHOWN:
            break
    return stacked(tiles, GAP) if tiles else None


def _chosen(outcome: Outcome) -> Iterator[TaskRow]:
    """The first task of each of the first skills, in the order of the catalog."""
    request = outcome.request
    seen: set[tuple[str, ...]] = set()
    wanted = TaskFilter(
        skills=request.skills, since=request.since, verified=True if request.verified else None
    )
    for row in outcome.workspace.catalog.tasks(wanted):
        if tuple(row.skills) not in seen:
            seen.add(tuple(row.skills))
            yield row
        if len(seen) == TRIED:
            return


def _tile(drawn: bytes) -> Image:
    picture = scaled(drawn, WIDTH)
    return picture.crop((0, 0, WIDTH, min(picture.height, HEIGHT)))
