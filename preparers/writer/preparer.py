"""The preparer of text documents: docx files, and odt files through LibreOffice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from forge.errors import UnreadableError
from forge.preparers.base import Files, Observation, Preparer, Problem
from forge.preparers.writer.schema import SCHEMA
from forge.states.entities import Schema, State, Tree
from forge.states.patches import Patch
from forge.states.rubric import ProbeSpec

if TYPE_CHECKING:
    from forge.preparers.writer.spec import Document

# Modules that import lxml are imported when a file is touched: `forge --help` must stay quick.
# ruff: noqa: PLC0415


class WriterPreparer(Preparer["Document"]):
    """Writes, reads and observes text documents. Its domain is described in `docs/states.md`."""

    name: ClassVar[str] = "writer"
    schema: ClassVar[Schema] = SCHEMA
    suffixes: ClassVar[tuple[str, ...]] = (".docx", ".odt")
    osworld: ClassVar[str] = "libreoffice_writer"
    packages: ClassVar[tuple[str, ...]] = ("fonts-liberation", "libreoffice-writer", "python3-uno", "xdotool")

    def write(self, spec: Document) -> Files:
        """The docx file of a document; the same document gives the same bytes.

        Raises:
            PreparerError: the document lies outside the domain.
        """
        from forge.preparers.writer.writing import write_document

        return {"": write_document(spec)}

    def parse(self, files: Files) -> Document:
        """The document that a file holds, in canonical form; an odt file is converted by LibreOffice first.

        Raises:
            UnreadableError: the file is missing, empty, of another type, protected, damaged or too large.
            EngineError: it is an odt file and LibreOffice is not there, did not start, hung or died.
        """
        from forge.preparers.writer.opendocument import as_docx
        from forge.preparers.writer.reading import read_document

        return read_document(as_docx(only_file(files)))

    def tree(self, spec: Document) -> Tree:
        """The state of a document."""
        from forge.preparers.writer.trees import tree_of

        return tree_of(spec)

    def engine(self) -> str | None:
        """LibreOffice and its version, or None where it is not installed."""
        from forge.preparers.office.engine import office

        return office().version()

    def observe(self, files: Files, probes: Sequence[ProbeSpec] = ()) -> Observation:
        """Let LibreOffice open a document and store it again; there is nothing in one to experiment with.

        Raises:
            UnreadableError: LibreOffice, or the reader before it, refuses the file.
            EngineError: LibreOffice is not there, did not start, hung or died.
        """
        from forge.preparers.writer.observing import observe

        return observe(only_file(files), probes)

    def problems(self, files: Files, tree: Tree) -> list[Problem]:
        """What a clean document must not hold: outside links, macros, build times, open references."""
        from forge.preparers.writer.cleanliness import problems

        return problems(only_file(files), tree)

    def miscalculated(self, tree: Tree, observed: Tree | None) -> list[Problem]:
        """Tables of contents that do not say what the headings say."""
        from forge.preparers.writer.calculation import miscalculated

        return miscalculated(tree, observed)

    def near_misses(self, start: State, golden: State, mount: str) -> list[Patch]:
        """Wrong ends that people who know word processors would try."""
        from forge.preparers.writer.near_misses import near_misses

        return near_misses(start, golden, mount)


def only_file(files: Files) -> bytes:
    """The content of a mount that is one file.

    Raises:
        UnreadableError: there is none, or it is a folder.
    """
    if set(files) != {""}:
        raise UnreadableError("A document is one file, but the mount is a folder or holds nothing.")
    return files[""]


PREPARER = WriterPreparer()
