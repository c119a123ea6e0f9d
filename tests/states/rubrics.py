"""The rubric that a careful person would write from everything that a reference solution changes."""

from __future__ import annotations

from forge.states.changes import Change, Comparison
from forge.states.entities import Schema, State, Tree
from forge.states.places import KEY, PLACE, POSITION, Place
from forge.states.resolve import resolve
from forge.states.rubric import Absent, AnyCheck, Count, Equals, Exists, Invariant, Requirement, Rubric
from forge.states.selectors import Selector


def full_rubric(initial: State, golden: State) -> Rubric | None:
    """A requirement for each change, and a strict invariant; None where nothing changes."""
    return _Writer(initial, golden).rubric()


class _Writer:
    def __init__(self, initial: State, golden: State) -> None:
        self.comparison = Comparison(initial, golden)
        self.changes = [change for change in self.comparison.changes() if not change.derived]

    def rubric(self) -> Rubric | None:
        requirements = []
        for number, change in enumerate(self.changes):
            checks = tuple(self._checks(change))
            says = change.describe(self._tree(change).schema)
            requirements.append(Requirement(id=f"r{number}", says=says, any_of=(checks,)))
        if not requirements:
            return None
        writes = tuple(self._writes(change) for change in self.changes)
        return Rubric(requirements=tuple(requirements), invariants=(Invariant(writes=writes),))

    def _tree(self, change: Change) -> Tree:
        after, before = self.comparison.after.trees, self.comparison.before.trees
        return after.get(change.mount) or before[change.mount]

    def _writes(self, change: Change) -> Selector:
        place = change.place
        assert place is not None
        selector = address_of(place)
        match change.type:
            case "set":
                return selector.of(change.name)
            case "order":
                return selector.of(f"order:{change.kind}")
            case "renamed":
                return selector.of(KEY)
            case "moved":
                return selector.of(PLACE)
        return selector

    def _checks(self, change: Change) -> list[AnyCheck]:
        place = change.place
        assert place is not None
        selector = address_of(place)
        schema = place.trees.schema
        match change.type:
            case "set":
                return [self._value(selector.of(change.name))]
            case "renamed":
                return [Equals(select=selector.of(KEY), expected=change.after)]
            case "moved":
                return [Equals(select=selector.of(PLACE), expected=place.after(PLACE))]
            case "removed":
                return [Absent(select=selector)]
            case "order":
                return self._all_of(selector, change.kind, schema)
        if place.home is None:
            return [Exists(select=selector), *self._whole(selector, place, schema)]
        if place.described.in_order:
            return self._all_of(address_of(place.home), change.kind, schema)
        return [Exists(select=selector), *self._whole(selector, place, schema)]

    def _whole(self, selector: Selector, place: Place, schema: Schema) -> list[AnyCheck]:
        """Every property of what was added and of all below it."""
        checks: list[AnyCheck] = [
            self._value(selector.of(prop.name)) for prop in schema.kind(place.kind).compared
        ]
        for kind in schema.kinds.values():
            if place.kind in kind.within or kind.name in place.kinds():
                checks += self._all_of(selector, kind.name, schema)
        return checks

    def _all_of(self, selector: Selector, kind: str, schema: Schema) -> list[AnyCheck]:
        """Every property of all children of a kind, in order, and of all below them."""
        every = selector.below(kind)
        places = resolve(every, self.comparison)
        described = schema.kind(kind)
        checks: list[AnyCheck] = [Count(select=every, expected=sum(place.present for place in places))]
        names = [prop.name for prop in described.compared]
        names += [KEY] if described.align != "sequence" and places else []
        names += [POSITION] if described.in_order else []
        names += [PLACE] if selector.steps else []
        if places:
            checks += [
                Equals(select=every.of(name), each=tuple(place.after(name) for place in places))
                for name in names
            ]
        if described.align == "sequence":
            old = sum(place.old is not None for place in places)
            for chosen in (selector.new(kind), *((selector.run(kind, 1, old),) if old else ())):
                found = resolve(chosen, self.comparison)
                if found:
                    each = tuple(place.after(POSITION) for place in found)
                    checks.append(Equals(select=chosen.of(POSITION), each=each))
        held = {name for place in places for name in place.kinds()}
        for inner in schema.kinds.values():
            if kind in inner.within or inner.name in held:
                checks += self._all_of(every, inner.name, schema)
                if inner.in_order:
                    checks += self._all_of(selector.new(kind), inner.name, schema)
        return checks

    def _value(self, selector: Selector) -> AnyCheck:
        places = resolve(selector, self.comparison)
        found = tuple(place.after(selector.property or "") for place in places)
        if all(value is None for value in found):
            return Absent(select=selector)
        return Equals(select=selector, each=found)


def address_of(place: Place) -> Selector:
    """The selector that names a place, by its address in the start; new things in between as new."""
    selector = Selector(place.trees.mount)
    for step in place.chain()[1:]:
        kind, key = step.origin
        selector = selector.new(kind) if key == 0 else selector.below(kind, key)
    return selector
