"""Words on pictures."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont, ImageFont

FONTS = ("wqy-microhei.ttc", "DejaVuSans.ttf", "LiberationSans-Regular.ttf")
"""Fonts that may be installed, those of most scripts first."""
SIZE = 14


@cache
def font(size: int = SIZE) -> FreeTypeFont | ImageFont:
    """The font in which words are drawn: an installed one, else the one that Pillow brings."""
    from PIL import ImageFont  # noqa: PLC0415 - only a picture needs it

    for name in FONTS:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


def wrapped(text: str, width: int, *, most: int, indent: int = 0) -> list[str]:
    """The first lines of a text, each at most so many pixels wide; what is cut off ends in `…`.

    Args:
        text: the text.
        width: in pixels.
        most: so many lines.
        indent: spaces before each line.
    """
    lines = [""]
    for character in " ".join(text.replace("\n", " ").split(" ")):
        if font().getlength(" " * indent + lines[-1] + character) <= width:
            lines[-1] += character
            continue
        head, space, tail = lines[-1].rpartition(" ")
        if space and len(tail) < len(head):
            lines[-1] = head
            lines.append(tail + character)
        else:
            lines.append(character)
    kept = lines[:most]
    if len(lines) > most:
        kept[-1] = f"{kept[-1][:-2]} …"
    return [" " * indent + line for line in kept]
