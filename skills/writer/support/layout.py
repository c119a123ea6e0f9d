"""From a kit to a document: title block, sections with paragraphs, lists, tables and pictures, header and footer."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from forge.preparers.desktop import Desktop
from forge.preparers.writer.spec import (
    Comment,
    Document,
    Layout,
    ListFormat,
    ListKind,
    Look,
    Paragraph,
    Picture,
    Run,
    Table,
    TabStop,
)
from forge.skills.writer.support.drawing import chart_picture
from forge.skills.writer.support.house import House
from forge.skills.writer.support.kit import DocumentKit, SectionKit
from forge.skills.writer.support.papers import Paper
from forge.skills.writer.support.prose import Prose
from forge.skills.writer.support.stock import COMMENTS, LEAD_INS, STATES, TABLE_HEADS

Part = Literal[
    "list", "numbers", "table", "picture", "footnotes", "comments", "header", "footer", "page numbers"
]
"""What a document can have besides paragraphs; the numbers of pages stand in a footer."""

_SOME: tuple[tuple[Part, float], ...] = (
    ("list", 0.5), ("table", 0.3), ("footnotes", 0.25), ("header", 0.3), ("page numbers", 0.35),
)  # fmt: skip
"""How many documents have what a task does not ask for."""


@dataclass(frozen=True)
class Plan:
    """What a new document is to hold.

    Attributes:
        parts: what it must have.
        without: what it must not have.
        dirt: some spaces stand twice, empty lines make room, and a few words are formatted by hand.
    """

    parts: frozenset[Part] = frozenset()
    without: frozenset[Part] = frozenset()
    dirt: bool = False


def build(kit: DocumentKit, plan: Plan, desktop: Desktop, random: Random) -> Paper:
    """Lay a kit out on a new document, mount it on a desktop, and say what is where."""
    pages = _Pages(kit, plan, random, desktop.cast)
    document = pages.laid_out()
    mount, number = f"~/{kit.folder}/{kit.file}.docx", 1
    while mount in desktop.documents:
        number += 1
        mount = f"~/{kit.folder}/{kit.file} {number}.docx"
    only_file = all(item.preparer != "writer" for item in desktop.documents.values())
    desktop.add(mount, "writer", document)
    return Paper(mount, document, kit, pages.prose, pages.house, only_file)


class _Pages:
    def __init__(self, kit: DocumentKit, plan: Plan, random: Random, cast: Sequence[str]) -> None:
        self.kit = kit
        self.plan = plan
        self.random = random
        self.prose = Prose(kit, random, cast)
        self.house = House.draw(random)
        self.document = Document()
        self.house.dress(self.document)
        extra = {part for part, share in _SOME if random.random() < share} - plan.without
        if "comments" in plan.parts:
            extra.discard("footnotes")
        self.parts: Collection[Part] = plan.parts | extra

    def laid_out(self) -> Document:
        """The whole document."""
        self._title_block()
        for number, section in enumerate(self.kit.sections, 1):
            self._section(section, number)
        self._ending()
        self._margins()
        if self.plan.dirt:
            self._soil()
        return self.document

    def _say(self, text: str, style: str | None = None, **layout: Any) -> Paragraph:
        paragraph = Paragraph.of(text, style or self.house.body, **layout)
        self.document.add(paragraph)
        return paragraph

    def _title_block(self) -> None:
        kit, people = self.kit, self.prose.people
        if kit.form == "letter":
            self._say(kit.organization, "Normal", alignment="right")
            self._say(self.prose.day(), "Normal", alignment="right")
        self._say(kit.title, "Title")
        self.document.title = kit.title if self.random.random() < 0.4 else ""
        if kit.form == "memo":
            stops = (TabStop(2.5),)
            lines = (("To", people[0]), ("From", people[1]), ("Date", self.prose.day()))
            for label, text in lines:
                line = self._say("", "Normal", after=2, tabs=stops)
                line.runs = [Run(f"{label}:", Look(bold=True)), Run(f"\t{text}")]
        elif kit.form == "minutes":
            self._say(f"{kit.organization}, {self.prose.day()}", "Subtitle")
            self._say(f"Present: {', '.join(people[:4])}", "Normal")
        elif kit.form == "letter":
            self._say("Dear members, neighbours and friends,", "Normal")
        else:
            self._say(f"{kit.organization}, {self.prose.day()}", "Subtitle")

    def _section(self, section: SectionKit, number: int) -> None:
        heading = f"{number}. {section.heading}" if self.house.numbered else section.heading
        self._say(heading, "Heading 1")
        sentences = list(section.sentences)
        while sentences:
            count = self.random.choice((2, 3, 3, 4))
            count = len(sentences) if len(sentences) - count < 2 else count
            self._say(self.prose.paragraph(sentences[:count]))
            del sentences[:count]
        wanted: dict[Part, int] = {"list": 1, "table": 2, "picture": 2, "numbers": 3}
        for part, at in wanted.items():
            turn = min(at, len(self.kit.sections))
            if part in self.parts and (number == turn or (part == "list" and number % 3 == 1)):
                self._part(part, section)

    def _part(self, part: Part, section: SectionKit) -> None:
        if part == "list":
            self._list(section, "bullet")
        elif part == "numbers":
            self._list(section, "decimal")
        elif part == "table":
            self._say("The table below gives an overview.")
            self.document.add(self._table())
            self._say("Table: overview, as of today", "Caption")
        else:
            picture = Picture(chart_picture(self.random), 9.6, 6.0, "A chart with columns")
            layout = Layout(alignment="center", keep_next=True)  # the caption stays with its picture
            self.document.add(Paragraph([Run(picture=picture)], self.house.body, layout))
            self._say("Figure: development over the year", "Caption", alignment="center")

    def _list(self, section: SectionKit, kind: ListKind) -> None:
        taken = [item.text for item in self.document.paragraphs()]
        lead = self.random.choice([text for text in LEAD_INS if text not in taken])
        self._say(lead)
        start = 1 if kind == "decimal" else None
        for number, point in enumerate(section.points):
            entry = ListFormat(kind, start=start if number == 0 else None)
            if point not in taken:
                self.document.add(Paragraph([Run(point)], "List Paragraph", Layout(), entry))
        self._say(self.prose.fill("{person} answers any question about this until {date}."))

    def _table(self) -> Table:
        heads = self.random.choice(TABLE_HEADS)
        things = self.random.sample(self.kit.things, self.random.randint(4, min(8, len(self.kit.things))))
        rows = [[self._entry(head, thing) for head in heads] for thing in things]
        width = round((self.house.room - 0.5) / len(heads), 1)
        table = Table.of([list(heads), *rows], [width] * len(heads))
        for cell in table.rows[0].cells:
            cell.fill = self.house.fill
            for run in cell.paragraphs[0].runs:
                run.restyle(bold=True)
        for row in table.rows:
            for cell in row.cells:
                cell.paragraphs[0].lay_out(after=2)
        return table

    def _entry(self, head: str, thing: str) -> str:
        match head:
            case "Item":
                return thing[0].upper() + thing[1:]
            case "Responsible" | "Contact":
                return self.random.choice(self.prose.people)
            case "Place":
                place = self.random.choice(self.kit.places).removeprefix("the ")
                return place[0].upper() + place[1:]
            case "Due":
                return self.prose.day()
            case "Cost":
                return self.prose.money()
            case "Status":
                return self.random.choice(STATES)
        return str(self.random.randint(2, 90))

    def _ending(self) -> None:
        if self.kit.form == "letter":
            self._say("Yours sincerely,", "Normal")
            self._say(self.prose.people[0], "Normal")
        elif self.kit.form == "minutes":
            self._say(self.prose.fill("The meeting ended at {time}. {person} took these minutes."))

    def _margins(self) -> None:
        prose = [item for item in self.document.paragraphs() if len(item.text) > 120]
        if "footnotes" in self.parts:
            texts = self.random.sample(self.kit.footnotes, min(2, len(self.kit.footnotes)))
            for paragraph, text in zip(self.random.sample(prose, min(2, len(prose))), texts, strict=False):
                paragraph.runs.append(Run(footnote=self.prose.fill(text)))
        if "comments" in self.parts:
            chosen = self.random.sample(prose, min(3, len(prose)))
            for paragraph, text in zip(chosen, self.random.sample(COMMENTS, len(chosen)), strict=True):
                comment = Comment(text, self.random.choice(self.prose.people))
                words = paragraph.text.split()
                for run in paragraph.find(" ".join(words[2:5])):
                    run.comments = (comment,)
        section = self.document.sections[0]
        if "header" in self.parts:
            section.header = [Paragraph.of(self.kit.organization, "Header")]
        if "page numbers" in self.parts:
            section.footer = [
                Paragraph([Run("Page "), Run(field="page")], "Footer", Layout(alignment="center"))
            ]
        elif "footer" in self.parts:
            section.footer = [Paragraph.of(f"{self.kit.organization}, internal", "Footer")]

    def _soil(self) -> None:
        for paragraph in list(self.document.paragraphs()):
            if len(paragraph.text) < 120:
                continue
            run = paragraph.runs[0]
            if self.random.random() < 0.3 and not run.comments:
                run.text = run.text.replace(". ", ".  ", 1)
            if self.random.random() < 0.15 and not run.comments:
                first, _, rest = run.text.partition(" ")
                paragraph.runs[:1] = [Run(first, Look(italic=True)), run.like(f" {rest}")]
        for paragraph in self._above_headings():
            self.document.insert(Paragraph([], "Normal"), paragraph)

    def _above_headings(self) -> Iterator[Paragraph]:
        """Headings above which somebody left an empty line: all but the first, or none."""
        headings = [item for item in self.document.paragraphs() if item.style == "Heading 1"]
        yield from headings[1:] if self.random.random() < 0.5 else []
