"""Pictures that a program can draw: a landscape, a town, a diagram; the same arguments give the same bytes."""

from __future__ import annotations

from io import BytesIO
from random import Random
from typing import TYPE_CHECKING

from forge.states.values import Colour

if TYPE_CHECKING:
    from PIL.ImageDraw import ImageDraw

Rgb = tuple[int, int, int]

MOTIFS = {
    "hills": "Green hills below a low sun",
    "town": "Houses of a town at dusk",
    "network": "A network of connected points",
    "bars": "Columns of different heights",
    "waves": "Waves on open water",
}
"""What can be drawn, with words for it."""
SIZES = ((480, 320), (420, 420), (520, 300), (360, 480), (480, 360))
_COLOURS = 48
_WHITE: Rgb = (255, 255, 255)


def rgb(colour: Colour) -> Rgb:
    """The parts of a colour."""
    code = colour.code.removeprefix("#")
    return int(code[:2], 16), int(code[2:4], 16), int(code[4:], 16)


def mixed(first: Rgb, second: Rgb, share: float) -> Rgb:
    """A colour between two."""
    red, green, blue = (round(one + (two - one) * share) for one, two in zip(first, second, strict=True))
    return red, green, blue


def draw(motif: str, colour: Colour, size: tuple[int, int], random: Random) -> bytes:
    """The bytes of a PNG picture of a motif in a colour.

    Args:
        motif: one of `MOTIFS`.
        colour: the colour that prevails.
        size: width and height in pixels.
        random: a stream of its own.
    """
    from PIL import Image, ImageDraw  # noqa: PLC0415 - not needed to list skills

    base = rgb(colour)
    image = Image.new("RGB", size, mixed(base, _WHITE, 0.8))
    pen = ImageDraw.Draw(image)
    _sky(pen, size, base)
    _PAINTERS[motif](pen, size, base, random)
    buffer = BytesIO()
    image.quantize(_COLOURS, dither=Image.Dither.NONE).save(buffer, "PNG", optimize=True)
    return buffer.getvalue()


def _sky(pen: ImageDraw, size: tuple[int, int], base: Rgb) -> None:
    steps = 16
    for step in range(steps):
        top = size[1] * step // steps
        shade = mixed(mixed(base, _WHITE, 0.55), _WHITE, step / steps)
        pen.rectangle((0, top, size[0], top + size[1] // steps + 1), fill=shade)


def _hills(pen: ImageDraw, size: tuple[int, int], base: Rgb, random: Random) -> None:
    width, height = size
    sun = random.randint(width // 6, width * 5 // 6)
    pen.ellipse((sun - 34, height // 4 - 34, sun + 34, height // 4 + 34), fill=(255, 214, 120))
    for layer in range(4):
        level = height * (45 + layer * 14) // 100
        points = [(0, height)]
        x = 0
        while x <= width + 60:
            points.append((x, level - random.randint(0, height // 7)))
            x += random.randint(width // 9, width // 5)
        points.append((width + 80, height))
        pen.polygon(points, fill=mixed(mixed(base, (60, 120, 70), 0.6), (20, 40, 30), layer / 5))


def _town(pen: ImageDraw, size: tuple[int, int], base: Rgb, random: Random) -> None:
    width, height = size
    x = 0
    while x < width:
        wide, tall = random.randint(34, 74), random.randint(height // 4, height * 3 // 4)
        wall = mixed(base, (30, 32, 44), random.uniform(0.25, 0.8))
        pen.rectangle((x, height - tall, x + wide, height), fill=wall)
        for left in range(x + 7, x + wide - 9, 14):
            for top in range(height - tall + 9, height - 14, 20):
                lit = random.random() < 0.4
                pen.rectangle(
                    (left, top, left + 7, top + 10),
                    fill=(255, 226, 150) if lit else mixed(wall, _WHITE, 0.15),
                )
        x += wide + random.randint(0, 8)


def _network(pen: ImageDraw, size: tuple[int, int], base: Rgb, random: Random) -> None:
    width, height = size
    pen.rectangle((0, 0, width, height), fill=mixed(base, (16, 20, 32), 0.75))
    dots = [(random.randint(20, width - 20), random.randint(20, height - 20)) for _ in range(26)]
    for x, y in dots:
        for other in sorted(dots, key=lambda dot: (dot[0] - x) ** 2 + (dot[1] - y) ** 2)[1:4]:
            pen.line((x, y, *other), fill=mixed(base, _WHITE, 0.35), width=2)
    for x, y in dots:
        size_of = random.randint(4, 12)
        pen.ellipse((x - size_of, y - size_of, x + size_of, y + size_of), fill=mixed(base, _WHITE, 0.7))


def _bars(pen: ImageDraw, size: tuple[int, int], base: Rgb, random: Random) -> None:
    width, height = size
    pen.rectangle((0, 0, width, height), fill=mixed(base, _WHITE, 0.9))
    count = random.randint(6, 10)
    each = width // count
    for number in range(count):
        tall = random.randint(height // 6, height * 4 // 5)
        shade = mixed(base, _WHITE, 0.5 * (number % 3) / 2)
        pen.rectangle((number * each + 8, height - tall, (number + 1) * each - 4, height - 12), fill=shade)
    pen.line((4, height - 12, width - 4, height - 12), fill=(60, 60, 60), width=3)


def _waves(pen: ImageDraw, size: tuple[int, int], base: Rgb, random: Random) -> None:
    width, height = size
    for layer in range(7):
        level = height * (30 + layer * 11) // 100
        points = [(0, height)]
        points += [(x, level + random.randint(-9, 9)) for x in range(0, width + 30, 30)]
        points.append((width, height))
        pen.polygon(points, fill=mixed(mixed(base, _WHITE, 0.4), mixed(base, (10, 30, 70), 0.7), layer / 6))


_PAINTERS = {"hills": _hills, "town": _town, "network": _network, "bars": _bars, "waves": _waves}
