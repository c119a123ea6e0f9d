"""What the schema of documents knows of places: how references to paragraphs move, and how addresses read."""

from __future__ import annotations

import re

from forge.states.alignment import Follower
from forge.states.entities import Path
from forge.states.values import Reference, Value

_PARAGRAPH = re.compile(r"paragraph (\d+)")
_FURTHEST = 10_000


def paragraph_reference(number: int) -> Reference:
    """A reference to a paragraph of the body by its number from 1."""
    return Reference(f"paragraph {number}")


def rewrite(value: Value, follower: Follower, mount: str, path: Path) -> Value:  # noqa: ARG001 - one signature
    """A reference to a paragraph as it reads after paragraphs came and went.

    Where that paragraph is gone, the next one that is still there stands in its place.
    """
    if not isinstance(value, Reference):
        return value
    found = _PARAGRAPH.fullmatch(value.text)
    if found is None:
        return value
    first = int(found[1])
    for number in range(first, first + _FURTHEST):
        moved = follower.follow(mount, (("paragraph", number),))
        if moved is not None:
            return paragraph_reference(int(moved[-1][1]))
    return value


def pretty(path: Path, name: str | None) -> str:
    """An address as people write it: `paragraph 4.alignment`, `table 1!B2, paragraph 1, word 3.bold`."""
    steps: list[str] = []
    row = None
    for kind, key in path:
        if kind == "row":
            row = key
        if kind == "cell":
            steps[-1:] = [f"{steps[-2]}!{key}{row}"] if len(steps) > 1 else [f"{key}{row}"]
            if len(steps) > 1:
                del steps[-2]
        else:
            steps.append(kind if kind == key else f"{kind} {key}")
    shown = ", ".join(steps)
    if not name:
        return shown or "document"
    return f"{shown}.{name}" if shown else name
