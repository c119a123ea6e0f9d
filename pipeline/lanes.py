"""Worker processes: each lane is one process with its own engines, and a candidate stays on its lane.

Steps of one candidate that need its states find them in the memory of the process that made them. A lane whose
process died is started again, and the work that was on it is tried once more.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count as count_up
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import ParamSpec, TypeVar

from forge.errors import EngineError, ForgeError

AT_ONCE = 3
"""Skills that are made at once: while one waits for models or the store, the others keep the worker processes busy."""
HANDED_OVER = 2
"""Pieces of work that a lane holds: the one it works on, and the next, so that it does not wait for it."""

SWEPT_WHOLLY = 64
"""After so many pieces of work a process looks for garbage among all objects that live, not just among new ones."""
_pieces = count_up(1)

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True)
class _Waiting:
    rank: int
    number: int
    lane: int | None
    turn: asyncio.Future[int]


class Turns:
    """Who works on which lane next: of those who wait for it, or for any lane, the one with the lowest rank.

    A semaphore of asyncio lets them in as they come: batches that began together would end together, and nobody
    would have work for the processes while they are stored and the next ones are begun.
    """

    def __init__(self, lanes: int, each: int = HANDED_OVER) -> None:
        self._free = [each] * lanes
        self._waiting: list[_Waiting] = []
        self._numbers = count_up()

    @asynccontextmanager
    async def taken(self, rank: int, lane: int | None = None) -> AsyncIterator[int]:
        """Wait for a turn on a lane and hold it.

        Args:
            rank: who has the lowest comes first.
            lane: which lane; None for the one that is free first.

        Yields:
            The lane.
        """
        place = max(range(len(self._free)), key=self._free.__getitem__) if lane is None else lane
        if self._free[place]:
            self._free[place] -= 1
        else:
            place = await self._turn(rank, lane)
        try:
            yield place
        finally:
            self._pass_on(place)

    async def _turn(self, rank: int, lane: int | None) -> int:
        turn: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        waiting = _Waiting(rank, next(self._numbers), lane, turn)
        self._waiting.append(waiting)
        try:
            return await turn
        except asyncio.CancelledError:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            else:
                self._pass_on(turn.result())  # it had its turn already when it was cancelled
            raise

    def _pass_on(self, place: int) -> None:
        able = [each for each in self._waiting if each.lane in (None, place) and not each.turn.done()]
        if able:
            first = min(able, key=lambda waiting: (waiting.rank, waiting.number))
            self._waiting.remove(first)
            first.turn.set_result(place)
        else:
            self._free[place] += 1


class Lanes:
    """A fixed number of single worker processes.

    Args:
        count: how many; by default one for each processor that this process may use, at most eight.
        most: no more than there is work for.
    """

    def __init__(self, count: int | None = None, most: int | None = None) -> None:
        wanted = count or min(8, len(os.sched_getaffinity(0)))
        self.count = wanted if most is None else min(wanted, most)
        self._pools: list[ProcessPoolExecutor | None] = [None] * self.count
        self._turns = Turns(self.count)
        self._ranks = count_up()
        self._stopped: ForgeError | None = None

    def rank(self) -> int:
        """A rank behind all that were given: what came first is finished first, while the next fills the gaps."""
        return next(self._ranks)

    async def begin(
        self, rank: int, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs
    ) -> tuple[int, R]:
        """Run a function of a module in the process that is free first; which lane that was, and the result.

        Args:
            rank: of those who wait, who has the lowest comes next.
            work: the function.
            args: what it takes.
            kwargs: likewise, by name.

        Raises:
            EngineError: the process died twice over this work.
            ForgeError: `stop` was called before the work was begun: the reason given.
        """
        return await self._next(None, rank, partial(work, *args, **kwargs))

    async def run(self, lane: int, rank: int, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Run a function in the process of one lane, which `begin` named, and give its result.

        Takes and raises what `begin` does.
        """
        return (await self._next(lane, rank, partial(work, *args, **kwargs)))[1]

    async def _next(self, lane: int | None, rank: int, work: partial[R]) -> tuple[int, R]:
        async with self._turns.taken(rank, lane) as place:
            if self._stopped is not None:
                raise type(self._stopped)(str(self._stopped), hint=self._stopped.hint)
            return place, await self._run(place, work)

    def stop(self, reason: ForgeError) -> None:
        """Begin no further work; what is under way is finished."""
        self._stopped = reason

    async def _run(self, place: int, work: partial[R]) -> R:
        for attempt in (1, 2):
            pool = self._pool(place)
            try:
                return await asyncio.get_running_loop().run_in_executor(pool, _swept, work)
            except BrokenProcessPool as error:
                if self._pools[place] is pool:
                    self._pools[place] = None
                if attempt == 2:
                    name = getattr(work.func, "__name__", str(work.func))
                    raise EngineError(
                        f"A worker process died twice over {name}; it may have run out of memory.",
                        hint="Run `forge doctor`, or run with fewer --workers.",
                    ) from error
        raise AssertionError("unreachable: the second attempt returns or raises")

    async def warm(self, skills: Sequence[str], applications: Sequence[str]) -> None:
        """Start every process, let it import what candidates of some skills need, and start the applications."""
        await asyncio.gather(
            *(self.run(place, 0, _get_ready, skills, applications) for place in range(self.count))
        )

    def _pool(self, place: int) -> ProcessPoolExecutor:
        pool = self._pools[place]
        if pool is None:
            # spawn: a fork would copy the locks of threads that hold them
            pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"), initializer=_start)
            self._pools[place] = pool
        return pool

    def close(self) -> None:
        """End the processes, and with them their engines."""
        for pool in self._pools:
            if pool is not None:
                with contextlib.suppress(BrokenProcessPool):
                    pool.shutdown(wait=True, cancel_futures=True)
        self._pools = [None] * self.count


async def a_few_at_once(works: Iterable[Callable[[], Awaitable[R]]]) -> list[R]:
    """The results of some pieces of work in their order, of which a few are under way at a time, begun in that order.

    When one raises, the others are cancelled, and what it raised is raised.
    """
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(work: Callable[[], Awaitable[R]]) -> R:
        async with turns:
            return await work()

    tasks = [asyncio.ensure_future(one(work)) for work in works]
    try:
        return list(await asyncio.gather(*tasks))
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _swept(work: Callable[[], R]) -> R:
    """The result of a piece of work, with the garbage of cycles collected after it instead of during it.

    While a candidate is made, half a million objects live, and looking through them again and again takes 6% of the
    CPU; afterwards few are left.
    """
    whole = next(_pieces) % SWEPT_WHOLLY == 0
    gc.disable()
    try:
        return work()
    finally:
        gc.collect(2 if whole else 1)


def _get_ready(skills: Sequence[str], applications: Sequence[str]) -> None:
    """Start applications, and meanwhile import what building and proving need; it takes a second."""
    from forge.preparers.base import preparer  # noqa: PLC0415 - only worker processes need it

    for name in applications:
        Thread(target=preparer(name).get_ready, daemon=True).start()
    import forge.pipeline.worker  # noqa: F401, PLC0415 - importing is the point
    from forge.skills.composite import any_skill  # noqa: PLC0415 - likewise

    for identity in skills:
        any_skill(identity)


def _start() -> None:
    """Leave Ctrl-C to the parent, which finishes what is running and says what was kept; and look for cycles less."""
    import signal  # noqa: PLC0415 - only worker processes need it

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_with_parent, daemon=True).start()
    collect_seldom()


def _end_with_parent() -> None:
    """End this process when the one that started it dies, however it dies; nobody would ever give it work again."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def collect_seldom() -> None:
    """Have Python look for cycles of garbage once in 50,000 new objects instead of in 700.

    A candidate makes half a million objects that live until it is done. To walk over them again and again took a
    quarter of its CPU; what waits meanwhile is some ten megabytes.
    """
    gc.set_threshold(50_000, 10, 10)
