"""One contract out of several: facts, requirements and attempts of each part, kept apart by its prefix."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal

from forge.errors import RefusedError
from forge.preparers.desktop import Desktop
from forge.skills.compose import Joint, comes_after
from forge.skills.contract import KEEP, SAVE, Attempt, Contract, Fact, Footprint
from forge.skills.instruction import keep_fact, save_fact
from forge.skills.parts import Part
from forge.skills.setup import Setup
from forge.states.answers import ANSWER_MOUNT
from forge.states.entities import State
from forge.states.overlap import overlapping
from forge.states.resolve import find, values
from forge.states.rubric import AnyCheck, Requirement
from forge.states.selectors import Selector

COMMON = (KEEP, SAVE)
"""The facts that are told once for all parts."""
MOST_TOLD = 100
"""Words up to which the facts of a task can be told in any of their ways, so that its instruction is still read."""


def joint_contract(joint: Joint) -> Contract:
    """The contract of all parts together.

    Raises:
        RefusedError: the parts want different things of the environment or of what else may change.
    """
    parts = joint.parts
    setup = joint_setup(parts)
    facts = list(joint_facts(joint))
    if any(part.contract.footprint.additions == "forbid" for part in parts):
        facts.append(keep_fact())
    if setup.saving == "instructed":
        facts.append(save_fact(len(setup.open)))
    facts = in_few_words(facts)
    requirements = [item for part in parts for item in _requirements(part, facts, parts)]
    return Contract(
        facts=tuple(facts),
        requirements=tuple(requirements),
        footprint=joint_footprint(parts),
        setup=setup,
        variants=tuple(_attempts(joint, "variants")),
        near_misses=(*_attempts(joint, "near_misses"), *_left_out(joint)),
        probes=tuple(
            probe.model_copy(update={"id": part.prefix + probe.id})
            for part in parts
            for probe in part.contract.probes
        ),
        bans=tuple(
            ban.model_copy(update={"id": part.prefix + ban.id})
            for part in parts
            for ban in part.contract.bans
        ),
        judge=tuple(
            item.model_copy(update={"id": part.prefix + item.id})
            for part in parts
            for item in part.contract.judge
        ),
    )


def joint_setup(parts: Sequence[Part]) -> Setup:
    """What stands ready: everything that a part wants open, that of the first part in front.

    Raises:
        RefusedError: two parts want another clock, time zone or locale.
    """
    setups = [part.contract.setup for part in parts]
    for name in ("clock", "timezone", "locale"):
        if len({getattr(setup, name) for setup in setups}) > 1:
            raise RefusedError.because("environment", f"the parts want another {name} each")
    opened = dict.fromkeys(mount for setup in setups for mount in setup.open)
    in_front = next(iter(opened), None)
    flushed = any(setup.saving == "flushed" and (setup.open or setup.launch) for setup in setups)
    return setups[0].model_copy(
        update={
            "open": tuple(mount for mount in opened if mount != in_front)
            + ((in_front,) if in_front is not None else ()),
            "launch": tuple(dict.fromkeys(item for setup in setups for item in setup.launch)),
            "saving": "flushed" if flushed or not opened else "instructed",
        }
    )


def joint_footprint(parts: Sequence[Part]) -> Footprint:
    """What is read, written and free in any part.

    Raises:
        RefusedError: one part lets new things be everywhere, another one does not.
    """
    if len({part.contract.footprint.additions for part in parts}) > 1:
        raise RefusedError.because("additions", "one part lets new things be anywhere, another one does not")

    def union(name: str) -> tuple[Selector, ...]:
        places = (_own(part, place) for part in parts for place in getattr(part.contract.footprint, name))
        return tuple(dict.fromkeys(places))

    return Footprint(
        reads=union("reads"),
        writes=union("writes"),
        free=union("free"),
        additions=parts[0].contract.footprint.additions,
    )


def joint_facts(joint: Joint) -> Iterator[Fact]:
    """The facts of all parts under names of their own, without those that are told once for all."""
    start, golden = joint.start.state(), joint.solved().state()
    for place, part in enumerate(joint.parts):
        for fact in part.contract.facts:
            if fact.name not in COMMON:
                yield _from_start(fact, joint.parts[:place], start, golden).model_copy(
                    update={"name": part.prefix + fact.name, "optional": _optional(fact, place, joint.parts)}
                )


def in_few_words(facts: Sequence[Fact]) -> list[Fact]:
    """The facts as they are, or each in its shortest words where all that must be told would get long."""
    told = [fact for fact in facts if fact.public and not fact.optional]
    if sum(max(len(says.split()) for says in fact.says) for fact in told) <= MOST_TOLD:
        return list(facts)

    def shortest(fact: Fact) -> Fact:
        return fact.model_copy(update={"says": (min(fact.says, key=lambda says: (len(says.split()), says)),)})

    return [shortest(fact) if fact.public else fact for fact in facts]


def _from_start(fact: Fact, earlier: Sequence[Part], start: State, golden: State) -> Fact:
    """A fact that rests on the start alone: what an earlier part makes follows from what that part rests on."""

    def made(place: Selector) -> bool:
        return not find(place, start) and bool(find(place, golden))

    refers = fact.refers
    if refers is not None and refers.property is not None:
        old, new = values(refers, start), values(refers, golden)
        refers = None if old != new and fact.value in new and fact.value not in old else refers
    refers = None if refers is not None and made(refers) else refers
    places = tuple(place for place in fact.worked_out_from if not made(place))
    if fact.worked_out_from and not places:
        found = (place for part in earlier for place in (*part.reads, *part.speaks_of))
        places = tuple(place for place in found if find(place, start))
    return fact.model_copy(update={"refers": refers, "worked_out_from": places})


def _optional(fact: Fact, place: int, parts: Sequence[Part]) -> bool:
    """Whether a fact need not be told: not where it was told just before, but where parts differ in it."""
    if not fact.public:
        return fact.optional
    if place and any(_alike(fact, other) for other in parts[place - 1].contract.facts):
        near = (*parts[place - 1].contract.facts, *parts[place].contract.facts)
        return fact.optional or not any(_beside(fact, other) for other in near)
    if fact.refers is None:
        return fact.optional
    several = len(frozenset().union(*(part.mounts for part in parts))) > 1
    differs = any(
        other.name == fact.name and other.refers is not None and not _alike(fact, other)
        for part in parts
        for other in part.contract.facts
    )
    names_document = not fact.refers.steps and several
    return fact.optional and not (differs and fact.refers.property is None) and not names_document


def _beside(fact: Fact, other: Fact) -> bool:
    """Whether another fact speaks of another thing of the same kind, so that both have to be told."""
    if fact.refers is None or other.refers is None or not other.public:
        return False
    one, two = fact.refers, other.refers
    same_kind = [step.kind for step in one.steps] == [step.kind for step in two.steps]
    return same_kind and one != two and one.property == two.property


def _alike(fact: Fact, other: Fact) -> bool:
    return other.public and (other.name, other.value, other.refers) == (fact.name, fact.value, fact.refers)


def _requirements(part: Part, facts: Sequence[Fact], parts: Sequence[Part]) -> Iterator[Requirement]:
    """The requirements of a part; what rests on an earlier part's work rests on its facts as well."""
    before = parts[: parts.index(part)]
    things = [place.of(None) for place in part.deals_with]
    prefixes = [
        earlier.prefix for earlier in before if overlapping([p.of(None) for p in earlier.writes], things)
    ]
    rested = {
        earlier.prefix + name
        for earlier in before
        if earlier.prefix in prefixes
        for required in earlier.contract.requirements
        for name in required.facts
    }
    inherited = [fact for fact in facts if fact.name in rested]
    for item in part.contract.requirements:
        answering = any(check.select.mount == ANSWER_MOUNT for check in item.checks())
        own = [name if name in COMMON else part.prefix + name for name in item.facts]
        # a private fact of a requirement on the answer would be taken for the answer
        more = [fact.name for fact in inherited if fact.public or not answering]
        yield item.model_copy(
            update={
                "id": part.prefix + item.id,
                "facts": tuple(dict.fromkeys((*own, *more))),
                "any_of": tuple(tuple(_own_check(part, check) for check in way) for way in item.any_of),
            }
        )


def _own_check(part: Part, check: AnyCheck) -> AnyCheck:
    return check.model_copy(update={"select": _own(part, check.select)})


def _own(part: Part, selector: Selector) -> Selector:
    """A selector under the name that a probe of the part has in the whole."""
    for probe in part.contract.probes:
        if selector.mount == probe.probe_mount:
            renamed = probe.model_copy(update={"id": part.prefix + probe.id})
            return replace(selector, mount=renamed.probe_mount)
    return selector


def _attempts(joint: Joint, kind: Literal["variants", "near_misses"]) -> Iterator[Attempt]:
    """The attempts at each part, with all other parts solved."""
    for part in joint.parts:
        attempts: tuple[Attempt, ...] = getattr(part.contract, kind)
        for item in attempts:
            act = partial(_all_but, joint.parts, part, item)
            yield Attempt(part.prefix + item.name, act, why=item.why)


def _all_but(parts: Sequence[Part], tried: Part, attempt: Attempt, desktop: Desktop) -> None:
    """Solve all parts in order but one, which is attempted as late as can be.

    An attempt may leave things where the reference solution does not: those who come later would miss theirs.
    """
    for part in put_late(parts, tried):
        if part is not tried or attempt.on == "golden":
            part.solve(desktop)
        if part is tried:
            part.play(attempt.act, desktop)


def put_late(parts: Sequence[Part], late: Part) -> list[Part]:
    """The parts in an order as good as theirs, in which as many as can be come before one of them."""
    place = parts.index(late)
    found, behind = list(parts[:place]), [late]
    for part in parts[place + 1 :]:
        bound = any(
            comes_after(part, other) or overlapping((*other.writes, *other.free), (*part.needs, *part.writes))
            for other in behind
        )
        (behind if bound else found).append(part)
    return [*found, *behind]


def _left_out(joint: Joint) -> Iterator[Attempt]:
    """Each part left out on which no later one rests."""
    for place, part in enumerate(joint.parts):
        later = joint.parts[place + 1 :]
        if not any(overlapping(part.writes, o.needs) for o in later):
            others = [other for other in joint.parts if other is not part]
            yield Attempt(f"{part.prefix}left_out", partial(_solve, others), why="One part was not done.")


def _solve(parts: Sequence[Part], desktop: Desktop) -> None:
    for part in parts:
        part.solve(desktop)
