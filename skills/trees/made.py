"""New files and folders: what they must hold, and what is up to whoever makes them."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from forge.preparers.desktop import Desktop
from forge.preparers.files.places import file, folder
from forge.preparers.files.spec import File, FileTree, Folder
from forge.skills.contract import Attempt, Fact
from forge.skills.trees.contents import LAYOUT, UTF8, entity_of, literals, new_file
from forge.states.rubric import AnyCheck, Exists, Requirement
from forge.states.selectors import Selector

SAME = "A copy holds what the original holds, whatever that is."
"""Why a requirement compares copies with the reference solution."""
FOLLOWS = "What it holds follows, piece by piece, from the files that are there."
"""Why a requirement compares what was put together with the reference solution."""

Act = Callable[[FileTree], None]


class Place(Protocol):
    """A folder in which a task lies."""

    @property
    def mount(self) -> str:
        """Where it lies."""

    def tree(self, desktop: Desktop) -> FileTree:
        """What is in it on a desktop."""


@dataclass(frozen=True)
class Made:
    """What a task makes.

    Attributes:
        ground: the folder.
        golden: the tree that the reference solution leaves.
        paths: the new files.
        folders: the new folders.
        free: by kind, what is up to whoever makes them; it belongs into the footprint's `free` as well.
        marked: whether a new file in UTF-8 may begin with a byte order mark: where a task asks for a table or a
            text and not for an encoding, as programs that make such files do. JSON has none.
    """

    ground: Place
    golden: FileTree
    paths: tuple[str, ...] = ()
    folders: tuple[str, ...] = field(default=())
    free: Mapping[str, frozenset[str]] = field(default_factory=lambda: LAYOUT)
    marked: bool = False

    def fact(self, *places: Selector) -> Fact:
        """The private fact of what all of it holds."""
        held = literals("made", self.golden, self.paths, Selector(self.ground.mount), *places, free=self.free)
        mark = UTF8[1:] if self.marked else ()  # what is the default is no literal
        return held.model_copy(update={"value": (*held.value, *self.folders, *mark)})

    def requirement(self, says: str, *facts: str, reason: str = "") -> Requirement:
        """Everything is there and holds what it should.

        Args:
            says: what is asked for.
            facts: on what it rests; `made` is added where no reason is given.
            reason: why it compares with the reference solution instead: what is copied is no one's wish.
        """
        mount = self.ground.mount
        checks: list[AnyCheck] = [Exists(select=folder(mount, *self.folders))] if self.folders else []
        for path in self.paths:
            checks += new_file(mount, self.golden, path, self.free, marked=self.marked)
        named = (*facts, "place") if reason else (*facts, "place", "made")
        return Requirement(id="made", says=says, any_of=(tuple(checks),), facts=named, reason=reason)

    @property
    def writes(self) -> tuple[Selector, ...]:
        """The new files and folders."""
        mount = self.ground.mount
        files = (file(mount, *self.paths),) if self.paths else ()
        return (*files, folder(mount, *self.folders)) if self.folders else files

    def variants(self) -> tuple[Attempt, ...]:
        """Other permissions, as another system gives them; a last line that is not ended."""

        def with_modes(of_file: int, of_folder: int) -> Act:
            def act(tree: FileTree) -> None:
                for path in (*self.paths, *self.folders):
                    entry = tree.entries[path]
                    if isinstance(entry, File):
                        entry.mode = of_file
                    elif isinstance(entry, Folder):
                        entry.mode = of_folder

            return act

        found = [
            self.after(
                "made by somebody in a group",
                with_modes(0o664, 0o775),
                "What others may do was not asked for.",
            ),
            self.after(
                "made by somebody careful", with_modes(0o600, 0o700), "What others may do was not asked for."
            ),
        ]
        return (*found, *self._rewritten())

    def _rewritten(self) -> list[Attempt]:
        """Variants: other ends of lines and a mark of the encoding, where they are free."""

        def unended(tree: FileTree) -> None:
            for path in lined:
                tree.file(path).data = tree.file(path).data.removesuffix(b"\n").removesuffix(b"\r")

        def returned(tree: FileTree) -> None:
            for path in tables:
                tree.file(path).data = tree.file(path).data.replace(b"\n", b"\r\n")

        def begun(tree: FileTree) -> None:
            for path in marked:
                tree.file(path).data = BOM_UTF8 + tree.file(path).data.removeprefix(BOM_UTF8)

        encodings = {path: entity_of(self.golden, path).properties.get("encoding") for path in self.paths}
        marked = [path for path, encoding in encodings.items() if self.marked and encoding in UTF8]
        lined = [path for path in self.paths if "final_break" in entity_of(self.golden, path).properties]
        tables = [path for path in self.paths if path.endswith(".csv") and "line_ends" in self.free["file"]]
        found = []
        if lined:
            found.append(self.after("the last line not ended", unended, "Some editors do not end it."))
        if tables:
            found.append(self.after("lines ended with CR LF", returned, "Programs that write tables do so."))
        if marked:
            found.append(self.after("begun with a byte order mark", begun, "Spreadsheets write one."))
        return found

    def after(self, name: str, act: Act, why: str) -> Attempt:
        """An attempt that goes on from the end of the reference solution."""
        return Attempt(name, lambda desktop: act(self.ground.tree(desktop)), on="golden", why=why)

    def instead(self, name: str, act: Act, why: str) -> Attempt:
        """An attempt that begins at the start."""

        def edit(desktop: Desktop) -> None:
            act(self.ground.tree(desktop))

        return Attempt(name, edit, why=why)
