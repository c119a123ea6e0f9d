from __future__ import annotations

import asyncio
from functools import partial

import pytest

from forge.pipeline.lanes import AT_ONCE, Turns, a_few_at_once


async def worked(turns, rank, told, gate):
    async with turns.taken(rank):
        told.append(rank)
        await gate.wait()


async def settle():
    for _ in range(10):
        await asyncio.sleep(0)


async def test_who_has_the_lowest_rank_comes_first():
    turns, told, gate = Turns(1, 2), [], asyncio.Event()
    tasks = [asyncio.create_task(worked(turns, rank, told, gate)) for rank in (5, 4, 3, 1, 2, 1)]
    await settle()
    assert told == [5, 4]
    gate.set()
    await asyncio.gather(*tasks)
    assert told == [5, 4, 1, 1, 2, 3]


@pytest.mark.parametrize("released", [False, True])
async def test_a_turn_that_is_given_up_goes_to_the_next(released):
    turns, told, gate = Turns(1, 1), [], asyncio.Event()
    first, second, third = (asyncio.create_task(worked(turns, rank, told, gate)) for rank in (0, 1, 2))
    await settle()
    if released:
        gate.set()
        first.cancel()
        await asyncio.sleep(0)
    second.cancel()
    gate.set()
    done = await asyncio.gather(first, second, third, return_exceptions=True)
    assert isinstance(done[1], asyncio.CancelledError)
    assert told[-1] == 2
    async with asyncio.timeout(1):
        await worked(turns, 9, told, gate)


async def test_work_of_any_lane_goes_to_the_lane_that_is_free_first():
    turns, told = Turns(2, 1), []

    async def work(rank, lane, ends):
        async with turns.taken(rank, lane) as place:
            told.append((rank, place))
            await ends.wait()

    first, second, rest = asyncio.Event(), asyncio.Event(), asyncio.Event()
    rest.set()
    works = [
        (0, None, first),
        (1, None, second),
        (2, 0, rest),
        (3, None, rest),
        (4, 1, rest),
        (5, None, rest),
    ]
    tasks = [asyncio.create_task(work(*each)) for each in works]
    await settle()
    assert told == [(0, 0), (1, 1)]
    second.set()
    await settle()
    assert told[2:] == [(3, 1), (4, 1), (5, 1)]
    first.set()
    await asyncio.gather(*tasks)
    assert told[5:] == [(2, 0)]


async def test_a_few_are_under_way_at_a_time():
    under_way, most = 0, 0

    async def work(number):
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        await asyncio.sleep(0.001 * (3 - number % 3))
        under_way -= 1
        return number

    assert await a_few_at_once(partial(work, number) for number in range(9)) == list(range(9))
    assert most == AT_ONCE


async def test_what_one_raises_is_raised_and_the_others_are_cancelled():
    ended = []

    async def work(number):
        if number == 1:
            raise ValueError("one")
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(number)

    with pytest.raises(ValueError, match="one"):
        await a_few_at_once(partial(work, number) for number in range(9))
    assert 0 in ended
    assert 8 not in ended
