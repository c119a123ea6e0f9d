"""Which changes a set of selectors covers, and which changes an invariant forbids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from forge.errors import StateError
from forge.states.answers import ANSWER_MOUNT
from forge.states.changes import Change, Comparison
from forge.states.entities import Path
from forge.states.places import KEY, NEW, PLACE, Place
from forge.states.resolve import holds
from forge.states.rubric import Invariant
from forge.states.selectors import All, Keys, New, Positions, Selector, SelectorStep, Where


class Allowed:
    """What a set of selectors covers of one place, all of which lead to it.

    Attributes:
        everything: the place with all below it, its coming and going included.
        names: the names of properties, or `*` for every one; also `@key`, `@place` and `order:` with a kind.
        ahead: the steps that lead on, each with what is covered where it leads; no step is there twice.
    """

    __slots__ = ("ahead", "everything", "names")

    def __init__(self, selectors: Iterable[Selector] = (), depth: int = 0) -> None:
        self.everything = False
        self.names: set[str] = set()
        further: dict[object, tuple[SelectorStep, list[Selector]]] = {}
        for selector in selectors:
            if len(selector.steps) > depth:
                step = selector.steps[depth]
                # Values are told apart by type as well, `1` from `True`, so filters with values are not compared.
                same = id(selector) if isinstance(step.filter, Where) else step
                further.setdefault(same, (step, []))[1].append(selector)
            elif selector.property is None:
                self.everything = True
            else:
                self.names.add(selector.property)
        self.ahead = [(step, Allowed(members, depth + 1)) for step, members in further.values()]

    def reaching(self, place: Place) -> Allowed:
        """What is covered of a place one step below."""
        if self.everything:
            return self
        reached = [below for step, below in self.ahead if matches(step, place)]
        if len(reached) == 1:
            return reached[0]
        joint = Allowed()
        for below in reached:
            joint.everything |= below.everything
            joint.names |= below.names
            joint.ahead += below.ahead
        return joint

    def sets(self, name: str) -> bool:
        """Whether setting a property of this place is covered."""
        return self.everything or "*" in self.names or name in self.names

    def covers(self, change: Change) -> bool:
        """Whether a change of this place is covered."""
        if self.everything:
            return True
        match change.type:
            case "set":
                return self.sets(change.name or "")
            case "order":
                return f"order:{change.kind}" in self.names
            case "renamed":
                return KEY in self.names
            case "moved":
                return PLACE in self.names
        return False


class Cover:
    """Which changes a set of selectors covers.

    A selector without a property covers its entities with all below them; with one, that property; with `*`,
    every property of the entity, but neither its coming and going nor its key nor its children.

    Args:
        selectors: the selectors, resolved in the earlier state of the comparison.
        comparison: the comparison whose changes are asked for.
    """

    def __init__(self, selectors: Iterable[Selector], comparison: Comparison) -> None:
        self.selectors = tuple(selectors)
        self.comparison = comparison
        self._known: dict[int, tuple[Place, Allowed]] = {}
        self._roots: dict[str, Allowed] = {
            mount: Allowed(selector for selector in self.selectors if selector.mount == mount)
            for mount in {selector.mount for selector in self.selectors}
        }

    def over(self, comparison: Comparison) -> Cover:
        """What the same selectors cover in another comparison."""
        other = Cover((), comparison)
        other.selectors, other._roots = self.selectors, self._roots
        return other

    @cached_property
    def looks_at_new(self) -> bool:
        """Whether it depends on what properties new entities have."""
        return any(isinstance(step.filter, Where) for selector in self.selectors for step in selector.steps)

    def covers(self, change: Change) -> bool:
        """Whether one of the selectors covers a change of the comparison."""
        if not self.selectors or change.place is None:
            return False
        return self.allowed(change.place).covers(change)

    def covers_set(self, mount: str, path: Path, name: str) -> bool:
        """Whether setting a property is covered, of what stands at a path of the later state."""
        return bool(self.selectors) and self.allowed(self.comparison.at(mount, path)).sets(name)

    def allowed(self, place: Place) -> Allowed:
        """What is covered of a place of the comparison."""
        known = self._known.get(id(place))
        if known is None:
            known = self._known[id(place)] = (place, self._allowed(place))
        return known[1]

    def _allowed(self, place: Place) -> Allowed:
        if place.home is None:
            return self._roots.get(place.trees.mount, _NOTHING)
        return self.allowed(place.home).reaching(place)


_NOTHING = Allowed()


def matches(step: SelectorStep, place: Place) -> bool:
    """Whether a step of a selector, resolved in the earlier state, names a place.

    Raises:
        StateError: the kind is told apart by key and a position was given, or the reverse.
    """
    if step.kind != place.kind:
        return False
    key = place.origin[1]
    sequence = place.described.align == "sequence"
    if isinstance(step.filter, Keys) and sequence:
        raise StateError(f"A {step.kind} is named by its position or by properties, not by a key.")
    if isinstance(step.filter, Positions) and not sequence:
        raise StateError(f"A {step.kind} is named by its key or by properties, not by a position.")
    match step.filter:
        case All():
            return True
        case New():
            return place.parent is not None and place.parent.group(place.kind).is_new(place)
        case Keys(keys):
            return key in keys
        case Positions() as positions:
            return key != NEW and key in positions
        case Where() as where:
            return holds(where, place)
    return False


class Guard:
    """An invariant in a comparison: which changes it forbids."""

    def __init__(self, invariant: Invariant, comparison: Comparison, cover: Cover | None = None) -> None:
        self.invariant = invariant
        self.cover = cover or Cover((*invariant.writes, *invariant.free), comparison)

    def over(self, comparison: Comparison) -> Guard:
        """The same invariant in another comparison."""
        return Guard(self.invariant, comparison, self.cover.over(comparison))

    def watches(self, mount: str) -> bool:
        """Whether it protects a mount. An answer is nobody's damage: what it must be, requirements say."""
        mounts = self.invariant.mounts
        return mount in mounts if mounts else mount != ANSWER_MOUNT

    def forbids(self, change: Change) -> bool:
        """Whether a change of the comparison breaks it."""
        if change.derived or not self.watches(change.mount):
            return False
        if change.fresh and self.invariant.additions == "allow":
            return False
        return not self.cover.covers(change)

    def lets_set(self, name: str, place: Place) -> bool:
        """Whether a property of a place of the comparison may be set, be it derived or not."""
        if place.fresh and self.invariant.additions == "allow":
            return True
        return self.cover.allowed(place).sets(name)

    def broken(self, changes: Iterable[Change]) -> Iterator[Change]:
        """Those of some changes that break it."""
        return filter(self.forbids, changes)


def broken(item: Invariant, comparison: Comparison, at_most: int | None = None) -> list[Change]:
    """The changes that an invariant forbids, up to a number."""
    found: list[Change] = []
    for change in Guard(item, comparison).broken(comparison.changes()):
        found.append(change)
        if len(found) == at_most:
            break
    return found
