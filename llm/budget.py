"""A budget of money and tokens that is never passed, however many calls run at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from forge.errors import BudgetError, UsageError


@dataclass
class Reservation:
    """What one call may use at most; what it did use once settled. Never settled, it counts in full.

    Attributes:
        cost: in US dollars.
        tokens: prompt and completion together.
    """

    cost: float
    tokens: int

    def settle(self, cost: float | None, tokens: int | None) -> None:
        """Say what the call used; None where that is not known, which leaves the worst case spent."""
        if cost is not None:
            self.cost = cost
        if tokens is not None:
            self.tokens = tokens


class Budget:
    """The most that may be spent, and what is.

    A call first reserves its worst case. Where that could pass the limit only because other calls hold
    reservations, it waits for them to settle, as most use far less; where it could pass the limit by itself,
    it is refused.

    Args:
        max_cost: in US dollars; None for no limit.
        max_tokens: prompt and completion tokens together; None for no limit.
        cost: spent before, as by the run that is resumed.
        tokens: used before.

    Attributes:
        cost: what was spent, in US dollars, unresolved calls with their worst case.
        tokens: what was used, likewise.
    """

    def __init__(
        self,
        max_cost: float | None = None,
        max_tokens: int | None = None,
        *,
        cost: float = 0.0,
        tokens: int = 0,
    ) -> None:
        for name, limit in (("cost", max_cost), ("tokens", max_tokens)):
            if limit is not None and not limit >= 0:
                raise UsageError(f"A budget's {name} must be 0 or more, not {limit}.")
        self.max_cost = max_cost
        self.max_tokens = max_tokens
        self.cost = cost
        self.tokens = tokens
        self._held: list[Reservation] = []
        self._settled = asyncio.Condition()

    @asynccontextmanager
    async def reserve(self, cost: float, tokens: int) -> AsyncIterator[Reservation]:
        """Hold the worst case of a call while it runs.

        Raises:
            BudgetError: the call could pass the budget, whatever the calls that still run will use.
        """
        reservation = Reservation(cost, tokens)
        async with self._settled:
            while not self._fits(reservation, self._held):
                if not self._fits(reservation, []):
                    raise BudgetError(self._refusal(reservation), hint="Raise --max-cost or --max-tokens.")
                await self._settled.wait()
            self._held.append(reservation)
        try:
            yield reservation
        finally:
            self._release(reservation)
            async with self._settled:
                self._settled.notify_all()

    def _release(self, reservation: Reservation) -> None:
        self._held = [held for held in self._held if held is not reservation]
        self.cost += reservation.cost
        self.tokens += reservation.tokens

    def _fits(self, wanted: Reservation, held: list[Reservation]) -> bool:
        cost = self.cost + sum(one.cost for one in held) + wanted.cost
        tokens = self.tokens + sum(one.tokens for one in held) + wanted.tokens
        return (self.max_cost is None or cost <= self.max_cost) and (
            self.max_tokens is None or tokens <= self.max_tokens
        )

    def _refusal(self, wanted: Reservation) -> str:
        parts = []
        if self.max_cost is not None:
            parts.append(
                f"${self.cost:.4f} of ${self.max_cost:.4f} spent, the next call could cost ${wanted.cost:.4f}"
            )
        if self.max_tokens is not None:
            parts.append(
                f"{self.tokens} of {self.max_tokens} tokens used, the next call could use {wanted.tokens}"
            )
        return f"The budget is used up: {'; '.join(parts)}."
