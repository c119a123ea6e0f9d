"""Making bundles again in another process, with another time zone, locale, hash seed and clock.

`python -m forge.pipeline.rebuild` reads contracts, one as JSON on each line of standard input, and answers each
with the id that its bundle gets now, or with `error: …`. `FORGE_CLOCK` shifts the clock that Python code sees. The
process makes one candidate after another, and the first one of a skill twice, so that each is made after a dirty
run, and after another number of them than when the bundle was made.
"""

from __future__ import annotations

import atexit
import json
import os
import select
import subprocess
import sys
from collections.abc import Mapping
from contextlib import nullcontext, suppress
from datetime import datetime
from typing import Any

from forge.errors import EngineError
from forge.pipeline.build import Order, draft, finish
from forge.skills.composite import rejoined
from forge.storage.records import ContractRecord

IDLE_SECONDS = 3.0
"""How long a process waits to be asked: at certification it is asked all the time, in a run once in 50 candidates."""

_processes: dict[str, subprocess.Popen[str]] = {}


def rebuilt_id(record: ContractRecord, environment: Mapping[str, str]) -> str:
    """The id that the bundle of a contract gets in a process with these environment variables.

    The process is started when it is needed, and ends when it was not asked for `IDLE_SECONDS`.

    Raises:
        EngineError: the process ended, or could not make the bundle.
    """
    known = _process(environment, fresh=False)
    answer = _asked(known, record)
    if not answer:  # it ended just when it was asked
        answer = _asked(_process(environment, fresh=True), record)
    if not answer or answer.startswith("error: "):
        raise EngineError(
            f"Making the bundle again failed: {answer.removeprefix('error: ') or 'the process ended'}"
        )
    return answer


def _process(environment: Mapping[str, str], *, fresh: bool) -> subprocess.Popen[str]:
    key = json.dumps(sorted(environment.items()))
    process = _processes.get(key)
    if process is None or fresh or process.poll() is not None:
        if process is not None:
            _end(process)
        process = _processes[key] = subprocess.Popen(
            [sys.executable, "-m", "forge.pipeline.rebuild"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        )
    return process


def _asked(process: subprocess.Popen[str], record: ContractRecord) -> str:
    """What a process answers; empty where it ended."""
    assert process.stdin is not None  # noqa: S101 - it was started with pipes
    assert process.stdout is not None  # noqa: S101 - it was started with pipes
    try:
        process.stdin.write(record.model_dump_json() + "\n")
        process.stdin.flush()
        return process.stdout.readline().strip()
    except OSError:
        return ""


def end_rebuilders() -> None:
    """End the processes that make bundles again."""
    while _processes:
        _, process = _processes.popitem()
        _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):  # what it did not read any more
                stream.close()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()


atexit.register(end_rebuilders)


def rebuild(record: ContractRecord) -> str:
    """The id of the bundle that a contract's skill, seed, parameters and answers give now."""
    skill, parameters, answers = rejoined(record.parts)
    order = Order(skill.id, record.seed, record.index, record.difficulty)
    made = draft(skill, order, parameters, answers, record.engine, record.unasked, hostile=record.hostile)
    return finish(made.bundle, record.template).id


def main() -> None:
    """Answer contracts until the input ends, or none came for a while."""
    clock = os.environ.get("FORGE_CLOCK")
    shifted: Any = nullcontext()
    if clock:
        import time_machine  # noqa: PLC0415 - only for this experiment

        shifted = time_machine.travel(datetime.fromisoformat(clock))
    dirtied: set[tuple[str, ...]] = set()
    with shifted:
        while line := _next_line():
            try:
                record = ContractRecord.model_validate_json(line)
                if record.skills not in dirtied:
                    dirtied.add(record.skills)
                    rebuild(record)
                answer = rebuild(record)
            except Exception as error:  # noqa: BLE001 - told to who asked, who makes a verdict of it
                answer = f"error: {type(error).__name__}: {error}".replace("\n", " ")
            sys.stdout.write(answer + "\n")
            sys.stdout.flush()


def _next_line() -> str:
    """The next line of the input; empty at its end, or where none came in time. Nobody sends one before the answer."""
    ready, _, _ = select.select([sys.stdin], [], [], IDLE_SECONDS)
    return sys.stdin.readline() if ready else ""


if __name__ == "__main__":
    main()
