"""Bundles judged from their files alone: good ones, ones edited by hand, damaged ones."""

from __future__ import annotations

import json

import pytest

from forge.pipeline.checking import check
from forge.pipeline.rebuild import end_rebuilders
from forge.storage.bundle import CONTRACT, ENVIRONMENT, Bundle

from ..tasks import CountAndDelete, answering, highlighting, verifiers_view, with_file


def outcomes(checked):
    return {verdict.gate: verdict.outcome for verdict in checked.verdicts}


def edited(bundle, path, change):
    """A bundle in which the JSON of a file was changed."""
    part = bundle.public if path in bundle.public else bundle.private
    data = json.loads(part[path])
    change(data)
    return with_file(bundle, path, json.dumps(data).encode())


def test_a_good_bundle_passes_and_what_did_not_run_is_no_pass():
    checked = check("here", highlighting(), engines=False)
    assert (checked.ok, checked.failed, checked.broken, checked.verified) == (True, False, False, False)
    assert checked.id == highlighting().id
    assert checked.skills == highlighting().contract.skills
    not_run = {gate for gate, outcome in outcomes(checked).items() if outcome == "not run"}
    assert not_run == {"stable", "reproducible", "distinct"}
    assert all(verdict.digest for verdict in checked.verdicts)


@pytest.mark.libreoffice
def test_an_application_that_was_asked_and_has_no_objection_verifies():
    checked = check("here", highlighting())
    assert checked.ok
    assert str(checked.verified).startswith("LibreOffice")
    assert outcomes(checked)["stable"] == "pass"


def test_a_bundle_that_fails_says_which_gate_and_why():
    def already_true(rubric):
        document = f"{highlighting().mounts[0].mount}#"
        rubric["requirements"][0]["any_of"] = [[{"predicate": "exists", "select": document}]]

    checked = check("here", edited(highlighting(), "tests/rubric.json", already_true), engines=False)
    assert (checked.failed, checked.ok, checked.verified) == (True, False, False)
    solvable = next(verdict for verdict in checked.verdicts if verdict.gate == "solvable")
    assert solvable.outcome == "fail"
    assert solvable.evidence[0]["item"] == "rule"


def test_a_document_that_is_damaged_fails_a_gate_that_names_it():
    path = next(path for path in highlighting().private if path.endswith(".xlsx"))
    checked = check("here", with_file(highlighting(), path, b"PK\x03\x04 damaged"), engines=False)
    opens = checked.verdicts[0]
    assert (opens.gate, opens.outcome) == ("opens", "fail")
    assert "damaged" in opens.reason


@pytest.mark.parametrize(
    "path",
    [
        "contract.json",
        "environment/setup.json",
        "instruction.md",
        "solution/golden.json",
        "tests/near_misses.json",
        "tests/rubric.json",
        "tests/variants.json",
    ],
)
@pytest.mark.parametrize("content", [None, b"", b"\xff{", b"[]"])
def test_a_record_that_is_missing_or_damaged_is_named(path, content):
    if path == "instruction.md" and content is not None:
        content = b"\xff"
    checked = check("here", with_file(highlighting(), path, content), engines=False)
    assert (checked.broken, checked.ok, checked.verdicts) == (True, False, ())
    assert path in checked.trouble


def test_the_public_part_alone_cannot_be_judged():
    checked = check("here", Bundle(highlighting().public, {}))
    assert "Only the public part is there" in checked.trouble
    assert "contract.json" in check("here", verifiers_view(highlighting())).trouble


def test_a_contract_of_other_mounts_is_refused():
    def elsewhere(record):
        record["mounts"][0]["mount"] = "~/elsewhere.xlsx"

    for path in (CONTRACT, ENVIRONMENT):
        trouble = check("here", edited(highlighting(), path, elsewhere), engines=False).trouble
        assert "name different mounts" in trouble
        assert "~/elsewhere.xlsx" in trouble


def test_an_unknown_preparer_is_named():
    def unknown(record):
        record["mounts"][0]["preparer"] = "abacus"

    bundle = edited(edited(highlighting(), CONTRACT, unknown), ENVIRONMENT, unknown)
    checked = check("here", bundle, engines=False)
    assert checked.broken
    assert "abacus" in checked.trouble + checked.verdicts[0].reason


class TestRebuilding:
    def test_made_again_it_is_the_same(self):
        checked = check("here", highlighting(), engines=False, rebuild=True)
        assert outcomes(checked)["reproducible"] == "pass"

    def test_a_changed_bundle_is_not(self):
        bundle = with_file(highlighting(), "task.toml", highlighting().public["task.toml"] + b"\n")
        assert outcomes(check("here", bundle, engines=False, rebuild=True))["reproducible"] == "fail"

    def test_without_the_skill_it_is_not_run(self):
        checked = check("here", answering(), engines=False, rebuild=True)
        verdict = next(verdict for verdict in checked.verdicts if verdict.gate == "reproducible")
        assert verdict.outcome == "not run"
        assert CountAndDelete.id in verdict.reason

    def test_skills_that_cannot_be_loaded_are_an_error_of_this_gate_alone(self, monkeypatch, tmp_path):
        (tmp_path / "broken.py").write_text("raise RuntimeError('broken')")
        monkeypatch.setenv("FORGE_SKILLS_PATH", str(tmp_path))
        end_rebuilders()
        try:
            checked = check("here", highlighting(), engines=False, rebuild=True)
        finally:
            end_rebuilders()
        assert outcomes(checked)["reproducible"] == "error"
        assert outcomes(checked)["solvable"] == "pass"
        assert (checked.broken, checked.failed) == (True, False)
