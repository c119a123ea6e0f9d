"""Writer skills done with Writer's own commands: for each, the steps that a person would take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from forge.skills.writer.emphasis import LOOKS
from forge.skills.writer.support.marking import MARKERS, Spot

from .calc_solutions import Step, command, export_all

_TRANSPARENT = -1


def words(spot: Spot) -> Step:
    """Select some words."""
    return "words", {"number": spot.number, "text": spot.text, "time": spot.occurrence}


def paragraph(number: int, at: str | None = None) -> Step:
    """Select a paragraph, or go to its start or end."""
    return "words", {"number": number, "at": at}


def emphasis(scene: Any) -> Iterator[Step]:
    """Select sentences, and press the buttons for their looks."""
    commands = {
        "bold": command("Bold", Bold=True),
        "italic": command("Italic", Italic=True),
        "underline": command("Underline", **{"Underline.LineStyle": 1, "Underline.HasColor": False}),
    }
    for spot, look in scene.wanted:
        yield words(spot)
        yield commands[LOOKS[look][0]]


def highlight(scene: Any) -> Iterator[Step]:
    """Select sentences and give them a background, and take it from another."""
    for spot in scene.spots:
        yield words(spot)
        yield command("BackColor", BackColor=int(MARKERS[scene.colour][0][1:], 16))
    if scene.back is not None:
        yield words(scene.back)
        yield command("BackColor", BackColor=_TRANSPARENT)


def font_size(scene: Any) -> Iterator[Step]:
    """Select paragraphs, and choose a size."""
    for number in scene.numbers:
        yield paragraph(number)
        yield command("FontHeight", **{"FontHeight.Height": scene.size})


def alignment(scene: Any) -> Iterator[Step]:
    """Go to paragraphs, and press the button."""
    buttons = {"left": "Left", "center": "Center", "right": "Right", "justify": "Justify"}
    for number in scene.numbers:
        yield paragraph(number, "start")
        yield command(f"{buttons[scene.layout.alignment]}Para")


def page_break(scene: Any) -> Iterator[Step]:
    """Go to the beginning of headings, and press Ctrl and Enter; from the last, for each makes a paragraph more."""
    for number in sorted(scene.numbers, reverse=True):
        yield paragraph(number, "start")
        yield command("InsertPagebreak")


def replace(scene: Any) -> Iterator[Step]:
    """Find and replace all."""
    yield "replace", {"old": scene.old, "new": scene.new}


def properties(scene: Any) -> Iterator[Step]:
    """Fill in the fields of the properties."""
    fields = {"title": "Title", "subject": "Subject", "comments": "Description"}
    yield "describe_document", {fields[name]: text for name, text in scene.texts.items()}


def describe(scene: Any, field: str) -> Iterator[Step]:
    """Choose pictures, and fill in a field of their properties."""
    for number, text in scene.texts.items():
        yield "picture", {"number": scene.pictures.index(number) + 1}
        yield "give", {field: text}


def comment(scene: Any) -> Iterator[Step]:
    """Select words, and comment on them."""
    for spot, text in scene.comments:
        yield words(spot)
        yield "comment", {"text": text, "author": "Somebody"}


def insert_table(scene: Any) -> Iterator[Step]:
    """Go to the end of a paragraph, insert a table, and type from cell to cell."""
    yield paragraph(scene.after, "end")
    yield command("InsertTable", Columns=scene.columns, Rows=scene.rows)
    yield "first_row", {"texts": scene.heads}


def type_text(scene: Any) -> Iterator[Step]:
    """Go to the end of a paragraph, press Enter, and type."""
    yield paragraph(scene.after, "end")
    for text in scene.texts:
        yield command("InsertPara")
        yield command("InsertText", Text=text)


SOLUTIONS: dict[str, Callable[[Any], Iterator[Step]]] = {
    "writer.content.replace": replace,
    "writer.content.type_text": type_text,
    "writer.export.pages": export_all,
    "writer.export.pdf": export_all,
    "writer.export.plain_text": export_all,
    "writer.export.web_page": export_all,
    "writer.images.describe": lambda scene: describe(scene, "Description"),
    "writer.page.break": page_break,
    "writer.paragraphs.alignment": alignment,
    "writer.properties.fill": properties,
    "writer.review.add_comment": comment,
    "writer.tables.insert": insert_table,
    "writer.text.emphasis": emphasis,
    "writer.text.font_size": font_size,
    "writer.text.highlight": highlight,
}
