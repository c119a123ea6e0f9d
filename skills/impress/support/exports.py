"""Decks that are exported: what each slide shows is known, for it has no charts and no counted entries."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from forge.preparers.desktop import Desktop
from forge.preparers.files.formats.pdf_out import Page
from forge.preparers.impress.spec import Paragraph, Presentation, Slide
from forge.preparers.impress.vocabulary import NUMBER_FIELD
from forge.skills.contract import Contract, Difficulty, Fact
from forge.skills.exporting.base import Drawn, Exported, stem
from forge.skills.exporting.export import Export
from forge.skills.exporting.outbox import draw
from forge.skills.impress.base import ImpressParameters, ImpressScene, ImpressSkill
from forge.skills.impress.support.deck import Deck, build
from forge.skills.impress.support.kit import DECK
from forge.states.selectors import Selector

MILLIMETRES = 10
"""In a centimetre, in which slides have their sizes."""


def pages_of(deck: Deck) -> list[Page]:
    """A page for each slide."""
    width, height = deck.start.width * MILLIMETRES, deck.start.height * MILLIMETRES
    return [Page(lines_of(slide, number), width, height) for number, slide in enumerate(deck.start.slides, 1)]


def name_after(drawn: Drawn[Deck], ending: str) -> str:
    """A name for the file, as people choose them."""
    words = stem(drawn.document.mount)
    return drawn.random.choice((words, f"{words} handout", f"{words} slides")) + ending


def lines_of(slide: Slide, number: int) -> tuple[str, ...]:
    """What a slide shows, from the shape at the back to the one in front."""
    lines: list[str] = []
    for shape in slide.shapes:
        if shape.table is not None:
            lines += [cell.text for row in shape.table.rows for cell in row]
        else:
            lines += shape.text.replace(NUMBER_FIELD, str(number)).split("\n")
    return tuple(line for line in lines if line)


@dataclass(frozen=True)
class ExportScene(ImpressScene, Exported):
    """A deck and the file that it becomes."""


class ExportSkill(ImpressSkill[ExportScene]):
    """A skill that exports a deck into a folder."""

    applications: ClassVar[tuple[str, ...]] = ("impress", "files")

    def sample(self, random: Random, difficulty: Difficulty) -> ImpressParameters:
        """There is nothing to be saved: what was exported is on the disk."""
        return super().sample(random, difficulty).model_copy(update={"saving": "flushed"})

    def prepare(
        self, parameters: ImpressParameters, kits: Mapping[str, Any], desktop: Desktop, random: Random
    ) -> ExportScene:
        """A deck of its own, and the folder for exports beside it."""
        deck = build(kits[DECK.name], parameters.slides, (), desktop, random)
        simplify(deck.on(desktop))
        scene = self.scene(parameters, deck, desktop, random)
        scene.export.outbox.put(desktop)
        return scene

    def scene(
        self, parameters: ImpressParameters, deck: Deck, desktop: Desktop, random: Random
    ) -> ExportScene:
        """What becomes of the deck."""
        outbox = draw(deck.mount, parameters.difficulty, random, desktop.documents)
        export, told, wish = self.exported(Drawn(deck, outbox, parameters.difficulty, random))
        return ExportScene(parameters=parameters, deck=deck, export=export, told=told, wish=wish)

    @abstractmethod
    def exported(self, drawn: Drawn[Deck]) -> tuple[Export, tuple[Fact, ...], dict[str, Any]]:
        """The file, the facts of how it is exported, and what the application needs to know to do the same."""

    def solve(self, scene: ExportScene, desktop: Desktop) -> None:
        """Export."""
        scene.export.act(desktop)

    def contract(self, scene: ExportScene) -> Contract:
        """The file holds what the deck shows."""
        return self.task(scene, **scene.export.parts(scene.told, (Selector(scene.mount),), "file"))


def simplify(presentation: Presentation) -> None:
    """Take out the slides with charts, and let no entries be counted: programs draw the numbers in their own ways."""
    presentation.slides = [
        slide for slide in presentation.slides if all(shape.chart is None for shape in slide.shapes)
    ]
    for slide in presentation.slides:
        for shape in slide.shapes:
            for paragraph in shape.paragraphs:
                if _counted(paragraph):
                    paragraph.bullet = None


def _counted(paragraph: Paragraph) -> bool:
    return paragraph.bullet is not None and any(sign.isalnum() for sign in paragraph.bullet)
