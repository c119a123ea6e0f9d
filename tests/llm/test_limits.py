from __future__ import annotations

import asyncio
import time

import pytest

from forge.errors import BudgetError, UnansweredError, UnavailableError, UsageError
from forge.llm.budget import Budget
from forge.llm.limiter import Limiter
from forge.llm.prices import ModelPrice, PriceTable
from forge.llm.provider import CallError


async def gather(asking, count: int, **keywords) -> list:
    asks = (asking.ask(seed_key=str(number), **keywords) for number in range(count))
    return await asyncio.gather(*asks, return_exceptions=True)


async def test_no_more_calls_at_once_than_allowed(server, desk):
    server.always = server.say('{"name": "A", "age": 1}', after_s=0.02)
    answers = await gather(desk(concurrency=5), 30)
    assert {answer.age for answer in answers} == {1}
    assert server.most_running == 5


async def test_throttling_halves_once_for_a_burst_and_grows_back():
    limiter = Limiter(64)
    async with limiter.turn() as first, limiter.turn() as second:
        limiter.failed(first, CallError("slow down", throttled=True))
        limiter.failed(second, CallError("slow down", throttled=True))
    assert limiter.concurrency == 32
    async with limiter.turn() as third:
        limiter.failed(third, CallError("slow down", throttled=True))
    assert limiter.concurrency == 16
    for _ in range(17):
        limiter.succeeded()
    assert limiter.concurrency == 17
    for _ in range(3000):
        limiter.succeeded()
    assert limiter.concurrency == 64


async def test_everyone_waits_while_the_provider_asked_to_wait(server, desk):
    server.script.append(server.status(429, Retry_After="0.5"))
    asking = desk(concurrency=1)
    started = time.monotonic()
    await gather(asking, 3)
    assert time.monotonic() - started >= 0.5
    assert len(server.requests) == 4


async def test_provider_that_recovers_loses_no_candidate(server, desk):
    server.script.extend([server.status(503)] * 6)
    limiter = Limiter(4, tolerated=4, probes=3, cooldown_s=0.05)
    answers = await gather(desk(limiter=limiter, attempts=6), 12)
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert limiter.concurrency == 4


async def test_faults_between_answers_are_no_outage(server, desk):
    for _ in range(20):
        server.script.extend([server.status(503), server.say('{"name": "A", "age": 1}')])
    limiter = Limiter(1, tolerated=4, probes=1, cooldown_s=60)
    answers = await gather(desk(limiter=limiter, attempts=6), 20)
    assert [answer for answer in answers if isinstance(answer, Exception)] == []


async def test_dead_provider_stops_everything_after_its_probes(server, desk):
    server.always = server.status(503)
    limiter = Limiter(8, tolerated=8, probes=2, cooldown_s=0.05)
    answers = await gather(desk(limiter=limiter, attempts=4), 60)
    kinds = {type(answer) for answer in answers}
    assert kinds <= {UnansweredError, UnavailableError}
    dead = [answer for answer in answers if isinstance(answer, UnavailableError)]
    assert len(dead) > 50
    assert "in a row" in str(dead[0])
    assert dead[0].hint
    assert len(server.requests) <= 8 + 8 + 2


async def test_stopping_wakes_those_that_wait():
    limiter = Limiter(2)
    async with limiter.turn() as turn:
        limiter.failed(turn, CallError("later", throttled=True, wait_s=30))

    async def wait_for_turn() -> None:
        async with limiter.turn():
            pytest.fail("nobody may send")

    waiting = [asyncio.create_task(wait_for_turn()) for _ in range(4)]
    await asyncio.sleep(0.01)
    limiter.stop(UnavailableError("gone", hint="look"))
    async with asyncio.timeout(5):
        ends = await asyncio.gather(*waiting, return_exceptions=True)
    assert [(type(end), str(end), end.hint) for end in ends] == [(UnavailableError, "gone", "look")] * 4


@pytest.mark.parametrize("concurrency", [1, 16, 64])
async def test_cost_is_never_passed_at_any_concurrency(server, desk, concurrency):
    server.always = server.say('{"name": "A", "age": 1}', usage=(300, 0, 200, 0), after_s=0.01)
    budget = Budget(max_cost=0.05)  # a call costs 0.0023
    asking = desk(budget=budget, concurrency=concurrency)
    answers = await gather(asking, 80)
    kept = [answer for answer in answers if not isinstance(answer, Exception)]
    assert {type(answer) for answer in answers if isinstance(answer, Exception)} == {BudgetError}
    charged = len(server.requests) * 0.0023
    assert charged <= 0.05
    assert charged == pytest.approx(budget.cost)
    assert len(kept) == len(server.requests) >= 20


async def test_tokens_are_never_passed(server, desk):
    server.always = server.say('{"name": "A", "age": 1}', usage=(300, 0, 200, 0))
    budget = Budget(max_tokens=10_000)
    answers = await gather(desk(budget=budget, concurrency=32), 40)
    assert any(isinstance(answer, BudgetError) for answer in answers)
    assert server.charged == budget.tokens <= 10_000
    assert server.charged >= 8_000


async def test_reservation_waits_for_others_to_settle():
    budget = Budget(max_cost=1.0)
    async with budget.reserve(0.9, 0) as held:

        async def second() -> float:
            async with budget.reserve(0.9, 0) as mine:
                mine.settle(0.1, 0)
            return budget.cost

        waiting = asyncio.create_task(second())
        await asyncio.sleep(0.01)
        assert not waiting.done()
        held.settle(0.05, 0)
    assert await waiting == pytest.approx(0.15)


async def test_what_was_spent_before_counts():
    budget = Budget(max_cost=1.0, cost=0.95)
    with pytest.raises(BudgetError, match=r"\$0.9500 of \$1.0000"):
        async with budget.reserve(0.1, 5):
            pytest.fail("it does not fit")


@pytest.mark.parametrize("limit", [-1.0, float("nan")])
def test_senseless_budget_is_refused(limit):
    with pytest.raises(UsageError):
        Budget(max_cost=limit)


async def test_cost_limit_without_a_price_is_refused_before_anything_is_sent(server, desk):
    asking = desk(budget=Budget(max_cost=1.0), prices=PriceTable(version="1", models={}))
    with pytest.raises(UsageError, match="price of openai/tiny is unknown"):
        await asking.engine.check()
    assert server.requests == []


async def test_price_holds_only_at_its_endpoint(server, desk):
    price = ModelPrice(input=1, cached=1, output=1, endpoint="https://elsewhere.example/v1")
    asking = desk(prices=PriceTable(version="1", models={"openai/tiny": price}))
    await asking.ask()
    assert asking.ledger.rows[0].outcome.cost is None
