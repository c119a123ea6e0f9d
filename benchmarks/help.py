"""CPU time of `forge --help`, start of the interpreter included.

    python -m benchmarks.help [RUNS]

Prints the best and the median of some runs in seconds of CPU, user and system together. The aim is under 0.4.
"""

from __future__ import annotations

import resource
import subprocess
import sys
from statistics import median

COMMAND = [sys.executable, "-m", "forge.cli.main", "--help"]


def measure(runs: int) -> list[float]:
    """The CPU time of each run, in seconds."""
    times = []
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(COMMAND, check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return times


if __name__ == "__main__":
    measured = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
    sys.stdout.write(f"best {min(measured):.3f} s, median {median(measured):.3f} s of {len(measured)} runs\n")
