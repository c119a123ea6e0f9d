"""Fields of a spec that say a colour or hold a picture, found and set without knowing what the spec is of.

A spec is plain objects: data classes, lists, tuples and mappings. What is set makes a copy; the spec stays as it was.
"""

from __future__ import annotations

import io
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from typing import Any

from forge.states.values import Colour

Where = tuple[Any, ...]
"""The names, keys and positions that lead from a spec to something in it."""


@dataclass(frozen=True)
class Spot:
    """A field that decides how something looks.

    Attributes:
        where: the field.
        sort: the class and the name of the field.
        is_picture: whether it holds a picture's bytes; else it takes a colour.
    """

    where: Where
    sort: tuple[str, str]
    is_picture: bool = False


def spots(spec: Any) -> list[Spot]:
    """The fields of a spec that take a colour, and those that hold a picture."""
    found = []
    for where, thing in _walk((), spec):
        if is_dataclass(thing) and not isinstance(thing, type):
            for name, of_colours in _visible(type(thing)):
                value = getattr(thing, name)
                if isinstance(value, bytes) or of_colours:
                    found.append(Spot((*where, name), (type(thing).__name__, name), isinstance(value, bytes)))
    return found


def named(spec: Any, name: str, value: object) -> list[Where]:
    """The fields of a name in a spec that hold a value."""
    return [
        (*where, name)
        for where, thing in _walk((), spec)
        if is_dataclass(thing) and getattr(thing, name, None) == value
    ]


def changed(thing: Any, edits: Mapping[Where, object]) -> Any:
    """A copy of a spec, or of a part of one, in which something else stands in some places."""
    if () in edits:
        return edits[()]
    below: dict[Any, dict[Where, object]] = {}
    for (step, *rest), value in edits.items():
        below.setdefault(step, {})[tuple(rest)] = value
    if isinstance(thing, dict):
        return {**thing, **{key: changed(thing[key], inner) for key, inner in below.items()}}
    if isinstance(thing, list | tuple):
        made = [changed(each, below[at]) if at in below else each for at, each in enumerate(thing)]
        return type(thing)(made)
    return replace(thing, **{name: changed(getattr(thing, name), inner) for name, inner in below.items()})


def plain_picture(content: bytes, colour: Colour) -> bytes | None:
    """A picture of one colour with as many pixels as another; None where those bytes are no picture."""
    from PIL import Image  # noqa: PLC0415 - only a picture needs it

    try:
        with Image.open(io.BytesIO(content)) as image:
            size = image.size
    except (OSError, ValueError):
        return None
    stream = io.BytesIO()
    Image.new("RGB", size, colour.code).save(stream, "PNG")
    return stream.getvalue()


def value_at(spec: Any, where: Where) -> Any:
    """What stands at a place of a spec."""
    for step in where:
        spec = spec[step] if isinstance(spec, dict | list | tuple) else getattr(spec, str(step))
    return spec


def is_at(spec: Any, where: Where) -> bool:
    """Whether a spec has such a place."""
    try:
        value_at(spec, where)
    except (AttributeError, IndexError, KeyError):
        return False
    return True


def _walk(where: Where, thing: Any) -> Iterator[tuple[Where, Any]]:
    """Everything in a spec that holds something else."""
    inner: Iterator[tuple[Hashable, Any]]
    if is_dataclass(thing):
        inner = ((item.name, getattr(thing, item.name)) for item in fields(thing))
    elif isinstance(thing, dict):
        inner = iter(thing.items())
    elif isinstance(thing, list | tuple):
        inner = iter(enumerate(thing))
    else:
        return
    yield where, thing
    for step, value in inner:
        yield from _walk((*where, step), value)


@cache
def _visible(kind: Any) -> tuple[tuple[str, bool], ...]:
    """The fields of a data class that may hold a colour or bytes, and whether they may hold a colour."""
    words = {item.name: str(item.type).replace("|", " ").split() for item in fields(kind)}
    return tuple(
        (name, "Colour" in said) for name, said in words.items() if "Colour" in said or "bytes" in said
    )
