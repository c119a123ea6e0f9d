"""What a run shows in the Prefect UI: progress, accepted and rejected by gate, and what it cost."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from prefect.artifacts import acreate_progress_artifact, acreate_table_artifact, aupdate_progress_artifact

from forge.pipeline.run import SkillResult
from forge.storage.reports import Cost, total


def key(name: str, what: str) -> str:
    """The key of an artifact of a flow: Prefect takes small letters, digits and dashes."""
    return f"{re.sub('[^a-z0-9]+', '-', name.lower())}-{what}"


class Progress:
    """A progress artifact over a known number of candidates."""

    def __init__(self, flow: str, whole: int, description: str) -> None:
        self._key = key(flow, "progress")
        self._whole = whole
        self._description = description
        self._done = 0
        self._artifact: UUID | None = None

    async def begin(self, done: int) -> None:
        """Show it, with so many candidates that ended before."""
        created: Any = await acreate_progress_artifact(0.0, key=self._key, description=self._description)
        self._artifact = created
        await self.advance(done)

    async def advance(self, pieces: int) -> None:
        """Show that so many more candidates have ended."""
        self._done += pieces
        if self._artifact is not None:
            await aupdate_progress_artifact(self._artifact, min(100.0, 100.0 * self._done / self._whole))


async def show_results(flow: str, results: Sequence[SkillResult]) -> None:
    """The tables *accepted* by skill and *rejected* by gate."""
    rows = [
        {
            "skill": result.skill,
            "accepted": result.accepted,
            "rejected": result.rejected,
            "failed": result.failed,
            "ended by": ", ".join(f"{gate} {count}" for gate, count in sorted(result.by_gate.items())),
        }
        for result in results
    ]
    await acreate_table_artifact(
        rows, key=key(flow, "accepted"), description="What became of the candidates, by skill"
    )
    reasons = [
        {"gate": gate, "skill": result.skill, "candidates": result.by_gate[gate], "for example": reason}
        for result in results
        for gate, reason in sorted(result.reasons.items())
    ]
    await acreate_table_artifact(
        reasons
        or [{"gate": "none", "skill": "", "candidates": 0, "for example": "No candidate was rejected."}],
        key=key(flow, "rejected"),
        description="What ended candidates, by gate",
    )


async def show_cost(flow: str, costs: Sequence[Cost]) -> None:
    """The table *cost*: tokens and dollars by skill, rejected work included."""
    rows = [
        {
            "skill": cost.name,
            "accepted": cost.accepted,
            "calls": cost.calls,
            "prompt tokens": cost.prompt,
            "completion tokens": cost.completion,
            "dollars": "unknown" if cost.unpriced else f"{cost.cost:.4f}",
            "tokens per accepted": round(cost.tokens_per_accepted) if cost.tokens_per_accepted else None,
            "dollars per accepted": "unknown" if (each := cost.cost_per_accepted) is None else f"{each:.4f}",
        }
        for cost in (*costs, *([total(costs)] if len(costs) > 1 else []))
    ]
    await acreate_table_artifact(
        rows, key=key(flow, "cost"), description="What it cost, failed and rejected work included"
    )
