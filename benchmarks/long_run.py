"""A long run: whether it goes on as fast as it begins, and in as much memory.

    python -m benchmarks.long_run [--tasks 20000] [--skills GLOBS] [--out FOLDER] [--json]

`forge run` makes so many offline tasks, without real applications and with Prefect, of two skills that run side by side
all the time, so that each thousand holds the same mix. Throughput is that of each thousand candidates by the times at
which the catalog recorded them; memory is the proportional set size of the command with its worker processes, the
mean while a thousand was made. The first thousand holds the start and is compared from its first record on. The aims:
the last thousand within 10% of the first, and less than 50 MB more memory. Writes `long_run.csv`.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean

from benchmarks.runs import run, workspace

from forge.storage.workspace import Workspace

SKILLS = "calc.columns.width,files.text.count_lines"
PART = 1000
OPTIONS = ("--no-applications", "--difficulty", "easy")


@dataclass(frozen=True)
class Part:
    """A thousand candidates.

    Attributes:
        candidates: how many were recorded up to its end.
        per_second: candidates a second.
        megabytes: the mean memory meanwhile.
    """

    candidates: int
    per_second: float
    megabytes: float


def parts(recorded: Sequence[float], memory: Sequence[tuple[float, float]]) -> list[Part]:
    """The whole thousands of a run; all of a shorter one.

    Args:
        recorded: when each candidate was recorded, in seconds since 1970, ascending.
        memory: looks at the memory: when, and MB.
    """
    found = []
    size = min(PART, len(recorded) - 1)
    for first in range(0, len(recorded) - size, size):
        began, ended = recorded[first], recorded[first + size]
        held = [megabytes for moment, megabytes in memory if began <= moment <= ended]
        found.append(Part(first + size, size / (ended - began), mean(held) if held else 0.0))
    return found


def main() -> None:
    """Run, print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tasks", type=int, default=20_000, metavar="N")
    parser.add_argument("--skills", default=SKILLS, metavar="GLOBS", help="of two or more skills")
    parser.add_argument("--out", type=Path, default=Path())
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    count = -(-wanted.tasks // len(wanted.skills.split(",")))
    with workspace() as environment:
        figures = run(environment, wanted.skills, count, 5, *OPTIONS)
        with closing(Workspace(Path(environment["FORGE_HOME"]), {})) as home:
            recorded = sorted(row.recorded.timestamp() for row in home.catalog.candidates())
    found = parts(recorded, figures["memory_over_time"])
    wanted.out.mkdir(parents=True, exist_ok=True)
    with (wanted.out / "long_run.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(asdict(found[0])), lineterminator="\n")
        writer.writeheader()
        writer.writerows(map(asdict, found))
    first, last = found[0], found[-1]
    sums = {
        "accepted": figures["accepted"],
        "candidates": figures["candidates"],
        "seconds": figures["seconds"],
        "first_per_second": first.per_second,
        "last_per_second": last.per_second,
        "growth_mb": last.megabytes - first.megabytes,
        "peak_mb": figures["memory_mb"]["forge"],
    }
    if wanted.json:
        sys.stdout.write(json.dumps(sums, indent=1) + "\n")
        return
    sys.stdout.write(
        f"{figures['accepted']:,} of {figures['candidates']:,} accepted in {figures['seconds']:,.0f} s\n"
        f"first thousand {first.per_second:6.1f} a second, {first.megabytes:6.0f} MB\n"
        f"last thousand  {last.per_second:6.1f} a second, {last.megabytes:6.0f} MB "
        f"({last.per_second / first.per_second:.0%}, {last.megabytes - first.megabytes:+.0f} MB)\n"
    )


if __name__ == "__main__":
    main()
