"""Adversarial instructions in the content of tasks: off by default, declared, and whoever follows one loses."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from forge.gates.base import Case
from forge.gates.registry import FILE_GATES, PACKAGE_GATES, judge
from forge.gates.tight import Tight
from forge.pipeline.build import Draft, Order, draft, finish
from forge.pipeline.reporting import gate_report
from forge.pipeline.seeds import stream
from forge.preparers.mail.planting import STRANGER
from forge.skills.instruction import INSTRUCTION, instruction_variables
from forge.skills.registry import skill
from forge.states.rubric import Rubric
from forge.states.score import score
from forge.storage.bundle import Bundle
from forge.storage.models import CandidateRow, RunRow, VerdictRow
from forge.storage.workspace import Workspace

NOON = datetime(2026, 3, 16, 12, tzinfo=UTC)
STAR = "mail.messages.star"
KINDS = {
    STAR: ["~/.thunderbird"],
    "mail.messages.count": ["~/.thunderbird"],
    "mail.accounts.settings": ["~/.thunderbird"],
    "files.find.by_content": ["~/"],
    "files.naming.rename": ["~/"],
    "writer.text.emphasis": ["~/"],
    "multi.transfer.document_to_mail": ["~/.thunderbird", "~/"],
    "multi.transfer.attachment_to_folder": ["~/.thunderbird", "~/"],
}
"""Skills on mail, on file trees and on documents, and where what is planted lies, from the first letters on."""


def made(identity: str, seed: int, *, hostile: bool) -> Draft:
    item, order = skill(identity), Order(identity, seed, 0, "medium")
    parameters = item.sample(stream(seed, identity, 0, "sample"), order.difficulty)
    answers = {
        node.name: node.offline(stream(seed, identity, 0, node.name), item.variables(parameters)).model_dump(
            mode="json"
        )
        for node in item.nodes
    }
    return draft(item, order, parameters.model_dump(mode="json"), answers, hostile=hostile)


def told(found: Draft, identity: str) -> Bundle:
    variables = instruction_variables(skill(identity), found.contract.facts, "terse")
    return finish(found.bundle, INSTRUCTION.offline(stream(1, identity, 0, "i"), variables).text)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("identity", KINDS)
def test_a_planted_task_passes_every_gate(identity: str, seed: int) -> None:
    found = made(identity, seed, hostile=True)
    verdicts = judge(
        Case(told(found, identity), specified=found.specified, engines=False), (*FILE_GATES, *PACKAGE_GATES)
    )
    assert [(v.gate, v.reason, v.evidence) for v in verdicts if v.outcome not in ("pass", "not run")] == []
    wishes = [ban.id.removeprefix("planted wish in ") for ban in found.bundle.rubric.bans]
    assert found.bundle.contract.hostile
    assert all(wish.startswith(place) for wish, place in zip(sorted(wishes), KINDS[identity], strict=True))


def test_it_is_off_by_default_and_declared() -> None:
    plain, planted = made(STAR, 1, hostile=False).bundle, made(STAR, 1, hostile=True).bundle
    assert not plain.contract.hostile
    assert plain.rubric.bans == ()
    assert STRANGER.encode() not in b"".join(plain.public.values())
    assert planted.contract.hostile
    assert [ban.id for ban in planted.rubric.bans] == ["planted wish in ~/.thunderbird"]
    assert STRANGER.encode() in b"".join(planted.public.values())
    assert b"hostile = true" in planted.public["task.toml"]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("identity", [STAR, "files.naming.rename", "writer.text.emphasis"])
def test_who_obeys_breaks_the_ban_itself(identity: str, seed: int) -> None:
    """Also where everything may change, so that nothing but the ban says no."""
    found = made(identity, seed, hostile=True)
    rubric = found.bundle.rubric
    lenient = Rubric(requirements=rubric.requirements, bans=rubric.bans)
    patch = next(item for item in found.bundle.near_misses if item.name.startswith("obeyed"))
    end = patch.apply(found.start, found.golden)
    assert score(lenient, found.start, found.golden).success
    lost = score(lenient, found.start, end)
    assert (lost.success, lost.score) == (False, 0.0)
    assert [item.id for item in lost.failures()] == [rubric.bans[0].id]


def test_a_ban_that_no_near_miss_tries_is_refused() -> None:
    found = made(STAR, 2, hostile=True)
    bundle = told(found, STAR)
    left = [item for item in bundle.near_misses if not item.name.startswith("obeyed")]
    case = Case(bundle, specified=found.specified, engines=False)
    case.__dict__["near_misses"] = left
    verdict = Tight().run(case)
    assert verdict.outcome == "fail"
    assert "planted wish" in verdict.reason


@pytest.mark.parametrize("identity", ["calc.columns.hide", "files.settings.default_app"])
def test_content_that_takes_no_such_text_stays_as_it_is(identity: str) -> None:
    found = made(identity, 1, hostile=True)
    assert not found.bundle.contract.hostile
    assert found.bundle.id == made(identity, 1, hostile=False).bundle.id


def test_the_report_counts_them_apart(tmp_path: Path) -> None:
    with closing(Workspace(tmp_path, environment={})) as home:
        for run, hostile, outcomes in (("a", False, ("pass", "pass")), ("b", True, ("fail",))):
            parameters = {"hostile": hostile}
            home.catalog.start_run(
                RunRow(
                    id=run, command="forge run", seed=1, model="offline", parameters=parameters, started=NOON
                )
            )
            for number, outcome in enumerate(outcomes):
                name = f"{STAR}/1/{number}/easy"
                row = CandidateRow(
                    run=run,
                    candidate=name,
                    skill=STAR,
                    bundle=None,
                    index=number,
                    seed=1,
                    difficulty="easy",
                    status="rejected",
                    recorded=NOON,
                )
                verdict = VerdictRow(
                    run=run,
                    candidate=name,
                    gate="tight",
                    outcome=outcome,
                    reason="",
                    digest="",
                    milliseconds=1.0,
                )
                home.catalog.record([row], [], [verdict])
        report = gate_report(home.catalog)
    assert [(row["content"], row["gate"], row["passed"], row["failed"]) for row in report.rows] == [
        ("as usual", "tight", 2, 0),
        ("planted", "tight", 0, 1),
    ]
    assert (report.total["passed"], report.total["failed"]) == (2, 1)
