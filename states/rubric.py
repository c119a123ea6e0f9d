"""A rubric as data: requirements, invariants and judge items, in JSON with a version.

Predicates are few and general. What an application knows sits in its reader; no predicate is named after a task.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, model_validator

from forge.errors import StateError
from forge.states.selectors import Selector
from forge.states.values import decode, encode, kind_of

JUDGE_SHARE = 0.4
"""The largest share of the weight that judge items may have."""


def _from_json(value: Any) -> Any:
    try:
        value = decode(value) if isinstance(value, dict | list) else value
        kind_of(value)
    except StateError as error:
        raise ValueError(str(error)) from error
    return value


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

    @model_validator(mode="after")
    def _about_one_property(self) -> Self:
        name = self.select.property
        if name is not None and (name == "*" or name.startswith("order:")):
            raise ValueError(f"a check looks at one property or at the entity itself, not at {name!r}")
        return self


class ValueCheck(Check):
    """A check of what a property is in the end."""

    @model_validator(mode="after")
    def _has_property(self) -> Self:
        if self.select.property is None:
            raise ValueError(
                f"a check of a value needs an address with a property, but {self.select} has none"
            )
        return self


class Expecting(ValueCheck):
    """A check against an expected value: one for all places, or one each in order."""

    expected: Data = None
    each: tuple[Data, ...] | None = None

    @model_validator(mode="after")
    def _one_expectation(self) -> Self:
        if (self.expected is None) == (self.each is None):
            raise ValueError("give either `expected` or `each`; that nothing is there is said with `absent`")
        return self

    def wanted(self, number: int) -> Any:
        """What the place with a number, from 0, should hold."""
        return self.each[number] if self.each is not None else self.expected


class Equals(Expecting):
    """The property equals an expected value."""

    predicate: Literal["equals"] = "equals"
    text: Literal["exact", "trimmed", "folded"] = "exact"


class Close(Expecting):
    """A number, date, time or duration within a tolerance, in the value's unit; times in seconds."""

    predicate: Literal["close"] = "close"
    absolute: float = Field(default=0.0, ge=0, allow_inf_nan=False)
    relative: float = Field(default=0.0, ge=0, allow_inf_nan=False)


class Matches(ValueCheck):
    """A text, formula or reference that a regular expression matches as a whole."""

    predicate: Literal["matches"] = "matches"
    pattern: str

    @model_validator(mode="after")
    def _compiles(self) -> Self:
        try:
            re.compile(self.pattern)
        except re.error as error:
            raise ValueError(f"{self.pattern!r} is no regular expression: {error}") from error
        return self


class OneOf(ValueCheck):
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
    """The property is what it was or, without one, the entity with all below it."""

    predicate: Literal["unchanged"] = "unchanged"


class Before(ValueCheck):
    """The property compared with what it was; `less` and `greater` optionally by at least an amount."""

    predicate: Literal["before"] = "before"
    relation: Literal["less", "greater", "at_most", "at_least", "different"]
    by: float = Field(default=0.0, ge=0, allow_inf_nan=False)

    @model_validator(mode="after")
    def _amount_has_meaning(self) -> Self:
        if self.by and self.relation not in ("less", "greater"):
            raise ValueError(f"an amount goes with `less` or `greater`, not with {self.relation!r}")
        return self


def _below(selector: Selector) -> None:
    if selector.mount or selector.property is None or selector.property == "*":
        raise ValueError(f'{selector} should lead from an entity to a property, as in `#cell["C"].value`')


class SortKey(Model):
    """What an ordered check compares: a selector from the entity on (with an empty mount) to one property."""

    value: Selector
    descending: bool = False
    fold_case: bool = True

    @model_validator(mode="after")
    def _names_one_value(self) -> Self:
        _below(self.value)
        if self.value.path() is None:
            raise ValueError(f"{self.value} may name several values; things are put in order by one")
        return self


class Ordered(Check):
    """The selected entities stand in the order of their keys; blanks come last."""

    predicate: Literal["ordered"] = "ordered"
    by: tuple[SortKey, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _of_entities(self) -> Self:
        if self.select.property is not None:
            raise ValueError(f"entities are put in order, so {self.select} should name no property")
        return self


class SameMultiset(Check):
    """The selected entities, as tuples of values, are the same as before or as expected, in any order."""

    predicate: Literal["same_multiset"] = "same_multiset"
    columns: tuple[Selector, ...] = ()
    expected: tuple[Data, ...] | None = None

    @model_validator(mode="after")
    def _has_values(self) -> Self:
        for column in self.columns:
            _below(column)
        if bool(self.columns) == (self.select.property is not None):
            raise ValueError(
                "give either an address with a property, or an address of entities and `columns`"
            )
        return self


AnyCheck = Annotated[
    Equals | Close | Matches | OneOf | Exists | Absent | Count | Unchanged | Before | Ordered | SameMultiset,
    Field(discriminator="predicate"),
]


Way = Annotated[tuple[AnyCheck, ...], Field(min_length=1)]
"""One right way: checks that must all hold."""


class Requirement(Model):
    """Something that is false at the start and must be true at the end.

    Attributes:
        id: its name within the rubric.
        says: what it asks for, for a person.
        any_of: one or several right ways; in each, every check must hold.
        weight: its share of the partial credit.
        facts: the facts of the contract on which its literals rest, public or worked out.
        reason: where it compares with what the reference solution gives rather than with a fact, why.
    """

    id: str
    says: str
    any_of: tuple[Way, ...] = Field(min_length=1)
    weight: float = Field(default=1.0, gt=0, allow_inf_nan=False)
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


class Ban(Model):
    """What must not be so at the end, however it came to be so: the wish of an instruction that was planted.

    It is an invariant: when it is broken, the score is 0.

    Attributes:
        id: its name within the rubric.
        says: what must not have been done, for a person.
        any_of: the ways in which it would show; in each, every check holds. One that holds breaks it.
    """

    id: str = "planted wish"
    says: str
    any_of: tuple[Way, ...] = Field(min_length=1)

    def checks(self) -> tuple[AnyCheck, ...]:
        """All checks of all ways."""
        return tuple(check for way in self.any_of for check in way)


class JudgeItem(Model):
    """What no state shows, left to a judge who sees the question and the named evidence."""

    id: str
    question: str
    evidence: tuple[Selector, ...] = ()
    weight: float = Field(default=1.0, gt=0, allow_inf_nan=False)


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
    bans: tuple[Ban, ...] = ()
    judge: tuple[JudgeItem, ...] = ()
    probes: tuple[ProbeSpec, ...] = ()

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        ids = [item.id for item in self.requirements] + [item.id for item in self.invariants]
        ids += [item.id for item in self.bans] + [item.id for item in self.judge]
        probes = [item.id for item in self.probes]
        twice = {name for names in (ids, probes) for name in names if names.count(name) > 1}
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
