"""Calls: one attempt with everything that surrounds it, and attempts until there is an answer."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import TypeVar

from pydantic import BaseModel
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception

from forge.errors import ForgeError, UnansweredError, UnavailableError, UsageError
from forge.llm.accounts import Accounts, Worst
from forge.llm.answers import Check, Judgement, judge
from forge.llm.budget import Budget, Reservation
from forge.llm.cache import AnswerCache
from forge.llm.deliveries import Deliveries
from forge.llm.ledger import Intent, Ledger
from forge.llm.limiter import Limiter, Turn
from forge.llm.provider import CallError, ModelReply, ModelRequest, Provider
from forge.llm.rates import UNLIMITED, Rates
from forge.llm.secrets import redacted, secrets_of

Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True)
class Limits:
    """How long and how often a model is asked.

    Attributes:
        concurrency: the most calls at once.
        rates: the most in any minute.
        attempts: the most attempts for one reply, before the candidate is given up; of those that the provider
            throttled, four count as one.
        timeout_s: how long one call may take, in seconds.
        first_wait_s: the longest pause before the second attempt, in seconds; doubled for each further one.
        longest_wait_s: the longest pause, in seconds; a provider that asks for a longer one is given up.
    """

    concurrency: int = 64
    rates: Rates = UNLIMITED
    attempts: int = 6
    timeout_s: float = 120.0
    first_wait_s: float = 0.5
    longest_wait_s: float = 60.0


_THROTTLED = 0.25
"""What an attempt that the provider throttled counts: it says nothing against the request."""


class _Patience:
    """Tells when there were enough attempts.

    Args:
        attempts: how many are enough.
    """

    def __init__(self, attempts: int) -> None:
        self._left = float(attempts)

    def __call__(self, state: RetryCallState) -> bool:
        """Whether an attempt that failed was the last."""
        error = state.outcome.exception() if state.outcome is not None else None
        self._left -= _THROTTLED if isinstance(error, CallError) and error.throttled else 1.0
        return self._left <= 0


@dataclass(frozen=True)
class Errand:
    """One request under way, and what it is for.

    Attributes:
        request: what is asked.
        key: its content key.
        model: the model profile's name.
        run: the run, in the ledger.
        candidate: the candidate, in the ledger.
        skill: the skill's id, in the ledger.
        attempts: counts the attempts for one answer.
    """

    request: ModelRequest
    key: str
    model: str
    run: str
    candidate: str
    skill: str
    attempts: Iterator[int]

    def intent(self, worst: Worst | None, *, paid: bool) -> Intent:
        """The ledger's note of the next attempt; without a worst case nothing will be sent."""
        return Intent(
            run=self.run,
            candidate=self.candidate,
            skill=self.skill,
            node=self.request.node.name,
            model=self.model,
            attempt=next(self.attempts),
            key=self.key,
            paid=paid,
            worst_tokens=worst.tokens if worst else 0,
            worst_cost=worst.cost if worst else 0.0,
        )


@dataclass(frozen=True)
class Caller:
    """Calls one provider.

    Attributes:
        provider: what answers.
        accounts: its prices.
        ledger: where every attempt is noted.
        cache: where replies are kept.
        budget: what may be spent.
        limits: how long and how often to ask.
        limiter: how many calls may run at once.
        deliveries: what came before, to be told from what comes.
        secrets: what no reply may hold when it is kept.
    """

    provider: Provider
    accounts: Accounts
    ledger: Ledger
    cache: AnswerCache
    budget: Budget
    limits: Limits
    limiter: Limiter
    deliveries: Deliveries = field(default_factory=Deliveries)
    secrets: tuple[str, ...] = field(default_factory=secrets_of, repr=False)

    async def until_answered(
        self, errand: Errand, check: Check[Answer] | None
    ) -> tuple[ModelReply, Judgement[Answer]]:
        """The reply to a request, and what it is worth; faults that may pass are tried again.

        Raises:
            UnansweredError: there was no reply within the limits.
            BudgetError: the next call could pass the budget.
            UnavailableError: the provider is dead.
            UsageError: the provider takes no further request.
            StoppedError: whoever started it asked to stop.
        """
        try:
            return await self._attempt(errand, check)
        except CallError as error:
            failed = error
        try:
            return await self._again(errand, check, failed)
        except CallError as error:
            message = f"{errand.model} gave no answer to {errand.request.node.name!r}: {error}"
        raise UnansweredError(message)

    async def _again(
        self, errand: Errand, check: Check[Answer] | None, failed: CallError
    ) -> tuple[ModelReply, Judgement[Answer]]:
        """Try again after a first failure, for which the retries begin: without one they would cost 0.2 ms of CPU."""
        jitter = Random(f"{errand.key}:{errand.candidate}")
        first = [failed]

        async def attempt() -> tuple[ModelReply, Judgement[Answer]]:
            if first:
                raise first.pop()
            return await self._attempt(errand, check)

        retrying = AsyncRetrying(
            retry=retry_if_exception(lambda error: isinstance(error, CallError) and error.retry),
            stop=_Patience(self.limits.attempts),
            wait=lambda state: self._pause_s(state, jitter),
            sleep=self.limiter.pause,
            reraise=True,
        )
        return await retrying(attempt)

    async def _attempt(
        self, errand: Errand, check: Check[Answer] | None
    ) -> tuple[ModelReply, Judgement[Answer]]:
        request = errand.request
        worst = self.accounts.worst(request)
        async with (
            self.limiter.turn(worst.rated) as turn,
            self.budget.reserve(worst.cost or 0.0, worst.tokens) as held,
        ):
            self.limiter.check()  # it may have been stopped while the budget was waited for
            attempt = await self.ledger.intend(errand.intent(worst, paid=self.provider.paid))
            started = time.perf_counter()
            try:
                reply = redacted(await self.provider.complete(request, attempt), self.secrets)
                self.deliveries.accept(self.provider.model, reply)
            except (CallError, UsageError, UnavailableError) as error:
                await self._note_failure(attempt, held, error, _ms_since(started))
                raise self._heeded(turn, error) from None
            latency_ms = _ms_since(started)
            self.limiter.succeeded()
            await self.cache.put(errand.key, reply)
            judgement = judge(request.node, reply, check)
            outcome = self.accounts.answered(request, reply, judgement, latency_ms)
            if reply.usage is not None:
                held.settle(outcome.cost, reply.usage.prompt + reply.usage.completion)
            await self.ledger.complete(attempt, outcome)
            return reply, judgement

    async def _note_failure(
        self, attempt: str, held: Reservation, error: ForgeError, latency_ms: float
    ) -> None:
        call_error = error if isinstance(error, CallError) else None
        outcome = self.accounts.unanswered(str(error), latency_ms, call_error)
        if outcome.usage is not None:
            held.settle(outcome.cost, outcome.usage.prompt + outcome.usage.completion)
        await self.ledger.complete(attempt, outcome)

    def _heeded(self, turn: Turn, error: ForgeError) -> ForgeError:
        """The error to go on with, once the limiter knows of it."""
        if not isinstance(error, CallError):
            self.limiter.stop(error)
            return error
        if error.wait_s is not None and error.wait_s > self.limits.longest_wait_s:
            dead = UnavailableError(
                f"{self.provider.endpoint} asks to wait {error.wait_s:.0f} s: {error}",
                hint="What was finished is kept. Try again then with the same command.",
            )
            self.limiter.stop(dead)
            return dead
        self.limiter.failed(turn, error)
        return error

    def _pause_s(self, state: RetryCallState, jitter: Random) -> float:
        """How long to wait before the next attempt: a random time below a bound that doubles.

        Where the provider said how long, the limiter keeps everyone waiting until then.
        """
        error = state.outcome.exception() if state.outcome is not None else None
        if isinstance(error, CallError) and error.wait_s is not None:
            return 0.0
        bound = self.limits.first_wait_s * 2.0 ** (state.attempt_number - 1)
        return jitter.uniform(0, min(self.limits.longest_wait_s, bound))


def _ms_since(started: float) -> float:
    return (time.perf_counter() - started) * 1000
