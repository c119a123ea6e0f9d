from __future__ import annotations

import json
import os

import pytest

from forge.errors import EngineError
from forge.preparers.base import preparer

from ..tasks import answering, highlighting, with_file


@pytest.fixture
def good(tmp_path):
    highlighting().write_to(tmp_path / "good")
    return tmp_path / "good"


def edited(path, content, folder):
    with_file(highlighting(), path, content).write_to(folder)
    return folder


def test_a_good_bundle(forge, narrow, good):
    out, err = forge("check", good, "--no-applications")
    lines = narrow(out)
    assert "NOT verified by its application" in " ".join(out.split())
    outcomes = {line[:12].strip(): line[15:22].strip() for line in lines if line[:1].isalpha()}
    assert (outcomes["solvable"], outcomes["stable"], outcomes["distinct"]) == ("pass", "not run", "not run")
    assert "11 passed, 3 did not run." in err


def test_json_of_several_bundles_by_folder_and_id(forge, good):
    results, _ = forge("check", good, answering().id[:9], "--no-applications", "--json", code=1)
    first, second = results
    assert (first["bundle"], first["id"], first["ok"]) == (str(good), highlighting().id, True)
    assert first["cause"] is None
    assert first["verified"] is False
    assert set(first["verdicts"][0]) == {"gate", "outcome", "reason", "evidence", "digest", "milliseconds"}
    assert (second["bundle"], second["id"], second["ok"]) == (answering().id[:9], answering().id, False)
    assert any(verdict["outcome"] == "fail" for verdict in second["verdicts"])


def test_a_failure_shows_its_evidence_and_gives_exit_code_1(forge, narrow, tmp_path):
    words = highlighting().instruction + " Use the function VLOOKUP in rubric.json."
    folder = edited("instruction.md", words.encode(), tmp_path / "edited")
    out, err = forge("check", folder, "--no-applications", code=1)
    narrow(out)
    assert "grounded" in out
    assert "readable 1" in out
    assert "address: instruction.md" in out
    assert "1 failed" in err


def test_the_gate_from_which_the_other_refusals_may_follow_is_named_first(forge, tmp_path):
    rubric = json.loads(highlighting().private["tests/rubric.json"])
    place = f"{highlighting().mounts[0].mount}#"
    rubric["requirements"][0]["any_of"] = [[{"predicate": "absent", "select": place}]]
    folder = edited("tests/rubric.json", json.dumps(rubric).encode(), tmp_path / "never true")
    (result,), _ = forge("check", folder, "--no-applications", "--json", code=1)
    failed = [verdict["gate"] for verdict in result["verdicts"] if verdict["outcome"] == "fail"]
    assert len(failed) > 1
    assert result["cause"] == failed[0]
    out, _ = forge("check", folder, "--no-applications", code=1)
    assert f"First cause: {failed[0]}: " in out


def test_a_damaged_bundle_is_named_and_the_others_are_judged(forge, good, tmp_path):
    damaged = edited("tests/rubric.json", b"{", tmp_path / "damaged")
    results, err = forge("check", damaged, good, "--no-applications", "--json", code=3)
    assert (results[0]["ok"], results[0]["verdicts"]) == (False, [])
    assert "tests/rubric.json" in results[0]["trouble"]
    assert results[1]["ok"]
    assert f"{damaged}: tests/rubric.json" in err


def test_the_public_part_alone(forge, good):
    for name in ("tests", "solution"):
        (good / name).rename(good.parent / name)
    (good / "contract.json").unlink()
    assert "Only the public part is there" in forge("check", good, code=3)[1]


def test_a_failure_counts_more_than_an_error(forge, good, tmp_path):
    path = next(path for path in highlighting().private if path.endswith(".xlsx"))
    failing = edited(path, b"PK", tmp_path / "failing")
    damaged = edited("contract.json", b"", tmp_path / "damaged")
    forge("check", failing, damaged, "--no-applications", code=1)


def test_an_error_of_a_gate_gives_exit_code_3(forge, good, monkeypatch):
    def dies(files, probes=()):
        raise EngineError("The application died.")

    monkeypatch.setattr(preparer("calc"), "engine", lambda: "An Office 1.0")
    monkeypatch.setattr(preparer("calc"), "observe", dies)
    results, _ = forge("check", good, "--json", code=3)
    by_gate = {verdict["gate"]: verdict for verdict in results[0]["verdicts"]}
    assert by_gate["opens"]["outcome"] == "error"
    assert by_gate["opens"]["reason"] == "The application died."
    assert (results[0]["ok"], results[0]["verified"]) == (False, False)


@pytest.mark.parametrize("content", ["link", "pipe"])
def test_a_folder_with_other_things_than_files(forge, good, content):
    if content == "link":
        (good / "environment/more").symlink_to("/etc/passwd")
    else:
        os.mkfifo(good / "environment/more")
    assert "environment/more" in forge("check", good, code=3)[1]


def test_what_is_no_bundle(forge, tmp_path):
    assert "is not a bundle" in forge("check", tmp_path, code=3)[1]
    assert "There is no folder" in forge("check", tmp_path / "gone", code=2)[1]
    assert "BUNDLE" in forge("check", code=2)[1]
