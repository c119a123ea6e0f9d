from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from forge.cli.main import main
from forge.skills import registry, taxonomy
from forge.skills.taxonomy import Taxonomy, load_taxonomy


def all_planned() -> Taxonomy:
    """The taxonomy as if nothing had been written yet, whatever has by now."""
    found = load_taxonomy()
    for skill_id, entry in found.entries().items():
        if entry.status != "planned":
            planned = entry.model_copy(update={"status": "planned", "certificate": None})
            found = found.with_entry(skill_id, planned)
    return found


@pytest.fixture
def code(monkeypatch, tmp_path):
    """Say which skills have code, inside the package or (foreign) outside of it; the taxonomy knows of none."""
    planned = all_planned()
    monkeypatch.setattr(taxonomy, "load_taxonomy", lambda: planned)

    def put(*inside, foreign=()):
        skills = {i: SimpleNamespace(id=i, title=f"Title of {i}") for i in sorted({*inside, *foreign})}
        monkeypatch.setattr(registry, "all_skills", lambda: skills)
        package = registry.__file__
        monkeypatch.setattr(registry, "source_of", lambda skill: _source(skill, foreign, package, tmp_path))

    return put


def _source(skill, foreign, package, elsewhere):
    return elsewhere / "theirs.py" if skill.id in foreign else Path(package)


def listed(capsys, *arguments, code=0):
    assert main(["skills", "--json", *arguments]) == code
    out, err = capsys.readouterr()
    return {row["id"]: row for row in json.loads(out)}, err


def test_lists_the_whole_taxonomy_with_what_has_code(code, capsys):
    code("calc.cells.merge")
    rows, _ = listed(capsys)
    assert list(rows) == list(load_taxonomy().entries())
    assert rows["calc.cells.merge"]["status"] == "implemented"
    assert rows["calc.rows.sort"]["status"] == "planned"
    assert rows["calc.rows.sort"]["demand"] == 5


def test_a_glob_narrows_the_list(code, capsys):
    code()
    rows, _ = listed(capsys, "calc.charts.*")
    assert list(rows) == ["calc.charts.column_chart", "calc.charts.line_chart", "calc.charts.titles"]


def test_a_glob_that_matches_nothing_names_the_nearest(code, capsys):
    code()
    assert main(["skills", "calc.rows.srt"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "calc.rows.sort" in err


def test_disagreements_are_told_and_only_a_check_answers_no(code, capsys):
    code("calc.cells.merge", "calc.cells.melt")
    rows, err = listed(capsys, "calc.cells.*")
    assert "calc.cells.melt has code but is not in the taxonomy." in err
    assert "calc.cells.merge has code but is still planned in the taxonomy." in err
    assert rows["calc.cells.melt"]["title"] == "Title of calc.cells.melt"
    listed(capsys, "calc.cells.*", "--check", code=1)
    listed(capsys, "calc.rows.sort", "--check", code=0)


def test_skills_from_elsewhere_need_no_place_in_the_taxonomy(code, capsys):
    code(foreign=["shop.orders.refund"])
    rows, err = listed(capsys, "shop.*", "--check")
    assert rows["shop.orders.refund"]["status"] == "implemented"
    assert err == ""


def test_the_table_shows_ids_and_status_and_sums_up(code, capsys):
    code("calc.cells.merge")
    assert main(["skills", "calc.cells.m*"]) == 0
    out, err = capsys.readouterr()
    assert out.splitlines()[2].split()[:2] == ["calc.cells.merge", "implemented"]
    assert "1 skill: 0 certified, 1 implemented, 0 planned." in err
