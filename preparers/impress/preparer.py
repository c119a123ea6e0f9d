"""The preparer of presentations: pptx files, and odp files through LibreOffice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from forge.errors import UnreadableError
from forge.preparers.base import Files, Observation, Preparer, Problem
from forge.preparers.impress.schema import SCHEMA
from forge.states.entities import Schema, State, Tree
from forge.states.patches import Patch
from forge.states.rubric import ProbeSpec

if TYPE_CHECKING:
    from forge.preparers.impress.spec import Presentation

# Modules that import lxml are imported when a file is touched: `forge --help` must stay quick.
# ruff: noqa: PLC0415


class ImpressPreparer(Preparer["Presentation"]):
    """Writes, reads and observes presentations. Its domain is described in `docs/states.md`."""

    name: ClassVar[str] = "impress"
    schema: ClassVar[Schema] = SCHEMA
    suffixes: ClassVar[tuple[str, ...]] = (".pptx", ".odp")
    osworld: ClassVar[str] = "libreoffice_impress"
    packages: ClassVar[tuple[str, ...]] = (
        "fonts-liberation",
        "libreoffice-impress",
        "python3-uno",
        "xdotool",
    )

    def write(self, spec: Presentation) -> Files:
        """The pptx file of a presentation; the same presentation gives the same bytes.

        Raises:
            PreparerError: the presentation lies outside the domain.
        """
        from forge.preparers.impress.writing import write_presentation

        return {"": write_presentation(spec)}

    def parse(self, files: Files) -> Presentation:
        """The presentation that a file holds, in canonical form; an odp file is converted by LibreOffice first.

        Raises:
            UnreadableError: the file is missing, empty, of another type, protected, damaged or too large.
            EngineError: it is an odp file and LibreOffice is not there, did not start, hung or died.
        """
        from forge.preparers.impress.opendocument import as_pptx
        from forge.preparers.impress.reading import read_presentation

        return read_presentation(as_pptx(only_file(files)))

    def tree(self, spec: Presentation) -> Tree:
        """The state of a presentation."""
        from forge.preparers.impress.trees import tree_of

        return tree_of(spec)

    def engine(self) -> str | None:
        """LibreOffice and its version, or None where it is not installed."""
        from forge.preparers.office.engine import office

        return office().version()

    def observe(self, files: Files, probes: Sequence[ProbeSpec] = ()) -> Observation:
        """Let LibreOffice open a presentation and store it again; there is nothing to probe.

        Raises:
            UnreadableError: LibreOffice, or the reader before it, refuses the file.
            EngineError: LibreOffice is not there, did not start, hung or died.
        """
        from forge.preparers.impress.observing import observe

        return observe(only_file(files), probes)

    def problems(self, files: Files, tree: Tree) -> list[Problem]:
        """What a clean presentation must not hold: outside links, macros, build times, open references."""
        from forge.preparers.impress.cleanliness import problems

        return problems(only_file(files), tree)

    def miscalculated(self, tree: Tree, observed: Tree | None) -> list[Problem]:  # noqa: ARG002 - one signature
        """Nothing: a presentation holds no derived values. What fields show is not in the state."""
        return []

    def near_misses(self, start: State, golden: State, mount: str) -> list[Patch]:
        """Wrong ends that people who know presentations would try."""
        from forge.preparers.impress.near_misses import near_misses

        return near_misses(start, golden, mount)


def only_file(files: Files) -> bytes:
    """The content of a mount that is one file.

    Raises:
        UnreadableError: there is none, or it is a folder.
    """
    if set(files) != {""}:
        raise UnreadableError("A presentation is one file, but the mount is a folder or holds nothing.")
    return files[""]


PREPARER = ImpressPreparer()
