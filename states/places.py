"""Places: what stood somewhere in an earlier state and what became of it in a later one.

Two trees of a mount are walked side by side, from their roots down, and matched where somebody asks. A place has
the entity before, its counterpart after, or both; an address of the earlier state leads to its place wherever that
has gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from forge.errors import StateError
from forge.states.entities import Entity, Kind, Path, Step
from forge.states.values import Value

if TYPE_CHECKING:
    from forge.states.alignment import TreeAlignment
    from forge.states.groups import Axis, Group

NEW = 0
"""In an origin, the step to something new that no key and no position of the earlier state names."""

KEY = "@key"
"""What can be asked of an entity like a property: its key."""
PLACE = "@place"
"""Likewise: where it stands, as the steps to its parent."""
POSITION = "@position"
"""Likewise: its position, from 1, among its siblings of the same kind."""


class Place:
    """One place of two matched trees.

    Attributes:
        trees: the trees.
        kind: the name of the kind of what stands there.
        described: the kind.
        old: the entity before, or None.
        new: its counterpart after, or None.
        parent: the place below which it stands in the end, or stood if it is gone; None for a root.
        home: the place below which it stood; another than `parent` where it was moved.
        step: the last step of its path.
        origin: the last step of its address in the earlier state: how a selector names it. `NEW` instead of a key
            or position where no selector could.
        lost: what it would stand along is gone, or was not there: there is no such place in the later state.
    """

    __slots__ = (
        "_groups", "_path", "_shifted", "described", "home", "kind", "lost", "new", "old", "origin", "parent",
        "step", "trees",
    )  # fmt: skip

    def __init__(
        self,
        trees: TreeAlignment,
        parent: Place | None,
        old: Entity | None,
        new: Entity | None,
        step: Step,
        *,
        origin: Step | None = None,
        home: Place | None = None,
        lost: bool = False,
    ) -> None:
        self.trees = trees
        self.kind = step[0]
        self.described: Kind = trees.schema.kind(step[0])
        self.old = old
        self.new = new
        self.parent = parent
        self.home = home if home is not None else parent
        self.step = step
        self.origin = origin if origin is not None else step
        self.lost = lost
        self._groups: dict[str, Group] | None = None
        self._path: Path | None = None
        self._shifted: bool | None = None

    def __repr__(self) -> str:
        return f"Place({self.trees.mount}#{self.path}, {self.old!r} → {self.new!r})"

    @property
    def fresh(self) -> bool:
        """Whether it was not there before."""
        return self.old is None

    @property
    def there(self) -> bool:
        """Whether in the end something stands there, or could: a sparse entity that is absent has its defaults."""
        if self.new is not None or self.parent is None:
            return self.new is not None
        return self.described.sparse and not self.lost and self.parent.there

    @property
    def was_there(self) -> bool:
        """Whether something stood there, or could have."""
        if self.old is not None or self.home is None:
            return self.old is not None
        return self.described.sparse and self.origin[1] != NEW and self.home.was_there

    @property
    def compared(self) -> bool:
        """Whether its properties are compared: else it came or went as a whole, or is no place any more."""
        if None not in (self.old, self.new):
            return True
        kind = self.described
        return kind.sparse and self.there and (self.was_there or kind.align == "axis")

    @property
    def path(self) -> Path:
        """Where it is in the later state; for what is gone, where it was."""
        if self._path is None:
            if self.parent is None:
                self._path = ()
            elif self.old is not None and not self.there:
                self._path = self.old_path or ()
            else:
                self._path = (*self.parent.path, self.step)
        return self._path

    @property
    def old_path(self) -> Path | None:
        """Where it was; None when it was not there."""
        if self.old is None:
            return None
        return (*(self.home.old_path or ()), self.origin) if self.home is not None else ()

    def chain(self) -> list[Place]:
        """The places from the root to this one, as an address of the earlier state leads through them."""
        found: list[Place] = [self]
        while (above := found[-1].home) is not None:
            found.append(above)
        return found[::-1]

    def after(self, name: str) -> Value:
        """A property in the end, effective; None where nothing stands."""
        if name.startswith("@"):
            return self._standing(name, old=False)
        if self.new is None and not self.there:
            self.trees.schema.documented(self.kind, name)
            return None
        return self.trees.schema.value(self.new, self.kind, name)

    def before(self, name: str) -> Value:
        """A property at the start, effective; None where nothing stood."""
        if name.startswith("@"):
            return self._standing(name, old=True)
        if self.old is None and not self.was_there:
            self.trees.schema.documented(self.kind, name)
            return None
        return self.trees.schema.value(self.old, self.kind, name)

    def _standing(self, name: str, *, old: bool) -> Value:
        if name not in (KEY, PLACE, POSITION):
            known = f"{KEY}, {PLACE} and {POSITION}"
            raise StateError(f"Of any entity {known} can be asked besides its properties, not {name}.")
        # One object can stand on both sides, so nothing but `old` tells which side is meant.
        entity, parent = (self.old, self.home) if old else (self.new, self.parent)
        if entity is None or parent is None:
            return None
        if name == KEY:
            return entity.key
        if name == PLACE:
            above = parent.old_path if old else parent.path
            return "/".join(f"{kind}[{key}]" for kind, key in above or ())
        holder, step = (parent.old, self.origin) if old else (parent.new, self.step)
        slot = holder.slot(*step) if holder is not None else None
        return holder.slots(self.kind).index(slot) + 1 if holder is not None and slot is not None else None

    @property
    def present(self) -> bool:
        """Whether something stands there in the end; what is sparse and blank is nothing, but in a sequence."""
        if self.new is None or not self.described.sparse or self.described.align == "sequence":
            return self.new is not None
        return not self.trees.schema.is_blank(self.new)

    def group(self, kind: str) -> Group:
        """The matched children of one kind."""
        if self._groups is None:
            self._groups = {}
        found = self._groups.get(kind)
        if found is None:
            found = self._groups[kind] = self.trees.match(self, kind)
        return found

    def kinds(self) -> tuple[str, ...]:
        """The kinds of its children, now or before."""
        if not (self.old is not None and self.old.children) and not (
            self.new is not None and self.new.children
        ):
            return ()
        if self.old is self.new or self.old is None:
            return self.new.kinds() if self.new is not None else ()
        if self.new is None:
            return self.old.kinds()
        return tuple(dict.fromkeys((*self.new.kinds(), *self.old.kinds())))

    def axis(self, kind: str) -> Axis | None:
        """Where the keys of an axis went: that of the nearest place, from here up, that has one."""
        for side in (self.old, self.new):
            if side is not None and side.of_kind(kind):
                return self.group(kind).axis
        return self.parent.axis(kind) if self.parent is not None else None

    @property
    def shifted(self) -> bool:
        """Whether an axis moved along which something below could stand."""
        if self._shifted is None:
            above = self.parent is not None and self.parent.shifted
            self._shifted = above or any(
                self.old is not None and self.old.of_kind(kind) and not self.group(kind).axis.still
                for kind in self.trees.schema.axes
            )
        return self._shifted
