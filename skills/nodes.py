"""A node: a prompt and a schema. Skills declare nodes; the pipeline has a language model answer them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

Answer = TypeVar("Answer", bound=BaseModel)


@dataclass(frozen=True)
class Node(Generic[Answer]):
    """A question to a language model.

    Attributes:
        name: its name in the ledger, as in `table`.
        system: the part of the prompt that is the same for every request, sent first so that a provider can cache
            its prefix; a Jinja2 template over nothing.
        prompt: a Jinja2 template over the variables of a request.
        schema: what a valid answer looks like.
        offline: an answer without a model, from a random stream seeded by the request and its variables.
        temperature: how freely a model answers.
        max_tokens: the most tokens an answer may have.
    """

    name: str
    system: str
    prompt: str
    schema: type[Answer]
    offline: Callable[[Random, Mapping[str, Any]], Answer]
    temperature: float = 0.8
    max_tokens: int = 1500
