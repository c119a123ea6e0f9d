"""What calls to one model can cost at most, and what they did cost."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pydantic import BaseModel

from forge.llm import tokens
from forge.llm.answers import Judgement
from forge.llm.cache import schema_text
from forge.llm.ledger import Outcome, Result
from forge.llm.prices import ModelPrice
from forge.llm.provider import NOTHING, CallError, ModelReply, ModelRequest, Usage

_PER_MESSAGE = 64
"""Tokens, at most, that a chat format adds to each message."""
_BYTES_PER_TOKEN = 4
_SCHEMA_COPIES = 2
"""How often a provider may put the JSON schema into the prompt, with room for its stricter form."""


@dataclass(frozen=True)
class Worst:
    """The most that a call can use.

    Attributes:
        tokens: prompt and completion together.
        cost: in US dollars; None when the price is unknown.
        rated: the tokens that a provider's limit per minute will count, by its own rule of thumb: a token for
            four bytes of the prompt, and the most of the answer.
    """

    tokens: int
    cost: float | None
    rated: int


@dataclass(frozen=True)
class Accounts:
    """The prices of one model.

    Attributes:
        price: what its tokens cost; None when unknown.
        version: the version of the price table.
    """

    price: ModelPrice | None
    version: str

    def worst(self, request: ModelRequest) -> Worst:
        """The most that a request can use: no tokenizer makes more tokens of a text than it has bytes."""
        schema: type[BaseModel] = request.node.schema
        prompt = _SCHEMA_COPIES * len(schema_text(schema).encode())
        prompt += sum(len(message.content.encode()) + _PER_MESSAGE for message in request.messages)
        usage = Usage(prompt=prompt, completion=request.node.max_tokens)
        rated = usage.prompt // _BYTES_PER_TOKEN + usage.completion
        return Worst(usage.prompt + usage.completion, self._cost(usage), rated)

    def answered(
        self, request: ModelRequest, reply: ModelReply, judgement: Judgement[Any], latency_ms: float
    ) -> Outcome:
        """The outcome of a call that was answered; tokens that were not reported are counted."""
        return self._outcome(
            judgement.result,
            reply.usage or _counted(request, reply),
            latency_ms,
            counted=reply.usage is None,
            reported_model=reply.model,
            reason="; ".join(judgement.complaints),
        )

    def cached(self, reply: ModelReply) -> Outcome:
        """The outcome of a call that was not made, because its answer was stored."""
        return self._outcome("cached", NOTHING, 0.0, reported_model=reply.model)

    def unanswered(self, reason: str, latency_ms: float, error: CallError | None = None) -> Outcome:
        """The outcome of a call that brought no answer."""
        if error is not None and error.usage is not None:
            paid = self._outcome("invalid", error.usage, latency_ms, reason=reason)
            if error.other_model:
                return replace(paid, prices=None, cost=None, reported_model=error.other_model)
            return paid
        if error is not None and error.billed == "unknown":
            return self._outcome("unresolved", None, latency_ms, reason=reason)
        return self._outcome("failed", NOTHING, latency_ms, reason=reason)

    def _outcome(
        self,
        result: Result,
        usage: Usage | None,
        latency_ms: float,
        *,
        counted: bool = False,
        reported_model: str = "",
        reason: str = "",
    ) -> Outcome:
        return Outcome(
            result=result,
            usage=usage,
            counted=counted,
            prices=self.price.at(usage.prompt) if self.price is not None and usage is not None else None,
            price_version=self.version,
            cost=self._cost(usage),
            latency_ms=latency_ms,
            reported_model=reported_model,
            reason=reason,
        )

    def _cost(self, usage: Usage | None) -> float | None:
        if usage == NOTHING:
            return 0.0
        if usage is None or self.price is None:
            return None
        return self.price.at(usage.prompt).cost(usage)


def _counted(request: ModelRequest, reply: ModelReply) -> Usage:
    prompt = sum(tokens.count(message.content) for message in request.messages)
    return Usage(prompt=prompt, completion=tokens.count(reply.text))
