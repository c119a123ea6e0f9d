"""The gate *agreed*: a model that sees only the instruction and the start state names the changes of the golden.

It finds what no other gate can: an instruction whose plain reading asks for something else than what is graded. It
costs a call, so it judges a declared share of tasks, and none unless it is asked to. What the model names is compared
through the state model: every change that the golden makes must be named, and nothing else, except what the task
leaves free.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from forge.errors import UnavailableError
from forge.gates.base import Case, Gate, Verdict
from forge.skills.nodes import Node
from forge.states.changes import Change, address, own_changes
from forge.states.cover import Cover
from forge.states.values import POINTING, Value, show

MOST_CHANGES = 40
"""Changes that a model is asked to name; a task that makes more is not judged."""
MOST_LINES = 300
"""Lines of a start state that a model is shown; a larger one is not judged."""


class NamedChange(BaseModel):
    """A change as a model names it.

    Attributes:
        what: the sort of change.
        where: the address of what changes, as in the list, or where the new thing goes.
        kind: what sort of thing changes, from the list of kinds.
        name: for `set`, the property.
        becomes: for `set`, the new value; empty where it is a formula or cannot be known.
    """

    model_config = ConfigDict(extra="forbid")

    what: Literal["set", "added", "removed", "renamed", "moved", "order"]
    where: str = Field(max_length=300)
    kind: str = Field(max_length=60)
    name: str = Field(default="", max_length=60)
    becomes: str = Field(default="", max_length=300)


class NamedChanges(BaseModel):
    """What a model answers: every change that doing the task makes."""

    model_config = ConfigDict(extra="forbid")

    changes: list[NamedChange] = Field(max_length=3 * MOST_CHANGES)


def _cannot(random: Random, variables: Mapping[str, Any]) -> NamedChanges:  # noqa: ARG001 - the node's form
    raise UnavailableError("The offline model cannot read an instruction, so it cannot judge one.")


_SYSTEM = """\
You get the instruction for a task on a computer and the state of the files before it. You do not do the task: you name
every change that doing it makes, and no other.

A change is one of: set (a property of something gets another value), added, removed, renamed, moved (to another
parent), order (things of one kind stand in another order). `where` is an address as in the list; something new gets the
address that it will have. `kind` and `name` (the property, for set) are words of the list of kinds. `becomes` is the
new value as text, without quotation marks; empty for formulas and for what cannot be known.
Answer one JSON object: {"changes": [{"what": …, "where": …, "kind": …, "name": …, "becomes": …}]}."""

_PROMPT = """\
Kinds and their properties:
{% for kind in kinds %}
- {{ kind }}
{% endfor %}
State:
{% for line in state %}
{{ line }}
{% endfor %}
Instruction: {{ instruction }}"""

AGREED: Node[NamedChanges] = Node(
    name="agreed",
    system=_SYSTEM,
    prompt=_PROMPT,
    schema=NamedChanges,
    offline=_cannot,
    temperature=0.0,
    max_tokens=3000,
)
"""The node that reads an instruction as whoever does the task will."""


class Agreed(Gate):
    """A reader who sees only what the agent sees understands the task as it is graded.

    Args:
        answer: what the model named; None where none was asked.
    """

    name = "agreed"
    scope = "package"
    says = "a model that sees only the instruction and the start names the changes of the golden"

    def __init__(self, answer: NamedChanges | None = None) -> None:
        self._answer = answer

    def judge(self, case: Case) -> Verdict:
        """Compare what was named with what the golden changes."""
        if self._answer is None:
            return self.not_run("No model was asked.")
        wanted, allowed = _golden(case)
        named = {_named_key(change): change for change in self._answer.changes}
        missing = [key for key in wanted if key not in named]
        more = [key for key in named if key not in wanted and key not in allowed]
        wrong = [
            key
            for key, change in wanted.items()
            if key in named and not _same_value(change.after, named[key].becomes)
        ]
        if not (missing or more or wrong):
            return self.passed(f"A model named all {len(wanted)} changes, and nothing else.")
        evidence: list[dict[str, Any]] = [{"change": key, "why": "it was not named"} for key in missing]
        evidence += [{"change": key, "why": "the golden does not make it"} for key in more]
        evidence += [
            {"change": key, "expected": show(wanted[key].after), "actual": named[key].becomes}
            for key in wrong
        ]
        return self.failed(
            f"A model read the task otherwise: {len(missing)} changes were not named, {len(more)} are not made,"
            f" {len(wrong)} end otherwise.",
            evidence,
        )


def question(case: Case) -> dict[str, Any] | None:
    """What the node is asked about a case; None where the start or the change is too large to be told."""
    wanted, _ = _golden(case)
    lines = list(_state_lines(case))
    if not 0 < len(wanted) <= MOST_CHANGES or len(lines) > MOST_LINES:
        return None
    kinds: dict[str, None] = {}
    for tree in case.start.trees.values():
        for kind in tree.schema.kinds.values():
            kinds[f"{kind.name}: {', '.join(prop.name for prop in kind.compared)}"] = None
    return {"instruction": case.instruction, "state": lines, "kinds": list(kinds)}


def _state_lines(case: Case) -> Iterable[str]:
    for mount, tree in case.start.trees.items():
        if mount.startswith("probe:"):
            continue
        for path, entity in tree.walk():
            told = ", ".join(f"{name} {show(value)}" for name, value in entity.properties.items())
            if told:
                yield f"{address(mount, path, None, tree.schema)} ({entity.kind}): {told}"


def _golden(case: Case) -> tuple[dict[str, Change], set[str]]:
    """The golden's changes by their key: those that must be named, and the keys of those that may be.

    What changes beside a formula in one place, such as its value, follows from it.
    """
    comparison = case.comparison
    free = Cover(case.record.footprint.free, comparison)
    changes = [
        change for change in own_changes(comparison.changes()) if not change.mount.startswith("probe:")
    ]
    with_formula = {(change.mount, change.path) for change in changes if type(change.after) in POINTING}
    wanted: dict[str, Change] = {}
    allowed: set[str] = set()
    for change in changes:
        key = _key(
            change.type, address(change.mount, change.path, None, case.schema_of(change.mount)), change
        )
        follows = (change.mount, change.path) in with_formula and type(change.after) not in POINTING
        if follows or free.covers(change):
            allowed.add(key)
        else:
            wanted[key] = change
    return wanted, allowed


def _key(what: str, where: str, change: Change) -> str:
    """What tells a change apart: for a new or vanished thing its kind, for all else its place and property."""
    if what in ("added", "removed", "moved", "order"):
        return f"{what} {change.kind}"
    return f"{what} {_plain(where)} {change.name or ''}".strip()


def _named_key(change: NamedChange) -> str:
    if change.what in ("added", "removed", "moved", "order"):
        return f"{change.what} {change.kind.strip()}"
    where = _plain(change.where).removesuffix(f".{change.name}")
    return f"{change.what} {where} {change.name if change.what == 'set' else ''}".strip()


def _plain(where: str) -> str:
    """An address without its mount, quotation marks and capitals."""
    return where.rpartition("#")[2].replace("'", "").replace('"', "").strip().casefold()


def _same_value(expected: Value, named: str) -> bool:
    """Whether a value is what was named; nothing is held against what a model left open."""
    said = named.strip().strip("\"'")
    if not said or expected is None or type(expected) in POINTING:
        return True
    shown = expected if isinstance(expected, str) else show(expected)
    if shown.casefold() == said.casefold():
        return True
    try:
        return float(shown.replace(",", "")) == float(said.replace(",", ""))
    except ValueError:
        return False
