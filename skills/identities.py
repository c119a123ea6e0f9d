"""Ids of composites: those of their skills, joined. Apart from composites, so that who names one need not make one."""

from __future__ import annotations

from collections.abc import Iterable

JOINT = "+"
"""What stands between the ids of the skills in that of a composite."""


def joint_id(identities: Iterable[str]) -> str:
    """The id of the composite of some skills; of a single one, its own."""
    return JOINT.join(sorted(identities))
