"""The picture sheet of a run: start and golden of some of its tasks below one another, with their instructions.

It is drawn beside the run, from what was kept, in processes of its own: applications that draw are not those that
judge, and nothing waits for it.
"""

from __future__ import annotations

import io
import multiprocessing
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from forge.errors import StorageError, UnavailableError, UnreadableError, UsageError
from forge.pipeline.drawing.lettering import font, wrapped
from forge.pipeline.drawing.task import MOST_PIXELS, side_by_side
from forge.storage.catalog import TaskFilter
from forge.storage.workspace import Workspace

if TYPE_CHECKING:
    from PIL.Image import Image

    from forge.storage.models import TaskRow

TASKS = 12
"""How many tasks are shown unless said otherwise."""
WIDTH = 1400
"""Pixels of a task's picture."""
GAP, LINE = 14, 20
"""Pixels around tasks, and of a line of words."""
WORDS = 3
"""How many lines of an instruction are shown."""


@dataclass(frozen=True)
class Overview:
    """The picture sheet of a run.

    Attributes:
        picture: a PNG picture.
        tasks: how many tasks it shows.
        drawn: how many of them have a picture; of the others nothing can be drawn.
    """

    picture: bytes
    tasks: int
    drawn: int


def overview(
    workspace: Workspace,
    run: str,
    *,
    tasks: int = TASKS,
    workers: int = 0,
    advance: Callable[[int], None] = lambda _pieces: None,
) -> Overview:
    """Draw tasks of a run: the first of each skill, then the second ones, and so on.

    Args:
        workspace: where they are kept.
        run: the id of the run.
        tasks: how many at most.
        workers: processes; 0 for one per processor, at most four.
        advance: is told how many more tasks are done.

    Raises:
        UsageError: the run is unknown, or no task of it was kept.
        UnavailableError: the sheet would be too large.
        EngineError: an application did not start, hung or died.
        StorageError: a bundle is missing or damaged.
    """
    chosen = _chosen(workspace, run, tasks)
    most = workers or min(4, os.cpu_count() or 1)
    context = multiprocessing.get_context("spawn")
    pictures: list[bytes | str] = []
    with ProcessPoolExecutor(min(most, len(chosen)), mp_context=context) as pool:
        waiting = [pool.submit(_drawn, workspace.root, row.bundle) for row in chosen]
        try:
            for one in waiting:
                pictures.append(one.result())
                advance(1)
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    tiles = [_tile(row, picture) for row, picture in zip(chosen, pictures, strict=True)]
    return Overview(stacked(tiles), len(tiles), sum(isinstance(picture, bytes) for picture in pictures))


def draw_into(
    workspace: Workspace,
    run: str,
    tasks: int,
    workers: int = 0,
    advance: Callable[[int], None] = lambda _pieces: None,
) -> tuple[Path, Overview]:
    """Draw tasks of a run into `pictures/RUN.png` of its workspace; gives the file as well.

    Raises:
        UsageError: the run is unknown, or no task of it was kept.
        UnavailableError: the sheet would be too large.
        EngineError: an application did not start, hung or died.
        StorageError: a bundle is missing or damaged, or the file cannot be written.
    """
    made = overview(workspace, run, tasks=tasks, workers=workers, advance=advance)
    file = workspace.folder("pictures") / f"{run}.png"
    whole = file.with_suffix(f".{os.getpid()}.part")
    try:
        whole.write_bytes(made.picture)
        whole.replace(file)
    except OSError as error:
        whole.unlink(missing_ok=True)
        raise StorageError(f"{file} cannot be written: {error.strerror or error}") from error
    return file, made


def _chosen(workspace: Workspace, run: str, most: int) -> list[TaskRow]:
    if not workspace.has_catalog or workspace.catalog.run(run) is None:
        raise UsageError(
            f"There is no run {run!r} in {workspace.root}.", hint="`forge report cost --by run` lists them."
        )
    rounds: dict[str, int] = {}
    found: list[tuple[int, TaskRow]] = []
    for row in workspace.catalog.tasks(TaskFilter(run=run)):
        skill = "+".join(row.skills)
        rounds[skill] = rounds.get(skill, 0) + 1
        if rounds[skill] <= most:
            found.append((rounds[skill], row))
    if not found:
        raise UsageError(f"The run {run} has kept no task, so there is nothing to draw.")
    return [row for _, row in sorted(found, key=lambda item: item[0])][:most]


def _drawn(root: Path, task: str) -> bytes | str:
    """The picture of a task, or why there is none; in a process of its own."""
    with closing(Workspace(root)) as workspace:
        try:
            return side_by_side(workspace.bundle(workspace.catalog.task(task)))
        except (UnavailableError, UnreadableError) as error:
            return str(error)


def _tile(row: TaskRow, picture: bytes | str) -> Image:
    """A task's skill, id and instruction above its picture."""
    from PIL import Image, ImageDraw  # noqa: PLC0415 - only a picture needs it

    lines = [f"{' + '.join(row.skills)}   {row.bundle[:12]}   {row.difficulty}"]
    lines += wrapped(" ".join(row.instruction.split()), WIDTH - 2 * GAP, most=WORDS)
    if isinstance(picture, str):
        lines.append(f"No picture: {picture}")
    inner = scaled(picture, WIDTH) if isinstance(picture, bytes) else None
    words = len(lines) * LINE + GAP
    tile = Image.new("RGB", (WIDTH, words + (inner.height if inner is not None else 0)), "white")
    pen = ImageDraw.Draw(tile)
    for number, line in enumerate(lines):
        pen.text((GAP, GAP // 2 + number * LINE), line, "black" if number else "#003366", font())
    if inner is not None:
        tile.paste(inner, (0, words))
    return tile


def scaled(picture: bytes, width: int) -> Image:
    """A picture made as wide as that."""
    from PIL import Image  # noqa: PLC0415 - only a picture needs it

    image = Image.open(io.BytesIO(picture)).convert("RGB")
    return image.resize((width, max(1, round(image.height * width / image.width))), Image.Resampling.LANCZOS)


def stacked(tiles: Sequence[Image], gap: int = GAP) -> bytes:
    """A PNG picture of pictures of one width below one another.

    Raises:
        UnavailableError: it would be too large.
    """
    from PIL import Image  # noqa: PLC0415 - only a picture needs it

    width, height = tiles[0].width + 2 * gap, sum(tile.height + gap for tile in tiles) + gap
    if width * height > 4 * MOST_PIXELS:
        raise UnavailableError(
            f"A picture of {width} by {height} pixels is too large to be drawn.", hint="Show fewer tasks."
        )
    canvas = Image.new("RGB", (width, height), "#b8b8b8")
    top = gap
    for tile in tiles:
        canvas.paste(tile, (gap, top))
        top += tile.height + gap
    stream = io.BytesIO()
    canvas.save(stream, "PNG")
    return stream.getvalue()
