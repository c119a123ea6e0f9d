"""Documents on a desktop that is already there: what they hold, how they look and who is spoken of, told by reading.

So a skill works on what an earlier skill or a person has left, and not only on what it made itself.
"""

from __future__ import annotations

from collections.abc import Collection
from random import Random

from forge.preparers.desktop import Desktop
from forge.preparers.writer.spec import Document, Paragraph
from forge.skills.writer.support.house import House
from forge.skills.writer.support.kit import DocumentKit
from forge.skills.writer.support.layout import Part
from forge.skills.writer.support.papers import Paper
from forge.skills.writer.support.prose import Prose

FEWEST_SECTIONS = 2
"""A document with fewer headings gives no task that is worth doing."""
FEWEST_PROSE = 4
"""The same, of paragraphs of prose."""


def suitable_papers(
    desktop: Desktop, having: Collection[Part], without: Collection[Part], kit: DocumentKit, random: Random
) -> list[Paper]:
    """The documents of a desktop with which a task can be made.

    Args:
        desktop: the desktop.
        having: what the document must have besides paragraphs.
        without: what it must not have.
        kit: what the documents of the desktop are about.
        random: of whatever is said more about the same.
    """
    mounts = [mount for mount, item in desktop.documents.items() if item.preparer == "writer"]
    found = []
    for mount in mounts:
        document: Document = desktop.spec(mount)
        held = parts_of(document)
        if not held.issuperset(having) or not held.isdisjoint(without):
            continue
        prose = Prose(kit, random, desktop.cast)
        paper = Paper(mount, document, kit, prose, House.of(document), len(mounts) == 1)
        if len(paper.headings()) >= FEWEST_SECTIONS and len(paper.prose_numbers()) >= FEWEST_PROSE:
            found.append(paper)
    return found


def parts_of(document: Document) -> set[Part]:
    """What a document has besides paragraphs."""
    body = document.paragraphs()
    runs = [run for paragraph in body for run in paragraph.runs]
    kinds = {paragraph.list_format.kind for paragraph in body if paragraph.list_format is not None}
    headers = [
        part for section in document.sections for part in (section.header, section.first_header) if part
    ]
    footers = [
        part for section in document.sections for part in (section.footer, section.first_footer) if part
    ]
    held: dict[Part, bool] = {
        "list": "bullet" in kinds,
        "numbers": not kinds <= {"bullet"},
        "table": bool(document.tables()),
        "picture": any(run.picture is not None for run in runs),
        "footnotes": any(run.footnote is not None for run in runs),
        "comments": any(run.comments for run in runs),
        "header": bool(headers),
        "footer": bool(footers),
        "page numbers": any(_numbers_pages(part) for part in (*headers, *footers)),
    }
    return {part for part, there in held.items() if there}


def _numbers_pages(part: Collection[Paragraph]) -> bool:
    return any(run.field == "page" for paragraph in part for run in paragraph.runs)
