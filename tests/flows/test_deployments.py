"""A real Prefect server with deployments, and a real worker that takes what the UI's API starts."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from forge.flows import server
from forge.flows.entries import entry_of
from forge.storage.workspace import Workspace

from .prefect_server import ask, forge, post

SKILLS = ("calc.formatting.number_format", "calc.rows.sort")
SECONDS = 180


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A workspace whose server knows two skills; the server is stopped in the end."""
    folder = tmp_path_factory.mktemp("workspace")
    try:
        for cron in ("0 3 * * *", "30 4 * * *"):  # the second time brings the first up to date
            made = forge(folder, "deploy", "--skills", ",".join(SKILLS), "--cron", cron, "--json")
            assert made.returncode == 0, made.stderr
        (folder / "made.json").write_text(made.stdout)
        yield folder
    finally:
        server.stop(folder / "prefect")


@pytest.fixture
def worker(workspace: Path) -> Iterator[None]:
    """A worker of the pool, on the same workspace."""
    found = server.running(workspace / "prefect")
    assert found is not None
    environment = {**os.environ, "PREFECT_API_URL": found.api, "FORGE_HOME": str(workspace)}
    command = [sys.executable, "-m", "prefect", "worker", "start", "--pool", "forge", "--type", "process"]
    process = subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )
    yield
    process.terminate()
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:  # Prefect 3 may never end when the process of a run is just ending
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def test_each_flow_is_deployed_once_with_tags_a_form_and_the_schedule(workspace: Path) -> None:
    told = json.loads((workspace / "made.json").read_text())
    assert [item["name"] for item in told["deployments"]] == [
        f"{name}/forge" for name in ("run", "compose", "export", "pictures", *SKILLS)
    ]
    found = {item["entrypoint"]: item for item in ask(workspace, "deployments")}
    assert set(found) == {
        "forge.flows.entries.RUN",
        "forge.flows.entries.COMPOSE",
        "forge.flows.entries.EXPORT",
        "forge.flows.entries.PICTURES",
        *map(entry_of, SKILLS),
    }
    sort = found[entry_of("calc.rows.sort")]
    assert sorted(sort["tags"]) == ["calc", "calc.rows", "forge"]
    form = sort["parameter_openapi_schema"]["definitions"]["SkillParameters"]["properties"]
    assert form["count"]["title"] == "Candidates"
    export = found["forge.flows.entries.EXPORT"]["parameter_openapi_schema"]["definitions"]
    assert "osworld" in export["ExportParameters"]["properties"]["format"]["enum"]
    run = found["forge.flows.entries.RUN"]
    assert [item["schedule"]["cron"] for item in run["schedules"]] == ["30 4 * * *"]


@pytest.mark.libreoffice
@pytest.mark.usefixtures("worker")
def test_a_worker_makes_what_the_api_starts(workspace: Path) -> None:
    (sort,) = (item for item in ask(workspace, "deployments") if item["entrypoint"].endswith("sort"))
    started: dict[str, Any] = post(
        workspace,
        f"deployments/{sort['id']}/create_flow_run",
        parameters={"parameters": {"count": 1, "seed": 5}},
        state={"type": "SCHEDULED"},
    )
    end = time.monotonic() + SECONDS
    state = ""
    while state not in ("COMPLETED", "FAILED", "CRASHED") and time.monotonic() < end:
        time.sleep(1)
        (run,) = ask(workspace, "flow_runs", flow_runs={"id": {"any_": [started["id"]]}})
        state = run["state"]["type"]
    assert state == "COMPLETED"
    with closing(Workspace(workspace, environment={})) as home:
        (task,) = home.catalog.tasks()
    assert task.skills == ["calc.rows.sort"]
