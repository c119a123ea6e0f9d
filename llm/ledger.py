"""The ledger: what every attempt to have a model answer was for, and what came of it.

An intent is written before a request is sent and completed before its answer is used. An intent that nobody
completed is a call that was in flight when the process died: it shows as unresolved, with the most that it
can have cost.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Protocol

from forge.llm.prices import UnitPrices
from forge.llm.provider import NOTHING, Usage

Result = Literal["answered", "cached", "invalid", "refused", "failed", "unresolved"]
"""What came of an attempt.

- `answered`: a usable answer.
- `cached`: a stored answer was used; nothing was sent, nothing paid.
- `invalid`: an answer that was paid and could not be used.
- `refused`: the model would not answer; paid.
- `failed`: no answer, and the provider charged nothing.
- `unresolved`: sent, and its end was not seen (timed out, cut off, killed); it may have been charged.
"""


@dataclass(frozen=True, slots=True)
class Intent:
    """An attempt that is about to be made.

    Attributes:
        run: the run it belongs to.
        candidate: the candidate it is made for.
        skill: the skill's id.
        node: the node's name.
        model: the model profile's name, as in `openai/gpt-5.4-mini`.
        attempt: counts the attempts for one answer of one candidate, repairs included, from 1.
        key: the content key of the request; the same key is the same question.
        paid: whether it may cost money; only then must the intent be durable before `Ledger.intend` returns.
        worst_tokens: the most tokens that it can use.
        worst_cost: the most that it can cost, in US dollars; None when its price is unknown.
    """

    run: str
    candidate: str
    skill: str
    node: str
    model: str
    attempt: int
    key: str
    paid: bool
    worst_tokens: int = 0
    worst_cost: float | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an attempt.

    Attributes:
        result: see `Result`.
        usage: the tokens that were charged; None when that is not known.
        counted: the tokens were counted here, because the provider did not report them.
        prices: the unit prices that applied; None when unknown.
        price_version: the version of the price table.
        cost: in US dollars; None when tokens or price are unknown, never 0 for that.
        latency_ms: from sending to the end of the answer.
        reported_model: the model as the provider named it.
        reason: why there is no usable answer, as a sentence.
    """

    result: Result
    usage: Usage | None = NOTHING
    counted: bool = False
    prices: UnitPrices | None = None
    price_version: str = ""
    cost: float | None = None
    latency_ms: float = 0.0
    reported_model: str = ""
    reason: str = ""


class Ledger(Protocol):
    """Keeps every attempt. Times of day are added by whoever stores them."""

    async def intend(self, intent: Intent) -> str:
        """Note an attempt; returns its id. When `intent.paid`, it is durable on return."""

    async def complete(self, attempt: str, outcome: Outcome) -> None:
        """Note what came of an attempt.

        On return it is durable if its intent was paid, together with every answer that was put into the cache
        of the same store before, so that no resolved call is ever asked again. Rows may be written in
        batches.
        """


@dataclass(slots=True)
class Row:
    """An attempt in memory; without an outcome it is unresolved."""

    intent: Intent
    outcome: Outcome | None = None


@dataclass
class MemoryLedger:
    """A ledger that lasts as long as the process, for trying things out and for tests."""

    rows: list[Row] = field(default_factory=list)

    async def intend(self, intent: Intent) -> str:
        """Note an attempt; its id is its place in `rows`."""
        self.rows.append(Row(intent))
        return str(len(self.rows) - 1)

    async def complete(self, attempt: str, outcome: Outcome) -> None:
        """Note what came of an attempt."""
        self.rows[int(attempt)].outcome = outcome
