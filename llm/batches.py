"""OpenAI's Batch API: requests are handed over together in a file and answered within a day, for half the price.

A batch outlives the process that handed it over. Each request in it bears the content key of its question, so a later
process finds among the endpoint's batches what was handed over before, and waits for that instead of paying again.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

import openai

from forge.errors import ForgeError, UnavailableError
from forge.llm.cache import answer_key
from forge.llm.chat import Dialect, payload, reply_of
from forge.llm.faults import meaning
from forge.llm.openai_client import OpenAIProvider
from forge.llm.profiles import ModelProfile
from forge.llm.provider import CallError, ModelReply, ModelRequest
from forge.llm.secrets import redact

MOST = 10_000
"""Requests in one batch; OpenAI takes 50,000."""
MARK = "forge"
"""The name under which a batch says in its metadata that it is one of ours."""
WINDOW_S = 24 * 3600
"""The time within which a batch is answered, in seconds; what is not answered then is not charged."""
_ENDED = ("completed", "failed", "expired", "cancelled")
_PATH: Final = "/v1/chat/completions"
_WORTH_RETRYING = (408, 409, 429)


@dataclass(frozen=True)
class Pace:
    """How a batch is waited for.

    Attributes:
        gather_s: seconds without a further request after which those that wait are handed over.
        poll_s: seconds between two looks at a batch.
    """

    gather_s: float = 2.0
    poll_s: float = 20.0


@dataclass
class _Open:
    """A request that waits for its answer."""

    request: ModelRequest
    dialect: Dialect
    answer: asyncio.Future[ModelReply] = field(default_factory=asyncio.Future)


class BatchProvider(OpenAIProvider):
    """One model at one endpoint of the OpenAI protocol, asked through its Batch API.

    Args:
        profile: an `openai/` profile.
        timeout_s: how long one step may take, such as handing over a file, in seconds.
        pace: how a batch is waited for.

    Raises:
        UsageError: a key is missing.
    """

    def __init__(self, profile: ModelProfile, *, timeout_s: float, pace: Pace = Pace()) -> None:
        super().__init__(profile, timeout_s=timeout_s)
        self._pace = pace
        self._waiting: dict[str, _Open] = {}
        self._gathered = asyncio.Event()
        self._known: dict[str, str] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._gathering: asyncio.Task[None] | None = None
        self._all: set[asyncio.Future[ModelReply]] = set()

    async def complete(self, request: ModelRequest, attempt: str) -> ModelReply:  # noqa: ARG002 - the key names it
        """The answer to a request, perhaps a day later."""
        waits = _Open(request, self.dialect_of(request))
        self._waiting[answer_key(self, request)] = waits
        self._all.add(waits.answer)
        waits.answer.add_done_callback(self._all.discard)
        self._gathered.set()
        if self._gathering is None or self._gathering.done():
            self._gathering = asyncio.create_task(self._gather())
        return await waits.answer

    def stop(self, reason: ForgeError) -> None:
        """Wait no longer: the batches go on at the provider, and the next run finds them."""
        for answer in list(self._all):
            if not answer.done():
                answer.set_exception(reason)

    async def close(self) -> None:
        """End all waiting and close the client's connections."""
        tasks = [task for task in (*self._tasks, self._gathering) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await super().close()

    async def _gather(self) -> None:
        """Hand over what waits, once nothing more comes for a while."""
        while self._waiting:
            self._gathered.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._gathered.wait(), self._pace.gather_s)
                if len(self._waiting) < MOST:
                    continue
            taken = dict(list(self._waiting.items())[:MOST])
            for key in taken:
                del self._waiting[key]
            try:
                for batch, part in (await self._sorted(taken)).items():
                    task = asyncio.create_task(self._see_through(batch, part))
                    self._tasks.add(task)
                    task.add_done_callback(self._tasks.discard)
            except ForgeError as error:
                _fail(taken.values(), error)

    async def _sorted(self, taken: Mapping[str, _Open]) -> dict[str, dict[str, _Open]]:
        """Requests by the batch that answers them: one that was handed over before, or a new one."""
        if self._known is None:
            self._known = await self._handed_over_before()
        parts: dict[str, dict[str, _Open]] = {}
        fresh = {}
        for key, waits in taken.items():
            batch = self._known.pop(key, None)
            if batch is None:
                fresh[key] = waits
            else:
                parts.setdefault(batch, {})[key] = waits
        if fresh:
            parts[await self._hand_over(fresh)] = fresh
        return parts

    async def _handed_over_before(self) -> dict[str, str]:
        """The keys of requests in batches of ours that ended well or still run, with their batch."""
        found: dict[str, str] = {}
        problem: openai.OpenAIError
        try:
            async for batch in self._client.batches.list(limit=100):
                if MARK in (batch.metadata or {}) and batch.status not in (
                    "failed",
                    "cancelling",
                    "cancelled",
                ):
                    lines = await self._lines(batch.input_file_id)
                    found.update({str(line["custom_id"]): batch.id for line in lines})
        except openai.OpenAIError as error:
            problem = error
        else:
            return found
        raise _dead(meaning(problem, self._profile.name, self.endpoint))

    async def _hand_over(self, fresh: Mapping[str, _Open]) -> str:
        """Make a batch of requests; gives its id."""
        lines = []
        for key, waits in fresh.items():
            body = {"model": self.model, **payload(waits.request, waits.dialect)}
            lines.append(json.dumps({"custom_id": key, "method": "POST", "url": _PATH, "body": body}))
        problem: openai.OpenAIError
        try:
            content = ("\n".join(lines) + "\n").encode()
            file = await self._client.files.create(file=("requests.jsonl", content), purpose="batch")
            batch = await self._client.batches.create(
                input_file_id=file.id, endpoint=_PATH, completion_window="24h", metadata={MARK: "requests"}
            )
        except openai.OpenAIError as error:
            problem = error
        else:
            return batch.id
        raise meaning(problem, self._profile.name, self.endpoint)

    async def _see_through(self, identity: str, part: Mapping[str, _Open]) -> None:
        """Wait for a batch and give out its answers."""
        deadline = time.monotonic() + 2 * WINDOW_S
        try:
            while True:
                with suppress(openai.APIConnectionError, openai.InternalServerError, openai.RateLimitError):
                    batch = await self._client.batches.retrieve(identity)
                    if batch.status in _ENDED:
                        break
                if time.monotonic() > deadline:
                    _fail(
                        part.values(), UnavailableError(f"{self.endpoint} never ended the batch {identity}.")
                    )
                    return
                await asyncio.sleep(self._pace.poll_s)
            for file in (batch.output_file_id, batch.error_file_id):
                for line in await self._lines(file) if file else ():
                    self._give(part, line)
            said = "; ".join(
                str(error.message) for error in (batch.errors.data if batch.errors else None) or []
            )
            left = CallError(
                redact(f"the batch {identity} {batch.status} without an answer: {said}"),
                retry=batch.status == "expired",
            )
        except openai.OpenAIError as error:
            left = _call_error(meaning(error, self._profile.name, self.endpoint))
        _fail(part.values(), left)

    async def _lines(self, file: str) -> list[dict[str, Any]]:
        content = (await self._client.files.content(file)).content
        return [json.loads(line) for line in content.splitlines() if line.strip()]

    def _give(self, part: Mapping[str, _Open], line: Mapping[str, Any]) -> None:
        """Give one answer of a batch to whoever waits for it."""
        waits = part.get(str(line.get("custom_id")))
        if waits is None or waits.answer.done():
            return
        response = line.get("response") or {}
        status, body = int(response.get("status_code") or 0), response.get("body")
        if status == 200:
            try:
                waits.answer.set_result(reply_of(body))
            except CallError as error:
                waits.answer.set_exception(error)
            return
        said = redact(str((body or {}).get("error", {}).get("message") or line.get("error") or "no answer"))
        node = waits.request.node.name
        learned = self.learn(node, waits.dialect, said) if status in (400, 422) else None
        again = status in _WORTH_RETRYING or status >= 500
        waits.answer.set_exception(learned or CallError(f"the batch answered {status}: {said}", retry=again))


def _fail(waiting: Iterable[_Open], error: ForgeError) -> None:
    for waits in waiting:
        if not waits.answer.done():
            waits.answer.set_exception(error)


def _call_error(error: ForgeError) -> CallError:
    """What happened to an answer that could not be fetched: it may have been charged."""
    return CallError(str(error), retry=True, billed="unknown")


def _dead(error: ForgeError) -> ForgeError:
    """Without knowing what was handed over before, nothing may be handed over again."""
    return UnavailableError(
        f"The batches of the endpoint cannot be listed: {error}.", hint="Try again later."
    )
