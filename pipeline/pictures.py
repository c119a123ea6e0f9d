"""A picture of a task: the pages of its documents at the start and in the golden, side by side."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from forge.errors import UnavailableError
from forge.preparers.base import Files, preparer
from forge.preparers.office.engine import office
from forge.preparers.office.worker.formats import readable
from forge.storage.bundle import Bundle
from forge.storage.records import MountPoint

if TYPE_CHECKING:
    from PIL.Image import Image

PAGES = 2
"""How many pages of a document are drawn."""
DPI = 80
GAP, CAPTION = 16, 28
"""Pixels between pages, and above them for the words that say what they are."""
MOST_PIXELS = 40_000_000

Page = bytes
"""A page as a PNG picture."""


def side_by_side(bundle: Bundle) -> bytes:
    """One PNG picture: on the left the start, on the right the golden, of each document that can be drawn.

    The pages that differ are drawn, or the first one where none does.

    Raises:
        UnavailableError: no document can be drawn, or a program for it is not installed.
        UnreadableError: an application refuses a document.
        StorageError: the bundle is damaged.
    """
    sides = bundle.start_files(), bundle.golden_files()
    rows: list[tuple[str, Page | None, Page | None]] = []
    for item in bundle.mounts:
        if PurePosixPath(item.mount).suffix.lower() in readable() and not item.folder:
            before, after = _pages(item, sides)
            rows += [(f"{item.mount}, page {number + 1}", *pair) for number, pair in _chosen(before, after)]
    if not rows:
        raise UnavailableError(f"Nothing of {', '.join(item.mount for item in bundle.mounts)} can be drawn.")
    return _joined(rows)


def _pages(item: MountPoint, sides: Sequence[Mapping[str, Files]]) -> list[list[Page]]:
    """The pages of a document on each side; none where it is not there."""
    there = [side[item.mount] for side in sides if item.mount in side]
    suffix = PurePosixPath(item.mount).suffix
    drawn = iter(
        [office().render(files[""], suffix, DPI) for files in preparer(item.preparer).pictured(there)]
    )
    return [next(drawn) if item.mount in side else [] for side in sides]


def _chosen(before: list[Page], after: list[Page]) -> list[tuple[int, tuple[Page | None, Page | None]]]:
    """The numbers and pictures of the pages to draw; a page that is only on one side stands alone."""
    length = max(len(before), len(after))
    pairs = [
        (before[at] if at < len(before) else None, after[at] if at < len(after) else None)
        for at in range(length)
    ]
    differing = [(at, pair) for at, pair in enumerate(pairs) if pair[0] != pair[1]]
    return (differing or list(enumerate(pairs)))[:PAGES]


def _joined(rows: list[tuple[str, Page | None, Page | None]]) -> bytes:
    from PIL import Image, ImageDraw, ImageFont  # noqa: PLC0415 - only a picture needs it

    drawn = [(words, *_trimmed((_image(left), _image(right)))) for words, left, right in rows]
    width = max(image.width for _, *pair in drawn for image in pair if image is not None)
    heights = [max(image.height for image in pair if image is not None) for _, *pair in drawn]
    size = (2 * width + 3 * GAP, sum(heights) + len(rows) * (CAPTION + GAP))
    if size[0] * size[1] > MOST_PIXELS:
        raise UnavailableError(f"A picture of {size[0]} by {size[1]} pixels is too large to be drawn.")
    canvas = Image.new("RGB", size, "#d0d0d0")
    pen, font = ImageDraw.Draw(canvas), ImageFont.load_default(14)
    top = 0
    for (words, *pair), height in zip(drawn, heights, strict=True):
        for side, image, left in zip(("start", "golden"), pair, (GAP, 2 * GAP + width), strict=True):
            pen.text((left, top + 7), f"{side}: {words if image is not None else 'not there'}", "black", font)
            if image is not None:
                canvas.paste(image, (left, top + CAPTION))
        top += CAPTION + height + GAP
    stream = io.BytesIO()
    canvas.save(stream, "PNG")
    return stream.getvalue()


def _trimmed(pair: tuple[Image | None, Image | None]) -> tuple[Image | None, Image | None]:
    """Pages without the empty paper below what stands lowest on any of them."""
    from PIL import ImageOps  # noqa: PLC0415 - only a picture needs it

    boxes = [ImageOps.invert(image).getbbox() for image in pair if image is not None]
    lowest = max((box[3] + CAPTION for box in boxes if box is not None), default=CAPTION)

    def cut(image: Image | None) -> Image | None:
        return image.crop((0, 0, image.width, min(image.height, lowest))) if image is not None else None

    return cut(pair[0]), cut(pair[1])


def _image(page: Page | None) -> Image | None:
    from PIL import Image  # noqa: PLC0415 - only a picture needs it

    return Image.open(io.BytesIO(page)).convert("RGB") if page is not None else None
