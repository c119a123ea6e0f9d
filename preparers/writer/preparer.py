"""The preparer of text documents: docx files, and odt files through LibreOffice."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, ClassVar

from forge.preparers.base import Files, Planted, Problem
from forge.preparers.office.file_types import DOCUMENT, FileType
from forge.preparers.office.preparer import OfficePreparer
from forge.preparers.writer.schema import SCHEMA
from forge.states.entities import Schema, State, Tree
from forge.states.patches import Patch

if TYPE_CHECKING:
    from forge.preparers.writer.spec import Document

# Modules that import lxml are imported when a file is touched: `forge --help` must stay quick.
# ruff: noqa: PLC0415


class WriterPreparer(OfficePreparer["Document"]):
    """Writes, reads and observes text documents. Its domain is described in `docs/states.md`."""

    name: ClassVar[str] = "writer"
    schema: ClassVar[Schema] = SCHEMA
    file_type: ClassVar[FileType] = DOCUMENT
    suffixes: ClassVar[tuple[str, ...]] = DOCUMENT.suffixes
    osworld: ClassVar[str] = "libreoffice_writer"
    packages: ClassVar[tuple[str, ...]] = ("fonts-liberation", "libreoffice-writer", "python3-uno", "xdotool")

    def write(self, spec: Document) -> Files:
        """The docx file of a document; the same document gives the same bytes.

        Raises:
            PreparerError: the document lies outside the domain.
        """
        from forge.preparers.writer.writing import write_document

        return {"": write_document(spec)}

    def read_file(self, content: bytes, what: str) -> Document:
        """The document that a docx file holds, in canonical form; `what` names it in errors.

        Raises:
            UnreadableError: it is empty, of another type, protected, damaged or too large.
        """
        from forge.preparers.writer.reading import read_document

        return read_document(content, what)

    def tree(self, spec: Document) -> Tree:
        """The state of a document."""
        from forge.preparers.writer.trees import tree_of

        return tree_of(spec)

    def problems(self, files: Files, tree: Tree) -> list[Problem]:
        """What a clean document must not hold: outside links, macros, build times, open references."""
        from forge.preparers.writer.cleanliness import problems

        return problems(self.only_file(files), tree)

    def miscalculated(self, tree: Tree, observed: Tree | None) -> list[Problem]:
        """Tables of contents that do not say what the headings say."""
        from forge.preparers.writer.calculation import miscalculated

        return miscalculated(tree, observed)

    def near_misses(self, start: State, golden: State, mount: str) -> list[Patch]:
        """Wrong ends that people who know word processors would try."""
        from forge.preparers.writer.near_misses import near_misses

        return near_misses(start, golden, mount)

    def plant(self, spec: Document, mount: str, random: Random) -> Planted[Document] | None:
        """A comment of a stranger."""
        from forge.preparers.writer.planting import plant

        return plant(spec, mount, random)


PREPARER = WriterPreparer()
