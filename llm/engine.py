"""The engine: has a language model answer nodes, and gives back answers that are valid.

What each error that `Engine.ask` raises means to its caller:

- `ModelError`: this one candidate is given up; the others go on. An `UnansweredError` says nothing against it.
- `BudgetError` (a `ModelError`, so look for it first): the run stops; what is finished is kept.
- `UnavailableError`, `UsageError`: the provider is dead or takes no further request; the run stops likewise.
- `StoppedError`: `Engine.stop` was called; the run stops likewise.
- `SkillError`: the node itself is wrong.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, nullcontext
from itertools import count
from types import TracebackType
from typing import Any, Self, TypeVar
from weakref import WeakValueDictionary

from pydantic import BaseModel

from forge.errors import ForgeError, ModelError, UsageError
from forge.llm.accounts import Accounts
from forge.llm.answers import Check, Judgement, judge
from forge.llm.budget import Budget
from forge.llm.cache import AnswerCache, MemoryCache, answer_key
from forge.llm.caller import Caller, Errand, Limits
from forge.llm.doorway import Doorway
from forge.llm.ledger import Ledger
from forge.llm.limiter import Limiter, shared_limiter
from forge.llm.prices import PriceTable, load_prices, own_price_files
from forge.llm.profiles import ModelProfile, open_provider
from forge.llm.prompts import conversation, repaired
from forge.llm.provider import ModelReply, ModelRequest
from forge.skills.nodes import Node

Answer = TypeVar("Answer", bound=BaseModel)


class Engine:
    """Asks one language model.

    It lives within one event loop; one engine serves a whole run, so that one limit holds over all its calls.

    Args:
        profile: the model's profile.
        caller: what calls its provider.
    """

    def __init__(self, profile: ModelProfile, caller: Caller) -> None:
        self.profile = profile
        self._caller = caller
        self._asking: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._doorway = Doorway(2 * caller.limits.concurrency, 3 * caller.limits.concurrency)

    @property
    def budget(self) -> Budget:
        """What may be spent, and what is."""
        return self._caller.budget

    async def check(self) -> None:
        """See that the model can be asked and its cost be bounded, before anything is spent.

        Raises:
            UsageError: a key is missing, there is no such model, or cost is limited and the price unknown.
            UnavailableError: the endpoint does not answer.
        """
        if self.budget.max_cost is not None and self._caller.accounts.price is None:
            raise UsageError(
                f"The price of {self.profile.name} is unknown, so ${self.budget.max_cost} cannot be kept to.",
                hint="Add its price in a price table (docs/models.md), or limit tokens with --max-tokens.",
            )
        await self._caller.provider.check()

    async def ask(
        self,
        node: Node[Answer],
        variables: Mapping[str, Any],
        *,
        seed_key: str,
        candidate: str,
        skill: str,
        run: str,
        check: Check[Answer] | None = None,
    ) -> Answer:
        """Have the model answer a node.

        Args:
            node: the question.
            variables: what its prompt is rendered from.
            seed_key: tells apart requests that are otherwise the same; equal ones share their answer.
            candidate: the candidate it is for, in the ledger.
            skill: the skill's id, in the ledger.
            run: the run, in the ledger.
            check: the caller's own check; what it complains of is shown to the model once, for mending.

        Returns:
            An answer that fits the schema and passes the check.

        Raises:
            ModelError: there was none within the limits.
            UnansweredError: the provider gave none, valid or not.
            BudgetError: the next call could pass the budget.
            UnavailableError: the provider is dead.
            UsageError: the provider takes no further request: a key was revoked, or the model is gone.
            StoppedError: `stop` was called.
            SkillError: the prompt cannot be rendered.
        """
        async with self._doorway.inside():
            return await self._ask(
                node, variables, seed_key=seed_key, candidate=candidate, skill=skill, run=run, check=check
            )

    async def _ask(
        self,
        node: Node[Answer],
        variables: Mapping[str, Any],
        *,
        seed_key: str,
        candidate: str,
        skill: str,
        run: str,
        check: Check[Answer] | None,
    ) -> Answer:
        attempts = count(1)

        async def settle(request: ModelRequest) -> tuple[ModelReply, Judgement[Answer]]:
            key = answer_key(self._caller.provider, request)
            return await self._settle(
                Errand(request, key, self.profile.name, run, candidate, skill, attempts), check
            )

        request = ModelRequest(node, conversation(node, variables), seed_key, variables)
        reply, judgement = await settle(request)
        if judgement.answer is None:
            reply, judgement = await settle(repaired(request, reply, judgement.complaints))
        if judgement.answer is None:
            raise ModelError(
                f"{self.profile.name} gave no usable answer to {node.name!r}, also when shown what was wrong:"
                f" {'; '.join(judgement.complaints)}"
            )
        return judgement.answer

    def stop(self, reason: ForgeError) -> None:
        """Send no further request; calls under way are finished, stored answers are still given."""
        self._caller.limiter.stop(reason)
        self._caller.provider.stop(reason)

    async def close(self) -> None:
        """Close the provider's connections."""
        await self._caller.provider.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _settle(
        self, errand: Errand, check: Check[Answer] | None
    ) -> tuple[ModelReply, Judgement[Answer]]:
        """The stored reply to a request, else the provider's."""
        caller = self._caller
        async with self._alone(errand.key):
            stored = await caller.cache.get(errand.key)
            if stored is None:
                return await caller.until_answered(errand, check)
        attempt = await caller.ledger.intend(errand.intent(None, paid=False))
        await caller.ledger.complete(attempt, caller.accounts.cached(stored))
        return stored, judge(errand.request.node, stored, check)

    @asynccontextmanager
    async def _alone(self, key: str) -> AsyncIterator[None]:
        """Hold a request: the same one is never under way twice, and who waits for it is in nobody's way."""
        lock = self._asking.setdefault(key, asyncio.Lock())
        with self._doorway.away() if lock.locked() else nullcontext():
            await lock.acquire()
        try:
            yield
        finally:
            lock.release()


def open_engine(
    profile: ModelProfile,
    *,
    ledger: Ledger,
    cache: AnswerCache,
    budget: Budget | None = None,
    prices: PriceTable | None = None,
    limits: Limits | None = None,
    limiter: Limiter | None = None,
    batches: bool = False,
) -> Engine:
    """An engine for a model profile.

    Args:
        profile: the model.
        ledger: where every attempt is noted.
        cache: where answers are kept. The offline model keeps its own within the process: its answers cost
            nothing, and kept for longer they would outlive the code that makes them.
        budget: what may be spent; without limit when not given.
        prices: what tokens cost; by default the packaged table and the user's own.
        limits: how long and how often to ask.
        limiter: how many calls may run at once; when not given, the one that all engines of this event loop share
            that ask the same provider with the same key.
        batches: ask through the endpoint's Batch API, for its lower prices.

    Raises:
        UsageError: a key is missing, there is no such provider, it has no Batch API, or a price table is wrong.
    """
    limits = limits or Limits()
    prices = prices or load_prices(own_price_files())
    provider = open_provider(profile, timeout_s=limits.timeout_s, batches=batches)
    price = prices.price(profile.name, provider.endpoint)
    if batches and price is not None:
        price = price.batch
    caller = Caller(
        provider=provider,
        accounts=Accounts(price, prices.version),
        ledger=ledger,
        cache=cache if provider.paid else MemoryCache(),
        budget=budget or Budget(),
        limits=limits,
        limiter=limiter or shared_limiter(provider.account, limits.concurrency, limits.rates),
    )
    return Engine(profile, caller)
