from __future__ import annotations

import json

import pytest

from forge.pipeline import finding

from ..tasks import answering, calculating, highlighting


@pytest.fixture(autouse=True)
def skills(monkeypatch):
    """The installed skills, as far as names matter."""
    monkeypatch.setattr(finding, "all_skills", lambda: {"calc.formatting.number_format": None})


def test_tasks_are_written_and_counted(forge, tmp_path, narrow):
    out, err = forge("export", "--format", "harbor", "--out", tmp_path / "out")
    assert "train" in "\n".join(narrow(out))
    assert f"The export of 3 tasks is in {tmp_path / 'out'}." in err
    for bundle in (answering(), calculating(), highlighting()):
        (folder,) = (tmp_path / "out/train").glob(f"*-{bundle.id[:16]}")
        assert (folder / "instruction.md").read_text().strip() == bundle.instruction
    _, err = forge("export", "--format", "harbor", "--out", tmp_path / "out")
    assert "was there already, whole" in err


def test_json_tells_files_and_splits(forge, tmp_path):
    found, _ = forge(
        "export", "--format", "trl", "--out", tmp_path / "out", "--split", "a=0.5,b=0.5", "--json"
    )
    assert (found["tasks"], sum(found["splits"].values())) == (3, 3)
    for path, facts in found["files"].items():
        assert (tmp_path / "out" / path).stat().st_size == facts["bytes"]
    assert json.loads((tmp_path / "out/export.json").read_text())["splits"] == found["splits"]


def test_a_split_that_gets_nothing_is_named(forge, tmp_path):
    _, err = forge(
        "export", "--format", "harbor", "--out", tmp_path / "out", "--split", "train=0.98,test=0.02"
    )
    assert "Without tasks: test" in err


def test_no_task_is_an_answer_of_no(forge, tmp_path):
    _, err = forge("export", "--format", "harbor", "--out", tmp_path / "out", "--since", "2030-01-01", code=1)
    assert "No task is wanted" in err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--format", "parquet"), "parquet"),
        (("--format", "hf", "--split", "train=2"), "add up to 1"),
        (("--format", "hf", "--skills", "calc.formating.*"), "calc.formatting"),
        (("--format", "hf", "--max-similarity", "0"), "max-similarity"),
        (("--format", "hf", "--since", "yesterday"), "since"),
    ],
)
def test_what_cannot_be_meant_is_refused(forge, tmp_path, arguments, says):
    _, err = forge("export", *arguments, "--out", tmp_path / "out", code=2)
    assert says in err
    assert not (tmp_path / "out").exists()


def test_a_workspace_without_tasks_is_named(forge, tmp_path):
    for command in (("export", "--format", "hf"), ("gallery",)):
        _, err = forge(*command, "--out", tmp_path / "out", code=2, at=tmp_path)
        assert "Nothing has been made" in err


def test_a_folder_that_cannot_be_written_is_a_sentence(forge, tmp_path):
    (tmp_path / "file").write_text("x")
    _, err = forge("export", "--format", "harbor", "--out", tmp_path / "file/out", code=3)
    assert "cannot be written" in err
    assert "Traceback" not in err


def test_the_gallery_is_made_and_its_page_named(forge, tmp_path):
    out, err = forge("gallery", "--out", tmp_path / "page", "--no-pictures", "--workers", "1")
    assert out.strip() == str(tmp_path / "page/index.html")
    assert "The gallery of 3 tasks, without pictures" in err
    found, _ = forge("gallery", "--out", tmp_path / "page", "--no-pictures", "--workers", "1", "--json")
    assert (found["tasks"], found["new"]) == (3, 0)


def test_verdicts_and_costs_are_in_the_gallery(forge, tmp_path):
    forge("gallery", "--out", tmp_path, "--no-pictures", "--workers", "1")
    (file,) = (tmp_path / "data").glob("tasks-*.js")
    text = file.read_text()
    tasks = {task["id"]: task for task in json.loads(text[text.index("[") : text.rindex(")")])}
    shown = tasks[highlighting().id]
    assert shown["cost"]["dollars"] == 0.5
    assert {verdict["gate"]: verdict["outcome"] for verdict in shown["verdicts"]}["solvable"] == "pass"
    assert shown["rubric"]
    assert tasks[answering().id]["cost"]["dollars"] is None
