"""The gallery: a static page over all tasks that were made, which works from a folder, without a network.

Tasks come in chunks, each named by what it holds: one that is there is not made again, so a gallery that was cut
short goes on, and one of a workspace that grew is only completed.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import closing
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from forge import __version__
from forge.errors import UnavailableError, UnreadableError, UsageError
from forge.exports.base import Row, compact
from forge.exports.files import appearing, write_bytes
from forge.gates.registry import ALL_GATES
from forge.pipeline.drawing.task import side_by_side
from forge.pipeline.finding import Located
from forge.pipeline.showing import Costs, view
from forge.skills.contract import DIFFICULTIES
from forge.storage.bundle import Bundle
from forge.storage.catalog import TaskFilter
from forge.storage.workspace import Workspace

CHUNK = 100
"""Tasks whose data lies in one file."""
OUTCOMES = {"p": "pass", "f": "fail", "e": "error", "n": "not run", "-": "not recorded"}
"""What a letter in the verdicts of a row stands for."""
PAGE = ("index.html", "gallery.css", "gallery.js")
MANIFEST = "data/manifest.js"
WIDTH = 1400
"""The widest picture, in pixels."""

_LETTERS = {outcome: letter for letter, outcome in OUTCOMES.items()}


@dataclass(frozen=True)
class Made:
    """A gallery.

    Attributes:
        folder: where it lies.
        tasks: its tasks.
        chunks: the files that they lie in.
        new: how many of these were made now.
        pictures: tasks with a picture.
    """

    folder: Path
    tasks: int
    chunks: int
    new: int
    pictures: int


def make_gallery(
    workspace: Workspace,
    folder: Path,
    wanted: TaskFilter,
    *,
    pictures: bool = True,
    workers: int = 0,
    expect: Callable[[str, int | None], None] = lambda _what, _total: None,
    advance: Callable[[int], None] = lambda _pieces: None,
) -> Made:
    """Make a gallery, or complete one.

    Args:
        workspace: where the tasks are.
        folder: where to; new, empty, or with a gallery.
        wanted: which tasks.
        pictures: whether start and golden are drawn, where the programs for it are installed.
        workers: processes; 0 for one per processor.
        expect: is told what is done next, and how many pieces it has.
        advance: is told how many more pieces are done.

    Returns:
        What was made; nothing when no task is wanted.

    Raises:
        UsageError: the folder holds something else.
        StorageError: tasks cannot be read, or files cannot be written.
    """
    _require(folder)
    chunks = list(_chunks(workspace, wanted, pictures=pictures))
    total = sum(len(ids) for _, ids in chunks)
    if not total:
        return Made(folder, 0, 0, 0, 0)
    for name in PAGE:
        with appearing(folder / name) as stream:
            stream.write((files("forge.exports") / "page" / name).read_bytes())
    missing = [(name, ids) for name, ids in chunks if not (folder / _rows(name)).is_file()]
    expect("Drawing tasks" if pictures else "Describing tasks", sum(len(ids) for _, ids in missing))
    _make(
        workspace, folder, missing, pictures=pictures, workers=workers or os.cpu_count() or 1, advance=advance
    )
    drawn = _finish(folder, [name for name, _ in chunks], total)
    return Made(folder, total, len(chunks), len(missing), drawn)


def _require(folder: Path) -> None:
    entries = {entry.name for entry in os.scandir(folder)} if folder.is_dir() else set()
    if entries and not entries & {"data", PAGE[0]}:
        raise UsageError(
            f"{folder} is not empty and holds no gallery.", hint="Give a folder that is new or empty."
        )


def _chunks(workspace: Workspace, wanted: TaskFilter, *, pictures: bool) -> Iterator[tuple[str, list[str]]]:
    """The ids of the tasks of each chunk, in the order of the catalog, with the chunk's name."""
    ids: list[str] = []
    for task in workspace.catalog.tasks(wanted):
        ids.append(task.bundle)
        if len(ids) == CHUNK:
            yield _name(ids, pictures=pictures), ids
            ids = []
    if ids:
        yield _name(ids, pictures=pictures), ids


def _name(ids: Sequence[str], *, pictures: bool) -> str:
    text = f"{__version__} {pictures} {' '.join(ids)}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _rows(name: str) -> str:
    return f"data/rows-{name}.js"


def _make(
    workspace: Workspace,
    folder: Path,
    chunks: Sequence[tuple[str, list[str]]],
    *,
    pictures: bool,
    workers: int,
    advance: Callable[[int], None],
) -> None:
    """Make chunks, on several processes where that pays."""
    if workers == 1 or len(chunks) < 2:
        for name, ids in chunks:
            _make_chunk(workspace, folder, name, ids, pictures, advance)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(workers, len(chunks)), mp_context=context) as pool:
        waiting = {
            pool.submit(_make_alone, workspace.root, folder, name, ids, pictures): len(ids)
            for name, ids in chunks
        }
        try:
            for done in as_completed(waiting):
                done.result()
                advance(waiting[done])
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _make_alone(root: Path, folder: Path, name: str, ids: list[str], pictures: bool) -> None:
    with closing(Workspace(root)) as workspace:
        _make_chunk(workspace, folder, name, ids, pictures, lambda _: None)


def _make_chunk(
    workspace: Workspace,
    folder: Path,
    name: str,
    ids: list[str],
    pictures: bool,
    advance: Callable[[int], None],
) -> None:
    """Write what a chunk's tasks hold, and then the rows of the list, which say that it is whole."""
    costs = Costs(workspace)
    rows, tasks = [], []
    for row in workspace.catalog.tasks_named(ids):
        bundle = workspace.bundle(row)
        shown = view(Located(row.bundle, workspace, row), bundle, costs)
        described = _plain(shown)
        described |= _drawn(bundle, folder) if pictures else {}
        tasks.append(described)
        rows.append(_row(described, list(row.applications)))
        advance(1)
    _write_script(folder / f"data/tasks-{name}.js", f"forge.tasks({json.dumps(name)}, ", tasks)
    _write_script(folder / _rows(name), "forge.take(", rows)


def _plain(shown: Any) -> Row:
    """A task's data without what the page does not show."""
    from pydantic_core import to_jsonable_python  # noqa: PLC0415 - beside its one use

    task: Row = to_jsonable_python(shown)
    for unseen in ("start", "kept"):
        del task[unseen]
    for verdict in task["verdicts"]:
        for unseen in ("evidence", "digest", "milliseconds"):
            del verdict[unseen]
    for fact in task["facts"]:
        del fact["value"]
    return task


def _row(task: Row, applications: list[str]) -> Row:
    said = {verdict["gate"]: verdict["outcome"] for verdict in task["verdicts"]}
    return {
        "id": task["id"],
        "skills": task["skills"],
        "applications": applications,
        "difficulty": task["difficulty"],
        "domain": task["domain"],
        "locale": task["locale"],
        "says": " ".join(task["instruction"].split())[:400],
        "gates": "".join(_LETTERS[said.get(gate.name, "not recorded")] for gate in ALL_GATES),
        "picture": bool(task.get("picture")),
    }


def _drawn(bundle: Bundle, folder: Path) -> Row:
    """The picture of a task below the folder, or why there is none."""
    path = f"pictures/{bundle.id[:2]}/{bundle.id}.webp"
    if not (folder / path).is_file():
        try:
            write_bytes(folder / path, _small(side_by_side(bundle, marked=False)))
        except (UnavailableError, UnreadableError) as error:
            return {"no_picture": str(error)}
    return {"picture": path}


def _small(picture: bytes) -> bytes:
    """A picture in the format and size of the page."""
    import io  # noqa: PLC0415 - beside its one use

    from PIL import Image  # noqa: PLC0415 - only a picture needs it

    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.thumbnail((WIDTH, image.height), Image.Resampling.LANCZOS)
    stream = io.BytesIO()
    image.save(stream, "WEBP", quality=80, method=4)
    return stream.getvalue()


def _write_script(file: Path, call: str, value: object) -> None:
    """Write data as a call of a function, the one way in which a page from a folder can load it."""
    with appearing(file) as stream:
        stream.write(f"{call}{compact(value)});\n".encode())


def _finish(folder: Path, chunks: Sequence[str], total: int) -> int:
    """Write the manifest and remove what no chunk needs any more; gives how many tasks have a picture."""
    counts: dict[str, Counter[Any]] = {
        name: Counter() for name in ("applications", "skills", "difficulties", "verdicts", "picture")
    }
    for name in chunks:
        text = (folder / _rows(name)).read_text(encoding="utf-8")
        for row in json.loads(text[text.index("(") + 1 : text.rindex(")")]):
            _count(counts, row)
    order = {difficulty: place for place, difficulty in enumerate(DIFFICULTIES)}
    manifest = {
        "total": total,
        "chunks": list(chunks),
        "gates": [gate.name for gate in ALL_GATES],
        "outcomes": OUTCOMES,
        "applications": sorted(counts["applications"].items()),
        "skills": sorted(counts["skills"].items()),
        "difficulties": sorted(
            counts["difficulties"].items(), key=lambda item: order.get(item[0], len(order))
        ),
        "verdicts": [[gate, outcome, number] for (gate, outcome), number in _in_turn(counts["verdicts"])],
    }
    _write_script(folder / MANIFEST, "forge.begin(", manifest)
    needed = {f"{kind}-{name}.js" for name in chunks for kind in ("rows", "tasks")} | {"manifest.js"}
    for file in (folder / "data").iterdir():
        if file.name not in needed:
            file.unlink()
    return counts["picture"][True]


def _count(counts: dict[str, Counter[Any]], row: Row) -> None:
    counts["applications"].update(row["applications"])
    counts["skills"].update(row["skills"])
    counts["difficulties"][row["difficulty"]] += 1
    counts["picture"][row["picture"]] += 1
    for gate, letter in zip(ALL_GATES, row["gates"], strict=True):
        if letter != "-":
            counts["verdicts"][gate.name, OUTCOMES[letter]] += 1


def _in_turn(verdicts: Counter[Any]) -> Iterable[tuple[Any, int]]:
    turns = {gate.name: turn for turn, gate in enumerate(ALL_GATES)}
    return sorted(verdicts.items(), key=lambda item: (turns[item[0][0]], item[0][1]))
