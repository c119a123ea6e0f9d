"""A few kills at random moments; benchmarks/kills.py does as many as one likes."""

from __future__ import annotations

from pathlib import Path

from benchmarks.kills import SKILLS, measure

from forge.pipeline.run import RunRequest


def test_killed_runs_that_are_resumed_end_as_undisturbed_ones(tmp_path: Path) -> None:
    request = RunRequest(skills=SKILLS.partition(",")[0], count=5, seed=3, engines=False, rebuild_every=0)
    tally = measure(tmp_path, request, kills=3, seed=5, latency_ms=400)
    assert tally.faults == []
    assert tally.kills == 3
    assert tally.requests >= 20
