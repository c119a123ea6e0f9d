"""A workspace that holds real tasks, with records of how they were made."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from forge.cli.main import main
from forge.pipeline.checking import check
from forge.storage.bundle import Bundle
from forge.storage.database import insert_new, writing
from forge.storage.models import CallRow, CandidateRow, RunRow, TaskRow, VerdictRow
from forge.storage.sums import note_calls
from forge.storage.workspace import Workspace, private_key, public_key

from ..tasks import answering, calculating, highlighting

NOON = datetime(2026, 3, 16, 12, 0, tzinfo=UTC)
RUN, OTHER = "20260316-120000-aaaa", "20260317-120000-bbbb"


def start_run(home: Workspace, run: str, started: datetime = NOON) -> None:
    """Note that a run began."""
    row = RunRow(id=run, command="forge run", seed=7, model="m", parameters={}, started=started)
    home.catalog.start_run(row)


def task_row(bundle: Bundle, run: str, number: int) -> TaskRow:
    """The row of a kept bundle."""
    record = bundle.contract
    public, private = bundle.public_archive(), bundle.private_archive()
    return TaskRow(
        bundle=bundle.id,
        skills=list(record.skills),
        applications=list(record.applications),
        area="area",
        difficulty=record.difficulty,
        domain=record.domain,
        locale=record.locale,
        instruction=bundle.instruction,
        public_key=public_key(public),
        private_key=private_key(private),
        public_digest=bundle.public_digest,
        private_digest=bundle.private_digest,
        run=run,
        created=NOON + timedelta(minutes=number),
        engine=record.engine,
    )


def keep(
    home: Workspace,
    bundle: Bundle,
    run: str,
    number: int,
) -> None:
    """Keep a bundle as a run does, with the verdicts of the gates on it."""
    record = bundle.contract
    public, private = bundle.public_archive(), bundle.private_archive()
    home.objects.put_all({public_key(public): public, private_key(private): private})
    task = task_row(bundle, run, number)
    candidate = f"{record.skills[0]}/7/0/{record.difficulty}"
    verdicts = [
        VerdictRow(
            run=run,
            candidate=candidate,
            gate=verdict.gate,
            outcome=verdict.outcome,
            reason=verdict.reason,
            digest=verdict.digest,
            milliseconds=10.0 * number,
        )
        for verdict in check("", bundle, engines=False).verdicts
    ]
    home.catalog.record([_candidate(run, candidate, record.skills[0], bundle.id)], [task], verdicts)


def _candidate(run: str, name: str, skill: str, bundle: str | None, **changes: Any) -> CandidateRow:
    values = {"index": 0, "seed": 7, "difficulty": "easy", "status": "accepted", "recorded": NOON, **changes}
    return CandidateRow(run=run, candidate=name, skill=skill, bundle=bundle, **values)


def call(run: str, bundle: Bundle, node: str, number: int, **changes: Any) -> CallRow:
    """A call of a language model for a candidate."""
    record = bundle.contract
    values = {
        "result": "answered",
        "prompt": 100,
        "cached": 0,
        "completion": 20,
        "reasoning": 0,
        "cost": 0.25,
    }
    return CallRow(
        **{
            "id": f"{run}{node}{number}",
            "run": run,
            "candidate": f"{record.skills[0]}/7/0/{record.difficulty}",
            "skill": record.skills[0],
            "node": node,
            "model": "openai/some-model",
            "attempt": 1,
            "key": "k",
            "paid": True,
            "worst_tokens": 500,
            "worst_cost": None,
            "intended": NOON,
            **values,
            **changes,
        }
    )


@pytest.fixture(scope="session")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace with three tasks of two runs; the third was not verified, and a price is not known."""
    root = tmp_path_factory.mktemp("workspace")
    with closing(Workspace(root, environment={})) as home:
        start_run(home, RUN)
        start_run(home, OTHER, NOON + timedelta(days=1))
        calls = [
            call(RUN, highlighting(), "table", 1),
            call(RUN, highlighting(), "instruction", 2),
            call(RUN, calculating(), "instruction", 3),
            call(OTHER, answering(), "instruction", 4, cost=None, model="openai/unpriced"),
        ]
        with writing(home.catalog.engine) as connection:
            insert_new(connection, CallRow, calls)
            note_calls(connection, calls, [])
        keep(home, highlighting(), RUN, 1)
        keep(home, calculating(), RUN, 2)
        keep(home, answering(), OTHER, 3)
        rejected = highlighting().contract.skills[0]
        home.catalog.record(
            [_candidate(RUN, f"{rejected}/7/1/easy", rejected, None, status="rejected", gate="tight")]
        )
    return root


@pytest.fixture
def forge(workspace: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., Any]:
    """Run a command on the workspace: its standard output, parsed where it is JSON, and its standard error."""

    def run(*arguments: object, code: int = 0, at: Path = workspace) -> tuple[Any, str]:
        given = main(["--workspace", str(at), *map(str, arguments)])
        out, err = capsys.readouterr()
        assert given == code, err or out
        return (json.loads(out) if "--json" in arguments and out else out), err

    return run


@pytest.fixture
def narrow() -> Callable[[str], list[str]]:
    """The lines of an output, none of which is wider than 80 columns or ends in spaces."""

    def check_(out: str) -> list[str]:
        lines = out.splitlines()
        assert max(map(len, lines)) <= 80
        assert all(line == line.rstrip() for line in lines)
        return lines

    return check_
