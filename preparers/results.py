"""Observing a result: the files that somebody left in a home folder, as a state that can be scored.

Observing is impure and may fail; scoring is neither. What the agent could have caused (a file that is missing,
corrupt or of another type) is told as the reason of a loss; a fault of the machine is an error and never a score.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from forge.errors import UnreadableError
from forge.preparers.base import Files, Observation, preparer
from forge.states.entities import Entity, State, Tree
from forge.states.probes import probe_tree
from forge.states.rubric import ProbeSpec

LARGEST_FILE = 64 * 2**20
"""Bytes of one result file; more is refused unread."""

MOST_FILES = 20_000
"""Files of one folder mount; more are refused."""


@dataclass(frozen=True)
class Mounted:
    """A mount to be read: where it lies, which preparer reads it, and whether it is a folder."""

    mount: str
    preparer: str
    folder: bool = False


@dataclass(frozen=True)
class Observed:
    """What was found in a result folder.

    Attributes:
        state: the state; mounts that are missing or unreadable hold nothing.
        troubles: why a mount is missing or cannot be read, by mount.
        unscorable: why the state cannot be scored on this machine; empty when it can.
        engines: the applications that recalculated it.
    """

    state: State
    troubles: Mapping[str, str] = field(default_factory=dict)
    unscorable: str = ""
    engines: tuple[str, ...] = ()


def observe_home(home: Path, mounts: Iterable[Mounted], probes: Sequence[ProbeSpec] = ()) -> Observed:
    """Read, recalculate and probe what lies in a home folder.

    Args:
        home: the folder that `~` stands for, or one that holds it as `home/`.
        mounts: what to read.
        probes: experiments for which the real application is needed.

    Raises:
        EngineError: an application that is installed did not start, hung or died.
    """
    trees: dict[str, Tree] = {}
    troubles: dict[str, str] = {}
    engines: dict[str, None] = {}
    for item in mounts:
        try:
            files = read_mount(home, item)
            own = [probe for probe in probes if probe.mount == item.mount]
            tree, observation, missing = _observe(item, files, own)
        except UnreadableError as error:
            troubles[item.mount] = str(error)
            continue
        if missing:
            return Observed(State({}), troubles, missing)
        trees[item.mount] = tree
        if observation is not None:
            engines[observation.engine] = None
            for probe, readings in observation.readings.items():
                trees[f"probe:{probe}"] = probe_tree(readings)
    return Observed(State(trees), troubles, "", tuple(engines))


def _observe(
    item: Mounted, files: Files, probes: Sequence[ProbeSpec]
) -> tuple[Tree, Observation | None, str]:
    """The state of a mount, what the application saw, and why it cannot be scored without one."""
    reader = preparer(item.preparer)
    tree = reader.read(files)
    if reader.engine() is not None:
        observation = reader.observe(files, probes)
        return with_derived(tree, observation.tree), observation, ""
    if probes:
        return tree, None, f"{item.mount} must be probed, and the application that does it is not installed."
    if uncalculated := reader.miscalculated(files, None):
        where = uncalculated[0].where
        return (
            tree,
            None,
            f"{where} holds no calculated value, and the application that computes it is not installed.",
        )
    return tree, None, ""


def with_derived(tree: Tree, observed: Tree) -> Tree:
    """A tree with its derived properties as the application computed them; all else stays as it was saved."""
    schema = tree.schema

    def merged(entity: Entity, other: Entity | None) -> Entity:
        if other is None or entity is other:
            return entity
        derived = {
            name: other.properties.get(name)
            for name, prop in schema.kind(entity.kind).properties.items()
            if prop.follows is not None and entity.properties.get(prop.follows) is not None
        }
        children = []
        changed = False
        for kind in entity.kinds():
            sequence = schema.kind(kind).align == "sequence"
            for place, child in enumerate(entity.of_kind(kind), 1):
                twin = other.child(kind, place if sequence else child.key or "")
                children.append(merged(child, twin))
                changed = changed or children[-1] is not child
        if changed:
            by_identity = dict(
                zip((id(c) for kind in entity.kinds() for c in entity.of_kind(kind)), children, strict=True)
            )
            entity = entity.with_children(by_identity[id(child)] for child in entity.children)
        return entity.with_properties(**derived) if derived else entity

    return Tree(schema, merged(tree.root, observed.root))


def read_mount(home: Path, item: Mounted) -> Files:
    """The files of a mount below a home folder.

    Raises:
        UnreadableError: it is missing, no plain file, behind a link that leaves the folder, or too large.
    """
    root = home / "home" if (home / "home").is_dir() else home
    path = root / item.mount.removeprefix("~/")
    if not path.exists() and not path.is_symlink():
        there = ", ".join(sorted(child.name for child in root.iterdir())[:10]) if root.is_dir() else ""
        raise UnreadableError(f"{item.mount} is missing; the folder holds {there or 'nothing'}.")
    if not item.folder:
        return {"": read_file(path, root, item.mount)}
    files: dict[str, bytes] = {}
    for folder, _, names in os.walk(path):
        for name in sorted(names):
            file = Path(folder) / name
            relative = file.relative_to(path).as_posix()
            files[relative] = read_file(file, root, f"{item.mount}/{relative}")
            if len(files) > MOST_FILES:
                raise UnreadableError(f"{item.mount} holds more than {MOST_FILES:,} files.")
    return files


def read_file(path: Path, root: Path, name: str) -> bytes:
    """The content of a plain file that lies below a folder.

    Raises:
        UnreadableError: it is no plain file, lies elsewhere, is too large, or cannot be read.
    """
    try:
        real = path.resolve(strict=True)
        if not real.is_relative_to(root.resolve()):
            raise UnreadableError(f"{name} is a link that leaves the folder, to {real}.")
        status = real.stat()
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableError(f"{name} is not a file.")
        if status.st_size > LARGEST_FILE:
            raise UnreadableError(f"{name} has {status.st_size:,} bytes; at most {LARGEST_FILE:,} are read.")
        return real.read_bytes()
    except RuntimeError as error:
        raise UnreadableError(f"{name} is a link that leads in a circle.") from error
    except OSError as error:
        raise UnreadableError(f"{name} cannot be read: {error.strerror or error}.") from error
