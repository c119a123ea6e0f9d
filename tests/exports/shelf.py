"""A workspace with many small tasks, made from one real bundle by giving it other contracts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from forge.storage.bundle import CONTRACT, Bundle
from forge.storage.models import CandidateRow, RunRow, TaskRow
from forge.storage.workspace import Workspace, private_key, public_key

from ..tasks import highlighting

NOON = datetime(2026, 3, 16, 12, 0, tzinfo=UTC)
RUN = "20260316-120000-aaaa"


@dataclass(frozen=True)
class Made:
    """What tells a task of the shelf from the others.

    Attributes:
        index: its number within the run.
        seed: the seed of the run.
        content: what a content node answered.
        sketch: its fingerprint.
        minute: when it was kept.
    """

    index: int
    seed: int = 7
    content: str = ""
    sketch: tuple[int, ...] = ()
    minute: int = 0


def bundle_of(made: Made) -> Bundle:
    """A whole bundle of a task."""
    base = highlighting()
    (part,) = base.contract.parts
    answers = {"table": {"title": made.content or f"Table {made.seed} {made.index}"}}
    contract = base.contract.model_copy(
        update={
            "seed": made.seed,
            "index": made.index,
            "parts": (part.model_copy(update={"answers": answers}),),
        }
    )
    return Bundle(
        base.public, {**base.private, CONTRACT: contract.model_dump_json(indent=1).encode() + b"\n"}
    )


def fill(root: Path, tasks: Iterable[Made]) -> list[str]:
    """Keep tasks in the workspace of a folder; gives the ids of their bundles."""
    rows: list[TaskRow] = []
    candidates: list[CandidateRow] = []
    with closing(Workspace(root, environment={})) as home:
        run = RunRow(id=RUN, command="forge run", seed=7, model="offline", parameters={}, started=NOON)
        home.catalog.start_run(run)
        for number, made in enumerate(tasks):
            bundle = bundle_of(made)
            public, private = bundle.public_archive(), bundle.private_archive()
            home.objects.put_all({public_key(public): public, private_key(private): private})
            rows.append(_row(bundle, made, public, private))
            candidates.append(_candidate(rows[-1], number))
        home.catalog.record(candidates, rows)
    return [row.bundle for row in rows]


def _row(bundle: Bundle, made: Made, public: bytes, private: bytes) -> TaskRow:
    record = bundle.contract
    return TaskRow(
        bundle=bundle.id,
        skills=list(record.skills),
        applications=list(record.applications),
        area=record.skills[0].split(".")[1],
        difficulty=record.difficulty,
        domain=record.domain,
        locale=record.locale,
        instruction=bundle.instruction,
        public_key=public_key(public),
        private_key=private_key(private),
        public_digest=bundle.public_digest,
        private_digest=bundle.private_digest,
        run=RUN,
        created=NOON + timedelta(minutes=made.minute),
        engine=record.engine,
        fingerprint=made.sketch or sketch(Random(made.seed * 1000 + made.index)),
    )


def _candidate(task: TaskRow, number: int) -> CandidateRow:
    return CandidateRow(
        run=RUN,
        candidate=f"{task.skills[0]}/{number}",
        skill=task.skills[0],
        index=number,
        seed=7,
        difficulty=task.difficulty,
        status="accepted",
        recorded=task.created,
        bundle=task.bundle,
    )


def sketch(random: Random, like: Sequence[int] = (), keep: float = 0.0) -> tuple[int, ...]:
    """A fingerprint, of which a share is taken from another one."""
    kept = [value for value in like if random.random() < keep]
    return tuple(sorted({*kept, *(random.randrange(2**32) for _ in range(128 - len(kept)))}))


def files_of(folder: Path) -> dict[str, bytes]:
    """All files below a folder by their paths."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def made(count: int, **more: Any) -> list[Made]:
    """So many tasks that have nothing in common."""
    return [Made(index, minute=index, **more) for index in range(count)]
