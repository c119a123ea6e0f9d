"""The small interface behind which every language model stands, and what passes through it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict

from forge.errors import ForgeError, ModelError
from forge.skills.nodes import Node


class Stored(BaseModel):
    """Immutable data that outlives the process."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Usage(Stored):
    """The tokens of one call.

    Attributes:
        prompt: all that was read, cached or not.
        cached: the part of `prompt` that the provider had cached and bills at a lower price.
        completion: all that was written, reasoning included.
        reasoning: the part of `completion` that was thought and not said.
    """

    prompt: int = 0
    cached: int = 0
    completion: int = 0
    reasoning: int = 0


NOTHING = Usage()
"""The tokens of a call that cost none."""


class ModelReply(Stored):
    """What a language model said.

    Attributes:
        text: the answer, as it came; JSON when all went well.
        finish: why it ended: said all, cut at the most tokens allowed, or refused.
        usage: the tokens as the provider counted them; None where it did not say.
        model: the model as the provider named it.
        name: tells this answer apart from every other of the provider; empty where it does not say.
    """

    text: str
    finish: Literal["stop", "length", "refused"] = "stop"
    usage: Usage | None = None
    model: str = ""
    name: str = ""


class Message(Stored):
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True)
class ModelRequest:
    """A question, ready to be sent.

    Attributes:
        node: the node that asks: its schema, temperature and most tokens.
        messages: the rendered conversation, the part that never changes first.
        seed_key: what tells apart two requests that are otherwise the same.
        variables: what the prompt was rendered from; the offline model answers from them.
    """

    node: Node[Any]
    messages: tuple[Message, ...]
    seed_key: str
    variables: Mapping[str, Any]


class CallError(ModelError):
    """One call that brought no answer.

    Attributes:
        retry: whether asking again may help.
        billed: `no` when the provider surely charged nothing, `unknown` when the call was sent and its end
            not seen.
        throttled: the provider asked for fewer requests.
        wait_s: how long the provider asked to wait, in seconds; None where it did not say.
        systemic: it says something about the provider's health, not about this one request.
        usage: tokens that were charged although no answer came.
        other_model: the model that answered in place of the one that was asked; its price is not known.
    """

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        retry: bool = False,
        billed: Literal["no", "unknown"] = "no",
        throttled: bool = False,
        wait_s: float | None = None,
        systemic: bool = True,
        usage: Usage | None = None,
        other_model: str = "",
    ) -> None:
        super().__init__(message, hint=hint)
        self.retry = retry
        self.billed = billed
        self.throttled = throttled
        self.wait_s = wait_s
        self.systemic = systemic
        self.usage = usage
        self.other_model = other_model


class Provider(Protocol):
    """Answers requests. One instance serves one model at one endpoint, within one event loop.

    Attributes:
        name: `offline`, `openai` or `litellm`.
        model: the model as it is asked for.
        endpoint: where it is asked, without credentials; empty for the offline model.
        paid: whether a call may cost money, so that its intent must be kept before it is sent.
        account: tells apart by whom and with which key calls are counted, without giving a key away.
    """

    name: str
    model: str
    endpoint: str
    paid: bool
    account: str

    async def check(self) -> None:
        """See that the model can be asked, without spending anything.

        Raises:
            UsageError: a key is missing or not accepted, or there is no such model.
            UnavailableError: the endpoint does not answer.
        """

    async def complete(self, request: ModelRequest, attempt: str) -> ModelReply:
        """Answer a request: one attempt, without retries.

        Args:
            request: what is asked.
            attempt: the attempt's id in the ledger, for the provider's own log.

        Raises:
            CallError: this attempt brought no answer.
            UsageError: no further request can succeed: the key is not accepted, or the model is gone.
            UnavailableError: no further request can succeed: the credit is used up.
        """

    def stop(self, reason: ForgeError) -> None:
        """Wait no longer for calls that take hours; others under way end by themselves."""

    async def close(self) -> None:
        """Close connections."""
