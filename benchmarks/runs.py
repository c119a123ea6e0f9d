"""What a user waits for: the first task, a run over many skills, and the memory that it takes.

    python -m benchmarks.runs [--skills 'calc.*'] [--count 2] [--difficulty medium] [--json]

Runs of the `forge` command in a fresh workspace, with Prefect and LibreOffice: one candidate while no server runs
(cold), one with the server up (warm; the middle of five runs), then a number of candidates of many skills. Memory is
the proportional set size of the command with its worker processes, and of LibreOffice; that of the Prefect server is
not counted.
The aims: under 25 s cold, under 8 s warm, at least 2 accepted tasks a second on two cores, at least 95% accepted, at
most 3,000 counted tokens per accepted task, under 700 MB.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import psutil

FORGE = (sys.executable, "-m", "forge.cli.main")
SKILL = "calc.formatting.number_format"
SORTS = ("forge", "LibreOffice")
OFFICE = ("soffice", "-m worker ")


class Memory(threading.Thread):
    """Watches a process and those below it: MB by sort of process, with the time of day of each look."""

    def __init__(self, pid: int) -> None:
        super().__init__(daemon=True)
        self.process = psutil.Process(pid)
        self.looks: list[tuple[float, dict[str, float]]] = []

    @property
    def peaks(self) -> dict[str, float]:
        """The largest sum for each sort of process."""
        return {name: max((sums[name] for _, sums in self.looks), default=0.0) for name in SORTS}

    def run(self) -> None:
        """Look every three seconds until the process is gone: a look takes 30 ms of CPU."""
        with suppress(psutil.NoSuchProcess):
            while self.process.status() != psutil.STATUS_ZOMBIE:
                sums = dict.fromkeys(SORTS, 0.0)
                for process in (self.process, *self.process.children(recursive=True)):
                    with suppress(psutil.NoSuchProcess):
                        sums[sort_of(process)] += process.memory_full_info().pss / 2**20
                self.looks.append((time.time(), sums))
                time.sleep(3)


def sort_of(process: psutil.Process) -> str:
    """Which sort of process one is."""
    command = " ".join(process.cmdline())
    return "LibreOffice" if any(name in command for name in OFFICE) else "forge"


@contextmanager
def workspace() -> Iterator[dict[str, str]]:
    """The environment of a fresh workspace, whose server is stopped in the end."""
    with tempfile.TemporaryDirectory(prefix="forge-benchmark-") as folder:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}
        environment = {**kept, "FORGE_HOME": folder}
        try:
            yield environment
        finally:
            subprocess.run([*FORGE, "down"], env=environment, check=True, capture_output=True)


def run(environment: dict[str, str], skills: str, count: int, seed: int, *options: str) -> dict[str, Any]:
    """Run `forge run`; how long it took, what it gave and how much memory it needed."""
    wanted = ("--skills", skills, "--count", str(count), "--seed", str(seed), *options)
    command = [*FORGE, "run", *wanted, "--json"]
    started = time.monotonic()
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    memory = Memory(process.pid)
    memory.start()
    out, _ = process.communicate()
    seconds = time.monotonic() - started
    memory.join()
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}:\n{out}")
    result = json.loads(out)
    accepted = sum(skill["accepted"] for skill in result["skills"])
    candidates = sum(s["accepted"] + s["rejected"] + s["failed"] for s in result["skills"])
    return {
        "seconds": seconds,
        "candidates": candidates,
        "accepted": accepted,
        "accepted_share": accepted / candidates,
        "tasks_per_second": accepted / seconds,
        "tokens_per_accepted": result["cost"]["tokens_per_accepted"],
        "memory_mb": memory.peaks,
        "memory_over_time": [(moment, sums["forge"]) for moment, sums in memory.looks],
    }


def seconds_of(figure: dict[str, Any]) -> float:
    """How long a run took."""
    return float(figure["seconds"])


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--skills", default="calc.*", metavar="GLOBS")
    parser.add_argument("--count", type=int, default=2, metavar="N", help="candidates of each skill")
    parser.add_argument("--difficulty", metavar="NAME", help="of all candidates; else they are mixed")
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    difficulty = ("--difficulty", wanted.difficulty) if wanted.difficulty else ()
    with workspace() as environment:
        figures = {
            "cold": run(environment, SKILL, 1, 1),
            "warm": sorted((run(environment, SKILL, 1, seed) for seed in range(2, 7)), key=seconds_of)[2],
            "many": run(environment, wanted.skills, wanted.count, 7, *difficulty),
        }
    if wanted.json:
        for figure in figures.values():
            del figure["memory_over_time"]
        print(json.dumps(figures, indent=2))
        return
    many = figures["many"]
    memory = ", ".join(f"{name} {size:.0f} MB" for name, size in many["memory_mb"].items())
    lines = (
        f"first task, no server yet    {figures['cold']['seconds']:7.1f} s",
        f"first task, server running   {figures['warm']['seconds']:7.1f} s",
        f"accepted                     {many['accepted']:5} of {many['candidates']} ({many['accepted_share']:.1%})",
        f"accepted tasks a second      {many['tasks_per_second']:7.2f}  ({many['seconds']:.0f} s, start-up included)",
        f"counted tokens per task      {many['tokens_per_accepted']:7.0f}",
        f"peak memory                  {memory}",
    )
    print("\n".join(lines))


if __name__ == "__main__":
    main()
