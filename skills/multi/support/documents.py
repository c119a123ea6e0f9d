"""Documents as people of an office keep them: a title, headings, paragraphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from forge.preparers.desktop import Desktop
from forge.preparers.writer.places import paragraph_run, paragraphs
from forge.preparers.writer.schema import SCHEMA
from forge.preparers.writer.spec import Document, ListFormat, Look, Paragraph
from forge.skills.contract import Attempt, Fact
from forge.skills.facts import worked_out
from forge.states.rubric import Absent, AnyCheck, Count, Equals, Requirement
from forge.states.selectors import Selector

Sections = Mapping[str, Sequence[str]]
"""The paragraphs below each heading."""

ATTACHED = ("link", "field", "footnote", "change")
"""What can hang on words besides their looks."""


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


def fill_table(
    desktop: Desktop, mount: str, figures: Sequence[str], *, bold: bool = False, right: bool = False
) -> None:
    """Enter texts below the header of the second column of a document's only table, perhaps in bold or at the right."""
    (made,) = document_on(desktop, mount).tables()
    for row, figure in zip(made.rows[1:], figures, strict=True):
        paragraph = Paragraph.of(figure, look=Look(bold=True) if bold else Look())
        if right:
            paragraph.lay_out(alignment="right")
        row.cells[1].paragraphs = [paragraph]


@dataclass(frozen=True)
class Ending:
    """Paragraphs that are to be added at the end of a document.

    Attributes:
        mount: the document.
        last: the number of its last paragraph at the start.
        texts: what the new paragraphs say.
    """

    mount: str
    last: int
    texts: tuple[str, ...]

    @classmethod
    def of(cls, mount: str, made: Document, texts: tuple[str, ...]) -> Ending:
        """The end of a document to which paragraphs are added."""
        return cls(mount, len(made.paragraphs()), texts)

    def add(
        self,
        desktop: Desktop,
        texts: Sequence[str] = (),
        *,
        bullets: bool = False,
        bold: bool = False,
        blank: bool = False,
        first: bool = False,
    ) -> None:
        """Add them, or other ones; perhaps with bullets, in bold, with an empty one behind, or at the beginning."""
        made = document_on(desktop, self.mount)
        new = [Paragraph.of(text, look=Look(bold=True) if bold else Look()) for text in texts or self.texts]
        for paragraph in new if bullets else ():
            paragraph.list_format = ListFormat()
        blocks = made.sections[-1].blocks
        blocks[0 if first else len(blocks) : 0 if first else len(blocks)] = [
            *new,
            *([Paragraph()] if blank else []),
        ]

    def fact(self, *places: Selector) -> Fact:
        """The private fact of what is added, and of how many paragraphs the document has then."""
        total = self.last + len(self.texts)
        return worked_out("paragraphs", (*self.texts, total, total + 1), *places)

    def requirement(self, says: str, *facts: str) -> Requirement:
        """The document ends with them, and with at most one empty paragraph more."""
        first, last = self.last + 1, self.last + len(self.texts)
        select = paragraph_run(self.mount, first, last, "text")
        (new,) = self.writes
        said: list[AnyCheck] = [Equals(select=select, each=self.texts, text="trimmed")]
        said += [Absent(select=new.below("word").of(name)) for name in ATTACHED]
        said += [Absent(select=new.below(kind)) for kind in ("picture", "comment", "bookmark")]
        every = paragraphs(self.mount)
        blank = Equals(select=paragraphs(self.mount, last + 1, prop="text"), expected="")
        ways: tuple[tuple[AnyCheck, ...], ...] = (
            (*said, Count(select=every, expected=last)),
            (*said, Count(select=every, expected=last + 1), blank),
        )
        return Requirement(id="paragraphs", says=says, any_of=ways, facts=(*facts, "paragraphs"))

    @property
    def writes(self) -> tuple[Selector, ...]:
        """The new paragraphs."""
        return (paragraph_run(self.mount, self.last + 1, self.last + len(self.texts) + 1),)

    @property
    def free(self) -> tuple[Selector, ...]:
        """How they look."""
        (new,) = self.writes
        looks = [name for name in SCHEMA.kind("paragraph").properties if name != "text"]
        words = [
            name
            for name in SCHEMA.kind("word").properties
            if name not in ("text", "field", "footnote", "change")
        ]
        return (*(new.of(name) for name in looks), *(new.below("word").of(name) for name in words))

    def variants(self) -> tuple[Attempt, ...]:
        """Other ways of adding the same."""
        return (
            Attempt("with bullets", partial(self.add, bullets=True), why="Nobody said how they should look."),
            Attempt("in bold", partial(self.add, bold=True), why="Nobody said how they should look."),
            Attempt("an empty line behind", partial(self.add, blank=True), why="The last line was ended."),
        )

    def near_misses(self) -> tuple[Attempt, ...]:
        """What people get wrong when they add a list."""
        listed = partial(self.add, texts=(", ".join(self.texts),))
        return (
            Attempt("backwards", partial(self.add, texts=self.texts[::-1]), why="The order is wrong."),
            Attempt("one missing", partial(self.add, texts=self.texts[:-1]), why="The last one is missing."),
            Attempt("in one line", listed, why="They stand in one paragraph."),
            Attempt("at the beginning", partial(self.add, first=True), why="They do not stand at the end."),
        )
