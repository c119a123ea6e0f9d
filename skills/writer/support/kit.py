"""A document as a model tells it: sections with sentences and points, from which code makes pages.

Sentences may hold `{person}`, `{date}`, `{money}` and the like; `forge.skills.writer.support.prose` puts something
else there each time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from forge.preparers.writer.domain_texts import text_fault
from forge.skills.content.kit import FileName, Folder, Label, Locale, clean
from forge.skills.nodes import Node
from forge.states.rubric import Model

Form = Literal[
    "memo", "report", "policy", "minutes", "letter", "proposal", "announcement", "guide", "newsletter", "recipes"
]
"""What kind of document it is."""

SLOTS = frozenset(
    "person other date month weekday time number percent money place thing".split()  # noqa: SIM905 - one line
)
"""What may stand in braces in a sentence."""
_SLOT = re.compile(r"\{([^{}]*)\}")


def _sentence(text: str) -> str:
    unknown = set(_SLOT.findall(text)) - SLOTS
    if unknown:
        raise ValueError(f"{{{min(unknown)}}} is no slot; the slots are {', '.join(sorted(SLOTS))}")
    marked = clean(_SLOT.sub("\u2022", text))
    if fault := text_fault(marked):
        raise ValueError(f"{text!r} cannot be stored in a document: {fault}")
    return " ".join(text.split())


Sentence = Annotated[str, AfterValidator(_sentence), Field(min_length=8, max_length=260)]


class SectionKit(Model):
    """A section.

    Attributes:
        heading: its heading.
        sentences: from which its paragraphs are made, in order.
        points: the entries of a list in it, or none.
    """

    heading: Label
    sentences: tuple[Sentence, ...] = Field(min_length=4, max_length=16)
    points: tuple[Label, ...] = Field(default=(), max_length=8)


class DocumentKit(Model):
    """A document as its people know it.

    Attributes:
        domain: the field of work.
        form: what kind of document it is.
        title: its title.
        file: the file's name without its ending.
        folder: the folder in the home folder.
        organization: where it was written.
        sections: from the first to the last.
        things: what is bought, used or counted there, in plural, with small letters.
        places: where things happen, with their article.
        footnotes: remarks on where figures come from.
        locale: the language of people's names.
    """

    domain: Label
    form: Form
    title: Annotated[str, AfterValidator(clean), Field(min_length=4, max_length=80)]
    file: FileName
    folder: Folder
    organization: Label
    sections: tuple[SectionKit, ...] = Field(min_length=2, max_length=9)
    things: tuple[Label, ...] = Field(min_length=5, max_length=12)
    places: tuple[Label, ...] = Field(min_length=3, max_length=8)
    footnotes: tuple[Sentence, ...] = Field(min_length=2, max_length=6)
    locale: Locale = "en"

    @model_validator(mode="after")
    def _apart(self) -> Self:
        names = [self.title, *(section.heading for section in self.sections)]
        if len({name.casefold() for name in names}) < len(names):
            raise ValueError("sections are told apart by their headings, so no two are alike, nor like the title")
        said = [sentence for section in self.sections for sentence in section.sentences]
        if len({sentence.casefold() for sentence in said}) < len(said):
            raise ValueError("a sentence stands in one section only")
        return self


_SYSTEM = """\
You write the material of one document from somebody's working life. Answer one JSON object, a kit from which a
program lays out the pages.

Fields: domain; form (as asked for); title; file (name without ending); folder (as in Documents/Office); organization;
sections (each with heading, sentences, points); things (6 to 8 plural nouns, small letters); places (4 to 6, with
their article); footnotes (3 short remarks on sources); locale.

A section has a heading of one to four words, 8 to 12 sentences in the order in which they are to be read, and 3 to 5
points (short entries of a list). In sentences use slots instead of details, so that no two documents are alike:
{person}, {other} (a second one), {date}, {month}, {weekday}, {time}, {number}, {percent}, {money}, {place}, {thing}.
{thing} is a plural noun, {place} has its article.

Rules: coherent plain prose as such a document has it; every sentence whole and different; no headings twice; nothing
about real companies or persons; no links. At most 1,400 tokens."""

_PROMPT = """\
Field of work: {{ domain }}. Form: {{ form }}. Sections: {{ sections }}. Language of people's names (locale): \
{{ locale }}."""


def _offline(random: Random, variables: Mapping[str, Any]) -> DocumentKit:
    from forge.skills.writer.support.offline import document_kit  # noqa: PLC0415 - not needed to list skills

    return document_kit(random, variables)


DOCUMENT: Node[DocumentKit] = Node(
    name="document",
    system=_SYSTEM,
    prompt=_PROMPT,
    schema=DocumentKit,
    offline=_offline,
    temperature=0.9,
    max_tokens=2600,
)
"""A document. Variables: `domain`, `form`, `sections`, `locale`."""
