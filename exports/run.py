"""An export: planned, written shard by shard, described, and only then whole."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path

from pydantic import ValidationError

from forge import __version__
from forge.errors import StorageError, UsageError
from forge.exports.base import ExportedTask, Format, Outcome, Row, compact
from forge.exports.files import appearing, unwritable
from forge.exports.plan import Plan, Planned, Shard
from forge.exports.request import ExportRequest
from forge.gates.base import Case
from forge.gates.distinct import fingerprint
from forge.storage import archives
from forge.storage.bundle import CONTRACT
from forge.storage.catalog import TaskFilter
from forge.storage.models import TaskRow
from forge.storage.objects import PARALLEL
from forge.storage.workspace import Workspace

FORMATS = {
    "harbor": "forge.exports.harbor",
    "osworld": "forge.exports.osworld",
    "hf": "forge.exports.hf",
    "verl": "forge.exports.verl",
    "slime": "forge.exports.slime",
    "trl": "forge.exports.trl",
    "nemo-gym": "forge.exports.nemo_gym",
    "verifiers": "forge.exports.verifiers",
}
"""Where each format lives; the module names its class `FORMAT`."""

MANIFEST = "export.json"
"""What says that an export is whole, and what it holds."""
WORK = ".forge-export"
"""The folder with the plan, until the export is whole."""

_AT_ONCE = 32
"""Tasks that are read ahead: what a store's answer takes is mostly waiting."""

Advance = Callable[[int], None]
"""Is told how many more pieces of work are done."""
Expect = Callable[[str, int | None], None]
"""Is told what is done next, and how many pieces it has where that is known."""


@dataclass(frozen=True)
class Exported:
    """What an export holds.

    Attributes:
        folder: where it lies.
        request: what was asked for.
        counts: the tasks of each split.
        groups: groups of tasks that belong together; none is torn apart by a split.
        files: the files of its shards, with bytes and digests.
        was_there: whether it was whole already and nothing was written.
    """

    folder: Path
    request: ExportRequest
    counts: dict[str, int]
    groups: int
    files: dict[str, Row]
    was_there: bool = False


def format_of(name: str, folder: Path) -> Format:
    """The format of a name, writing into a folder."""
    found: Format = import_module(FORMATS[name]).FORMAT(folder)
    return found


def export(
    workspace: Workspace,
    request: ExportRequest,
    folder: Path,
    *,
    pictures: bool = True,
    expect: Expect = lambda _what, _total: None,
    advance: Advance = lambda _pieces: None,
) -> Exported:
    """Write an export, or complete one that was cut short.

    Args:
        workspace: where the tasks are.
        request: what is asked for.
        folder: where to; new, empty, or with what an export of the same request left when it was cut short.
        pictures: whether pictures may be made, where the programs for it are installed.
        expect: is told what is done next, and how many pieces it has where that is known.
        advance: is told how many more pieces are done.

    Returns:
        What it holds; no split when no task is wanted, and then nothing is written.

    Raises:
        UsageError: the folder holds something else.
        StorageError: tasks cannot be read, or files cannot be written.
        UnavailableError: a library is missing.
    """
    whole = _whole(folder, request)
    if whole is not None:
        return whole
    _make(folder)
    with _held(folder / WORK), closing(Plan(folder / WORK / "plan.sqlite")) as plan:
        work = _Work(workspace, request, folder, plan, pictures, expect, advance)
        work.settle()
        wanted = bool(plan.counts(request))
        if wanted:
            work.write()
    shutil.rmtree(folder / WORK)
    if not wanted:
        folder.rmdir()
        return Exported(folder, request, {}, 0, {})
    written = _whole(folder, request)
    if written is None:
        raise StorageError(f"{folder / MANIFEST} was removed while the export was being written.")
    return replace(written, was_there=False)


def _whole(folder: Path, request: ExportRequest) -> Exported | None:
    """What a folder holds when an export of the request is whole there; None where there is none.

    Raises:
        UsageError: it holds something else.
    """
    manifest = folder / MANIFEST
    if not manifest.is_file():
        entries = {entry.name for entry in os.scandir(folder)} if folder.is_dir() else set()
        if entries and WORK not in entries:
            raise UsageError(
                f"{folder} is not empty and holds no export.", hint="Give a folder that is new or empty."
            )
        return None
    try:
        held = json.loads(manifest.read_bytes())
        theirs = ExportRequest(**held["request"])
    except (OSError, ValueError, KeyError, TypeError, ValidationError) as error:
        raise UsageError(
            f"{manifest} is not that of an export: {error}.", hint="Give another folder."
        ) from error
    if theirs != request:
        raise _another(folder, "an export", theirs, request)
    for path, facts in held["files"].items():
        if not (folder / path).is_file() or (folder / path).stat().st_size != facts["bytes"]:
            raise StorageError(
                f"{folder / path} of the export in {folder} is missing or was changed.",
                hint=f"Remove {folder} and run the command again.",
            )
    return Exported(folder, request, held["splits"], held["groups"], held["files"], was_there=True)


def _another(folder: Path, what: str, theirs: ExportRequest, request: ExportRequest) -> UsageError:
    ours, held = request.model_dump(mode="json"), theirs.model_dump(mode="json")
    apart = ", ".join(
        f"{name} {held[name]!r} instead of {ours[name]!r}" for name in ours if ours[name] != held[name]
    )
    return UsageError(
        f"{folder} holds {what} of another request: {apart}.", hint="Give another folder, or remove this one."
    )


def _make(folder: Path) -> None:
    try:
        (folder / WORK).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(folder / WORK, error) from error


def _sweep(folder: Path) -> None:
    """Remove what a killed export was writing; nothing inside of task directories is looked at."""
    for pattern in (".*.new", "*/.*", "public/*/.*", "private/*/.*"):
        for left in folder.glob(pattern):
            if WORK in left.parts:
                continue
            if left.is_dir():
                shutil.rmtree(left)
            else:
                left.unlink()


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Keep others from writing the same export at once."""
    try:
        descriptor = os.open(folder / "lock", os.O_CREAT | os.O_RDWR, 0o644)
    except OSError as error:
        raise unwritable(folder / "lock", error) from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise UsageError(f"Another export is being written to {folder.parent} right now.") from None
    finally:
        os.close(descriptor)


@dataclass(frozen=True)
class _Work:
    """An export while it is written; the fields are the arguments of `export`, and the plan."""

    workspace: Workspace
    request: ExportRequest
    folder: Path
    plan: Plan
    pictures: bool
    expect: Expect
    advance: Advance

    def settle(self) -> None:
        """Make the plan, or take up the one that an export left which was cut short."""
        _sweep(self.folder)
        settled = self.plan.settled
        if settled is None:
            self.expect("Choosing tasks", None)
            self.plan.make(_planned(self.workspace, self.request), self.request, self.advance)
            return
        theirs = ExportRequest.model_validate_json(settled)
        if theirs != self.request:
            raise _another(self.folder, "the beginning of an export", theirs, self.request)

    def write(self) -> None:
        """Write the shards that are missing, what describes the whole, and the manifest last."""
        chosen, plan = format_of(self.request.format, self.folder), self.plan
        waiting = plan.shards(waiting=True)
        self.expect("Writing tasks", sum(map(len, waiting)))
        for shard in waiting:
            plan.written(shard, chosen.write(shard, self._read(shard)))
        outcome = Outcome(
            self.request,
            plan.counts(self.request),
            plan.group_count(),
            tuple(plan.records()),
            self.workspace,
            self.pictures,
        )
        chosen.describe(outcome)
        manifest = {
            "generator": f"cua-forge {__version__}",
            "request": self.request.model_dump(mode="json"),
            "splits": outcome.counts,
            "groups": outcome.groups,
            "files": {path: facts for _, about in outcome.records for path, facts in about["files"].items()},
        }
        with appearing(self.folder / MANIFEST) as stream:
            stream.write(json.dumps(manifest, indent=1, ensure_ascii=False).encode() + b"\n")

    def _read(self, shard: Shard) -> Iterator[ExportedTask]:
        """The tasks of a shard with their objects, in order, a few of them read ahead."""
        ids, objects = self.plan.bundles(shard), self.workspace.objects

        def read(row: TaskRow) -> tuple[bytes, bytes]:
            return objects.get(row.public_key), objects.get(row.private_key)

        with ThreadPoolExecutor(max_workers=PARALLEL) as pool:
            for first in range(0, len(ids), _AT_ONCE):
                rows = self.workspace.catalog.tasks_named(ids[first : first + _AT_ONCE])
                for at, (row, parts) in enumerate(zip(rows, pool.map(read, rows), strict=True)):
                    yield ExportedTask(row, shard.split, shard.first + first + at, *parts)
                    self.advance(1)


def _planned(workspace: Workspace, request: ExportRequest) -> Iterator[Planned]:
    """The tasks that are wanted, in the order of the catalog; what binds them matters only to several splits."""
    wanted = TaskFilter(
        skills=request.skills, since=request.since, verified=True if request.verified else None
    )
    bound = len(request.split) > 1
    for row in workspace.catalog.tasks(wanted):
        if not bound:
            yield Planned(row.bundle, (), ())
            continue
        sketch = row.fingerprint or fingerprint(Case(workspace.bundle(row), engines=False))
        yield Planned(row.bundle, sketch, tuple(bonds(workspace.objects.get(row.private_key), row.bundle)))


def bonds(private_archive: bytes, task: str) -> Iterator[bytes]:
    """Keys that two tasks share when they share a skill's content or a seed family.

    What a skill's content nodes answered is its content; a seed family is what one skill made from one seed and
    one number, in whatever difficulty, wording or version.
    """
    held = archives.pick(private_archive, (CONTRACT,), f"the private part of task {task}")
    contract = json.loads(held[CONTRACT])
    for part in contract["parts"]:
        keys = [f"family {part['skill']} {contract['seed']} {contract['index']}"]
        if part["answers"]:
            keys.append(f"content {part['skill']} {compact(part['answers'])}")
        yield from (hashlib.sha256(key.encode()).digest()[:16] for key in keys)
