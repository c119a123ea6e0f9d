"""Calls of a model through Forge beside bare clients, on one server of fixed latency, in one run.

    python -m benchmarks.throughput [--calls 2000] [--latency-ms 200] [--concurrency 64] [--rounds 3]
                                    [--out FOLDER] [--data-designer PYTHON]

Single calls, and half as many chains of three. In each round all contenders have their turn, the bare openai client
first; the medians of all rounds are printed and written as `throughput.csv` and `throughput.svg`. The ideal time is
the number of calls over the concurrency, times the latency; efficiency is ideal time over wall clock, and that against
openai the median of what both took in one round. CPU is that of the client alone, without imports. `--data-designer`
names the interpreter of an environment of its own, in which it is installed.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import product
from pathlib import Path
from statistics import median

from benchmarks.contenders import ANSWER, CONTENDERS, WORKLOADS

from forge.flows import server


@dataclass(frozen=True)
class Row:
    """What a contender took for a workload.

    Attributes:
        workload: `singles` or `chains`.
        contender: who.
        calls: how many calls were answered.
        wall_s: seconds of wall clock.
        efficiency: ideal time over wall clock.
        cpu_ms: milliseconds of CPU for each call.
        against_openai: wall clock of the bare openai client over its own, in one round.
    """

    workload: str
    contender: str
    calls: int
    wall_s: float
    efficiency: float
    cpu_ms: float
    against_openai: float


@contextmanager
def serving(folder: Path, latency_ms: float) -> Iterator[str]:
    """A server of fixed latency; gives its address."""
    answers = folder / "answers.json"
    answers.write_text(json.dumps({"": ANSWER.model_dump_json()}))
    command = [sys.executable, "-m", "benchmarks.model_server", "--answers", str(answers)]
    process = subprocess.Popen([*command, "--latency-ms", str(latency_ms)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()


def run(
    contender: str,
    python: str,
    script: Sequence[str],
    url: str,
    workload: str,
    wanted: argparse.Namespace,
    home: Path,
) -> dict[str, float]:
    """What a contender measured of itself."""
    arguments = [contender, url, workload, str(wanted.calls), str(wanted.concurrency), str(home)]
    environ = {**os.environ, "OPENAI_API_KEY": "none"}
    done = subprocess.run(
        [python, *script, *arguments], capture_output=True, text=True, env=environ, check=False, timeout=3600
    )
    if done.returncode != 0:
        raise RuntimeError(f"{contender} failed: {done.stderr[-2000:]}")
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def programs(workload: str, data_designer: str) -> dict[str, tuple[str, list[str]]]:
    """For each contender, the bare openai client first: the interpreter and the script that runs it."""
    names = sorted(CONTENDERS, key=lambda name: name != "openai")
    found = dict.fromkeys(names, (sys.executable, ["-m", "benchmarks.contenders"]))
    if data_designer and workload == "singles":
        found["data-designer"] = (data_designer, ["-m", "benchmarks.data_designer_calls"])
    return found


def measure(wanted: argparse.Namespace) -> list[Row]:
    """All contenders on all workloads, one after another in each round."""
    found: dict[tuple[str, str], list[dict[str, float]]] = {}
    with tempfile.TemporaryDirectory(prefix="forge-throughput-") as folder:
        home = Path(folder) / "prefect"
        try:
            with serving(Path(folder), wanted.latency_ms) as url:
                for number, workload in product(range(wanted.rounds), WORKLOADS):
                    for name, (python, script) in programs(workload, wanted.data_designer).items():
                        measured = run(name, python, script, url, workload, wanted, home)
                        found.setdefault((workload, name), []).append(measured)
                        sys.stderr.write(f"round {number + 1}, {workload}: {name} {measured['wall']:.2f} s\n")
        finally:
            server.stop(home)
    ordered = sorted(found.items(), key=lambda item: list(WORKLOADS).index(item[0][0]))
    return [row(*key, rounds, found[key[0], "openai"], wanted) for key, rounds in ordered]


def row(
    workload: str,
    contender: str,
    rounds: Sequence[dict[str, float]],
    bare: Sequence[dict[str, float]],
    wanted: argparse.Namespace,
) -> Row:
    """The medians of a contender's rounds; the ratio is that of each round to the bare client's of the same round."""
    answers, wall = rounds[0]["answers"], median(one["wall"] for one in rounds)
    ideal = answers / wanted.concurrency * wanted.latency_ms / 1000
    return Row(
        workload,
        contender,
        int(answers),
        round(wall, 3),
        round(ideal / wall, 3),
        round(median(1000 * one["cpu"] / answers for one in rounds), 3),
        round(median(other["wall"] / one["wall"] for one, other in zip(rounds, bare, strict=True)), 3),
    )


def plot(rows: Sequence[Row]) -> str:
    """Bars of efficiency and of CPU as SVG: a picture of a table needs no library of plots."""
    parts, y = [], 30
    most = max(row.cpu_ms for row in rows)
    for row in rows:
        label = f"{row.workload}: {row.contender}"
        parts.append(f'<text x="8" y="{y + 12}">{label}</text>')
        parts.append(f'<rect x="200" y="{y}" width="{240 * row.efficiency:.1f}" height="14" fill="#4477aa"/>')
        parts.append(f'<text x="{206 + 240 * row.efficiency:.1f}" y="{y + 12}">{row.efficiency:.2f}</text>')
        parts.append(
            f'<rect x="510" y="{y}" width="{240 * row.cpu_ms / most:.1f}" height="14" fill="#cc6677"/>'
        )
        parts.append(f'<text x="{516 + 240 * row.cpu_ms / most:.1f}" y="{y + 12}">{row.cpu_ms:.1f} ms</text>')
        y += 22
    heads = '<text x="200" y="18">ideal time / wall clock</text><text x="510" y="18">CPU for each call</text>'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="820" height="{y + 10}" font-family="sans-serif" '
        f'font-size="12"><rect width="100%" height="100%" fill="white"/>{heads}{"".join(parts)}</svg>\n'
    )


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--calls", type=int, default=2000)
    parser.add_argument("--latency-ms", type=float, default=200.0)
    parser.add_argument("--concurrency", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--out", type=Path, default=Path())
    parser.add_argument("--data-designer", metavar="PYTHON", default="")
    wanted = parser.parse_args()
    rows = measure(wanted)
    wanted.out.mkdir(parents=True, exist_ok=True)
    with (wanted.out / "throughput.csv").open("w", newline="") as file:
        writer = csv.DictWriter(file, list(asdict(rows[0])), lineterminator="\n")
        writer.writeheader()
        writer.writerows(map(asdict, rows))
    (wanted.out / "throughput.svg").write_text(plot(rows))
    print("| workload | who | wall clock, s | ideal / wall | CPU a call, ms | against openai |")
    print("|---|---|---|---|---|---|")
    for row in rows:
        print(
            f"| {row.workload} | {row.contender} | {row.wall_s:.2f} | {row.efficiency:.2f} | {row.cpu_ms:.1f} "
            f"| {row.against_openai:.2f} |"
        )


if __name__ == "__main__":
    main()
