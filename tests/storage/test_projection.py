"""What a run will cost, judged by earlier ones."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from forge.llm.ledger import Intent, Outcome
from forge.llm.provider import Usage
from forge.storage.ledger import CatalogLedger, Journal
from forge.storage.projection import project

NOON = datetime(2026, 3, 16, 12, 0, tzinfo=UTC)
SKILL, OTHER = "text.lines.replace", "mail.read.star"


@pytest.fixture
async def earlier(catalog, rows):
    """Two candidates of one skill and one of another: each asked twice, one of its calls from the cache."""
    ledger = CatalogLedger(Journal(catalog, now=lambda: NOON))
    catalog.start_run(rows.run())
    candidates = [
        rows.candidate(0),
        rows.candidate(1, "rejected", gate="tight"),
        rows.candidate(2, skill=OTHER),
    ]
    for row, tokens in zip(candidates, (100, 100, 400), strict=True):
        for result in ("answered", "cached"):
            attempt = await ledger.intend(
                Intent(row.run, row.candidate, row.skill, "n", "openai/x", 1, "k", paid=True)
            )
            usage = Usage(prompt=tokens, completion=0) if result == "answered" else Usage()
            await ledger.complete(attempt, Outcome(result, usage=usage, cost=usage.prompt / 1000))
    catalog.record(candidates)
    return catalog


async def test_each_skill_is_judged_by_its_own_and_a_new_one_by_all(earlier):
    found = project(earlier, "openai/x", {SKILL: 10})
    # Two calls for a candidate; one that is sent takes 100 tokens and $0.10; stored answers are not counted on.
    assert (found.candidates, found.tokens, found.cost) == (10, 2000, pytest.approx(2.0))
    assert found.tasks == 2
    assert project(earlier, "openai/x", {OTHER: 1}).tokens == 800
    assert project(earlier, "openai/x", {"a.new.one": 1}).tokens == 400
    assert project(earlier, "openai/x", {SKILL: 1, OTHER: 1}).cost == pytest.approx(1.0)


async def test_without_earlier_tasks_nothing_is_known(earlier):
    assert project(earlier, "openai/other", {SKILL: 10}) is None


async def test_an_unknown_price_makes_the_cost_unknown(earlier, rows):
    ledger = CatalogLedger(Journal(earlier, now=lambda: NOON))
    row = rows.candidate(5, skill=OTHER)
    attempt = await ledger.intend(
        Intent(row.run, row.candidate, row.skill, "n", "openai/x", 1, "k", paid=True)
    )
    await ledger.complete(attempt, Outcome("answered", usage=Usage(prompt=400), cost=None))
    earlier.record([row])
    assert project(earlier, "openai/x", {OTHER: 1}).cost is None
    assert project(earlier, "openai/x", {SKILL: 1}).cost == pytest.approx(0.2)
