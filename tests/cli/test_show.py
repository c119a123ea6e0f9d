from __future__ import annotations

import re
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from forge.cli import run, show
from forge.pipeline.drawing import placing
from forge.pipeline.drawing import run as overview
from forge.pipeline.drawing import task as pictures
from forge.preparers.office import engine
from forge.storage.workspace import Workspace

from ..tasks import ENGINE, OLD, answering, calculating, highlighting, verifiers_view, with_file
from .conftest import RUN, start_run, task_row


def sections(out):
    """The lines below each heading."""
    found = {}
    for line in out.splitlines():
        if line and not line.startswith((" ", "─")) and line[:1].isupper():
            found[line] = lines = []
        elif found:
            lines.append(line)
    return found


def test_everything_about_a_task_fits_the_terminal(forge, narrow):
    out, err = forge("show", calculating().id[:8])
    narrow(out)
    assert err == ""
    assert out.startswith(f"Task {calculating().id}\n")
    assert f"verified by {ENGINE}" in " ".join(out.split())
    shown = sections(out)
    assert set(shown) >= {
        "Instruction",
        "Facts that are told",
        "Facts to be worked out",
        "Start",
        "What changes",
        "Rubric",
        "Gates",
        "Cost",
    }
    assert " ".join(calculating().instruction.split()) in " ".join(" ".join(shown["Instruction"]).split())
    assert any(line.startswith("    and ") and line.endswith(" more") for line in shown["What changes"])
    assert any("not run" in line for line in shown["Gates"])
    assert "$0.2500, 120 tokens in 1 calls" in out
    assert RUN in out


def test_json(forge):
    shown, _ = forge("show", answering().id, "--json")
    assert shown["id"] == answering().id
    assert (shown["verified"], shown["kept"]) == (False, True)
    assert shown["instruction"] == answering().instruction
    assert {fact["name"]: fact["public"] for fact in shown["facts"]} == {"total": False, "file": True}
    assert [mount["mount"] for mount in shown["start"]] == ["~/Documents/stock.xlsx", OLD]
    assert shown["start"][0]["counts"]["row"] == 4
    assert {item["id"]: item["type"] for item in shown["rubric"]} == {
        "total": "requirement",
        "deleted": "requirement",
        "nothing else": "invariant",
    }
    assert shown["cost"]["dollars"] is None
    assert shown["cost"]["tokens"] == 120


def test_an_unverified_task_and_an_unknown_price_are_called_so(forge):
    out, _ = forge("show", answering().id)
    assert "NOT verified by its application" in " ".join(out.split())
    assert "unknown, 120 tokens" in out


def test_a_folder_is_shown_with_what_the_workspace_knows_of_it(forge, tmp_path):
    highlighting().write_to(tmp_path / "task")
    shown, _ = forge("show", tmp_path / "task", "--json")
    assert (shown["verified"], shown["kept"], shown["run"]) == (ENGINE, True, RUN)
    shown, _ = forge("show", tmp_path / "task", "--json", at=tmp_path / "nowhere")
    assert (shown["verified"], shown["kept"], shown["verdicts"], shown["cost"]) == (ENGINE, False, [], None)
    out, _ = forge("show", tmp_path / "task", at=tmp_path / "nowhere")
    assert f"verified by {ENGINE}, as it says of itself" in " ".join(out.split())
    assert "forge check" in out
    assert not (tmp_path / "nowhere").exists()


def test_a_bundle_that_was_edited_is_another_one(forge, tmp_path):
    bundle = with_file(highlighting(), "instruction.md", b"Do it differently.\n")
    bundle.write_to(tmp_path / "task")
    out, _ = forge("show", tmp_path / "task")
    assert "Instruction (edited by hand)" in out
    assert f"verified by {ENGINE}, as it says of itself" in " ".join(out.split())


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ffffffffff", "There is no task"),
        ("nonsense!", "There is no folder"),
        ("x" * 5000, "There is no folder"),
    ],
)
def test_what_is_no_task_is_wrong_usage(forge, name, words):
    out, err = forge("show", name, code=2)
    assert out == ""
    assert words in err
    assert "forge tasks" in err


def test_a_beginning_that_fits_several_tasks_names_them(forge, tmp_path):
    with closing(Workspace(tmp_path, environment={})) as home:
        start_run(home, RUN)
        rows = [task_row(highlighting(), RUN, number) for number in (1, 2)]
        for row, identity in zip(rows, ("ab01" * 16, "ab02" * 16), strict=True):
            row.bundle = identity
        home.catalog.record([], rows)
    _, err = forge("show", "ab", at=tmp_path, code=2)
    assert "Several tasks begin with 'ab'" in err
    assert "ab01" in err
    assert "ab02" in err


def test_other_things_than_bundles(forge, tmp_path):
    (tmp_path / "file").write_text("x")
    assert "is a file" in forge("show", tmp_path / "file", code=2)[1]
    (tmp_path / "empty").mkdir()
    assert "is not a bundle" in forge("show", tmp_path / "empty", code=3)[1]
    verifiers_view(highlighting()).write_to(tmp_path / "part")
    assert "contract.json" in forge("show", tmp_path / "part", code=3)[1]
    damaged = next(path for path in highlighting().private if path.endswith(".xlsx"))
    with_file(highlighting(), damaged, b"PK").write_to(tmp_path / "damaged")
    assert "damaged" in forge("show", tmp_path / "damaged", code=3)[1]


class TestPicture:
    def test_is_written_beside_the_words(self, forge, tmp_path, monkeypatch):
        monkeypatch.setattr(pictures, "side_by_side", lambda bundle: b"a picture of " + bundle.id.encode())
        shown, err = forge("show", highlighting().id, "--png", tmp_path / "task.png", "--json")
        assert (tmp_path / "task.png").read_bytes() == b"a picture of " + highlighting().id.encode()
        assert shown["id"] == highlighting().id
        assert str(tmp_path / "task.png") in err
        assert [file.name for file in tmp_path.iterdir()] == ["task.png"]

    def test_a_place_that_cannot_be_written(self, forge, tmp_path, monkeypatch):
        monkeypatch.setattr(pictures, "side_by_side", lambda bundle: b"")
        out, err = forge("show", highlighting().id, "--png", tmp_path / "gone/task.png", code=3)
        assert out == ""
        assert "cannot be written" in err

    def test_without_the_application_it_cannot_be_done(self, forge, tmp_path, monkeypatch):
        monkeypatch.setattr(engine, "installation", lambda: None)
        monkeypatch.setattr(placing, "office", engine.Office)
        out, err = forge("show", highlighting().id, "--png", tmp_path / "task.png", code=3)
        assert out == ""
        assert "LibreOffice is not installed" in err
        assert not (tmp_path / "task.png").exists()


class TestPictureOfARun:
    def test_is_written_and_counted(self, forge, tmp_path, monkeypatch):
        def draw(home, run, *, tasks, workers, advance):
            advance(2)
            return overview.Overview(f"{run} {tasks} {workers}".encode(), 2, 1)

        monkeypatch.setattr(overview, "overview", draw)
        wanted = ("show", "--run", RUN, "--png", tmp_path / "run.png", "--tasks", "5", "--workers", "1")
        shown, err = forge(*wanted, "--json")
        assert (tmp_path / "run.png").read_bytes() == f"{RUN} 5 1".encode()
        assert shown == {"run": RUN, "file": str(tmp_path / "run.png"), "tasks": 2, "drawn": 1}
        assert "2 tasks" in err
        assert forge(*wanted)[0] == ""

    def test_takes_a_file_and_no_task(self, forge, tmp_path):
        assert "--png FILE" in forge("show", "--run", RUN, code=2)[1]
        assert "no TASK" in forge("show", "ab", "--run", RUN, "--png", tmp_path / "run.png", code=2)[1]
        assert "Name a TASK" in forge("show", code=2)[1]

    def test_a_run_that_is_not_there(self, forge, tmp_path):
        _, err = forge("show", "--run", "nonsense", "--png", tmp_path / "run.png", code=2)
        assert "There is no run 'nonsense'" in err
        assert not (tmp_path / "run.png").exists()


@pytest.mark.parametrize("command", [("show",), ("bundle", "--out", "written"), ("check",), ("score", ".")])
def test_a_damaged_object_is_named_by_every_command_that_reads_it(
    forge, workspace, tmp_path, monkeypatch, command
):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(workspace, tmp_path / "copy")
    for file in (tmp_path / "copy/objects").rglob("*private.tgz"):
        file.write_bytes(file.read_bytes()[:-600])
    name, *rest = command
    out, err = forge(name, highlighting().id, *rest, at=tmp_path / "copy", code=3)
    assert out == ""
    assert "private.tgz" in err
    assert not (tmp_path / "written").exists()


def test_the_document_about_pictures_names_options_that_there_are():
    text = (Path(__file__).parents[2] / "docs/pictures.md").read_text(encoding="utf-8")
    known = {
        option for command in (show.command, run.command) for item in command.params for option in item.opts
    }
    named = set(re.findall(r"--[a-z][a-z-]*", text))
    assert {"--png", "--run", "--pictures"} <= named <= known
