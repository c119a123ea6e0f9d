"""What a number of tasks takes, computed from what one task was measured to take.

    python -m benchmarks.capacity [--tasks N ...] [--rate R] [--models NAME ...] [--json]

Every measured figure is an option, so that anyone can put their own in: those given here are of two cores
(`benchmarks/runs.py`) and of a workspace with 2,992 tasks of all applications (`forge report cost --by run`, the sizes
of catalog and object store). Dollars are at the prices of `llm/prices.yaml`.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass, fields
from typing import Any

from forge.llm.prices import load_prices

TASKS = (300_000, 10_000_000)
MODELS = ("openai/gpt-5.4-nano", "openai/gpt-5.4-mini", "openai/gpt-5.4")
DAYS = (1, 7)
"""For these many days the number of workers is computed."""


@dataclass(frozen=True)
class Measured:
    """What one accepted task takes.

    Attributes:
        rate: accepted tasks a second of one worker of two cores, real applications included.
        catalog_bytes: of the catalog, indexes included.
        object_bytes: of both archives, compressed.
        objects: archives.
        rows: of the catalog: a candidate, a task, its verdicts and two calls.
        prompt: tokens asked.
        completion: tokens answered.
        batch: candidates of a batch.
        task_runs: Prefect task runs of a batch.
        server_ms: CPU of the Prefect server for a task run.
        writes: rows that one database takes in a second, a batch in a transaction; assumed, put your own in.
        puts: objects that one store takes in a second; assumed likewise.
    """

    rate: float = 2.0
    catalog_bytes: int = 7_800
    object_bytes: int = 42_300
    objects: int = 2
    rows: int = 19
    prompt: int = 1_020
    completion: int = 325
    batch: int = 24
    task_runs: int = 5
    server_ms: float = 15.0
    writes: float = 10_000.0
    puts: float = 500.0


def needs(measured: Measured, tasks: int) -> dict[str, float]:
    """What so many tasks take, and the workers at which each shared part would be busy all the time."""
    server = measured.task_runs / measured.batch * measured.server_ms / 1000
    return {
        "tasks": tasks,
        "worker hours": tasks / measured.rate / 3600,
        **{f"workers to be done in days: {days}": tasks / measured.rate / 86_400 / days for days in DAYS},
        "catalog rows, millions": tasks * measured.rows / 1e6,
        "catalog, GB": tasks * measured.catalog_bytes / 1e9,
        "objects, millions": tasks * measured.objects / 1e6,
        "objects, GB": tasks * measured.object_bytes / 1e9,
        "tokens, millions": tasks * (measured.prompt + measured.completion) / 1e6,
        "workers that fill a Prefect server": 1 / (measured.rate * server),
        "workers that fill a database": measured.writes / (measured.rate * measured.rows),
        "workers that fill a store": measured.puts / (measured.rate * measured.objects),
    }


def dollars(measured: Measured, tasks: int, model: str) -> float:
    """What the model calls cost at the listed prices, nothing cached.

    Raises:
        SystemExit: the table has no price for the model.
    """
    price = load_prices().models.get(model)
    if price is None:
        raise SystemExit(f"llm/prices.yaml has no price for {model}.")
    unit = price.at(measured.prompt)
    return tasks * (measured.prompt * unit.input + measured.completion * unit.output) / 1e6


def main() -> None:
    """Compute and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--tasks", nargs="+", type=int, default=TASKS)
    parser.add_argument("--models", nargs="+", default=MODELS)
    parser.add_argument("--json", action="store_true")
    for item in fields(Measured):
        kind = type(item.default)
        parser.add_argument(f"--{item.name.replace('_', '-')}", type=kind, default=item.default)
    given = vars(parser.parse_args())
    measured = Measured(**{item.name: given[item.name] for item in fields(Measured)})
    found: list[dict[str, Any]] = [
        {
            **needs(measured, tasks),
            **{f"dollars, {name}": dollars(measured, tasks, name) for name in given["models"]},
        }
        for tasks in given["tasks"]
    ]
    if given["json"]:
        print(json.dumps({"measured": asdict(measured), "needs": found}, indent=1))
        return
    for name in found[0]:
        print(f"{name:<38}" + "".join(f"{shown(each[name]):>14}" for each in found))


def shown(number: float) -> str:
    """A number as it is told: small ones with a decimal."""
    return f"{number:,.0f}" if number >= 100 else f"{number:,.1f}"


if __name__ == "__main__":
    main()
