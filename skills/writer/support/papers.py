"""A document of a task and what is where in it: headings, sections, paragraphs of prose, lists, tables, mentions."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from random import Random

from forge.errors import SkillError
from forge.preparers.desktop import Desktop
from forge.preparers.writer.resolving import Resolver
from forge.preparers.writer.spec import Document, Layout, Look, Paragraph, Table
from forge.preparers.writer.words import words_of
from forge.skills.writer.support.house import LONG, House
from forge.skills.writer.support.kit import DocumentKit
from forge.skills.writer.support.prose import Prose

_FEWEST_WORDS, _MOST_WORDS = 3, 9


@dataclass(frozen=True)
class Paper:
    """A document as it is at the start. Its paragraphs are spoken of by their numbers from 1.

    Attributes:
        mount: where it lies.
        spec: the document; it may be changed until the task is chosen.
        kit: from what it was made.
        prose: says more about the same.
        house: how it looks.
        only_file: no other document is on the desktop.
    """

    mount: str
    spec: Document
    kit: DocumentKit
    prose: Prose
    house: House
    only_file: bool

    @property
    def file(self) -> str:
        """The name of its file."""
        return self.mount.rpartition("/")[2]

    def document(self, desktop: Desktop) -> Document:
        """The document on a desktop."""
        found: Document = desktop.spec(self.mount)
        return found

    def paragraph(self, desktop: Desktop, number: int) -> Paragraph:
        """A paragraph of the body on a desktop."""
        return self.document(desktop).paragraphs()[number - 1]

    @property
    def body(self) -> list[Paragraph]:
        """The paragraphs of the body at the start."""
        return self.spec.paragraphs()

    def text(self, number: int) -> str:
        """What a paragraph says at the start."""
        return self.body[number - 1].text

    def headings(self) -> list[int]:
        """The headings of the sections."""
        return [number for number, item in enumerate(self.body, 1) if item.style == "Heading 1"]

    def section(self, heading: int) -> list[int]:
        """The paragraphs below a heading, up to the next one."""
        later = [number for number in self.headings() if number > heading]
        return list(range(heading + 1, later[0] if later else len(self.body) + 1))

    def prose_numbers(self, among: Collection[int] | None = None) -> list[int]:
        """The paragraphs of prose: no headings, entries, captions or short lines."""
        return [
            number
            for number, item in enumerate(self.body, 1)
            if len(item.text) > LONG
            and item.style in ("Normal", "Body Text")
            and item.list_format is None
            and (among is None or number in among)
        ]

    def heading_of(self, number: int) -> int | None:
        """The heading under which a paragraph stands."""
        return max((heading for heading in self.headings() if heading < number), default=None)

    def entries(self) -> list[list[int]]:
        """The lists of the body, each as the numbers of its entries."""
        found: list[list[int]] = []
        for number, item in enumerate(self.body, 1):
            if item.list_format is None:
                continue
            if found and found[-1][-1] == number - 1:
                found[-1].append(number)
            else:
                found.append([number])
        return found

    def table(self, desktop: Desktop, number: int = 1) -> Table:
        """A table on a desktop."""
        return self.document(desktop).tables()[number - 1]

    def look(self, number: int) -> Look:
        """The look that the style of a paragraph gives to its words."""
        return Resolver(self.spec).look(self.body[number - 1])

    def layout(self, number: int) -> Layout:
        """How a paragraph stands on the page, with all that its style says."""
        return Resolver(self.spec).layout(self.body[number - 1])

    def words(self, number: int) -> list[str]:
        """The words of a paragraph, as its state counts them."""
        return [word.text for word in words_of(self.body[number - 1], self.look(number))]

    @cached_property
    def everything(self) -> str:
        """All that the document says, in lines."""
        return "\n".join(paragraph.text for paragraph in self.spec.everywhere())

    def opening(self, number: int) -> str:
        """The first words of a paragraph, so many that no other begins with them.

        Raises:
            SkillError: another paragraph begins in the same way.
        """
        words = re.split(r" +", self.text(number))
        others = [item.text for item in self.spec.everywhere() if item.text != self.text(number)]
        for count in range(_FEWEST_WORDS + 1, _MOST_WORDS + 1):
            start = " ".join(words[:count])
            shown = start.rstrip(",.:;")
            alike = [text for text in others if re.sub(" +", " ", text).startswith(shown)]
            if self.text(number).startswith(shown) and '"' not in shown and not alike:
                return shown
        raise SkillError(f"No few words tell the paragraph {self.text(number)[:60]!r} from others.")

    def tellable(self, numbers: Collection[int]) -> list[int]:
        """Those paragraphs that can be told by their first words."""
        found = []
        for number in numbers:
            try:
                self.opening(number)
            except SkillError:
                continue
            found.append(number)
        return found

    def places_behind(self, random: Random, among: Collection[int] | None = None) -> tuple[int, int]:
        """Two paragraphs of prose that can be told by their first words and are not the last ones of the document.

        Args:
            random: a stream.
            among: the paragraphs that come into question.

        Raises:
            SkillError: there are no two such paragraphs.
        """
        found = self.tellable([number for number in self.prose_numbers(among) if number < len(self.body)])
        if len(found) < 2:
            raise SkillError(f"{self.mount} holds no two paragraphs that can be told by their first words.")
        first, second = random.sample(found, 2)
        return first, second

    def mentions(self, text: str) -> list[int]:
        """The paragraphs of prose in which a phrase stands, each as often as it does; none where it is also elsewhere.

        A phrase that stands in headings, lists, tables or headers as well, in another letter case, or within
        another word is nobody's to speak of simply.
        """
        pattern = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")
        found = [
            number for number in self.prose_numbers() for _ in pattern.findall(self.text(number))
        ]  # once for each time
        return found if len(found) == self.everything.casefold().count(text.casefold()) else []

    def terms(self, fewest: int = 1, most: int = 99) -> dict[str, list[int]]:
        """People, things and places that are spoken of so often in the prose, with where."""
        places = [place.removeprefix("the ") for place in self.kit.places]
        found = {term: self.mentions(term) for term in (*self.prose.people, *self.kit.things, *places)}
        return {term: numbers for term, numbers in found.items() if fewest <= len(numbers) <= most}

    def term(self, random: Random, fewest: int = 1, most: int = 99) -> tuple[str, list[int]]:
        """One of the terms, and where it stands.

        Raises:
            SkillError: nothing is spoken of so often.
        """
        terms = sorted(self.terms(fewest, most).items())
        if not terms:
            raise SkillError(f"Nothing is spoken of {fewest} to {most} times in {self.mount}.")
        return random.choice(terms)
