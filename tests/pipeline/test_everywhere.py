"""One seed from the command line: the same bundles wherever they are made, and each of them whole, of every skill."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from forge.pipeline.checking import check
from forge.skills.registry import all_skills
from forge.storage.catalog import TaskFilter
from forge.storage.workspace import Workspace

RUN = ("run", "--count", "1", "--seed", "11", "--difficulty", "medium")
HOW = ("--no-prefect", "--no-applications", "--workers", "1", "--json")
HOME = {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "0"}
PLACES = {
    "far west, ünder a name": {"TZ": "America/Los_Angeles", "LC_ALL": "de_DE.UTF-8", "PYTHONHASHSEED": "1"},
    "far/east": {"TZ": "Asia/Tokyo", "LC_ALL": "C", "LANG": "ja_JP.UTF-8", "PYTHONHASHSEED": "4242"},
}


def made(folder: Path, place: dict[str, str], skills: str = "*") -> Workspace:
    """The workspace of a run in a folder and an environment of its own."""
    folder.mkdir(parents=True)
    done = subprocess.run(
        [sys.executable, "-m", "forge.cli.main", *RUN, *HOW, "--skills", skills],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(Path(".dev").absolute()), "FORGE_HOME": "store", **place},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    json.loads(done.stdout)
    return Workspace(folder / "store", environment={})


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Workspace:
    return made(tmp_path_factory.mktemp("home") / "here", HOME)


def bundles(workspace: Workspace) -> dict[str, str]:
    return {task.skills[0]: task.bundle for task in workspace.catalog.tasks(TaskFilter())}


@pytest.mark.parametrize("place", PLACES)
def test_one_seed_gives_the_same_bundles_everywhere(everything, place, tmp_path):
    """For every eighth skill; certification makes each candidate again in other environments."""
    some = sorted(all_skills())[list(PLACES).index(place) :: 8]
    first = bundles(everything)
    assert bundles(made(tmp_path / place, PLACES[place], ",".join(some))) == {
        name: first[name] for name in some
    }


def test_every_bundle_of_a_run_over_all_skills_is_whole(everything):
    assert set(bundles(everything)) == set(all_skills()), "every skill's candidate was accepted"
    for task in everything.catalog.tasks(TaskFilter()):
        bundle = everything.bundle(task)
        checked = check("", bundle, engines=False, rebuild=False)
        wrong = [(item.gate, item.reason) for item in checked.verdicts if item.outcome in ("fail", "error")]
        assert (bundle.id, wrong) == (task.bundle, []), task.skills
        assert len(bundle.near_misses) >= 3, task.skills
        assert len(bundle.variants) >= 2, task.skills
