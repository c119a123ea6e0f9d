"""How fast and in how much memory `forge export` writes many small tasks.

    python -m benchmarks.exports [--tasks 100000] [--formats hf,verl] [--keep DIR] [--json]

A workspace is filled with copies of a few real tasks that differ in number, content and fingerprint, so each is a task
of its own; then each format is exported with two splits by the command itself, in a process of its own. Memory is the
most that the process held (its resident set); the rates count everything, start-up and choosing of splits included.
The aims: under 300 MB at 100,000 tasks, at least 500 tasks a second.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import resource
import shutil
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from forge.pipeline.build import Order, draft, finish
from forge.pipeline.seeds import stream
from forge.skills.instruction import INSTRUCTION, instruction_variables
from forge.skills.registry import skill
from forge.storage import archives
from forge.storage.bundle import CONTRACT, Bundle
from forge.storage.models import CandidateRow, RunRow, TaskRow
from forge.storage.objects import stored_form
from forge.storage.workspace import Workspace, private_key, public_key

SKILLS = ("calc.columns.width", "calc.page.setup", "files.settings.schedule", "files.text.count_lines")
RUN = "20260101-000000-0000"
BATCH = 1000
DIGITS = "990000001"
"""What stands in the contract of a task for its number; the copies have as many digits."""
SHARED = 40
"""Hashes of a fingerprint that the copies of a task have in common, of 128: as much as tasks of one skill share."""


def main() -> None:
    """Fill a workspace, export, and print what it took."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tasks", type=int, default=100_000)
    parser.add_argument("--formats", default="hf,verl")
    parser.add_argument("--keep", type=Path, help="a folder for the workspace, filled when it is not there")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="forge-benchmark-") as folder:
        root = given.keep or Path(folder) / "workspace"
        if not root.exists():
            fill(root, given.tasks)
        found = [measured(root, name, Path(folder) / name) for name in given.formats.split(",")]
    if given.json:
        print(json.dumps(found, indent=1))
        return
    print(f"{'format':10} {'tasks':>8} {'seconds':>9} {'tasks/s':>9} {'of CPU':>9} {'tasks/s':>9} {'MB':>6}")
    for row in found:
        wall, cpu = (f"{row[name]:9.1f} {row['tasks'] / row[name]:9.0f}" for name in ("seconds", "cpu"))
        print(f"{row['format']:10} {row['tasks']:8,} {wall} {cpu} {row['megabytes']:6.0f}")


def fill(root: Path, count: int) -> None:
    """Keep so many tasks in a workspace."""
    bases = [Copies.of(made(name)) for name in SKILLS]
    with closing(Workspace(root, environment={})) as home:
        started = datetime(2026, 1, 1, tzinfo=UTC)
        home.catalog.start_run(
            RunRow(id=RUN, command="benchmark", seed=0, model="offline", parameters={}, started=started)
        )
        for first in range(0, count, BATCH):
            rows = [
                kept(home, bases[number % len(bases)], number)
                for number in range(first, min(first + BATCH, count))
            ]
            home.catalog.record([candidate(row, number) for number, row in enumerate(rows, first)], rows)


def made(name: str) -> Bundle:
    """The first task of a skill, as the pipeline makes it."""
    chosen = skill(name)
    parameters = chosen.sample(stream(0, name, 0, "sample"), "easy")
    answers = {
        node.name: node.offline(stream(0, name, 0, node.name), chosen.variables(parameters)).model_dump(
            mode="json"
        )
        for node in chosen.nodes
    }
    found = draft(chosen, Order(name, 0, 0, "easy"), parameters.model_dump(mode="json"), answers)
    told = instruction_variables(chosen, found.contract.facts, "terse")
    written: Any = INSTRUCTION.offline(stream(0, name, 0, "instruction"), told)
    return finish(found.bundle, written.text)


@dataclass(frozen=True)
class Copies:
    """A real task from which others are made by writing other digits into its contract.

    Attributes:
        base: the task, with `DIGITS` for its number.
        public: the archive of its public part.
        private: that of its private part.
    """

    base: Bundle
    public: bytes
    private: bytes

    @classmethod
    def of(cls, bundle: Bundle) -> Copies:
        """Copies of a bundle."""
        record = bundle.contract
        (part,) = record.parts
        changed = part.model_copy(update={"answers": {**part.answers, "number": int(DIGITS)}})
        contract = record.model_copy(update={"index": int(DIGITS), "parts": (changed,)})
        private = {**bundle.private, CONTRACT: contract.model_dump_json(indent=1).encode() + b"\n"}
        base = Bundle(bundle.public, private)
        return cls(base, base.public_archive(), base.private_archive())

    def private_of(self, number: int) -> tuple[bytes, str]:
        """The archive and the digest of a copy's private part."""
        digits = str(int(DIGITS) - 1 - number).encode()
        contract = self.base.private[CONTRACT].replace(DIGITS.encode(), digits)
        digest = archives.digest({**self.base.private, CONTRACT: contract})
        return self.private.replace(self.base.private[CONTRACT], contract, 1), digest


def kept(home: Workspace, copies: Copies, number: int) -> TaskRow:
    """Keep a copy of a task with a number and content of its own; gives its row."""
    record = copies.base.contract
    (part,) = record.parts
    private, private_digest = copies.private_of(number)
    keys = public_key(copies.public), private_key(private)
    for key, archive in zip(keys, (copies.public, private), strict=True):
        file = home.root / "objects" / key
        if not file.exists():  # written plainly: forcing each to the disk would measure the disk
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(stored_form(key, archive))
    public_digest = copies.base.public_digest
    identity = f"forge bundle 1\n{public_digest}\n{private_digest}\n"
    return TaskRow(
        bundle=hashlib.sha256(identity.encode()).hexdigest(),
        skills=[part.skill],
        applications=list(record.applications),
        area=part.skill.split(".")[1],
        difficulty=record.difficulty,
        domain=record.domain,
        locale=record.locale,
        instruction=copies.base.instruction,
        public_key=keys[0],
        private_key=keys[1],
        public_digest=public_digest,
        private_digest=private_digest,
        run=RUN,
        created=datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=number),
        fingerprint=sketch(part.skill, number),
    )


def sketch(name: str, number: int) -> tuple[int, ...]:
    """A fingerprint that shares some hashes with those of its skill."""
    common, own = Random(name), Random(number)
    values = [common.randrange(2**32) for _ in range(SHARED)]
    return tuple(sorted({*values, *(own.randrange(2**32) for _ in range(128 - SHARED))}))


def candidate(row: TaskRow, number: int) -> CandidateRow:
    """The candidate that became a task."""
    return CandidateRow(
        run=RUN,
        candidate=f"{row.skills[0]}/{number}",
        skill=row.skills[0],
        index=number,
        seed=0,
        difficulty=row.difficulty,
        status="accepted",
        recorded=row.created,
        bundle=row.bundle,
    )


def measured(root: Path, name: str, out: Path) -> dict[str, Any]:
    """Export in one format; how long it took and how much memory it needed."""
    command = [sys.executable, "-m", "forge.cli.main", "--workspace", str(root), "export", "--format", name]
    command += ["--out", str(out), "--split", "train=0.98,test=0.02", "--no-pictures", "--json"]
    began = time.monotonic()
    status, usage, told = run(command)
    seconds = time.monotonic() - began
    assert status == 0, told
    shutil.rmtree(out)
    tasks = json.loads(told)["tasks"]
    return {
        "format": name,
        "tasks": tasks,
        "seconds": seconds,
        "cpu": usage.ru_utime + usage.ru_stime,
        "megabytes": usage.ru_maxrss / 1024,
    }


def run(command: list[str]) -> tuple[int, resource.struct_rusage, str]:
    """Run a command; its status, what it used, and its output."""
    with tempfile.TemporaryFile() as output:
        pid = os.posix_spawn(
            command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, output.fileno(), 1)]
        )
        _, status, usage = os.wait4(pid, 0)
        output.seek(0)
        return os.waitstatus_to_exitcode(status), usage, output.read().decode()


if __name__ == "__main__":
    main()
