"""How addresses of presentations read for people: `slide 3/title.bold`."""

from __future__ import annotations

from forge.states.entities import Path


def pretty(path: Path, name: str | None) -> str:
    """An address as people of presentations write it."""
    if not path:
        return name or "presentation"
    return "/".join(_step(kind, key) for kind, key in path) + (f".{name}" if name else "")


def _step(kind: str, key: str | int) -> str:
    if kind == key:
        return kind
    if kind in ("shape", "stretch"):
        return f"'{key}'"
    return f"{kind} {key}"
