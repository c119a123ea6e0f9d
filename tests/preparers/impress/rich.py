"""One presentation that has something of every kind, for tests that change it."""

from __future__ import annotations

from io import BytesIO

from PIL import Image

from forge.preparers.impress.frames import new_slide, placeholder_of
from forge.preparers.impress.spec import (
    Chart,
    Colour,
    Line,
    Presentation,
    Run,
    Series,
    Shape,
    Slide,
    Table,
    Transition,
    texts,
)
from forge.preparers.impress.vocabulary import NUMBER_FIELD

RED, GREEN, BLUE = Colour("#C00000"), Colour("#00B050"), Colour("#1F4E79")


def picture(colour: str = "red") -> bytes:
    """The bytes of a PNG picture of one colour."""
    buffer = BytesIO()
    Image.new("RGB", (40, 30), colour).save(buffer, "PNG")
    return buffer.getvalue()


def rich() -> Presentation:
    """The presentation; each call gives a new one."""
    deck = Presentation()
    deck.master.shapes.append(Shape("Bar", 0, 18.4, 33.86, 0.3, fill=BLUE))
    deck.slides = [_opening(deck), _list(deck), _drawings(deck), _numbers(deck), new_slide(deck, "blank")]
    deck.slides[4].background = picture("blue")
    return deck


def _opening(deck: Presentation) -> Slide:
    slide = new_slide(deck, "title", "Annual Report", "For the board")
    for role, text in (("date", "May 2026"), ("footer", "Confidential"), ("slide number", NUMBER_FIELD)):
        small = placeholder_of(deck, "title", role)
        small.write(text)
        slide.shapes.append(small)
    return slide


def _list(deck: Presentation) -> Slide:
    slide = new_slide(
        deck, "content", "What we did", "Opened two shops\nin the north\nHired nine people\nLearned a lot"
    )
    slide.body.paragraphs[1].level = 2
    slide.body.paragraphs[2].runs = [Run("Hired "), Run("nine", colour=RED, bold=True), Run(" people in all")]
    slide.notes = "Thank the team.\nThen go on."
    slide.transition = Transition("fade", "slow")
    return slide


def _drawings(deck: Presentation) -> Slide:
    slide = new_slide(deck, "title only", "Where we are")
    slide.shapes += [
        Shape("Logo", 2, 5, 6, 4.5, picture=picture(), description="A red field"),
        Shape("Note", 10, 5, 6, 2, paragraphs=texts("A text box of its own", "in two lines")),
        Shape(
            "Badge", 20, 5, 4, 4, geometry="ellipse", paragraphs=texts("New"), fill=GREEN, line=Line(RED, 2)
        ),
        Shape("Rule", 2, 12, 20, 1, geometry="line", line=Line(BLUE, 3)),
    ]
    slide.background = Colour("#F2F2F2")
    slide.hidden = True
    return slide


def _numbers(deck: Presentation) -> Slide:
    slide = new_slide(deck, "title only", "How it went")
    slide.shapes += [
        Shape("Plan", 2, 5, 12, 3, table=Table.of([["Task", "Who"], ["Build", "Ann"], ["Test", "Ben"]], 12)),
        Shape(
            "Sales",
            16,
            5,
            14,
            10,
            chart=Chart(
                "column",
                ["Q1", "Q2", "Q3"],
                [Series("North", [3, 4.5, 5]), Series("South", [2, 3, 4])],
                title="Sales",
            ),
        ),
    ]
    return slide
