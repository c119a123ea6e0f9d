"""Documents that are exported: every section begins a page, so that it is known what stands on which page."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats.pdf_out import Page
from forge.preparers.writer import places
from forge.skills.contract import Contract, Difficulty, Fact
from forge.skills.exporting.base import Drawn, Exported, stem
from forge.skills.exporting.export import Export
from forge.skills.exporting.outbox import draw
from forge.skills.writer.support.base import WriterParameters, WriterScene, WriterSkill
from forge.skills.writer.support.papers import Paper
from forge.states.selectors import Selector

MILLIMETRES = 10
"""In a centimetre, in which documents have their sizes."""


def pages_of(paper: Paper) -> list[Page]:
    """The pages of a document, each with its header."""
    section = paper.spec.sections[0]
    top = tuple(item.text for item in section.header or ())
    width, height = (side * MILLIMETRES for side in (section.page.width, section.page.height))
    parts: list[list[str]] = [[]]
    for item in paper.body:
        if item.layout.page_break:
            parts.append([])
        parts[-1].append(item.text)
    return [Page((*top, *(line for line in part if line)), width, height) for part in parts]


def name_after(drawn: Drawn[Paper], ending: str) -> str:
    """A name for the file, as people choose them."""
    words = stem(drawn.document.mount)
    return drawn.random.choice((words, f"{words} final", f"{words} copy for all")) + ending


@dataclass(frozen=True)
class ExportScene(WriterScene, Exported):
    """A document and the file that it becomes."""


class ExportSkill(WriterSkill[ExportScene]):
    """A skill that exports a document into a folder."""

    applications: ClassVar[tuple[str, ...]] = ("writer", "files")
    without = frozenset(("numbers", "table", "picture", "footnotes", "comments", "footer", "page numbers"))
    dirty = False

    def sample(self, random: Random, difficulty: Difficulty) -> WriterParameters:
        """There is nothing to be saved: what was exported is on the disk."""
        return super().sample(random, difficulty).model_copy(update={"saving": "flushed"})

    def prepare(
        self, parameters: WriterParameters, kits: Mapping[str, Any], desktop: Desktop, random: Random
    ) -> ExportScene:
        """Lay out the document and, beside it, the folder for exports."""
        scene = super().prepare(parameters, kits, desktop, random)
        scene.export.outbox.put(desktop)
        return scene

    def scene(self, parameters: WriterParameters, paper: Paper, random: Random) -> ExportScene:
        """Each section begins a page."""
        for number in paper.headings()[1:]:
            paper.body[number - 1].lay_out(page_break=True)
        outbox = draw(paper.mount, parameters.difficulty, random)
        export, told, wish = self.exported(Drawn(paper, outbox, parameters.difficulty, random))
        return ExportScene(parameters=parameters, paper=paper, export=export, told=told, wish=wish)

    @abstractmethod
    def exported(self, drawn: Drawn[Paper]) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """The file, the facts of how it is exported, and what the application needs to know to do the same."""

    def solve(self, scene: ExportScene, desktop: Desktop) -> None:
        """Export."""
        scene.export.act(desktop)

    def contract(self, scene: ExportScene) -> Contract:
        """The file holds what the document holds."""
        told = (*scene.told, title_fact(scene.paper))
        return self.task(scene, **scene.export.parts(told, (Selector(scene.paper.mount),), "file"))


def title_fact(paper: Paper) -> Fact:
    """The title of the document, which is no secret: its file is often called after it."""
    number = next(number for number, item in enumerate(paper.body, 1) if item.style == "Title")
    text = paper.text(number)
    refers = places.paragraphs(paper.mount, number, prop="text")
    return Fact(name="title", value=text, says=(f'"{text}"',), refers=refers, optional=True)
