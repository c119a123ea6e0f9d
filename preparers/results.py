"""Observing a result: the files that somebody left in a home folder, as a state that can be scored.

Observing is impure and may fail; scoring is neither. What the agent could have caused (a file that is missing,
corrupt or of another type) is told as the reason of a loss; a fault of the machine is an error and never a score.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from forge.errors import UnreadableError
from forge.preparers.base import Files, Observation, preparer
from forge.preparers.trees_on_disk import LARGEST_FILE, LARGEST_FOLDER, MOST_FILES, read_tree
from forge.states.entities import Entity, State, Tree
from forge.states.probes import probe_tree
from forge.states.rubric import ProbeSpec


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
        missing: why nothing is there, by mount: wrong only where something should be.
        troubles: why what is there cannot be read, by mount: always wrong.
        unscorable: why the state cannot be scored on this machine; empty when it can.
        engines: the applications that recalculated it.
    """

    state: State
    missing: Mapping[str, str] = field(default_factory=dict)
    troubles: Mapping[str, str] = field(default_factory=dict)
    unscorable: str = ""
    engines: tuple[str, ...] = ()


class MissingError(UnreadableError):
    """Nothing is there."""


def observe_home(
    home: Path, mounts: Iterable[Mounted], probes: Sequence[ProbeSpec] = (), *, engines: bool = True
) -> Observed:
    """Read, recalculate and probe what lies in a home folder.

    Args:
        home: the folder that `~` stands for.
        mounts: what to read.
        probes: experiments for which the real application is needed.
        engines: whether the real applications are asked, where they are installed.

    Raises:
        EngineError: an application that is installed did not start, hung or died.
    """
    trees: dict[str, Tree] = {}
    missing: dict[str, str] = {}
    troubles: dict[str, str] = {}
    asked: dict[str, None] = {}
    for item in mounts:
        try:
            files = read_mount(home, item)
            own = [probe for probe in probes if probe.mount == item.mount]
            tree, observation, unscorable = _observe(item, files, own, engines=engines)
        except MissingError as error:
            missing[item.mount] = str(error)
            continue
        except UnreadableError as error:
            troubles[item.mount] = str(error)
            continue
        if unscorable:
            return Observed(State({}), missing, troubles, unscorable)
        trees[item.mount] = tree
        if observation is not None:
            asked[observation.engine] = None
            for probe, readings in observation.readings.items():
                trees[f"probe:{probe}"] = probe_tree(readings)
    return Observed(State(trees), missing, troubles, "", tuple(asked))


def _observe(
    item: Mounted, files: Files, probes: Sequence[ProbeSpec], *, engines: bool
) -> tuple[Tree, Observation | None, str]:
    """The state of a mount, what the application saw, and why it cannot be scored without one."""
    reader = preparer(item.preparer)
    tree = reader.read(files)
    if engines and (reader.calculates or probes) and reader.engine() is not None:
        observation = reader.observe(files, probes)
        return with_derived(tree, observation.tree), observation, ""
    if probes:
        return tree, None, f"{item.mount} must be probed, and {_NOBODY}."
    if reader.calculates and (uncalculated := reader.miscalculated(tree, None)):
        where = uncalculated[0].where
        return (
            tree,
            None,
            f"{where} holds no calculated value, and {_NOBODY}.",
        )
    return tree, None, ""


_NOBODY = "the application that does it is not installed or was not to be asked"


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


def home_in(folder: Path, mounts: Iterable[Mounted]) -> Path:
    """The home folder in a result folder: the folder itself, or `home/` below it where only there something lies."""
    inner = folder / "home"
    if inner.is_symlink() or not inner.is_dir():
        return folder
    return folder if any(os.path.lexists(_place(folder, item)) for item in mounts) else inner


def _place(home: Path, item: Mounted) -> Path:
    return home / item.mount.removeprefix("~/")


def read_mount(home: Path, item: Mounted) -> Files:
    """The files of a mount below a home folder.

    Raises:
        MissingError: nothing is there.
        UnreadableError: it is of another type, behind a link that leaves the folder, or too large.
    """
    path = _place(home, item)
    try:
        path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        raise MissingError(f"{item.mount} is missing; {_neighbours(path, home)}.") from None
    except OSError as error:  # nobody knows whether it is there
        raise UnreadableError(f"{item.mount} cannot be read: {error.strerror or error}.") from error
    if not item.folder:
        return {"": read_file(path, home, item.mount)}
    wants = preparer(item.preparer).wants
    if preparer(item.preparer).attributes:
        if not path.is_dir() or path.is_symlink() or not _within(path, home):
            raise UnreadableError(f"{item.mount} is not a folder below the home folder.")
        return read_tree(path, item.mount, wants)
    return _read_folder(path, home, item.mount, wants)


def _read_folder(path: Path, home: Path, mount: str, wants: Callable[[str], bool]) -> Files:
    if not path.is_dir() or not _within(path, home):
        raise UnreadableError(f"{mount} is not a folder below the home folder.")
    files: dict[str, bytes] = {}
    total = 0
    for folder, folders, names in os.walk(path, onerror=_unreadable_folder):
        for name in sorted(folders):
            if (Path(folder) / name).is_symlink():
                raise UnreadableError(
                    f"{mount} holds the link {name} to a folder; such links are not followed."
                )
        for name in sorted(names):
            file = Path(folder) / name
            relative = file.relative_to(path).as_posix()
            if not wants(relative):
                continue
            content = files[relative] = read_file(file, home, f"{mount}/{relative}")
            total += len(content)
            if len(files) > MOST_FILES or total > LARGEST_FOLDER:
                raise UnreadableError(
                    f"{mount} is too large: at most {MOST_FILES:,} files and {LARGEST_FOLDER:,} bytes are read."
                )
    return files


def _unreadable_folder(error: OSError) -> None:
    raise UnreadableError(f"{error.filename} cannot be read: {error.strerror or error}.") from error


def _neighbours(path: Path, home: Path) -> str:
    """What lies where something is missing: in its folder, or in the nearest one above that is there."""
    folder = path.parent
    try:
        while folder != home and not (folder.is_dir() and _within(folder, home)):
            folder = folder.parent
        names = sorted(os.listdir(folder))  # noqa: PTH208 - names are enough
    except OSError as error:
        return f"its folder cannot be read: {error.strerror or error}"
    where = "the home folder" if folder == home else f"~/{folder.relative_to(home).as_posix()}"
    shown = ", ".join(names[:10]) + (f" and {len(names) - 10} more" if len(names) > 10 else "")
    return f"{where} holds {shown or 'nothing'}"


def _within(path: Path, root: Path) -> bool:
    return path.resolve().is_relative_to(root.resolve())


def read_file(path: Path, root: Path, name: str) -> bytes:
    """The content of a plain file that lies below a folder.

    Raises:
        UnreadableError: it is no plain file, lies elsewhere, is too large, or cannot be read.
    """
    try:
        real = path.resolve(strict=True)
        if not _within(real, root):
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
