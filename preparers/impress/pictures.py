"""Pictures as presentations hold them: told by their bytes."""

from __future__ import annotations

import hashlib

from forge.errors import PreparerError

_SIGNATURES = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpeg"}
_DIGITS = 16


def ending(content: bytes) -> str:
    """The ending of a picture's file.

    Raises:
        PreparerError: it is neither PNG nor JPEG.
    """
    for start, name in _SIGNATURES.items():
        if content.startswith(start):
            return name
    raise PreparerError("A picture must be the bytes of a PNG or JPEG file.")


def identity(content: bytes) -> str:
    """What a picture is told by: the first digits of the SHA-256 of its bytes."""
    return hashlib.sha256(content).hexdigest()[:_DIGITS]
