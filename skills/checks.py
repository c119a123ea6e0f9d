"""Checks that many skills need, made from a schema so that no property is forgotten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from forge.states.entities import Schema
from forge.states.rubric import Absent, AnyCheck, Equals, Exists, Way
from forge.states.selectors import Selector
from forge.states.values import Value


def new_thing(
    schema: Schema, parent: Selector, kind: str, given: Mapping[str, Value], free: Iterable[str] = ()
) -> tuple[Selector, tuple[AnyCheck, ...]]:
    """The selector of a new entity by what makes it right, and checks that it is just so and nothing more.

    Args:
        schema: the schema of the parent's state.
        parent: the one entity below which it is to stand.
        kind: its kind.
        given: the properties it must have, None for one that must have its default; together they single it out.
        free: the properties that are up to whoever adds it; they belong into the footprint's `free` as well.

    Returns:
        The selector, for the footprint's `writes`, and the checks: it is there, and every property that is
        neither given nor free has its default.
    """
    wanted = {name: value for name, value in given.items() if value is not None}
    selector = parent.below(kind, **wanted)
    left = set(wanted) | set(free)
    others = [item for item in schema.kind(kind).properties.values() if item.name not in left]
    rest: list[AnyCheck] = [
        Absent(select=selector.of(item.name))
        if item.default is None
        else Equals(select=selector.of(item.name), expected=item.default)
        for item in others
        if not item.volatile
    ]
    return selector, (Exists(select=selector), *rest)


def no_others(selectors: Sequence[Selector], ways: Iterable[Way]) -> tuple[Way, ...]:
    """Ways of making something new, each with checks that nothing was made in another of these ways as well.

    The footprint lets all of them be written, so that nobody else would see one that is left over and wrong.

    Args:
        selectors: what each way makes.
        ways: their checks, in the same order.
    """
    distinct = tuple(dict.fromkeys(selectors))
    return tuple(
        (*checks, *(Absent(select=other) for other in distinct if other != selector))
        for selector, checks in zip(selectors, ways, strict=True)
    )
