"""Prompts: from a node and variables to a conversation, from an unusable answer to the question once more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from jinja2 import StrictUndefined, Template, TemplateError, TemplateSyntaxError, UndefinedError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from forge.errors import SkillError
from forge.llm.provider import Message, ModelReply, ModelRequest
from forge.skills.nodes import Node

_MOST_SHOWN = 12_000
"""How many characters of an unusable answer are shown to the model again."""
_ENVIRONMENT = ImmutableSandboxedEnvironment(
    autoescape=False,  # a prompt is plain text, no markup
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def conversation(node: Node[Any], variables: Mapping[str, Any]) -> tuple[Message, ...]:
    """The rendered prompt of a node, the part that never changes first.

    Raises:
        SkillError: a template is wrong, or wants a variable that is not given.
    """
    user = Message(role="user", content=_render(node, node.prompt, variables))
    if not node.system:
        return (user,)
    return (Message(role="system", content=_system(node)), user)


def repaired(request: ModelRequest, reply: ModelReply, complaints: Sequence[str]) -> ModelRequest:
    """The question once more, with the answer that could not be used and what is wrong with it."""
    turns = []
    if reply.text.strip():
        turns.append(Message(role="assistant", content=reply.text[:_MOST_SHOWN]))
    listed = "\n".join(f"- {complaint}" for complaint in complaints)
    turns.append(
        Message(
            role="user",
            content=f"That answer cannot be used:\n{listed}\n"
            "Answer again: the whole JSON object, corrected, and nothing else.",
        )
    )
    return replace(request, messages=(*request.messages, *turns))


@lru_cache(maxsize=512)
def _system(node: Node[Any]) -> str:
    return _render(node, node.system, {})


def _render(node: Node[Any], source: str, variables: Mapping[str, Any]) -> str:
    try:
        return _template(source).render(variables)
    except UndefinedError as error:
        given = ", ".join(sorted(variables)) or "none"
        raise SkillError(
            f"A prompt of the node {node.name!r} cannot be rendered: {error}. Variables given: {given}.",
            hint="Double braces that belong to the prompt itself go between {% raw %} and {% endraw %}.",
        ) from error
    except TemplateSyntaxError as error:
        raise SkillError(
            f"A prompt of the node {node.name!r} is no Jinja2 template: line {error.lineno}: {error.message}."
        ) from error
    except TemplateError as error:
        raise SkillError(f"A prompt of the node {node.name!r} cannot be rendered: {error}.") from error


@lru_cache(maxsize=1024)
def _template(source: str) -> Template:
    return _ENVIRONMENT.from_string(source)
