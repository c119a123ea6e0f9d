"""How many questions are being worked on: let in by groups, so that the first are asked at once.

All questions of a batch are there at the same moment. Were they all begun together, thousands of prompts would be
rendered before the first is sent. A semaphore lets in one for each that leaves, and each of them would look for its
stored answer alone; those of a group are looked up together.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager


class Doorway:
    """Lets in questions whenever only a few are inside, as many as may be.

    Args:
        few: at most so many are inside when the next ones are let in.
        most: at most so many are inside.
    """

    def __init__(self, few: int, most: int) -> None:
        self._few = few
        self._most = most
        self._inside = 0
        self._outside: deque[asyncio.Future[None]] = deque()

    @asynccontextmanager
    async def inside(self) -> AsyncIterator[None]:
        """Wait to be let in, in the order of coming, and be inside meanwhile."""
        if self._outside or self._inside >= self._most:
            await self._let_in()
        else:
            self._inside += 1
        try:
            yield
        finally:
            self._leave()

    @contextmanager
    def away(self) -> Iterator[None]:
        """Give up the place of one who is inside while it waits for another one; it comes back without waiting."""
        self._leave()
        try:
            yield
        finally:
            self._inside += 1

    async def _let_in(self) -> None:
        ticket = asyncio.get_running_loop().create_future()
        self._outside.append(ticket)
        try:
            await ticket
        except asyncio.CancelledError:
            if not ticket.cancelled():  # it was let in, and goes at once
                self._leave()
            raise

    def _leave(self) -> None:
        self._inside -= 1
        if self._inside > self._few:
            return
        while self._outside and self._inside < self._most:
            ticket = self._outside.popleft()
            if not ticket.done():  # done without having been let in: who waited was cancelled
                self._inside += 1
                ticket.set_result(None)
