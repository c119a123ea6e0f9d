"""Documents as people of an office keep them: a title, headings, paragraphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from forge.preparers.desktop import Desktop
from forge.preparers.writer.spec import Document, Paragraph
from forge.skills.contract import Fact
from forge.states.selectors import Selector

Sections = Mapping[str, Sequence[str]]
"""The paragraphs below each heading."""


def document(desktop: Desktop, mount: str, title: str, sections: Sections) -> Document:
    """Put a document on a desktop.

    Args:
        desktop: the desktop.
        mount: where it lies.
        title: its title; none stands above where it is empty.
        sections: what stands below each heading.
    """
    made = Document()
    made.add(*([Paragraph.of(title, "Title")] if title else []))
    for heading, texts in sections.items():
        made.add(Paragraph.of(heading, "Heading 1"), *(Paragraph.of(text) for text in texts))
    desktop.add(mount, "writer", made)
    return made


def document_on(desktop: Desktop, mount: str) -> Document:
    """A document of a desktop."""
    found: Document = desktop.spec(mount)
    return found


def number_of(made: Document, text: str) -> int:
    """The number of the first paragraph that says a text, from 1."""
    return [paragraph.text for paragraph in made.paragraphs()].index(text) + 1


def named_file(name: str, mount: str, what: str) -> Fact:
    """A fact that names a file on the desktop by its name, as in `the document "Plan.docx"`."""
    base = mount.rpartition("/")[2]
    return Fact(name=name, value=base, says=(f'"{base}"', f'the {what} "{base}"'), refers=Selector(mount))


def heading_fact(name: str, mount: str, made: Document, text: str) -> Fact:
    """A heading of a document."""
    refers = Selector(mount).below("paragraph", number_of(made, text)).of("text")
    return Fact(name=name, value=text, says=(f'the heading "{text}"', f'"{text}"'), refers=refers)
