"""Where the files of mounts lie in a bundle: `~/Documents/orders.xlsx` at `home/Documents/orders.xlsx`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from forge.errors import StorageError
from forge.storage.records import MountPoint, MountRecord

Files = Mapping[str, bytes]
"""The files of a mount by their path below it; one that is a single file holds it under the empty name."""


def place_of(mount: str) -> str:
    """Where the files of a mount lie, below `environment/files/` or `solution/files/`.

    Raises:
        StorageError: the mount does not begin with `~/`.
    """
    if not mount.startswith("~/") or mount.endswith("/"):
        raise StorageError(f"The mount {mount!r} cannot be stored; a mount with files is written '~/…'.")
    return "home/" + mount[2:]


def mount_at(place: str) -> str:
    """The mount whose files lie at a place: the inverse of `place_of`.

    Raises:
        StorageError: no mount lies there.
    """
    if not place.startswith("home/"):
        raise StorageError(f"No mount lies at {place!r} in a bundle; mounts lie below 'home/'.")
    return "~/" + place.removeprefix("home/")


def lay_out(files: Mapping[str, Files]) -> dict[str, bytes]:
    """All files of mounts by their places.

    Raises:
        StorageError: two mounts hold a file at one place, or a mount is a file and a folder at once.
    """
    contents: dict[str, bytes] = {}
    for mount, held in files.items():
        place = place_of(mount)
        if "" in held and len(held) > 1:
            raise StorageError(f"The mount {mount} is a file and cannot hold files below it.")
        for path, content in held.items():
            target = f"{place}/{path}" if path else place
            if target in contents:
                raise StorageError(f"Two mounts hold a file at {target}; {mount} is the second.")
            contents[target] = content
    return contents


def gather(contents: Files, mounts: Iterable[MountPoint | MountRecord]) -> dict[str, Files]:
    """The files of each mount; a mount of which no file is there is left out.

    Args:
        contents: files by their places.
        mounts: the mounts.
    """
    found: dict[str, Files] = {}
    for item in mounts:
        place = place_of(item.mount)
        inside = place + "/"
        if item.folder:
            held = {path[len(inside) :]: data for path, data in contents.items() if path.startswith(inside)}
        else:
            held = {"": contents[place]} if place in contents else {}
        if held:
            found[item.mount] = held
    return found
