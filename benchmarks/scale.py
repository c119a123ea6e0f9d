"""What a large catalog answers, and how fast: reports of cost, listings, look-ups, at a million calls and tasks.

    python -m benchmarks.scale [--calls 1000000] [--tasks 300000] [--url URL] [--out FOLDER]

Fills a catalog (SQLite in a temporary folder unless URL says otherwise) as runs fill it: calls and their sums in one
transaction for each batch, candidates, tasks and verdicts in another. Then every question is asked five times; the
table gives the median and the slowest, also as `scale.csv`. The aim: `report cost` at a million calls under 2 s.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from forge.storage import reports
from forge.storage.catalog import Catalog, TaskFilter
from forge.storage.database import insert_new, writing
from forge.storage.models import CallRow, CandidateRow, RunRow, TaskRow, VerdictRow
from forge.storage.sums import note_calls

SKILLS = tuple(
    f"{app}.area_{area}.skill_{number}" for app in "cwim" for area in range(12) for number in range(5)
)
GATES = ("solvable", "tight", "fair")
NODES = ("content", "instruction")
RUNS = 60
BATCH = 2000
BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
TIMES = 5


def calls_of(candidate: CandidateRow, count: int, random: Random) -> Iterator[dict[str, Any]]:
    """The calls of a candidate, as the ledger keeps them once they are answered."""
    for number in range(count):
        prompt, completion = random.randrange(300, 900), random.randrange(50, 300)
        yield {
            "id": f"{candidate.run}-{candidate.candidate}-{number}",
            "run": candidate.run,
            "candidate": candidate.candidate,
            "skill": candidate.skill,
            "node": NODES[number % len(NODES)],
            "model": "openai/model",
            "attempt": 1 + number // len(NODES),
            "key": f"{random.getrandbits(256):064x}",
            "paid": True,
            "worst_tokens": 2000,
            "worst_cost": 0.01,
            "intended": candidate.recorded - timedelta(seconds=2),
            "result": "answered",
            "prompt": prompt,
            "cached": 0,
            "completion": completion,
            "reasoning": 0,
            "counted": False,
            "price_input": 0.5,
            "price_cached": 0.05,
            "price_output": 2.0,
            "price_version": "1",
            "cost": (prompt * 0.5 + completion * 2.0) / 1e6,
            "latency_ms": 800.0,
            "reported_model": "model",
            "reason": "",
            "completed": candidate.recorded - timedelta(seconds=1),
        }


def candidate_of(number: int, total: int, random: Random) -> CandidateRow:
    """A candidate of one of the runs; one in twenty is rejected."""
    accepted = random.random() >= 0.05
    return CandidateRow(
        run=f"run-{number * RUNS // total:03}",
        candidate=f"{SKILLS[number % len(SKILLS)]}-{number:07}",
        skill=SKILLS[number % len(SKILLS)],
        index=number,
        seed=7,
        difficulty=("easy", "medium", "hard")[number % 3],
        status="accepted" if accepted else "rejected",
        recorded=BEGAN + timedelta(seconds=number * 5),
        gate="" if accepted else "tight",
        bundle=f"{random.getrandbits(256):064x}" if accepted else None,
    )


def task_of(candidate: CandidateRow, random: Random) -> TaskRow:
    """The task of an accepted candidate."""
    digest = f"{random.getrandbits(256):064x}"
    return TaskRow(
        bundle=candidate.bundle or "",
        skills=[candidate.skill],
        applications=[candidate.skill.partition(".")[0]],
        area=candidate.skill.rpartition(".")[0],
        difficulty=candidate.difficulty,
        domain="retail",
        locale="en",
        instruction="Please do what has to be done in the sheet and save it.",
        public_key=f"public/{digest}",
        private_key=f"private/{digest}",
        public_digest=digest,
        private_digest=digest,
        run=candidate.run,
        created=candidate.recorded,
        engine="LibreOffice",
    )


def fill(catalog: Catalog, calls: int, tasks: int) -> float:
    """Fill a catalog; seconds that it took."""
    began, random = time.monotonic(), Random(7)
    for number in range(RUNS):
        catalog.start_run(
            RunRow(
                id=f"run-{number:03}",
                command="forge run",
                seed=7,
                model="openai/model",
                parameters={},
                started=BEGAN,
            )
        )
    each, made = -(-calls // tasks), 0
    for start in range(0, tasks, BATCH):
        candidates = [candidate_of(n, tasks, random) for n in range(start, min(start + BATCH, tasks))]
        rows = [row for item in candidates for row in calls_of(item, each, random)][: calls - made]
        made += len(rows)
        with writing(catalog.engine) as connection:
            if rows:
                insert_new(connection, CallRow, rows)
                note_calls(connection, [SimpleNamespace(**row) for row in rows], [])
        verdicts = [
            VerdictRow(run=item.run, candidate=item.candidate, gate=gate, outcome="pass", milliseconds=9.0)
            for item in candidates
            for gate in GATES
        ]
        kept = [task_of(item, random) for item in candidates if item.bundle]
        catalog.record(candidates, kept, verdicts)
    return time.monotonic() - began


def questions(catalog: Catalog) -> dict[str, Callable[[], object]]:
    """What is asked of the catalog, by what people call it."""
    some = next(catalog.tasks(newest=True)).bundle
    return {
        **{
            f"report cost --by {by}": lambda by=by: reports.cost(catalog, by)  # type: ignore[misc]  # a default binds it
            for by in ("skill", "node", "model", "run", "day")
        },
        "report cost --by skill, one run": lambda: reports.cost(catalog, "skill", run="run-030"),
        "report gates": lambda: reports.gates(catalog),
        "report gates, one run": lambda: reports.gates(catalog, run="run-030"),
        "tasks, the latest 20": lambda: first(catalog.tasks(newest=True), 20),
        "tasks of one skill, 20": lambda: first(catalog.tasks(TaskFilter((SKILLS[3],)), newest=True), 20),
        "tasks of an application, 20": lambda: first(catalog.tasks(TaskFilter(("c.*",)), newest=True), 20),
        "show TASK": lambda: (catalog.task(some[:12]), catalog.verdicts(some)),
        "fingerprints of a skill of a run": lambda: catalog.fingerprints("run-030", SKILLS[3]),
    }


def first(rows: Iterator[TaskRow], count: int) -> list[TaskRow]:
    """The first rows of many."""
    return [row for row, _ in zip(rows, range(count), strict=False)]


def main() -> None:
    """Fill, ask, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--calls", type=int, default=1_000_000)
    parser.add_argument("--tasks", type=int, default=300_000)
    parser.add_argument("--url")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="forge-scale-") as folder:
        file = Path(folder) / "catalog.db"
        catalog = Catalog.open(options.url or f"sqlite:///{file}")
        took = fill(catalog, options.calls, options.tasks)
        size = sum(part.stat().st_size for part in Path(folder).iterdir()) / 2**20
        lines = [("filling", took, took)]
        for name, ask in questions(catalog).items():
            seconds = []
            for _ in range(TIMES):
                began = time.monotonic()
                ask()
                seconds.append(time.monotonic() - began)
            lines.append((name, statistics.median(seconds), max(seconds)))
        catalog.close()
    sys.stdout.write(f"{options.calls:,} calls, {options.tasks:,} tasks; {size:,.0f} MB\n")
    sys.stdout.write(f"{'':36}{'median s':>10}{'slowest s':>11}\n")
    for name, median, slowest in lines:
        sys.stdout.write(f"{name:36}{median:10.3f}{slowest:11.3f}\n")
    if options.out is not None:
        options.out.mkdir(parents=True, exist_ok=True)
        with (options.out / "scale.csv").open("w", newline="", encoding="utf-8") as file_:
            csv.writer(file_).writerows([("question", "median s", "slowest s"), *lines])


if __name__ == "__main__":
    main()
