"""Lengths as applications keep them that measure in inches, as they do where people write American English.

A length that is typed in another unit becomes whole hundredths of an inch in their fields, and what is left over is
dropped (LibreOffice 7.4: 12 points become 0.16 inches, which are 11.5 points).
"""

from __future__ import annotations

CENTIMETRES = 2.54
"""In an inch."""
POINTS = 72.0
"""In an inch."""
_HUNDREDTH = 100


def lost(per_inch: float) -> float:
    """The most that a length may lose, or gain where a field rounds, in the unit of which an inch has so many."""
    return round(per_inch / _HUNDREDTH, 2)


def kept(length: float, per_inch: float) -> float:
    """What is left of a length, in the unit of which an inch has so many."""
    hundredths = int(length / per_inch * _HUNDREDTH + 1e-6)
    return round(hundredths * per_inch / _HUNDREDTH, 2)
