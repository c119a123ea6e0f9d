"""What the schema of mail knows of places: how references to folders move, and how addresses read."""

from __future__ import annotations

from forge.states.alignment import Follower
from forge.states.entities import Path
from forge.states.values import Reference, Value


def reference(path: tuple[str, ...]) -> Reference:
    """A folder as others point at it: the key of its account and the names from there on."""
    return Reference("/".join(path))


def path_of(text: str) -> Path:
    """The path of the folder that a reference names."""
    account, *names = text.split("/")
    return (("account", account), *(("folder", name) for name in names))


def rewrite(value: Value, follower: Follower, mount: str, path: Path) -> Value:
    """A reference to a folder, or a list of them, as it reads after folders were renamed or moved."""
    if isinstance(value, tuple):
        return tuple(rewrite(item, follower, mount, path) for item in value)
    if not isinstance(value, Reference):
        return value
    found = follower.follow(mount, path_of(value.text))
    return Reference("/".join(str(key) for _, key in found)) if found is not None else value


def pretty(path: Path, name: str | None) -> str:
    """An address as people of mail read it: `ann@pop.example.org/Inbox/<a@example.org>.starred`."""
    suffix = f".{name}" if name else ""
    if not path:
        return name or "profile"
    if path[0][0] != "account":
        return "/".join(f"{kind}[{key}]" for kind, key in path) + suffix
    plain = {"account", "folder", "message"}
    return "/".join(str(key) if kind in plain else f"{kind}[{key}]" for kind, key in path) + suffix
