"""`forge run` as people use it: it is interrupted, goes on, and says what it will not do."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from forge.cli.main import main
from forge.errors import EngineError
from forge.pipeline.drawing import run as overview
from forge.storage.workspace import Workspace

SKILL = "calc.formatting.number_format"


def start(workspace: Path, *arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "forge.cli.main", "--workspace", str(workspace), "run", "--no-prefect"]
    return subprocess.Popen(
        [*command, *arguments, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def recorded(workspace: Path) -> int:
    home = Workspace(workspace, {})
    try:
        return sum(1 for _ in home.catalog.candidates()) if home.has_catalog else 0
    finally:
        home.close()


def test_an_interrupted_run_keeps_what_it_made_and_goes_on(tmp_path: Path) -> None:
    wanted = ("--skills", SKILL, "--count", "40", "--seed", "4", "--no-applications", "--workers", "1")
    process = start(tmp_path, *wanted)
    while recorded(tmp_path) < 4 and process.poll() is None:
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 130, err
    first = json.loads(out)
    assert "Finishing what is under way" in err
    assert f"forge run --resume {first['run']}" in err
    (before,) = first["skills"]
    assert 4 <= before["accepted"] + before["rejected"] + before["failed"] < 40
    assert recorded(tmp_path) == before["accepted"] + before["rejected"] + before["failed"]

    out, err = start(tmp_path, "--resume", first["run"], "--workers", "2").communicate(timeout=300)
    second = json.loads(out)
    (after,) = second["skills"]
    assert second["run"] == first["run"]
    assert after["accepted"] + after["rejected"] + after["failed"] == 40
    assert after["tasks"][: len(before["tasks"])] == before["tasks"]
    home = Workspace(tmp_path, {})
    assert [row.status for row in home.catalog.runs()] == ["finished"]
    home.close()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--resume", "x", "--seed", "3"], "keeps its seed"),
        (["--resume", "x"], "no run 'x'"),
        ([], "Say which skills"),
        (["--skills", SKILL, "--agree", "0.5"], "takes a language model"),
        (["--skills", SKILL, "--batch-api"], "cannot be asked in batches"),
    ],
)
def test_what_cannot_be_meant_is_told(
    arguments: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--workspace", str(tmp_path), "run", "--no-prefect", *arguments]) == 2
    assert re.search(said, capsys.readouterr().err)


@pytest.mark.parametrize("fails", [False, True])
def test_pictures_come_after_the_run_and_what_prevents_them_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], fails: bool
) -> None:
    asked = []

    def draw(home, run, tasks, workers, advance):
        assert home.catalog.run(run).status == "finished"
        asked.append((tasks, workers))
        if fails:
            raise EngineError("LibreOffice is not installed.")
        return tmp_path / "run.png", None

    monkeypatch.setattr(overview, "draw_into", draw)
    wanted = ["run", "--no-prefect", "--skills", SKILL, "--count", "1", "--no-applications", "--workers", "1"]
    assert main(["--workspace", str(tmp_path), *wanted, "--pictures", "3"]) == 0
    assert asked == [(3, 1)]
    said = " ".join(capsys.readouterr().err.split())
    told = (
        "No pictures were drawn: LibreOffice is not installed."
        if fails
        else "Start and golden of tasks are drawn"
    )
    assert told in said
