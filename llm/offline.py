"""The offline model: answers from the nodes' own generators, without a network and without a key."""

from __future__ import annotations

import hashlib
from random import Random

from forge.errors import ForgeError
from forge.llm.provider import ModelReply, ModelRequest, Usage
from forge.llm.tokens import count, count_repeated

_PER_MESSAGE = 4
"""Tokens that a chat format adds to each message."""


class OfflineProvider:
    """Answers each request from a random stream seeded by the request itself, so always the same."""

    name = "offline"
    model = "offline"
    endpoint = ""
    paid = False
    account = "offline"

    async def check(self) -> None:
        """There is nothing that could be missing."""

    async def complete(self, request: ModelRequest, attempt: str) -> ModelReply:  # noqa: ARG002 - keeps no log
        """The answer of the node's generator, as text."""
        node = request.node
        text: str = node.offline(Random(seed_of(request)), request.variables).model_dump_json()
        return ModelReply(text=text, usage=_usage(request, text), model=self.model)

    def stop(self, reason: ForgeError) -> None:
        """Nothing to do: calls under way end within their time."""

    async def close(self) -> None:
        """There is nothing to close."""


def seed_of(request: ModelRequest) -> int:
    """A number that depends on the node, the whole conversation and the seed key, and on nothing else."""
    digest = hashlib.sha256()
    parts = (request.node.name, request.seed_key, *(message.content for message in request.messages))
    for part in parts:
        encoded = part.encode()
        digest.update(len(encoded).to_bytes(8, "big") + encoded)
    return int.from_bytes(digest.digest()[:16], "big")


def _usage(request: ModelRequest, text: str) -> Usage:
    prompt = sum(
        _PER_MESSAGE + (count_repeated if message.role == "system" else count)(message.content)
        for message in request.messages
    )
    return Usage(prompt=prompt, completion=count(text))
