"""What the preparers of office files have in common: one file in one of two formats, and LibreOffice."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from forge.errors import UnreadableError, UsageError
from forge.preparers.base import Files, Observation, Preparer, Spec
from forge.preparers.office.file_types import FileType
from forge.states.rubric import ProbeSpec

# Modules that import lxml are imported when a file is touched: `forge --help` must stay quick.
# ruff: noqa: PLC0415


class OfficePreparer(Preparer[Spec]):
    """A preparer of office files.

    Attributes:
        file_type: the sort of file.
    """

    file_type: ClassVar[FileType]

    def get_ready(self) -> None:
        """Start LibreOffice, which takes a second; what prevents it shows with the first file."""
        from forge.preparers.office.engine import office

        if self.engine() is not None:
            office().start()

    @abstractmethod
    def read_file(self, content: bytes, what: str) -> Spec:
        """What a file in the format that is written here holds, in canonical form; `what` names it in errors.

        Raises:
            UnreadableError: it is empty, of another type, protected, damaged or too large.
        """

    def parse(self, files: Files) -> Spec:
        """What a file holds, in canonical form; one in the OpenDocument format is converted by LibreOffice first.

        Raises:
            UnreadableError: the file is missing, empty, of another type, protected, damaged or too large.
            EngineError: it needs LibreOffice, and that is not there, did not start, hung or died.
        """
        from forge.preparers.office.opendocument import converted

        return self.read_file(converted(self.only_file(files), self.file_type), f"the {self.file_type.name}")

    def engine(self) -> str | None:
        """LibreOffice and its version, or None where it is not installed."""
        from forge.preparers.office.engine import office

        return office().version()

    def observe(self, files: Files, probes: Sequence[ProbeSpec] = ()) -> Observation:
        """Let LibreOffice open a file and store it again.

        Raises:
            UnreadableError: LibreOffice, or the reader before it, refuses the file.
            EngineError: LibreOffice is not there, did not start, hung or died.
            UsageError: a probe was asked for.
        """
        from forge.preparers.office.engine import office
        from forge.preparers.office.opendocument import check

        if probes:
            raise UsageError(f"Probes are for workbooks; {probes[0].mount} is a {self.file_type.name}.")
        content = self.only_file(files)
        check(content, self.file_type)
        suffix, open_suffix = self.file_type.suffixes
        if self.file_type.is_opendocument(content):
            stored = office().convert(content, open_suffix, open_suffix)
            read = office().convert(stored, open_suffix, suffix)
        else:
            read = stored = office().convert(content, suffix, suffix)
        spec = self.read_file(read, f"the {self.file_type.name} as LibreOffice stored it")
        return Observation({"": stored}, self.tree(spec), {}, self.engine() or "")

    def only_file(self, files: Files) -> bytes:
        """The content of a mount that is one file.

        Raises:
            UnreadableError: there is none, or it is a folder.
        """
        if set(files) != {""}:
            raise UnreadableError(
                f"A {self.file_type.name} is one file, but the mount is a folder or holds nothing."
            )
        return files[""]
