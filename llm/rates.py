"""Requests and tokens per minute: how much may be sent to a provider over time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aiolimiter import AsyncLimiter

from forge.errors import UsageError

_BURST = 12
"""A twelfth of a minute's worth may be sent at once."""


@dataclass(frozen=True)
class Rates:
    """The most that may be sent in any minute.

    Attributes:
        requests: requests per minute; None for no limit.
        tokens: tokens per minute, prompt and the most of the answer together; None for no limit.
    """

    requests: int | None = None
    tokens: int | None = None

    def __post_init__(self) -> None:
        for name, rate in (("requests", self.requests), ("tokens", self.tokens)):
            if rate is not None and rate < 1:
                raise UsageError(f"The {name} per minute must be 1 or more, not {rate}.")


UNLIMITED = Rates()


class Meter:
    """Lets requests pass so that no minute holds more of them, and of their tokens, than the rates allow.

    Args:
        rates: the most in any minute.
    """

    def __init__(self, rates: Rates) -> None:
        self._requests = _bucket(rates.requests)
        self._tokens = _bucket(rates.tokens)

    async def pass_through(self, tokens: int) -> None:
        """Wait until a request of so many tokens may be sent."""
        for bucket, amount in ((self._requests, 1.0), (self._tokens, float(tokens))):
            for part in _parts(bucket, amount):
                assert bucket is not None  # noqa: S101 - without a bucket there are no parts
                await bucket.acquire(part)


def _bucket(per_minute: int | None) -> AsyncLimiter | None:
    """A leaky bucket that lets no minute pass more than a number.

    What it holds at once and what leaks out of it in a minute are that number together.
    """
    if per_minute is None:
        return None
    burst = max(per_minute / _BURST, 1.0)
    leaking_per_second = max(per_minute - burst, 0.5) / 60
    return AsyncLimiter(burst, burst / leaking_per_second)


def _parts(bucket: AsyncLimiter | None, amount: float) -> Sequence[float]:
    """An amount in parts that a bucket can hold."""
    if bucket is None or amount <= 0:
        return ()
    whole, rest = divmod(amount, bucket.max_rate)
    return (*[bucket.max_rate] * int(whole), *([rest] if rest else []))
