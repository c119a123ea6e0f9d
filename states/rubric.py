"""A rubric as data: requirements, invariants and judge items, in JSON with a version.

Predicates are few and general. What an application knows sits in its reader; no predicate is named after a task.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, model_validator

from forge.states.selectors import Selector
from forge.states.values import decode, encode

JUDGE_SHARE = 0.4
"""The largest share of the weight that judge items may have."""


def _from_json(value: object) -> object:
    return decode(value) if isinstance(value, dict | list) else value


Data = Annotated[
    Any,
    BeforeValidator(_from_json),
    PlainSerializer(encode, return_type=Any),
]
"""A typed value (`forge.states.values`) inside a model, in its JSON form outside."""


class Model(BaseModel):
    """Immutable, and nothing unknown is taken in silence."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


class Check(Model):
    """A relation between the start and the end, over all places that a selector names.

    Each place must hold, and there must be at least one (`absent` and `count` excepted).
    """

    select: Selector


class Equals(Check):
    """The property equals an expected value: one for all places, or one each in order."""

    predicate: Literal["equals"] = "equals"
    expected: Data = None
    each: tuple[Data, ...] | None = None
    text: Literal["exact", "trimmed", "folded"] = "exact"


class Close(Check):
    """A number, date, time or duration within a tolerance of the expected one, in the value's unit or seconds."""

    predicate: Literal["close"] = "close"
    expected: Data = None
    each: tuple[Data, ...] | None = None
    absolute: float = Field(default=0.0, ge=0)
    relative: float = Field(default=0.0, ge=0)


class Matches(Check):
    """A text that a regular expression matches as a whole."""

    predicate: Literal["matches"] = "matches"
    pattern: str


class OneOf(Check):
    """The property equals one of several right values."""

    predicate: Literal["one_of"] = "one_of"
    options: tuple[Data, ...] = Field(min_length=1)


class Exists(Check):
    """The entity is there or, with a property, has it."""

    predicate: Literal["exists"] = "exists"


class Absent(Check):
    """The entity is not there or, with a property, has it not."""

    predicate: Literal["absent"] = "absent"


class Count(Check):
    """So many places exist in the end."""

    predicate: Literal["count"] = "count"
    expected: int = Field(ge=0)


class Unchanged(Check):
    """The property is what it was."""

    predicate: Literal["unchanged"] = "unchanged"


class Before(Check):
    """The property compared with what it was, optionally by at least an amount."""

    predicate: Literal["before"] = "before"
    relation: Literal["less", "greater", "at_most", "at_least", "different"]
    by: float = 0.0


class SortKey(Model):
    """What an ordered check compares: a selector from the entity on (with an empty mount)."""

    value: Selector
    descending: bool = False
    fold_case: bool = True


class Ordered(Check):
    """The selected entities stand in the order of their keys; blanks come last."""

    predicate: Literal["ordered"] = "ordered"
    by: tuple[SortKey, ...] = Field(min_length=1)


class SameMultiset(Check):
    """The selected entities, as tuples of values, are the same as before or as expected, in any order."""

    predicate: Literal["same_multiset"] = "same_multiset"
    columns: tuple[Selector, ...] = ()
    expected: tuple[Data, ...] | None = None


AnyCheck = Annotated[
    Equals | Close | Matches | OneOf | Exists | Absent | Count | Unchanged | Before | Ordered | SameMultiset,
    Field(discriminator="predicate"),
]


class Requirement(Model):
    """Something that is false at the start and must be true at the end.

    Attributes:
        id: its name within the rubric.
        says: what it asks for, for a person.
        any_of: several right ways; in each, every check must hold.
        weight: its share of the partial credit.
        facts: the facts of the contract on which its literals rest, public or worked out.
        reason: where it compares with what the reference solution gives rather than with a fact, why.
    """

    id: str
    says: str
    any_of: tuple[tuple[AnyCheck, ...], ...] = Field(min_length=1)
    weight: float = Field(default=1.0, gt=0)
    facts: tuple[str, ...] = ()
    reason: str = ""

    def checks(self) -> tuple[AnyCheck, ...]:
        """All checks of all ways."""
        return tuple(check for way in self.any_of for check in way)


class Invariant(Model):
    """Outside what the task writes, nothing changed.

    Attributes:
        id: its name within the rubric.
        says: what it protects, for a person.
        mounts: the mounts it watches; empty for all.
        writes: what the task may change.
        free: what is up to whoever does the task, such as the place of a new chart.
        additions: whether new things are allowed everywhere (lenient) or forbidden (strict; must be said).
    """

    id: str = "nothing else"
    says: str = "Nothing else changes."
    mounts: tuple[str, ...] = ()
    writes: tuple[Selector, ...] = ()
    free: tuple[Selector, ...] = ()
    additions: Literal["forbid", "allow"] = "forbid"


class JudgeItem(Model):
    """What no state shows, left to a judge who sees the question and the named evidence."""

    id: str
    question: str
    evidence: tuple[Selector, ...] = ()
    weight: float = Field(default=1.0, gt=0)


class ProbeSpec(Model):
    """An experiment on the end state: set inputs, let the application recalculate, read.

    What it read is recorded in the state under the mount `probe:<id>`, one entity `reading` for each address.
    """

    id: str
    mount: str
    inputs: tuple[tuple[Selector, Data], ...]
    readings: tuple[Selector, ...]

    @property
    def probe_mount(self) -> str:
        """The mount under which the readings stand."""
        return f"probe:{self.id}"

    def reading(self, selector: Selector) -> Selector:
        """The address of what was read at `selector`."""
        return Selector(self.probe_mount).below("reading", str(selector)).of("value")


class Rubric(Model):
    """What decides whether a task was done."""

    version: Literal[1] = 1
    requirements: tuple[Requirement, ...] = Field(min_length=1)
    invariants: tuple[Invariant, ...] = ()
    judge: tuple[JudgeItem, ...] = ()
    probes: tuple[ProbeSpec, ...] = ()

    @model_validator(mode="after")
    def _consistent(self) -> Rubric:
        ids = [item.id for item in self.requirements]
        ids += [item.id for item in self.invariants]
        ids += [item.id for item in self.judge]
        twice = {name for name in ids if ids.count(name) > 1}
        if twice:
            raise ValueError(
                f"items of a rubric need names of their own; used twice: {', '.join(sorted(twice))}"
            )
        judged = sum(item.weight for item in self.judge)
        total = judged + sum(item.weight for item in self.requirements)
        if judged > JUDGE_SHARE * total + 1e-9:
            share = f"{judged / total:.0%}"
            raise ValueError(f"judge items hold {share} of the weight; at most {JUDGE_SHARE:.0%} is allowed")
        return self
