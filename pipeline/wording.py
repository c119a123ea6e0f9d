"""Requirements, changes and start states in words, for people; nothing here knows an application."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from forge.skills.instruction.names import content_properties
from forge.states.changes import Change, own_changes
from forge.states.entities import Entity, Schema, State, Tree
from forge.states.predicates import wanted
from forge.states.rubric import (
    Absent,
    AnyCheck,
    Ban,
    Close,
    Count,
    Exists,
    Matches,
    Ordered,
    Requirement,
    SameMultiset,
)
from forge.states.selectors import All, Keys, New, Positions, Selector, SelectorStep, Where
from forge.states.values import show

FEW = 3
"""How many of a sort are shown before "and N more"."""
PARTS = 8
"""How many parts of a document are shown."""
CHECKS = 5
"""How many checks of one way are shown."""


@dataclass(frozen=True)
class Part:
    """A part of a document, such as what stands directly below its root.

    Attributes:
        name: its kind and key.
        counts: how many entities of each kind are below it.
        first: the first values in it.
    """

    name: str
    counts: dict[str, int]
    first: tuple[str, ...]


@dataclass(frozen=True)
class Outline:
    """What a mount holds, in short.

    Attributes:
        mount: the mount.
        kind: the sort of state.
        counts: how many entities of each kind it holds.
        parts: its first parts.
        more: how many parts are left out.
    """

    mount: str
    kind: str
    counts: dict[str, int]
    parts: tuple[Part, ...]
    more: int


@dataclass(frozen=True)
class ChangeGroup:
    """Changes of one sort.

    Attributes:
        says: what they have in common.
        count: how many there are.
        examples: the first ones.
    """

    says: str
    count: int
    examples: tuple[str, ...]


def outline(mount: str, tree: Tree) -> Outline:
    """What a mount holds, by counts and first values, whatever its kinds are."""
    children = tree.root.children
    content = content_properties(tree)
    parts = tuple(
        Part(_name(child, place), _counts(child), _first_values(child, content))
        for place, child in enumerate(children[:PARTS], 1)
    )
    return Outline(mount, tree.schema.name, _counts(tree.root), parts, max(0, len(children) - PARTS))


def _name(entity: Entity, place: int) -> str:
    return f"{entity.kind} {show(entity.key) if entity.key else place}"


def _counts(entity: Entity) -> dict[str, int]:
    """How many entities of each kind stand below one."""
    counts = Counter(found.kind for found in entity.walk())
    counts[entity.kind] -= 1
    return {kind: number for kind, number in counts.items() if number}


def _first_values(entity: Entity, content: dict[str, tuple[str, ...]]) -> tuple[str, ...]:
    found: list[str] = []
    for item in entity.walk():
        for name in content.get(item.kind, ())[:1]:
            value = item.properties.get(name)
            if isinstance(value, str):
                found.append(show(value))
        if len(found) >= PARTS:
            break
    return tuple(found[:PARTS])


def grouped(changes: Iterable[Change], states: tuple[State, State], names: Names) -> list[ChangeGroup]:
    """The changes that somebody makes, those of one sort together.

    Args:
        changes: all changes.
        states: the states between which they lie.
        names: how places are called.
    """
    return [
        ChangeGroup(
            _sort_of_change(members[0]),
            len(members),
            tuple(_change_in_words(change, states, names) for change in members[:FEW]),
        )
        for members in alike(changes)
    ]


def alike(changes: Iterable[Change]) -> list[list[Change]]:
    """The changes that somebody makes, those of one sort together, in the order of `grouped`."""
    groups: dict[tuple[str, str, str, str], list[Change]] = {}
    for change in own_changes(list(changes)):
        groups.setdefault((change.mount, change.type, change.kind, change.name or ""), []).append(change)
    return list(groups.values())


def _change_in_words(change: Change, states: tuple[State, State], names: Names) -> str:
    said = names.bare(change.describe(_schema(change.mount, states)))
    if change.type != "added" or change.place is None or change.place.new is None:
        return said
    properties = [f"{name} {show(value)}" for name, value in change.place.new.properties.items()]
    return f"{said} with {listed(properties, PARTS)}" if properties else said


def _sort_of_change(change: Change) -> str:
    kind = change.kind.replace("_", " ")
    match change.type:
        case "set":
            return f"{(change.name or '').replace('_', ' ')} of {kind} set"
        case "order":
            return f"{kind} put in another order"
    return f"{kind} {change.type}"


def _schema(mount: str, states: tuple[State, State]) -> Schema:
    before, after = states
    return (after.trees.get(mount) or before.trees[mount]).schema


@dataclass(frozen=True)
class Names:
    """How places are called: without the mount where there is only one.

    Attributes:
        only: the one mount; empty where there are several.
    """

    only: str = ""

    def bare(self, address: str) -> str:
        """An address without the one mount."""
        return address.removeprefix(f"{self.only}#") if self.only else address

    def of(self, selector: Selector) -> str:
        """A selector in words; what an experiment read is called by the place that it was read at."""
        match selector:
            case Selector(mount, (SelectorStep("reading", Keys((key,))),)) if mount.startswith("probe:"):
                return (
                    f"after the experiment {mount.removeprefix('probe:')!r}: {self.of(Selector.parse(key))}"
                )
        steps = " / ".join(map(_step_in_words, selector.steps))
        name = f".{selector.property}" if selector.property else ""
        mount = "" if selector.mount == self.only and steps else selector.mount
        return f"{mount}{' / ' if mount and steps else ''}{steps}{name}"

    def places(self, selectors: Iterable[Selector]) -> tuple[str, ...]:
        """Selectors in words, the properties of one place together."""
        together: dict[Selector, list[str]] = {}
        for selector in selectors:
            own = together.setdefault(selector.of(None), [])
            if selector.property is not None:
                own.append(selector.property)
        return tuple(
            f"{self.of(place)}{f': {listed(properties)}' if properties else ''}"
            for place, properties in together.items()
        )


def _step_in_words(step: SelectorStep) -> str:
    kind = step.kind.replace("_", " ")
    match step.filter:
        case All():
            return f"every {kind}"
        case New():
            return f"every new {kind}"
        case Keys(keys):
            return f"{kind} {' or '.join(map(show, keys))}"
        case Positions(runs):
            return f"{kind} {', '.join(str(a) if a == b else f'{a}–{b}' for a, b in runs)}"
        case Where(properties):
            return f"{kind} with {', '.join(f'{name} {show(value)}' for name, value in properties)}"


def listed(words: Sequence[str], few: int = FEW) -> str:
    """Words with commas between them, the first few where there are many."""
    shown = words if len(words) <= few + 1 else words[:few]
    more = f" and {len(words) - len(shown)} more" if len(words) > len(shown) else ""
    return ", ".join(shown) + more


def ways_in_words(item: Requirement | Ban, names: Names) -> tuple[tuple[str, ...], ...]:
    """The ways of a requirement or a ban, each as lines, with all checks of one place in one line."""
    return tuple(_way_in_words(way, names) for way in item.any_of)


def _way_in_words(way: Sequence[AnyCheck], names: Names) -> tuple[str, ...]:
    places: dict[Selector, list[AnyCheck]] = {}
    for check in way:
        places.setdefault(check.select.of(None), []).append(check)
    lines = []
    for place, checks in places.items():
        if len(checks) == 1:
            lines.append(f"{names.of(checks[0].select)} {check_in_words(checks[0])}")
        else:
            lines.append(f"{names.of(place)}: {listed([_of_property(check) for check in checks], CHECKS)}")
    return tuple(lines)


def _of_property(check: AnyCheck) -> str:
    return f"{check.select.property or 'it'} {check_in_words(check)}"


def check_in_words(check: AnyCheck) -> str:
    """What a check says of its place."""
    match check:
        case Exists():
            return "is there"
        case Absent():
            return "is not there"
        case Count():
            return f"is there {check.expected} times"
        case Close():
            return f"is {wanted(check)}{_tolerance(check)}"
        case Matches():
            return f"is a {wanted(check)}"
        case Ordered():
            keys = (f"{_bare(key.value)} {'downwards' if key.descending else 'upwards'}" for key in check.by)
            return f"is sorted by {', then '.join(keys)}"
        case SameMultiset():
            columns = ", ".join(map(_bare, check.columns))
            given = f"the {len(check.expected)} given" if check.expected is not None else "the same"
            return f"has {given} entries in any order{f', compared by {columns}' if columns else ''}"
    return f"is {wanted(check)}"


def _bare(selector: Selector) -> str:
    return Names().of(selector)


def _tolerance(check: Close) -> str:
    parts = [f"within {check.absolute:g}"] if check.absolute else []
    parts += [f"within {check.relative:.3%} of it"] if check.relative else []
    return f" ({' or '.join(parts)})" if parts else ""
