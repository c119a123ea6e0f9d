"""What LibreOffice makes of a presentation: opened and stored again."""

from __future__ import annotations

from collections.abc import Sequence

from forge.preparers.base import Observation
from forge.preparers.calc.package import unpack
from forge.preparers.impress.opendocument import check_opendocument, is_opendocument
from forge.preparers.impress.reading import read_presentation
from forge.preparers.impress.trees import tree_of
from forge.preparers.office.engine import office
from forge.states.rubric import ProbeSpec


def observe(content: bytes, probes: Sequence[ProbeSpec] = ()) -> Observation:
    """A presentation as LibreOffice opens and stores it; probes read nothing, for nothing is calculated.

    Raises:
        UnreadableError: LibreOffice, or the reader before it, refuses the file.
        EngineError: LibreOffice is not there, did not start, hung or died.
    """
    engine = office()
    if is_opendocument(content):
        check_opendocument(content)
        stored = engine.convert(content, ".odp", ".odp")
        read = engine.convert(stored, ".odp", ".pptx")
    else:
        # Refuses bombs and other types before an application meets them.
        unpack(content, "the presentation", "presentation", "pptx and odp")
        read = stored = engine.convert(content, ".pptx", ".pptx")
    tree = tree_of(read_presentation(read, "the presentation as LibreOffice stored it"))
    return Observation({"": stored}, tree, {probe.id: {} for probe in probes}, engine.version() or "")
