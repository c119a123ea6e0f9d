"""What an export is asked for."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from forge.errors import UsageError
from forge.gates.distinct import LIKENESS

FormatName = Literal["harbor", "osworld", "hf", "verl", "slime", "trl", "nemo-gym", "verifiers"]


class ExportRequest(BaseModel):
    """What determines an export; the same request on the same catalog gives the same files.

    Attributes:
        format: who reads it.
        skills: globs of which one must match one of a task's skills; empty for all.
        split: the share of the tasks in each split, by its name; the shares add up to 1.
        since: the earliest time at which a task was kept.
        verified: whether only tasks are wanted that a real application verified.
        max_similarity: the likeness from which two tasks are near-duplicates and stay in one split.
        seed: decides which tasks go to which split.
        shard: tasks in one shard.
        licence: the licence of the data, as an SPDX identifier.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    format: FormatName
    skills: tuple[str, ...] = ()
    split: dict[str, float] = Field(default_factory=lambda: {"train": 1.0})
    since: datetime | None = None
    verified: bool = False
    max_similarity: float = Field(default=LIKENESS, gt=0, le=1)
    seed: int = Field(default=0, ge=0)
    shard: int = Field(default=1000, ge=1, le=100_000)
    licence: str = Field(default="Apache-2.0", min_length=1, max_length=100)

    @field_validator("split")
    @classmethod
    def _shares_add_up(cls, split: dict[str, float]) -> dict[str, float]:
        if not split or any(share <= 0 for share in split.values()) or abs(sum(split.values()) - 1) > 1e-6:
            told = ", ".join(f"{name}={share:g}" for name, share in split.items())
            raise ValueError(
                f"the shares of the splits must be above 0 and add up to 1, not {told or 'nothing'}"
            )
        return split


def parse_split(text: str) -> dict[str, float]:
    """The shares of splits, from text as in `train=0.98,test=0.02`.

    Raises:
        UsageError: it cannot be read so, a name is given twice or is no plain word, or the shares do not add up to 1.
    """
    shares: dict[str, float] = {}
    example = "Give names with shares that add up to 1, as in --split train=0.98,test=0.02."
    for part in text.split(","):
        name, _, number = (piece.strip() for piece in part.partition("="))
        if not name.isidentifier() or not name.isascii():
            raise UsageError(f"The split {part.strip()!r} has no name that is a plain word.", hint=example)
        if name in shares:
            raise UsageError(f"The split {name!r} is given twice.", hint=example)
        try:
            shares[name] = float(number)
        except ValueError:
            raise UsageError(
                f"The share of the split {name!r} is {number!r}, not a number.", hint=example
            ) from None
    if not all(0 < share <= 1 for share in shares.values()) or abs(sum(shares.values()) - 1) > 1e-6:
        told = ", ".join(f"{name}={share:g}" for name, share in shares.items())
        raise UsageError(
            f"The shares of the splits must be above 0 and add up to 1; given: {told}.", hint=example
        )
    return shares
