"""Reports: sums that can be added up by hand."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from forge.llm.ledger import Intent, Outcome
from forge.llm.provider import Usage
from forge.storage.database import migrate, reading, table_of, writing
from forge.storage.ledger import CatalogLedger, Journal
from forge.storage.reports import cost, gates, outcomes, spent, total
from forge.storage.sums import EndedRow, SpendingRow

NOON = datetime(2026, 3, 16, 12, 0, tzinfo=UTC)


@pytest.fixture
async def filled(catalog, rows):
    """Two skills, two runs: accepted, rejected and failed candidates with their calls."""
    ledger = CatalogLedger(Journal(catalog, now=lambda: NOON))

    async def call(row, node, outcome, price=0.01, model="openai/x"):
        attempt = await ledger.intend(
            Intent(
                row.run,
                row.candidate,
                row.skill,
                node,
                model,
                1,
                "k",
                paid=True,
                worst_cost=0.5,
                worst_tokens=900,
            )
        )
        charged = outcome in ("answered", "invalid", "refused")
        if outcome is not None:
            usage = Usage(prompt=100, cached=10, completion=20, reasoning=3) if charged else Usage()
            await ledger.complete(attempt, Outcome(outcome, usage=usage, cost=price if charged else 0.0))

    catalog.start_run(rows.run())
    catalog.start_run(rows.run("r2"))
    good, bad = rows.candidate(0), rows.candidate(1, "rejected", gate="tight")
    other = rows.candidate(2, skill="mail.read.star", run="r2")
    lost = rows.candidate(3, "failed", gate="instruction", skill="mail.read.star", run="r2")
    await call(good, "table", "answered")
    await call(good, "instruction", "invalid")
    await call(good, "instruction", "answered", 0.02)
    await call(bad, "table", "answered")
    await call(other, "instruction", "cached")
    await call(lost, "instruction", "refused", None, "openai/unpriced")
    await call(lost, "instruction", None)
    catalog.record(
        [good, bad, other, lost], [rows.task(0), rows.task(2, skills=["mail.read.star"], run="r2")]
    )
    return catalog


def by_name(rows):
    return {row.name: row for row in rows}


async def test_the_cost_of_a_skill_counts_rejected_work_and_retries(filled):
    found = by_name(cost(filled, "skill"))
    text = found["text.lines.replace"]
    assert (text.accepted, text.candidates, text.calls) == (1, 2, 4)
    assert text.cost == pytest.approx(0.05)
    assert text.cost_per_accepted == pytest.approx(0.05)
    assert (text.prompt, text.prompt_cached, text.completion, text.reasoning) == (400, 40, 80, 12)
    assert text.tokens_per_accepted == 480


async def test_an_unknown_price_makes_the_cost_unknown_and_an_open_call_shows_its_worst(filled):
    mail = by_name(cost(filled, "skill"))["mail.read.star"]
    assert (mail.cached, mail.unresolved, mail.unpriced) == (1, 1, 1)
    assert (mail.cost, mail.cost_per_accepted, mail.worst_unresolved) == (0, None, 0.5)


async def test_the_cost_by_task_run_node_and_model(filled, rows):
    tasks = by_name(cost(filled, "task"))
    good = tasks["r1 text.lines.replace/7/0/easy"]
    assert (good.bundle, good.accepted, good.cost) == (rows.id(0), 1, pytest.approx(0.04))
    assert tasks["r1 text.lines.replace/7/1/easy"].cost_per_accepted is None
    runs = by_name(cost(filled, "run"))
    assert [(runs[name].accepted, runs[name].candidates) for name in ("r1", "r2")] == [(1, 2), (1, 2)]
    nodes = by_name(cost(filled, "node"))
    assert (nodes["table"].candidates, nodes["table"].accepted, nodes["table"].cost) == (
        2,
        1,
        pytest.approx(0.02),
    )
    assert (nodes["instruction"].candidates, nodes["instruction"].accepted) == (3, 2)
    models = by_name(cost(filled, "model"))
    assert models["openai/x"].cost == pytest.approx(0.05)
    assert (models["openai/unpriced"].accepted, models["openai/unpriced"].unpriced) == (0, 1)


async def test_what_did_not_go_into_tasks_is_told_apart(filled):
    text, mail = (by_name(cost(filled, "skill"))[name] for name in ("text.lines.replace", "mail.read.star"))
    assert (text.rejected_tokens, text.rejected_cost) == (120, pytest.approx(0.01))
    assert (text.retried_tokens, text.retried_cost) == (120, pytest.approx(0.01))
    assert (mail.rejected_tokens, mail.rejected_cost, mail.retried_tokens) == (120, 0, 0)
    tasks = by_name(cost(filled, "task"))
    assert sum(task.rejected_tokens for task in tasks.values()) == 240
    assert sum(task.retried_tokens for task in tasks.values()) == 120


async def test_the_cost_by_day(filled):
    (day,) = cost(filled, "day")
    assert (day.name, day.accepted, day.calls, day.cost) == ("2026-03-16", 2, 7, pytest.approx(0.05))


async def test_the_sums_are_those_of_the_rows(filled, rows):
    """What was added step by step is what the rows give when they are added up anew."""

    def sums():
        with reading(filled.engine) as connection:
            return [
                [
                    tuple(row)
                    for row in connection.execute(
                        select(table_of(kind)).order_by(*table_of(kind).primary_key)
                    )
                ]
                for kind in (SpendingRow, EndedRow)
            ]

    again = rows.candidate(1, "failed", gate="model")
    filled.record([again, rows.candidate(4, "failed", gate="model")])
    before = sums()
    with writing(filled.engine) as connection:
        migrate(connection, "here", "0001")
        migrate(connection, "here")
    spending, ended = sums()
    assert [row[:6] for row in before[0]] == [row[:6] for row in spending]
    for added, anew in zip(before[0], spending, strict=True):
        assert added[6:] == pytest.approx(anew[6:])
    assert before[1] == ended


async def test_the_sum_over_skills_is_the_sum_over_runs(filled):
    skills, runs = total(cost(filled, "skill")), total(cost(filled, "run"))
    assert skills == runs
    assert (skills.accepted, skills.candidates, skills.calls, skills.cost) == (2, 4, 7, pytest.approx(0.05))


async def test_reports_of_one_run_or_some_skills(filled):
    assert [row.name for row in cost(filled, "skill", run="r1")] == ["text.lines.replace"]
    assert [row.name for row in cost(filled, "run", skills=["mail.*"])] == ["r2"]
    assert cost(filled, "task", run="r3") == []


async def test_what_became_of_candidates(filled):
    mail, text = outcomes(filled)
    assert (text.skill, text.accepted, text.rejected, text.failed) == ("text.lines.replace", 1, 1, 0)
    assert (text.by_gate, mail.by_gate) == ({"tight": 1}, {"instruction": 1})
    assert [row.skill for row in outcomes(filled, skills=["mail.*"])] == ["mail.read.star"]


async def test_a_budget_goes_on_from_what_was_spent_with_the_worst_case_of_open_calls(filled):
    assert spent(filled, "r1") == (pytest.approx(0.05), 480)
    assert spent(filled, "r2") == (
        pytest.approx(0.5 + 0.5),
        120 + 900,
    )  # a refusal without a price, an open call
    assert spent(filled, "r3") == (0.0, 0)


def test_what_the_gates_said(catalog, rows):
    catalog.start_run(rows.run())
    first, second = rows.candidate(0), rows.candidate(1, "rejected", gate="tight")
    catalog.record(
        [first, second],
        [rows.task(0)],
        [
            rows.verdict(first, "tight", milliseconds=4.0),
            rows.verdict(second, "tight", "fail", milliseconds=2.0),
            rows.verdict(first, "opens", "not run"),
        ],
    )
    opens, tight = gates(catalog)
    assert (tight.gate, tight.passed, tight.failed, tight.errors, tight.not_run) == ("tight", 1, 1, 0, 0)
    assert tight.milliseconds == pytest.approx(3.0)
    assert (opens.passed, opens.not_run) == (0, 1)
    assert gates(catalog, run="r2") == []
