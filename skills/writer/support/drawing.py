"""Small pictures for documents, drawn by code."""

from __future__ import annotations

import struct
import zlib
from random import Random

_WIDTH, _HEIGHT = 240, 150
_INKS = ((46, 116, 181), (112, 173, 71), (192, 80, 40), (90, 90, 110))


def chart_picture(random: Random) -> bytes:
    """A PNG file of a chart with columns, 240 by 150 points."""
    ink = random.choice(_INKS)
    heights = [random.randint(20, 120) for _ in range(8)]
    rows = [bytes(_row(y, heights, ink)) for y in range(_HEIGHT)]
    raw = b"".join(b"\0" + row for row in rows)
    head = struct.pack(">IIBBBBB", _WIDTH, _HEIGHT, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(raw, 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in parts)


def _row(y: int, heights: list[int], ink: tuple[int, int, int]) -> bytearray:
    row = bytearray(b"\xff" * (3 * _WIDTH))
    for number, height in enumerate(heights):
        left = 16 + 27 * number
        if y >= _HEIGHT - 12 - height and y < _HEIGHT - 12:
            row[3 * left : 3 * (left + 18)] = bytes(ink) * 18
    if y == _HEIGHT - 12:
        row[30 : 3 * (_WIDTH - 10)] = b"\x40" * (3 * (_WIDTH - 20))
    return row


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
