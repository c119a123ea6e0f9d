"""Judging many end states that differ in little from one good end state, such as the mutants of a task.

The good state is judged once, and it is remembered what each check read. Of another state only what differs from
the good one is looked at, and only what read that is judged again. The verdicts are those of `score`: whatever is
not certain to be as it was is judged in full.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from forge.states.changes import Change, Comparison
from forge.states.cover import Guard
from forge.states.divergence import Divergence, Regrouped, divergence
from forge.states.entities import Entity, State
from forge.states.places import Place
from forge.states.predicates import PlaceTest, judge, place_test
from forge.states.resolve import places_below, resolve
from forge.states.rubric import AnyCheck, Invariant, Ordered, Requirement, Rubric, SameMultiset, Unchanged
from forge.states.score import requirement_holds, succeeds
from forge.states.selectors import Keys, Positions, Selector, Where


class Examiner:
    """Judges end states by a rubric, fast where they differ little from a good one.

    Args:
        rubric: what decides; judge items are not asked.
        initial: the state from which the task starts.
        golden: a good end state, best shared with the start (`entities.share`).
    """

    def __init__(self, rubric: Rubric, initial: State, golden: State) -> None:
        self._rubric = rubric
        self._initial = initial
        base = Comparison(initial, golden)
        self._base = base
        self._good = succeeds(rubric, base)
        if self._good:
            self._requirements = [_WatchedRequirement(item, base) for item in rubric.requirements]
            self._invariants = [_WatchedInvariant(item, base) for item in rubric.invariants]

    def succeeds(self, final: State) -> bool:
        """Whether an end state is a success: `score(rubric, initial, final).success` without judge items."""
        if not self._good:
            return succeeds(self._rubric, Comparison(self._initial, final))
        found = divergence(self._base, final)
        trial = _Trial(found, Comparison(self._initial, final), self._base)
        return all(item.holds(trial) for item in self._requirements) and not any(
            item.is_broken(trial) for item in self._invariants
        )


class _Trial:
    """One end state that is judged: where it differs from the good one."""

    def __init__(self, found: Divergence, full: Comparison, base: Comparison) -> None:
        self.full = full
        self.edited = found.edited
        self.regrouped = found.regrouped
        self.replaced = found.replaced
        targets = {i.place.trees.mount for i in found.regrouped if i.place.trees.schema.is_target(i.kind)}
        for mount, alignment in full.alignments.items():
            if mount in found.replaced or mount not in base.alignments:
                continue
            movement = base.alignments[mount].movement
            if mount not in targets:
                alignment.assume(movement)
            elif (movement, alignment.movement) != ("still", "still"):
                self.replaced = self.replaced | {mount}


@dataclass
class _WatchedCheck:
    """A check that holds in the good state, with what it read there."""

    check: AnyCheck
    comparison: Comparison

    def __post_init__(self) -> None:
        self.mount = self.check.select.mount
        self.test: PlaceTest | None = place_test(self.check, self.comparison)
        columns: tuple[Selector, ...] = ()
        if isinstance(self.check, Ordered):
            columns = tuple(key.value for key in self.check.by)
        elif isinstance(self.check, SameMultiset):
            columns = self.check.columns
        steps = [step for selector in (self.check.select, *columns) for step in selector.steps]
        self.kinds = {step.kind for step in steps}
        self.looks_at_new = any(isinstance(step.filter, Where) for step in steps)
        self.open_kinds = {step.kind for step in steps if not isinstance(step.filter, Keys | Positions)}
        self.deep = isinstance(self.check, Unchanged) and self.check.select.property is None
        self.follows = isinstance(self.check, Unchanged)
        self.reads: dict[int, list[tuple[int, str | None]]] = {}
        self._kept: list[Place] = []
        for number, place in enumerate(resolve(self.check.select, self.comparison)):
            self._read(place, number, self.check.select.property)
            for column in columns:
                for below in places_below(place, column.steps):
                    self._read(below, number, column.property)

    def _read(self, place: Place, number: int, name: str | None) -> None:
        self._kept.append(place)  # so that no other place gets its identity
        self.reads.setdefault(id(place), []).append((number, name))

    def holds(self, trial: _Trial) -> bool:
        """Whether it holds in another state."""
        if self._is_uncertain(trial):
            return judge(self.check, trial.full).holds
        for edited in trial.edited:
            for number, name in self.reads.get(id(edited.place), ()):
                if name is not None and name not in edited.names:
                    continue
                if self.test is None:
                    return judge(self.check, trial.full).holds
                if not self.test(edited.instead(), number):
                    return False
        return True

    def _is_uncertain(self, trial: _Trial) -> bool:
        """Whether it cannot be told from what was edited in place."""
        if self.mount in trial.replaced:
            return True
        regrouped = [item for item in trial.regrouped if item.place.trees.mount == self.mount]
        if any(self.follows or item.kind in self.kinds for item in regrouped):
            return True
        edited = [item for item in trial.edited if item.place.trees.mount == self.mount]
        return any(
            self.deep
            or (self.looks_at_new and item.place.fresh)
            or (item.came_or_went and item.place.kind in self.open_kinds)
            for item in edited
        )


class _WatchedRequirement:
    """A requirement that is true in the good state, in the way in which it is."""

    def __init__(self, item: Requirement, base: Comparison) -> None:
        self.item = item
        way = next(way for way in item.any_of if all(judge(check, base).holds for check in way))
        self.checks = [_WatchedCheck(check, base) for check in way]

    def holds(self, trial: _Trial) -> bool:
        """Whether it is true in another state."""
        if all(check.holds(trial) for check in self.checks):
            return True
        return len(self.item.any_of) > 1 and requirement_holds(self.item, trial.full)


class _WatchedInvariant:
    """An invariant that the good state does not break."""

    def __init__(self, item: Invariant, base: Comparison) -> None:
        self.item = item
        self.base = base
        self.guard = Guard(item, base)
        self._known_pairs: dict[tuple[int, str], dict[object, tuple[Entity, Entity]]] = {}
        self._reported: dict[int, bool] = {}

    def is_broken(self, trial: _Trial) -> bool:
        """Whether another state breaks it."""
        judged = _InFull(self.item, trial.full)
        if any(judged.forbids_any(trial.full.changes_of(mount)) for mount in trial.replaced):
            return True
        for edited in trial.edited:
            place = edited.place
            mount = place.trees.mount
            if mount in trial.replaced:
                continue
            if self.guard.cover.looks_at_new and place.fresh:
                if judged.forbids_any(trial.full.changes_of(mount)):
                    return True
            elif self._is_reported(place) and any(
                self.guard.forbids(change, at=place) for change in self.base.own_changes(edited.instead())
            ):
                return True
        return any(
            judged.forbids_any(self._regrouped(item, trial.full))
            for item in trial.regrouped
            if item.place.trees.mount not in trial.replaced
        )

    def _is_reported(self, place: Place) -> bool:
        """Whether changes of what stands at a place are told, not only that something above came."""
        known = self._reported.get(id(place))
        if known is None:
            above = place.home is None or (self._is_reported(place.home) and not place.described.derived)
            known = above and place.compared
            self._reported[id(place)] = known
        return known

    def _regrouped(self, item: Regrouped, full: Comparison) -> Iterable[Change]:
        """The changes of a group, without those of pairs that are the same as in the good state."""
        if not self._is_reported(item.place) or item.place.trees.schema.kind(item.kind).derived:
            return ()
        pairs = self._pairs(item)
        group = full.at(item.place.trees.mount, item.place.path).group(item.kind)
        return full.changes_among(group, lambda place: _is_known(place, pairs))

    def _pairs(self, item: Regrouped) -> dict[object, tuple[Entity, Entity]]:
        key = (id(item.place), item.kind)
        known = self._known_pairs.get(key)
        if known is None:
            known = self._known_pairs[key] = {
                place.origin: (place.old, place.new)
                for place in item.place.group(item.kind).places()
                if place.old is not None and place.new is not None
            }
        return known


def _is_known(place: Place, pairs: dict[object, tuple[Entity, Entity]]) -> bool:
    pair = pairs.get(place.origin)
    return pair is not None and pair[0] is place.old and pair[1] is place.new


class _InFull:
    """An invariant in a comparison, worked out on need."""

    def __init__(self, item: Invariant, comparison: Comparison) -> None:
        self.item = item
        self.comparison = comparison

    @cached_property
    def guard(self) -> Guard:
        """The invariant in the comparison."""
        return Guard(self.item, self.comparison)

    def forbids_any(self, changes: Iterable[Change]) -> bool:
        """Whether one of some changes breaks it."""
        return any(map(self.guard.forbids, changes))
