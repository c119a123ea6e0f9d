"""Lengths as tasks ask for them: right within what a hand and a dialog can do."""

from __future__ import annotations

from math import trunc

from forge.states.rubric import Close
from forge.states.selectors import Selector

_MOST = 0.06
"""Centimetres: people drag to a snap line or type tenths of a millimetre."""
_SHARE = 0.008


def tolerance(length: float) -> float:
    """How far a length may be off: well below a centimetre's tenth, and below a hundredth of the length."""
    return _MOST if float(length).is_integer() else round(min(_MOST, abs(length) * _SHARE), 3)


def close(select: Selector, length: float) -> Close:
    """The check that a length is right."""
    return Close(select=select, expected=length, absolute=tolerance(length))


def nearly(length: float, share: float) -> float:
    """A length that is off by a share of what is allowed."""
    return round(length + trunc(tolerance(length) * share * 100) / 100, 2)
