"""`forge certify` with the real application, and what `forge skills` makes of it."""

from __future__ import annotations

import json
import shutil

import pytest

from forge.cli.main import main
from forge.pipeline import certificates
from forge.skills.registry import all_skills
from forge.skills.taxonomy import TAXONOMY_FILE, load_taxonomy

SKILL = "calc.sheets.tab_colour"


def answer(capsys, *arguments, code=0):
    assert main([*arguments, "--json"]) == code
    return json.loads(capsys.readouterr().out)


@pytest.mark.libreoffice
def test_a_skill_is_certified_and_noted_until_its_code_changes(capsys, tmp_path, monkeypatch):
    taxonomy = shutil.copy(TAXONOMY_FILE, tmp_path)
    monkeypatch.setattr(certificates, "CERTIFICATES", tmp_path / "certificates.jsonl")
    monkeypatch.setattr(certificates, "SEEDS", 2)
    workspace = ("--workspace", str(tmp_path / "store"))
    (row,) = answer(capsys, "certify", SKILL, "--seeds", "2", "--taxonomy", taxonomy, *workspace)
    assert (row["skill"], row["passed"], row["tried"], row["failures"]) == (SKILL, 2, 2, [])
    assert row["certificate"]["applications"]["calc"].startswith("LibreOffice ")
    entry = load_taxonomy(tmp_path / "taxonomy.yaml").entries()[SKILL]
    assert (entry.status, entry.certificate) == ("certified", row["digest"])
    assert certificates.read_certificates()[SKILL].digest == row["digest"]

    (tmp_path / "certificates.jsonl").unlink()
    (listed,) = answer(capsys, "skills", SKILL, *workspace)
    assert listed["status"] == "certified", "it was earned in this workspace"
    (listed,) = answer(capsys, "skills", SKILL, "--workspace", str(tmp_path / "other"))
    assert listed["status"] == "implemented"
    monkeypatch.setattr(type(all_skills()[SKILL]), "version", 99)
    (listed,) = answer(capsys, "skills", SKILL, *workspace)
    assert listed["status"] == "implemented"
    assert not (tmp_path / "other").exists()


FAULTY = '''
from forge.skills.calc.tab_colour import TabColour


class Faulty(TabColour):
    """Its third, fourth and fifth phrasings can never be used."""

    id = "calc.sheets.faulty"
    phrasings = (
        *TabColour.phrasings[:2],
        "give {{shet}} the colour {{colour}}",
        "colour {{sheet}}",
        "terse: {{sheet}}: [[tab|]] = {{colour}}",
        *TabColour.phrasings[2:],
    )
'''


@pytest.mark.libreoffice
def test_a_phrasing_that_can_never_be_used_is_named(capsys, tmp_path, monkeypatch):
    (tmp_path / "faulty.py").write_text(FAULTY)
    monkeypatch.setenv("FORGE_SKILLS_PATH", str(tmp_path))
    (row,) = answer(
        capsys, "certify", "calc.sheets.faulty", "--seeds", "1", "--workspace", str(tmp_path), code=1
    )
    assert (row["passed"], row["digest"]) == (1, None)
    reasons = [item["reason"] for item in row["failures"]]
    assert [item["gate"] for item in row["failures"]] == ["phrasings"] * 3
    assert reasons[0].startswith("Phrasing 3 fits none of the candidates: no fact is called shet.")
    assert reasons[1].startswith("Phrasing 4 fits none of the candidates: it does not tell all")
    assert reasons[2].startswith("Phrasing 5 fits none of the candidates: no instruction may hold =.")
