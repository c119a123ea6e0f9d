"""One limit for all calls to a provider: how many at once and over time, less when it says so, none when it is dead.

The number of calls at once is halved when the provider throttles (once for each burst that it throttles), and
grows back with every answer: by one up to half of what it was, then by one for each round. After too many
failures in a row the limiter lets single probes through, a cool-down apart; when they fail as well, the
provider is dead and every caller is told.

A provider counts by key, so all engines of a process that ask one provider with one key share a limiter.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

import anyio

from forge.errors import ForgeError, UnavailableError
from forge.llm.provider import CallError
from forge.llm.rates import UNLIMITED, Meter, Rates


@dataclass(frozen=True, eq=False)
class Turn:
    """Leave to send one request.

    Attributes:
        era: the limiter's era when leave was given; what a call of an earlier era tells is old news.
    """

    era: int


class Limiter:
    """Gives leave to send.

    Args:
        concurrency: the most calls at once.
        tolerated: failures in a row after which only probes are let through.
        probes: how many probes may fail before the provider is taken for dead.
        cooldown_s: the pause before each probe, in seconds.
        rates: the most that may be sent in any minute.
    """

    def __init__(
        self,
        concurrency: int = 64,
        *,
        tolerated: int = 10,
        probes: int = 3,
        cooldown_s: float = 20.0,
        rates: Rates = UNLIMITED,
    ) -> None:
        self._most = concurrency
        self._meter = Meter(rates) if rates != UNLIMITED else None
        self._tolerated = tolerated
        self._probes = probes
        self._cooldown_s = cooldown_s
        self._places = anyio.CapacityLimiter(concurrency)
        self._limit = float(concurrency)
        self._fast_below = 0.0
        self._era = 0
        self._failures = 0
        self._failed_probes = 0
        self._resume_at = 0.0
        self._dead: ForgeError | None = None
        self._stopped = asyncio.Event()

    @property
    def concurrency(self) -> int:
        """How many calls may run at once now."""
        return int(self._limit)

    @property
    def dead(self) -> bool:
        """Whether it refuses every further request."""
        return self._dead is not None

    @asynccontextmanager
    async def turn(self, tokens: int = 0) -> AsyncIterator[Turn]:
        """Wait for leave to send one request, and hold it meanwhile.

        Args:
            tokens: about how many tokens it will take.

        Raises:
            ForgeError: the provider is dead, or `stop` was called: the reason given.
        """
        place = object()
        await self._places.acquire_on_behalf_of(place)
        try:
            if self._meter is not None and self._dead is None:
                await self._unless_stopped(self._meter.pass_through(tokens))
            while self._dead is None and (pause := self._resume_at - _now()) > 0:
                await self.pause(pause)
            self.check()
            yield Turn(self._era)
        finally:
            self._places.release_on_behalf_of(place)

    async def _unless_stopped(self, waiting: Coroutine[Any, Any, None]) -> None:
        """Wait for something, or for `stop`."""
        tasks = [asyncio.ensure_future(waiting), asyncio.ensure_future(self._stopped.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()

    def check(self) -> None:
        """See that requests may be sent at all.

        Raises:
            ForgeError: the provider is dead, or `stop` was called: the reason given.
        """
        if self._dead is not None:
            raise type(self._dead)(str(self._dead), hint=self._dead.hint)

    async def pause(self, seconds: float) -> None:
        """Wait for a time, or until `stop` is called."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopped.wait(), seconds)

    def succeeded(self) -> None:
        """The provider answered."""
        self._failures = self._failed_probes = 0
        self._set_limit(self._limit + (1.0 if self._limit < self._fast_below else 1.0 / self._limit))

    def failed(self, turn: Turn, error: CallError) -> None:
        """The provider did not answer."""
        if error.wait_s:
            self._pause(error.wait_s)
        if not error.systemic or turn.era != self._era:
            return
        self._failures += 1
        if self._failed_probes or self._failures >= self._tolerated:
            self._trip(error)
        elif error.throttled:
            self._slow_down(self._limit / 2)

    def stop(self, reason: ForgeError) -> None:
        """Refuse every further request for a reason."""
        self._dead = self._dead or reason
        self._stopped.set()

    def _trip(self, error: CallError) -> None:
        if self._failed_probes >= self._probes:
            self.stop(
                UnavailableError(
                    f"The provider failed {self._failures} times in a row, also after pauses;"
                    f" the last time: {error}",
                    hint="What was finished is kept. Try again later with the same command.",
                )
            )
            return
        self._failed_probes += 1
        self._slow_down(1.0)
        self._pause(self._cooldown_s)

    def _slow_down(self, limit: float) -> None:
        if self._limit > 1:
            self._fast_below = self._limit / 2
        self._era += 1
        self._set_limit(limit)

    def _pause(self, seconds: float) -> None:
        self._resume_at = max(self._resume_at, _now() + seconds)

    def _set_limit(self, limit: float) -> None:
        self._limit = min(max(limit, 1.0), float(self._most))
        if int(self._limit) != self._places.total_tokens:
            self._places.total_tokens = int(self._limit)


_shared: WeakValueDictionary[tuple[int, str], Limiter] = WeakValueDictionary()


def shared_limiter(account: str, concurrency: int, rates: Rates) -> Limiter:
    """The limiter of a provider's account, one for all engines of this event loop that ask there.

    The first engine says how much may be sent. A provider that was found dead gets another chance.

    Args:
        account: tells apart provider and key, without giving the key away.
        concurrency: the most calls at once.
        rates: the most in any minute.
    """
    key = (id(asyncio.get_running_loop()), account)
    found = _shared.get(key)
    if found is None or found.dead:
        found = _shared[key] = Limiter(concurrency, rates=rates)
    return found


def _now() -> float:
    return asyncio.get_running_loop().time()
