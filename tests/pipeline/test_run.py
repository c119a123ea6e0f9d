"""Runs end to end without an orchestrator: what is kept, what one bad candidate costs, and how a run stops."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from forge.errors import UsageError
from forge.pipeline.batch import Batch, Candidate, Options, batches
from forge.pipeline.build import Order
from forge.pipeline.lanes import Lanes
from forge.pipeline.rebuild import end_rebuilders, rebuilt_id
from forge.pipeline.run import Run, RunRequest, SkillResult
from forge.skills.registry import select
from forge.storage import reports
from forge.storage.catalog import TaskFilter
from forge.storage.workspace import Workspace

SKILL = "calc.formatting.number_format"
FAILING = '''
from forge.skills.calc.number_format import NumberFormat


class Failing(NumberFormat):
    """Fails for one candidate of three."""

    id = "calc.formatting.failing"

    def solve(self, scene, desktop):
        if scene.parameters.difficulty == "medium":
            raise KeyError("a fault of the skill")
        super().solve(scene, desktop)
'''


async def make(workspace: Path, skills: str = SKILL, **wanted: object) -> tuple[Run, list[Candidate]]:
    told: list[Candidate] = []
    request = RunRequest.model_validate({"skills": skills, "count": 3, "seed": 5, "engines": False, **wanted})
    async with Run(request, Workspace(workspace), told=told.append) as run:
        for skill in select(skills):
            await run.make(skill, request.orders(skill.id))
    return run, told


def only(run: Run) -> SkillResult:
    (result,) = run.results.values()
    return result


async def test_a_run_keeps_tasks_with_verdicts_and_what_they_cost(tmp_path: Path) -> None:
    run, told = await make(tmp_path)
    assert [candidate.status for candidate in told] == ["accepted"] * 3
    workspace = Workspace(tmp_path)
    tasks = list(workspace.catalog.tasks(TaskFilter(skills=(SKILL,))))
    assert sorted(task.bundle for task in tasks) == sorted(only(run).tasks)
    for task in tasks:
        assert workspace.bundle(task).id == task.bundle
        outcomes = {verdict.gate: verdict.outcome for verdict in workspace.catalog.verdicts(task.bundle)}
        assert outcomes["tight"] == "pass"
        assert outcomes["stable"] == "not run"
        assert task.engine is None
    (cost,) = reports.cost(workspace.catalog, "skill", run=run.id)
    assert cost.accepted == 3
    assert cost.calls >= 6
    assert cost.prompt > 0
    assert cost.cost == 0
    row = workspace.catalog.run(run.id)
    assert row is not None
    assert row.status == "finished"


async def test_two_runs_of_one_seed_make_the_same_bundles_in_different_folders(tmp_path: Path) -> None:
    first, _ = await make(tmp_path / "one", workers=1)
    second, _ = await make(tmp_path / "somewhere else" / "two", workers=2)
    assert only(first).tasks == only(second).tasks
    other, _ = await make(tmp_path / "three", seed=6)
    assert not set(only(other).tasks) & set(only(first).tasks)


async def test_a_bundle_made_again_elsewhere_is_the_same_to_the_byte(tmp_path: Path) -> None:
    run, _ = await make(tmp_path, count=1)
    workspace = Workspace(tmp_path)
    bundle = workspace.bundle(workspace.catalog.task(only(run).tasks[0]))
    environment = {
        "TZ": "Asia/Tokyo",
        "LC_ALL": "C",
        "PYTHONHASHSEED": "77",
        "FORGE_CLOCK": "2033-01-01T00:00:01",
    }
    try:
        assert rebuilt_id(bundle.contract, environment) == bundle.id
        changed = bundle.contract.model_copy(update={"seed": bundle.contract.seed + 1})
        assert rebuilt_id(changed, environment) != bundle.id
    finally:
        end_rebuilders()


async def test_a_fault_in_a_skill_costs_its_candidate_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "failing.py").write_text(FAILING)
    monkeypatch.setenv("FORGE_SKILLS_PATH", str(tmp_path / "mine"))
    run, told = await make(tmp_path / "work", "calc.formatting.failing")
    assert [candidate.status for candidate in told] == ["accepted", "rejected", "accepted"]
    assert told[1].gate == "build"
    assert "KeyError" in told[1].reason
    assert "a fault of the skill" in told[1].reason
    (row,) = Workspace(tmp_path / "work").catalog.candidates(run=run.id, status="rejected")
    assert row.gate == "build"


async def test_a_run_stops_at_its_budget_and_keeps_what_was_made(tmp_path: Path) -> None:
    run, told = await make(tmp_path, count=12, max_tokens=20_000)
    assert run.stopped is not None
    assert "token" in str(run.stopped)
    accepted = [candidate for candidate in told if candidate.status == "accepted"]
    assert 0 < len(accepted) < 12
    (cost,) = reports.cost(Workspace(tmp_path).catalog, "run")
    assert cost.prompt + cost.completion <= 20_000
    row = Workspace(tmp_path).catalog.run(run.id)
    assert row is not None
    assert row.status == "stopped"


async def test_a_model_without_a_key_stops_a_run_before_it_begins(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="OPENAI_API_KEY"):
        await make(tmp_path, model="openai/gpt-5.4-mini")
    (row,) = Workspace(tmp_path).catalog.runs()
    assert row.status == "failed"


def pid() -> int:
    return os.getpid()


async def test_a_worker_that_was_killed_is_replaced(tmp_path: Path) -> None:
    lanes = Lanes(1)
    try:
        first = (await lanes.begin(0, pid))[1]
        os.kill(first, signal.SIGKILL)
        second = (await lanes.begin(0, pid))[1]
        assert second != first
    finally:
        lanes.close()


class Ring:
    """Holds itself: only a search for cycles finds that nobody else does."""

    alive = 0

    def __init__(self) -> None:
        self.itself = self
        Ring.alive += 1

    def __del__(self) -> None:
        Ring.alive -= 1


def some_rings() -> int:
    for _ in range(100):
        Ring()
    return Ring.alive


def rings() -> int:
    return Ring.alive


async def test_cycles_of_garbage_are_collected_after_a_piece_of_work() -> None:
    lanes = Lanes(1)
    try:
        assert await lanes.run(0, 0, some_rings) == 100
        assert await lanes.run(0, 0, rings) == 0
    finally:
        lanes.close()


def test_workers_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    script = (
        "import asyncio, os, time\nfrom forge.pipeline.lanes import Lanes\n"
        "async def main():\n    print((await Lanes(1).begin(0, os.getpid))[1], flush=True)\n    time.sleep(60)\n"
        "if __name__ == '__main__':\n    asyncio.run(main())\n"
    )
    (tmp_path / "parent.py").write_text(script)
    parent = subprocess.Popen(
        [sys.executable, str(tmp_path / "parent.py")], stdout=subprocess.PIPE, text=True
    )
    assert parent.stdout is not None
    worker = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    for _ in range(300):
        if not Path(f"/proc/{worker}").exists():
            return
        time.sleep(0.1)
    os.kill(worker, signal.SIGKILL)
    pytest.fail("the worker outlived its parent")


async def test_what_is_open_when_a_model_dies_stays_open(tmp_path: Path) -> None:
    async def dead(*_: object, **__: object) -> None:
        raise UsageError("the key was revoked")

    lanes = Lanes(1)
    batch = Batch([Order(SKILL, 1, n, "easy") for n in range(3)], dead, lanes, Options(engines=False))  # type: ignore[arg-type]
    await batch.run()
    lanes.close()
    assert str(batch.stopped) == "the key was revoked"
    assert {candidate.status for candidate in batch.candidates} == {"open"}


def test_batches_begin_small() -> None:
    orders = [Order(SKILL, 1, index, "easy") for index in range(70)]
    parts = batches(orders)
    assert [len(part) for part in parts] == [4, 24, 24, 18]
    assert [order for part in parts for order in part] == orders
    assert batches([]) == []
