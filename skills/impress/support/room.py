"""Where a slide has room: what its shapes cover, and the place that is left for something new."""

from __future__ import annotations

from collections.abc import Iterable
from math import ceil

from forge.preparers.impress.frames import SMALL
from forge.preparers.impress.spec import Presentation, Shape, Slide

Box = tuple[float, float, float, float]
"""The left, upper, right and lower edge in centimetres."""

_POINT = 2.54 / 72
_LETTER, _LINE = 0.58, 1.22
"""How wide a letter is and how high a line, as shares of the size: of wide fonts, so that no text is larger."""
_INDENT, _INSET = 0.8, 0.25
"""Centimetres before the text of a level, and between the edge of a shape and its text."""
_LEFT, _RIGHT, _LOW = 0.06, 0.94, 0.92
"""Shares of the slide between which its content stands."""
_APART = 0.4


def box_of(shape: Shape) -> Box:
    """The frame of a shape that is not turned."""
    return shape.left, shape.top, shape.left + shape.width, shape.top + shape.height


def covered(deck: Presentation, shape: Shape) -> Box | None:
    """What a shape covers: its frame, or of a mere text about as much as its letters take; None for nothing."""
    if shape.fill is not None or shape.line is not None or shape.kind != "rectangle":
        return box_of(shape)
    if not shape.text:
        return None
    room = max(1.0, shape.width - 2 * _INSET)
    wide = high = 0.0
    for paragraph in shape.paragraphs:
        indent = _INDENT * paragraph.level if shape.role == "body" else 0.0
        usual = deck.master.size(shape.role, paragraph.level)
        size = max((run.size or usual for run in paragraph.runs), default=usual) * _POINT
        length = indent + size * _LETTER * len(paragraph.text)
        lines = ceil((length - indent) / max(1.0, room - indent)) or 1
        wide = max(wide, min(length, room))
        high += lines * size * _LINE + (deck.master.before * _POINT if shape.role == "body" else 0)
    wide, high = min(wide + 2 * _INSET, shape.width), high + 2 * _INSET
    style = deck.master.style(shape.role)
    aligned = shape.paragraphs[0].alignment or style.alignment
    left = shape.left + (shape.width - wide) * {"right": 1.0, "centre": 0.5}.get(aligned, 0.0)
    share = {"middle": 0.5, "bottom": 1.0}.get(shape.anchor or style.anchor, 0.0)
    top = shape.top + max(0.0, shape.height - high) * share
    return left, top, left + wide, top + high


def height(box: Box) -> float:
    """How high a place is."""
    return box[3] - box[1]


def overlap(deck: Presentation, slide: Slide, box: Box, but: Shape | None = None) -> float:
    """How much of a place other shapes of a slide cover, in square centimetres; those of the master do not count."""
    boxes = (covered(deck, shape) for shape in slide.shapes if shape is not but)
    return round(sum(_common(box, other) for other in boxes if other is not None), 2)


def _common(one: Box, other: Box) -> float:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide * high if wide > 0 and high > 0 else 0.0


def below(deck: Presentation, slide: Slide) -> Box:
    """The place between the lowest content of a slide and its footer; its height is not above 0 where there is none."""
    boxes: Iterable[Box | None] = (covered(deck, item) for item in slide.shapes if item.role not in SMALL)
    lowest = max((box[3] for box in boxes if box is not None), default=0.0)
    top = max(lowest + _APART, deck.height * 0.26)
    return deck.width * _LEFT, round(top, 2), deck.width * _RIGHT, round(deck.height * _LOW, 2)
