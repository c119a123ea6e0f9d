from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ..tasks import OLD, answering, calculating, document, highlighting, leave, verifiers_view, with_file


@pytest.fixture
def bundle(tmp_path):
    highlighting().write_to(tmp_path / "bundle")
    return tmp_path / "bundle"


def test_done(forge, narrow, bundle):
    out, err = forge("score", bundle, bundle / "solution/files", "--no-applications")
    lines = narrow(out)
    assert lines[-1] == "Done, score 1."
    assert "No application recalculated it" in err


def test_not_done_says_what_was_asked_what_is_there_and_why(forge, narrow, bundle):
    out, _ = forge("score", bundle, bundle / "environment/files", "--no-applications", code=1)
    lines = narrow(out)
    assert lines[-1] == "Not done, score 0."
    assert any(line.startswith("rule") and " no " in line for line in lines)
    assert any(line.startswith("  rule: ") for line in lines)


def test_json(forge, bundle, tmp_path):
    scored, _ = forge("score", bundle, bundle / "solution/files", "--no-applications", "--json")
    assert (scored["success"], scored["score"], scored["engines"], scored["troubles"]) == (True, 1.0, [], {})
    names = {"id", "type", "passed", "weight", "expected", "actual", "why", "addresses"}
    assert {frozenset(item) for item in scored["items"]} == {frozenset(names)}
    (tmp_path / "left").mkdir()
    scored, _ = forge("score", bundle, tmp_path / "left", "--no-applications", "--json", code=1)
    assert (scored["success"], scored["score"]) == (False, 0.0)
    (mount,) = scored["troubles"]
    assert all(f"{mount} is missing" in item["why"] for item in scored["items"] if not item["passed"])


def test_a_kept_task_is_scored_by_its_id(forge, bundle):
    forge("score", highlighting().id[:12], bundle / "solution/files", "--no-applications")


def test_what_cannot_be_scored(forge, tmp_path):
    calculating().write_to(tmp_path / "bundle")
    home = leave(calculating(), tmp_path / "home", "golden")
    reward = tmp_path / "reward.json"
    unscored, err = forge(
        "score", tmp_path / "bundle", home, "--reward", reward, "--no-applications", "--json", code=3
    )
    assert list(unscored) == ["unscored"]
    assert "must be probed" in unscored["unscored"]
    assert unscored["unscored"] in err
    assert not reward.exists()


def test_a_damaged_bundle_gives_no_score(forge, tmp_path):
    with_file(highlighting(), "tests/rubric.json", b"{").write_to(tmp_path / "bundle")
    unscored, _ = forge("score", tmp_path / "bundle", tmp_path, "--json", code=3)
    assert "tests/rubric.json" in unscored["unscored"]
    (tmp_path / "no bundle").mkdir()
    out, err = forge("score", tmp_path / "no bundle", tmp_path, code=3)
    assert (out, "is not a bundle" in err) == ("", True)


def test_wrong_usage(forge, bundle, tmp_path):
    assert "does not exist" in forge("score", bundle, tmp_path / "gone", code=2)[1]
    assert "is a file" in forge("score", bundle, bundle / "instruction.md", code=2)[1]
    assert "There is no folder" in forge("score", tmp_path / "gone", tmp_path, code=2)[1]
    assert "RESULT_DIR" in forge("score", bundle, code=2)[1]


class TestReward:
    def test_is_one_when_done_and_nothing_otherwise(self, forge, bundle, tmp_path):
        reward = tmp_path / "reward.json"
        forge("score", bundle, bundle / "solution/files", "--reward", reward, "--no-applications")
        assert json.loads(reward.read_text()) == {"reward": 1.0, "score": 1.0}
        forge("score", bundle, tmp_path, "--reward", reward, "--no-applications", code=1)
        assert json.loads(reward.read_text()) == {"reward": 0.0, "score": 0.0}

    def test_partial_credit_is_no_reward(self, forge, tmp_path):
        answering().write_to(tmp_path / "bundle")
        home, reward = leave(answering(), tmp_path / "home"), tmp_path / "reward.json"
        (home / "answer.json").write_text("1250.5")
        forge("score", tmp_path / "bundle", home, "--reward", reward, "--no-applications", code=1)
        assert json.loads(reward.read_text()) == {"reward": 0.0, "score": 0.75}

    def test_one_that_cannot_be_written_is_an_error(self, forge, bundle, tmp_path):
        reward = tmp_path / "gone/reward.json"
        result = bundle / "solution/files"
        out, err = forge("score", bundle, result, "--reward", reward, "--no-applications", code=3)
        assert (out, "cannot be written" in err) == ("", True)


class TestVerifier:
    """The scripts of a bundle, run as Harbor runs them, with the real command."""

    @pytest.fixture
    def root(self, tmp_path):
        answering().write_to(tmp_path / "task")
        root = tmp_path / "root"
        shutil.copytree(tmp_path / "task/environment", root / "opt/forge/environment")
        shutil.copytree(tmp_path / "task/environment/files/home", root / "home/user")
        return root

    def run(self, root: Path, *command: str) -> str:
        program = root.parent / "bin/forge"
        program.parent.mkdir(exist_ok=True)
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m forge.cli.main "$@" --no-applications\n')
        program.chmod(0o755)
        path = f"{program.parent}:{os.environ['PATH']}"
        environment = {**os.environ, "FORGE_DESKTOP_ROOT": str(root), "PATH": path}
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, timeout=120
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def reward(self, root: Path) -> dict[str, float]:
        collect = tomllib.loads((root.parent / "task/task.toml").read_text())["verifier"]["collect"][0]
        self.run(root, "sh", "-c", collect["command"])
        self.run(root, "sh", str(root.parent / "task/tests/test.sh"))
        return json.loads((root / "logs/verifier/reward.json").read_text())

    def test_the_reference_solution_earns_one_and_doing_nothing_earns_nothing(self, root):
        assert self.reward(root) == {"reward": 0.0, "score": 0.0}
        self.run(root, "sh", str(root.parent / "task/solution/solve.sh"))
        assert self.reward(root) == {"reward": 1.0, "score": 1.0}

    def test_a_link_that_was_left_leads_nowhere(self, root):
        self.run(root, "sh", str(root.parent / "task/solution/solve.sh"))
        file = document(answering(), root / "home/user")
        file.rename(root / "elsewhere.xlsx")
        file.symlink_to(root / "elsewhere.xlsx")
        assert self.reward(root) == {"reward": 0.0, "score": 0.0}
        assert not (root / "home/user" / OLD[2:]).exists()


def test_the_verifiers_part_is_enough(forge, tmp_path):
    verifiers_view(highlighting()).write_to(tmp_path / "part")
    home = leave(highlighting(), tmp_path / "home", "golden")
    forge("score", tmp_path / "part", home, "--no-applications")
