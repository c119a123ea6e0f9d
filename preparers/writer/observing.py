"""What LibreOffice makes of a document: opened and stored again."""

from __future__ import annotations

from collections.abc import Sequence

from forge.errors import UsageError
from forge.preparers.base import Observation
from forge.preparers.office.engine import office
from forge.preparers.writer.opendocument import check_opendocument, is_opendocument
from forge.preparers.writer.reading import open_package, read_document
from forge.preparers.writer.trees import tree_of
from forge.states.rubric import ProbeSpec


def observe(content: bytes, probes: Sequence[ProbeSpec] = ()) -> Observation:
    """A document as LibreOffice opens and stores it.

    Raises:
        UnreadableError: the file is protected, damaged or too large, or LibreOffice refuses it.
        EngineError: LibreOffice is not there, did not start, hung or died.
        UsageError: a probe was asked for.
    """
    if probes:
        raise UsageError(f"Probes are for spreadsheets; {probes[0].mount} is a text document.")
    engine = office()
    if is_opendocument(content):
        check_opendocument(content)
        stored = engine.convert(content, ".odt", ".odt")
        document = engine.convert(stored, ".odt", ".docx")
    else:
        open_package(
            content, "the document"
        )  # refuses bombs and other types before an application meets them
        stored = document = engine.convert(content, ".docx", ".docx")
    tree = tree_of(read_document(document, "the document as LibreOffice stored it"))
    return Observation({"": stored}, tree, {}, engine.version() or "")
