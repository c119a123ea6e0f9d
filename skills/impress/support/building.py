"""Slides from a kit: each kind of slide as people make it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from forge.preparers.impress.frames import new_slide, placeholder_of
from forge.preparers.impress.parts import Role
from forge.preparers.impress.spec import (
    WHITE,
    Chart,
    Line,
    Paragraph,
    Presentation,
    Run,
    Series,
    Shape,
    Slide,
    Table,
    Transition,
    texts,
)
from forge.preparers.impress.vocabulary import NO_BULLET, NUMBER_FIELD, TRANSITIONS
from forge.skills.content.names import Names, spoken
from forge.skills.impress.support.kit import DeckKit, Topic
from forge.skills.impress.support.looks import Theme
from forge.skills.impress.support.pictures import MOTIFS, SIZES, draw

CLOSINGS = ("Questions and answers", "Your questions", "Time for discussion", "Let us talk about it")
AGENDAS = ("What we talk about", "Agenda for the next hour", "Our topics", "Overview of the talk")
_FEW_PARTS = 2
"""A whole of so few parts is no chart."""
SMALL: tuple[Role, ...] = ("date", "footer", "slide number")


class Builder:
    """Makes the slides of one deck, one after another.

    Args:
        deck: the presentation, dressed already.
        kit: what it says.
        theme: how it looks.
        random: a stream of its own.
        cast: who is spoken of; people of its own where none are given.
    """

    def __init__(
        self, deck: Presentation, kit: DeckKit, theme: Theme, random: Random, cast: Sequence[str] = ()
    ) -> None:
        self.deck, self.kit, self.theme, self.random = deck, kit, theme, random
        self._people = list(map(spoken, cast or Names(kit.locale, random).people(8)))
        self._motifs = random.sample(sorted(MOTIFS), len(MOTIFS))
        self._drawn = 0

    def x(self, share: float) -> float:
        """A share of the width in centimetres."""
        return round(self.deck.width * share, 2)

    def y(self, share: float) -> float:
        """A share of the height in centimetres."""
        return round(self.deck.height * share, 2)

    def opening(self) -> Slide:
        """The first slide: title and subtitle."""
        slide = new_slide(self.deck, "title", self.kit.title, self.kit.subtitle)
        if self.theme.ornament == "band":
            slide.background = self.theme.accent
        return slide

    def section(self, topic: Topic) -> Slide:
        """A slide before a new part, with a large field in the middle."""
        slide = new_slide(self.deck, "title only", f"Part: {topic.label}")
        field = Shape(
            "Rectangle 3",
            self.x(0.06),
            self.y(0.34),
            self.x(0.88),
            self.y(0.34),
            fill=self.theme.accent,
            anchor="middle",
            paragraphs=[Paragraph([Run(self.kit.title, colour=WHITE, size=28)], alignment="centre")],
        )
        slide.shapes.append(field)
        return slide

    def agenda(self, topics: list[Topic]) -> Slide:
        """What is spoken about, numbered."""
        slide = new_slide(self.deck, "content", self.random.choice(AGENDAS))
        slide.body.write(*(topic.label for topic in topics))
        for paragraph in slide.body.paragraphs:
            paragraph.bullet = "1."
        return slide

    def bullets(self, topic: Topic) -> Slide:
        """A title and sentences."""
        slide = new_slide(self.deck, "content", topic.title, "\n".join(topic.points))
        if len(topic.points) > 3 and self.random.random() < 0.3:
            slide.body.paragraphs[1].level = 2
        if self.random.random() < 0.3:
            for paragraph in slide.body.paragraphs:
                _heavy_start(paragraph)
        return self._noted(slide, topic)

    def columns(self, topic: Topic) -> Slide:
        """A title and sentences in two columns."""
        half = (len(topic.points) + 1) // 2
        left, right = "\n".join(topic.points[:half]), "\n".join(topic.points[half:])
        return self._noted(new_slide(self.deck, "two content", topic.title, left, right), topic)

    def pictured(self, topic: Topic) -> Slide:
        """A title, sentences on the left and a picture on the right."""
        slide = new_slide(self.deck, "content", topic.title, "\n".join(topic.points[:4]))
        slide.body.width = self.x(0.5)
        slide.shapes.append(self.picture("Picture 4", self.x(0.6), self.y(0.28), self.x(0.34), self.y(0.56)))
        return self._noted(slide, topic)

    def picture(self, name: str, left: float, top: float, width: float, height: float) -> Shape:
        """A picture with its own proportions within a frame."""
        motif = self._motifs[self._drawn % len(self._motifs)]
        self._drawn += 1
        size = self.random.choice(SIZES)
        scale = min(width / size[0], height / size[1])
        content = draw(motif, self.random.choice((self.theme.accent, self.theme.second)), size, self.random)
        described = MOTIFS[motif] if self.random.random() < 0.5 else None
        wide, high = round(size[0] * scale, 2), round(size[1] * scale, 2)
        return Shape(name, left, top, wide, high, picture=content, description=described)

    def table(self) -> Slide:
        """A title and a table with a coloured header."""
        kit, theme = self.kit.table, self.theme
        slide = new_slide(self.deck, "title only", kit.title)
        width = self.x(0.88)
        table = Table.of([kit.header, *kit.rows], width)
        small = 16 if len(kit.rows) > 5 or len(kit.header) > 4 else 18
        for number, row in enumerate(table.rows):
            for at, cell in enumerate(row):
                cell.fill = theme.accent if number == 0 else theme.pale if number % 2 else theme.paper
                cell.anchor = "middle"
                paragraph = cell.paragraphs[0]
                paragraph.alignment = "left" if at == 0 else "right"
                colour = WHITE if number == 0 else theme.ink
                paragraph.runs = [
                    Run(paragraph.text, bold=number == 0, colour=colour, font=theme.font, size=small)
                ]
        height = round(1.2 * len(table.rows), 2)
        slide.shapes.append(Shape("Table 3", self.x(0.06), self.y(0.28), width, height, table=table))
        return slide

    def chart(self) -> Slide:
        """A title and a chart: the course of things, or where there are enough series, the parts beside each other."""
        kit, random = self.kit.chart, self.random
        parts = len(kit.series) > _FEW_PARTS and random.random() < 0.6
        numbers = [[random.randint(item.low, item.high) for _ in kit.categories] for item in kit.series]
        if parts:
            slide = new_slide(self.deck, "title only", f"{kit.measure} in comparison")
            names, sums = [item.name for item in kit.series], [sum(values) for values in numbers]
            chart = Chart(random.choice(("pie", "pie", "bar")), names, [Series(kit.measure, [*sums])])
        else:
            slide = new_slide(self.deck, "title only", kit.title)
            kind = random.choice(("column", "column", "line"))
            series = [Series(item.name, [*of]) for item, of in zip(kit.series, numbers, strict=True)]
            chart = Chart(kind, list(kit.categories), series)
            if kind == "column" and random.random() < 0.25:
                chart.grouping = "stacked"
        chart.legend = random.choice(("right", "bottom"))
        if random.random() < 0.4:
            chart.title = kit.measure
        slide.shapes.append(
            Shape("Chart 3", self.x(0.06), self.y(0.26), self.x(0.88), self.y(0.62), chart=chart)
        )
        return slide

    def team(self) -> Slide:
        """Fields with names and what they do."""
        slide = new_slide(self.deck, "title only", "The people on this project")
        count = len(self.kit.roles)
        each = round(0.88 / count, 4)
        for number, (role, person) in enumerate(zip(self.kit.roles, self._people, strict=False)):
            field = Shape(
                f"Rounded Rectangle {number + 3}",
                self.x(0.06 + each * number),
                self.y(0.36),
                self.x(each - 0.02),
                self.y(0.3),
                geometry="rounded rectangle",
                fill=self.theme.pale,
                line=Line(self.theme.accent, 1.5),
                anchor="middle",
                paragraphs=[
                    Paragraph([Run(person, bold=True, size=18)], alignment="centre"),
                    Paragraph([Run(role, size=14)], alignment="centre"),
                ],
            )
            slide.shapes.append(field)
        return slide

    def steps(self, topics: list[Topic]) -> Slide:
        """Arrows for the stages of the work, with a remark below."""
        slide = new_slide(self.deck, "title only", "Stages of the work")
        names = ("Prepare", "Try out", "Roll out", "Look back")[: self.random.randint(3, 4)]
        each = round(0.88 / len(names), 4)
        for number, name in enumerate(names):
            slide.shapes.append(
                Shape(
                    f"Chevron {number + 3}",
                    self.x(0.06 + each * number),
                    self.y(0.36),
                    self.x(each),
                    3.2,
                    geometry="chevron" if number else "pentagon",
                    fill=self.theme.accent if number % 2 == 0 else self.theme.second,
                    anchor="middle",
                    paragraphs=[Paragraph([Run(name, bold=True, colour=WHITE)], alignment="centre")],
                )
            )
        slide.shapes.append(self.box("TextBox 9", 0.06, 0.64, 0.88, topics[-1].note))
        return slide

    def box(self, name: str, left: float, top: float, width: float, text: str) -> Shape:
        """A text box."""
        return Shape(name, self.x(left), self.y(top), self.x(width), 2.4, paragraphs=texts(text))

    def shown(self, topic: Topic) -> Slide:
        """A large picture with a line below and a coloured field."""
        slide = new_slide(self.deck, "title only", topic.title)
        picture = self.picture("Picture 3", self.x(0.06), self.y(0.27), self.x(0.5), self.y(0.5))
        field = Shape(
            "Rectangle 4",
            self.x(0.64),
            self.y(0.3),
            self.x(0.3),
            self.y(0.34),
            fill=self.theme.pale,
            anchor="middle",
            paragraphs=[Paragraph([Run(topic.points[0], size=16)], alignment="centre")],
        )
        slide.shapes += [picture, field, self.box("TextBox 5", 0.06, 0.79, 0.88, topic.points[1])]
        return self._noted(slide, topic)

    def closing(self) -> Slide:
        """The last slide."""
        slide = new_slide(self.deck, "content", self.random.choice(CLOSINGS))
        slide.body.write(self._people[0], self.kit.organization)
        for paragraph in slide.body.paragraphs:
            paragraph.bullet = NO_BULLET
        return slide

    def _noted(self, slide: Slide, topic: Topic) -> Slide:
        if self.random.random() < 0.6:
            slide.notes = topic.note
        return slide


def _heavy_start(paragraph: Paragraph) -> None:
    """The words before a colon in bold."""
    start, colon, rest = paragraph.text.partition(":")
    if colon and rest:
        paragraph.runs = [Run(start + colon, bold=True), Run(rest)]


def footed(deck: Presentation, kit: DeckKit, random: Random) -> None:
    """Put footer, date and number on the slides, as the deck's maker does it everywhere but on the first."""
    chosen = random.choice(((), ("slide number",), ("footer", "slide number"), SMALL))
    says = {
        "date": f"{random.randint(1, 28)} March 2026",
        "footer": kit.organization,
        "slide number": NUMBER_FIELD,
    }
    for slide in deck.slides[1:]:
        for role in SMALL:
            if role in chosen:
                holder = placeholder_of(deck, "content", role)
                holder.write(says[role])
                slide.shapes.append(holder)


def moving(deck: Presentation, random: Random) -> None:
    """Let slides come in by a transition, in some decks."""
    if random.random() < 0.25:
        kind = random.choice(sorted(TRANSITIONS))
        for slide in deck.slides[1:]:
            slide.transition = Transition(kind)
