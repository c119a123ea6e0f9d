"""The chat-completions protocol: what is sent, what comes back, and which of its fields an endpoint takes."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from openai import pydantic_function_tool
from pydantic import BaseModel

from forge.llm.cache import schema_text
from forge.llm.provider import CallError, ModelReply, ModelRequest, Usage

_REFUSING = {"content_filter", "refusal", "safety"}
_CUT = {"length", "max_tokens"}
_NOT_TAKEN = re.compile(r"not supported|unsupported|unrecogni[sz]ed|unknown|unexpected|not permitted|extra")


@dataclass(frozen=True)
class Dialect:
    """Which fields an endpoint takes for a node.

    Attributes:
        schema: it answers by a JSON schema; else the schema is put into the prompt.
        temperature: it lets the temperature be chosen.
        limit: the field that holds the most tokens of an answer.
    """

    schema: bool = True
    temperature: bool = True
    limit: str = "max_tokens"

    def without(self, complaint: str) -> Dialect:
        """The dialect that avoids what an endpoint complained of; the same one when no dialect can."""
        lowered = complaint.lower()
        if re.search(rf"\b{self.limit}\b", lowered) and _NOT_TAKEN.search(lowered):
            other = "max_tokens" if self.limit == "max_completion_tokens" else "max_completion_tokens"
            return replace(self, limit=other)
        if self.temperature and "temperature" in lowered:
            return replace(self, temperature=False)
        if self.schema and any(word in lowered for word in ("response_format", "schema", "grammar")):
            return replace(self, schema=False)
        return self


def payload(request: ModelRequest, dialect: Dialect) -> dict[str, Any]:
    """The body of a request, without the model."""
    node = request.node
    schema: type[BaseModel] = node.schema
    messages = [{"role": message.role, "content": message.content} for message in request.messages]
    body: dict[str, Any] = {"messages": messages, dialect.limit: node.max_tokens}
    if dialect.temperature:
        body["temperature"] = node.temperature
    if dialect.schema:
        strict = {"name": f"{node.name}_answer", "strict": True, "schema": strict_schema(schema)}
        body["response_format"] = {"type": "json_schema", "json_schema": strict}
    else:
        wanted = (
            f"Answer with one JSON object and nothing else. It fits this JSON schema: {schema_text(schema)}"
        )
        first = messages[0]
        if first["role"] == "system":
            first["content"] = f"{first['content']}\n\n{wanted}"
        else:
            messages.insert(0, {"role": "system", "content": wanted})
    return body


@lru_cache(maxsize=1024)
def strict_schema(schema: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema of a model in the strict form that OpenAI's endpoints demand."""
    parameters = pydantic_function_tool(schema)["function"]["parameters"]
    return deepcopy(dict(parameters))


def reply_of(body: object) -> ModelReply:
    """What an answer's body says.

    Raises:
        CallError: it holds no answer.
    """
    data = body if isinstance(body, Mapping) else {}
    usage = usage_of(data.get("usage"))
    choices = data.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, Mapping) else None
    if not isinstance(choice, Mapping) or not isinstance(message, Mapping):
        raise CallError("the answer holds no choice", retry=True, billed="unknown", usage=usage)
    finish = str(choice.get("finish_reason") or "stop")
    text, refusal = message.get("content"), message.get("refusal")
    refused = bool(refusal) or finish in _REFUSING
    return ModelReply(
        text=str((refusal or text if refused else text) or ""),
        finish="refused" if refused else "length" if finish in _CUT else "stop",
        usage=usage,
        model=str(data.get("model") or ""),
        name=f"{data['id']}@{data.get('created')}" if data.get("id") else "",
    )


def usage_of(data: object) -> Usage | None:
    """The tokens that an answer reports, or None when it reports none that make sense."""
    if not isinstance(data, Mapping):
        return None
    prompt, completion = _count(data, "prompt_tokens"), _count(data, "completion_tokens")
    if prompt is None or completion is None:
        return None
    return Usage(
        prompt=prompt,
        cached=min(prompt, _count(data.get("prompt_tokens_details"), "cached_tokens") or 0),
        completion=completion,
        reasoning=min(completion, _count(data.get("completion_tokens_details"), "reasoning_tokens") or 0),
    )


def _count(data: object, name: str) -> int | None:
    value = data.get(name) if isinstance(data, Mapping) else None
    whole = isinstance(value, int | float) and math.isfinite(value) and value >= 0
    return int(value) if whole and value is not None else None
