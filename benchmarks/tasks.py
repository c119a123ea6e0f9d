"""CPU time of an accepted task without a real application, beside what the bare library needs for its files.

    python -m benchmarks.tasks [--skills GLOBS] [--rows N ...] [--count N] [--rounds N] [--json]

Candidates of six skills, or of those that match GLOBS, are carried through the whole pipeline in this process: content,
build with the file gates, instruct, prove with the package gates, store; COUNT of them (4) make one batch, as small as
the first one of a run. Right after each batch openpyxl does the same two workbooks: write and load the start; load,
edit, write and load the golden. Every candidate must be accepted. Times are milliseconds of CPU, the mean of a batch,
for tables of 20, 100 and 400 rows; of ROUNDS batches (3) the one with the middle ratio counts, since the speed of a
machine that others use too changes from one second to the next. The aim is a ratio of at most 2.5.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any, TypeVar
from unittest.mock import patch

import openpyxl
from openpyxl.workbook import Workbook

from forge.gates.base import Case, Gate, Verdict
from forge.pipeline.batch import Candidate
from forge.pipeline.build import Order
from forge.pipeline.lanes import Lanes, collect_seldom
from forge.pipeline.run import Run, RunRequest
from forge.skills.content.offline import domain, domain_names
from forge.skills.contract import Difficulty, Skill
from forge.skills.registry import select, skill
from forge.storage.bundle import Bundle
from forge.storage.workspace import Workspace

SKILLS = (
    "calc.charts.column_chart",
    "calc.conditional_formatting.highlight_below",
    "calc.formatting.number_format",
    "calc.formulas.arithmetic",
    "calc.rows.filter",
    "calc.rows.sort",
)
AIM = 2.5
SEED = 7
T = TypeVar("T")


class Here(Lanes):
    """Lanes that are this process, so that its clock counts their work."""

    async def _run(self, _place: int, work: Callable[[], T]) -> T:
        return work()


@contextmanager
def sized(item: Skill[Any, Any], rows: int) -> Iterator[None]:
    """Let the tables of a skill have one number of rows and stand alone."""
    drawn = type(item).sample

    def sample(self: Skill[Any, Any], random: Random, difficulty: Difficulty) -> Any:
        return drawn(self, random, difficulty).model_copy(
            update={"rows": rows, "archive": False, "figures": False}
        )

    with patch.object(type(item), "sample", sample):
        yield


@dataclass(frozen=True)
class Measured:
    """Milliseconds of CPU of a skill's candidates at one size, each the mean.

    Attributes:
        skill: the skill.
        rows: the rows of its tables.
        pipeline: of the whole way.
        bare: of the bare library on the same files.
        parts: of each step, without its gates, and of each gate.
    """

    skill: str
    rows: int
    pipeline: float
    bare: float
    parts: Mapping[str, float]

    @property
    def ratio(self) -> float:
        """How many times what the bare library needs."""
        return self.pipeline / self.bare


class Clock:
    """Adds up the CPU of steps and gates, in milliseconds; a step without its gates."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = {}

    def add(self, name: str, milliseconds: float) -> None:
        """Add to what something has taken."""
        self.spent[name] = self.spent.get(name, 0.0) + milliseconds

    async def step(self, name: str, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Run a step of a batch."""
        self.add(f"step {name}", 0.0)  # so that it stands before its gates
        began, before = time.process_time(), sum(self.spent.values())
        result = await work()
        gates = sum(self.spent.values()) - before
        self.add(f"step {name}", (time.process_time() - began) * 1000 - gates)
        return result

    @contextmanager
    def gates(self) -> Iterator[None]:
        """Add what gates take meanwhile; the clock of a verdict is that of the wall."""
        judged = Gate.run

        def timed(gate: Gate, case: Case) -> Verdict:
            began = time.process_time()
            verdict = judged(gate, case)
            self.add(f"gate {gate.name}", (time.process_time() - began) * 1000)
            return verdict

        with patch.object(Gate, "run", timed):
            yield


async def carried(identity: str, rows: int, count: int, rounds: int, folder: Path) -> list[Measured]:
    """Batches of candidates carried through the pipeline, each beside the bare library on its files.

    One more candidate goes before them, and all domains of work are read: that fills caches that a run fills once.
    """
    item = skill(identity)
    told: list[Candidate] = []
    indices = range(1 + count * rounds)
    request = RunRequest(skills=identity, count=len(indices), seed=SEED, engines=False, rebuild_every=0)
    for name in domain_names():
        domain(name)
    found: list[Measured] = []
    async with Run(request, Workspace(folder), told=told.append) as run:
        run.lanes = Here()
        for batch in (indices[:1], *(indices[first : first + count] for first in indices[1::count])):
            clock = Clock()
            told.clear()
            with clock.gates(), sized(item, rows):
                await run.make(item, [Order(identity, SEED, index, "medium") for index in batch], clock.step)
            needed = sum(map(beside, told)) / len(batch)
            parts = {name: milliseconds / len(batch) for name, milliseconds in clock.spent.items()}
            found.append(Measured(identity, rows, sum(parts.values()), needed, parts))
    return found[1:]


def beside(candidate: Candidate) -> float:
    """Milliseconds of CPU of the bare library on the files of a candidate."""
    if candidate.status != "accepted" or candidate.proof is None:
        raise SystemExit(f"{candidate.order.id} was not accepted: {candidate.gate}: {candidate.reason}")
    bundle = Bundle.from_archives(candidate.proof.public, candidate.proof.private)
    ((mount, files),) = bundle.start_files().items()
    return bare(files[""], bundle.golden_files()[mount][""])


def edit(book: Workbook, golden: Workbook) -> None:
    """Set the values and number formats in which the start differs from the golden."""
    for sheet in golden.worksheets:
        held = book[sheet.title] if sheet.title in book.sheetnames else book.create_sheet(sheet.title)
        for row in sheet.iter_rows():
            for cell in row:
                own = held[cell.coordinate]
                if own.value != cell.value:
                    own.value = cell.value
                if own.number_format != cell.number_format:
                    own.number_format = cell.number_format


def put(sheets: Sequence[Sequence[Sequence[Any]]]) -> None:
    """Put values into a new workbook, in the library's own quickest way for whole rows."""
    book = Workbook()
    for rows in sheets:
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)


def bare(start: bytes, golden: bytes) -> float:
    """Milliseconds of CPU of the bare library: write, load; load, edit, write, load.

    To write is to put the values into a workbook and to save it. What it takes to put in looks and charts is left out:
    it is as much again and more, and depends on how that is done.
    """
    before, after = (openpyxl.load_workbook(BytesIO(content)) for content in (start, golden))
    rows = [list(sheet.iter_rows(values_only=True)) for sheet in before.worksheets]
    began = time.process_time()
    put(rows)
    before.save(written := BytesIO())
    openpyxl.load_workbook(written)
    book = openpyxl.load_workbook(BytesIO(start))
    edit(book, after)
    book.save(written := BytesIO())
    openpyxl.load_workbook(written)
    return (time.process_time() - began) * 1000


def measure(identity: str, rows: int, count: int, rounds: int) -> Measured:
    """One skill at one size: the batch with the middle ratio."""
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(carried(identity, rows, count, rounds, Path(folder)))
    return sorted(found, key=lambda item: item.ratio)[len(found) // 2]


def table(found: Sequence[Measured], sizes: Sequence[int]) -> Iterator[str]:
    """The lines to print: by skill and size, then the share of each step and gate by size."""
    yield f"{'skill':<44}{'rows':>5}{'task':>9}{'bare':>9}{'ratio':>8}"
    for item in found:
        yield f"{item.skill:<44}{item.rows:>5}{item.pipeline:>6.0f} ms{item.bare:>6.0f} ms{item.ratio:>8.2f}"
    by_size = {rows: [item for item in found if item.rows == rows] for rows in sizes}
    for rows, items in by_size.items():
        whole, library = (mean(getattr(item, name) for item in items) for name in ("pipeline", "bare"))
        yield f"{'all':<44}{rows:>5}{whole:>6.0f} ms{library:>6.0f} ms{whole / library:>8.2f}"
    yield ""
    yield f"{'share of the CPU at … rows':<44}" + "".join(f"{rows:>9}" for rows in sizes)
    shares = {
        rows: Counter({name: sum(item.parts[name] for item in items) for name in items[0].parts})
        for rows, items in by_size.items()
    }
    for name in dict.fromkeys(name for share in shares.values() for name in share):
        parts = "".join(f"{share[name] / sum(share.values()):>9.1%}" for share in shares.values())
        yield f"{name:<44}{parts}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--skills", metavar="GLOBS", help="of Calc, as in 'calc.*'; six by default")
    parser.add_argument("--rows", type=int, nargs="+", default=[20, 100, 400], metavar="N")
    parser.add_argument("--count", type=int, default=4, metavar="N")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    identities = [item.id for item in select(chosen.skills)] if chosen.skills else SKILLS
    collect_seldom()  # as in a worker process, for the bare library as well
    found = [
        measure(identity, rows, chosen.count, chosen.rounds)
        for identity in identities
        for rows in chosen.rows
    ]
    if chosen.json:
        data = [
            {
                "skill": item.skill,
                "rows": item.rows,
                "task_ms": round(item.pipeline, 1),
                "bare_ms": round(item.bare, 1),
                "ratio": round(item.ratio, 2),
                "parts_ms": {name: round(value, 2) for name, value in item.parts.items()},
            }
            for item in found
        ]
        sys.stdout.write(json.dumps({"aim": AIM, "measured": data}, indent=1) + "\n")
        return
    sys.stdout.write("\n".join(table(found, chosen.rows)) + "\n")


if __name__ == "__main__":
    main()
