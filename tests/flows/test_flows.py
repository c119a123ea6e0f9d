"""A real Prefect server: what a run leaves there for people to see."""

from __future__ import annotations

import base64
import io
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from forge.flows import server
from forge.flows.server_database import template

from .prefect_server import ask, forge

SKILLS = ("calc.conditional_formatting.highlight_below", "calc.formatting.number_format")


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A workspace after a run of two skills; its server is stopped in the end."""
    folder = tmp_path_factory.mktemp("workspace")
    try:
        made = forge(
            folder, "run", "--skills", ",".join(SKILLS), "--count", "5", "--no-applications", "--json"
        )
        assert made.returncode == 0, made.stderr
        (folder / "result.json").write_text(made.stdout)
        yield folder
    finally:
        server.stop(folder / "prefect")


def test_every_skill_is_a_flow_named_by_its_id_below_one_run_flow(workspace: Path) -> None:
    assert {flow["name"] for flow in ask(workspace, "flows")} == {"run", *SKILLS}
    runs = ask(workspace, "flow_runs")
    assert [run["state"]["type"] for run in runs] == ["COMPLETED"] * 3
    result = json.loads((workspace / "result.json").read_text())
    assert result["run"] in {run["name"] for run in runs}


def test_there_is_one_prefect_task_for_each_step_of_each_batch(workspace: Path) -> None:
    flows = {flow["id"]: flow["name"] for flow in ask(workspace, "flows")}
    for run in ask(workspace, "flow_runs"):
        if flows[run["flow_id"]] == "run":
            continue
        tasks = ask(workspace, "task_runs", flow_runs={"id": {"any_": [run["id"]]}})
        steps = sorted(task["name"].rpartition("-")[0] for task in tasks)
        # Five candidates are two batches: the first four, then the rest.
        assert steps == sorted(["content", "build", "instruct", "prove", "store"] * 2)
        assert {task["state"]["type"] for task in tasks} == {"COMPLETED"}


def test_progress_results_and_cost_are_artifacts(workspace: Path) -> None:
    latest = {item["key"]: item for item in ask(workspace, "artifacts")}
    for name in ("run", *(skill.replace(".", "-").replace("_", "-") for skill in SKILLS)):
        accepted = json.loads(latest[f"{name}-accepted"]["data"])
        assert sum(row["accepted"] for row in accepted) == 5 * len(accepted)
        assert f"{name}-rejected" in latest
        cost = json.loads(latest[f"{name}-cost"]["data"])
        assert all(row["prompt tokens"] > 0 for row in cost)
    assert latest["calc-formatting-number-format-progress"]["data"] == 100.0


def test_the_export_is_a_flow_with_a_form_and_a_table_of_its_splits(workspace: Path) -> None:
    running = server.running(workspace / "prefect")
    assert running is not None
    parameters = {"format": "harbor", "out": str(workspace / "exported"), "workspace": str(workspace)}
    code = "import asyncio, json, sys; from forge.flows.exporting import export_flow;"
    code += "print(json.dumps(asyncio.run(export_flow()(parameters=json.loads(sys.argv[1])))))"
    environment = server.client_environment(workspace / "prefect", running.api)
    made = subprocess.run(
        [sys.executable, "-c", code, json.dumps({**parameters, "split": "train=0.5,test=0.5"})],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=300,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    splits = json.loads(made.stdout.splitlines()[-1])["splits"]
    assert splits.keys() == {"train", "test"}
    shown = {item["key"]: item for item in ask(workspace, "artifacts")}["export-splits"]
    assert {row["split"]: row["tasks"] for row in json.loads(shown["data"])} == splits
    assert len(list((workspace / "exported").glob("*/*/task.toml"))) == sum(splits.values())


@pytest.mark.libreoffice
def test_the_picture_sheet_of_a_run_is_a_flow_that_leaves_a_file_and_an_image(workspace: Path) -> None:
    running = server.running(workspace / "prefect")
    assert running is not None
    run = json.loads((workspace / "result.json").read_text())["run"]
    code = "import asyncio, json, sys; from forge.flows.picturing import pictures_flow;"
    code += "print(json.dumps(asyncio.run(pictures_flow(sys.argv[2])(parameters=json.loads(sys.argv[1])))))"
    parameters = {"run": run, "tasks": 2, "workers": 1, "workspace": str(workspace)}
    made = subprocess.run(
        [sys.executable, "-c", code, json.dumps(parameters), run],
        capture_output=True,
        text=True,
        env={**os.environ, **server.client_environment(workspace / "prefect", running.api)},
        timeout=300,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    told = json.loads(made.stdout.splitlines()[-1])
    assert (told["tasks"], told["drawn"]) == (2, 2)
    image = Image.open(told["file"])
    shown = {item["key"]: item for item in ask(workspace, "artifacts")}["run-pictures"]
    assert shown["type"] == "image"
    start, _, content = shown["data"].partition(",")
    assert start == "data:image/webp;base64"
    assert Image.open(io.BytesIO(base64.b64decode(content))).size == image.size
    drawn = {item["id"]: item["name"] for item in ask(workspace, "flow_runs")}
    assert drawn[shown["flow_run_id"]] == f"{run} pictures"


@pytest.mark.libreoffice
def test_the_form_of_the_run_flow_can_ask_for_pictures(workspace: Path) -> None:
    running = server.running(workspace / "prefect")
    assert running is not None
    parameters = {"skills": SKILLS[1], "count": 1, "seed": 3, "pictures": 1, "workspace": str(workspace)}
    code = "import asyncio, json, sys; from forge.flows.catalogue import run_flow;"
    code += "print(json.dumps(asyncio.run(run_flow()(parameters=json.loads(sys.argv[1])))))"
    made = subprocess.run(
        [sys.executable, "-c", code, json.dumps(parameters)],
        capture_output=True,
        text=True,
        env={**os.environ, **server.client_environment(workspace / "prefect", running.api)},
        timeout=300,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    (result,) = json.loads(made.stdout.splitlines()[-1])
    assert result["accepted"] == 1
    (drawing,) = [
        run for run in ask(workspace, "flow_runs") if run["parent_task_run_id"] and "pict" in run["name"]
    ]
    assert drawing["state"]["type"] == "COMPLETED"
    assert (workspace / "pictures" / f"{drawing['name'].split()[0]}.png").is_file()


def test_a_second_run_uses_the_same_server_and_down_stops_it(workspace: Path) -> None:
    before = server.running(workspace / "prefect")
    again = forge(workspace, "up", "--json")
    assert json.loads(again.stdout)["started"] is False
    assert before is not None
    assert json.loads(again.stdout)["pid"] == before.pid
    assert forge(workspace, "down").returncode == 0
    assert server.running(workspace / "prefect") is None
    assert "No server" in forge(workspace, "down").stdout


def test_the_server_of_another_workspace_begins_with_the_kept_database(tmp_path: Path) -> None:
    assert template().is_file()
    assert forge(tmp_path, "up").returncode == 0
    try:
        assert ask(tmp_path, "flows") == []
        assert len(ask(tmp_path, "block_types")) > 10
    finally:
        forge(tmp_path, "down")


def test_a_configured_server_that_does_not_answer_is_named(tmp_path: Path) -> None:
    made = subprocess.run(
        [sys.executable, "-m", "forge.cli.main", "run", "--skills", SKILLS[0], "--count", "1"],
        capture_output=True,
        text=True,
        env={**os.environ, "PREFECT_API_URL": "http://127.0.0.1:9/api", "FORGE_HOME": str(tmp_path)},
        timeout=300,
        check=False,
    )
    assert made.returncode == 3
    assert "http://127.0.0.1:9/api" in made.stderr
    assert "Traceback" not in made.stderr
