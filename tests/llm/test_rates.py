"""Requests and tokens per minute, and the limiter that engines share."""

from __future__ import annotations

import asyncio
import selectors
import time

import pytest

from forge.errors import UnavailableError, UsageError
from forge.llm.limiter import Limiter, shared_limiter
from forge.llm.provider import CallError
from forge.llm.rates import Meter, Rates


class Leaping(selectors.SelectSelector):
    """Waits for nothing: what would be waited for is added to a clock, so that no machine is too slow for a test."""

    now = 0.0

    def select(self, timeout=None):
        self.now += timeout or 0.0
        return super().select(0)


def seconds_for(rates: Rates, requests: int, tokens: int = 1) -> float:
    """How long requests that come together take, by a clock that stands still while they work."""
    selector = Leaping()
    loop = asyncio.SelectorEventLoop(selector)
    loop.time = lambda: selector.now

    async def ask() -> None:
        meter = Meter(rates)
        await asyncio.gather(*(meter.pass_through(tokens) for _ in range(requests)))

    try:
        loop.run_until_complete(ask())
    finally:
        loop.close()
    return selector.now


def test_a_twelfth_of_a_minute_passes_at_once_and_the_rest_evenly():
    # 1,200 a minute: 100 at once, then 1,100 a minute, so that no minute holds more than 1,200.
    assert seconds_for(Rates(requests=1200), 100) == 0
    assert 1.0 <= seconds_for(Rates(requests=1200), 120) < 1.3


def test_tokens_are_metered_also_for_requests_larger_than_the_burst():
    # 12,000 a minute: 1,000 at once; a request of 1,200 waits for the leak of 200.
    assert 0.9 <= seconds_for(Rates(tokens=12_000), 1, tokens=1_200) < 1.3


def test_no_rate_is_no_limit():
    assert seconds_for(Rates(), 5000, tokens=10**6) == 0


@pytest.mark.parametrize("wrong", [{"requests": 0}, {"tokens": -1}])
def test_senseless_rates_are_refused(wrong):
    with pytest.raises(UsageError, match="per minute"):
        Rates(**wrong)


async def test_requests_wait_for_the_rate(server, desk):
    limiter = Limiter(64, rates=Rates(requests=1200))
    asking = desk(limiter=limiter)
    started = time.monotonic()
    await asyncio.gather(*(asking.ask(seed_key=str(number)) for number in range(115)))
    assert time.monotonic() - started >= 0.8
    assert len(server.requests) == 115


async def test_stopping_wakes_those_that_wait_for_the_rate():
    limiter = Limiter(64, rates=Rates(requests=1))

    async def wait() -> None:
        async with limiter.turn():
            await asyncio.sleep(0)

    await wait()
    waiting = [asyncio.create_task(wait()) for _ in range(3)]
    await asyncio.sleep(0.01)
    limiter.stop(UnavailableError("gone"))
    async with asyncio.timeout(5):
        ends = await asyncio.gather(*waiting, return_exceptions=True)
    assert {str(end) for end in ends} == {"gone"}


async def test_engines_with_one_key_share_a_limiter_and_others_do_not(server, desk, monkeypatch):
    server.always = server.say('{"name": "A", "age": 1}', after_s=0.02)
    first, second = desk(concurrency=3), desk(concurrency=50)
    asks = [asking.ask(seed_key=str(number)) for asking in (first, second) for number in range(12)]
    await asyncio.gather(*asks)
    assert server.most_running == 3
    monkeypatch.setenv("OPENAI_API_KEY", "sk-another-key")
    limiters = [asking.engine._caller.limiter for asking in (first, second, desk(), desk("offline"))]
    assert limiters[0] is limiters[1]
    assert len(set(map(id, limiters))) == 3


async def test_a_dead_provider_gets_another_chance_with_the_next_engine():
    dead = shared_limiter("one", 4, Rates())
    dead.stop(UnavailableError("gone"))
    assert shared_limiter("one", 4, Rates()) is not dead
    living = shared_limiter("one", 4, Rates())
    assert shared_limiter("one", 4, Rates()) is living


async def test_throttling_of_one_engine_slows_the_other(server, desk):
    server.script.append(server.status(429, Retry_After="0.5"))
    first, second = desk(), desk()
    asks = asyncio.create_task(first.ask())
    await server.arrived.wait()
    await asyncio.sleep(0.1)
    started = time.monotonic()
    await second.ask("Bob")
    assert time.monotonic() - started >= 0.3
    await asks


def test_failures_that_say_nothing_of_the_provider_do_not_count():
    async def story() -> int:
        limiter = Limiter(8, tolerated=2)
        for _ in range(5):
            async with limiter.turn() as turn:
                limiter.failed(turn, CallError("bad request", systemic=False))
        return limiter.concurrency

    assert asyncio.run(story()) == 8
