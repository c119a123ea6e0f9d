"""Random streams: each derived from the seed, the skill, the index and a purpose; never shared, never global."""

from __future__ import annotations

import hashlib
from random import Random


def stream(seed: int, skill: str, index: int, purpose: str) -> Random:
    """The random stream of one purpose of one candidate; the same arguments give the same stream everywhere."""
    return Random(
        int.from_bytes(hashlib.sha256(f"{seed}\0{skill}\0{index}\0{purpose}".encode()).digest()[:16])
    )
