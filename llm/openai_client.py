"""Models behind the OpenAI protocol, through the openai client: OpenAI, vLLM, llama.cpp and others."""

from __future__ import annotations

import asyncio
import hashlib
import json
from typing import Any

import openai
from rapidfuzz import process

from forge.errors import ForgeError, UnavailableError, UsageError
from forge.llm.chat import Dialect, payload, reply_of
from forge.llm.faults import complaint, meaning
from forge.llm.profiles import KEY_VARIABLE, OPENAI_URL, URL_VARIABLE, ModelProfile, api_key
from forge.llm.provider import CallError, ModelReply, ModelRequest
from forge.llm.secrets import redact

_CHECK_TIMEOUT_S = 15.0
_NO_KEY = "none"
"""Stands for a key where the endpoint needs none; the client insists on one."""
_ANSWERS_TO_ANY_NAME = "llamacpp"
"""The owner that llama.cpp's server gives its one model, which answers whatever the name."""
_ATTEMPT = "X-Client-Request-Id"
"""The header under which OpenAI keeps a caller's own id of a request in its log; others leave it alone."""


class OpenAIProvider:
    """One model at one endpoint of the OpenAI protocol.

    Args:
        profile: an `openai/` profile.
        timeout_s: how long one call may take, in seconds.

    Raises:
        UsageError: a key is missing.
    """

    name = "openai"
    paid = True

    def __init__(self, profile: ModelProfile, *, timeout_s: float) -> None:
        self.model = profile.model
        self.endpoint = profile.base_url
        self._profile = profile
        self._timeout_s = timeout_s
        key = api_key(profile) or _NO_KEY
        self.account = hashlib.sha256(f"{profile.base_url} {key}".encode()).hexdigest()
        self._client = openai.AsyncOpenAI(
            api_key=key,
            base_url=profile.base_url,
            max_retries=0,  # the engine retries, so that every attempt is in the ledger
            timeout=timeout_s,
            http_client=openai.DefaultAioHttpClient(),
        )
        limit = "max_completion_tokens" if profile.base_url == OPENAI_URL else "max_tokens"
        self._dialect = Dialect(limit=limit)
        self._dialects: dict[str, Dialect] = {}

    async def check(self) -> None:
        """Ask the endpoint for its models, which costs nothing."""
        error: ForgeError | None = None
        try:
            raw = await self._client.with_options(timeout=_CHECK_TIMEOUT_S).models.with_raw_response.list()
        except openai.NotFoundError:
            return  # it is there and lists no models, as some gateways do
        except openai.OpenAIError as problem:
            error = self._unreachable(problem)
        if error is not None:
            raise error
        try:
            listing = json.loads(raw.content)
        except ValueError:
            raise UnavailableError(
                f"{self.endpoint} is no endpoint of the OpenAI protocol: its list of models is not JSON.",
                hint=f"Check {URL_VARIABLE}; it usually ends in /v1.",
            ) from None
        self._find_model(listing)

    async def complete(self, request: ModelRequest, attempt: str) -> ModelReply:
        """One call."""
        dialect = self.dialect_of(request)
        body = payload(request, dialect)
        error: ForgeError
        try:
            async with asyncio.timeout(self._timeout_s):
                # what `chat.completions` does, but for its walk through the body by its types: 1 ms of CPU a call
                raw = await self._client.post(
                    "/chat/completions",
                    body={"model": self.model, **body},
                    cast_to=openai.HttpxBinaryResponseContent,
                    options={"headers": {_ATTEMPT: attempt}, "security": {"bearer_auth": True}},
                )
        except TimeoutError:
            error = CallError(f"{self.endpoint} did not answer in time", retry=True, billed="unknown")
        except (openai.BadRequestError, openai.UnprocessableEntityError) as problem:
            error = self.learn(request.node.name, dialect, complaint(problem)) or meaning(
                problem, self._profile.name, self.endpoint
            )
        except openai.OpenAIError as problem:
            error = meaning(problem, self._profile.name, self.endpoint)
        else:
            return reply_of(_json(raw.content))
        raise error  # outside of the handlers: the client's exception, which may hold the key, is not chained

    async def close(self) -> None:
        """Close the client's connections."""
        await self._client.close()

    def stop(self, reason: ForgeError) -> None:
        """Nothing to do: calls under way end within their time."""

    def dialect_of(self, request: ModelRequest) -> Dialect:
        """The fields that the endpoint takes for a request, as far as it is known."""
        return self._dialects.get(request.node.name, self._dialect)

    def learn(self, node: str, used: Dialect, said: str) -> CallError | None:
        """Leave out what the endpoint complains of, so that asking again at once helps; None where it does not."""
        known = self._dialects.get(node, self._dialect)
        better = known if known != used else used.without(said)
        if better == used:
            return None
        self._dialects[node] = better
        return CallError(
            f"{self.endpoint} does not take a field: {said}", retry=True, wait_s=0.0, systemic=False
        )

    def _unreachable(self, problem: openai.OpenAIError) -> ForgeError:
        if isinstance(problem, openai.AuthenticationError | openai.PermissionDeniedError):
            return UsageError(
                f"{self.endpoint} does not accept the key in {KEY_VARIABLE}: {complaint(problem)}",
                hint=f"Check {KEY_VARIABLE} and {URL_VARIABLE}.",
            )
        why = meaning(problem, self._profile.name, self.endpoint)
        return UnavailableError(
            f"The model {self._profile.name} cannot be asked: {why}.",
            hint=f"Start the server, check {URL_VARIABLE}, or use --model offline.",
        )

    def _find_model(self, listing: Any) -> None:
        entries = listing.get("data") if isinstance(listing, dict) else None
        models = [entry for entry in entries or [] if isinstance(entry, dict)]
        names = [str(entry.get("id")) for entry in models]
        plain = self.model.partition(":")[0]  # gateways take variants, as in `name:free`
        if not names or self.model in names or plain in names:
            return
        if any(entry.get("owned_by") == _ANSWERS_TO_ANY_NAME for entry in models):
            return
        nearest = ", ".join(f"openai/{name}" for name, _, _ in process.extract(self.model, names, limit=3))
        raise UsageError(
            redact(f"{self.endpoint} has no model {self.model!r} among {len(names)}."),
            hint=f"Nearest: {nearest}.",
        )


def _json(content: bytes) -> Any:
    """The body of an answer.

    Raises:
        CallError: it is not JSON, as when it was cut on the way.
    """
    try:
        return json.loads(content)
    except ValueError:
        message = f"the answer is not JSON ({len(content)} bytes)"
    raise CallError(message, retry=True, billed="unknown")
