"""Defects in how tasks are made and kept.

no  what is planted                                                          found by
26  a skill that leaves something behind for the next task                   reproducible
27  a skill that does not honour its seed, or the order of a set             reproducible
29  a skill that looks at the clock or at the time zone                      reproducible
42  damage to what is stored                                                 reading it; a small run has none
"""

from __future__ import annotations

import asyncio

import pytest

from forge.errors import StorageError
from forge.gates.registry import ALL_GATES
from forge.pipeline.rebuild import end_rebuilders
from forge.pipeline.run import Run, RunRequest
from forge.pipeline.scoring import score_result
from forge.skills.registry import select
from forge.storage.workspace import Workspace, private_key, public_key

from ..tasks import leave, made
from .planting import Parts, assert_found, judged, outcomes

FAULTY = '''
import os
import time
from datetime import date, datetime
from random import Random

from forge.skills.calc.highlight_below import HighlightBelow


class Zoomed:
    """A sheet that is zoomed by what nobody may look at."""

    def prepare(self, parameters, kits, desktop, random):
        scene = super().prepare(parameters, kits, desktop, random)
        scene.table.worksheet(desktop).zoom = 50 + self.look(random) % 300
        return scene


class Honest(Zoomed, HighlightBelow):
    id = "calc.faulty.honest"

    def look(self, random):
        return random.randrange(300)


class Remembers(Zoomed, HighlightBelow):
    id = "calc.faulty.remembers"
    made = 0

    def look(self, random):
        Remembers.made += 1
        return Remembers.made


class Unseeded(Zoomed, HighlightBelow):
    id = "calc.faulty.unseeded"

    def look(self, random):
        return Random().randrange(300)


class Hashes(Zoomed, HighlightBelow):
    id = "calc.faulty.hashes"

    def look(self, random):
        return hash("a name")


class Dated(Zoomed, HighlightBelow):
    id = "calc.faulty.dated"

    def look(self, random):
        return date.today().year


class Local(Zoomed, HighlightBelow):
    id = "calc.faulty.local"

    def look(self, random):
        return int(time.mktime(datetime(2026, 1, 1).timetuple())) // 3600
'''


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    """Skills of one fault each, in a folder of skills of one's own."""
    folder = tmp_path_factory.mktemp("skills")
    (folder / "faulty.py").write_text(FAULTY)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FORGE_SKILLS_PATH", str(folder))
        patch.setenv("PYTHONHASHSEED", "0")
        end_rebuilders()
        yield {item.id.rpartition(".")[2]: type(item) for item in select("calc.faulty.*")}
    end_rebuilders()


def test_26_27_29_a_skill_without_a_fault(faulty, tmp_path):
    checked = judged(made(faulty["honest"]), tmp_path, rebuild=True)
    assert checked.ok
    assert outcomes(checked)["reproducible"] == "pass"


@pytest.mark.parametrize(
    ("fault", "shown"),
    [
        ("remembers", ()),
        ("unseeded", ()),
        ("hashes", ("4242",)),
        ("dated", ("2031-12-31",)),
        ("local", ("Asia/Tokyo",)),
    ],
)
def test_26_27_29_a_skill_with_a_fault(faulty, tmp_path, fault, shown):
    bundle = made(faulty[fault])
    assert_found(bundle, tmp_path, "reproducible", bundle.id, *shown, rebuild=True)


# 42: everything that a run keeps

SKILLS = "calc.cells.enter_values,calc.formulas.arithmetic,calc.rows.sort"


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A workspace with what a small run has kept."""
    request = RunRequest(skills=SKILLS, count=2, seed=11, engines=False, workers=1)
    workspace = Workspace(tmp_path_factory.mktemp("stored"), environment={})

    async def make():
        async with Run(request, workspace) as run:
            for skill in select(SKILLS):
                await run.make(skill, request.orders(skill.id))
        return [result.accepted for result in run.results.values()]

    assert asyncio.run(make()) == [2] * 3
    yield workspace
    workspace.close()


def test_42_every_stored_bundle_is_whole(stored, tmp_path):
    tasks = list(stored.catalog.tasks())
    assert len(tasks) == 6
    for number, task in enumerate(tasks):
        bundle = stored.bundle(task)
        record = bundle.contract
        checked = judged(bundle, tmp_path)
        assert checked.ok, [item for item in checked.verdicts if item.outcome == "fail"]
        assert Parts(bundle).together().id == bundle.id == task.bundle
        assert (task.public_digest, task.private_digest) == (bundle.public_digest, bundle.private_digest)
        keys = public_key(bundle.public_archive()), private_key(bundle.private_archive())
        assert (task.public_key, task.private_key) == keys
        said = (tuple(task.skills), task.difficulty, task.domain, task.locale, task.instruction, task.engine)
        parts = (
            record.skills,
            record.difficulty,
            record.domain,
            record.locale,
            bundle.instruction,
            record.engine,
        )
        assert said == parts
        verdicts = {verdict.gate: verdict for verdict in stored.catalog.verdicts(task.bundle)}
        assert set(verdicts) == {gate.name for gate in ALL_GATES}
        assert {verdict.outcome for verdict in verdicts.values()} <= {"pass", "not run"}
        assert {name: verdict.digest for name, verdict in verdicts.items()} == {
            verdict.gate: verdict.digest for verdict in checked.verdicts
        }
        if not bundle.rubric.probes:
            for side, expected in (("golden", (True, 1.0)), ("start", (False, 0.0))):
                home = leave(bundle, tmp_path / f"{number} {side}", side)
                found = score_result(bundle, home, engines=False).score
                assert (found.success, found.score) == expected


@pytest.mark.parametrize("part", ["public", "private"])
@pytest.mark.parametrize(
    "damage", [lambda content: content[:-600], lambda content: content.replace(b"a", b"b", 1)]
)
def test_42_damage_is_seen_when_a_bundle_is_read(stored, part, damage):
    task = next(iter(stored.catalog.tasks()))
    file = stored.root / "objects" / getattr(task, f"{part}_key")
    content = file.read_bytes()
    file.chmod(0o644)
    file.write_bytes(damage(content))
    try:
        with pytest.raises(StorageError, match="damaged"):
            stored.bundle(task)
    finally:
        file.write_bytes(content)
    assert stored.bundle(task).id == task.bundle


def test_42_a_row_of_another_bundle_is_seen(stored):
    first, second, *_ = stored.catalog.tasks()
    first.private_key = second.private_key
    with pytest.raises(StorageError, match="its row was changed"):
        stored.bundle(first)
