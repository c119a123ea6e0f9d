"""Which entity of one tree is which entity of another, and where what stood at an address is now."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal

from forge.errors import StateError
from forge.states.entities import Path, Schema, Tree
from forge.states.groups import Group
from forge.states.matching import GROUPS
from forge.states.places import Place
from forge.states.roaming import Roaming

Movement = Literal["still", "shifted", "permuted"]


class TreeAlignment:
    """Two trees of one mount, either of which may be missing, side by side.

    Attributes:
        mount: the mount.
        schema: their schema.
        root: the place of their roots.
    """

    def __init__(self, mount: str, before: Tree | None, after: Tree | None) -> None:
        held = after if after is not None else before
        if held is None:
            raise StateError(f"{mount} holds nothing in either state.")
        self.mount = mount
        self.schema: Schema = held.schema
        old, new = before.root if before is not None else None, after.root if after is not None else None
        self.root = Place(self, None, old, new, (held.root.kind, ""))

    def match(self, place: Place, kind: str) -> Group:
        """The matched children of one kind below a place.

        Raises:
            StateError: the schema has no such kind.
        """
        described = self.schema.kind(kind)
        return GROUPS[described.align](place, described)

    @cached_property
    def roaming(self) -> Roaming:
        """Where entities that roam have gone."""
        return Roaming(self.root)

    @cached_property
    def strict(self) -> bool:
        """Whether values that point at places must have moved with them: the places moved, in their order."""
        return self.schema.rewrites and self.movement == "shifted"

    def assume(self, movement: Movement) -> None:
        """Take `movement` from an alignment in which the same places moved in the same way."""
        self.__dict__["movement"] = movement

    @cached_property
    def movement(self) -> Movement:
        """Whether everything that values could point at stands where it stood.

        `shifted`: something is gone or has another address, but all is in its order; `permuted`: it is not.
        """
        movement: Movement = "still"
        pending = [self.root]
        while pending:
            place = pending.pop()
            if place.old is place.new or place.old is None or place.new is None:
                continue
            for kind in place.kinds():
                described = self.schema.kind(kind)
                blank = described.sparse and described.align != "sequence"
                if blank or not self.schema.is_target(kind):
                    continue
                group = place.group(kind)
                if group.permuted:
                    return "permuted"
                if group.shifted:
                    movement = "shifted"
                pending.extend(group.differing())
        return movement


class Follower:
    """Follows paths of one state into another, for values that point at places."""

    def __init__(self, alignments: Mapping[str, TreeAlignment]) -> None:
        self._alignments = alignments

    def follow(self, mount: str, path: Path) -> Path | None:
        """The path in the later state of what stands at `path` in the earlier; None when it is gone.

        What names nothing in the earlier state (a place beyond the used range) moves with what is before it.

        Raises:
            StateError: a step gives a key where the kind is told apart by position, or the reverse.
        """
        alignment = self._alignments.get(mount)
        if alignment is None:
            return path
        place = alignment.root
        for kind, key in path:
            group = place.group(kind)
            place = group.placed(key) if isinstance(key, int) else group.named(key)
            if place.lost or (place.old is not None and not place.there):
                return None
        return place.path
