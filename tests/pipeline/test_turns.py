from __future__ import annotations

import asyncio

import pytest

from forge.pipeline.lanes import Turns


async def worked(turns, rank, told, gate):
    async with turns.taken(rank):
        told.append(rank)
        await gate.wait()


async def settle():
    for _ in range(10):
        await asyncio.sleep(0)


@pytest.mark.asyncio
async def test_who_has_the_lowest_rank_comes_first():
    turns, told, gate = Turns(2), [], asyncio.Event()
    tasks = [asyncio.create_task(worked(turns, rank, told, gate)) for rank in (5, 4, 3, 1, 2, 1)]
    await settle()
    assert told == [5, 4]
    gate.set()
    await asyncio.gather(*tasks)
    assert told == [5, 4, 1, 1, 2, 3]


@pytest.mark.asyncio
@pytest.mark.parametrize("released", [False, True])
async def test_a_turn_that_is_given_up_goes_to_the_next(released):
    turns, told, gate = Turns(1), [], asyncio.Event()
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
