"""The ledger and the cache in the catalog: what is durable when, and that nothing is paid twice."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session

from forge.errors import StorageError
from forge.llm.ledger import Intent, Outcome
from forge.llm.prices import UnitPrices
from forge.llm.provider import ModelReply, Usage
from forge.storage import ledger as ledger_module
from forge.storage.catalog import Catalog
from forge.storage.ledger import MOST_WAITING, CatalogCache, CatalogLedger, Journal
from forge.storage.models import CallRow

NOON = datetime(2026, 3, 16, 12, 0, tzinfo=UTC)


def intent(number=1, **changes):
    values = {"run": "r1", "candidate": f"c{number}", "skill": "a.b.c", "node": "table", "model": "openai/x"}
    return Intent(**{**values, "attempt": 1, "key": f"k{number}", "paid": True, "worst_cost": 0.5, **changes})


def answered(cost=0.25, **changes):
    usage = Usage(prompt=100, cached=40, completion=20, reasoning=5)
    prices = UnitPrices(input=2.5, cached=0.25, output=15)
    return Outcome("answered", usage=usage, prices=prices, price_version="1", cost=cost, **changes)


def calls(catalog):
    with Session(catalog.engine) as session:
        return list(session.scalars(select(CallRow).order_by(CallRow.candidate, CallRow.id)))


@pytest.fixture
def journal(catalog):
    clock = iter(NOON + timedelta(seconds=second) for second in range(100_000))
    return Journal(catalog, now=lambda: next(clock))


@pytest.fixture
def transactions(monkeypatch):
    """The sizes of the batches that were written."""
    sizes = []
    real = ledger_module._write
    monkeypatch.setattr(
        ledger_module, "_write", lambda connection, batch: (sizes.append(len(batch)), real(connection, batch))
    )
    return sizes


async def test_a_paid_attempt_is_kept_before_it_is_made_and_completed_before_it_is_used(journal, catalog):
    ledger = CatalogLedger(journal)
    attempt = await ledger.intend(intent())
    (row,) = calls(catalog)
    assert (row.id, row.result, row.worst_cost, row.cost, row.intended) == (
        attempt,
        "unresolved",
        0.5,
        None,
        NOON,
    )
    await ledger.complete(attempt, answered(latency_ms=12.5, reported_model="x-1"))
    (row,) = calls(catalog)
    assert (row.result, row.cost, row.prompt, row.cached, row.completion, row.reasoning) == (
        *("answered", 0.25),
        *(100, 40, 20, 5),
    )
    assert (row.price_input, row.price_cached, row.price_output, row.price_version) == (2.5, 0.25, 15, "1")
    assert (row.latency_ms, row.reported_model, row.completed) == (12.5, "x-1", NOON + timedelta(seconds=1))


async def test_what_is_not_known_is_null_and_never_zero(journal, catalog):
    ledger = CatalogLedger(journal)
    await ledger.complete(
        await ledger.intend(intent()), Outcome("unresolved", usage=None, reason="timed out")
    )
    (row,) = calls(catalog)
    assert (row.prompt, row.completion, row.cost, row.price_input) == (None, None, None, None)
    assert (row.result, row.reason) == ("unresolved", "timed out")


async def test_attempts_that_cost_nothing_are_written_in_batches(journal, catalog, transactions):
    ledger = CatalogLedger(journal)
    for number in range(MOST_WAITING):
        await ledger.complete(await ledger.intend(intent(number, paid=False)), answered(cost=0.0))
    assert transactions == [MOST_WAITING, MOST_WAITING]
    await ledger.intend(intent(10_000, paid=False))
    await journal.flush()
    await journal.flush()
    assert transactions == [MOST_WAITING, MOST_WAITING, 1]
    rows = calls(catalog)
    assert len(rows) == MOST_WAITING + 1
    assert [row.result for row in rows].count("unresolved") == 1


async def test_paid_attempts_at_once_share_transactions(journal, catalog, transactions):
    ledger = CatalogLedger(journal)

    async def one(number):
        attempt = await ledger.intend(intent(number))
        await ledger.complete(attempt, answered())

    await asyncio.gather(*(one(number) for number in range(64)))
    assert sum(transactions) == 128
    assert len(transactions) <= 8
    assert [row.result for row in calls(catalog)] == ["answered"] * 64


async def test_an_answer_is_on_the_disk_when_its_call_is_completed(journal, catalog):
    ledger, cache = CatalogLedger(journal), CatalogCache(journal)
    reply = ModelReply(text='{"a": "\0 \N{BREAD}"}', usage=Usage(prompt=5), model="x")
    attempt = await ledger.intend(intent())
    await cache.put("k1", reply)
    assert await cache.get("k1") == reply  # also while it waits
    await ledger.complete(attempt, answered())
    other = CatalogCache(Journal(Catalog.open(catalog.engine.url.render_as_string(hide_password=False))))
    assert await other.get("k1") == reply
    assert await other.get("k2") is None
    other._journal.catalog.close()


async def test_an_answer_is_found_while_it_is_being_written(journal, monkeypatch):
    cache = CatalogCache(journal)
    real, seen = journal._commit, []

    def slow(batch):
        seen.append(journal.waiting_answer("k1"))
        real(batch)

    monkeypatch.setattr(journal, "_commit", slow)
    await cache.put("k1", ModelReply(text="hello"))
    await journal.flush()
    assert [row["text"] for row in seen] == ["hello"]


async def test_the_first_answer_to_a_question_stays(journal):
    cache = CatalogCache(journal)
    await cache.put("k1", ModelReply(text="first"))
    await journal.flush()
    await cache.put("k1", ModelReply(text="second"))
    await journal.flush()
    assert (await cache.get("k1")).text == "first"


async def test_a_failure_reaches_everybody_whose_write_was_lost(journal, catalog, monkeypatch):
    ledger = CatalogLedger(journal)

    def fail(connection, batch):
        raise StorageError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(ledger_module, "_write", fail)
        results = await asyncio.gather(*(ledger.intend(intent(n)) for n in range(5)), return_exceptions=True)
    assert [str(result) for result in results] == ["the disk is full"] * 5
    assert calls(catalog) == []
    await ledger.complete(await ledger.intend(intent()), answered())
    assert len(calls(catalog)) == 1


async def test_a_cancelled_caller_does_not_lose_what_others_wrote(journal, catalog):
    ledger = CatalogLedger(journal)
    tasks = [asyncio.create_task(ledger.intend(intent(number))) for number in range(20)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(results[0], asyncio.CancelledError)
    await journal.flush()
    assert {row.candidate for row in calls(catalog)} >= {f"c{number}" for number in range(1, 20)}


def work_and_die(url):
    async def work():
        journal = Journal(Catalog.open(url))
        ledger, cache = CatalogLedger(journal), CatalogCache(journal)
        first = await ledger.intend(intent(1))
        await cache.put("k1", ModelReply(text="paid for"))
        await ledger.complete(first, answered())
        await ledger.intend(intent(2))
        os.kill(os.getpid(), signal.SIGKILL)

    asyncio.run(work())


async def test_a_killed_process_leaves_its_call_in_flight_as_unresolved(database):
    process = multiprocessing.get_context("fork").Process(target=work_and_die, args=(database,))
    process.start()
    process.join(30)
    assert process.exitcode == -signal.SIGKILL
    catalog = Catalog.open(database)
    assert [(row.candidate, row.result) for row in calls(catalog)] == [
        ("c1", "answered"),
        ("c2", "unresolved"),
    ]
    assert (await CatalogCache(Journal(catalog)).get("k1")).text == "paid for"
    catalog.close()
