"""A picture of a task: pages of its documents at the start and in the golden, side by side, with what changes."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from forge.errors import UnavailableError
from forge.gates.base import Case
from forge.pipeline.drawing.boxes import Box
from forge.pipeline.drawing.lettering import font, wrapped
from forge.pipeline.drawing.marks import Mark, Side, marks_of
from forge.pipeline.drawing.placing import Document
from forge.pipeline.drawing.rasters import pages_of
from forge.preparers.base import preparer
from forge.preparers.office.worker.formats import readable
from forge.storage.bundle import Bundle
from forge.storage.records import MountPoint

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

PAGES = 2
"""How many pages of a document are drawn."""
GAP, CAPTION, LINE = 16, 28, 20
"""Pixels between pages, above them for the words that say what they are, and for a line of the list of changes."""
AROUND, THICK = 3, 2
"""Pixels between what changed and its frame, and of the frame."""
MOST_PIXELS = 40_000_000
COLOURS = ("#d62728", "#1f77b4", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#e377c2", "#8c564b")
"""Of the frames of the first sorts of change; they come again when there are more."""
SIDES = ("start", "golden")


@dataclass(frozen=True)
class _Row:
    """A page on both sides; None on a side where it is not there."""

    mount: str
    page: int
    pair: tuple[Image | None, Image | None]


def side_by_side(bundle: Bundle, *, marked: bool = True) -> bytes:
    """One PNG picture: on the left the start, on the right the golden, of each document that can be drawn.

    Changes are framed on both sides, a colour and a number for each sort, and listed below; the list says which of
    them are not marked. The pages with marks are drawn, else those that differ, or the first one where none does.

    Args:
        bundle: the task.
        marked: whether changes are framed and listed, which takes two to four times as long.

    Raises:
        UnavailableError: no document can be drawn, or a program for it is not installed.
        UnreadableError: an application refuses a document.
        StorageError: the bundle is damaged.
    """
    documents = _documents(bundle)
    if not documents:
        raise UnavailableError(f"Nothing of {', '.join(item.mount for item in bundle.mounts)} can be drawn.")
    marks = marks_of(Case(bundle, engines=False), documents) if marked else []
    rows = [
        row
        for mount in dict.fromkeys(mount for mount, _ in documents)
        for row in _rows(mount, documents, {page for mark in marks for page in mark.pages(mount)})
    ]
    return _joined(rows, marks)


def _documents(bundle: Bundle) -> dict[Side, Document]:
    """The documents that can be drawn, by mount and side."""
    sides = bundle.start_files(), bundle.golden_files()
    found: dict[Side, Document] = {}
    for item in bundle.mounts:
        if _is_drawn(item):
            there = [number for number, side in enumerate(sides) if item.mount in side]
            owner = preparer(item.preparer)
            laid_out = owner.pictured([sides[number][item.mount] for number in there])
            for number, files in zip(there, laid_out, strict=True):
                found[item.mount, number] = Document(owner, files, PurePosixPath(item.mount).suffix)
    return found


def _is_drawn(item: MountPoint) -> bool:
    return PurePosixPath(item.mount).suffix.lower() in readable() and not item.folder


def _rows(mount: str, documents: Mapping[Side, Document], marked: set[int]) -> list[_Row]:
    """The pages to draw of a document."""
    before, after = (
        pages_of(documents[mount, side].drawing.pdf) if (mount, side) in documents else [] for side in (0, 1)
    )
    rows = [
        _Row(
            mount,
            at,
            (before[at] if at < len(before) else None, after[at] if at < len(after) else None),
        )
        for at in range(max(len(before), len(after)))
    ]
    chosen = (
        [row for row in rows if row.page in marked] or [row for row in rows if _differs(*row.pair)] or rows
    )
    return chosen[:PAGES]


def _differs(one: Image | None, other: Image | None) -> bool:
    return one is None or other is None or one.size != other.size or one.tobytes() != other.tobytes()


def _joined(rows: Sequence[_Row], marks: Sequence[Mark]) -> bytes:
    from PIL import Image, ImageDraw  # noqa: PLC0415 - only a picture needs it

    cut = [_trimmed(row, marks) for row in rows]
    width = max(image.width for pair in cut for image in pair if image is not None)
    heights = [max(image.height for image in pair if image is not None) for pair in cut]
    lines = _list_of(marks, rows, 2 * width + GAP)
    below = len(lines) * LINE + (GAP if lines else 0)
    size = (2 * width + 3 * GAP, sum(heights) + len(rows) * (CAPTION + GAP) + below)
    if size[0] * size[1] > MOST_PIXELS:
        raise UnavailableError(f"A picture of {size[0]} by {size[1]} pixels is too large to be drawn.")
    canvas = Image.new("RGB", size, "#d0d0d0")
    pen = ImageDraw.Draw(canvas)
    top = 0
    for row, pair, height in zip(rows, cut, heights, strict=True):
        for side, image, left in zip((0, 1), pair, (GAP, 2 * GAP + width), strict=True):
            what = f"{row.mount}, page {row.page + 1}" if image is not None else "not there"
            pen.text((left, top + 6), f"{SIDES[side]}: {what}", "black", font())
            if image is not None:
                _frame(ImageDraw.Draw(image), marks, (row.mount, side), row.page)
                canvas.paste(image, (left, top + CAPTION))
        top += CAPTION + height + GAP
    for number, (line, colour) in enumerate(lines):
        pen.text((GAP, top + number * LINE), line, colour, font())
    stream = io.BytesIO()
    canvas.save(stream, "PNG")
    return stream.getvalue()


def _frame(pen: ImageDraw, marks: Sequence[Mark], side: Side, page: int) -> None:
    """Draw the frames of all changes on a page, the first of each sort with its number."""
    frames: dict[Box, list[int]] = {}
    numbered: dict[Box, list[str]] = {}
    for mark in marks:
        boxes = mark.frames(side, page)
        for box in boxes:
            frames.setdefault(box, []).append(mark.number)
        for box in boxes[:1]:
            numbered.setdefault(box, []).append(str(mark.number))
    for box, numbers in frames.items():
        outer = box.grown(AROUND)
        edges = (outer.left, outer.top, outer.right, outer.bottom)
        pen.rectangle(edges, outline=_colour(numbers[0]), width=THICK)
    taken: list[Box] = []
    for box, labels in numbered.items():
        taken.append(_number(pen, ", ".join(labels), box.grown(AROUND), _colour(frames[box][0]), taken))


def _number(pen: ImageDraw, text: str, box: Box, colour: str, taken: Sequence[Box]) -> Box:
    """Write numbers on their colour at the upper left corner of a frame, beside those that are there."""
    wide = round(pen.textlength(text, font(11))) + 6
    left, top = max(0, box.left - wide), max(0, box.top - 14)
    for other in taken:
        if other.top < top + 14 and top < other.bottom and other.left < left + wide and left < other.right:
            left = other.right + 1
    pen.rectangle((left, top, left + wide, top + 14), fill=colour)
    pen.text((left + 3, top + 1), text, "white", font(11))
    return Box(box.page, top, left, top + 15, left + wide + 1)


def _colour(number: int) -> str:
    return COLOURS[(number - 1) % len(COLOURS)]


def _list_of(marks: Sequence[Mark], rows: Iterable[_Row], width: int) -> list[tuple[str, str]]:
    """The lines of the list of changes with their colours."""
    shown: dict[str, set[int]] = {}
    for row in rows:
        shown.setdefault(row.mount, set()).add(row.page)
    lines = []
    for mark in marks:
        group, unseen = mark.group, mark.unseen(shown)
        more = f"; and {group.count - len(group.examples)} more" if group.count > len(group.examples) else ""
        text = f"{mark.number}   {group.says}: {group.count}{f' ({unseen})' if unseen else ''}"
        lines += [(line, _colour(mark.number)) for line in wrapped(text, width, most=2)]
        lines += [
            (line, "black") for line in wrapped(f"{'; '.join(group.examples)}{more}", width, most=2, indent=4)
        ]
    return lines


def _trimmed(row: _Row, marks: Sequence[Mark]) -> list[Image | None]:
    """Pages without the empty paper below what stands lowest on any of them."""
    from PIL import ImageOps  # noqa: PLC0415 - only a picture needs it

    inked = [ImageOps.invert(image).getbbox() for image in row.pair if image is not None]
    ends = [box[3] for box in inked if box is not None]
    ends += [
        box.bottom for mark in marks for side in (0, 1) for box in mark.frames((row.mount, side), row.page)
    ]
    lowest = max(ends, default=0) + CAPTION
    return [
        image.crop((0, 0, image.width, min(image.height, lowest))) if image is not None else None
        for image in row.pair
    ]
