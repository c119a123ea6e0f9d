"""The agent's final answer as a state: one value under the mount `answer`."""

from __future__ import annotations

from forge.states.entities import Entity, Kind, Property, Schema, Tree
from forge.states.selectors import Selector
from forge.states.values import Value

ANSWER_MOUNT = "answer"
ANSWER_SCHEMA = Schema(
    "answer",
    {"answer": Kind.of("answer", Property("value", example="impossible", says="what the agent answered"))},
)
ANSWER = Selector(ANSWER_MOUNT, property="value")
"""The address of the answer's value."""


def answer_tree(value: Value) -> Tree:
    """The tree of an answer; None is no answer."""
    return Tree(ANSWER_SCHEMA, Entity("answer", properties={"value": value} if value is not None else {}))
