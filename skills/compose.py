"""The algebra of contracts: several skills work on one desktop, one after the other, and make one task.

Each part samples on the desktop that the earlier ones left. Where its preparing changes a document that is there
already, it samples on the start instead, and the earlier parts are solved again on what it made of that. The order
follows from what the parts read and write; what has none is refused with a reason.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from graphlib import CycleError, TopologicalSorter
from random import Random
from typing import Any

from forge.errors import RefusedError, SkillError, StateError
from forge.preparers.desktop import Desktop
from forge.skills.contract import Contract, Skill
from forge.skills.parts import Member, Part, outermost, seen_from, touched_between, touched_together
from forge.states.answers import ANSWER_MOUNT
from forge.states.changes import Change, Comparison, own_changes
from forge.states.entities import State
from forge.states.overlap import overlapping
from forge.states.places import KEY, PLACE
from forge.states.resolve import find
from forge.states.rubric import Equals
from forge.states.score import invariant_result, requirement_result
from forge.states.selectors import Selector

MOST_ORDERS = 12
"""Orders of the parts that are tried."""
WHATEVER = "which counts for"
"""How a thing is named that lies where a part takes whatever there is, or that its rule catches."""


class _WrongOrderError(Exception):
    """A part has to be prepared before one that was prepared before it."""

    def __init__(self, early: Part, late: Skill[Any, Any], why: str) -> None:
        super().__init__(why)
        self.early, self.late, self.why = early.skill.id, late.id, why


class _EditsError(Exception):
    """A part changes documents for itself, so that it should rather be prepared before all that only look."""

    def __init__(self, skill: Skill[Any, Any]) -> None:
        super().__init__(skill.id)
        self.skill = skill.id


@dataclass
class Joint:
    """The desktop on which the parts meet, while they are prepared one after the other.

    Attributes:
        kits: the answers of the content nodes by node name.
        start: where the task begins.
        editors: the skills that are known to change documents for themselves.
        parts: the parts so far, in the order in which they are solved.
    """

    kits: Mapping[str, Any]
    start: Desktop
    editors: frozenset[str] = frozenset()
    parts: list[Part] = field(default_factory=list)

    def solved(self, parts: Sequence[Part] | None = None) -> Desktop:
        """A copy of the start with all parts solved, or some."""
        desktop = self.start.copy()
        for part in self.parts if parts is None else parts:
            part.solve(desktop)
        return desktop

    def add(self, member: Member) -> None:
        """Prepare one more part. It is solved after the earlier ones, but before those that move what it works on.

        Raises:
            RefusedError: it does not go with the earlier ones.
            _WrongOrderError: it could, if it were prepared before one of them.
            _EditsError: it rather should be, since it changes a document on which one of them works.
        """
        prefix = f"p{len(self.parts) + 1}_"
        place = len(self.parts)
        while True:
            part, start = self._prepare(member, prefix, place)
            movers = [n for n, other in enumerate(self.parts[:place]) if comes_after(other, part)]
            if not movers:
                break
            place = movers[0]
        earlier, self.start = self.start, start
        before = self.solved(self.parts[:place])
        after = before.copy()
        part.solve(after)
        old, new = before.state(), after.state()
        changes = tuple(own_changes(Comparison(old, new).changes()))
        part = replace(part, touched=touched_between(old, new), changes=changes)
        try:
            self._require_order(part, place)
        except (RefusedError, _WrongOrderError):
            self.start = earlier
            raise
        moved = moves(old, new)
        for later in self.parts[place:]:
            if both := moved & later.mounts:
                why = f"{part.skill.id} and {later.skill.id} each move things in {min(both)}"
                raise RefusedError.because("cycle", why)
        self.parts.insert(place, replace(part, moved=frozenset(moved)))

    def _prepare(self, member: Member, prefix: str, place: int) -> tuple[Part, Desktop]:
        """A part as it finds things when so many others are solved, and the start that it needs."""
        given = self.solved(self.parts[:place])
        there = {mount: deepcopy(held.spec) for mount, held in given.documents.items()}
        given.readings, given.answer = {}, None
        given.made = touched_together(self.parts[:place])
        scene = _prepared(member, self.kits, given)
        start = self.start.copy()
        edited = {mount for mount, spec in there.items() if given.documents[mount].spec != spec}
        if edited:
            if member.skill.id not in self.editors and any(edited & other.mounts for other in self.parts):
                raise _EditsError(member.skill)
            start.readings = {}
            scene = _prepared(member, self.kits, start)
            given = start
        for mount, document in given.documents.items():
            if mount not in start.documents:
                start.documents[mount] = deepcopy(document)
        part = Part(member.skill, scene, member.skill.contract(scene), prefix, readings=dict(given.readings))
        part = replace(part, seen=seen_from(start, part))
        if given is start:
            self._require_unnoticed(part, place, start)
        own = {prefix + name: read for name, read in part.readings.items()}
        start.readings = {**self.start.readings, **own}
        return part, start

    def _require_unnoticed(self, part: Part, place: int, start: Desktop) -> None:
        """Raise where a part that changes what is there for itself disturbs others, or rests on their work."""
        old, new = self.start.state(), start.state()
        comparison, shifted, prepared = Comparison(old, new), moves(old, new), touched_between(old, new)
        changes = own_changes(comparison.changes())
        around = [outermost(changed_place(change)) for change in changes]
        written = set(_texts_in(comparison))
        name = part.skill.id
        for number, other in enumerate(self.parts):
            why = ""
            if other.mounts & shifted:
                why = f"what {name} finds prepared moves what {other.skill.id} works on"
            elif found := overlapping(around, other.surroundings):
                why = f"what {name} finds prepared changes something in {found[1]}, with which {other.skill.id} deals"
            elif meant := written & other.names:
                why = f"what {name} finds prepared holds {min(meant)!r} as well, by which {other.skill.id} speaks"
            elif held := other.ranging_over(prepared, changes):
                why = f"what {name} finds prepared changes {held}, {WHATEVER} {other.skill.id}"
            elif number < place and (found := overlapping(other.writes, part.needs)):
                why = f"{name} is prepared on {found[1]}, which {other.skill.id} changes"
            elif number < place and (held := part.ranging_over(other.touched, other.changes)):
                why = f"{other.skill.id} changes {held}, {WHATEVER} {name}"
            if why:
                raise _WrongOrderError(other, part.skill, why)

    def _require_order(self, part: Part, place: int) -> None:
        """Raise where a part and another one change the same, or one changes what an earlier one needs."""
        for number, other in enumerate(self.parts):
            if found := overlapping(part.writes, other.writes):
                why = f"{other.skill.id} and {part.skill.id} both change {found[0]}"
                # What an earlier one adds, this one found: without it they may leave each other alone.
                if number < place and not find(found[1], self.start.state()):
                    raise _WrongOrderError(other, part.skill, why)
                raise RefusedError.because("collision", why)
            if found := overlapping(part.writes, other.needs):
                why = f"{part.skill.id} changes {found[0]}, which {other.skill.id} needs"
                raise _WrongOrderError(other, part.skill, why)
            if found := overlapping(part.free, other.looks):
                why = f"{part.skill.id} lets {found[0]} change, on which {other.skill.id} is judged"
                raise _WrongOrderError(other, part.skill, why)
            if held := other.ranging_over(part.touched, part.changes):
                raise _WrongOrderError(
                    other, part.skill, f"{part.skill.id} changes {held}, {WHATEVER} {other.skill.id}"
                )
            if number >= place:
                self._require_undisturbed(part, other)

    def _require_undisturbed(self, part: Part, later: Part) -> None:
        """Raise where a part has to be solved before one on which it rests."""
        one, other = part.skill.id, later.skill.id
        if held := part.ranging_over(later.touched, later.changes):
            why = f"{other} changes {held}, {WHATEVER} {one}, and cannot come before it"
            raise RefusedError.because("cycle", why)
        # What comes later may rename or move that of which this one speaks: selectors follow it.
        if comes_after(part, later):
            why = f"{one} hides or locks what {other} works on, and cannot come after it"
            raise RefusedError.because("cycle", why)
        if found := overlapping(later.writes, (*part.reads, *part.looks)):
            why = f"{other} changes {found[0]}, which {one} needs, and cannot come before it"
            raise RefusedError.because("cycle", why)

    def settle(self) -> None:
        """Number the parts in the order in which they are solved."""
        self.parts = [replace(part, prefix=f"p{number}_") for number, part in enumerate(self.parts, 1)]
        self.start.readings = {
            part.prefix + name: read for part in self.parts for name, read in part.readings.items()
        }


def _texts_in(comparison: Comparison) -> Iterator[str]:
    """The texts that stand somewhere where they did not stand before."""
    for change in own_changes(comparison.changes()):
        added = change.place.new if change.type == "added" and change.place is not None else None
        values = [change.after] if added is None else [v for e in added.walk() for v in e.properties.values()]
        yield from (value for value in values if isinstance(value, str))


def comes_after(one: Part, other: Part) -> bool:
    """Whether a part must be solved after another one: it moves, hides or locks what that works on."""
    hinders = one.skill.hinders > other.skill.hinders and bool(one.mounts & other.mounts)
    return hinders or bool(one.moved & other.mounts)


def changed_place(change: Change) -> Selector:
    """The place that a change is about: an order and a name are not what stands there."""
    names = {"order": f"order:{change.kind}", "renamed": KEY, "moved": PLACE}
    return Selector.at(change.mount, change.path, names.get(change.type, change.name))


def _prepared(member: Member, kits: Mapping[str, Any], desktop: Desktop) -> Any:
    try:
        return member.skill.prepare(member.parameters, kits, desktop, Random(member.seed))
    except (SkillError, StateError) as error:
        raise RefusedError.because(
            "nothing to work on", f"{member.skill.id} finds nothing: {error}"
        ) from error


def joined(members: Sequence[Member], kits: Mapping[str, Any], desktop: Desktop) -> Joint:
    """The parts on one desktop, in an order in which none disturbs another.

    Args:
        members: the skills, in the order that is tried first.
        kits: the answers of the content nodes by node name.
        desktop: the desktop with what the applications have put there for all.

    Raises:
        RefusedError: there is no such order, or the parts do not go together at all.
    """
    befores: dict[str, set[str]] = {member.skill.id: set() for member in members}
    editors: frozenset[str] = frozenset()
    order = list(members)
    for _ in range(MOST_ORDERS):
        joint = Joint(kits, desktop.copy(), editors)
        try:
            for member in order:
                joint.add(member)
        except _WrongOrderError as wrong:
            befores[wrong.early].add(wrong.late)
            order = _ordered(members, befores, editors, wrong.why)
        except _EditsError as edits:
            editors |= {edits.skill}
            order = _ordered(members, befores, editors, "")
        else:
            joint.settle()
            return joint
    raise RefusedError.because("cycle", f"no order was found in {MOST_ORDERS} tries")


def _ordered(
    members: Sequence[Member], befores: Mapping[str, Iterable[str]], editors: Collection[str], why: str
) -> list[Member]:
    """The members in the first order, editors first, as far as what must come before what lets them."""
    sorter = TopologicalSorter({name: sorted(before) for name, before in befores.items()})
    try:
        sorter.prepare()
    except CycleError as error:
        names = " and ".join(dict.fromkeys(error.args[1]))
        raise RefusedError.because("cycle", f"each of {names} would have to come first; {why}") from error
    places = {member.skill.id: (place, member) for place, member in enumerate(members)}
    found: list[Member] = []
    waiting: set[str] = set()
    while sorter.is_active():
        waiting.update(sorter.get_ready())
        chosen = min(waiting, key=lambda name: (name not in editors, places[name][0]))
        waiting.remove(chosen)
        sorter.done(chosen)
        found.append(places[chosen][1])
    return found


def moves(before: State, after: State) -> set[str]:
    """The mounts in which something that was there has another address afterwards."""
    comparison = Comparison(before, after)
    found = {mount for mount, trees in comparison.alignments.items() if trees.movement != "still"}
    for change in comparison.changes():
        if change.type in ("moved", "renamed", "order"):
            found.add(change.mount)
        elif change.type in ("added", "removed") and change.place is not None:
            holder = change.place.parent.old if change.place.parent is not None else None
            last = change.path[-1][1] if change.path else ""
            if holder is not None and isinstance(last, int):
                behind = len(holder.of_kind(change.kind)) - (change.type == "removed")
                found |= {change.mount} if last <= behind else set()
    return found


def require_shared(parts: Sequence[Part], links: Iterable[tuple[int, int]] = ()) -> None:
    """Raise where the parts do not hang together.

    Args:
        parts: the parts.
        links: which of them, by their numbers from 0, are tied by more than a document on which both work.

    Raises:
        RefusedError: some parts have nothing to do with the others.
    """
    tied = {(one, other) for one, other in links} | {(other, one) for one, other in links}
    reached, waiting = {0}, [0]
    while waiting:
        at = waiting.pop()
        for other in range(len(parts)):
            if other not in reached and ((at, other) in tied or parts[at].mounts & parts[other].mounts):
                reached.add(other)
                waiting.append(other)
    if len(reached) < len(parts):
        apart = " and ".join(part.skill.id for place, part in enumerate(parts) if place not in reached)
        raise RefusedError.because("nothing shared", f"{apart} has nothing to do with {parts[0].skill.id}")


def require_untold_answers(joint: Joint) -> None:
    """Raise where what one part tells is the answer that another one asks for.

    Raises:
        RefusedError: an answer is given away.
    """
    for part in joint.parts:
        checks = (check for item in part.contract.requirements for check in item.checks())
        asked = [
            check for check in checks if check.select.mount == ANSWER_MOUNT and isinstance(check, Equals)
        ]
        answers = [check.expected.casefold() for check in asked if isinstance(check.expected, str)]
        for other in joint.parts:
            told = [says.casefold() for fact in other.contract.public() for says in fact.says]
            if other is not part and any(answer in says for answer in answers for says in told):
                why = f"{other.skill.id} names what {part.skill.id} asks for"
                raise RefusedError.because("given away", why)


def require_joint_end(joint: Joint, contract: Contract) -> None:
    """Raise where a requirement does not hold on the end of all parts, or holds at the start, or more has changed.

    Raises:
        RefusedError: a part undoes what another one asks for, asks for what is so already, or changes more than it
            says on what the others have prepared.
    """
    before, after = joint.start.state(), joint.solved().state()
    done, undone = Comparison(before, after), Comparison(before, before)
    for item in contract.requirements:
        try:
            end, beginning = requirement_result(item, done), requirement_result(item, undone)
        except StateError as error:
            raise RefusedError.because("joint end", f"{item.id} does not fit the state: {error}") from error
        if not end.passed:
            raise RefusedError.because("joint end", f"{item.id} does not hold when all is done: {end.why}")
        if beginning.passed:
            raise RefusedError.because("joint end", f"{item.id} holds before anything is done")
    for guard in contract.rubric().invariants:
        if not (kept := invariant_result(guard, done)).passed:
            raise RefusedError.because("joint end", f"more changes than the parts say: {kept.why}")
