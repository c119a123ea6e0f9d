"""Two workers on one catalog and one object store, of which one is lost in the middle of making composites."""

from __future__ import annotations

import asyncio
import json
import subprocess
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import pytest

from forge.flows.compose import ComposeParameters
from forge.pipeline.run import Run
from forge.storage import reports
from forge.storage.models import RunRow
from forge.storage.upkeep import find_orphans, verify
from forge.storage.workspace import Workspace

from .fleet import SILENT_SECONDS, Fleet, fleet, lose, wait_until

SKILLS = "calc.formatting.number_format,calc.view.freeze,calc.sheets.tab_colour"
FORM: dict[str, Any] = {"skills": SKILLS, "size": "2", "count": 10, "seed": 5}

pytestmark = pytest.mark.libreoffice


@dataclass
class Seen:
    """What was seen of a fleet that lost a worker.

    Attributes:
        first: the candidates that were recorded when the worker was lost, with the time of it.
        composer: the flow run whose worker was lost.
        states: the states that it went through, with what is said of them.
        artifacts: what it shows.
        steps: the states of its Prefect tasks.
        scheduled: a flow run that began by its schedule.
        runs: the runs by their ids.
        candidates: the candidates of each run, with the time when they were recorded.
        tasks: the tasks of each run, with the names of their objects.
        asked: how often a model had to be asked for each node of the composer's run.
        undisturbed: the tasks of the same request, made without any of this.
        orphans: objects and tasks that do not fit together, and objects that are damaged.
    """

    first: dict[str, Any]
    composer: dict[str, Any]
    states: list[tuple[str, str]]
    artifacts: dict[str, Any]
    steps: Counter[str]
    scheduled: dict[str, Any]
    runs: dict[str, RunRow] = field(default_factory=dict)
    candidates: dict[str, dict[str, Any]] = field(default_factory=dict)
    tasks: dict[str, list[str]] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)
    undisturbed: set[str] = field(default_factory=set)
    orphans: list[Any] = field(default_factory=list)


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seen]:
    """A fleet that composes by request and runs by schedule, and loses the worker that composes."""
    folder = tmp_path_factory.mktemp("fleet")
    with fleet(folder) as machines, ExitStack() as stack:
        silent = ("--silent-after", str(SILENT_SECONDS))
        machines.forge("deploy", "--skills", SKILLS, "--cron", "* * * * *", *silent, "--json")
        workers = [stack.enter_context(machines.worker(name)) for name in ("first", "second")]
        composer = machines.start("compose", **FORM)
        first = _lost_in_the_middle(machines, composer, workers)
        undisturbed = asyncio.run(_undisturbed(folder / "undisturbed"))
        scheduled = _scheduled(machines)
        wait_until(lambda: _ended(machines, composer), 150, "the other worker had finished the work")
        found = Seen(
            first,
            machines.flow_run(composer),
            machines.states(composer),
            machines.artifacts(composer),
            Counter(task["state"]["name"] for task in machines.task_runs(composer)),
            scheduled,
            undisturbed=undisturbed,
        )
        with closing(machines.home()) as home:
            _look_into(home, found)
        yield found


def _lost_in_the_middle(
    machines: Fleet, flow_run: str, workers: list[subprocess.Popen[bytes]]
) -> dict[str, Any]:
    """Lose the machine that works on a flow run as soon as its first batch is recorded; gives what was."""

    def recorded() -> dict[str, Any]:
        with closing(machines.home()) as home:
            if not home.has_catalog:
                return {}
            return _times(home, machines.flow_run(flow_run)["name"])

    wait_until(lambda: bool(recorded()), 120, "a batch was recorded")
    at_work = int(machines.flow_run(flow_run)["infrastructure_pid"].rpartition(":")[2])
    above = {process.pid for process in psutil.Process(at_work).parents()}
    (worker,) = (worker for worker in workers if worker.pid in above)
    lose(worker)
    return recorded()


async def _undisturbed(folder: Path) -> set[str]:
    home = Workspace(folder, {})
    async with Run(ComposeParameters(**FORM, workspace=str(folder)).combination(), home) as run:
        result = await run.compose()
    home.close()
    return set(result.tasks)


def _scheduled(machines: Fleet) -> dict[str, Any]:
    """The first flow run that its schedule began; it begins no more."""

    def begun() -> list[dict[str, Any]]:
        found = machines.ask("flow_runs/filter", flow_runs={"start_time": {"is_null_": False}})
        return [run for run in found if run["auto_scheduled"]]

    wait_until(lambda: bool(begun()), 70, "the schedule began a flow run")
    (run, *_) = begun()
    machines.ask(f"deployments/{run['deployment_id']}/pause_deployment")
    wait_until(lambda: _ended(machines, run["id"]), 120, "it had ended")
    return machines.flow_run(run["id"])


def _ended(machines: Fleet, flow_run: str) -> bool:
    return machines.flow_run(flow_run)["state"]["type"] in ("COMPLETED", "FAILED")


def _times(home: Workspace, run: str) -> dict[str, Any]:
    return {row.candidate: row.recorded for row in home.catalog.candidates(run=run)}


def _look_into(home: Workspace, found: Seen) -> None:
    for run in home.catalog.runs():
        found.runs[run.id] = run
        found.candidates[run.id] = _times(home, run.id)
    for task in home.catalog.tasks():
        found.tasks.setdefault(task.run, []).append(task.bundle)
    costs = reports.cost(home.catalog, "node", run=found.composer["name"])
    found.asked = {cost.name: cost.calls for cost in costs}
    orphans = find_orphans(home, now=max(found.candidates[found.composer["name"]].values()))
    found.orphans = [*orphans.objects, *orphans.tasks, *verify(home.objects)]


def test_the_flow_run_is_shown_as_crashed_and_then_finished_by_the_other_worker(seen: Seen) -> None:
    names = [name for name, _ in seen.states]
    assert names[names.index("Crashed") :][0::2][:2] == ["Crashed", "Pending"], names
    assert f"no sign of life for {SILENT_SECONDS} seconds" in dict(seen.states)["Crashed"]
    assert names.count("Running") == 2
    assert names[-1] == "Completed", seen.states
    assert seen.steps["Running"] == 0
    assert seen.steps["Crashed"] <= 1


def test_nothing_is_lost_and_nothing_is_made_twice(seen: Seen) -> None:
    run = seen.composer["name"]
    assert seen.runs[run].status == "finished"
    assert [row.command for row in seen.runs.values()].count("flow compose") == 1
    assert len(seen.first) == 4, "the worker was lost after the first batch"
    assert seen.first.items() <= seen.candidates[run].items(), "what was recorded is not made again"
    assert len(seen.candidates[run]) == FORM["count"]
    assert set(seen.tasks[run]) == seen.undisturbed
    assert seen.orphans == []


def test_the_composer_shows_what_it_did(seen: Seen) -> None:
    shown = seen.artifacts
    (accepted,) = json.loads(shown["composites-accepted"])
    assert accepted["accepted"] == len(seen.undisturbed) > 0
    refused = json.loads(shown["composites-refused"])
    ended = accepted["accepted"] + accepted["rejected"] + accepted["failed"]
    assert ended == FORM["count"]
    assert sum(row["combinations"] for row in refused) <= accepted["rejected"]
    assert "composites-rejected" in shown
    cost = json.loads(shown["composites-cost"])
    assert cost[-1]["calls"] == sum(seen.asked.values())
    assert shown["composites-progress"] == 100.0


def test_the_schedule_began_a_run_that_was_finished(seen: Seen) -> None:
    assert seen.scheduled["state"]["name"] == "Completed"
    run = seen.scheduled["name"]
    assert seen.runs[run].status == "finished"
    assert len(seen.candidates[run]) == 4 * len(SKILLS.split(","))
    assert seen.tasks[run]
