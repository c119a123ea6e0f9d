"""Checks that something new in a file tree is as it should be, made from the schema so that nothing is missed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from forge.preparers.files.places import file
from forge.preparers.files.schema import SCHEMA
from forge.preparers.files.spec import FileTree
from forge.preparers.files.trees import tree_of
from forge.skills.contract import Fact
from forge.skills.facts import worked_out
from forge.states.entities import Entity
from forge.states.kinds import Kind
from forge.states.rubric import Absent, AnyCheck, Count, Equals, Exists, OneOf
from forge.states.selectors import Selector
from forge.states.values import Value

LAYOUT: Mapping[str, frozenset[str]] = {
    "file": frozenset({"mode", "final_break"}),
    "folder": frozenset({"mode"}),
}
"""What is up to whoever makes a new file: whether its last line is ended, and what the system lets others do."""

TABLE_LAYOUT: Mapping[str, frozenset[str]] = {**LAYOUT, "file": LAYOUT["file"] | {"line_ends"}}
"""Likewise of a new table: RFC 4180 ends its lines with CR LF, as Python's `csv` does and most editors do not."""

UTF8 = ("utf-8", "utf-8 with mark")
"""What is UTF-8: spreadsheets and some editors begin a new file with a byte order mark, and nobody sees it."""


def fresh(mount: str, *kinds: str, free: Mapping[str, frozenset[str]] = LAYOUT) -> tuple[Selector, ...]:
    """The places of new files and folders that are up to whoever makes them, for a footprint's `free`."""
    named = kinds or tuple(free)
    return tuple(Selector(mount).new(kind).of(name) for kind in named for name in sorted(free[kind]))


def entity_of(tree: FileTree, path: str, kind: str = "file") -> Entity:
    """What is read of something in a tree."""
    found = tree_of(tree).root.child(kind, path)
    assert found is not None  # noqa: S101 - skills ask for what they have put there
    return found


def new_file(
    mount: str,
    tree: FileTree,
    path: str,
    free: Mapping[str, frozenset[str]] = LAYOUT,
    *,
    marked: bool = False,
) -> tuple[AnyCheck, ...]:
    """Checks that a new file holds what the file at this path of a tree holds, and nothing more.

    Args:
        mount: where it is to lie.
        tree: the tree of the reference solution.
        path: its path.
        free: by kind, the properties that are up to whoever makes it; they belong into the footprint's `free` as well.
        marked: whether it may begin with a byte order mark where it is in UTF-8.
    """
    selector, entity = file(mount, path), entity_of(tree, path)
    encoding = selector.of("encoding")
    if not (marked and SCHEMA.value(entity, "file", "encoding") in UTF8):
        return tuple(_alike(selector, entity, free))
    rest = (check for check in _alike(selector, entity, free) if check.select != encoding)
    return (*rest, OneOf(select=encoding, options=UTF8))


def literals(
    name: str,
    tree: FileTree,
    paths: tuple[str, ...],
    *places: Selector,
    free: Mapping[str, frozenset[str]] = LAYOUT,
) -> Fact:
    """A private fact that holds everything that new files hold: texts, names, numbers of things.

    Args:
        name: the fact.
        tree: the tree of the reference solution.
        paths: the files.
        places: from where it follows.
        free: by kind, the properties that nothing is compared with.
    """
    found: dict[tuple[type, Value], None] = {}
    for path in paths:
        found[str, path] = None
        for value in _literals(entity_of(tree, path), free):
            found[type(value), value] = None
    return worked_out(name, tuple(value for _, value in found), *places)


def _literals(entity: Entity, free: Mapping[str, frozenset[str]]) -> Iterator[Value]:
    kind = SCHEMA.kind(entity.kind)
    for prop in kind.compared:
        value = entity.properties.get(prop.name)
        if value is not None and value != prop.default and prop.name not in free.get(entity.kind, ()):
            yield value
    for name in entity.kinds():
        members = entity.of_kind(name)
        yield len(members)
        yield sum(len(member.children) for member in members)
        for number, member in enumerate(members, 1):
            if SCHEMA.kind(name).align == "key":
                yield member.key
            if SCHEMA.kind(name).ordered:
                yield number
            yield from _literals(member, free)


def _alike(selector: Selector, entity: Entity, free: Mapping[str, frozenset[str]]) -> Iterator[AnyCheck]:
    """Checks that what a selector names is like an entity, with all below it."""
    if entity.kind == "file":
        yield Exists(select=selector)
    for prop in SCHEMA.kind(entity.kind).compared:
        if prop.name not in free.get(entity.kind, ()):
            yield _property(selector.of(prop.name), SCHEMA.value(entity, entity.kind, prop.name))
    for kind in SCHEMA.kinds.values():
        if entity.kind in kind.within:
            held = (
                kind.name in LAYOUT
            )  # what lies in an archive is as it was packed: nothing of it is up to anybody
            yield from _children(selector, entity, kind, {} if held else free)


def _property(selector: Selector, value: Value) -> AnyCheck:
    return Absent(select=selector) if value is None else Equals(select=selector, expected=value)


def _children(
    selector: Selector, entity: Entity, kind: Kind, free: Mapping[str, frozenset[str]]
) -> Iterator[AnyCheck]:
    members = entity.of_kind(kind.name)
    every = selector.below(kind.name)
    if not members:
        yield Absent(select=every)
    elif kind.align == "key":
        yield Count(select=every, expected=len(members))
        for number, member in enumerate(members, 1):
            one = selector.below(kind.name, member.key or "")
            if kind.ordered:
                yield Equals(select=one.of("@position"), expected=number)
            yield from _alike(one, member, free)
    elif kind.name == "record":
        yield from _records(every, members)
    elif any(member.children for member in members) or "item" in kind.within:
        yield Count(select=every, expected=len(members))
        for number, member in enumerate(members, 1):
            yield from _alike(selector.below(kind.name, number), member, free)
    else:
        for prop in kind.compared:
            values = [SCHEMA.value(member, kind.name, prop.name) for member in members]
            yield Equals(select=every.of(prop.name), each=tuple(values))


def _records(every: Selector, records: tuple[Entity, ...]) -> Iterator[AnyCheck]:
    """Every field of every record, a column at a time."""
    yield Count(select=every, expected=len(records))
    yield Count(select=every.below("field"), expected=sum(len(record.children) for record in records))
    for field in records[0].of_kind("field"):
        values = tuple(_field(record, field.key or "") for record in records)
        yield Equals(select=every.below("field", field.key or "").of("value"), each=values)


def _field(record: Entity, header: str) -> Value:
    found = record.child("field", header)
    return found.properties["value"] if found is not None else None
