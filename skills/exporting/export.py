"""What is exported: a new file, with the other files that are as right and those that are wrong."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TypedDict

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats import format_of
from forge.preparers.files.spec import FileTree
from forge.skills.contract import Attempt, Fact
from forge.skills.exporting.outbox import Outbox
from forge.skills.facts import text_fact
from forge.skills.trees.contents import LAYOUT, fresh
from forge.skills.trees.facts import folder_fact, place_fact
from forge.skills.trees.made import Made
from forge.states.rubric import Requirement
from forge.states.selectors import Selector

Contents = Mapping[str, tuple[bytes, str]]
"""By a short name, what a file holds and why that is right or wrong."""

UNASKED = frozenset({"line_ends", "title"})
"""What programs set as they like when they export: how lines end, and the title in the properties."""


class Parts(TypedDict):
    """The parts of a contract that follow from an export."""

    facts: tuple[Fact, ...]
    requirements: tuple[Requirement, ...]
    writes: tuple[Selector, ...]
    reads: tuple[Selector, ...]
    free: tuple[Selector, ...]
    variants: tuple[Attempt, ...]
    near_misses: tuple[Attempt, ...]


@dataclass(frozen=True)
class Export:
    """An export that is to be made.

    Attributes:
        outbox: where it goes.
        name: what the file is called.
        content: what the reference solution writes.
        alike: other right contents.
        wrong: wrong ones.
        unasked: further properties of the file that are up to whoever exports.
        encoded: whether the task asks for an encoding.
    """

    outbox: Outbox
    name: str
    content: bytes
    alike: Contents
    wrong: Contents
    unasked: frozenset[str] = field(default=frozenset())
    encoded: bool = False

    @property
    def path(self) -> str:
        """The path of the new file in the outbox."""
        return f"{self.outbox.folder}/{self.name}"

    @property
    def made(self) -> Made:
        """The new file for checks."""
        golden = FileTree()
        golden.add(self.path, self.content)
        return Made(
            self.outbox, golden, (self.path,), free=self._free, marked=self._is_table and not self.encoded
        )

    @property
    def _is_table(self) -> bool:
        return format_of(self.name) == "csv"

    @property
    def _free(self) -> Mapping[str, frozenset[str]]:
        return {**LAYOUT, "file": LAYOUT["file"] | UNASKED | self.unasked}

    def act(self, desktop: Desktop, content: bytes | None = None, path: str = "") -> None:
        """Export; or put something else, or to another place."""
        data = self.content if content is None else content
        self.outbox.tree(desktop).add(path or self.path, data)

    def facts(self, *places: Selector) -> tuple[Fact, ...]:
        """What is told of the new file, and privately what it holds, which follows from some places."""
        mount = self.outbox.mount
        return (
            text_fact("name", self.name),
            folder_fact("folder", mount, self.outbox.folder),
            place_fact(mount),
            self.made.fact(*places),
        )

    def parts(self, told: Sequence[Fact], sources: tuple[Selector, ...], *also: str) -> Parts:
        """The parts of a contract whose task is to export.

        Args:
            told: the public facts of what is exported and how.
            sources: the places from which what the file holds follows.
            also: further facts on which that rests.
        """
        names = [fact.name for fact in told]
        required = self.made.requirement("The file holds what is exported.", "name", "folder", *names, *also)
        return Parts(
            facts=(*told, *self.facts(*sources)),
            requirements=(required,),
            writes=self.made.writes,
            reads=sources,
            free=self.free,
            variants=self.variants(),
            near_misses=self.near_misses(),
        )

    @property
    def free(self) -> tuple[Selector, ...]:
        """What is up to whoever exports."""
        return fresh(self.outbox.mount, free=self._free)

    def variants(self) -> tuple[Attempt, ...]:
        """Other permissions and ends of lines, and the other right contents."""
        return (
            *self.made.variants(),
            *(
                Attempt(name, partial(self.act, content=data), why=why)
                for name, (data, why) in self.alike.items()
            ),
        )

    def near_misses(self) -> tuple[Attempt, ...]:
        """Another folder, another name, and the wrong contents."""
        stem, _, ending = self.name.rpartition(".")
        elsewhere = f"{self.outbox.other}/{self.name}"
        renamed = f"{self.outbox.folder}/{stem} copy.{ending}"
        return (
            Attempt("another folder", partial(self.act, path=elsewhere), why="It lies in another folder."),
            Attempt("another name", partial(self.act, path=renamed), why="It is called otherwise."),
            *(
                Attempt(name, partial(self.act, content=data), why=why)
                for name, (data, why) in self.wrong.items()
            ),
        )
