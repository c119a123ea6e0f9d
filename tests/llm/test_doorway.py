from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forge.llm.cache import MemoryCache
from forge.llm.doorway import Doorway

from .conftest import GOOD


async def turns(count: int = 5) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


class Room:
    """Those who came through a doorway, each there until told to go."""

    def __init__(self, few: int, most: int) -> None:
        self.doorway = Doorway(few, most)
        self.inside: list[int] = []
        self.came: list[int] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._told: list[asyncio.Event] = []

    @property
    def present(self) -> list[int]:
        return [number for number, task in enumerate(self._tasks) if not task.done()]

    async def come(self, _: int = 0) -> None:
        self._told.append(asyncio.Event())
        self._tasks.append(asyncio.create_task(self._stay(len(self._tasks))))
        await turns()

    async def go(self, which: int = 0) -> None:
        if self.inside:
            self._told[self.inside[which % len(self.inside)]].set()
            await turns()

    async def cancel(self, which: int) -> None:
        if present := self.present:
            self._tasks[present[which % len(present)]].cancel()
            await turns()

    async def go_and_cancel(self, which: int) -> None:
        """All go, and the next is cancelled: still outside, let in without knowing it, or inside."""
        outside = [number for number in self.present if number not in self.inside]
        if self.inside and outside:
            for number in self.inside:
                self._told[number].set()
            await turns(which % 4)
            self._tasks[outside[0]].cancel()
            await turns()

    async def _stay(self, number: int) -> None:
        async with self.doorway.inside():
            self.inside.append(number)
            self.came.append(number)
            try:
                await self._told[number].wait()
            finally:
                self.inside.remove(number)


async def test_they_are_let_in_by_groups_in_the_order_of_coming():
    room = Room(2, 4)
    for _ in range(9):
        await room.come()
    assert room.inside == [0, 1, 2, 3]
    await room.go()
    await room.come()
    assert room.inside == [1, 2, 3]  # more than a few are still there
    await room.go()
    assert room.inside == [2, 3, 4, 5]
    await room.go()
    await room.go()
    assert room.inside == [4, 5, 6, 7]


async def test_who_waits_for_another_one_is_in_nobodys_way():
    room = Room(0, 1)
    await room.come()
    with room.doorway.away():
        await room.come()
        assert room.inside == [0, 1]
    await room.come()
    await room.go()
    assert room.inside == [1]
    await room.go()
    assert room.inside == [2]


STEPS = st.sampled_from([Room.come, Room.go, Room.cancel, Room.go_and_cancel])


@given(st.integers(0, 3), st.lists(st.tuples(STEPS, st.integers(0, 30)), max_size=60))
def test_places_are_neither_lost_nor_made(few: int, steps) -> None:
    most = few + 2

    async def story() -> None:
        room = Room(few, most)
        for step, which in steps:
            await step(room, which)
            assert len(room.inside) <= most
            assert len(room.inside) > few or len(room.inside) == min(len(room.present), most)
        assert room.came == sorted(room.came)
        while room.inside:
            await room.go()
        for _ in range(most + 1):
            await room.come()
        assert len(room.inside) == most
        while room.inside:
            await room.go()

    asyncio.run(story())


class Looked(MemoryCache):
    """Counts, at each look-up, how many requests were sent before."""

    def __init__(self, server) -> None:
        super().__init__()
        self.sent: list[int] = []
        self._server = server

    async def get(self, key: str):
        self.sent.append(len(self._server.requests))
        return await super().get(key)


async def test_the_first_questions_are_asked_before_the_last_are_looked_up(server, desk):
    server.always = server.say(GOOD, after_s=0.01)
    cache = Looked(server)
    asking = desk(concurrency=2, cache=cache)
    await asyncio.gather(*(asking.ask(f"No. {n}", seed_key=str(n)) for n in range(40)))
    assert len(cache.sent) == 40
    assert cache.sent[:6] == [0] * 6
    assert cache.sent[-1] > 20


@pytest.mark.parametrize("copies", [1, 30])
async def test_copies_of_one_question_keep_no_other_one_waiting(server, desk, copies):
    answer, released = server.say('{"name": "Slow", "age": 1}'), asyncio.Event()

    async def slow(request):
        await released.wait()
        return await answer(request)

    server.script.append(slow)
    asking = desk(concurrency=2)
    same = [asyncio.ensure_future(asking.ask("Same")) for _ in range(copies)]
    await server.arrived.wait()
    others = await asyncio.wait_for(
        asyncio.gather(*(asking.ask(f"No. {n}", seed_key=str(n)) for n in range(12))), 20
    )
    assert not any(task.done() for task in same)
    released.set()
    assert {answer.name for answer in others} == {"Ada Ng"}
    assert {answer.name for answer in await asyncio.gather(*same)} == {"Slow"}
    assert len(server.requests) == 13
