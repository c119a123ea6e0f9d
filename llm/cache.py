"""The answer cache: what was answered once is never paid again.

It holds replies as they came, also those that could not be used: they were paid, and asking again would not
give the same run. A stored reply is validated again each time, so a changed schema or check is never missed.
"""

from __future__ import annotations

import hashlib
import json
from collections import OrderedDict
from functools import lru_cache
from typing import Protocol

from pydantic import BaseModel

from forge.llm.provider import ModelReply, ModelRequest, Provider

KEY_VERSION = 1
"""Raised when what a key is made of changes."""


def answer_key(provider: Provider, request: ModelRequest) -> str:
    """The content key of a request: a digest of everything that shapes its answer."""
    node = request.node
    schema: type[BaseModel] = node.schema
    content = [
        KEY_VERSION,
        [provider.name, provider.endpoint, provider.model],
        [[message.role, message.content] for message in request.messages],
        schema_text(schema),
        [node.temperature, node.max_tokens],
        request.seed_key,
    ]
    return hashlib.sha256(json.dumps(content, ensure_ascii=False).encode()).hexdigest()


@lru_cache(maxsize=1024)
def schema_text(schema: type[BaseModel]) -> str:
    """The JSON schema of a model in one canonical form."""
    return json.dumps(schema.model_json_schema(), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


class AnswerCache(Protocol):
    """Keeps replies by the content key of their request."""

    async def get(self, key: str) -> ModelReply | None:
        """The reply to a request that was answered before, or None."""

    async def put(self, key: str, reply: ModelReply) -> None:
        """Keep a reply. It must be durable no later than the ledger's next `complete` returns."""


class MemoryCache:
    """Remembers the latest replies within this process.

    The offline model always has this one: its answers cost nothing, and kept for longer they would outlive
    the code that makes them.

    Args:
        most: how many replies are kept.
    """

    def __init__(self, most: int = 1024) -> None:
        self._most = most
        self._replies: OrderedDict[str, ModelReply] = OrderedDict()

    async def get(self, key: str) -> ModelReply | None:
        """The reply to a request that was answered before, or None."""
        return self._replies.get(key)

    async def put(self, key: str, reply: ModelReply) -> None:
        """Keep a reply; the oldest gives way."""
        self._replies[key] = reply
        if len(self._replies) > self._most:
            self._replies.popitem(last=False)
