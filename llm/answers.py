"""Judging a reply: is it an answer of the schema, and does it pass the caller's own check?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from forge.llm.complaints import complaints
from forge.llm.provider import ModelReply
from forge.skills.nodes import Node

Answer = TypeVar("Answer", bound=BaseModel)
Check = Callable[[Answer], list[str]]
"""A caller's own check: what is wrong with an answer, as sentences that a model can act on; else nothing."""


@dataclass(frozen=True)
class Judgement(Generic[Answer]):
    """What a reply is worth.

    Attributes:
        answer: the valid answer, or None.
        result: how the ledger names it.
        complaints: why there is no answer.
    """

    answer: Answer | None
    result: Literal["answered", "invalid", "refused"]
    complaints: tuple[str, ...] = ()


def judge(node: Node[Answer], reply: ModelReply, check: Check[Answer] | None) -> Judgement[Answer]:
    """Hold a reply against the schema of its node and against a check."""
    if reply.finish == "refused":
        said = f": {reply.text.strip()[:200]}" if reply.text.strip() else "."
        return Judgement(None, "refused", (f"it was refused{said}",))
    try:
        answer = node.schema.model_validate_json(_json_part(reply.text))
    except ValidationError as error:
        if reply.finish == "length":
            cut = f"it was cut off after {node.max_tokens} tokens, the most allowed: be shorter"
            return Judgement(None, "invalid", (cut,))
        return Judgement(None, "invalid", complaints(error, "the answer"))
    wrong = tuple(check(answer)) if check is not None else ()
    if wrong:
        return Judgement(None, "invalid", wrong)
    return Judgement(answer, "answered")


def _json_part(text: str) -> str:
    """The JSON object in a text: some models think aloud first, or wrap it in a code block."""
    said = text.rpartition("</think>")[2]
    start, end = said.find("{"), said.rfind("}")
    return said[start : end + 1] if 0 <= start < end else said
