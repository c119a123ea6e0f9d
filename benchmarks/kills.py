"""Runs that are killed at random moments and resumed: they end as undisturbed ones, and nothing is paid twice.

    python -m benchmarks.kills [--kills 100] [--seed 1] [--skills GLOBS] [--count 8]

A local server plays the model and keeps a log of its own. A run is ended with SIGKILL at a random moment, resumed,
killed again, until it ends; then the next one begins, until there were as many kills as asked for. After each run:

- its tasks have the digests of an undisturbed run;
- every request that reached the server has its row in the ledger, and what is resolved was charged to the token;
- a conversation was asked more than once only where the ledger shows the earlier calls as unresolved;
- no more calls are unresolved than kills times the concurrency.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from benchmarks.model_server import MODEL, conversation_digest
from sqlalchemy import select

from forge.llm.offline import OfflineProvider
from forge.llm.provider import ModelReply, ModelRequest
from forge.pipeline.run import Run, RunRequest
from forge.skills.registry import select as select_skills
from forge.storage.database import reading
from forge.storage.models import CallRow
from forge.storage.workspace import Workspace

CONCURRENCY = 16
SKILLS = "calc.formatting.number_format,calc.conditional_formatting.highlight_below"
PRICES = "version: kills-1\nmodels: {openai/tiny: {input: 1, cached: 0.1, output: 10}}\n"


class Recorder(OfflineProvider):
    """The offline model, its answers depending on the conversation alone, so that a server can give them."""

    def __init__(self) -> None:
        self.answers: dict[str, str] = {}

    async def complete(self, request: ModelRequest, attempt: str) -> ModelReply:  # noqa: ARG002 - keeps no log
        """The answer to a conversation, the same each time."""
        messages = [message.model_dump() for message in request.messages]
        digest = conversation_digest(messages)
        if digest not in self.answers:
            answer = request.node.offline(Random(digest), request.variables)
            self.answers[digest] = answer.model_dump_json()
        return ModelReply(text=self.answers[digest], model=self.model)


async def record_answers(request: RunRequest, workspace: Path) -> dict[str, str]:
    """What the server must be able to answer in a run."""
    recorder = Recorder()
    with patch("forge.llm.engine.open_provider", lambda *_, **__: recorder):
        async with Run(request, Workspace(workspace, {})) as run:
            for skill in select_skills(request.skills):
                await run.make(skill, request.orders(skill.id))
    return recorder.answers


@contextmanager
def served(folder: Path, answers: Mapping[str, str], latency_ms: float) -> Iterator[tuple[str, Path]]:
    """A server that plays the model; gives its address and its log."""
    (folder / "answers.json").write_text(json.dumps(answers))
    log = folder / "requests.jsonl"
    command = [sys.executable, "-m", "benchmarks.model_server", "--answers", str(folder / "answers.json")]
    process = subprocess.Popen(
        [*command, "--log", str(log), "--latency-ms", str(latency_ms)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        yield process.stdout.readline().strip(), log
    finally:
        process.terminate()
        process.wait()


@dataclass
class Forge:
    """The `forge run` command in one workspace.

    Attributes:
        workspace: the folder.
        url: where the model is asked.
        request: what is made.
    """

    workspace: Path
    url: str
    request: RunRequest

    def start(self, resume: str | None) -> subprocess.Popen[str]:
        """Begin a run, or go on with one."""
        prices = self.workspace.parent / "prices.yaml"
        prices.write_text(PRICES)
        environ = {**os.environ, "OPENAI_BASE_URL": self.url, "FORGE_PRICES": str(prices)}
        request = self.request
        what = (
            ["--resume", resume]
            if resume
            else [
                *("--skills", request.skills, "--count", str(request.count), "--seed", str(request.seed)),
                *("--model", f"openai/{MODEL}", "--no-applications", "--concurrency", str(CONCURRENCY)),
            ]
        )
        command = [sys.executable, "-m", "forge.cli.main", "--workspace", str(self.workspace), "run", *what]
        with (self.workspace.parent / f"{self.workspace.name}.log").open("a") as log:
            return subprocess.Popen(
                [*command, "--no-prefect", "--json"],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environ,
            )

    def latest_run(self) -> str | None:
        """The run that was started last, if one was."""
        home = Workspace(self.workspace, {})
        if not home.has_catalog:
            return None
        try:
            return next((row.id for row in home.catalog.runs()), None)
        finally:
            home.close()

    def calls(self) -> list[Any]:
        """The ledger."""
        home = Workspace(self.workspace, {})
        try:
            with reading(home.catalog.engine) as connection:
                return list(connection.execute(select(CallRow.__table__)))
        finally:
            home.close()


@dataclass
class Tally:
    """What was seen over all runs.

    Attributes:
        kills: processes killed.
        runs: runs that ended.
        requests: requests that reached the server.
        unresolved: calls that the ledger shows as unresolved.
        worst: the most that these can have cost, in US dollars.
        faults: what must not be.
    """

    kills: int = 0
    runs: int = 0
    requests: int = 0
    unresolved: int = 0
    worst: float = 0.0
    faults: list[str] = field(default_factory=list)


def digests(result: str) -> dict[str, list[str]]:
    """The tasks of a run by skill."""
    return {skill["skill"]: skill["tasks"] for skill in json.loads(result)["skills"]}


def kill(process: subprocess.Popen[str]) -> None:
    """End a process as a crash would; its worker processes must end by themselves, or this waits for ever."""
    process.kill()
    process.communicate()


def moment(random: Random, seconds: float, log: Path, latency_s: float) -> float:
    """How long to wait before the next kill: any moment of a run, mostly one soon after it began to ask."""
    if random.random() < 0.25:
        return random.uniform(0.0, seconds)
    size, deadline = log.stat().st_size, time.monotonic() + seconds
    while log.stat().st_size == size and time.monotonic() < deadline:
        time.sleep(0.01)
    return random.uniform(0.0, 1.5 * latency_s)


def disturbed(
    forge: Forge, random: Random, seconds: float, log: Path, most_kills: int, latency_s: float = 0.0
) -> tuple[str, int]:
    """A run that is killed at random moments until it ends; gives what it printed and the number of kills."""
    kills = 0
    while True:
        run = forge.latest_run()
        again = run is not None and random.random() < 0.75  # else the same command once more
        process = forge.start(run if again else None)
        try:
            wait = 1200.0 if kills >= most_kills else moment(random, seconds, log, latency_s)
            printed, _ = process.communicate(timeout=wait)
        except subprocess.TimeoutExpired:
            kill(process)
            kills += 1
            continue
        if process.returncode != 0:
            raise RuntimeError(f"forge run ended with {process.returncode}; see {forge.workspace}.log")
        return printed, kills


def compare(forge: Forge, log: list[dict[str, Any]], kills: int, tally: Tally) -> None:
    """Hold the ledger of a workspace against what the server noted of it."""
    rows = {row.id: row for row in forge.calls()}
    unresolved = [row for row in rows.values() if row.result == "unresolved"]
    for line in log:
        row = rows.get(line["attempt"])
        charged = (line["prompt_tokens"], line["completion_tokens"])
        if row is None:
            tally.faults.append(f"the request {line['attempt']} reached the server and is not in the ledger")
        elif row.result != "unresolved" and (row.prompt, row.completion) != charged:
            tally.faults.append(f"{row.id}: the ledger says {row.prompt}+{row.completion}, charged {charged}")
    asked = Counter(rows[line["attempt"]].key for line in log if line["attempt"] in rows)
    open_ends = Counter(row.key for row in unresolved)
    for key, times in asked.items():
        if times > open_ends[key] + 1:
            tally.faults.append(f"{key} was asked {times} times, with {open_ends[key]} calls unresolved")
    if len(unresolved) > kills * CONCURRENCY:
        tally.faults.append(f"{len(unresolved)} calls are unresolved after {kills} kills")
    if any(row.worst_cost is None or row.worst_cost <= 0 for row in unresolved):
        tally.faults.append("an unresolved call has no worst case")
    tally.unresolved += len(unresolved)
    tally.worst += sum(row.worst_cost or 0.0 for row in unresolved)
    tally.requests += len(log)


def read_log(log: Path, already: int) -> list[dict[str, Any]]:
    """The lines of the server's log behind those that were read before."""
    return [json.loads(line) for line in log.read_text().splitlines()[already:]]


def measure(folder: Path, request: RunRequest, kills: int, seed: int, latency_ms: float) -> Tally:
    """Kill and resume runs until there were so many kills."""
    answers = asyncio.run(record_answers(request, folder / "recorded"))
    tally, random, read = Tally(), Random(seed), 0
    with served(folder, answers, latency_ms) as (url, log):
        undisturbed = Forge(folder / "undisturbed", url, request)
        began = time.monotonic()
        printed, _ = disturbed(undisturbed, random, 0.0, log, most_kills=0)
        seconds = time.monotonic() - began
        expected = digests(printed)
        compare(undisturbed, read_log(log, read), 0, tally)
        while tally.kills < kills:
            read = tally.requests
            forge = Forge(folder / f"run-{tally.runs}", url, request)
            printed, killed = disturbed(forge, random, seconds, log, kills - tally.kills, latency_ms / 1000)
            if digests(printed) != expected:
                tally.faults.append(f"{forge.workspace} made other tasks than an undisturbed run")
            compare(forge, read_log(log, read), killed, tally)
            tally.kills += killed
            tally.runs += 1
            print(
                f"{tally.kills} kills, {tally.runs} runs, {tally.unresolved} calls unresolved",
                file=sys.stderr,
            )
    return tally


def main() -> int:
    """Kill, resume and tell what was seen."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skills", default=SKILLS)
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--latency-ms", type=float, default=1000.0)
    wanted = parser.parse_args()
    request = RunRequest(skills=wanted.skills, count=wanted.count, seed=3, engines=False)
    with tempfile.TemporaryDirectory(prefix="forge-kills-") as folder:
        tally = measure(Path(folder), request, wanted.kills, wanted.seed, wanted.latency_ms)
    print(f"{tally.kills} kills in {tally.runs} runs, {tally.requests} requests reached the server.")
    print(f"{tally.unresolved} calls are unresolved; they may have cost up to ${tally.worst:.4f}.")
    print(
        "\n".join(tally.faults) or "Every run made the tasks of an undisturbed one; nothing was paid twice."
    )
    return 1 if tally.faults else 0


if __name__ == "__main__":
    sys.exit(main())
