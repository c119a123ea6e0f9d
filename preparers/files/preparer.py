"""The preparer of file trees: a folder with all in it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, ClassVar

from forge.preparers.base import Files, Observation, Planted, Preparer, Problem
from forge.preparers.files.schema import SCHEMA
from forge.states.entities import Schema, State, Tree
from forge.states.patches import Patch
from forge.states.rubric import ProbeSpec

if TYPE_CHECKING:
    from forge.preparers.files.spec import FileTree

# Modules that load parsers are imported when a file is touched: `forge --help` must stay quick.
# ruff: noqa: PLC0415

_WHILE_OPEN = re.compile(r"\.~lock\..+#|\..+\.sw[op]|\.goutputstream-.+|\.nfs[0-9a-f]+")
"""Names that office programs, editors and file systems give to what lies beside a file while it is open."""


class FilesPreparer(Preparer["FileTree"]):
    """Writes, reads and observes file trees. Its domain is described in `docs/states.md`."""

    name: ClassVar[str] = "files"
    schema: ClassVar[Schema] = SCHEMA
    packages: ClassVar[tuple[str, ...]] = ("bzip2", "file", "nano", "tar", "unzip", "xz-utils", "zip")
    attributes: ClassVar[bool] = True

    def write(self, spec: FileTree) -> Files:
        """The files of a tree, with the list of attributes where there is something to say.

        Raises:
            PreparerError: the tree lies outside the domain.
        """
        from forge.preparers.files.writing import write_tree

        return write_tree(spec)

    def parse(self, files: Files) -> FileTree:
        """The tree that files hold.

        Raises:
            UnreadableError: a file is not what its name says, a link leads out or in a circle, or the list of
                attributes is damaged.
        """
        from forge.preparers.files.reading import read_tree

        return read_tree(files)

    def tree(self, spec: FileTree) -> Tree:
        """The state of a tree."""
        from forge.preparers.files.trees import tree_of

        return tree_of(spec)

    def wants(self, path: str) -> bool:
        """Whether a file is somebody's; what programs keep beside a file while it is open is not."""
        return _WHILE_OPEN.fullmatch(path.rpartition("/")[2]) is None

    def engine(self) -> str | None:
        """What lays trees out and packs them, with its version; None where it is not installed."""
        from forge.preparers.files.observing import version

        return version()

    def observe(self, files: Files, probes: Sequence[ProbeSpec] = ()) -> Observation:  # noqa: ARG002 - nothing to probe
        """Lay a tree out, pack it, unpack it and read it again, with the system's own programs.

        Raises:
            UnreadableError: what comes back cannot be read.
            EngineError: a program is missing or fails.
        """
        from forge.preparers.files.observing import stored_again, version

        stored = stored_again(files)
        return Observation(stored, self.read(stored), {}, version() or "")

    def problems(self, files: Files, tree: Tree) -> list[Problem]:
        """What a clean tree must not hold: links to the outside world, paths and names of other machines."""
        from forge.preparers.files.cleanliness import problems

        return problems(files, tree)

    def miscalculated(self, tree: Tree, observed: Tree | None) -> list[Problem]:  # noqa: ARG002 - one signature
        """Nothing: no property of a file tree is derived from another."""
        return []

    def near_misses(self, start: State, golden: State, mount: str) -> list[Patch]:
        """Wrong ends that people who know file managers would try."""
        from forge.preparers.files.near_misses import near_misses

        return near_misses(start, golden, mount)

    def plant(self, spec: FileTree, mount: str, random: Random) -> Planted[FileTree] | None:
        """A note of a stranger in a folder of its own."""
        from forge.preparers.files.planting import plant

        return plant(spec, mount, random)


PREPARER = FilesPreparer()
