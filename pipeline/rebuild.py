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

_processes: dict[str, subprocess.Popen[str]] = {}


def rebuilt_id(record: ContractRecord, environment: Mapping[str, str], *, keep: bool = True) -> str:
    """The id that the bundle of a contract gets in a process with these environment variables.

    Args:
        record: the contract.
        environment: the variables.
        keep: whether the process stays, to answer more until `end_rebuilders`; it takes a second to start, and
            55 MB as long as it is there.

    Raises:
        EngineError: the process ended, or could not make the bundle.
    """
    key = json.dumps(sorted(environment.items()))
    process = _processes.get(key)
    if process is None or process.poll() is not None:
        process = _processes[key] = subprocess.Popen(
            [sys.executable, "-m", "forge.pipeline.rebuild"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        )
    assert process.stdin is not None  # noqa: S101 - it was started with pipes
    assert process.stdout is not None  # noqa: S101 - it was started with pipes
    try:
        process.stdin.write(record.model_dump_json() + "\n")
        process.stdin.flush()
        answer = process.stdout.readline().strip()
    except OSError as error:
        answer = f"error: {error}"
    if not keep:
        _end(_processes.pop(key))
    if not answer or answer.startswith("error: "):
        raise EngineError(
            f"Making the bundle again failed: {answer.removeprefix('error: ') or 'the process ended'}"
        )
    return answer


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
    """Answer contracts until the input ends."""
    clock = os.environ.get("FORGE_CLOCK")
    shifted: Any = nullcontext()
    if clock:
        import time_machine  # noqa: PLC0415 - only for this experiment

        shifted = time_machine.travel(datetime.fromisoformat(clock))
    dirtied: set[tuple[str, ...]] = set()
    with shifted:
        for line in sys.stdin:
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


if __name__ == "__main__":
    main()
