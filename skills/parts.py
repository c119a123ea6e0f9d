"""A part of a composite: a skill with its scene and contract, and the places that it needs and changes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from forge.errors import PreparerError, RefusedError, SkillError, StateError
from forge.preparers.desktop import Desktop
from forge.skills.contract import Contract, Skill
from forge.states.answers import ANSWER_MOUNT
from forge.states.canonical import digest
from forge.states.changes import Change, address
from forge.states.entities import State, Tree
from forge.states.places import KEY, POSITION
from forge.states.resolve import find
from forge.states.rubric import Absent, AnyCheck, Count, Exists, Ordered, SameMultiset
from forge.states.selectors import All, Filter, Keys, New, Positions, Selector, SelectorStep, Where

_PROBE = "probe:"
TEXT = "text"
"""What the things of all applications call what they say."""

FirstStep = tuple[str, SelectorStep]
"""The first step of a place, behind its mount."""
Touched = Mapping[str, tuple[str, ...]]
"""Keys of the outermost things of documents, by mount."""
_MISSED = (SkillError, StateError, PreparerError, LookupError, StopIteration, ValueError)
"""What is raised by who does not find what it works on: a name, a position, a word. Other errors are faults."""


@dataclass(frozen=True)
class Member:
    """A skill that is to take part, and what it is given.

    Attributes:
        skill: the skill.
        parameters: what it sampled.
        seed: of the stream from which it prepares, the same in every order that is tried.
    """

    skill: Skill[Any, Any]
    parameters: Any
    seed: int


@dataclass(frozen=True)
class Part:
    """A skill with its scene on the desktop of a composite.

    Attributes:
        skill: the skill.
        scene: what its part of the task is about.
        contract: its contract, as it wrote it.
        prefix: what keeps its probes and, later, its facts apart from those of the others.
        moved: the mounts in which its solution moves or renames what was there.
        readings: what its probes read at the start.
        seen: the first steps of some of its places as others see them, by mount and step.
        touched: by mount, the keys of the outermost things that its solution adds, removes or changes.
        changes: what its solution changes.
    """

    skill: Skill[Any, Any]
    scene: Any
    contract: Contract
    prefix: str
    moved: frozenset[str] = frozenset()
    readings: Mapping[str, Any] = field(default_factory=dict)
    seen: Mapping[FirstStep, SelectorStep] = field(default_factory=dict)
    touched: Touched = field(default_factory=dict)
    changes: tuple[Change, ...] = ()

    @cached_property
    def surveys(self) -> Mapping[str, tuple[str, ...]]:
        """The folders in which whatever lies there counts, by mount."""
        return self.skill.surveys(self.scene)

    def play(self, act: Callable[[Desktop], None], desktop: Desktop) -> None:
        """Have an act of this part edit a desktop: it sees the readings of its own probes alone.

        Raises:
            RefusedError: it misses something. Alone it finds that, so others have changed or moved it.
        """
        others = {name: read for name, read in desktop.readings.items() if not name.startswith(self.prefix)}
        own = {
            name.removeprefix(self.prefix): read
            for name, read in desktop.readings.items()
            if name.startswith(self.prefix)
        }
        desktop.readings = own
        try:
            act(desktop)
        except _MISSED as error:
            why = f"{self.skill.id} cannot be done on what the others leave: {type(error).__name__}: {error}"
            raise RefusedError.because("nothing to work on", why) from error
        desktop.readings = {**others, **{self.prefix + name: read for name, read in desktop.readings.items()}}

    def solve(self, desktop: Desktop) -> None:
        """Its reference solution."""
        self.play(lambda given: self.skill.solve(self.scene, given), desktop)

    def ranging_over(self, touched: Touched, changes: Iterable[Change]) -> str | None:
        """The address of the first thing touched or changed that its survey holds or its rule catches, or None."""
        if held := surveyed(touched, self.surveys):
            return held
        found = next((change for change in changes if self.skill.catches(self.scene, change)), None)
        return None if found is None else address(found.mount, found.path, found.name)

    def _seen(self, place: Selector) -> Selector:
        """A place as others see it from the start."""
        first = self.seen.get((place.mount, place.steps[0])) if place.steps else None
        return place if first is None else replace(place, steps=(first, *place.steps[1:]))

    @property
    def writes(self) -> tuple[Selector, ...]:
        """What it changes."""
        return tuple(map(self._seen, self.contract.footprint.writes))

    @property
    def free(self) -> tuple[Selector, ...]:
        """What is up to whoever does it."""
        return tuple(map(self._seen, self.contract.footprint.free))

    @property
    def looks(self) -> tuple[Selector, ...]:
        """What its requirements look at."""
        checks = (check for item in self.contract.requirements for check in item.checks())
        return tuple(self._seen(place) for check in checks for place in looked_at(check))

    @property
    def reads(self) -> tuple[Selector, ...]:
        """On what its right result depends: what it declares, and from where its private facts follow.

        Of a tree that it surveys, no more than that: what else counts there, `surveys` says.
        """
        found = [place for fact in self.contract.facts for place in fact.worked_out_from]
        told = [place for place in found if place.steps or place.mount not in self.surveys]
        return tuple(map(self._seen, (*self.contract.footprint.reads, *told)))

    @property
    def speaks_of(self) -> tuple[Selector, ...]:
        """What its facts refer to; of a thing as a whole its name matters, not what is in it."""
        found = (fact.refers for fact in self.contract.facts if fact.refers is not None)
        return tuple(place if place.property is not None else place.of(KEY) for place in found)

    @property
    def deals_with(self) -> tuple[Selector, ...]:
        """What it reads, looks at and speaks of."""
        return (*self.reads, *self.looks, *self.speaks_of)

    @property
    def needs(self) -> tuple[Selector, ...]:
        """What must not be changed by others once it is prepared: that with which it deals, and the texts around it."""
        places = self.deals_with
        return (*places, *dict.fromkeys(text for place in places for text in texts_around(place)))

    @property
    def surroundings(self) -> tuple[Selector, ...]:
        """The outermost things in which it needs or changes something: what stands near that may matter to it."""
        places = (*self.needs, *self.writes)
        return tuple(
            dict.fromkeys(outermost(place) for place in places if place.steps or place.property != KEY)
        )

    @property
    def names(self) -> frozenset[str]:
        """The texts by which its facts tell things from others."""
        return frozenset(
            fact.value
            for fact in self.contract.facts
            if fact.refers is not None and fact.refers.property is not None and isinstance(fact.value, str)
        )

    @property
    def mounts(self) -> frozenset[str]:
        """The documents that it has to do with."""
        places = (*self.writes, *self.needs)
        return frozenset(
            place.mount
            for place in places
            if place.mount != ANSWER_MOUNT and not place.mount.startswith(_PROBE)
        )


def surveyed(touched: Touched, surveys: Mapping[str, tuple[str, ...]]) -> str | None:
    """Something that is touched and lies in a folder that is surveyed, as an address; None where there is nothing."""
    for mount, folders in surveys.items():
        for key in touched.get(mount, ()):
            if any(not folder or f"{key}/".startswith(f"{folder}/") for folder in folders):
                return f"{mount}/{key}"
    return None


def touched_between(before: State, after: State) -> Touched:
    """By mount, the keys of the outermost things that were added, removed or changed from one state to another."""
    found: dict[str, tuple[str, ...]] = {}
    for mount in dict.fromkeys((*before.trees, *after.trees)):
        old, new = (_outermost_things(state.tree(mount)) for state in (before, after))
        keys = [thing[1] for thing in dict.fromkeys((*old, *new)) if old.get(thing) != new.get(thing)]
        if keys:
            found[mount] = tuple(dict.fromkeys(keys))
    return found


def touched_together(parts: Iterable[Part]) -> dict[str, tuple[str, ...]]:
    """What some parts touch, by mount."""
    found: dict[str, tuple[str, ...]] = {}
    for part in parts:
        for mount, keys in part.touched.items():
            found[mount] = tuple(dict.fromkeys((*found.get(mount, ()), *keys)))
    return found


def _outermost_things(tree: Tree | None) -> dict[tuple[str, str], str]:
    """Digests of the outermost things of a tree that have keys, by kind and key."""
    if tree is None:
        return {}
    children = tree.root.children
    return {(item.kind, item.key): digest(tree.schema, item) for item in children if item.key is not None}


def texts_around(place: Selector) -> Iterator[Selector]:
    """The texts of the things in which a place lies: words are told by what their paragraph says, and move with it."""
    for depth in range(1, len(place.steps)):
        yield Selector(place.mount, place.steps[:depth], TEXT)


def seen_from(start: Desktop, part: Part) -> Mapping[FirstStep, SelectorStep]:
    """The first steps of a part's places, told by position or by properties, as others see them from the start.

    What is told by its properties is what has them at the start, or something new. What is told by a position that is
    not there is something that another part makes, whichever that is.
    """
    footprint = part.contract.footprint
    places = (*footprint.writes, *footprint.free, *part.needs)
    told = dict.fromkeys((place.mount, place.steps[0]) for place in places if place.steps)
    mounts = dict.fromkeys(mount for mount, _ in told if mount in start.documents)
    state = State({mount: start.tree(mount) for mount in mounts})
    found: dict[FirstStep, SelectorStep] = {}
    for mount, step in told:
        if mount not in mounts or not isinstance(step.filter, Where | Positions):
            continue
        there = [path[-1][1] for path, _ in find(Selector(mount, (step,)), state)]
        if not there:
            found[mount, step] = SelectorStep(step.kind, New() if isinstance(step.filter, Where) else All())
        elif isinstance(step.filter, Where):
            found[mount, step] = SelectorStep(step.kind, _named(there))
    return found


def _named(steps: Sequence[str | int]) -> Filter:
    """What names entities by their keys, or by their positions where they are a sequence."""
    keys = [step for step in steps if isinstance(step, str)]
    if keys:
        return Keys(tuple(keys))
    return Positions(tuple((step, step) for step in steps if isinstance(step, int)))


def outermost(place: Selector) -> Selector:
    """The outermost thing in which a place lies, as a whole; the document where it lies in none."""
    return Selector(place.mount, place.steps[:1])


def looked_at(check: AnyCheck) -> Iterator[Selector]:
    """The places on which a check depends: where only that it is there matters, or its order, not what is in it."""
    below: Sequence[Selector] = ()
    if isinstance(check, Ordered):
        yield check.select.of(POSITION)
        below = [key.value for key in check.by]
    elif isinstance(check, SameMultiset) and check.columns:
        yield check.select.of(KEY)
        below = check.columns
    elif isinstance(check, Exists | Absent | Count) and check.select.property is None:
        yield check.select.of(KEY)
    else:
        yield check.select
    for column in below:
        yield Selector(check.select.mount, (*check.select.steps, *column.steps), column.property)
