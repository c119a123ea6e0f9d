"""The preparer of presentations: pptx files, and odp files through LibreOffice."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from forge.preparers.base import Files, Problem
from forge.preparers.impress.schema import SCHEMA
from forge.preparers.office.file_types import PRESENTATION, FileType
from forge.preparers.office.preparer import OfficePreparer
from forge.states.entities import Schema, State, Tree
from forge.states.patches import Patch

if TYPE_CHECKING:
    from forge.preparers.impress.spec import Presentation

# Modules that import lxml are imported when a file is touched: `forge --help` must stay quick.
# ruff: noqa: PLC0415


class ImpressPreparer(OfficePreparer["Presentation"]):
    """Writes, reads and observes presentations. Its domain is described in `docs/states.md`."""

    name: ClassVar[str] = "impress"
    schema: ClassVar[Schema] = SCHEMA
    file_type: ClassVar[FileType] = PRESENTATION
    suffixes: ClassVar[tuple[str, ...]] = PRESENTATION.suffixes
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

    def read_file(self, content: bytes, what: str) -> Presentation:
        """The presentation that a pptx file holds, in canonical form; `what` names it in errors.

        Raises:
            UnreadableError: it is empty, of another type, protected, damaged or too large.
        """
        from forge.preparers.impress.reading import read_presentation

        return read_presentation(content, what)

    def tree(self, spec: Presentation) -> Tree:
        """The state of a presentation."""
        from forge.preparers.impress.trees import tree_of

        return tree_of(spec)

    def problems(self, files: Files, tree: Tree) -> list[Problem]:
        """What a clean presentation must not hold: outside links, macros, build times, open references."""
        from forge.preparers.impress.cleanliness import problems

        return problems(self.only_file(files), tree)

    def miscalculated(self, tree: Tree, observed: Tree | None) -> list[Problem]:  # noqa: ARG002 - one signature
        """Nothing: a presentation holds no derived values. What fields show is not in the state."""
        return []

    def near_misses(self, start: State, golden: State, mount: str) -> list[Patch]:
        """Wrong ends that people who know presentations would try."""
        from forge.preparers.impress.near_misses import near_misses

        return near_misses(start, golden, mount)


PREPARER = ImpressPreparer()
