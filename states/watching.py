"""What was read when a good end state was judged, and whether it still holds in another state."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from forge.states.changes import Change, Comparison, is_derived
from forge.states.cover import Guard
from forge.states.divergence import Divergence, Edited
from forge.states.entities import Entity, State
from forge.states.groups import Group
from forge.states.places import Place
from forge.states.predicates import PlaceTest, holds, place_test
from forge.states.resolve import places_below, resolve
from forge.states.rubric import AnyCheck, Invariant, Ordered, Requirement, SameMultiset, Unchanged
from forge.states.score import requirement_holds
from forge.states.selectors import Keys, Positions, Selector, SelectorStep, Where


class Regrouping:
    """A group of the good state in which entities came, went or moved in another state."""

    def __init__(self, place: Place, kind: str, full: Comparison) -> None:
        self.place = place
        self.kind = kind
        self.mount = place.trees.mount
        self.good = place.group(kind)
        self.group: Group = full.at(self.mount, place.path).group(kind)

    @cached_property
    def still(self) -> bool:
        """Whether what is on both sides is so in the good state as well, and stands where it stood."""
        before, after = self.good.counterparts(), self.group.counterparts()
        if before is None or after is None or self.group.shifted or self.group.permuted:
            return False
        return all(now is None or now is was for was, now in zip(before, after, strict=True))

    @cached_property
    def only_new(self) -> bool:
        """Whether all that was there at the start is as in the good state and where it is there.

        Only new things came or went then, and none of them moved what was there to another address.
        """
        before = self.good.counterparts()
        alike = before is not None and before == self.group.counterparts()
        return alike and self.good.addresses() == self.group.addresses()


class Trial:
    """One end state that is judged: where it differs from the good one.

    Args:
        found: where it differs.
        final: the state.
        base: the start with the good state.
    """

    def __init__(self, found: Divergence, final: State, base: Comparison) -> None:
        self.final = final
        self.base = base
        self._found = found
        self.edited = found.edited
        self.identities = [id(item.place) for item in found.edited]
        self.regroupings = [
            Regrouping(item.place, item.kind, self.full)
            for item in found.regrouped
            if item.place.trees.mount not in found.replaced
        ]
        self.replaced = set(found.replaced)
        targets = [item for item in self.regroupings if item.place.trees.schema.is_target(item.kind)]
        for item in targets:
            stands = item.only_new or (item.still and base.alignments[item.mount].movement == "still")
            if not stands:
                self.replaced.add(item.mount)  # what points at places must be looked at everywhere
        for mount in {item.mount for item in targets} - self.replaced:
            self.full.alignments[mount].assume(base.alignments[mount].movement)
        self.is_simple = not (self.replaced or self.regroupings)
        self._guards: dict[str, Guard] = {}

    @cached_property
    def full(self) -> Comparison:
        """The start with the state."""
        full = Comparison(self.base.before, self.final)
        moved = {i.place.trees.mount for i in self._found.regrouped if i.place.trees.schema.is_target(i.kind)}
        for mount in (full.alignments.keys() & self.base.alignments.keys()) - self._found.replaced - moved:
            full.alignments[mount].assume(self.base.alignments[mount].movement)
        return full

    def forbids(self, base: Guard, changes: Iterable[Change]) -> bool:
        """Whether the invariant of a guard over the good state forbids one of some changes of the start with this."""
        guard = self._guards.get(base.invariant.id)
        if guard is None:
            guard = self._guards[base.invariant.id] = base.over(self.full)
        return any(map(guard.forbids, changes))


@dataclass
class WatchedCheck:
    """A check, with what it read in the good state and whether it holds there."""

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
        self.steps = [step for selector in (self.check.select, *columns) for step in selector.steps]
        name = self.check.select.property or ""
        self.about_standing = isinstance(self.check, Ordered) or name.startswith("@")
        self.looks_at_new = any(isinstance(step.filter, Where) for step in self.steps)
        self.open_kinds = {s.kind for s in self.steps if not isinstance(s.filter, Keys | Positions)}
        self.follows = isinstance(self.check, Unchanged)
        self.deep = self.follows and self.check.select.property is None
        self.is_simple = not (self.deep or self.looks_at_new or self.open_kinds)
        self.reads: dict[int, list[tuple[int, str | None]]] = {}
        self._kept: list[Place] = []
        places = resolve(self.check.select, self.comparison)
        self.is_true = holds(self.check, self.comparison, places)
        for number, place in enumerate(places):
            self._read(place, number, self.check.select.property)
            for column in columns:
                for below in places_below(place, column.steps):
                    self._read(below, number, column.property)

    def _read(self, place: Place, number: int, name: str | None) -> None:
        self._kept.append(place)  # so that no other place gets its identity
        self.reads.setdefault(id(place), []).append((number, name))

    def holds(self, trial: Trial) -> bool:
        """Whether it holds in another state."""
        if self.is_simple and trial.is_simple:
            if not any(identity in self.reads for identity in trial.identities):
                return True
        elif self._is_uncertain(trial):
            return holds(self.check, trial.full)
        for edited in trial.edited:
            for number, name in self.reads.get(id(edited.place), ()):
                if name is not None and name not in edited.names:
                    continue
                if self.test is None:
                    return holds(self.check, trial.full)
                if not self.test(edited.instead(), number):
                    return False
        return True

    def _is_uncertain(self, trial: Trial) -> bool:
        """Whether it cannot be told from what was edited in place."""
        if self.mount in trial.replaced:
            return True
        if any(item.mount == self.mount and self._looks_into(item) for item in trial.regroupings):
            return True
        edited = [item for item in trial.edited if item.place.trees.mount == self.mount]
        return any(
            self.deep
            or (self.looks_at_new and item.place.fresh)
            or (item.came_or_went and item.place.kind in self.open_kinds)
            for item in edited
        )

    def _looks_into(self, item: Regrouping) -> bool:
        """Whether what came, went or moved could be what it looks at."""
        if self.deep or (self.follows and not item.only_new):
            return True
        steps = [step for step in self.steps if step.kind == item.kind]
        if not steps:
            return False
        return self.about_standing or not item.only_new or not all(_is_old(s, item.good) for s in steps)


def _is_old(step: SelectorStep, group: Group) -> bool:
    """Whether a step names nothing but what was there at the start."""
    match step.filter:
        case Keys(keys):
            return all(map(group.was, keys))
        case Positions() as positions:
            return all(group.was(last) for _, last in positions.runs)
    return False


class WatchedRequirement:
    """A requirement, with the way in which it is true in the good state, if it is."""

    def __init__(self, item: Requirement, base: Comparison) -> None:
        self.item = item
        ways = ([WatchedCheck(check, base) for check in way] for way in item.any_of)
        self.checks = next((checks for checks in ways if all(check.is_true for check in checks)), [])
        self.is_true = bool(self.checks)

    def holds(self, trial: Trial) -> bool:
        """Whether it is true in another state."""
        if all(check.holds(trial) for check in self.checks):
            return True
        return len(self.item.any_of) > 1 and requirement_holds(self.item, trial.full)


class WatchedInvariant:
    """An invariant, and what it makes of the good state."""

    def __init__(self, item: Invariant, base: Comparison) -> None:
        self.item = item
        self.base = base
        self.guard = Guard(item, base)
        self._known_pairs: dict[tuple[int, str], dict[object, tuple[Entity, Entity]]] = {}
        self._reported: dict[int, bool] = {}

    def is_plainly_broken(self, trial: Trial) -> bool:
        """Whether another state breaks it by what came, went or changed its order alone."""
        return any(
            trial.forbids(self.guard, trial.full.comings_and_goings(item.group))
            for item in trial.regroupings
            if self._tells(item)
        )

    def is_broken(self, trial: Trial) -> bool:
        """Whether another state breaks it."""
        if any(trial.forbids(self.guard, trial.full.changes_of(mount)) for mount in trial.replaced):
            return True
        if any(
            self._is_broken_by(edited, trial)
            for edited in trial.edited
            if edited.place.trees.mount not in trial.replaced
        ):
            return True
        return any(
            trial.forbids(self.guard, trial.full.changes_among(item.group, self._known(item)))
            for item in trial.regroupings
            if item.mount not in trial.replaced and self._tells(item)
        )

    def _is_broken_by(self, edited: Edited, trial: Trial) -> bool:
        place = edited.place
        if self.guard.cover.looks_at_new and place.fresh:
            return trial.forbids(self.guard, trial.full.changes_of(place.trees.mount))
        if not self._is_reported(place) or not self.guard.watches(place.trees.mount):
            return False
        instead = edited.instead()
        known = place.described.properties
        among = [prop for name in edited.names if (prop := known.get(name)) is not None and not prop.volatile]
        return any(
            not (is_derived(prop, instead) or self.guard.lets_set(prop.name, place))
            for prop, _, _ in self.base.own_differences(instead, among)
        )

    def _tells(self, item: Regrouping) -> bool:
        return self._is_reported(item.place) and not item.good.kind.derived

    def _is_reported(self, place: Place) -> bool:
        """Whether changes of what stands at a place are told, not only that something above came."""
        known = self._reported.get(id(place))
        if known is None:
            above = place.home is None or (self._is_reported(place.home) and not place.described.derived)
            known = above and place.compared
            self._reported[id(place)] = known
        return known

    def _known(self, item: Regrouping) -> Callable[[Place], bool]:
        """Whether a place of a group has the same entities before and after as one of the good state."""
        pairs = self._known_pairs.get((id(item.place), item.kind))
        if pairs is None:
            pairs = self._known_pairs[id(item.place), item.kind] = {
                place.origin: (place.old, place.new)
                for place in item.good.places()
                if place.old is not None and place.new is not None
            }
        found = pairs

        def known(place: Place) -> bool:
            pair = found.get(place.origin)
            return pair is not None and pair[0] is place.old and pair[1] is place.new

        return known
