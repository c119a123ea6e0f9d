"""Attacks on a rubric: states that are wrong, made from the changes and not from the checks.

Each change of the task is undone and altered, each property of each kind is disturbed outside the changes and on
what was changed, things are added, removed and put in another order, and the trivial policies are played. All
must lose. What a change derives (the value of a formula, totals that depend on an input) moves with it, so that a
mutant is a state that could be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from random import Random

from forge.states.answers import ANSWER_MOUNT, answer_tree
from forge.states.changes import Change, Comparison, address, own_changes
from forge.states.entities import Entity, Kind, Path, Property, Schema, State, Tree
from forge.states.patches import insert, reorder
from forge.states.score import Cover
from forge.states.selectors import Selector
from forge.states.values import Colour, Error, Formula, Reference, Value, same


@dataclass(frozen=True)
class Mutant:
    """A state that must lose.

    Attributes:
        type: `trivial`, `undo`, `alter`, `disturb`, `add`, `remove` or `reorder`.
        what: what it does, with the address.
        covers: the property class (`kind.property`), kind or change that it covers.
        state: the state.
    """

    type: str
    what: str
    covers: str
    state: State


class Attack:
    """All mutants of a task.

    Args:
        initial: the start.
        golden: the end of the reference solution, best shared with the start (`entities.share`).
        free: what is up to whoever does the task.
        additions: whether the rubric allows additions everywhere.
        random: decides which of many like places is attacked.
    """

    def __init__(
        self, initial: State, golden: State, free: Sequence[Selector], *, additions: bool, random: Random
    ) -> None:
        self.initial = initial
        self.golden = golden
        self.additions = additions
        self.random = random
        self.comparison = Comparison(initial, golden)
        cover = Cover(free, self.comparison)
        self._free = Cover(free, Comparison(golden, golden))
        self.changes = [c for c in own_changes(self.comparison.changes()) if not cover.covers(c)]
        self._derived = [c for c in self.comparison.changes() if c.derived and c.type == "set"]

    def mutants(self) -> Iterator[Mutant]:
        """The mutants, the trivial policies first."""
        yield from self._trivial()
        for group in self._groups():
            yield from self._undo(group)
            yield from self._alter(group)
        touched = {(change.mount, change.path) for change in self.changes}
        for mount, tree in sorted(self.golden.trees.items()):
            if tree.schema.kind(tree.root.kind).derived:
                continue
            yield from self._disturb(mount, tree, touched)
            yield from self._restructure(mount, tree, touched)

    def _trivial(self) -> Iterator[Mutant]:
        yield Mutant("trivial", "nothing is done", "do nothing", self.initial)
        kept = {m: t for m, t in self.golden.trees.items() if t.schema.kind(t.root.kind).derived}
        yield Mutant("trivial", "everything is deleted", "delete everything", State(kept))
        for base, says in ((self.initial, "do nothing"), (self.golden, "do it")):
            if base is self.initial or ANSWER_MOUNT in self.golden.trees:
                refused = base.with_tree(ANSWER_MOUNT, answer_tree("impossible"))
                yield Mutant(
                    "trivial", f"{says} and answer that it is impossible", "answer impossible", refused
                )

    def _groups(self) -> list[list[Change]]:
        """The changes, those of properties that follow from one another together."""
        groups: dict[tuple[object, ...], list[Change]] = {}
        for number, change in enumerate(self.changes):
            root = change.name
            if change.type == "set" and root is not None:
                described = self._schema(change).kind(change.kind).properties
                follows = described[root].follows
                if follows is not None and any(
                    c.name == follows and c.path == change.path and c.mount == change.mount
                    for c in self.changes
                ):
                    root = follows
                groups.setdefault((change.mount, change.path, root), []).append(change)
            else:
                groups[number,] = [change]
        return list(groups.values())

    def _schema(self, change: Change) -> Schema:
        tree = self.golden.trees.get(change.mount) or self.initial.trees[change.mount]
        return tree.schema

    def _undo(self, group: list[Change]) -> Iterator[Mutant]:
        first = group[0]
        state = self._undone(group)
        if state is not None:
            yield Mutant(
                "undo", f"not done: {first.describe(self._schema(first))}", self._class(first), state
            )

    def _class(self, change: Change) -> str:
        return f"{change.kind}.{change.name}" if change.type == "set" else f"{change.kind} {change.type}"

    def _undone(self, group: list[Change]) -> State | None:
        change = group[0]
        old = self.initial.trees.get(change.mount)
        tree = self.golden.trees.get(change.mount)
        if change.mount not in self.comparison.alignments:
            return self.golden.with_tree(change.mount, old)
        assert tree is not None  # noqa: S101 - an aligned mount is in both states
        assert old is not None  # noqa: S101 - an aligned mount is in both states
        match change.type:
            case "set":
                entity = tree.at(change.path) or Entity(*_keyed(change.path))
                restored = entity.with_properties(**{c.name or "": c.before for c in group})
                tree = tree.with_entity(change.path, restored)
                return self._follow(self.golden.with_tree(change.mount, tree), change, undo=True)
            case "added":
                return self.golden.with_tree(change.mount, tree.with_entity(change.path, None))
            case "removed":
                gone = old.at(change.old_path or ())
                if gone is None:
                    return None
                place = self._place_back(tree, change)
                return self.golden.with_tree(change.mount, insert(tree, place, gone))
            case "renamed":
                entity = tree.at(change.path)
                if entity is None:
                    return None
                named = Entity(
                    entity.kind, str(change.before), entity.properties, entity.children, entity.tokens
                )
                return self.golden.with_tree(change.mount, tree.with_entity(change.path, named))
            case "order":
                return self._order_back(tree, change)
        return None

    def _place_back(self, tree: Tree, change: Change) -> Path:
        """Where a removed entity stood: behind the counterparts of those before it."""
        old_path = change.old_path or change.path
        parent = self.comparison.follower.follow(change.mount, old_path[:-1]) or old_path[:-1]
        kind, key = old_path[-1]
        if not isinstance(key, int):
            return (*parent, (kind, key))
        for place in range(key - 1, 0, -1):
            before = self.comparison.follower.follow(change.mount, (*old_path[:-1], (kind, place)))
            if before is not None and tree.at(before) is not None:
                return (*before[:-1], (kind, int(before[-1][1]) + 1))
        return (*parent, (kind, 1))

    def _order_back(self, tree: Tree, change: Change) -> State | None:
        old = self.initial.trees[change.mount].at(change.old_path or ())
        new = tree.at(change.path)
        if old is None or new is None:
            return None
        members = new.of_kind(change.kind)
        places = {id(child): place for place, child in enumerate(members, 1)}
        pairs = self.comparison.alignments[change.mount].pairs(old, new, change.kind, [(old, new)])
        known = [after for child in old.of_kind(change.kind) if (after := pairs.after(child)) is not None]
        slots = sorted(places[id(child)] for child in known)
        order = list(range(1, len(members) + 1))
        for slot, child in zip(slots, known, strict=True):
            order[slot - 1] = places[id(child)]
        return self.golden.with_tree(change.mount, reorder(tree, change.path, change.kind, order))

    def _follow(self, state: State, change: Change, *, undo: bool) -> State:
        """The state with what depends on an undone or altered place moved along."""
        reached = {(change.mount, change.path)}
        grown = True
        pending = list(self._derived)
        while grown:
            grown = False
            for derived in list(pending):
                tree = state.trees.get(derived.mount)
                if tree is None:
                    continue
                sources = tree.schema.sources(tree, derived.path, derived.name or "")
                if any((derived.mount, path) in reached for path, _ in sources):
                    pending.remove(derived)
                    reached.add((derived.mount, derived.path))
                    grown = True
                    found = tree.at(derived.path)
                    if found is not None and derived.name is not None:
                        value = derived.before if undo else other_value(derived.after)
                        tree = tree.with_entity(derived.path, found.with_properties(**{derived.name: value}))
                        state = state.with_tree(derived.mount, tree)
        return self._probes(state, reached, undo=undo)

    def _probes(self, state: State, reached: set[tuple[str, Path]], *, undo: bool) -> State:
        """Readings of probes at a place that was undone are those of the start; at an altered place, others."""
        for mount, tree in self.golden.trees.items():
            if tree.schema.name != "probe":
                continue
            before = self.initial.trees.get(mount)
            for reading in tree.root.children:
                target = Selector.parse(reading.key or "#")
                if (target.mount, target.path()) in reached:
                    old = before.root.child("reading", reading.key or "") if before is not None else None
                    value = reading.properties.get("value")
                    changed = (
                        (old.properties.get("value") if old is not None else None)
                        if undo
                        else other_value(value)
                    )
                    held = state.trees[mount]
                    path: Path = (("reading", reading.key or ""),)
                    moved = held.with_entity(path, reading.with_properties(value=changed))
                    state = state.with_tree(mount, moved)
        return state

    def _alter(self, group: list[Change]) -> Iterator[Mutant]:
        first = group[0]
        tree = self.golden.trees.get(first.mount)
        if tree is None:
            return
        entity = tree.at(first.path)
        if entity is None or first.type in ("removed", "order"):
            return
        if first.type == "set":
            yield from self._altered(first.mount, tree, first.path, entity, [c.name or "" for c in group])
            return
        for path, inner in _walk(tree.schema, first.path, entity):
            if tree.schema.kind(inner.kind).derived:
                continue
            for name in inner.properties:
                yield from self._altered(first.mount, tree, path, inner, [name])

    def _altered(
        self, mount: str, tree: Tree, path: Path, entity: Entity, names: list[str]
    ) -> Iterator[Mutant]:
        kind = tree.schema.kind(entity.kind)
        changed: dict[str, Value] = {}
        for name in names:
            prop = kind.properties.get(name)
            if (
                prop is None
                or prop.volatile
                or (prop.follows in entity.properties and prop.follows not in names)
            ):
                continue
            changed[name] = other_value(tree.schema.value(entity, entity.kind, name), prop)
        if not changed or all(same(value, entity.properties.get(name)) for name, value in changed.items()):
            return
        name = next(iter(changed))
        if self._is_free(mount, entity.kind, path, name):
            return
        state = self.golden.with_tree(mount, tree.with_entity(path, entity.with_properties(**changed)))
        change = Change("set", mount, entity.kind, path, path, name)
        state = self._follow(state, change, undo=False)
        yield Mutant(
            "alter",
            f"done wrongly: {address(mount, path, name, tree.schema)}",
            f"{entity.kind}.{name}",
            state,
        )

    def _is_free(self, mount: str, kind: str, path: Path, name: str) -> bool:
        return self._free.covers(Change("set", mount, kind, path, path, name))

    def _disturb(self, mount: str, tree: Tree, touched: set[tuple[str, Path]]) -> Iterator[Mutant]:
        """Disturb each property of each kind once outside the changes and once on what was changed."""
        places: dict[str, tuple[list[Path], list[Path]]] = {}
        for path, entity in tree.walk():
            outside, inside = places.setdefault(entity.kind, ([], []))
            (inside if (mount, path) in touched else outside).append(path)
        for kind_name, (outside, inside) in places.items():
            kind = tree.schema.kind(kind_name)
            if kind.derived:
                continue
            for prop in kind.properties.values():
                if prop.volatile:
                    continue
                for where in (outside, inside):
                    if where:
                        yield from self._disturbed(mount, tree, kind, prop, self.random.choice(where))

    def _disturbed(self, mount: str, tree: Tree, kind: Kind, prop: Property, path: Path) -> Iterator[Mutant]:
        entity = tree.at(path)
        if entity is None or self._is_free(mount, kind.name, path, prop.name):
            return
        if any(c.mount == mount and c.path == path and c.name == prop.name for c in self.changes):
            return
        if prop.follows is not None and entity.properties.get(prop.follows) is not None:
            return
        value = tree.schema.value(entity, kind.name, prop.name)
        disturbed = other_value(value, prop)
        if disturbed is None or same(value, disturbed):
            return
        state = self.golden.with_tree(
            mount, tree.with_entity(path, entity.with_properties(**{prop.name: disturbed}))
        )
        what = f"changed besides: {address(mount, path, prop.name, tree.schema)}"
        yield Mutant("disturb", what, f"{kind.name}.{prop.name}", state)

    def _restructure(self, mount: str, tree: Tree, touched: set[tuple[str, Path]]) -> Iterator[Mutant]:
        """Add, remove and reorder one entity of each kind that somebody could add, remove or reorder."""
        schema = tree.schema
        parents: dict[str, list[tuple[Path, Entity]]] = {}
        for path, entity in tree.walk():
            parents.setdefault(entity.kind, []).append((path, entity))
        for kind in schema.kinds.values():
            if kind.derived or not kind.within:
                continue
            for path, parent in [place for name in kind.within for place in parents.get(name, ())][:2]:
                yield from self._rearranged(mount, tree, kind, path, parent, touched)

    def _rearranged(
        self, mount: str, tree: Tree, kind: Kind, path: Path, parent: Entity, touched: set[tuple[str, Path]]
    ) -> Iterator[Mutant]:
        members = parent.of_kind(kind.name)
        where = f"{address(mount, path, None, tree.schema)}"
        fresh = (
            kind.example
            if kind.example is not None
            else members[-1]
            if members and kind.align == "sequence"
            else None
        )
        if fresh is not None and not self.additions:
            place: Path = (
                *path,
                (kind.name, len(members) + 1 if kind.align == "sequence" else fresh.key or ""),
            )
            if tree.at(place) is None and not self._is_free(mount, kind.name, place, ""):
                state = self.golden.with_tree(mount, insert(tree, place, fresh))
                yield Mutant("add", f"a {kind.name} too many in {where}", f"{kind.name} added", state)
        steps = [
            (kind.name, n if kind.align == "sequence" else m.key or "") for n, m in enumerate(members, 1)
        ]
        paths = [(*path, step) for step in steps if (mount, (*path, step)) not in touched]
        if paths and not kind.sparse:
            gone = self.random.choice(paths)
            state = self.golden.with_tree(mount, tree.with_entity(gone, None))
            what = f"removed besides: {address(mount, gone, None, tree.schema)}"
            yield Mutant("remove", what, f"{kind.name} removed", state)
        ordered = kind.ordered or kind.align == "sequence"
        if ordered and len(members) > 1:
            first = self.random.randrange(1, len(members))
            order = list(range(1, len(members) + 1))
            order[first - 1 : first + 1] = [first + 1, first]
            state = self.golden.with_tree(mount, reorder(tree, path, kind.name, order))
            yield Mutant(
                "reorder", f"two {kind.name} entries exchanged in {where}", f"{kind.name} order", state
            )


def _keyed(path: Path) -> tuple[str, str | None]:
    kind, key = path[-1]
    return kind, key if isinstance(key, str) else None


def _walk(schema: Schema, path: Path, entity: Entity) -> Iterator[tuple[Path, Entity]]:
    for inner, found in Tree(schema, entity).walk():
        yield (*path, *inner), found


def other_value(value: Value, prop: Property | None = None) -> Value:  # noqa: PLR0911 - one return per type
    """A value of the same type that is wrong, near enough to be mistaken for the right one."""
    if prop is not None and prop.choices:
        choices = [choice for choice in prop.choices if not same(choice, value)]
        return choices[0] if choices else None
    match value:
        case None:
            return prop.example if prop is not None else None
        case bool():
            return not value
        case int():
            return value + 1
        case float():
            return value + max(abs(value) * 0.01, 0.01)
        case str():
            return f"{value[:-1]}{'e' if value[-1:] != 'e' else 'a'}" if len(value) > 1 else f"{value}x"
        case datetime() | date():
            return value + timedelta(days=1)
        case time():
            return value.replace(minute=(value.minute + 1) % 60)
        case timedelta():
            return value + timedelta(minutes=1)
        case Colour(code):
            return Colour(f"#{(int(code[1:], 16) ^ 0x204060):06X}")
        case Formula(text):
            return Formula(f"{text}+1")
        case Reference(text):
            return Reference(_next_number(text))
        case Error():
            return 0
        case tuple():
            return (other_value(value[0]), *value[1:]) if value else None
    return None


def _next_number(text: str) -> str:
    """A reference one further: its last number raised by one, or a digit added."""
    head = text.rstrip("0123456789")
    tail = text[len(head) :]
    return f"{head}{int(tail) + 1}" if tail else f"{text}1"


def differs(golden: State, mutant: State) -> bool:
    """Whether a mutant is another state than the golden one at all, so that it must lose."""
    return bool(own_changes(Comparison(golden, mutant).changes()))
