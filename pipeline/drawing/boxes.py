"""Rectangles on pages, and where on a picture pixels of a colour stand."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

LINE = 4
"""So many rows of pixels without a colour part two lines of text."""

Rgb = tuple[int, int, int]


@dataclass(frozen=True, order=True)
class Box:
    """A rectangle on a page.

    Attributes:
        page: the number of the page from 0.
        top: its first row of pixels; likewise `left`.
        bottom: the first row below it; likewise `right`.
    """

    page: int
    top: int
    left: int
    bottom: int
    right: int

    def hull(self, other: Box) -> Box:
        """The smallest box around this one and another of the same page."""
        return Box(
            self.page,
            min(self.top, other.top),
            min(self.left, other.left),
            max(self.bottom, other.bottom),
            max(self.right, other.right),
        )

    def meets(self, other: Box) -> bool:
        """Whether the two have a pixel in common."""
        across = max(self.left, other.left) < min(self.right, other.right)
        return (
            self.page == other.page and across and max(self.top, other.top) < min(self.bottom, other.bottom)
        )

    def grown(self, pixels: int) -> Box:
        """A box that is larger on every side."""
        return Box(
            self.page, self.top - pixels, self.left - pixels, self.bottom + pixels, self.right + pixels
        )


def stretches(
    page: int, layers: Sequence[Image], codes: Collection[tuple[Rgb, ...]]
) -> dict[tuple[Rgb, ...], list[Box]]:
    """Where on a page each code stands: a colour in each of several pictures of it, all of one size.

    Args:
        page: the number of the page from 0.
        layers: the pictures.
        codes: what to look for.

    Returns:
        For each code that is there the boxes of its lines from the top, parted by rows without it.
    """
    words = {tuple(_word(colour) for colour in code): code for code in codes}
    firsts = {word[0] for word in words}
    found: dict[tuple[Rgb, ...], list[Box]] = {}
    width, height = layers[0].size
    rasters = [memoryview(layer.convert("RGBX").tobytes()).cast("I") for layer in layers]
    for row in range(height):
        lines = [raster[row * width : (row + 1) * width].tolist() for raster in rasters]
        if firsts.isdisjoint(lines[0]):
            continue
        pixels = list(zip(*lines, strict=True))
        for word in words.keys() & set(pixels):
            left = pixels.index(word)
            right = width - pixels[::-1].index(word)
            line = Box(page, row, left, row + 1, right)
            boxes = found.setdefault(words[word], [])
            if boxes and row - boxes[-1].bottom < LINE:
                boxes[-1] = boxes[-1].hull(line)
            else:
                boxes.append(line)
    return found


def _word(colour: Rgb) -> int:
    """A colour as a pixel of four bytes reads as a number here."""
    return int(memoryview(bytes((*colour, 255))).cast("I")[0])


def difference(page: int, one: Image, other: Image) -> Box | None:
    """The box around all pixels in which two pictures of a page differ; None where none does."""
    from PIL import ImageChops  # noqa: PLC0415 - only a picture needs it

    found = ImageChops.difference(one, other).getbbox()
    return Box(page, found[1], found[0], found[3], found[2]) if found is not None else None


def same_outside(one: Image, other: Image, boxes: Iterable[Box]) -> bool:
    """Whether two pictures of a page are one outside some boxes."""
    from PIL import ImageChops  # noqa: PLC0415 - only a picture needs it

    if one.size != other.size:
        return False
    rest = ImageChops.difference(one, other)
    for box in boxes:
        rest.paste(0, (box.left, box.top, box.right, box.bottom))
    return rest.getbbox() is None


def joined(boxes: Iterable[Box], gap: int) -> list[Box]:
    """Boxes without parting those that stand side by side or below one another, as cells of a table do.

    Args:
        boxes: the boxes.
        gap: how far apart they may be, in pixels, and how much their edges may differ.
    """
    left = sorted(set(boxes))
    merged = True
    while merged:
        merged = False
        kept: list[Box] = []
        for box in left:
            at = next((at for at, other in enumerate(kept) if _go_together(other, box, gap)), None)
            if at is None:
                kept.append(box)
            else:
                kept[at] = kept[at].hull(box)
                merged = True
        left = kept
    return left


def _go_together(one: Box, other: Box, gap: int) -> bool:
    if one.page != other.page:
        return False
    apart_across = max(one.left, other.left) - min(one.right, other.right)
    apart_down = max(one.top, other.top) - min(one.bottom, other.bottom)
    if apart_across > gap or apart_down > gap:
        return False
    inside = one.hull(other) in (one, other)
    column = abs(one.left - other.left) <= gap and abs(one.right - other.right) <= gap
    row = abs(one.top - other.top) <= gap and abs(one.bottom - other.bottom) <= gap
    return inside or column or row
