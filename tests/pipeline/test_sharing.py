"""Content that candidates share, and how much tasks differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from forge.pipeline.batch import leads
from forge.pipeline.diversity import Diversity, alike, diversity_report, spread
from forge.pipeline.run import Run, RunRequest
from forge.skills.instruction import INSTRUCTIONS, InstructionDrafts
from forge.skills.registry import select
from forge.storage import reports
from forge.storage.workspace import Workspace

SKILL = "calc.formatting.number_format"


async def make(folder: Path, **wanted: Any) -> Run:
    request = RunRequest(skills=SKILL, count=9, seed=2, engines=False, rebuild_every=0, workers=1, **wanted)
    async with Run(request, Workspace(folder, {})) as run:
        for skill in select(SKILL):
            await run.make(skill, request.orders(skill.id))
    return run


def test_so_many_candidates_of_one_difficulty_share_a_lead() -> None:
    orders = RunRequest(skills=SKILL, count=12).orders(SKILL)
    found = leads(orders, 2)
    assert [found[order].index for order in orders] == [0, 1, 2, 0, 1, 2, 6, 7, 8, 6, 7, 8]
    assert all(found[order].difficulty == order.difficulty for order in orders)
    assert leads(orders, 1) == {order: order for order in orders}


async def test_shared_content_is_asked_for_once_and_the_tasks_still_differ(tmp_path: Path) -> None:
    alone, shared = await make(tmp_path / "one"), await make(tmp_path / "two", reuse=4)
    costs = {}
    for name, run in (("alone", alone), ("shared", shared)):
        nodes = {cost.name: cost for cost in reports.cost(run.workspace.catalog, "node")}
        costs[name] = nodes
    assert costs["alone"]["table"].cached == 0
    assert costs["shared"]["table"].calls - costs["shared"]["table"].cached == 3
    assert costs["shared"]["table"].prompt < costs["alone"]["table"].prompt / 2
    assert costs["shared"]["instruction"].cached == 0
    (result,) = shared.results.values()
    assert result.accepted >= 8
    assert len(set(result.tasks)) == result.accepted
    again = await make(tmp_path / "three", reuse=4)
    (same,) = again.results.values()
    assert same.tasks == result.tasks
    report = diversity_report(shared.workspace.catalog)
    (row,) = report.rows
    assert (row["skill"], row["tasks"], row["near_duplicates"]) == (SKILL, result.accepted, 0)
    assert row["instructions"] == result.accepted
    assert 1 <= row["domains"] <= 3
    assert 0 < row["distinct_1"] < row["distinct_2"] <= row["distinct_3"] <= 1


async def test_instructions_of_several_tasks_are_written_in_one_call(tmp_path: Path) -> None:
    alone, joint = await make(tmp_path / "one"), await make(tmp_path / "two", together=4)
    nodes = {cost.name: cost for cost in reports.cost(joint.workspace.catalog, "node")}
    (one,) = [cost for cost in reports.cost(alone.workspace.catalog, "node") if cost.name == "instruction"]
    # A batch of four, then one of five: two calls for four each, and the last one is alone.
    assert nodes["instructions"].calls - nodes["instructions"].cached == 2
    assert nodes["instruction"].calls == 1
    assert nodes["instructions"].prompt + nodes["instruction"].prompt < one.prompt * 0.8
    (result,) = joint.results.values()
    assert result.accepted >= 8
    texts = [row.instruction for row in joint.workspace.catalog.tasks()]
    assert len(set(texts)) == len(texts) == result.accepted
    (same,) = (await make(tmp_path / "three", together=4)).results.values()
    assert same.tasks == result.tasks


async def test_an_instruction_that_is_missing_or_wrong_is_asked_for_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def careless(random: Random, variables: Mapping[str, Any]) -> InstructionDrafts:
        texts = INSTRUCTIONS.offline(random, variables).texts
        return InstructionDrafts(
            texts=["Please do all of it today.", *texts[1:]] if len(texts) > 2 else texts[1:]
        )

    monkeypatch.setattr("forge.pipeline.batch.INSTRUCTIONS", replace(INSTRUCTIONS, offline=careless))
    run = await make(tmp_path, together=3)
    nodes = {cost.name: cost for cost in reports.cost(run.workspace.catalog, "node")}
    (result,) = run.results.values()
    assert result.accepted >= 8
    # Three and one, three and two: of three the first is wrong, of two one is missing, so nobody knows which.
    assert nodes["instructions"].calls - nodes["instructions"].cached == 3
    assert nodes["instruction"].calls == 1 + 1 + 1 + 2


def task(number: int, instruction: str, domain: str = "sales", sketch: tuple[int, ...] = ()) -> Any:
    return SimpleNamespace(
        bundle=str(number), instruction=instruction, domain=domain, difficulty="easy", fingerprint=sketch
    )


def test_near_duplicates_are_found_among_many() -> None:
    sketches = {str(name): frozenset(range(name * 1000, name * 1000 + 128)) for name in range(200)}
    sketches["twin"] = frozenset([*range(5000, 5120), *range(900_000, 900_008)])
    assert alike(sketches) == [("5", "twin")]
    words_of_the_skill = frozenset(range(10**6, 10**6 + 60))
    common = {name: frozenset(sorted(sketch)[:68]) | words_of_the_skill for name, sketch in sketches.items()}
    assert alike(common) == [("5", "twin")]


def test_distinct_runs_of_words_are_counted() -> None:
    found = Diversity()
    for number, text in enumerate(["sort the rows", "sort the rows", "Sort the columns"]):
        found.add(task(number, text, domain=["sales", "sales", "travel"][number]))
    row = found.row("all")
    assert (row["tasks"], row["instructions"]) == (3, 2)
    assert row["distinct_1"] == pytest.approx(4 / 9)
    assert row["distinct_2"] == pytest.approx(3 / 6)
    assert row["largest_domain"] == pytest.approx(2 / 3)
    assert (row["easy"], row["hard"]) == (3, 0)


def test_spread_is_one_when_all_are_equal_and_unknown_for_one() -> None:
    assert spread([5, 5, 5]) == pytest.approx(1.0)
    assert spread([99, 1]) < 0.1
    assert spread([7]) is None
    assert Diversity().row("none")["distinct_1"] is None
