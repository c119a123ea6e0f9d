from __future__ import annotations

import pytest

from forge.pipeline import finding

from ..tasks import CountAndDelete, answering, calculating, highlighting


@pytest.fixture(autouse=True)
def skills(monkeypatch):
    """The installed skills, as far as names matter."""
    monkeypatch.setattr(finding, "all_skills", lambda: {"calc.formatting.number_format": None})


def test_the_latest_task_comes_first_with_what_verified_it(forge, narrow):
    out, err = forge("tasks")
    lines = narrow(out)
    assert [line[:12] for line in lines if line[:1] not in (" ", "─", "t")] == [
        bundle.id[:12] for bundle in (answering(), calculating(), highlighting())
    ]
    assert sum("LibreOffice 7.4.7.2" in line for line in lines) == 2
    assert sum("not verified" in line for line in lines) == 1
    assert "3 tasks; 1 not verified." in err
    assert f"forge show {answering().id[:12]}" in err


def test_json_is_a_list_of_objects(forge):
    rows, err = forge("tasks", "--json")
    assert err == ""
    assert [(row["id"], row["skills"], row["verified"]) for row in rows] == [
        (answering().id, [CountAndDelete.id], False),
        (calculating().id, list(calculating().contract.skills), "LibreOffice 7.4.7.2"),
        (highlighting().id, list(highlighting().contract.skills), "LibreOffice 7.4.7.2"),
    ]
    assert rows[0]["instruction"] == answering().instruction
    assert {"difficulty", "domain", "locale"} <= set(rows[0])


def test_filters(forge):
    found, _ = forge("tasks", "--json", "--skills", "calc.answers.*,calc.formulas.*")
    assert [row["id"] for row in found] == [answering().id, calculating().id]
    assert forge("tasks", "--json", "--difficulty", "hard")[0] == []
    assert [row["id"] for row in forge("tasks", "--json", "--limit", "1")[0]] == [answering().id]
    assert "1 task and more" in forge("tasks", "--limit", "1")[1]


def test_a_glob_that_names_no_skill_names_the_nearest(forge):
    out, err = forge("tasks", "--skills", "calc.answers.count_and_delet", code=2)
    assert out == ""
    assert CountAndDelete.id in err
    assert "pattern is empty" in forge("tasks", "--skills", "", code=2)[1]
    assert "'no.such.*'" in forge("tasks", "--skills", "calc.*,no.such.*", code=2)[1]


def test_a_skill_without_tasks_is_no_mistake(forge):
    out, err = forge("tasks", "--skills", "calc.formatting.*")
    assert "No such task" in err
    assert "task" in out


def test_a_workspace_without_anything_is_told_and_not_made(forge, tmp_path):
    nowhere = tmp_path / "nowhere"
    _, err = forge("tasks", at=nowhere)
    assert str(nowhere) in err
    assert "forge run" in err
    assert forge("tasks", "--json", at=nowhere)[0] == []
    assert not nowhere.exists()


def test_a_damaged_catalog_is_told(forge, tmp_path):
    (tmp_path / "catalog.sqlite").write_bytes(b"no database" * 100)
    out, err = forge("tasks", at=tmp_path, code=3)
    assert out == ""
    assert "catalog.sqlite" in err
