"""`forge gc` and `forge verify-store` on a workspace of real tasks, of which a copy is damaged."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from forge.storage import reports
from forge.storage.workspace import Workspace

from ..tasks import highlighting

Forge = Callable[..., Any]


@pytest.fixture
def copy(workspace: Path, tmp_path: Path) -> Path:
    """A copy of the workspace, to be damaged."""
    shutil.copytree(workspace, tmp_path / "copy")
    return tmp_path / "copy"


def objects(folder: Path) -> list[Path]:
    return sorted(path for path in (folder / "objects").rglob("*") if path.is_file())


def stray(folder: Path, *, hours: float) -> Path:
    """An object that no task names, written so many hours ago."""
    with closing(Workspace(folder, environment={})) as home:
        from forge.storage.objects import key_of  # noqa: PLC0415 - beside its one use

        key = key_of(b"left by a run that was killed", "bundles", "public.tar")
        home.objects.put(key, b"left by a run that was killed")
    file = folder / "objects" / key
    then = time.time() - hours * 3600
    os.utime(file, (then, then))
    return file


def test_nothing_is_wrong_with_what_a_run_left(forge: Forge) -> None:
    _, err = forge("gc")
    assert "0 objects that no task needs (0 bytes) and 0 tasks whose files are lost: found." in err
    _, err = forge("verify-store")
    assert "6 objects" in err
    assert "all are whole" in err


def test_an_object_without_a_task_is_found_and_removed_only_when_told(forge: Forge, copy: Path) -> None:
    file = stray(copy, hours=30)
    found, _ = forge("gc", "--json", at=copy, code=1)
    assert [item["bytes"] for item in found["objects"]] == [29]
    assert file.exists()
    _, err = forge("gc", "--remove", at=copy)
    assert "1 object that no task needs (29 bytes)" in err
    assert not file.exists()
    assert len(objects(copy)) == 6
    forge("gc", at=copy)


def test_young_objects_are_left_to_the_run_that_wrote_them(forge: Forge, copy: Path) -> None:
    file = stray(copy, hours=2)
    _, err = forge("gc", "--remove", at=copy)
    assert "1 younger object may still get a task" in err
    assert file.exists()
    forge("gc", "--older-than", 1, "--remove", at=copy)
    assert not file.exists()


def test_a_task_without_its_files_is_found_and_taken_out_only_when_told(forge: Forge, copy: Path) -> None:
    lost = highlighting().id
    with closing(Workspace(copy, environment={})) as home:
        home.objects.delete(home.catalog.task(lost).private_key)
        accepted = sum(row.accepted for row in reports.cost(home.catalog, "skill"))
    found, _ = forge("gc", "--json", at=copy, code=1)
    assert found["tasks"] == [lost]
    assert found["objects"] == []  # the public part has a task as long as its row is there
    _, err = forge("gc", "--remove", at=copy)
    assert "1 task whose files are lost: removed." in err
    with closing(Workspace(copy, environment={})) as home:
        assert lost not in {task.bundle for task in home.catalog.tasks()}
        (candidate,) = home.catalog.candidates(status="failed")
        assert (candidate.gate, candidate.reason) == ("store", "The files of its task were lost.")
        assert sum(row.accepted for row in reports.cost(home.catalog, "skill")) == accepted - 1
    found, _ = forge("gc", "--older-than", 0, "--json", at=copy, code=1)
    assert len(found["objects"]) == 1  # now the public part is an orphan


def test_a_damaged_object_is_named(forge: Forge, copy: Path) -> None:
    file = objects(copy)[2]
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    _, err = forge("verify-store", at=copy, code=1)
    assert file.name in err
    assert "1 is damaged" in err
    found, _ = forge("verify-store", "--json", at=copy, code=1)
    assert (found["objects"], list(found["damaged"])) == (
        6,
        [file.relative_to(copy / "objects").as_posix()],
    )
