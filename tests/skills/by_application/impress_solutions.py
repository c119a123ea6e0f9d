"""Impress skills done with Impress's own commands: for each, the steps that a person would take."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .calc_solutions import Step, command, export_all


def slide(number: int) -> Step:
    """Go to a slide."""
    return "slide", {"number": number}


def thing(item: Any) -> Iterator[Step]:
    """Go to the slide of something, and click on it."""
    yield slide(item.number)
    shapes = item.deck.start.slide(item.number).shapes
    found = item.deck.at(item.number, item.key)
    yield "shape", {"position": next(at for at, shape in enumerate(shapes, 1) if shape is found)}


def hundredths(centimetres: float) -> int:
    """A length in hundredths of a millimetre."""
    return round(centimetres * 1000)


def look(scene: Any) -> Iterator[Step]:
    """Click on texts, and press a button."""
    wish = scene.wish
    alignments = {"left": "LeftPara", "centre": "CenterPara", "right": "RightPara", "justify": "JustifyPara"}
    line = {"Underline.LineStyle": 1, "Underline.HasColor": False}
    for item in scene.items:
        yield from thing(item)
        match wish.prop:
            case "alignment":
                yield command(alignments[wish.value])
            case "size":
                yield command("FontHeight", **{"FontHeight.Height": wish.value})
            case "colour":
                yield command("Color", Color=int(wish.value.code[1:], 16))
            case "bold":
                yield command("Bold", Bold=True)
            case "italic":
                yield command("Italic", Italic=True)
            case "strike":
                yield command("Strikeout", **{"Strikeout.Kind": 1})
            case "underline":
                yield command("Underline", **line)


def delete(scene: Any) -> Iterator[Step]:
    """Click on things, and press Delete."""
    for item in scene.items:
        yield from thing(item)
        yield command("Delete")


def set_title(scene: Any) -> Iterator[Step]:
    """Type titles."""
    for item, text in scene.items:
        yield from thing(item)
        yield "type", {"text": text}


def change_case(scene: Any) -> Iterator[Step]:
    """Choose a case for titles."""
    for item in scene.items:
        yield from thing(item)
        yield "type", {"text": scene.change(item.text[0].text)}


def notes(scene: Any) -> Iterator[Step]:
    """Type the notes, in a paragraph of their own."""
    yield slide(scene.number)
    yield "notes", {"text": "\n".join(filter(None, (scene.kept, scene.text)))}


def move(scene: Any) -> Iterator[Step]:
    """Click on something, and give it a place."""
    yield from thing(scene.thing)
    names = {"left": "x", "top": "y"}
    yield "move", {names[name]: hundredths(place) for name, place in scene.wanted.items()}


def resize(scene: Any) -> Iterator[Step]:
    """Click on a picture, and give it a size."""
    yield from thing(scene.thing)
    yield "size", {"width": hundredths(scene.width), "height": hundredths(scene.height)}


def describe(scene: Any) -> Iterator[Step]:
    """Click on pictures, and fill in their descriptions."""
    for item, text in scene.items:
        yield from thing(item)
        yield "give", {"Description": text}


def edit_cells(scene: Any) -> Iterator[Step]:
    """Type into cells of a table."""
    yield from thing(scene.thing)
    for row, column, text in scene.cells:
        yield "cell", {"row": row, "column": column, "text": text}


SOLUTIONS: dict[str, Callable[[Any], Iterator[Step]]] = {
    "impress.export.pdf": export_all,
    "impress.export.slides": export_all,
    "impress.images.alt_text": describe,
    "impress.images.resize": resize,
    "impress.notes.edit": notes,
    "impress.objects.delete": delete,
    "impress.objects.move": move,
    "impress.paragraphs.alignment": look,
    "impress.tables.edit_cells": edit_cells,
    "impress.text.change_case": change_case,
    "impress.text.color": look,
    "impress.text.emphasis": look,
    "impress.text.set_title": set_title,
    "impress.text.size": look,
}
