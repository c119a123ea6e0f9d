"""Files that are moved or renamed: how that is done, checked, and got wrong."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from forge.preparers.desktop import Desktop
from forge.preparers.files.places import file, folder
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Attempt, Fact
from forge.skills.facts import worked_out
from forge.skills.files.support.ground import Ground
from forge.states.rubric import Equals, Exists, Requirement
from forge.states.selectors import Selector

Act = Callable[[FileTree], None]


@dataclass(frozen=True)
class Moves:
    """What goes where.

    Attributes:
        ground: the folder.
        moves: the new path of each file by its old one.
        made: the folders that are new.
        left: the folders that are empty afterwards; whether they stay is up to whoever does it.
    """

    ground: Ground
    moves: Mapping[str, str]
    made: tuple[str, ...] = field(default=())
    left: tuple[str, ...] = field(default=())

    def act(self, desktop: Desktop) -> None:
        """Move every file."""
        tree = self.ground.tree(desktop)
        for path in self.made:
            tree.folder(path)
        for old, new in self.moves.items():
            tree.move(old, new)

    def fact(self, *places: Selector) -> Fact:
        """The private fact of where everything goes."""
        mount = self.ground.mount
        return worked_out("moves", (*self.moves.values(), *self.made), Selector(mount), *places)

    def requirement(self, says: str, *facts: str) -> Requirement:
        """Every file is where it should be, and still itself."""
        mount = self.ground.mount
        placed = Equals(select=file(mount, *self.moves).of("@key"), each=tuple(self.moves.values()))
        made = (Exists(select=folder(mount, *self.made)),) if self.made else ()
        return Requirement(id="moved", says=says, any_of=((placed, *made),), facts=(*facts, "place", "moves"))

    @property
    def writes(self) -> tuple[Selector, ...]:
        """The names of the files, and the folders that come."""
        mount = self.ground.mount
        made = [folder(mount, *self.made)] if self.made else []
        return (file(mount, *self.moves).of("@key"), *made)

    @property
    def free(self) -> tuple[Selector, ...]:
        """What a copy that replaces a file may change, and folders with nothing left in them."""
        mount = self.ground.mount
        emptied = [folder(mount, *self.left)] if self.left else []
        return (file(mount, *self.moves).of("mode"), *emptied)

    def variants(self) -> tuple[Attempt, ...]:
        """Copied and then deleted, under other permissions; folders with nothing in them taken away."""

        def copied(mode: int) -> Act:
            def act(tree: FileTree) -> None:
                for new in self.moves.values():
                    tree.file(new).mode = mode

            return act

        def tidied(tree: FileTree) -> None:
            for path in self.left:
                tree.remove(path)

        found = [
            self.after("copied and deleted by somebody in a group", copied(0o664), "The files are the same."),
            self.after("copied and deleted by somebody careful", copied(0o600), "The files are the same."),
        ]
        if self.left:
            found.append(self.after("emptied folders removed", tidied, "Nothing was left in them."))
        return tuple(found)

    def after(self, name: str, act: Act, why: str) -> Attempt:
        """An attempt that goes on from the end of the reference solution."""
        return Attempt(name, lambda desktop: act(self.ground.tree(desktop)), on="golden", why=why)

    def other(self, name: str, why: str, moves: Mapping[str, str]) -> Attempt:
        """An attempt that moves other files, or to other places."""
        wrong = Moves(self.ground, moves, self.made)
        return Attempt(name, wrong.act, why=why)

    def all_but(self, name: str, why: str, left_out: Sequence[str]) -> Attempt:
        """An attempt that forgets some files."""
        return self.other(name, why, {old: new for old, new in self.moves.items() if old not in left_out})
